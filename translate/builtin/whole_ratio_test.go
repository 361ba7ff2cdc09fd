package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
)

func TestQuotient(t *testing.T) {
	t.Parallel()
	const members = "(NULLIF((SELECT count(*) AS number_of_members FROM members m), 0))"
	tests := []struct{ question, want, reading string }{
		{"What is the ratio of loans to members?", "SELECT (1.0 * count(*)) / (NULLIF((SELECT count(*) AS number_of_members FROM members m), 0)) AS ratio FROM loans l",
			"Ratio: number of loans, divided by number of members."},
		{"what percentage of members are female", "SELECT (100.0 * count(*)) / " + members + " AS percentage FROM members m WHERE m.gender = 'F'", ""},
		{"what share of the members have a loan?", "SELECT (1.0 * count(*)) / " + members + ` AS share FROM members m WHERE EXISTS (SELECT 1 AS value FROM loans l WHERE l.member_id = m.id)`, ""},
		{"the ratio between the total fee of loans and the number of members", "SELECT (1.0 * sum(l.fee)) / " + members + " AS ratio FROM loans l", ""},
		// Silent: what the whole is, is open; or one of the numbers cannot be read.
		{"what percentage of members from Paris older than 30", "", ""},
		{"what percentage of members", "", ""},
		{"ratio of loans to happiness", "", ""},
		{"ratio of loans per member to members", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			r := Translate(Request{Question: tt.question, Snapshot: library()})
			if r.Plan == nil {
				if tt.want != "" || r.Reason == "" {
					t.Errorf("no plan: %s", r.Reason)
				}
				return
			}
			sql, err := plan.Synthesise(r.Plan)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.ReplaceAll(sql, "public.", "")); diff != "" {
				t.Error(diff)
			}
			if tt.reading != "" && r.Plan.Reading != tt.reading {
				t.Errorf("reading %q, want %q", r.Plan.Reading, tt.reading)
			}
		})
	}
}
