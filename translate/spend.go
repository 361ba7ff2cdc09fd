package translate

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/pgask/pgask/translate/model"
)

// Ledger sums the tokens that each role uses per day. Proxies that share a ledger count together; state.Counter
// implements it.
type Ledger interface {
	// Add adds n, which may be negative, to the role's sum for the day of at, and returns the sum.
	Add(ctx context.Context, role string, at time.Time, n int64) (total int64, err error)
	// Ends returns the end of the day of at.
	Ends(at time.Time) time.Time
}

// Price is the cost of a million tokens of a model.
type Price struct {
	In, Out float64
	Cached  float64 // of prompt tokens that the endpoint had cached
}

// cost returns the price of a response. Requests that failed have no known cost.
func (p Price) cost(r model.Response) float64 {
	cached := min(max(r.TokensCached, 0), r.TokensIn)
	return (float64(r.TokensIn-cached)*p.In + float64(cached)*p.Cached + float64(r.TokensOut)*p.Out) / 1e6
}

// reserve takes the tokens of a prompt from what the question and the role may still use. It does so before the call,
// so that concurrent calls, here or in other proxies, do not all use the same remainder. settle corrects the amount
// after the answer. At most 1/share of each bound may be used; a share of 1 allows all of it.
func (w *work) reserve(ctx context.Context, tokens int, share int64) error {
	cfg := &w.agent.cfg
	n := int64(tokens)
	if limit := cfg.TokensPerQuestion / share; cfg.TokensPerQuestion > 0 {
		w.usage.mu.Lock()
		total := w.usage.tokens + n
		if total <= limit {
			w.usage.tokens = total
		}
		w.usage.mu.Unlock()
		if total > limit {
			return &Error{Code: CodeBudget, Message: fmt.Sprintf("this question would take %d tokens of the model, more than the %d that one may", total, limit),
				Hint: "The limit is model.tokens_per_question. SET ask.engine = 'builtin' asks without the model."}
		}
	}
	if cfg.TokensPerRole <= 0 {
		return nil
	}
	role, at := w.print.SessionRole, now()
	total, err := cfg.Ledger.Add(ctx, role, at, n)
	if err != nil {
		w.take(-n)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// Tokens that cannot be counted are not spent.
		return &Error{Code: CodeBudget, Message: "the tokens that the role may still take today cannot be read",
			Hint: "Try again later. SET ask.engine = 'builtin' asks without the model.", Err: err}
	}
	if limit := cfg.TokensPerRole / share; total > limit {
		w.refund(ctx, role, at, n)
		w.take(-n)
		return w.noteQuota(spentToday(role, total-n, limit, cfg.Ledger.Ends(at)))
	}
	return nil
}

func spentToday(role string, used, limit int64, ends time.Time) error {
	return &Error{Code: CodeBudget, Message: fmt.Sprintf("role %q has taken %d of the %d tokens of the model that it may take in a day, and this call needs more than is left",
		role, used, limit),
		Hint: "The count begins anew at " + ends.UTC().Format("2006-01-02 15:04") + " UTC; the limit is model.tokens_per_role, or that of a policy. " +
			"Until then SET ask.engine = 'builtin' asks without the model; what was asked before and what is pinned costs nothing."}
}

// settle replaces a reservation by the tokens that a call used.
func (w *work) settle(ctx context.Context, reserved int, resp model.Response) {
	more := int64(resp.TokensIn+resp.TokensOut) - int64(reserved)
	w.take(more)
	if w.agent.cfg.TokensPerRole > 0 && more != 0 {
		w.refund(ctx, w.print.SessionRole, now(), -more)
	}
}

func (w *work) take(n int64) {
	w.usage.mu.Lock()
	defer w.usage.mu.Unlock()
	w.usage.tokens += n
}

// ledgerTime bounds a write to the ledger, which may happen after the question is over.
const ledgerTime = 5 * time.Second

// refund subtracts an amount from the ledger. If that fails, the role is charged too much until the day ends.
func (w *work) refund(ctx context.Context, role string, at time.Time, n int64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), ledgerTime)
	defer cancel()
	_, _ = w.agent.cfg.Ledger.Add(ctx, role, at, -n)
}

// memoryLedger keeps the sums until the process ends.
type memoryLedger struct {
	mu    sync.Mutex
	day   time.Time
	taken map[string]int64
}

const oneDay = 24 * time.Hour

// Add implements Ledger.
func (l *memoryLedger) Add(_ context.Context, role string, at time.Time, n int64) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if day := at.UTC().Truncate(oneDay); !day.Equal(l.day) {
		l.day, l.taken = day, map[string]int64{}
	}
	l.taken[role] += n
	return l.taken[role], nil
}

// Ends implements Ledger.
func (l *memoryLedger) Ends(at time.Time) time.Time { return at.UTC().Truncate(oneDay).Add(oneDay) }
