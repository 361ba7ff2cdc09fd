package grounding

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// TestLines: what a prompt says of a relation is there once, as SQL spells it, and lists that are not complete do not
// look so.
func TestLines(t *testing.T) {
	t.Parallel()
	var towns []string
	for i := range 20 {
		towns = append(towns, strings.Repeat("x", i+1))
	}
	flag := &schema.Column{Name: "isTest", Type: "boolean", TypeName: "bool", Class: schema.Boolean, Comment: "test rows must be left out"}
	city := words("city", "", towns...)
	city.Type = "character varying(40)"
	client := &schema.Table{Schema: "public", Name: "client", Kind: schema.Ordinary, Rows: 500, Visible: true, PrimaryKey: []string{"code"},
		Columns: []*schema.Column{words("code", ""), city, words("kind", "", "firm", "person"), flag, words("fax", "", "", "1"), words("telex", "", "", "2"), words("pager", "", "", "3")}}
	visit := &schema.Table{Schema: "public", Name: "visit", Kind: schema.Ordinary, Rows: 500, Visible: true, PrimaryKey: []string{"id"},
		Columns: []*schema.Column{number("id"), words("client_code", "", "a", "b")}, ForeignKeys: []schema.ForeignKey{
			{Name: "k", Columns: []string{"client_code"}, RefSchema: "public", RefTable: "client", RefColumns: []string{"code"}, Confidence: 1}}}
	log := &schema.Table{Schema: "public", Name: "audit_log", Kind: schema.Ordinary, Rows: 500, Visible: true, Columns: []*schema.Column{number("id"), words("query", "what was run")}}
	m := semantic.Of(schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{client, visit, log}}), false)
	for _, c := range m.Named("client")[0].Columns[4:] {
		c.Reading = &semantic.Reading{Kind: semantic.Sentinel, Values: []string{""}}
	}
	m.Named("audit_log")[0].Standing = semantic.Log
	g := ground(m, "visits of clients", Options{Share: schema.Share{Level: schema.Values}})
	for _, want := range []string{"! leave out: \"isTest\"\n", "\ncity, such as 'x', 'xx', 'xxx'\n", "\nkind one of 'firm', 'person'\n", "\nclient_code -> client.code\n",
		"\n'' is unknown in fax, telex, pager\n", "## audit_log (~500 rows)\n! log: only if the question names it\ncolumns (id query)\n"} {
		if !strings.Contains(g.Schema, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if t.Failed() {
		t.Log(g.Schema)
	}
}
