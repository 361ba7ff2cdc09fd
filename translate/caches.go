package translate

import (
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// memo is a bounded in-memory cache that evicts the oldest value. A bound of 0 means no bound. It is safe for
// concurrent use.
type memo struct {
	entries  int           // maximal number of values
	bytes    int           // maximal size of all values
	maxValue int           // maximal size of one value; larger ones are not kept
	age      time.Duration // after which a value expires

	mu     sync.Mutex // guards the fields below
	values map[string]memoValue
	order  []string // keys, oldest first
	size   int      // bytes of all values
}

type memoValue struct {
	data []byte
	at   time.Time
}

// get returns a value, which the caller must not change.
func (m *memo) get(key string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.values[key]
	if m.age > 0 && time.Since(v.at) > m.age {
		return nil, false
	}
	return v.data, ok
}

// put stores a value and replaces any with the same key.
func (m *memo) put(key string, data []byte) {
	if m.maxValue > 0 && len(data) > m.maxValue {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values == nil {
		m.values = map[string]memoValue{}
	}
	if old, ok := m.values[key]; ok {
		m.size -= len(old.data)
	} else {
		m.order = append(m.order, key)
	}
	m.values[key] = memoValue{data, time.Now()}
	m.size += len(data)
	for m.entries > 0 && len(m.order) > m.entries || m.bytes > 0 && m.size > m.bytes {
		m.size -= len(m.values[m.order[0]].data)
		delete(m.values, m.order[0])
		m.order = m.order[1:]
	}
}

// Counters count how often the caches were hit. They may outlive the agents that fill them. The zero value is ready
// to use.
type Counters struct {
	Snapshots    Ratio // snapshots of the catalog
	Translations Ratio // translations of earlier questions
	Pins         Ratio // pins that people approved
	ModelAnswers Ratio // answers of models to earlier prompts
}

// All yields the counters by name.
func (c *Counters) All() iter.Seq2[string, *Ratio] {
	return func(yield func(string, *Ratio) bool) {
		_ = yield("snapshot", &c.Snapshots) && yield("translation", &c.Translations) && yield("pin", &c.Pins) &&
			yield("model_answer", &c.ModelAnswers)
	}
}

// Ratio counts the hits and misses of one cache.
type Ratio struct{ hits, misses atomic.Int64 }

// Count counts one look-up.
func (r *Ratio) Count(hit bool) {
	if hit {
		r.hits.Add(1)
	} else {
		r.misses.Add(1)
	}
}

// Counts returns the numbers so far.
func (r *Ratio) Counts() (hits, misses int64) { return r.hits.Load(), r.misses.Load() }
