package translate

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/model"
)

// sampled is a model whose answer depends on which sample is asked for.
type sampled struct {
	scripted
	by []string
}

func (m *sampled) Complete(_ context.Context, r model.Request) (model.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prompts = append(m.prompts, r)
	return model.Response{Text: m.by[r.Sample], TokensIn: 100, TokensOut: 10, Requests: 1}, nil
}

// TestCandidates: of several drafts the one is taken that most agree with by their results, however they are written,
// and disagreement lowers the confidence and is told.
func TestCandidates(t *testing.T) {
	t.Parallel()
	const (
		sameCount = `SELECT count(o.id) AS n FROM orders o`
		others    = `SELECT count(*) AS n FROM customers c`
		products  = `SELECT count(*) AS n FROM products p`
		fails     = `SELECT zzyzx FROM orders o`
	)
	clarify := `{"reading": "", "ambiguities": [], "decision": "clarify", "reason": "Which?", "assumptions": [], "confidence": 0.4}`
	for _, tt := range []struct {
		name   string
		drafts []string
		table  string // that the statement reads
		asks   string
		agrees bool // all do
	}{
		{"all agree in other words", []string{wrote(countOrders), wrote(sameCount), wrote(countOrders)}, "public.orders", "", true},
		{"the majority wins", []string{wrote(others), wrote(countOrders), wrote(sameCount)}, "public.orders", "", false},
		{"what fails has no vote", []string{wrote(fails), "nonsense", wrote(countOrders)}, "public.orders", "", true},
		{"none agree", []string{wrote(others), wrote(countOrders), wrote(products)}, "", "I am not sure", false},
		{"most ask back", []string{wrote(countOrders), clarify, clarify}, "", "Which?", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &sampled{by: tt.drafts}
			d := setup(t, Config{Engine: EngineModel, Model: m, Candidates: len(tt.drafts)})
			answer, trace, err := d.ask(t, Question{Text: "how many are there"})
			if err != nil {
				t.Fatal(err)
			}
			if trace.Calls != len(tt.drafts) {
				t.Errorf("%d calls for %d drafts", trace.Calls, len(tt.drafts))
			}
			if tt.asks != "" {
				if c := answer.Clarification; c == nil || !strings.Contains(string(c.Text()), tt.asks) {
					t.Errorf("clarification %+v, want %q", c, tt.asks)
				}
				return
			}
			if answer.Clarification != nil || len(answer.Statement.Relations) != 1 || answer.Statement.Relations[0] != tt.table {
				t.Fatalf("%+v reads %q, want %s", answer.Clarification, answer.Statement.Relations, tt.table)
			}
			told := strings.Contains(strings.Join(answer.Assumptions, " "), "of the drafts")
			if told == tt.agrees || (answer.Confidence < 0.8) == tt.agrees {
				t.Errorf("confidence %v, assumptions %q", answer.Confidence, answer.Assumptions)
			}
		})
	}
}

// TestCandidatesRunNothingUnsafe: what is compared goes through the guard like everything else.
func TestCandidatesRunNothingUnsafe(t *testing.T) {
	t.Parallel()
	unsafe := wrote(`SELECT pg_terminate_backend(1) AS s`)
	m := &sampled{by: []string{unsafe, unsafe, unsafe}}
	d := setup(t, Config{Engine: EngineModel, Model: m, Candidates: 3})
	if _, _, err := d.ask(t, Question{Text: "q"}); Code(err) != CodeUnsafe || len(d.runner.ran) != 0 {
		t.Errorf("got %v", err)
	}
}

// hangsUp is a model during whose answer the connection to the database breaks.
type hangsUp struct {
	sampled
	pg   *pgconn.PgConn
	once sync.Once
}

func (m *hangsUp) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	m.once.Do(func() { _ = m.pg.Conn().Close() })
	return m.sampled.Complete(ctx, r)
}

// TestComparingNeedsTheServer: when the connection breaks while drafts are compared, nobody is told that the model did.
func TestComparingNeedsTheServer(t *testing.T) {
	t.Parallel()
	m := &hangsUp{}
	m.by = []string{wrote(countOrders), wrote(countOrders)}
	d := setup(t, Config{Engine: EngineModel, Model: m, Candidates: 2})
	m.pg = d.pg
	if _, _, err := d.ask(t, Question{Text: "q"}); err == nil || Code(err) == CodeModel {
		t.Errorf("got %v", err)
	}
}
