package schema

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// The queries of views are read with qualified names, and without waiting for somebody who changes a table.
func TestReadQueries(t *testing.T) {
	t.Parallel()
	db := sandboxtest.Empty(t)
	s := connect(t, db, "postgres")
	s.do(`CREATE TABLE t (a int, gone boolean); CREATE VIEW v AS SELECT a FROM t WHERE NOT gone;
		CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t`)
	snap, err := ReadQueries(t.Context(), s.conn, s.print(), s.snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if q := snap.Table("public", "v").Query; !strings.Contains(q, "FROM public.t") || !strings.Contains(q, "NOT") {
		t.Errorf("the query of v is %q", q)
	}
	if q := snap.Table("public", "m").Query; !strings.Contains(q, "count(*)") {
		t.Errorf("the query of m is %q", q)
	}
	before := s.snapshot()
	other := connect(t, db, "postgres")
	other.do(`BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE`)
	if snap, err = ReadQueries(t.Context(), s.conn, s.print(), before); err == nil || snap != before {
		t.Error("the queries were read in spite of a lock")
	}
	if got := s.one("SELECT 1"); got != "1" {
		t.Error("the connection is not usable behind it")
	}
}
