package translate

import (
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/guard"
)

// TestRefusedAfterOneThatRan: the text that went to the server for an earlier draft does not stand beside a refused
// one.
func TestRefusedAfterOneThatRan(t *testing.T) {
	t.Parallel()
	r := audit.Record{SQL: "SELECT count(*) FROM a", Sent: "SELECT pg_catalog.count(*) FROM public.a"}
	var tr Trace
	tr.judged(r.SQL, guard.Verdict{Decision: guard.Allow, SQL: r.SQL, Sent: r.Sent})
	if tr.Fill(&r); r.Sent == "" {
		t.Error("what ran has lost its text")
	}
	tr.judged("SELECT secret FROM a", guard.Verdict{Decision: guard.Unsafe, Rule: guard.RulePolicy})
	if tr.Fill(&r); r.SQL != "SELECT secret FROM a" || r.Sent != "" {
		t.Errorf("%q, sent %q", r.SQL, r.Sent)
	}
}
