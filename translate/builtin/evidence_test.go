package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
)

func TestReadEvidence(t *testing.T) {
	t.Parallel()
	type term struct{ Phrase, Synonym, Table, Column, Value, Expr string }
	tests := map[string][]term{
		"Parisian means city = 'Paris'":                    {{"Parisian", "", "members", "city", "Paris", ""}},
		"seniority refers to members.AGE":                  {{"seniority", "", "members", "age", "", ""}},
		"the takings = SUM(fee)":                           {{"takings", "", "loans", "", "", "sum(loans.fee)"}},
		"AF (average fee) = avg(loans.fee)":                {{"AF", "", "loans", "", "", "avg(loans.fee)"}},
		"readers are people. Borrowers refers to members.": {{"Borrowers", "members", "", "", "", ""}},
		"rate = (total pages - minimum pages) / average pages * 100": {{"rate", "", "books", "", "",
			"((sum(books.pages)::numeric - min(books.pages)::numeric) / avg(books.pages)::numeric) * 100"}},
		// What is not certain is passed over.
		"cost = total fee - pages":                              nil, // one is no aggregate
		"cost = total fee - total pages":                        nil, // of two tables
		"tag = name":                                            {{"tag", "name", "", "", "", ""}},
		"x = 'a'; x = 'b'":                                      nil,
		"open = status = 'open'; open refers to title":          nil, // said twice
		"To get the loans of a member, join loans on member_id": nil,
		"evil = (SELECT 1 FROM members)":                        nil,
		"fee = pg_sleep(fee)":                                   nil,
	}
	ix := indexOf(library())
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var got []term
			for _, g := range readEvidence(text, ix).terms {
				one := term{g.Phrase, g.Synonym, g.Table, g.Column, g.Value, ""}
				if !g.Expr.IsZero() {
					one.Expr = strings.ReplaceAll(g.Expr.String(), "pg_catalog.", "")
				}
				got = append(got, one)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEvidenceInQuestions(t *testing.T) {
	t.Parallel()
	tests := []struct{ question, evidence, want string }{
		{"how many Parisians are there", "Parisian refers to city = 'Paris'", "SELECT count(*) AS number_of_members FROM members m WHERE m.city = 'Paris'"},
		{"what is the seniority of each member", "seniority refers to members.age", "SELECT m.first_name, m.last_name, m.age FROM members m"},
		{"what is the TT", "TT = sum(fee)", "SELECT sum(l.fee) AS tt FROM loans l"},
		{"members named 'ann'", "Always filter names using ILIKE", "SELECT " + memberRow + " FROM members m WHERE m.first_name ILIKE 'ann'"},
		{"members whose first name is 'ann'", "Filter names using ILIKE with percent sign wildcards.", "SELECT " + memberRow + " FROM members m WHERE m.first_name ILIKE '%ann%'"},
		{"members whose first name is 'ann'", "Always filter names using an exact match", "SELECT " + memberRow + " FROM members m WHERE m.first_name = 'ann'"},
		{"members from Paris", "Filter names using ILIKE", "SELECT " + memberRow + " FROM members m WHERE m.city = 'Paris'"},
	}
	for _, tt := range tests {
		t.Run(tt.question+" "+tt.evidence, func(t *testing.T) {
			t.Parallel()
			r := Translate(Request{Question: tt.question, Evidence: tt.evidence, Snapshot: library()})
			if r.Plan == nil {
				t.Fatalf("no plan: %s %+v", r.Reason, r.Ask)
			}
			sql, err := plan.Synthesise(r.Plan)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.ReplaceAll(sql, "public.", "")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
