package lookup

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

func TestOf(t *testing.T) {
	t.Parallel()
	text := func() *schema.Column { return &schema.Column{Name: "name", TypeName: "text", Class: schema.Text} }
	tests := map[string]struct {
		table  schema.Table
		column *schema.Column
		want   Way
	}{
		"small":             {schema.Table{Kind: schema.Ordinary, Rows: 100}, text(), ByScan},
		"large":             {schema.Table{Kind: schema.Ordinary, Rows: 1e6}, text(), None},
		"large, unique":     {schema.Table{Kind: schema.Ordinary, Rows: 1e6, Unique: [][]string{{"name", "city"}}}, text(), ByIndex},
		"second in the key": {schema.Table{Kind: schema.Ordinary, Rows: 1e6, Unique: [][]string{{"city", "name"}}}, text(), None},
		"of unknown size":   {schema.Table{Kind: schema.Ordinary, Rows: -1}, text(), None},
		"view":              {schema.Table{Kind: schema.View, Rows: 100}, text(), None},
		"behind a policy":   {schema.Table{Kind: schema.Ordinary, Rows: 100, RowSecurity: true}, text(), None},
		"elsewhere":         {schema.Table{Kind: schema.Foreign, Rows: 100, Remote: true}, text(), None},
		"a type of others'": {schema.Table{Kind: schema.Ordinary, Rows: 100}, &schema.Column{Name: "name", TypeName: "citext", Class: schema.Text}, None},
		"text that is theirs": {schema.Table{Kind: schema.Ordinary, Rows: 100},
			&schema.Column{Name: "name", TypeName: "text", TypeSchema: "evil", Class: schema.Text}, None},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := wayOf(&tt.table, tt.column); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestSpellings: a text is found whatever its case, accents, punctuation, legal form and order of words, and with one
// slip.
func TestSpellings(t *testing.T) {
	t.Parallel()
	conn := connect(t)
	table, column := firms(12)
	unique, key := firms(1e6)
	unique.Unique = [][]string{{"firm"}}
	tests := []struct {
		text string
		want []string
	}{
		{"Café-Zoé GmbH", []string{"Café-Zoé GmbH"}},
		{"cafe zoe", []string{"Café-Zoé GmbH"}},
		{"CAFE ZOE", []string{"Café-Zoé GmbH"}},
		{"zoe cafe", []string{"Café-Zoé GmbH"}},
		{"cafe zoo", []string{"Café-Zoé GmbH"}},
		{"koln", []string{"Köln", "KÖLN"}},
		{"Köln", []string{"Köln", "KÖLN"}},
		{"na records", []string{"N/A Records"}},
		{"n/a records", []string{"N/A Records"}},
		{"n a records", []string{"N/A Records"}},
		{"Strasser & Sohn", []string{"Strasser & Sohn OHG"}},
		{"strasser und sohn", []string{"Strasser & Sohn OHG"}},
		{"Portugl", []string{"Portugal"}},
		{"Protugal", []string{"Portugal"}},
		{"Potrugal", []string{"Portugal"}},
		{"Levis", []string{"Levi's"}},
		{"Torvalds", []string{"Linus Torvalds"}},
		{"100% sure", []string{"100% Sure Ltd"}},
		{`back\slash "quoted"`, []string{`Back\Slash "Quoted" {x}`}},
		{"nobody", nil},
		{"'; DROP TABLE firms; --", nil},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			found := look(t, conn, []Want{{table, column, tt.text}})
			if len(found) != 1 || !found[0].Whole || !slices.Equal(stored(found[0]), tt.want) {
				t.Errorf("found %+v, want %q", found, tt.want)
			}
		})
	}
	found := look(t, conn, []Want{{unique, key, "portugal"}, {unique, key, "nobody"}, {table, column, "koln"}, {table, column, "levis"}})
	if len(found) != 4 || found[0].Whole || !slices.Equal(stored(found[0]), []string{"Portugal"}) || len(found[1].Values) > 0 ||
		found[2].Values[0].Rows != 2 || len(found[3].Values) != 1 {
		t.Errorf("several at once: %+v", found)
	}
}

// TestBounds: what one statement reads does not grow with what is wanted.
func TestBounds(t *testing.T) {
	t.Parallel()
	var wants []Want
	for range 200 {
		table, column := firms(100)
		wants = append(wants, Want{table, column, "koln"}, Want{table, column, "bonn"})
	}
	if q := New(wants, true); len(q.columns) != MaxColumns || len(q.Statement.Args) > 12 {
		t.Errorf("%d columns, %d parameters", len(q.columns), len(q.Statement.Args))
	}
	for i := range wants {
		wants[i].Table.Rows = MaxScanned
	}
	if q := New(wants, true); len(q.columns) != maxRows/MaxScanned {
		t.Errorf("%d large columns", len(q.columns))
	}
	table, column := firms(10)
	for _, text := range []string{"", " ", "!?", "a\x00b", "a\xffb", strings.Repeat("x", maxText+1)} {
		if q := New([]Want{{table, column, text}}, true); q != nil {
			t.Errorf("%q is looked up", text)
		}
	}
	if q := New([]Want{{table, column, "Köln"}}, false); q != nil {
		t.Error("a letter is looked up that the server's encoding may not have")
	}
}

func stored(f Found) (all []string) {
	for _, v := range f.Values {
		all = append(all, v.Value)
	}
	return all
}

// look sends a query for the wants.
func look(t *testing.T, conn *pgconn.PgConn, wants []Want) []Found {
	t.Helper()
	q := New(wants, true)
	if q == nil {
		t.Fatal("nothing to look up")
	}
	results, err := borrow.New(conn).ReadOnly(t.Context(), map[string]string{"client_encoding": "UTF8", "search_path": SearchPath}, q.Statement)
	if err != nil {
		t.Fatal(err)
	}
	found, err := q.Read(results[0])
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// firms is the table that connect makes, as it is or as if it were large.
func firms(rows float64) (*schema.Table, *schema.Column) {
	column := &schema.Column{Name: "firm", TypeName: "text", Class: schema.Text}
	return &schema.Table{Schema: "pg_temp", Name: "fi\"rms", Kind: schema.Ordinary, Rows: rows, Columns: []*schema.Column{column}}, column
}

func connect(t *testing.T) *pgconn.PgConn {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgconn.Connect(ctx, sandboxtest.Server(t).URL(sandboxtest.Shop(t), "demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(ctx, `CREATE TEMP TABLE "fi""rms" (firm text); INSERT INTO "fi""rms" VALUES ('Café-Zoé GmbH'), ('Köln'), ('Köln'), ('KÖLN'),
		('N/A Records'), ('Strasser & Sohn OHG'), ('Portugal'), ('Levi''s'), ('Linus Torvalds'), ('100% Sure Ltd'), ('Back\Slash "Quoted" {x}'), (NULL)`).ReadAll(); err != nil {
		t.Fatal(err)
	}
	return conn
}
