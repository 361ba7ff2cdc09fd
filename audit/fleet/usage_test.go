package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/sink"
	"github.com/pgask/pgask/audit/usage"
)

// added is what some questions add up to, by what they have in common.
type added map[string]usage.Sum

func (a added) add(of string, s usage.Sum) {
	sum := a[of]
	sum.Questions, sum.Calls, sum.Spared = sum.Questions+s.Questions, sum.Calls+s.Calls, sum.Spared+s.Spared
	sum.TokensIn, sum.TokensOut, sum.Cost = sum.TokensIn+s.TokensIn, sum.TokensOut+s.TokensOut, sum.Cost+s.Cost
	sum.Good, sum.Bad = sum.Good+s.Good, sum.Bad+s.Bad
	a[of] = sum
}

// addEntry adds a question by itself.
func (a added) addEntry(e *audit.Entry, begins []time.Time) {
	i, exact := slices.BinarySearchFunc(begins, e.Time, time.Time.Compare)
	if !exact {
		i--
	}
	s := usage.Sum{Questions: 1, Calls: int64(e.Calls), Spared: int64(e.CachedCalls), TokensIn: int64(e.TokensIn), TokensOut: int64(e.TokensOut), Cost: e.ModelCost}
	switch e.Verb {
	case "good":
		s.Good = 1
	case "bad":
		s.Bad = 1
	}
	a.add(fmt.Sprint(i, " ", e.Outcome, " ", e.Engine, " ", e.Model), s)
	names := []string{"role " + e.Role}
	for _, r := range e.Relations {
		names = append(names, "table "+r)
	}
	for _, name := range names {
		a.add(name, s)
	}
	if e.Total > 0 {
		for _, of := range append(names, fmt.Sprint("slot ", i), fmt.Sprint("end ", e.Outcome, " ", e.Engine)) {
			a.addTimes(of, usage.Times{usage.Width(e.Total): 1})
		}
	}
	if e.Outcome == audit.Refused || e.Outcome == audit.Failed {
		a.add(fmt.Sprint("reason ", e.Outcome, e.SQLState, e.Rule, e.Policy), usage.Sum{Questions: 1})
	}
}

// addTimes adds how long questions took that have something in common.
func (a added) addTimes(of string, times usage.Times) {
	for w, n := range times {
		a.add(fmt.Sprint(of, " took ", w), usage.Sum{Questions: n})
	}
}

// anew is what the questions add up to that a look finds.
func anew(t *testing.T, r *Reader, q usage.Query) added {
	t.Helper()
	all, _, err := r.Newest(t.Context(), audit.Query{Since: q.Begins[0], Until: q.Begins[len(q.Begins)-1], Datasource: q.Datasource, Role: q.Role, Proxy: q.Proxy})
	if err != nil {
		t.Fatal(err)
	}
	a := added{}
	for i := range all {
		a.addEntry(&all[i], q.Begins)
	}
	return a
}

// kept is the same by the counts.
func kept(t *testing.T, r *Reader, q usage.Query) (added, *usage.Counts) {
	t.Helper()
	c, err := r.Usage(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	a := added{}
	for _, row := range c.Rows {
		a.add(fmt.Sprint(row.Slot, " ", row.Outcome, " ", row.Engine, " ", row.Model), row.Sum)
	}
	for _, took := range c.Took {
		a.addTimes(fmt.Sprint("slot ", took.Slot), took.Times)
	}
	for _, e := range c.Ended {
		a.addTimes(fmt.Sprint("end ", e.Outcome, " ", e.Engine), e.Times)
	}
	for kind, all := range map[string][]usage.Named{"role ": c.Roles, "table ": c.Tables} {
		for _, n := range all {
			a.add(kind+n.Of, n.Sum)
			a.addTimes(kind+n.Of, n.Times)
		}
	}
	for _, why := range c.Reasons {
		if why.Outcome != "unanswered" {
			a.add(fmt.Sprint("reason ", why.Outcome, why.SQLState, why.Rule, why.Policy), usage.Sum{Questions: why.Questions})
			if why.Latest.Outcome != audit.Outcome(why.Outcome) || why.Latest.Policy != why.Policy || !why.Latest.Time.Equal(why.At) {
				t.Errorf("the latest of %+v is another", why)
			}
		}
	}
	for i := range c.Rest {
		a.addEntry(&c.Rest[i], q.Begins)
	}
	return a, c
}

// agrees compares counts with the records over several times.
func agrees(t *testing.T, r *Reader, what string) {
	t.Helper()
	for name, q := range wanted(t) {
		got, _ := kept(t, r, q)
		want := anew(t, r, q)
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s, %s: records and counts differ:\n%s", what, name, diff)
		}
	}
	if wrong := checked(t, r); len(wrong) > 0 {
		t.Errorf("%s: %v", what, wrong)
	}
}

func checked(t *testing.T, r *Reader) []usage.Wrong {
	t.Helper()
	wrong, err := r.VerifyUsage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return wrong
}

// wanted are times and what narrows them: days of several zones, hours, times that begin anywhere.
func wanted(t *testing.T) map[string]usage.Query {
	t.Helper()
	in := func(zone string) *time.Location {
		at, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	days := func(zone string, n int) (all []time.Time) {
		for i := range n + 1 {
			all = append(all, time.Date(2026, 3, 28+i, 0, 0, 0, 0, in(zone)))
		}
		return all
	}
	hours := func(zone string) (all []time.Time) {
		for i := range 25 {
			all = append(all, time.Date(2026, 3, 31, 13+i, 0, 0, 0, in(zone)))
		}
		return all
	}
	odd := time.Date(2026, 3, 30, 7, 11, 13, 0, time.UTC)
	return map[string]usage.Query{
		"days": {Begins: days("UTC", 7)}, "days in Berlin": {Begins: days("Europe/Berlin", 7)}, "days in Kolkata": {Begins: days("Asia/Kolkata", 7)},
		"days in Kathmandu": {Begins: days("Asia/Kathmandu", 7)}, "hours": {Begins: hours("UTC")}, "hours in Kolkata": {Begins: hours("Asia/Kolkata")},
		"hours on the Chathams": {Begins: hours("Pacific/Chatham")}, "of a role": {Begins: days("Asia/Kathmandu", 7), Role: "role_1"},
		"of a proxy": {Begins: days("UTC", 7), Proxy: "edge-2"}, "of a datasource": {Begins: days("Asia/Kolkata", 7), Datasource: "shop", Role: "role_2"},
		"from anywhere": {Begins: []time.Time{odd, odd.Add(41 * time.Hour)}}, "a few minutes": {Begins: []time.Time{noon.Add(-7 * time.Hour), noon.Add(-7*time.Hour + 9*time.Minute)}},
		"an hour": {Begins: []time.Time{odd, odd.Add(time.Hour)}, Role: "role_3"}, "of nobody": {Begins: days("UTC", 7), Role: "nobody"},
	}
}

// ended is an outcome of one kind or another.
func ended(rnd *rand.Rand) func(*audit.Record) {
	return func(r *audit.Record) {
		r.Role, r.Datasource = fmt.Sprint("role_", rnd.IntN(5)), []string{"shop", "hr"}[rnd.IntN(2)]
		r.Time = time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC).Add(time.Duration(rnd.Int64N(int64(6 * 24 * time.Hour)))).Truncate(time.Microsecond)
		r.Relations = [][]string{{"public.orders"}, {"public.orders", "public.customers"}, {"public.a"}, nil}[rnd.IntN(4)]
		r.Engine, r.TokensIn, r.CachedCalls = "builtin", 0, 0
		if rnd.IntN(3) == 0 {
			r.Engine, r.Model, r.Calls, r.TokensIn, r.TokensOut, r.ModelCost = "model", "large", 1+rnd.IntN(3), rnd.IntN(4000), rnd.IntN(300), float64(rnd.IntN(1000))/1e5
		}
	}
}

// questions has the fleet asked n questions by several; some are open, and some are refused.
func (f *fleet) questions(rnd *rand.Rand, name string, n int) {
	f.t.Helper()
	for i := range n {
		m := f.members[rnd.IntN(len(f.members))]
		r := audit.Record{ID: fmt.Sprint(name, "-", i), Question: "how many orders?", SQL: "SELECT 1"}
		ended(rnd)(&r)
		if err := m.Intent(f.t.Context(), &r); err != nil {
			f.t.Fatal(err)
		}
		switch rnd.IntN(12) {
		case 0: // nobody knows how it ended
			continue
		case 1:
			r.Outcome, r.SQLState, r.Rule, r.Policy = audit.Refused, "QA003", "policy", fmt.Sprint("p", rnd.IntN(3))
		case 2:
			r.Outcome, r.SQLState = audit.Failed, "57014"
		case 3:
			r.Outcome, r.Verb = audit.Prepared, []string{"good", "bad"}[rnd.IntN(2)]
		default:
			r.Outcome = audit.Answered
		}
		r.Total = time.Duration(1 + rnd.Int64N(int64(3*time.Second)))
		if err := m.Outcome(f.t.Context(), &r); err != nil {
			f.t.Fatal(err)
		}
	}
}

// Counts are those of the records, whenever somebody looks, whatever was copied when and by whom.
func TestUsageAgreesWithRecords(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1", "edge-2", "edge-3")
	rnd := rand.New(rand.NewPCG(19, 4))
	f.questions(rnd, "a", 300)
	f.copied()
	f.counted()
	r := f.reader(0)
	agrees(t, r, "counted with the records")

	f.members[0].copies.Close() // from now on its records are in its files alone
	f.questions(rnd, "b", 100)
	for _, m := range f.members[1:] {
		f.wait(func() bool { return m.copies.State().Behind == 0 })
	}
	agrees(t, r, "some not copied")
	f.copy(f.members[0])
	f.copied()
	f.counted()
	agrees(t, r, "copied at last")

	// A release before copies without counting.
	f.exec("CREATE TABLE aside AS TABLE records_usage_to; UPDATE records_usage_to SET seq = seq / 2; DELETE FROM records_usage; DELETE FROM records_open")
	f.counted() // beginning in the middle, which the counts of the first half then are not
	if len(checked(t, r)) == 0 {
		t.Error("that the counts of the first half are gone is not found")
	}
	f.exec("DELETE FROM records_usage; DELETE FROM records_open; UPDATE records_usage_to SET seq = 0")
	f.counted()
	agrees(t, r, "counted anew")
}

// What was changed in the counts shows, and they are made anew.
func TestUsageIsVerified(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1", "edge-2")
	f.questions(rand.New(rand.NewPCG(1, 1)), "q", 80)
	f.copied()
	f.counted()
	r := f.reader(0)
	for _, sql := range []string{"UPDATE records_usage SET questions = questions + 1 WHERE grain = 30 AND per = 'role'", "DELETE FROM records_usage WHERE per = 'table'",
		"UPDATE records_usage SET times = '{1}'", "DELETE FROM records_usage",
		"INSERT INTO records_usage SELECT per, grain, slot + interval '1 year', log, key, proxy, datasource, role, outcome, engine, model, sqlstate, rule, policy, relation, questions, calls, spared, tokens_in, tokens_out, cost, good, bad, latest, times FROM records_usage LIMIT 1"} {
		f.exec(sql)
		wrong := checked(t, r)
		if len(wrong) == 0 {
			t.Errorf("not found: %s", sql)
		}
		if err := r.Recount(t.Context(), wrong); err != nil {
			t.Fatal(err)
		}
		agrees(t, r, sql)
	}
}

// Records that are copied again into a hole are counted, and the counts of a month that was dropped go with it.
func TestUsageFollowsTheTable(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	m := f.members[0]
	for i := range 120 { // over the end of a month
		m.ask(fmt.Sprint("q", i), i)
	}
	f.copied()
	f.counted()
	r := f.reader(0)
	all, err := audit.From(m.dir, 0).Next(t.Context(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	f.exec("DELETE FROM records WHERE seq BETWEEN 20 AND 50")
	if err := r.Recount(t.Context(), checked(t, r)); err != nil {
		t.Fatal(err)
	}
	agrees(t, r, "with a hole")
	f.exec("DROP INDEX records_usage_days, records_usage_halves") // which a release before did not make
	table := sink.Table{URL: f.url, Name: "public.records", Log: m.id}
	if err := table.Refill(t.Context(), all[19:50]); err != nil {
		t.Fatal(err)
	}
	agrees(t, r, "copied again")

	f.exec("DROP TABLE records_2026_03")
	m.copies.Close()
	f.copy(m) // it looks at its start, and then each hour
	f.wait(func() bool { return len(checked(t, r)) == 0 })
	agrees(t, r, "a month dropped")
	f.exec("SELECT 1/(count(*) / 2) FROM pg_index WHERE indexrelid IN (to_regclass('records_usage_days'), to_regclass('records_usage_halves')) AND indisvalid")

	f.exec("TRUNCATE records") // and all is copied again
	m.copies.Close()
	f.copy(m) // it finds at its start that more was counted than there is
	f.wait(func() bool { return len(checked(t, r)) == 0 })
	f.copied()
	f.counted()
	agrees(t, r, "copied anew")
}

// Without counts nobody is told numbers of them.
func TestUncounted(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	r := f.reader(0)
	r.Table = "none_yet"
	q := usage.Query{Begins: []time.Time{noon, noon.Add(time.Hour)}}
	if _, err := r.Usage(t.Context(), q); !errors.Is(err, ErrUncounted) {
		t.Errorf("no table: %v", err)
	}
	r = f.reader(0)
	f.questions(rand.New(rand.NewPCG(3, 3)), "q", 10)
	f.copied()
	f.members[0].copies.Close()
	f.exec("DROP TABLE records_open")
	if _, err := r.Usage(t.Context(), q); !errors.Is(err, ErrUncounted) {
		t.Errorf("no counts: %v", err)
	}
	f.exec("DROP TABLE records_usage, records_usage_to")
	if _, err := r.Usage(t.Context(), q); !errors.Is(err, ErrUncounted) {
		t.Errorf("a table of a release before: %v", err)
	}
}

// Percentiles of counts are near to those of the questions.
func TestQuantiles(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 5))
	times := usage.Times{}
	var all []time.Duration
	for range 5000 {
		d := time.Duration(1 + rnd.Int64N(int64(time.Second))*rnd.Int64N(60))
		all = append(all, d)
		times[usage.Width(d)]++
	}
	slices.Sort(all)
	for _, p := range []int{50, 95, 99, 100} {
		exact, got := all[len(all)*p/100-1], times.Quantile(int64(p))
		if off := float64(got)/float64(exact) - 1; off > 0.05 || off < -0.05 {
			t.Errorf("%d %%: %v, exactly %v", p, got, exact)
		}
	}
	if got := (usage.Times{}).Quantile(50); got != 0 {
		t.Errorf("of nothing %v", got)
	}
}

// counted waits until all that is copied is counted.
func (f *fleet) counted() {
	f.t.Helper()
	f.wait(func() bool {
		var behind []usage.Log
		err := f.reader(0).with(f.t.Context(), func(tx pgx.Tx) (err error) {
			behind, err = f.reader(0).counts().Behind(f.t.Context(), tx)
			return err
		})
		return err == nil && len(behind) == 0
	})
}

func (f *fleet) wait(done func() bool) {
	f.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) || f.t.Context().Err() != nil {
			f.t.Fatal(context.DeadlineExceeded)
		}
	}
}
