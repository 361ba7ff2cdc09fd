package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// flights have two keys to airports.
func flights() *schema.Snapshot {
	return schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		table("airports", "id", "", cols(integer("id"), text("city", "Oslo", "Rome"), text("name"))),
		table("flights", "id", "", cols(integer("id"), integer("from_airport"), integer("to_airport"), decimal("fare")),
			key("from_airport", "airports", "id"), key("to_airport", "airports", "id")),
	}})
}

func TestJoinTie(t *testing.T) {
	t.Parallel()
	ask := func(question string, settled ...plan.Constraint) (Result, string) {
		r := Translate(Request{Question: question, Snapshot: flights(), Settled: settled})
		if r.Plan == nil {
			return r, ""
		}
		sql, err := plan.Synthesise(r.Plan)
		if err != nil {
			t.Fatal(err)
		}
		return r, sql
	}
	const question = "number of flights per airport"
	r, sql := ask(question)
	if r.Ask == nil {
		t.Fatalf("no question back: %s%s", sql, r.Reason)
	}
	var got []string
	for _, o := range r.Ask.Options {
		got = append(got, o.Label+": "+o.Meaning)
	}
	want := []string{"flights.from_airport: flights.from_airport = airports.id", "flights.to_airport: flights.to_airport = airports.id"}
	if diff := cmp.Diff(want, got); diff != "" || r.Ask.Kind != "join" {
		t.Errorf("%s %s", r.Ask.Kind, diff)
	}
	for i, column := range []string{"from_airport", "to_airport"} {
		if _, sql := ask(question, r.Ask.Options[i].Settles...); !strings.Contains(sql, "f."+column+" = a.id") {
			t.Errorf("settled on %s, but %s", column, sql)
		}
	}
	// In words: "join airports.id with flights.to_airport".
	inWords := plan.Constraint{Kind: plan.UseJoin, Table: "airports", Column: "id", RefTable: "flights", RefColumn: "to_airport"}
	if _, sql := ask(question, inWords); !strings.Contains(sql, "f.to_airport = a.id") {
		t.Errorf("settled in words, but %s", sql)
	}
	other := plan.Constraint{Kind: plan.UseJoin, Table: "airports", Column: "id", RefTable: "flights", RefColumn: "fare"}
	if r, sql := ask(question, other); r.Ask == nil {
		t.Errorf("settled by another join: %s", sql)
	}
}
