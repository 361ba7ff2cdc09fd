package builtin

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/plan"
)

func TestFigures(t *testing.T) {
	t.Parallel()
	tests := []struct{ question, want, reading string }{
		{"which members have a total fee over 50", `SELECT m.first_name, m.last_name FROM members m
			WHERE (SELECT sum(l.fee) AS sum_fee FROM loans l WHERE l.member_id = m.id) > 50`, "Members where the total fee of loans is more than 50."},
		{"genres whose average price of books is at least 10", `SELECT g.id, g.name FROM genres g
			WHERE (SELECT avg(b.price) AS avg_price FROM books b WHERE b.genre_id = g.id) >= 10`, ""},
		{"which authors have written books with an average price over 20", `SELECT a.name FROM authors a
			WHERE EXISTS (SELECT 1 AS value FROM books b WHERE b.author_id = a.id)
			AND (SELECT avg(b2.price) AS avg_price FROM books b2 WHERE b2.author_id = a.id) > 20`, ""},
		{"cities where the average age is above 30", "SELECT m.city FROM members m GROUP BY m.city HAVING avg(m.age) > 30",
			"City of members where the average age is more than 30."},
		{"cities whose average age is above the average age of all members", `SELECT m.city FROM members m GROUP BY m.city
			HAVING avg(m.age) > (SELECT avg(m2.age) AS avg_age FROM members m2)`, "City of members where the average age is more than the one over all."},
		// A row has one price, so there is nothing to sum; a loan has one book; and books are two keys away from members.
		{"books whose total price is over 10", "", ""},
		{"loans with an average price above 3", "", ""},
		{"members with an average price above 3", "", ""},
		{"members whose total fee is above the average", "", ""},
		{"members whose average fee is between 3 and 5", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			t.Parallel()
			r := Translate(Request{Question: tt.question, Snapshot: library()})
			sql := ""
			if r.Plan != nil {
				var err error
				if sql, err = plan.Synthesise(r.Plan); err != nil {
					t.Fatal(err)
				}
			}
			want := strings.Join(strings.Fields(tt.want), " ")
			if diff := cmp.Diff(want, strings.ReplaceAll(sql, "public.", "")); diff != "" {
				t.Errorf("%s %s", r.Reason, diff)
			}
			if tt.reading != "" && r.Plan != nil && r.Plan.Reading != tt.reading {
				t.Errorf("reading %q, want %q", r.Plan.Reading, tt.reading)
			}
		})
	}
}
