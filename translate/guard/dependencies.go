package guard

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// firstUserOID is the lowest number of objects created after initdb. PostgreSQL's own objects have lower ones.
const firstUserOID = 16384

// maxDefinitions bounds the number of views and policies that reading one relation may lead through.
const maxDefinitions = 2_000

// dependencies returns a finding when reading a relation runs or reads something forbidden beside its own rows:
// through the query of a view and of the views under it, row-level security, or the CHECKs of domains in them. The
// authors of these may do more than a statement may: read system settings, and tables that the role may not read.
// They may not call functions that are always refused or that are on no list, unless Policy.Relations lists the
// relation. What they show is judged by Ruling.
func (r *resolver) dependencies(t *schema.Table) *finding {
	s := r.facts.Snapshot
	if s.Definitions == nil || r.guard.Exempts(t.Schema, t.Name) {
		return nil
	}
	type key struct {
		guard    *Guard
		relation uint32
	}
	judged := s.Derive(key{r.guard, t.OID}, func() any {
		w := definitions{guard: r.guard, snapshot: s, root: t.Qualified(), seen: map[uint32]bool{}}
		if d := s.Definitions[t.OID]; t.Kind == schema.View || (d != nil && (d.Policies || d.Opaque)) {
			w.definition(t.OID, t.Qualified(), t.Kind)
		}
		return w.found
	})
	return judged.(*finding)
}

func viewed(k schema.Kind) bool { return k == schema.View || k == schema.Materialised }

// Exempts reports whether Policy.Relations lists a relation, which allows it whatever its definition does, also after
// it changes.
func (g *Guard) Exempts(space, name string) bool { return matches(g.policy.Relations, space, name) }

// definitions walks from one relation to everything that its definition reads.
type definitions struct {
	guard    *Guard
	snapshot *schema.Snapshot
	root     string
	seen     map[uint32]bool
	found    *finding
}

func (w *definitions) report(f *finding) {
	if f.worse(w.found) {
		w.found = f
	}
}

// definition visits a view or the policies of a table. Below a materialised view nothing runs, because its rows are
// stored.
func (w *definitions) definition(oid uint32, name string, kind schema.Kind) {
	if w.seen[oid] || kind == schema.Materialised || (w.found != nil && w.found.decision == Unsafe) {
		return
	}
	w.seen[oid] = true
	d := w.snapshot.Definitions[oid]
	switch {
	case d == nil && !viewed(kind):
		return // a table without policies
	case d == nil || d.Opaque || len(w.seen) > maxDefinitions:
		w.report(w.refuse(invalid, name, "", "is too large to be looked through"))
		return
	}
	if d.Locks {
		w.report(w.refuse(unsafe, name, "", "locks rows (FOR UPDATE, FOR SHARE)"))
	}
	w.report(w.casts(name, d.Uses))
	for _, u := range d.Uses {
		switch u.Kind {
		case schema.UsesFunction:
			w.report(w.function(name, u))
		case schema.UsesOperator:
			w.report(w.operator(name, u))
		case schema.UsesRelation:
			w.relation(name, u, kind)
		case schema.UsesColumn:
			// What views show is judged by Ruling. A policy shows nothing, but it reads.
			if kind != schema.View && w.guard.columnByName(u.Schema, u.Name, u.Detail).Access == Denied {
				w.report(w.refuse(unsafe, name, u.Qualified()+"."+u.Detail, "reads %s, which the configuration forbids",
					u.Qualified()+"."+u.Detail))
			}
		}
	}
}

// refuse records a finding that says what a definition does, and through which relation it was reached.
func (w *definitions) refuse(kind func(rule, name, format string, args ...any) *finding, holder, name, format string,
	args ...any) *finding {
	what := holder + " " + fmt.Sprintf(format, args...)
	if holder != w.root {
		what = w.root + " reads " + what
	}
	name = cmp.Or(name, holder)
	return kind(RuleDefinition, name, "%s; guard.relations can vouch for %s", what, w.root)
}

func (w *definitions) relation(holder string, u schema.Use, of schema.Kind) {
	g := w.guard
	switch {
	case of != schema.View && g.deniesTable(u.Schema, u.Name):
		w.report(w.refuse(unsafe, holder, u.Qualified(), "reads %s, which the configuration forbids", u.Qualified()))
	case g.Exempts(u.Schema, u.Name):
		return
	case secretRelations[u.Name]:
		w.report(w.refuse(unsafe, holder, u.Qualified(), "reads %s, which holds what is nobody's business", u.Qualified()))
	case isCatalog(u.Schema, u.Name):
		if !g.policy.Catalogs {
			w.report(w.refuse(unsafe, holder, u.Qualified(), "reads %s, which belongs to the system", u.Qualified()))
		}
		return
	case u.Relation == schema.Foreign && !g.policy.ForeignTables:
		w.report(w.refuse(unsafe, holder, u.Qualified(), "reads %s, a foreign table, and reading it can run code elsewhere", u.Qualified()))
	}
	if u.OID >= firstUserOID {
		w.definition(u.OID, u.Qualified(), u.Relation)
	}
}

// function checks a call in a definition.
func (w *definitions) function(holder string, u schema.Use) *finding {
	why, kind := w.guard.implicitCall(u)
	if why == "" {
		return nil
	}
	return w.refuse(kind, holder, u.Qualified(), "calls %s", why)
}

// implicitCall returns why a function may not run that the statement does not name itself, and the kind of finding;
// "" when it may. Functions that only disclose information are allowed: using them was the decision of the author of
// the view or type.
func (g *Guard) implicitCall(u schema.Use) (why string, kind func(rule, name, format string, args ...any) *finding) {
	builtin := u.Schema == "pg_catalog" && u.OID < firstUserOID
	_, known := builtinFunctions[u.Name]
	rule := refusedBecause(u.Name)
	switch {
	case builtin && (known || rule == "discloses" || u.Name == "bernoulli" || u.Name == "system"):
	case g.listed[u.Name], g.qualified[u.Qualified()]:
	case !u.Volatile && harmlessMember(u):
	case builtin && rule == "":
		return u.Name + ", which is not on the list of allowed functions", invalid
	case rule != "" && rule != "discloses":
		return u.Name + ", which " + refusals[rule], unsafe
	default:
		return u.Qualified() + ", which is not on the list of allowed functions (guard.functions)", invalid
	}
	return "", nil
}

// harmlessMember reports whether an extension's function is on the list of that extension's set, overloads an allowed
// function of PostgreSQL, or converts to a type of that name.
func harmlessMember(u schema.Use) bool {
	set, ok := extensionSets[setOf(u.Extension)]
	if !ok {
		return false
	}
	_, builtin := builtinFunctions[u.Name]
	return builtin || builtinTypes[u.Name] || set.has(u.Name)
}

// operator checks an operator in a definition.
func (w *definitions) operator(holder string, u schema.Use) *finding {
	space, name, _ := strings.Cut(u.Detail, ".")
	_, known := extensionSets[setOf(u.Extension)]
	switch {
	case u.Schema == "pg_catalog" && u.OID < firstUserOID:
	case known && !u.Volatile:
	case w.guard.listed[name], w.guard.qualified[space+"."+name]:
	default:
		return w.refuse(invalid, holder, u.Name, "uses the operator %s, which calls %s, and that is not on the list of allowed functions (guard.functions)",
			u.Name, u.Detail)
	}
	return nil
}
