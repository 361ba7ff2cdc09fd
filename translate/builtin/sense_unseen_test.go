package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
)

func TestUnseen(t *testing.T) {
	t.Parallel()
	name := Unseen{"public", "authors", "name", "jane", false}
	ask := func(question string, seen ...Seen) (Result, string) {
		r := Translate(Request{Question: question, Snapshot: library(), Seen: seen})
		if r.Plan == nil {
			return r, ""
		}
		sql, err := plan.Synthesise(r.Plan)
		if err != nil {
			t.Fatal(err)
		}
		_, where, _ := strings.Cut(sql, "WHERE ")
		return r, where
	}
	const question = "authors named 'jane'"
	r, where := ask(question)
	if diff := cmp.Diff([]Unseen{name}, r.Unseen); diff != "" || where != "a.name = 'jane'" {
		t.Errorf("%s\n%s", where, diff)
	}
	unsure := r.Confidence
	r, where = ask(question, Seen{name, []string{"Jane"}})
	if where != "a.name = 'Jane'" || len(r.Unseen) > 0 || r.Confidence <= unsure {
		t.Errorf("%s, %v, confidence %.2f after %.2f", where, r.Unseen, r.Confidence, unsure)
	}
	// What is quoted stands, even if there is none.
	if r, where = ask(question, Seen{Unseen: name}); where != "a.name = 'jane'" || len(r.Unseen) > 0 {
		t.Errorf("%s, %v", where, r.Unseen)
	}
	// What is not quoted, and is not there, was read wrongly.
	emma := Unseen{"public", "authors", "name", "Ann Lee", false}
	if r, where = ask("books of author Ann Lee"); where == "" || len(r.Unseen) != 1 || r.Unseen[0] != emma {
		t.Errorf("%s, %+v", where, r)
	}
	if r, where = ask("books of author Ann Lee", Seen{Unseen: emma}); r.Plan != nil {
		t.Errorf("read as %s", where)
	}
	// A name that nothing explains is looked for among the names of what is spoken of, and then of what is linked to it.
	const stranger = "how many books did authors like Xavier Noone write"
	r, _ = ask(stranger)
	want := []Unseen{{"public", "authors", "name", "Xavier Noone", false}, {"public", "members", "first_name", "Xavier Noone", false},
		{"public", "members", "last_name", "Xavier Noone", false}, {"public", "tags", "name", "Xavier Noone", false}}
	if diff := cmp.Diff(want, r.Unseen); diff != "" || r.Plan != nil {
		t.Error(diff)
	}
	xavier := Unseen{"public", "authors", "name", "Xavier Noone", false}
	if _, where = ask("books by Xavier Noone", Seen{xavier, []string{"Xavier Noone"}}); !strings.Contains(where, "a.name = 'Xavier Noone'") {
		t.Errorf("read as %q", where)
	}
}
