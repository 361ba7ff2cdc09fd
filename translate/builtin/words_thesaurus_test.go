package builtin

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// Every group has at least two members, each of them lower case, and no phrase is longer than is looked for.
func TestThesaurus(t *testing.T) {
	t.Parallel()
	for _, g := range synonymGroups {
		if ws := strings.Fields(g); len(ws) < 2 || strings.ToLower(g) != g {
			t.Errorf("group %q", g)
		}
	}
	for _, g := range phraseGroups {
		ps := strings.Split(strings.TrimSpace(g), "/")
		if len(ps) < 2 {
			t.Errorf("group %q", g)
		}
		for _, p := range ps {
			if n := len(strings.Fields(p)); n == 0 || n > maxSynonymWords {
				t.Errorf("%q has %d words", p, n)
			}
		}
	}
}

// An adjective that shares its stem with a noun is not read as what the noun is another word for.
func TestJudging(t *testing.T) {
	t.Parallel()
	ix := indexOf(schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{
		{Schema: "public", Name: "shops", Kind: schema.Ordinary, Visible: true, Columns: []*schema.Column{{Name: "id", Class: schema.Integer}}},
		{Schema: "public", Name: "items", Kind: schema.Ordinary, Visible: true, Columns: []*schema.Column{
			{Name: "id", Class: schema.Integer}, {Name: "cost", Class: schema.Decimal}}}}}))
	for text, want := range map[string]string{"expense": "cost", "expensive": "", "goods": "items", "good": ""} {
		got := ""
		if found := ix.find(tokenize(text)); len(found) > 0 {
			if got = found[0].table.Name; found[0].column != nil {
				got = found[0].column.Name
			}
		}
		if got != want {
			t.Errorf("%s is read as %q, want %q", text, got, want)
		}
	}
}
