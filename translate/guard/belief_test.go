package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// belief compares what the guard says about statements with what a server reads in them.
type belief struct {
	guard    *Guard
	snapshot *schema.Snapshot
	objects  *objects
}

// wrong returns what the server sees in a statement and the verdict does not tell or should not allow.
func (b belief) wrong(v Verdict, tree *serverTree) []string {
	w := &differences{belief: b, verdict: v, behind: b.reach(v.Relations)}
	w.relations(tree)
	w.columns(tree)
	for _, o := range tree.Objects {
		if o.Kind == serverType && !o.Behind {
			w.types = append(w.types, o.OID)
		}
	}
	for _, o := range tree.Objects {
		switch o.Kind {
		case serverOperator:
			w.operator(o)
		case serverType, serverConverts, serverChecks:
			w.typed(o)
		case serverCollation:
			w.collation(o)
		default:
			w.function(o)
		}
	}
	hidden := func(relation uint32, at int) bool {
		for n, a := range b.objects.columns[relation] {
			rel := b.objects.relations[relation]
			if (n == at || at == 0 && n > 0) && b.guard.Ruling(b.snapshot, rel.space, rel.name, a.name).Access == Masked {
				return true
			}
		}
		return false
	}
	const countAny = 2147
	for _, c := range tree.Tells(hidden, b.objects.equals, countAny) {
		w.add("masked", "%s is told", b.objects.column(c.Relation, c.Attribute))
	}
	slices.Sort(w.found)
	return slices.Compact(w.found)
}

type differences struct {
	belief
	verdict Verdict
	types   []uint32        // that occur in the statement
	behind  map[string]bool // relations and columns that views and policies read, as the snapshot has it
	found   []string
}

func (w *differences) add(kind, format string, args ...any) {
	w.found = append(w.found, kind+": "+fmt.Sprintf(format, args...))
}

// reach returns the relations and columns that are behind some relations.
func (b belief) reach(relations []string) map[string]bool {
	all := map[string]bool{}
	var visit func(uint32)
	visit = func(oid uint32) {
		d := b.snapshot.Definitions[oid]
		if d == nil {
			return
		}
		for _, u := range d.Uses {
			switch u.Kind {
			case schema.UsesColumn:
				all[u.Qualified()+"."+u.Detail] = true
			case schema.UsesRelation:
				if !all[u.Qualified()] {
					all[u.Qualified()] = true
					visit(u.OID)
				}
			}
		}
	}
	for _, r := range relations {
		space, name, _ := strings.Cut(r, ".")
		if t := b.snapshot.Table(space, name); t != nil {
			visit(t.OID)
		}
	}
	return all
}

func (w *differences) relations(tree *serverTree) {
	for _, r := range tree.Relations {
		o := w.objects.relations[r.OID]
		name := o.String()
		switch {
		case w.guard.deniesTable(o.space, o.name):
			w.add("denied", "the relation %s", name)
		case !slices.Contains(w.verdict.Relations, name) && !(r.Behind && w.behind[name]):
			w.add("relation", "%s (behind a view: %v)", name, r.Behind)
		}
	}
}

func (w *differences) columns(tree *serverTree) {
	for _, c := range tree.Columns {
		o := w.objects.relations[c.Relation]
		for n, a := range w.objects.columns[c.Relation] {
			if n != c.Attribute && (c.Attribute != 0 || n < 0) {
				continue
			}
			name := o.String() + "." + a.name
			switch {
			case denied(w.guard.policy.DeniedColumns, o.space, o.name, a.name):
				w.add("denied", "the column %s", name)
			case !slices.Contains(w.verdict.Columns, name) && !(c.Behind && w.behind[name]):
				w.add("column", "%s (behind a view: %v)", name, c.Behind)
			}
		}
	}
}

func (w *differences) function(o serverObject) {
	u := w.objects.use(o.OID)
	if o.Behind {
		if why, _ := w.guard.implicitCall(u); why != "" && !w.objects.casts[o.OID] {
			w.add("function", "%s, called behind a relation", why)
		}
		return
	}
	if o.Kind == serverCalled && !slices.Contains(w.verdict.Functions, u.Name) && !(u.OID < firstUserOID && rewriting[u.Name]) {
		w.add("function", "%s is called", u.Qualified())
		return
	}
	if why := w.harmful(o.Kind, u); why != "" {
		w.add("function", "%s", why)
	}
}

// collation looks at one that is written. A name that PostgreSQL has itself must be its own, unless the
// statement says where it wants it from: who shadows it would decide what is equal.
func (w *differences) collation(o serverObject) {
	c := w.objects.collations[o.OID]
	if o.Behind || c.own() || strings.Contains(w.verdict.SQL, "COLLATE "+c.space+".") {
		return
	}
	for _, other := range w.objects.collations {
		if other.own() && other.name == c.name {
			w.add("collation", "%s in the place of PostgreSQL's own", c)
			return
		}
	}
}

// harmful returns why a function that a statement calls is none of those it may; "" when it is.
func (w *differences) harmful(kind serverKind, u schema.Use) string {
	own := u.Schema == "pg_catalog" && u.OID < firstUserOID
	f, listed := builtinFunctions[u.Name]
	set := setOf(u.Extension)
	switch {
	case own && listed && f.on(w.objects.major):
	case own && refusedBecause(u.Name) == "" && (kind == serverImplied || w.objects.casts[u.OID]):
	case own && kind == serverImplied && sampling[u.Name]:
	case w.guard.listed[u.Name], w.guard.qualified[u.Qualified()]:
	case !u.Volatile && harmlessMember(u), set != "" && slices.Contains(extensionSets[set].random, u.Name):
	default:
		return u.Qualified() + " is on no list"
	}
	return ""
}

// rewriting are the functions by which PostgreSQL carries out SEARCH and CYCLE.
var rewriting = map[string]bool{"array_cat": true, "int8inc": true}

// sampling are the methods of TABLESAMPLE.
var sampling = map[string]bool{"bernoulli": true, "system": true}

func (w *differences) operator(o serverObject) {
	op := w.objects.operators[o.OID]
	calls := w.objects.use(op.function)
	_, known := extensionSets[setOf(op.extension)]
	switch {
	case op.own() && (builtinOperators[op.name] || o.Behind):
	case known && !calls.Volatile:
	case w.guard.listed[calls.Name], w.guard.qualified[calls.Qualified()]:
	default:
		w.add("operator", "%s calls %s", op, calls.Qualified())
	}
	if !op.pseudo {
		return
	}
	const record = 2249
	types := o.Over
	if slices.Contains(types, record) {
		types = append(types, w.types...) // it may hold any of them
	}
	for _, over := range types {
		for _, t := range w.objects.inside(over) {
			for _, f := range w.objects.comparing[t] {
				u := w.objects.use(f)
				_, known := extensionSets[setOf(u.Extension)]
				if why := w.harmful(serverImplied, u); why != "" && (u.Volatile || !known) {
					w.add("operator", "%s compares %s: %s", op, w.objects.types[t], why)
				}
			}
		}
	}
}

// aboutCatalog are types that the guard allows at places of their own, see objectnames.go.
var aboutCatalog = map[string]bool{"regclass": true, "regtype": true, "regnamespace": true, "regconfig": true, "regdictionary": true}

func (w *differences) typed(o serverObject) {
	if o.Kind == serverConverts || o.Kind == serverChecks {
		for _, t := range w.objects.inside(o.OID) {
			for _, f := range w.objects.checks[t] {
				if why, _ := w.guard.implicitCall(w.objects.use(f)); why != "" {
					w.add("type", "a value of %s is made: %s", w.objects.types[t], why)
				}
			}
		}
	}
	if o.Behind {
		return
	}
	t := w.objects.types[o.OID]
	if t.element != 0 && t.class == 'b' && w.objects.types[t.element].name != "" {
		t = w.objects.types[t.element]
	}
	switch {
	case t.own() && (builtinTypes[t.name] || t.class == 'p' || aboutCatalog[t.name]):
	case slices.Contains(w.guard.policy.ExtensionSets, setOf(t.extension)):
	case w.read(t.oid):
	default:
		w.add("type", "%s is of nothing that is read", t)
	}
}

// read reports whether a type is that of a column that is read, is in one, is a row of a relation that is read, or an
// enum that any readable column has.
func (w *differences) read(oid uint32) bool {
	t := w.objects.types[oid]
	for rel, columns := range w.objects.columns {
		name := w.objects.relations[rel].String()
		used := slices.Contains(w.verdict.Relations, name)
		if used && t.row == rel {
			return true
		}
		for _, a := range columns {
			if (used && slices.Contains(w.verdict.Columns, name+"."+a.name) || t.class == 'e') && slices.Contains(w.objects.inside(a.kind), oid) {
				return true
			}
		}
	}
	return false
}
