package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
)

// Evidence is read as definitions, in whatever way people write them.
func TestEvidenceForms(t *testing.T) {
	t.Parallel()
	tests := []struct{ question, evidence, where string }{
		{"how many seniors are there", "seniors refers to age > 60", "m.age > 60"},
		{"list the seniors from Paris", "seniors: age > 60", "m.age > 60 AND m.city = 'Paris'"},
		{"which members are not seniors", "seniors refers to age > 60", "NOT m.age > 60"},
		{"count the oldies", "Use age > 70 for oldies.", "m.age > 70"},
		{"scarce books under 20 euros", "Scarce books have is_rare = true", "b.is_rare = true AND b.price < 20"},
		{"books from the golden era", "golden era = year BETWEEN 1950 AND 1970", "b.year BETWEEN 1950 AND 1970"},
		{"how many members from the city of light", "Paris is known as the city of light.", "m.city = 'Paris'"},
		{"members who have not settled a sponsor", "members.sponsor_id is null for members who have not settled a sponsor", "m.sponsor_id IS NULL"},
		{"members who have settled a sponsor", "members.sponsor_id is null for members who have not settled a sponsor", "m.sponsor_id IS NOT NULL"},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			sql := readWith(t, tt.question, tt.evidence)
			_, where, _ := strings.Cut(sql, " WHERE ")
			if diff := cmp.Diff(tt.where, where); diff != "" {
				t.Errorf("%s\n%s", sql, diff)
			}
		})
	}
}

func TestEvidenceFormulas(t *testing.T) {
	t.Parallel()
	tests := []struct{ question, evidence, want string }{
		{"what is the average density of books", "density = price / pages", "SELECT avg(b.price / b.pages) AS average_density FROM books b"},
		{"total weight", "weight is calculated by multiplying price by pages", "SELECT sum(b.price * b.pages) AS total_weight FROM books b"},
		{"what is the take", "take = DIVIDE(SUM(fee), COUNT(fee))", "SELECT sum(l.fee) / count(l.fee) AS take FROM loans l"},
		{"how many clients are there", "when asked for clients, use members", "SELECT count(*) AS number_of_members FROM members m"},
		{"how many TB are there", "TB = total books", "SELECT count(*) AS number_of_books FROM books b"},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, readWith(t, tt.question, tt.evidence)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What would run something, reads other tables or is no definition has no effect.
func TestEvidenceRefused(t *testing.T) {
	t.Parallel()
	for _, evidence := range []string{"clou refers to age > (SELECT max(age) FROM members)", "clou = pg_sleep(age) > 1", "clou refers to members.age > loans.fee",
		"clou refers to nosuch > 1", "clou is great", "clou refers to age >", strings.Repeat("clou refers to age > 60; ", 300)} {
		r := Translate(Request{Question: "how many clou are there", Evidence: evidence, Snapshot: library()})
		if r.Plan != nil {
			t.Errorf("%.60s: read as %s", evidence, r.Plan.Reading)
		}
	}
}

func readWith(t *testing.T, question, evidence string) string {
	t.Helper()
	r := Translate(Request{Question: question, Evidence: evidence, Snapshot: library()})
	if r.Plan == nil {
		t.Fatalf("no plan: %s %+v", r.Reason, r.Ask)
	}
	sql, err := plan.Synthesise(r.Plan)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(sql, "public.", "")
}
