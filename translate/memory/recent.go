package memory

import (
	"context"
	"time"
)

// Recent keeps the clarifications and answers of the last hour, by id, beyond this process. A reply, a follow-up or
// feedback that names the id then works from another session, as in pools, and through another proxy. When an entry
// is lost, it cannot be followed up.
type Recent interface {
	Load(ctx context.Context, id string) (data []byte, ok bool)
	// Keep stores data, which the caller must not change afterwards. If sure is true, Keep returns when the data is
	// stored, or cannot be. Otherwise it need not wait.
	Keep(ctx context.Context, id string, data []byte, sure bool)
}

// RecentFor is how long questions and answers are kept.
const RecentFor = time.Hour

// Bounds on what this process keeps in memory.
const (
	maxRecent      = 10_000
	maxRecentBytes = 32 << 20 // of all entries
	maxRecentValue = 256 << 10
)

// LastHour keeps the clarifications and answers of the last hour, in memory and in a store.
type LastHour struct {
	memory Memo
	store  Recent // nil: in memory only
	sealed bool   // nobody else can read the store
}

// NewLastHour returns an empty one over a store, which may be nil. sealed says that nobody else can read what is
// stored.
func NewLastHour(store Recent, sealed bool) *LastHour {
	return &LastHour{Memo{Entries: maxRecent, Bytes: maxRecentBytes, MaxValue: maxRecentValue, Age: RecentFor}, store, sealed}
}

// Load returns what is kept by an id.
func (h *LastHour) Load(ctx context.Context, id string) ([]byte, bool) {
	if data, ok := h.memory.Get(id); ok || h.store == nil {
		return data, ok
	}
	return h.store.Load(ctx, id)
}

// Keep keeps data by an id, private data in no store that others can read. sure is that of Recent.
func (h *LastHour) Keep(ctx context.Context, id string, data []byte, sure, private bool) {
	h.memory.Put(id, data)
	if h.store != nil && len(data) <= maxRecentValue && (h.sealed || !private) {
		h.store.Keep(ctx, id, data, sure)
	}
}
