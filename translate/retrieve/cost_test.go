package retrieve

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// meter is a clerk that adds up the tokens of the prompts that a model would get.
type meter struct {
	clerk
	question string
	snapshot *schema.Snapshot

	mu         sync.Mutex
	calls, all int
	longest    int
}

func (m *meter) count(r model.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	m.all += r.Tokens()
	m.longest = max(m.longest, r.Tokens())
}

func (m *meter) input(tables []*schema.Table, said []Judgement) model.TablesInput {
	in := model.TablesInput{Question: m.question, Schema: schema.Render(m.snapshot, tables, schema.Share{}, 0)}
	for _, j := range said {
		in.Judgements = append(in.Judgements, model.TableJudgement{Table: j.Table.Name, Relevant: j.Relevant, Confidence: j.Confidence, Reason: j.Reason})
	}
	return in
}

func (m *meter) Judge(ctx context.Context, tables []*schema.Table) ([]Judgement, error) {
	m.count(model.JudgePrompt(m.input(tables, nil)))
	return m.clerk.Judge(ctx, tables)
}

func (m *meter) Review(ctx context.Context, found []Judgement) ([]Removal, error) {
	m.count(model.RefinePrompt(m.input(tablesIn(found), found)))
	return m.clerk.Review(ctx, found)
}

func (m *meter) Outline(ctx context.Context, chosen []Judgement) (string, error) {
	m.count(model.OutlinePrompt(m.input(tablesIn(chosen), nil)))
	return m.clerk.Outline(ctx, chosen)
}

func tablesIn(said []Judgement) []*schema.Table {
	var all []*schema.Table
	for _, j := range said {
		all = append(all, j.Table)
	}
	return all
}

// TestPromptsOfAThousandTables checks the figures of docs/model.md: the tokens that a question takes in all, with
// instructions, schemas of answers and every call, compared with one prompt of the whole DDL and the question, by the
// same estimate.
func TestPromptsOfAThousandTables(t *testing.T) {
	t.Parallel()
	s := crowded()
	text := schema.DDL(s)
	whole := model.Tokens(text)
	row := documented(t)
	row("| the whole DDL and the question | 1.0 | %d | %d | |", whole+model.Tokens(questions[0].ask), whole+model.Tokens(questions[0].ask))
	for _, mode := range []Mode{Filter, All} {
		calls, all, longest := 0, 0, 0
		some := questions
		if mode == All { // every question takes the same there
			some = questions[:2]
		}
		for _, q := range some {
			b := Budget{Mode: mode, Tokens: 24_000, TopK: 24}
			m := &meter{clerk: clerk{needs: strings.Fields(q.need)}, question: q.ask, snapshot: s}
			got, err := Identify(t.Context(), m, q.ask, s, Select(q.ask, s, b), b, Limits{CallTokens: 8000, CallTables: 25})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range strings.Fields(q.need) {
				if mode == All && !slices.Contains(names(got.Tables), name) {
					t.Errorf("%s: %s is missing", q.ask, name)
				}
			}
			m.count(model.Prompt(model.Input{Tier: model.Full, Question: q.ask, Schema: schema.Render(s, got.Tables, schema.Share{}, 0), Outline: got.Outline}))
			calls, all, longest = calls+m.calls, all+m.all, max(longest, m.longest)
		}
		n := len(some)
		row("| `%s` | %.1f | %d | %d | %.0f %% |", mode, float64(calls)/float64(n), all/n, longest, 100-100*float64(all)/float64(n*whole))
		if mode == Filter && float64(all) > 0.4*float64(n*whole) {
			t.Errorf("%d tokens a question, the DDL has %d", all/n, whole)
		}
	}
}
