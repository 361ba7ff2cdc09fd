package grounding

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Whatever names, comments and values a database uses, every line of what a model is told has one of our forms.
func FuzzGround(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add("name", "comment", "value")
	f.Add("a\n## b", "c\r\n- d `e`", "f'\u2028\u0085g")
	f.Add("\xff\xfe", "\x00", "'; --")
	f.Fuzz(func(t *testing.T, name, comment, value string) {
		number := &schema.Column{Name: name, Comment: comment, Type: "numeric", TypeName: "numeric", Class: schema.Decimal, Profile: schema.Profile{Min: value, Max: value}}
		kind := &schema.Column{Name: name, Comment: comment, Type: name, TypeName: name, Class: schema.Enum, Enum: []string{value}}
		table := &schema.Table{Schema: name, Name: name, Comment: comment, Rows: 1, Kind: schema.Ordinary, Unique: [][]string{{name}}, PrimaryKey: []string{name},
			Columns: []*schema.Column{words(name, comment, value), number, kind}}
		g := ground(semantic.Of(schema.New(schema.Snapshot{Tables: []*schema.Table{table}}), false), "all of them", Options{Share: schema.Share{Level: schema.Values}})
		columns, column := 0, schema.Identifier(name)
		for i, line := range strings.Split(strings.TrimSuffix(g.Schema, "\n"), "\n") {
			switch {
			case i == 0 && strings.HasPrefix(line, "## "), i > 0 && columns == 0 && strings.HasPrefix(line, "! "):
			case i > 0 && strings.HasPrefix(line, column):
				columns++
			default:
				t.Fatalf("line %d is not ours: %q", i+1, line)
			}
		}
		if columns != len(table.Columns) {
			t.Fatalf("%d columns:\n%s", columns, g.Schema)
		}
		if all := g.Schema + g.Notes; strings.ContainsAny(all, "`\r\x00\x1b\u2028\u2029") {
			t.Fatalf("not clean: %q", all)
		}
	})
}

// TestDates: how a text column writes dates reveals no date, and is told at the levels that tell comments, but not of masked columns and
// of tables with row-level security.
func TestDates(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		level             schema.Level
		masked, rls, want bool
	}{
		{schema.NamesAndComments, false, false, true}, {schema.Values, false, false, true}, {schema.Names, false, false, false},
		{schema.NamesAndComments, true, false, false}, {schema.NamesAndComments, false, true, false},
	} {
		day := words("day", "")
		day.Profile = schema.Profile{Values: []string{"8/27/2015", "8/5/2015", "12/1/2013"}}
		day.Masked = tt.masked
		trips := &schema.Table{Schema: "public", Name: "trips", Visible: true, Rows: -1, RowSecurity: tt.rls, Columns: []*schema.Column{day}}
		g := ground(semantic.Of(schema.New(schema.Snapshot{Tables: []*schema.Table{trips}}), false), "trips", Options{Share: schema.Share{Level: tt.level}})
		if strings.Contains(g.Schema, "day, dates as MM/DD/YYYY") != tt.want {
			t.Errorf("%+v: %s", tt, g.Schema)
		}
	}
}
