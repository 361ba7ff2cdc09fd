package link_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// made returns a schema of n tables that refer to each other, with values in each.
func made(n int) *schema.Snapshot {
	nouns := strings.Fields("order customer product invoice payment shipment supplier warehouse employee contract machine meter route station permit account branch campaign ticket vehicle")
	var tables []*schema.Table
	for i := range n {
		name := fmt.Sprintf("%s_%s_%d", nouns[i%len(nouns)], nouns[(i/len(nouns))%len(nouns)], i)
		t := &schema.Table{OID: uint32(i + 1), Schema: "app", Name: name, Kind: schema.Ordinary, Rows: 1000, PrimaryKey: []string{"id"}, Visible: true}
		add := func(name, kind string, class schema.Class, values ...string) {
			t.Columns = append(t.Columns, &schema.Column{Name: name, Type: kind, TypeName: kind, Class: class, Profile: schema.Profile{Values: values, Distinct: float64(len(values))}})
		}
		add("id", "int4", schema.Integer)
		add("name", "text", schema.Text, fmt.Sprintf("First thing %d", i), fmt.Sprintf("Second thing %d", i), "Köln", "Harwich", "Sea Lark")
		add("status", "text", schema.Text, "open", "closed", "cancelled")
		add("created_at", "timestamptz", schema.Instant)
		add("total_amount", "numeric", schema.Decimal)
		if i > 0 {
			add("parent_id", "int4", schema.Integer)
			t.ForeignKeys = []schema.ForeignKey{{Columns: []string{"parent_id"}, RefSchema: "app", RefTable: tables[i/2].Name, RefColumns: []string{"id"}, Confidence: 1}}
		}
		tables = append(tables, t)
	}
	return schema.New(schema.Snapshot{SearchPath: []string{"app"}, Tables: tables})
}

// asked are questions of several styles.
var asked = []string{
	"How many orders were created in 2024 by customers in Köln?",
	"total amount of open invoices by branch and month, only those of Harwich",
	"Show the names of suppliers whose shipments were cancelled and that have more than 5 contracts with a status of closed in the last quarter of 2023",
	"sea lark machine meter permits",
	"products",
}

func BenchmarkRead(b *testing.B) {
	for _, n := range []int{100, 1000} {
		x := link.Of(semantic.Of(made(n), true))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				x.Read(asked[i%len(asked)], nil)
			}
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	m := semantic.Of(made(1000), true)
	for b.Loop() {
		link.New(m)
	}
}

// TestBounds: names and values that all mean the same make no lattice larger than its bounds, and strange text is
// read in the same time.
func TestBounds(t *testing.T) {
	t.Parallel()
	x := link.Of(semantic.Of(made(1000), true))
	long := strings.Repeat("order customer ", 60)
	for _, q := range append(asked, "", " ", "'", "''", `"`, "“”", "of of of", "\u202eorders\u202c", strings.Repeat("é", 500), long, long+long+long, "order's 's", "a_b__c_", "İstanbul ǅ ﬁ",
		strings.Repeat("-", 100), "\x00", "\xff") {
		l := x.Read(q, nil)
		if len(l.Chunks) > 24 {
			t.Errorf("%.40q: %d chunks", q, len(l.Chunks))
		}
		for _, c := range l.Chunks {
			if len(c.Links) == 0 || len(c.Links) > 12 || c.From < 0 || c.From >= c.To || c.To > len(l.Words) {
				t.Errorf("%.40q: chunk %d to %d of %d words with %d links", q, c.From, c.To, len(l.Words), len(c.Links))
			}
		}
		if wanted := x.Wants(l, q); len(wanted) > link.MaxWanted {
			t.Errorf("%.40q: wants to look up %d", q, len(wanted))
		}
	}
}

func FuzzRead(tf *testing.F) {
	f := mutants.Of(tf)
	for _, q := range asked {
		f.Add(q)
	}
	x := link.Of(semantic.Of(made(60), true))
	f.Fuzz(func(t *testing.T, q string) {
		l := x.Read(q, nil)
		x.Wants(l, q)
		for i, w := range l.Words {
			if w.Text == "" || i > 0 && w.Start < l.Words[i-1].Start {
				t.Errorf("word %d of %q is %+v", i, q, w)
			}
		}
	})
}
