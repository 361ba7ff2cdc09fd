package guard

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAllowed(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	for _, b := range corpus(t, "testdata/allow.sql") {
		v := g.Check(b.sql, facts())
		if v.Decision != Allow {
			t.Errorf("allow.sql:%d: %s %s: %s\n%s", b.line, v.Decision, v.Rule, v.Why, b.sql)
			continue
		}
		// What was proven is proven again, and comes out as it is.
		again := g.Check(v.SQL, facts())
		if diff := cmp.Diff(v, again); diff != "" {
			t.Errorf("allow.sql:%d: the proven text is judged otherwise (-first +again):\n%s", b.line, diff)
		}
		if sent := g.check(v.Sent, facts(), formLimits); sent.Sent != v.Sent {
			t.Errorf("allow.sql:%d: what is sent is no fixed point: %s\n%s\n%s", b.line, sent.Why, v.Sent, sent.Sent)
		}
		if without := g.Check(b.sql, Facts{OwnPath: true}); without.Decision != Allow && !strings.Contains(b.sql, "app.order_status") {
			t.Errorf("allow.sql:%d: without facts: %s %s: %s\n%s", b.line, without.Decision, without.Rule, without.Why, b.sql)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	blocks := corpus(t, "testdata/reject.sql")
	if len(blocks) < 100 {
		t.Errorf("only %d statements", len(blocks))
	}
	// Those of the second file are not run with the guard off: some cannot be stopped.
	for _, b := range append(blocks, corpus(t, "testdata/attacks.sql")...) {
		v := g.Check(b.sql, facts())
		if got := v.Decision.String() + " " + v.Rule; len(b.comments) == 0 || got != b.comments[0] {
			t.Errorf("reject.sql:%d: got %s (%s), want %v\n%s", b.line, got, v.Why, b.comments, b.sql)
		}
		if v.SQL != "" || v.Why == "" {
			t.Errorf("reject.sql:%d: a refusal needs a reason and no SQL: %+v", b.line, v)
		}
	}
}

// TestExtensionsAllowed: what people do with the extensions that have a set, by their names alone.
func TestExtensionsAllowed(t *testing.T) {
	t.Parallel()
	with := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	without := mustNew(t, Policy{})
	used := map[string]int{}
	for _, b := range corpus(t, "testdata/extensions.sql") {
		set := b.comments[0]
		used[set]++
		v := with.Check(b.sql, facts())
		if v.Decision != Allow {
			t.Errorf("extensions.sql:%d: %s %s: %s\n%s", b.line, v.Decision, v.Rule, v.Why, b.sql)
			continue
		}
		if diff := cmp.Diff(v, with.Check(v.SQL, facts())); diff != "" {
			t.Errorf("extensions.sql:%d: the proven text is judged otherwise (-first +again):\n%s", b.line, diff)
		}
		// Operators that PostgreSQL has for other types are not told apart without types.
		if without.Check(b.sql, facts()).Decision == Allow && !strings.ContainsAny(b.sql, "%<") {
			t.Errorf("extensions.sql:%d: allowed without the extensions", b.line)
		}
	}
	for _, set := range Sets() {
		if used[set] < 2 {
			t.Errorf("%s occurs in %d statements", set, used[set])
		}
	}
}
