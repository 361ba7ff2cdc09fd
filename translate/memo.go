package translate

import (
	"sync"
	"time"
)

// memo keeps values by key in this process, and forgets the oldest. The zero value of a bound means that there is none.
type memo struct {
	entries int           // that are kept
	bytes   int           // of all values
	longest int           // bytes of one value; a longer one is not kept
	age     time.Duration // after which a value is gone

	mu    sync.Mutex
	known map[string]memoValue
	order []string // of arrival
	held  int      // bytes
}

type memoValue struct {
	data []byte
	at   time.Time
}

// load returns a value, which must not be changed.
func (m *memo) load(key string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.known[key]
	if m.age > 0 && time.Since(v.at) > m.age {
		return nil, false
	}
	return v.data, ok
}

// keep takes the value in the place of any with the same key.
func (m *memo) keep(key string, data []byte) {
	if m.longest > 0 && len(data) > m.longest {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[string]memoValue{}
	}
	if old, ok := m.known[key]; ok {
		m.held -= len(old.data)
	} else {
		m.order = append(m.order, key)
	}
	m.known[key] = memoValue{data, time.Now()}
	m.held += len(data)
	for m.entries > 0 && len(m.order) > m.entries || m.bytes > 0 && m.held > m.bytes {
		m.held -= len(m.known[m.order[0]].data)
		delete(m.known, m.order[0])
		m.order = m.order[1:]
	}
}
