package schema

import (
	"testing"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// thousand creates 1,000 tables with 12 columns and 100 analysed rows each, keys, comments and foreign keys.
const thousand = `
DO $$ BEGIN
	FOR i IN 1..1000 LOOP
		EXECUTE format('CREATE TABLE t%s (id int PRIMARY KEY, name text NOT NULL, kind text, amount numeric(10,2), day date,
			at timestamptz, done boolean, code varchar(20), size bigint, data jsonb, note text, parent_id int %s)',
			i, CASE WHEN i > 1 THEN format('REFERENCES t%s', 1 + (i * 7919) % (i - 1)) END);
		EXECUTE format('COMMENT ON TABLE t%1$s IS ''the things of table %1$s''; COMMENT ON COLUMN t%1$s.name IS ''what it is called''', i);
		EXECUTE format('INSERT INTO t%s SELECT g, ''name '' || g, ''kind '' || g %% 7, g * 1.5, date ''2025-01-01'' + g, now(),
			g %% 2 = 0, ''c'' || g %% 30, g, ''{}'', repeat(''x'', g), NULL FROM generate_series(1, 100) g', i);
	END LOOP;
END $$;
ANALYZE;
`

func thousandTables(b *testing.B) *session {
	b.Helper()
	s := connect(b, sandboxtest.Empty(b), sandbox.Superuser)
	s.do(thousand)
	return s
}

// The figures of DESIGN.md: fingerprint at most 50 ms, aim 10 ms; extraction at most 1 s, aim 300 ms.
func BenchmarkThousandTables(b *testing.B) {
	s := thousandTables(b)
	print := s.print()
	var snap *Snapshot
	b.Run("fingerprint", func(b *testing.B) {
		for b.Loop() {
			if _, err := Fingerprint(b.Context(), s.conn, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("look", func(b *testing.B) {
		for b.Loop() {
			if _, err := looks.Fingerprint(b.Context(), s.conn, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("extract", func(b *testing.B) {
		for b.Loop() {
			var err error
			if snap, err = Extract(b.Context(), s.conn, print); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(snap.Size())/(1<<20), "MiB")
	})
}
