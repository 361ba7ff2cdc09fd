package schema

import (
	"fmt"
	"testing"

	"github.com/pgask/pgask/translate/borrow"
)

// values returns a result row; "-" stands for NULL.
func values(texts ...string) [][]byte {
	row := make([][]byte, len(texts))
	for i, s := range texts {
		if s != "-" {
			row[i] = []byte(s)
		}
	}
	return row
}

// catalog returns a small, valid answer of a server: one table with one column.
func catalog() []borrow.Result {
	results := make([]borrow.Result, statementCount)
	results[relationsAt].Rows = [][][]byte{values("20000", "public", "t", "r", "5", "f", "-", "-", "t", "f", "-")}
	results[typesAt].Rows = [][][]byte{values("25", "public", "text", "b", "S", "0", "0", "f")}
	results[columnsAt].Rows = [][][]byte{values("20000", "1", "c", "text", "25", "t", "-")}
	return results
}

func TestBuildRefusesWhatIsNoCatalog(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func([]borrow.Result) []borrow.Result{
		"nothing":           func([]borrow.Result) []borrow.Result { return nil },
		"too few results":   func(r []borrow.Result) []borrow.Result { return r[1:] },
		"too few columns":   func(r []borrow.Result) []borrow.Result { r[keysAt].Rows = [][][]byte{values("1")}; return r },
		"an oid in words":   func(r []borrow.Result) []borrow.Result { r[relationsAt].Rows[0][0] = []byte("x"); return r },
		"an oid too large":  func(r []borrow.Result) []borrow.Result { r[columnsAt].Rows[0][0] = []byte("4294967296"); return r },
		"a count of nobody": func(r []borrow.Result) []borrow.Result { r[relationsAt].Rows[0][4] = []byte("many"); return r },
	} {
		if s, err := build(spoil(catalog()), Print{}); err == nil {
			t.Errorf("%s: built %+v", name, s)
		}
	}
}

// References to objects that do not exist are left out, and cycles end.
func TestBuildSurvivesACatalogThatLies(t *testing.T) {
	t.Parallel()
	r := catalog()
	r[typesAt].Rows = append(r[typesAt].Rows,
		values("30", "public", "loop", "d", "S", "31", "0", "f"), values("31", "public", "pool", "d", "S", "30", "0", "f"),
		values("32", "public", "_loop", "b", "A", "0", "32", "f"))
	r[columnsAt].Rows = append(r[columnsAt].Rows,
		values("20000", "2", "looping", "loop", "30", "f", "-"), values("20000", "3", "array", "loop[]", "32", "f", "-"),
		values("20000", "4", "unknown", "?", "99", "f", "-"), values("66666", "1", "of nothing", "text", "25", "f", "-"))
	r[keysAt].Rows = [][][]byte{
		values("20000", "t", "1 9", "2"), values("20000", "f", "1", "7"), values("20000", "f", "1", "-3"), values("6", "t", "1", "1"),
		values("20000", "f", "0", "1"), values("20000", "f", "", "0"),
	}
	r[constraintsAt].Rows = [][][]byte{
		values("20000", "f", "fk", "1", "77777", "1", "-", "t"), values("20000", "f", "fk", "1 2", "20000", "1", "-", "t"),
		values("20000", "f", "fk", "9", "20000", "1", "-", "t"), values("9", "c", "check", "-", "0", "-", "true", "t"),
	}
	r[statisticsAt].Rows = [][][]byte{
		values("20000", "1", "f", "0", "2", "2", `["a","b"]`, `[1]`, "-", "-", `{`), values("20000", "9", "f", "0", "0", "-", "-", "-", "-", "-", "-"),
		values("20000", "2", "f", "NaN", "-Infinity", "-", "-", "-", "-", "-", `["x"]`),
	}
	s, err := build(r, Print{SearchPath: []string{"public"}})
	if err != nil {
		t.Fatal(err)
	}
	table := s.Table("", "t")
	if len(table.Columns) != 4 || table.PrimaryKey != nil || table.Unique != nil || table.ForeignKeys != nil || table.Checks != nil {
		t.Errorf("built %+v", table)
	}
	if p := table.Columns[0].Profile; len(p.Values) != 0 || p.Complete {
		t.Errorf("values without frequencies: %+v", p)
	}
}

func TestBuildIsBounded(t *testing.T) {
	t.Parallel()
	r := catalog()
	r[relationsAt].Rows = nil
	for i := range MaxTables + 1 {
		r[relationsAt].Rows = append(r[relationsAt].Rows,
			values(fmt.Sprint(20000+i), "public", fmt.Sprintf("t%05d", i), "r", "-1", "f", "-", "-", "t", "f", "-"))
	}
	r[enumsAt].Rows = nil
	for i := range maxEnumLabels + 5 {
		r[enumsAt].Rows = append(r[enumsAt].Rows, values("40", fmt.Sprint(i)))
	}
	r[typesAt].Rows = append(r[typesAt].Rows, values("40", "public", "mood", "e", "E", "0", "0", "f"))
	r[columnsAt].Rows[0][4] = []byte("40")
	s, err := build(r, Print{})
	if err != nil {
		t.Fatal(err)
	}
	if !s.Omitted || len(s.Tables) != MaxTables {
		t.Errorf("omitted %v, %d tables", s.Omitted, len(s.Tables))
	}
	if c := s.Tables[0].Columns[0]; len(c.Enum) != maxEnumLabels || c.Profile.Complete {
		t.Errorf("%d labels, complete %v", len(c.Enum), c.Profile.Complete)
	}
}
