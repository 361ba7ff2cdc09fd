package memory

import (
	"sync"
	"time"
)

// Memo is a bounded in-memory cache that evicts the oldest value, and with every new one those that have expired. A
// bound of 0 means no bound. It is safe for concurrent use.
type Memo struct {
	Entries  int           // maximal number of values
	Bytes    int           // maximal size of all values
	MaxValue int           // maximal size of one value; larger ones are not kept
	Age      time.Duration // after which a value expires

	mu     sync.Mutex // guards the fields below
	values map[string]memoValue
	order  []string // keys, oldest first
	size   int      // bytes of all values
}

type memoValue struct {
	data []byte
	at   time.Time
}

// Get returns a value, which the caller must not change.
func (m *Memo) Get(key string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.values[key]
	if m.Age > 0 && time.Since(v.at) > m.Age {
		return nil, false
	}
	return v.data, ok
}

// Put stores a value and replaces any with the same key.
func (m *Memo) Put(key string, data []byte) {
	if m.MaxValue > 0 && len(data) > m.MaxValue {
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
	for m.Entries > 0 && len(m.order) > m.Entries || m.Bytes > 0 && m.size > m.Bytes || m.Age > 0 &&
		time.Since(m.values[m.order[0]].at) > m.Age {
		m.size -= len(m.values[m.order[0]].data)
		delete(m.values, m.order[0])
		m.order = m.order[1:]
	}
}
