package ask

import (
	"fmt"
	"strings"
	"testing"
)

func TestBoundsOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bounds{
		"BEGIN": boundsBegin, "begin read only": boundsBegin, "\n ; START TRANSACTION": boundsBegin, "/* x */BEGIN": boundsBegin,
		"COMMIT": boundsEnd, "end;": boundsEnd, "Rollback": boundsEnd, "ROLLBACK TO x": boundsEnd, "ABORT": boundsEnd, "PREPARE TRANSACTION 'x'": boundsEnd,
		"-- x\n/* y /* z */ */ ;; commit": boundsEnd, "/*" + strings.Repeat("x", 5000) + "*/ COMMIT": boundsEnd,
		"/*" + strings.Repeat("x", 5000) + "*/ SELECT 1": boundsEnd, // who can tell
		"SELECT 1": boundsNothing, "(SELECT 1)": boundsNothing, "": boundsNothing, ";": boundsNothing, "-- x": boundsNothing, "/* COMMIT */ SELECT 1": boundsNothing,
		"SAVEPOINT a": boundsNothing, "RELEASE a": boundsNothing, "VALUES (1)": boundsNothing, "\x00": boundsNothing, "é": boundsNothing,
	} {
		if got := boundsOf([]byte(text)); got != want {
			t.Errorf("%.40q: %d, want %d", text, got, want)
		}
	}
}

func TestBoundsOfAllocatesNothing(t *testing.T) {
	text := []byte("  SELECT abalance FROM pgbench_accounts WHERE aid = $1")
	if n := testing.AllocsPerRun(100, func() { boundsOf(text) }); n != 0 {
		t.Errorf("%v allocations for each Parse", n)
	}
}

// A client may prepare any number of statements that begin or end a block; what is not remembered counts as one that
// may end it.
func TestPreparedBoundsAreBounded(t *testing.T) {
	t.Parallel()
	var p preparedBounds
	name := func(i int) []byte { return fmt.Appendf(nil, "s%d", i) }
	if p.note([]byte("q"), []byte("SELECT 1")); !p.empty() || p.find([]byte("q")) != boundsNothing {
		t.Errorf("a statement that neither begins nor ends a block is remembered: %v", p)
	}
	for i := range maxPreparedBounds {
		p.note(name(i), []byte("BEGIN"))
	}
	if got := p.find([]byte("unknown")); got != boundsNothing {
		t.Errorf("while all are remembered, an unknown one has bounds %d", got)
	}
	for i := range 10 * maxPreparedBounds {
		p.note(name(maxPreparedBounds+i), []byte("BEGIN"))
	}
	if len(p.of) > maxPreparedBounds {
		t.Errorf("%d statements are remembered", len(p.of))
	}
	if got := p.find(name(0)); got != boundsBegin {
		t.Errorf("the first one has bounds %d", got)
	}
	if got := p.find(name(5 * maxPreparedBounds)); got != boundsEnd {
		t.Errorf("one that was left out has bounds %d", got)
	}
}
