package translate

import (
	"sync"
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
