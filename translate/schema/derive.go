package schema

import "sync"

// derived holds what other packages have computed from a snapshot. It lives as long as the snapshot.
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

// Shadowed reports whether a name is among Shadows.
func (s *Snapshot) Shadowed(name string) bool { return s.shadows("", s.Shadows)[name] }

// ShadowedIn reports whether a name is among ShadowsIn of a schema.
func (s *Snapshot) ShadowedIn(space, name string) bool {
	return s.shadows(space, s.ShadowsIn[space])[name]
}

// shadows makes a set of a list of names, once: there may be tens of thousands.
func (s *Snapshot) shadows(space string, names []string) map[string]bool {
	type key struct{ space string }
	return s.Derive(key{space}, func() any {
		set := make(map[string]bool, len(names))
		for _, n := range names {
			set[n] = true
		}
		return set
	}).(map[string]bool)
}
