package fleet

import (
	"math/rand/v2"
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/usage"
)

// ends are ways to end, by what each holds of.
var ends = []struct {
	name string
	end  usage.End
	has  func(*audit.Entry) bool
}{
	{"however", usage.End{}, func(*audit.Entry) bool { return true }},
	{"of a policy", usage.End{Policy: "p1"}, func(e *audit.Entry) bool { return e.Policy == "p1" }},
	{"refused", usage.End{Outcome: "refused"}, func(e *audit.Entry) bool { return e.Outcome == audit.Refused }},
	{"by a model", usage.End{Engine: "model", Model: "large"}, func(e *audit.Entry) bool { return e.Engine == "model" && e.Model == "large" }},
	{"timed out", usage.End{SQLState: "57014"}, func(e *audit.Entry) bool { return e.SQLState == "57014" }},
	{"of a rule, failed", usage.End{Rule: "policy", Outcome: "failed"}, func(*audit.Entry) bool { return false }},
}

// What is counted is as many as a look finds, whatever is copied and counted of it, and at any times.
func TestCount(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1", "edge-2", "edge-3")
	rnd := rand.New(rand.NewPCG(4, 19))
	f.questions(rnd, "a", 200)
	f.copied()
	f.counted()
	f.members[0].copies.Close() // from now on its records are in its files alone
	f.questions(rnd, "b", 100)
	for _, m := range f.members[1:] {
		f.wait(func() bool { return m.copies.State().Behind == 0 })
	}
	r := f.reader(0)
	times := wanted(t)
	times["ever"], times["ever, of a role"] = usage.Query{Begins: usage.Ever[:]}, usage.Query{Begins: usage.Ever[:], Role: "role_1"}
	found, turn := 0, 0
	for name, q := range times {
		all, _, err := r.Newest(t.Context(), audit.Query{Since: q.Begins[0], Until: q.Begins[len(q.Begins)-1], Datasource: q.Datasource, Role: q.Role, Proxy: q.Proxy})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			e := ends[turn%len(ends)]
			turn++
			want := 0
			for i := range all {
				if e.has(&all[i]) {
					want++
				}
			}
			got, rest, err := r.Count(t.Context(), q, e.end)
			for i := range rest {
				if e.has(&rest[i]) {
					got++
				}
			}
			if err != nil || got != int64(want) {
				t.Errorf("%s, %s: %d, %v, and there are %d", name, e.name, got, err, want)
			}
			found += want
		}
	}
	if found < 200 {
		t.Errorf("only %d were there to count", found)
	}
}
