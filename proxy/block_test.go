package proxy

import (
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
