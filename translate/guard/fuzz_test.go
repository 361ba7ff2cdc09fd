package guard

import (
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/integration/mutants"
)

// FuzzCheck: no input makes the guard panic, a refusal carries no SQL, and what is accepted is accepted again, word by
// word the same, under the same facts.
func FuzzCheck(tf *testing.F) {
	f := mutants.Of(tf)
	for _, file := range []string{"testdata/allow.sql", "testdata/reject.sql", "testdata/attacks.sql"} {
		for _, b := range corpus(f, file) {
			f.Add(b.sql)
		}
	}
	g := mustNew(f, Policy{ExtensionSets: Sets(), ForeignTables: true})
	known := facts()
	f.Fuzz(func(t *testing.T, sql string) {
		for _, facts := range []Facts{known, {}} {
			v := g.Check(sql, facts)
			if v.Decision != Allow {
				if v.SQL != "" || v.Rule == "" || v.Why == "" {
					t.Fatalf("a refusal needs a rule and a reason, and no SQL: %+v", v)
				}
				continue
			}
			again := g.Check(v.SQL, facts)
			if again.Decision != Allow || again.SQL != v.SQL || again.Sent != v.Sent {
				t.Fatalf("accepted %q as %q, and then that as %+v", sql, v.SQL, again)
			}
			if v.Sent == "" {
				continue
			}
			if sent := g.check(v.Sent, facts, formLimits); sent.Sent != v.Sent {
				t.Fatalf("%q is sent as %q, and that as %q: %s", sql, v.Sent, sent.Sent, sent.Why)
			}
		}
	})
}

// FuzzBounds: what the scanner calls a short chain is no deep tree, so the parser's stack is safe. Small inputs only,
// of course.
func FuzzBounds(tf *testing.F) {
	f := mutants.Of(tf)
	for _, b := range corpus(f, "testdata/allow.sql") {
		f.Add(b.sql)
	}
	f.Add(`SELECT E'\'' || '(((' || $a$ ((( $a$ -- (((`)
	f.Add(`SELECT 1$$ $$` + strings.Repeat("+1 ", 200) + `1$$ $$`)
	f.Fuzz(func(t *testing.T, sql string) {
		if len(sql) > 1000 || checkBounds(sql, draftLimits(MaxBytes)) != nil {
			return
		}
		scan, err := pg_query.Scan(sql)
		if err != nil {
			return
		}
		tokens := 0
		for _, tok := range scan.Tokens {
			if tok.Token != pg_query.Token_SQL_COMMENT && tok.Token != pg_query.Token_C_COMMENT {
				tokens++
			}
		}
		s := scanner{text: sql}
		s.run(draftLimits(MaxBytes))
		// The scanner may see one run where the server sees several operators or a number with its sign, never the
		// reverse by more than the length of a run.
		if tokens > maxOperatorRun*(s.total+1) {
			t.Fatalf("%d tokens in %q, the scanner saw %d", tokens, sql, s.total)
		}
	})
}
