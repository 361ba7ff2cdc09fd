package translate

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// TestTranslationKey: a translation is remembered for everything that it depends on, and no spelling of the same
// question makes it another. Who asks and on which search_path is in the fingerprint; what the operator has set makes
// another agent.
func TestTranslationKey(t *testing.T) {
	t.Parallel()
	key := func(change func(*reader)) string {
		w := &reader{caller: caller{agent: &Agent{cfg: Config{Engine: EngineAuto}}, question: Question{Text: "how many orders", Datasource: "shop"},
			print: schema.Print{Hash: "1"}, settings: Settings{Lessons: true}}}
		if change != nil {
			change(w)
		}
		return w.key()
	}
	same := key(nil)
	for name, change := range map[string]func(*reader){
		"question":                          func(w *reader) { w.question.Text = "how many customers" },
		"datasource":                        func(w *reader) { w.question.Datasource = "hr" },
		"server":                            func(w *reader) { w.question.Server = "replica:5432/shop" },
		"fingerprint":                       func(w *reader) { w.print.Hash = "2" },
		"engine of the user":                func(w *reader) { w.settings.Engine = EngineModel },
		"engine":                            func(w *reader) { w.agent.cfg.Engine = EngineModel },
		"ask.lessons":                       func(w *reader) { w.settings.Lessons = false },
		"evidence":                          func(w *reader) { w.question.Evidence = "an order is a basket" },
		"settled":                           func(w *reader) { w.question.Settled = []plan.Constraint{{Kind: plan.UseTable, Table: "orders"}} },
		"case, which a value may depend on": func(w *reader) { w.question.Text = "how many Orders" },
	} {
		if key(change) == same {
			t.Errorf("%s: the key is the same", name)
		}
	}
	for name, text := range map[string]string{"spaces": "how  many\n orders ", "mark": "how many orders?"} {
		if key(func(w *reader) { w.question.Text = text }) != same {
			t.Errorf("%s: the key is another", name)
		}
	}
}

// TestTranslationKeyAndLessons: lessons about the question make its key another one, and how they did, or praise for
// the answer, does not.
func TestTranslationKeyAndLessons(t *testing.T) {
	t.Parallel()
	basket := lessons.Lesson{ID: "1", Kind: lessons.Column, Words: "basket", Means: "orders", Status: lessons.Approved}
	key := func(fitting ...lessons.Lesson) string {
		w := &reader{caller: caller{agent: &Agent{}, question: Question{Text: "how many baskets?"}}, recalled: recalled{fitting: fitting}}
		return w.key()
	}
	used, other, disabled := basket, basket, basket
	used.Uses, used.Successes, used.Confidence = 7, 7, 0.9
	other.Means, disabled.Status = "carts", lessons.Disabled
	praise := lessons.Lesson{ID: "2", Kind: lessons.Example, Words: "how many baskets", Means: "SELECT 1", Source: lessons.FromFeedback}
	example := praise
	example.Source = lessons.FromFile
	same := key(basket)
	for name, k := range map[string]string{"used": key(used), "praised": key(basket, praise), "praised, in another order": key(praise, basket)} {
		if k != same {
			t.Errorf("%s: the key is another", name)
		}
	}
	for name, k := range map[string]string{"none": key(), "other": key(other), "disabled": key(disabled), "an example from the file": key(basket, example)} {
		if k == same {
			t.Errorf("%s: the key is the same", name)
		}
	}
}

// TestShape: what an operator sets that translations depend on is part of their key.
func TestShape(t *testing.T) {
	t.Parallel()
	base := Config{Build: "1", Guard: guard.Policy{DeniedTables: []string{"a"}}}
	same := base
	same.MaxRows, same.LogReaders = 7, []string{"dba"}
	if same.shape() != base.shape() {
		t.Error("what a translation does not depend on makes it another")
	}
	for name, change := range map[string]func(*Config){
		"build":        func(c *Config) { c.Build = "2" },
		"guard":        func(c *Config) { c.Guard.DeniedTables = []string{"b"} },
		"share":        func(c *Config) { c.Share.Level = schema.Values },
		"model":        func(c *Config) { c.Model = &scripted{} },
		"descriptions": func(c *Config) { c.Descriptions = schema.Descriptions{"shop": {"orders": {Text: "baskets"}}} },
	} {
		other := base
		if change(&other); other.shape() == base.shape() {
			t.Errorf("%s: the shape is the same", name)
		}
	}
}

// keptInMap is Translations in a map.
type keptInMap struct {
	mu   sync.Mutex
	data map[string][]byte
}

func (k *keptInMap) Load(_ context.Context, key string) ([]byte, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	data, ok := k.data[key]
	return data, ok
}

func (k *keptInMap) Keep(key string, data []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.data[key] = data
}

func (k *keptInMap) Forget(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.data, key)
}

// TestTranslationsBeyond: an agent that has just started gives the statement that another one made, without its
// model, until somebody calls it wrong.
func TestTranslationsBeyond(t *testing.T) {
	t.Parallel()
	kept := &keptInMap{data: map[string][]byte{}}
	start := func(answers ...any) (*desk, *scripted) {
		m := &scripted{answers: answers}
		return setup(t, Config{Engine: EngineModel, Model: m, Translations: kept}), m
	}
	const answer = `{"decision": "proceed", "reading": "All of them.", "sql": "SELECT count(*) AS n FROM products p", "confidence": 1, "assumptions": ["none is left out"]}`
	d, _ := start(answer)
	first, _, err := d.ask(t, Question{Text: "how many things"})
	if err != nil || len(kept.data) != 1 {
		t.Fatalf("%v, %d kept", err, len(kept.data))
	}
	d, m := start(answer)
	again, trace, err := d.ask(t, Question{Text: "how many things?"})
	if err != nil || len(m.prompts) != 0 || again.proven != first.proven || again.Reading != first.Reading || again.Engine != first.Engine {
		t.Fatalf("%v after %d prompts: %+v, states %s", err, len(m.prompts), again, states(trace))
	}
	if diff := cmp.Diff(first.Assumptions, again.Assumptions); diff != "" {
		t.Error(diff)
	}
	if _, _, err := d.ask(t, Question{Text: "no", Verb: Bad, About: again.Past()}); err != nil {
		t.Fatal(err)
	}
	d, m = start(answer)
	if _, _, err := d.ask(t, Question{Text: "how many things"}); err != nil || len(m.prompts) != 1 {
		t.Errorf("%v after %d prompts: what was called wrong is given again", err, len(m.prompts))
	}
	// What is kept may be from another time, or damaged.
	for key := range kept.data {
		kept.data[key] = []byte(`{"sql": "SELECT 1", "plan": {"select": [{"expr": "2"}]}}`)
	}
	d, m = start(answer)
	if got, _, err := d.ask(t, Question{Text: "how many things"}); err != nil || len(m.prompts) != 1 || got.proven != first.proven {
		t.Errorf("%v after %d prompts: %+v", err, len(m.prompts), got)
	}
}

// TestTranslationsBeyondWithPlan: the plan comes back too, so that a follow-up can change it.
func TestTranslationsBeyondWithPlan(t *testing.T) {
	t.Parallel()
	kept := &keptInMap{data: map[string][]byte{}}
	const text = "how many orders per country"
	d := setup(t, Config{Translations: kept})
	first, _, err := d.ask(t, Question{Text: text})
	if err != nil || first.Plan == nil {
		t.Fatalf("%v, %+v", err, first)
	}
	d = setup(t, Config{Translations: kept})
	again, trace, err := d.ask(t, Question{Text: text})
	if err != nil || again.proven != first.proven || again.Plan == nil || strings.Contains(states(trace), string(stPlan)) {
		t.Fatalf("%v, states %s, %+v", err, states(trace), again)
	}
	changed, _, err := d.ask(t, Question{Text: "only the top 3", Verb: Refine, About: again.Past()})
	if err != nil || !strings.Contains(changed.proven, "LIMIT 3") {
		t.Errorf("%v, %+v", err, changed)
	}
}
