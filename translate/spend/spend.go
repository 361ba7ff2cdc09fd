// Package spend counts what questions use of models, and holds the bounds of it: for a question, and for a role in a
// day.
package spend

import (
	"context"
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

// Cost returns the price of a response. Requests that failed have no known cost.
func (p Price) Cost(r model.Response) float64 {
	cached := min(max(r.TokensCached, 0), r.TokensIn)
	return (float64(r.TokensIn-cached)*p.In + float64(cached)*p.Cached + float64(r.TokensOut)*p.Out) / 1e6
}

// MemoryLedger keeps the sums until the process ends.
type MemoryLedger struct {
	mu    sync.Mutex
	day   time.Time
	taken map[string]int64
}

const oneDay = 24 * time.Hour

// Add implements Ledger.
func (l *MemoryLedger) Add(_ context.Context, role string, at time.Time, n int64) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if day := at.UTC().Truncate(oneDay); !day.Equal(l.day) {
		l.day, l.taken = day, map[string]int64{}
	}
	l.taken[role] += n
	return l.taken[role], nil
}

// Ends implements Ledger.
func (l *MemoryLedger) Ends(at time.Time) time.Time { return at.UTC().Truncate(oneDay).Add(oneDay) }

// Quotas count, per role and day, the questions and the cost of models (in millionths) for the quotas of policies.
// Account.Ledger counts tokens.
type Quotas struct{ Questions, Cost Ledger }
