package translate

import (
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// meaningKey is the key under which a snapshot keeps what an agent takes it to mean.
type meaningKey struct{ agent *Agent }

// understand returns what a snapshot means, together with what people wrote about it. Handed what an agent sees of a snapshot,
// it tells of nothing else.
func (a *Agent) understand(s *schema.Snapshot) *semantic.Model {
	return s.Derive(meaningKey{a}, func() any {
		return semantic.Build(s, semantic.Options{Infer: a.cfg.InferForeignKeys, File: a.cfg.Meaning})
	}).(*semantic.Model)
}
