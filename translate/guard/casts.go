package guard

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// convertible returns a finding for a type that a user-defined cast function makes or takes. The cast need not be
// written: PostgreSQL applies implicit casts where they fit, and to_json looks for one.
func (s *shape) convertible(space, name string) *finding {
	return s.guard.convertible(s.facts.Snapshot, space, name)
}

func (g *Guard) convertible(snap *schema.Snapshot, space, name string) *finding {
	if snap == nil || space == "pg_catalog" || len(snap.Casts) == 0 && !snap.NamesOmitted {
		return nil
	}
	if snap.NamesOmitted {
		return invalid(RuleType, name, "there are too many casts to tell what those of the type %s run", name)
	}
	return forbidden(g.castsIn(snap).of(space, name), name)
}

// convertibleRow does the same for a composite type and for those of its attributes, which are converted with it.
func (g *Guard) convertibleRow(snap *schema.Snapshot, oid uint32) *finding {
	if len(snap.Casts) == 0 || snap.NamesOmitted || snap.Composites[oid] == nil {
		return g.convertible(snap, "", "")
	}
	type key struct {
		guard *Guard
		row   uint32
	}
	cast := snap.Derive(key{g, oid}, func() any { return g.castsIn(snap).ofRow(snap, oid, map[uint32]bool{}) }).(*schema.Cast)
	return forbidden(cast, snap.Composites[oid].Name)
}

// forbidden returns the finding for a cast that may not run; nil for none.
func forbidden(c *schema.Cast, name string) *finding {
	if c == nil {
		return nil
	}
	if c.Target == "" {
		return invalid(RuleType, name, "comparing values of the type %s.%s calls %s.%s, which is not on the list of allowed functions (guard.functions)",
			c.SourceSchema, c.Source, c.FunctionSchema, c.Function)
	}
	return invalid(RuleType, name, "a cast of the type %s.%s to %s.%s calls %s.%s, which is not on the list of allowed functions (guard.functions)",
		c.SourceSchema, c.Source, c.TargetSchema, c.Target, c.FunctionSchema, c.Function)
}

// casts are those casts of users that may not run, by the schema and the name of the types that they concern.
type casts struct {
	first *schema.Cast
	types map[[2]string]*schema.Cast
}

func (g *Guard) castsIn(snap *schema.Snapshot) casts {
	type key struct{ guard *Guard }
	return snap.Derive(key{g}, func() any {
		all := casts{types: map[[2]string]*schema.Cast{}}
		for i := len(snap.Casts) - 1; i >= 0; i-- { // the first of a type is the one that is told of
			c := &snap.Casts[i]
			if g.listed[c.Function] || g.qualified[c.FunctionSchema+"."+c.Function] {
				continue
			}
			all.first = c
			all.types[[2]string{c.Schema, c.Type}] = c
		}
		return all
	}).(casts)
}

// looksForCasts reports whether a function takes values of any type and looks for their casts when it runs, which
// nothing in the definition that calls it shows.
func looksForCasts(u schema.Use) bool {
	return u.Schema == "pg_catalog" && u.OID < firstUserOID && strings.Contains(u.Name, "json")
}

// casts returns a finding when a definition has values of a type that a cast concerns, and something that looks for
// casts when it runs. Other casts are functions of the definition, like all that it calls.
func (w *definitions) casts(holder string, uses []schema.Use) *finding {
	looks := slices.ContainsFunc(uses, func(u schema.Use) bool {
		return u.Kind == schema.UsesFunction && looksForCasts(u) || u.Kind == schema.UsesType && u.Detail == "json"
	})
	if !looks {
		return nil
	}
	all := w.guard.castsIn(w.snapshot)
	for _, u := range uses {
		switch {
		case u.Kind != schema.UsesType:
			continue
		case w.snapshot.NamesOmitted:
			return w.refuse(invalid, holder, u.Qualified(),
				"makes JSON of %s, and there are too many casts to tell what that runs", u.Qualified())
		}
		if c := all.of(u.Schema, u.Name); c != nil {
			return w.refuse(invalid, holder, u.Qualified(),
				"makes JSON of %s, and a cast of it calls %s.%s, which is not on the list of allowed functions (guard.functions)",
				u.Qualified(), c.FunctionSchema, c.Function)
		}
	}
	return nil
}

// of returns a cast of a type. A type that is not known counts as any.
func (c casts) of(space, name string) *schema.Cast {
	if space == "" || name == "" {
		return c.first
	}
	return c.types[[2]string{space, name}]
}

// ofRow returns a cast of a composite type, or of one in it.
func (c casts) ofRow(snap *schema.Snapshot, oid uint32, seen map[uint32]bool) *schema.Cast {
	t := snap.Composites[oid]
	switch {
	case seen[oid]:
		return nil
	case t == nil || t.Opaque:
		return c.first
	}
	seen[oid] = true
	if found := c.of(t.Schema, t.Name); found != nil {
		return found
	}
	for _, a := range t.Attributes {
		found := (*schema.Cast)(nil)
		switch {
		case a.Row != 0:
			found = c.ofRow(snap, a.Row, seen)
		case a.TypeSchema != "pg_catalog":
			found = c.of(a.TypeSchema, a.TypeName)
		}
		if found != nil {
			return found
		}
	}
	return nil
}
