package schema

import "sync"

// derived caches what other packages have computed from a snapshot. It lives as long as the snapshot.
type derived struct {
	mu   sync.Mutex
	made map[any]func() any
}

// Derive returns the result of build, for instance an index, and calls build only once for each key. A key is a value
// of a type that the caller defines, as with context.WithValue. The result must not change afterwards.
func (s *Snapshot) Derive(key any, build func() any) any {
	if s.derived == nil {
		return build() // the snapshot was not made by New
	}
	s.derived.mu.Lock()
	once, ok := s.derived.made[key]
	if !ok {
		once = sync.OnceValue(func() any {
			defer Apart(len(s.Tables))()
			return build()
		})
		s.derived.made[key] = once
	}
	s.derived.mu.Unlock()
	return once()
}

// Shadowed reports whether a name is among Shadows.
func (s *Snapshot) Shadowed(name string) bool { return s.shadows("", s.Shadows)[name] }

// ShadowedIn reports whether a name is among the ShadowsIn of a schema.
func (s *Snapshot) ShadowedIn(space, name string) bool {
	return s.shadows(space, s.ShadowsIn[space])[name]
}

// shadows returns a list of names as a set. It is built once per schema, because there may be tens of thousands of
// names.
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
