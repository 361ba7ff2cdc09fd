package memory

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/pgask/pgask/translate/plan"
)

// Store keeps successful translations beyond this process, so that a question has the same columns and the
// same SQL after a restart and through another proxy. When an entry is lost, the question is translated again.
type Store interface {
	Load(ctx context.Context, key string) (data []byte, ok bool)
	// Keep stores data, which the caller must not change afterwards. Callers do not wait for Keep or for Forget,
	// which take effect in order.
	Keep(key string, data []byte)
	Forget(key string)
}

// Translation is what became of a question.
type Translation struct {
	SQL         string     `json:"sql"`
	Plan        *plan.Plan `json:"plan,omitempty"`    // nil when a model wrote SQL
	Read        *plan.Plan `json:"-"`                 // what such SQL was taken apart into, in the process that did
	ReadAs      string     `json:"read_as,omitempty"` // by what the built-in translator finds its reading again
	Draft       string     `json:"draft"`             // engine of the draft
	Engine      string     `json:"engine"`
	Reading     string     `json:"reading,omitempty"`
	Assumptions []string   `json:"assumptions,omitempty"`
	Sure        float64    `json:"sure"` // the engine's own confidence
	Confidence  float64    `json:"confidence"`
	Repairs     []string   `json:"repairs,omitempty"` // by the review
	Renamed     []string   `json:"renamed,omitempty"` // ids of the lessons that gave a name of it
}

// readTranslation parses a stored translation. It returns nil for invalid data, and when synthesis of the plan no
// longer gives the stored statement.
func readTranslation(data []byte) *Translation {
	var t Translation
	if json.Unmarshal(data, &t) != nil || t.SQL == "" {
		return nil
	}
	if t.Plan != nil {
		if sql, err := plan.Synthesise(t.Plan); err != nil || sql != t.SQL {
			return nil
		}
	}
	return &t
}

// Translations keeps successful translations, in memory and in a store, so that an equal question over an equal
// schema costs no model call and has the same columns. It evicts the oldest.
type Translations struct {
	store Store // nil: in memory only

	mu      sync.Mutex // guards the fields below
	entries map[string]*Translation
	order   []string // keys, oldest first
	flights map[string]*Flight
}

// maxTranslations bounds the entries in memory.
const maxTranslations = 2000

// NewTranslations returns an empty cache over a store, which may be nil.
func NewTranslations(store Store) *Translations {
	return &Translations{store: store, entries: map[string]*Translation{}, flights: map[string]*Flight{}}
}

// Recall looks up a translation in memory, then in the store.
func (m *Translations) Recall(ctx context.Context, key string) *Translation {
	m.mu.Lock()
	t := m.entries[key]
	m.mu.Unlock()
	if t != nil || m.store == nil {
		return t
	}
	data, ok := m.store.Load(ctx, key)
	if !ok {
		return nil
	}
	if t = readTranslation(data); t != nil {
		m.keep(key, t)
	}
	return t
}

func (m *Translations) keep(key string, t *Translation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.entries[key]; !ok {
		m.order = append(m.order, key)
	}
	m.entries[key] = t
	if len(m.order) > maxTranslations {
		delete(m.entries, m.order[0])
		m.order = m.order[1:]
	}
}

// Keep keeps a translation in memory and, unless it is private, in the store.
func (m *Translations) Keep(key string, t *Translation, private bool) {
	m.keep(key, t)
	if private || m.store == nil {
		return
	}
	if data, err := json.Marshal(t); err == nil {
		m.store.Keep(key, data)
	}
}

// Forget removes a translation that a user called wrong.
func (m *Translations) Forget(key string) {
	m.mu.Lock()
	delete(m.entries, key) // its key may stay in order
	m.mu.Unlock()
	if m.store != nil && key != "" {
		m.store.Forget(key)
	}
}

// Flight is a translation in progress. Other sessions with the same question wait for it, for example when a
// dashboard asks the question in several sessions at once.
type Flight struct {
	Done      chan struct{} // closed when the fields below are set
	Result    *Translation  // nil: the translation failed
	Cancelled bool          // the session that translated was cancelled, so another should translate
}

// Join returns the flight for a key. If first is true, the caller started it, and must translate and call End.
func (m *Translations) Join(key string) (f *Flight, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.flights[key]; f != nil {
		return f, false
	}
	f = &Flight{Done: make(chan struct{})}
	m.flights[key] = f
	return f, true
}

// End ends the flight of a key and wakes the waiting sessions.
func (m *Translations) End(key string, t *Translation, cut bool) {
	m.mu.Lock()
	f := m.flights[key]
	delete(m.flights, key)
	m.mu.Unlock()
	f.Result, f.Cancelled = t, cut
	close(f.Done)
}

// UnderWay returns the keys of the flights.
func (m *Translations) UnderWay() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	keys := make([]string, 0, len(m.flights))
	for key := range m.flights {
		keys = append(keys, key)
	}
	return keys
}
