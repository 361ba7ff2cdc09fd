package translate

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/spend"
)

func policies(t *testing.T, yaml string) *policy.Set {
	t.Helper()
	s, err := policy.Parse([]byte("policies:\n" + yaml))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPolicies: what is forbidden to a role is refused to it, with the policy's name, and to nobody else.
func TestPolicies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, policies, question string
		draft                    any // of the model; nil: the built-in translator is asked
		code, message, policy    string
	}{
		{"asking", "- {name: p, roles: [demo], deny: {ask: true}}", "how many orders", nil, CodeUnsafe, `role "demo" may not ask questions: policy "p" forbids it`, "p"},
		{"somebody else", "- {name: p, roles: [dba], deny: {ask: true}}", "how many orders", nil, "", "", ""},
		{"a question", `- {name: p, deny: {questions: ['\border']}, hint: Ask Ann.}`, "how many ORDERS", nil, CodeUnsafe, "may not ask this", "p"},
		{"another question", `- {name: p, deny: {questions: ['\border']}}`, "how many products", nil, "", "", ""},
		{"a table, which the built-in translator does not see", "- {name: p, deny: {tables: [reviews]}}", "how many reviews", nil, CodeUnanswered, "", ""},
		{"a table, which a model names", "- {name: p, deny: {tables: [public.orders]}}", "q", `{"decision":"proceed","sql":` + strconv.Quote("SELECT count(*) FROM orders") + `}`, CodeUnsafe, `may not ask this: policy "p" forbids it`, "p"},
		{"a table behind a view", "- {name: p, deny: {tables: [products]}, hint: Ask Ann.}", "q",
			`{"decision":"proceed","sql":` + strconv.Quote("SELECT count(*) FROM product_availability") + `}`, CodeUnsafe, `may not ask this: policy "p" forbids it`, "p"},
		{"a column", "- {name: p, deny: {columns: [customers.email]}}", "q", `{"decision":"proceed","sql":` + strconv.Quote("SELECT email FROM customers") + `}`, CodeUnsafe, `may not ask this: policy "p" forbids it`, "p"},
		{"the model", "- {name: p, deny: {models: [script*]}}", "q", `{"decision":"proceed","sql":` + strconv.Quote("SELECT count(*) FROM orders") + `}`, CodeUnsafe, "may not ask the model", "p"},
		{"another model", "- {name: p, deny: {models: [other]}}", "q", `{"decision":"proceed","sql":` + strconv.Quote("SELECT count(*) FROM orders") + `}`, "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := Config{Policies: policies(t, tt.policies)}
			m := &scripted{answers: []any{tt.draft}}
			if tt.draft != nil {
				cfg.Engine, cfg.Model, cfg.MaxAttempts = EngineModel, m, 1
			}
			_, trace, err := setup(t, cfg).ask(t, Question{Text: tt.question})
			if (err != nil || tt.code != "") && Code(err) != tt.code || err != nil && !strings.Contains(err.Error(), tt.message) || trace.Policy != tt.policy {
				t.Fatalf("%v by policy %q", err, trace.Policy)
			}
			if tt.code == CodeUnsafe && trace.Rule != guard.RulePolicy {
				t.Errorf("rule %q", trace.Rule)
			}
			if strings.Contains(tt.name, "a table") && tt.code == CodeUnsafe { // the record alone has its name
				var told *Error
				if !errors.As(err, &told) || len(trace.Relations) != 1 || strings.Contains(told.Message+told.Detail+told.Hint, trace.Relations[0][len("public."):]) {
					t.Errorf("%#v names %v", told, trace.Relations)
				}
			}
			if strings.Contains(tt.policies, "models") && tt.code != "" && len(m.prompts) > 0 {
				t.Error("the model was asked")
			}
		})
	}
}

// TestPoliciesFollowSetRole: who takes on another role does not leave the policies of its own behind, and comes under
// those of the other.
func TestPoliciesFollowSetRole(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{Policies: policies(t, "- {name: login, roles: [postgres], deny: {questions: [products]}}\n- {name: taken, roles: [demo], deny: {questions: [customers]}}")}).as(t, "postgres")
	if err := d.pg.Exec(t.Context(), "SET ROLE demo").Close(); err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{"how many products": "login", "how many customers": "taken", "how many orders": ""} {
		if _, trace, err := d.ask(t, Question{Text: question}); trace.Policy != want || (err == nil) != (want == "") {
			t.Errorf("%s: policy %q, %v", question, trace.Policy, err)
		}
	}
}

// TestQuotas: what a role may do on a day ends with the time when the count begins anew, and what cannot be counted
// is refused.
func TestQuotas(t *testing.T) {
	t.Parallel()
	t.Run("questions", func(t *testing.T) {
		t.Parallel()
		d := setup(t, Config{Policies: policies(t, "- {name: loose, quota: {questions: 9}}\n- {name: strict, quota: {questions: 2}}")})
		for range 2 {
			if _, _, err := d.ask(t, Question{Text: "how many orders"}); err != nil {
				t.Fatal(err)
			}
		}
		_, trace, err := d.ask(t, Question{Text: "how many products"})
		var e *Error
		if !errors.As(err, &e) || e.Code != CodeBudget || !strings.Contains(e.Message, `the 2 questions that it may ask in a day: policy "strict"`) ||
			!strings.HasPrefix(e.Hint, "The count begins anew at ") || trace.Rule != spend.RuleQuotaQuestions || trace.Policy != "strict" {
			t.Errorf("%v, %+v", err, trace)
		}
		if _, _, err := d.ask(t, Question{Relation: SchemaRelation}); err != nil {
			t.Errorf("what the proxy knows itself is no question: %v", err)
		}
		if _, _, err := d.as(t, "dba").ask(t, Question{Text: "how many products"}); err != nil {
			t.Errorf("another role: %v", err)
		}
	})
	t.Run("cost", func(t *testing.T) {
		t.Parallel()
		m := &scripted{answers: []any{wrote(countOrders), wrote(countOrders)}}
		ledger := &spend.MemoryLedger{}
		d := setup(t, Config{Engine: EngineModel, Model: m, Prices: map[string]spend.Price{m.Name(): {In: 1000, Out: 1000, Cached: 1000}},
			Policies: policies(t, "- {name: p, quota: {cost: 20}}"), Quotas: spend.Quotas{Cost: ledger}})
		if _, _, err := d.ask(t, Question{Text: "how many orders"}); err != nil {
			t.Fatal(err)
		}
		// The script says that it took 110 tokens, a thousandth each.
		if total, _ := ledger.Add(t.Context(), "demo", time.Now(), 19_900_000); total != 110_000+19_900_000 {
			t.Errorf("counted %d", total)
		}
		_, trace, err := d.ask(t, Question{Text: "how many orders are there"})
		if Code(err) != CodeBudget || trace.Rule != spend.RuleQuotaCost || trace.Policy != "p" || len(m.prompts) != 1 {
			t.Errorf("%v, %d prompts, %+v", err, len(m.prompts), trace.Rule)
		}
		if total, _ := ledger.Add(t.Context(), "demo", time.Now(), 0); total != 20_010_000 {
			t.Errorf("what was refused was counted: %d", total)
		}
	})
	t.Run("tokens", func(t *testing.T) {
		t.Parallel()
		m := &scripted{answers: []any{wrote(countOrders)}}
		d := setup(t, Config{Engine: EngineModel, Model: m, TokensPerRole: 1 << 40, Policies: policies(t, "- {name: p, quota: {tokens: 10}}")})
		if _, trace, err := d.ask(t, Question{Text: "how many orders"}); Code(err) != CodeBudget || trace.Rule != spend.RuleQuotaTokens || trace.Policy != "p" || len(m.prompts) != 0 {
			t.Errorf("%v, %+v", err, trace.Rule)
		}
	})
	t.Run("nobody counts", func(t *testing.T) {
		t.Parallel()
		d := setup(t, Config{Policies: policies(t, "- {name: p, quota: {questions: 9}}"), Quotas: spend.Quotas{Questions: awayLedger{}}})
		if _, _, err := d.ask(t, Question{Text: "how many orders"}); Code(err) != CodeBudget {
			t.Errorf("%v", err)
		}
	})
}

type awayLedger struct{}

// Add implements Ledger.
func (awayLedger) Add(context.Context, string, time.Time, int64) (int64, error) {
	return 0, errors.New("away")
}

// Ends implements Ledger.
func (awayLedger) Ends(at time.Time) time.Time { return at }

// TestPoliciesHoldForWhatWasPrepared: an answer that was prepared before a policy came is proven again under it.
func TestPoliciesHoldForWhatWasPrepared(t *testing.T) {
	t.Parallel()
	before := setup(t, Config{})
	answer, _, err := before.ask(t, Question{Text: "how many orders"})
	if err != nil {
		t.Fatal(err)
	}
	for text, forbids := range map[string]bool{"{tables: [orders]}": true, "{ask: true}": true, "{questions: [orders]}": true, "{tables: [products]}": false} {
		after := setup(t, Config{Policies: policies(t, "- {name: p, roles: [demo], deny: "+text+"}")})
		copied := *answer
		if err := after.agent.Reprove(t.Context(), after.pg, "shop", []*Answer{&copied}); (err != nil) != forbids || forbids && Code(err) != CodeUnsafe {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := before.agent.Reprove(t.Context(), before.pg, "shop", []*Answer{answer}); err != nil {
		t.Errorf("nothing has changed: %v", err)
	}
}
