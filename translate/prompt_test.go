package translate

import (
	"errors"
	"strings"
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/schema"
)

// TestExchanges: when prompts are kept the trace has each call of a model, the failed and the spared ones, and what
// stays of its prompt when it is masked has no word of the user's and no value of the database's.
func TestExchanges(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(badCast), wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m, KeepPrompts: true, Share: schema.Share{Level: schema.Values}})
	const question = "how many zanzibar things in Berlin"
	_, tr, err := d.ask(t, Question{Text: question, Evidence: "zanzibar is an order"})
	if err != nil || len(tr.Exchanges) != 2 {
		t.Fatalf("%d exchanges, %v", len(tr.Exchanges), err)
	}
	for i, x := range tr.Exchanges {
		if x.At != "plan" || x.Model != "scripted" || x.System != m.prompts[i].System || x.User != m.prompts[i].User || x.Answer == "" || x.Cached || !x.Values || x.TokensIn != 100 {
			t.Errorf("call %d: %+v", i, x)
		}
		plain := x.Plain()
		if strings.Contains(plain, "zanzibar") || !strings.Contains(plain, "orders") {
			t.Errorf("masked: %s", plain)
		}
		// The sample's cities are in the prompt, which shares values.
		if !strings.Contains(x.User, "Berlin") || strings.Contains(plain, "Berlin") {
			t.Errorf("a stored value is in the prompt: %v, and when it is masked: %v", strings.Contains(x.User, "Berlin"), strings.Contains(plain, "Berlin"))
		}
	}
	if !strings.Contains(tr.Exchanges[1].User, "::integer") || strings.Contains(tr.Exchanges[1].Plain(), "::integer") {
		t.Error("the failed attempt is to be in the second prompt, and not when it is masked")
	}

	m.answers = []any{errors.New("out of order")}
	if _, tr, err = d.ask(t, Question{Text: "another"}); err == nil || len(tr.Exchanges) != 1 || tr.Exchanges[0].Error != "out of order" {
		t.Errorf("%+v, %v", tr.Exchanges, err)
	}
	if _, tr, err = d.ask(t, Question{Text: question, Evidence: "zanzibar is an order", Verb: SQL}); err != nil || len(tr.Exchanges) > 0 && !tr.Exchanges[0].Cached {
		t.Errorf("%+v, %v", tr.Exchanges, err)
	}

	var r audit.Record
	tr.Exchanges = []*audit.Exchange{{}}
	if tr.Fill(&r); len(r.Exchanges) != 1 {
		t.Error("the record lacks the exchanges")
	}
	d = setup(t, Config{Engine: EngineModel, Model: &scripted{answers: []any{wrote(countOrders)}}})
	if _, tr, err = d.ask(t, Question{Text: question}); err != nil || len(tr.Exchanges) != 0 {
		t.Errorf("nothing is to be kept: %d exchanges, %v", len(tr.Exchanges), err)
	}
}
