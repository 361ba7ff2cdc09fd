package guard

import (
	"strings"
	"testing"
)

// TestTold: a message about what is sent, in the names of the draft.
func TestTold(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	v := g.Check("WITH q AS (SELECT 1 AS a) SELECT c.name, x.one, q.a FROM app.customers c, q, app.customers AS x(one), "+
		"(WITH RECURSIVE q(n) AS (SELECT 1 UNION ALL SELECT q.n + 1 FROM q WHERE q.n < 5) SELECT q.n FROM q) AS r "+
		"WHERE EXISTS (SELECT FROM app.customers c WHERE c.id = x.one)", facts())
	if v.Decision != Allow {
		t.Fatal(v.Why)
	}
	if !strings.Contains(v.Sent, " c_1") || !strings.Contains(v.Sent, "q_1") {
		t.Fatalf("nothing has another name: %s", v.Sent)
	}
	for said, want := range map[string]string{
		`column "c_1.name" must appear in the GROUP BY clause`:       `column "c.name" must appear in the GROUP BY clause`,
		`Spalte »c_1.name« muss in der GROUP-BY-Klausel erscheinen`:  `Spalte »c.name« muss in der GROUP-BY-Klausel erscheinen`,
		`column c_1.name does not exist`:                             `column c.name does not exist`,
		`column "x.id" must appear`:                                  `column "x.one" must appear`,
		`column "x.identity" must appear`:                            `column "x.identity" must appear`,
		`recursive query "q_1" column 1 has type integer`:            `recursive query "q" column 1 has type integer`,
		`function pg_catalog.lower(text) does not exist`:             `function lower(text) does not exist`,
		`operator does not exist: text pg_catalog.+ integer`:         `operator does not exist: text + integer`,
		`relation "other.c_1" and c_12.name, xc_1.name, c_1, "c_1"`:  `relation "other.c_1" and c_12.name, xc_1.name, c_1, "c_1"`,
		`my_pg_catalog.f, a.pg_catalog.f, pg_catalog, "pg_catalog."`: `my_pg_catalog.f, a.pg_catalog.f, pg_catalog, "pg_catalog."`,
		"":                             "",
		"c_1.\xff\xfe pg_catalog.":     "c.\xff\xfe pg_catalog.",
		strings.Repeat("c_1.a ", 2000): strings.Repeat("c_1.a ", 2000),
	} {
		if got := v.Renamed.Told(said); got != want {
			t.Errorf("%.100q: got %.100q, want %.100q", said, got, want)
		}
	}
}
