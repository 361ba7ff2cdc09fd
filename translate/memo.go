package translate

import (
	"sync"
	"time"
)

// memo is a bounded cache in memory that evicts the oldest value. A bound that is 0 does not hold. It is safe for concurrent use.
type memo struct {
	entries  int           // that are kept
	bytes    int           // of all values
	maxValue int           // bytes of one value; a longer one is not kept
	age      time.Duration // after which a value is gone

	mu     sync.Mutex // guards what follows
	values map[string]memoValue
	order  []string // of arrival
	size   int      // bytes
}

type memoValue struct {
	data []byte
	at   time.Time
}

// get returns a value, which must not be changed.
func (m *memo) get(key string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.values[key]
	if m.age > 0 && time.Since(v.at) > m.age {
		return nil, false
	}
	return v.data, ok
}

// put takes the value in the place of any with the same key.
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
