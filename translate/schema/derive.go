package schema

import "sync"

// derived is what others have made of a snapshot. It lives and goes with it.
type derived struct {
	mu   sync.Mutex
	made map[any]func() any
}

// Derive returns what build makes of the snapshot, an index for instance, building it once for each key. A key is a value
// of a type of the caller's own, as with context.WithValue. What is built must not change afterwards.
func (s *Snapshot) Derive(key any, build func() any) any {
	if s.derived == nil {
		return build() // the snapshot was not made by New
	}
	s.derived.mu.Lock()
	once, ok := s.derived.made[key]
	if !ok {
		once = sync.OnceValue(build)
		s.derived.made[key] = once
	}
	s.derived.mu.Unlock()
	return once()
}
