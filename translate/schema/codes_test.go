package schema

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMeasureReadsCodes checks that a code table is read once it was told of, without rows that are too long, and
// that one with policies, a masked column or too many rows is not.
func TestMeasureReadsCodes(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do(`CREATE TABLE codes (grp char(3), cd int, txt text, PRIMARY KEY (grp, cd));
		INSERT INTO codes VALUES ('A', 1, 'one'), ('A', 2, 'two'), ('B', 1, repeat('x', 81)); ANALYZE codes;
		CREATE TABLE secured (LIKE codes); INSERT INTO secured SELECT * FROM codes; ALTER TABLE secured ENABLE ROW LEVEL SECURITY;
		CREATE TABLE masked (LIKE codes); INSERT INTO masked SELECT * FROM codes;
		CREATE TABLE many (LIKE codes); INSERT INTO many SELECT 'A', g, 'one' FROM generate_series(1, 3001) g`)
	owner.do(sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO READER"))
	print := reader.print()
	snap, err := Extract(t.Context(), reader.conn, print)
	if err != nil {
		t.Fatal(err)
	}
	var want Wanted
	for _, name := range []string{"many", "secured", "masked", "codes"} {
		table := *snap.Table("public", name)
		c := CodeTable{Table: &table, Set: table.Column("grp"), Code: table.Column("cd"), Label: table.Column("txt")}
		if name == "masked" {
			label := *c.Label
			label.Masked = true
			c.Label = &label
		}
		want.Codes = append(want.Codes, c)
	}
	var told []Sample
	witness := func(_ context.Context, all []Sample) error { told = all; return nil }
	got, err := Measure(t.Context(), reader.conn, print, want, witness)
	codes := Codes{Table: "public.codes", Set: "grp", Code: "cd", Label: "txt", Rows: []CodeRow{{"A", "1", "one", ""}, {"A", "2", "two", ""}}}
	if diff := cmp.Diff(Measured{Codes: []Codes{codes}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if len(told) != 2 || told[1].Table.Name != "codes" || !cmp.Equal(told[1].Columns, []string{"grp", "cd", "txt"}) ||
		!strings.HasSuffix(told[1].SQL, " /* pgask codes */") {
		t.Errorf("told %+v", told)
	}
	refused := errors.New("disk full")
	if got, err := Measure(t.Context(), reader.conn, print, want, func(context.Context, []Sample) error { return refused }); !errors.Is(err,
		refused) || len(got.Codes) > 0 {
		t.Errorf("without a witness it was read: %v %v", got, err)
	}
	reader.do("BEGIN")
	if got, err := Measure(t.Context(), reader.conn, print, want, witness); err != nil || len(got.Codes) > 0 {
		t.Errorf("in the caller's transaction it was read: %v %v", got, err)
	}
}
