package translate

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// TestDescriptionsReachThePrompt: what a file says of a table stands beside its comment, as far as comments are shared.
func TestDescriptionsReachThePrompt(t *testing.T) {
	t.Parallel()
	said := schema.Descriptions{"shop": {"orders": {Text: "every basket that was paid", Columns: map[string]string{"id": "the basket's number"}}}}
	for level, shown := range map[schema.Level]bool{schema.Names: false, schema.NamesAndComments: true} {
		m := &scripted{tier: model.Full, answers: []any{planned(countOrders), planned(countOrders)}}
		d := setup(t, Config{Engine: EngineModel, Model: m, Descriptions: said, Share: schema.Share{Level: level}})
		for _, text := range []string{"how many baskets", "how many baskets are paid"} { // the second from the cached snapshot
			if _, _, err := d.ask(t, Question{Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		for i, p := range m.prompts {
			if strings.Contains(p.User, "every basket") != shown || strings.Contains(p.User, "the basket's number") != shown {
				t.Errorf("level %v, prompt %d: shown %v, want %v", level, i, !shown, shown)
			}
		}
	}
}
