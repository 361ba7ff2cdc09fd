package guard

import (
	"os"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// facts of a small shop, under the statement's own path.
func facts() Facts {
	col := func(names ...string) []*schema.Column {
		var cols []*schema.Column
		for _, n := range names {
			name, typ, _ := strings.Cut(n, " ")
			c := &schema.Column{Name: name, Type: typ, TypeName: typ}
			if strings.HasPrefix(typ, "app.") {
				c.Class, c.TypeName, c.Enum = schema.Enum, strings.TrimPrefix(typ, "app."), []string{"paid", "open"}
			}
			cols = append(cols, c)
		}
		return cols
	}
	tables := []*schema.Table{
		{Schema: "app", Name: "customers", Kind: schema.Ordinary, Columns: col("id int8", "name text", "city text")},
		{Schema: "app", Name: "orders", Kind: schema.Partitioned, Columns: col("id int8", "customer_id int8", "ordered_at timestamptz", "total numeric", "status app.order_status")},
		{Schema: "app", Name: "products", Kind: schema.Ordinary, Columns: col("id int8", "name text", "tags text[]", "attrs jsonb", "place point")},
		{Schema: "app", Name: "categories", Kind: schema.Ordinary, Columns: col("id int8", "parent_id int8", "name text")},
		{Schema: "app", Name: "order", Kind: schema.Ordinary, Columns: col("id int8", "from text")},
		{Schema: "app", Name: "customer_stats", Kind: schema.View, Columns: col("customer_id int8", "orders int8")},
		{Schema: "app", Name: "shell_out", Kind: schema.Foreign, Columns: col("line text")},
		{Schema: "hr", Name: "salaries", Kind: schema.Ordinary, Columns: col("employee_id int8", "amount numeric", "iban text")},
	}
	for i, t := range tables {
		t.OID = uint32(i + 1)
	}
	return Facts{OwnPath: true, Snapshot: schema.New(schema.Snapshot{
		Server: 150018, SearchPath: []string{"pg_catalog", "app"}, Tables: tables})}
}

// block is one statement of a corpus with the comment lines before it.
type block struct {
	line     int
	comments []string
	sql      string
}

// corpus reads blocks separated by empty lines.
func corpus(t testing.TB, file string) []block {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	var b block
	flush := func() {
		if b.sql = strings.TrimSpace(b.sql); b.sql != "" {
			blocks = append(blocks, b)
		}
		b = block{}
	}
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			flush()
		case strings.HasPrefix(line, "-- ") && b.sql == "" && len(b.comments) == 0:
			b.comments = append(b.comments, strings.TrimPrefix(line, "-- "))
		default:
			if b.line == 0 {
				b.line = i + 1
			}
			b.sql += line + "\n"
		}
	}
	flush()
	return blocks
}

func mustNew(t testing.TB, p Policy) *Guard {
	t.Helper()
	g, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestStaleFacts(t *testing.T) {
	t.Parallel()
	known := facts()
	stale := *known.Snapshot
	stale.Stale = true
	if v := mustNew(t, Policy{}).Check("SELECT name FROM customers", Facts{Snapshot: schema.New(stale), OwnPath: true}); v.Decision != Unsafe || v.Rule != RuleStale {
		t.Errorf("%+v", v)
	}
}
