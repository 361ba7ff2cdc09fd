package translate

import (
	"testing"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// TestTranslationKey: a translation is remembered for everything that it depends on, and no spelling of the same question
// makes it another. Who asks and on which search_path is in the fingerprint; what the operator has set makes another agent.
func TestTranslationKey(t *testing.T) {
	t.Parallel()
	key := func(change func(*work)) string {
		w := &work{agent: &Agent{cfg: Config{Engine: EngineAuto}}, question: Question{Text: "how many orders", Datasource: "shop"},
			print: schema.Print{Hash: "1"}, settings: Settings{Lessons: true}}
		if change != nil {
			change(w)
		}
		return w.key()
	}
	same := key(nil)
	for name, change := range map[string]func(*work){
		"question":                          func(w *work) { w.question.Text = "how many customers" },
		"datasource":                        func(w *work) { w.question.Datasource = "hr" },
		"server":                            func(w *work) { w.question.Server = "replica:5432/shop" },
		"fingerprint":                       func(w *work) { w.print.Hash = "2" },
		"engine of the user":                func(w *work) { w.settings.Engine = EngineModel },
		"engine":                            func(w *work) { w.agent.cfg.Engine = EngineModel },
		"ask.lessons":                       func(w *work) { w.settings.Lessons = false },
		"evidence":                          func(w *work) { w.question.Evidence = "an order is a basket" },
		"settled":                           func(w *work) { w.question.Settled = []plan.Constraint{{Kind: plan.UseTable, Table: "orders"}} },
		"case, which a value may depend on": func(w *work) { w.question.Text = "how many Orders" },
	} {
		if key(change) == same {
			t.Errorf("%s: the key is the same", name)
		}
	}
	for name, text := range map[string]string{"spaces": "how  many\n orders ", "mark": "how many orders?"} {
		if key(func(w *work) { w.question.Text = text }) != same {
			t.Errorf("%s: the key is another", name)
		}
	}
	var none *lessons.Library
	if none.Edition() != 0 {
		t.Error("no library has an edition")
	}
}
