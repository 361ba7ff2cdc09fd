package translate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/schema"
)

// TestEvidenceGoesWhereItHelps: a glossary entry is in the prompts of a question that has its words, in those that
// judge tables too, and in no others; so is what an expert added. The value profile, and what the built-in translator
// understood by it, are there when values may be shared, and not otherwise.
func TestEvidenceGoesWhereItHelps(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "lessons.yaml")
	if err := os.WriteFile(file, []byte(`lessons:
  - words: net turnover
    means: sum(order_items.quantity * order_items.unit_price)
  - words: whales
    means: customers with more than ten orders
`), 0o600); err != nil {
		t.Fatal(err)
	}
	library, err := lessons.Open(t.Context(), lessons.Config{File: file, Every: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	tests := []struct {
		name     string
		question Question
		level    schema.Level
		mode     string
		want     []string // in every prompt
		not      []string // in none
	}{
		{"a metric", Question{Text: "colourless net turnover of Germany furiously"}, schema.NamesAndComments, "auto",
			[]string{"sum(order_items.quantity * order_items.unit_price)"}, []string{"whales", "probably means", "'Germany'"}},
		{"a metric, tables judged", Question{Text: "colourless net turnover furiously"}, schema.NamesAndComments, "all",
			[]string{"sum(order_items.quantity * order_items.unit_price)"}, []string{"whales"}},
		{"a glossary term", Question{Text: "colourless whales furiously"}, schema.Names, "auto", []string{"customers with more than ten orders"}, []string{"net turnover"}},
		{"what an expert added", Question{Text: "colourless ideas furiously", Evidence: "ideas are orders"}, schema.Names, "all", []string{"ideas are orders"}, []string{"NOTES says"}},
		{"nothing", Question{Text: "colourless ideas furiously"}, schema.NamesAndComments, "auto", nil, []string{"<<NOTES", "such as", "whales"}},
		{"values", Question{Text: "colourless ideas of Germany furiously"}, schema.Values, "auto", []string{"'Germany'"}, []string{"whales"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &player{play: drafting(countOrders)}
			d := setup(t, Config{Engine: EngineModel, Model: m, Lessons: library, Share: schema.Share{Level: tt.level}})
			if _, _, err := d.ask(t, tt.question); err != nil {
				t.Fatal(err)
			}
			for _, p := range m.prompts {
				for _, want := range tt.want {
					if !strings.Contains(p.User, want) {
						t.Errorf("%s: %q is missing:\n%s", p.Name, want, p.User)
					}
				}
				for _, not := range tt.not {
					if strings.Contains(p.User, not) {
						t.Errorf("%s: %q is there", p.Name, not)
					}
				}
			}
		})
	}
}
