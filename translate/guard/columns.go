package guard

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// systemColumns lists the columns that every table has and that describe its storage.
var systemColumns = map[string]bool{"ctid": true, "xmin": true, "xmax": true, "cmin": true, "cmax": true, "tableoid": true}

// columnRef resolves a column, a whole row, or a star. PostgreSQL reads a.b as the call b(a) when there is no column
// b, so a qualified name must be a column. A bare name is never a call.
func (r *resolver) columnRef(m *pg_query.ColumnRef) {
	r.columns++
	parts := make([]string, 0, 4)
	star := false
	for _, f := range m.Fields {
		if f.GetAStar() != nil {
			star = true
			continue
		}
		parts = append(parts, f.GetString_().GetSval())
	}
	switch {
	case star && len(parts) == 0:
		for _, i := range r.scope.items {
			r.wholeRow(i)
		}
	case star && len(parts) == 1:
		r.qualified("", parts[0], "")
	case star && len(parts) == 2:
		r.qualified(parts[0], parts[1], "")
	case len(parts) == 1:
		r.bare(parts[0])
	case len(parts) == 2:
		r.qualified("", parts[0], parts[1])
	case len(parts) == 3:
		r.qualified(parts[0], parts[1], parts[2])
	default:
		r.report(invalid(RuleColumn, strings.Join(parts, "."), "%s has too many qualifiers", strings.Join(parts, ".")))
	}
}

// bare resolves an unqualified name: the column of the nearest scope that has it, else a whole row.
func (r *resolver) bare(name string) {
	for s := r.scope; s != nil; s = s.outer {
		found := s.byName && (s.outputs.find(name) != nil || !s.outputs.complete)
		for _, i := range s.items {
			if r.tooWide(i) {
				return
			}
			if i.columns.find(name) != nil {
				r.use(i, name)
				found = true
			}
		}
		if found {
			return
		}
		if s.incomplete() {
			for _, i := range s.items {
				if !i.columns.complete {
					r.use(i, name)
				}
			}
			r.row(name) // it may also be a whole row
			return
		}
	}
	if r.row(name) {
		return
	}
	if systemColumns[name] {
		r.report(systemColumn(name))
		return
	}
	if r.found == nil {
		r.report(r.unknownColumn(name, "", r.scope.visible()))
	}
}

// tooWide adds the number of an item's columns to the work of resolving names. It reports a finding and returns true
// when the total exceeds maxWork.
func (r *resolver) tooWide(i *item) bool {
	if r.work += len(i.columns.list); r.work <= maxWork {
		return false
	}
	r.report(invalid(RuleBounds, "", "it names too many columns of too wide tables"))
	return true
}

// row records the use of a whole row when a bare name is an item of FROM, and reports whether it is.
func (r *resolver) row(name string) bool {
	found := r.scope.lookup("", name)
	for _, i := range found {
		r.rowValue(i)
	}
	return len(found) > 0
}

func (s *scope) incomplete() bool {
	for _, i := range s.items {
		if !i.columns.complete {
			return true
		}
	}
	return false
}

// visible returns the items of a scope and of those around it.
func (s *scope) visible() []*item {
	var all []*item
	for ; s != nil; s = s.outer {
		all = append(all, s.items...)
	}
	return all
}

// lookup returns the items that a qualifier names, from the nearest scope that has one.
func (s *scope) lookup(space, name string) []*item {
	for ; s != nil; s = s.outer {
		var found []*item
		for _, i := range s.items {
			if i.name != name || (space != "" && !i.inSchema(space)) {
				continue
			}
			found = append(found, i)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func (i *item) inSchema(space string) bool {
	if i.aliased {
		return false
	}
	return i.written.space == space || (i.written.space == "" && i.table == nil)
}

// qualified resolves item.column, or the whole row when column is empty.
func (r *resolver) qualified(space, alias, name string) {
	found := r.scope.lookup(space, alias)
	if len(found) == 0 {
		if rule := refusedBecause(name); rule != "" {
			r.report(unsafe(RuleColumn, alias+"."+name, "%s.%s is no column, and may be a call of %s()", alias, name, name))
			return
		}
		r.report(invalid(RuleColumn, alias+"."+name, "there is no %s in FROM that %s.%s could be taken from", alias, alias, name))
		return
	}
	for _, i := range found {
		if r.tooWide(i) {
			return
		}
		switch {
		case name == "":
			r.rowValue(i) // t.* can mean the same as t
		case i.columns.has(name, r.mayCall()):
			r.use(i, name)
		case refusedBecause(name) != "":
			r.report(unsafe(RuleColumn, alias+"."+name, "%s.%s is no column, and may be a call of %s()", alias, name, name))
		case (!i.columns.complete || i.columns.find(name) != nil) && r.mayCall():
			r.report(invalid(RuleColumn, alias+"."+name, "%s.%s cannot be told from a call of %s(): give the columns names, as in %s(a, b), or write %s alone",
				alias, name, name, alias, name))
		case !i.columns.complete:
			r.use(i, name)
		case systemColumns[name]:
			r.report(systemColumn(name))
		case r.found == nil:
			r.report(r.unknownColumn(name, alias, found))
		}
	}
}

// use checks one column of an item against the policy and adds it to the columns used.
func (r *resolver) use(i *item, name string) {
	if i.used[name] && (r.unshown || !r.guard.masks()) {
		return
	}
	if i.used == nil {
		i.used = make(map[string]bool)
	}
	i.used[name] = true
	c := i.columns.find(name)
	if c == nil && systemColumns[name] {
		r.report(systemColumn(name))
		return
	}
	real := i.real(name)
	if i.written.name == "" {
		return
	}
	full := i.written.name + "." + real
	if i.written.space != "" {
		full = i.written.space + "." + full
	}
	r.usedColumns.add(full)
	if col := i.column(real); col != nil {
		r.columnType(full, col)
	}
	r.allows(full, i, real)
}

// rowValue records the use of a whole row as a value. Its type has the name of its table.
func (r *resolver) rowValue(i *item) {
	if i.table != nil {
		r.report(r.guard.convertible(r.facts.Snapshot, i.table.Schema, i.table.Name))
	}
	r.wholeRow(i)
}

// wholeRow records the use of all columns of an item.
func (r *resolver) wholeRow(i *item) {
	p := r.guard.policy
	if i.written.name == "" || i.whole && (r.unshown || !r.guard.masks()) {
		return
	}
	i.whole = true
	for _, c := range i.columns.list {
		r.use(i, c.name)
	}
	if i.columns.complete {
		return
	}
	if one := mayHold(p.DeniedColumns, i.written); one != "" {
		r.report(unsafe(RulePolicy, one, "%s may hold %s, which the configuration forbids: name the columns", i.written.name, one))
	}
	if one := mayHold(p.MaskedColumns, i.written); one != "" && !r.unshown {
		r.report(invalid(RulePolicy, one, "%s may hold %s, which is masked: name the columns", i.written.name, one))
	}
}

// mayHold returns a pattern that could match some column of a table whose columns are not known, or "".
func mayHold(patterns []string, rel relation) string {
	for _, p := range patterns {
		parts := strings.Split(p, ".")
		if len(parts) == 1 || denied([]string{strings.Join(parts[:len(parts)-1], ".")}, rel.space, rel.name) {
			return p
		}
	}
	return ""
}

// mergedColumn records the use of a column of USING, which both sides must have.
func (r *resolver) mergedColumn(name string, items []*item) {
	found := false
	for _, i := range items {
		if i.columns.find(name) != nil || !i.columns.complete {
			r.use(i, name)
			found = true
		}
	}
	if !found {
		r.report(r.unknownColumn(name, "", items))
	}
}

// naturalColumns records the use of the columns that NATURAL JOIN compares: those that both sides have.
func (r *resolver) naturalColumns(left, right []*item) {
	known := true
	for _, i := range slices.Concat(left, right) {
		known = known && i.columns.complete
	}
	if !known {
		for _, i := range slices.Concat(left, right) {
			r.wholeRow(i)
		}
		return
	}
	r.useCommon(right, r.namesOf(left), left)
	r.useCommon(left, r.namesOf(right), right)
}

func (r *resolver) namesOf(items []*item) map[string]bool {
	m := make(map[string]bool)
	for _, i := range items {
		if r.tooWide(i) {
			return m
		}
		for _, c := range i.columns.list {
			m[c.name] = true
		}
	}
	return m
}

func (r *resolver) useCommon(items []*item, common map[string]bool, others []*item) {
	for _, i := range items {
		if i.whole {
			continue
		}
		if r.tooWide(i) {
			return
		}
		for _, c := range i.columns.list {
			if common[c.name] {
				end := r.merging(c.name, items, others)
				r.use(i, c.name)
				end()
			}
		}
	}
}

// indirection checks (expression).name, which is either a field or the call name(expression).
func (r *resolver) indirection(m *pg_query.A_Indirection) {
	for at, n := range m.Indirection {
		if n.GetString_() == nil {
			continue
		}
		name := n.GetString_().Sval
		switch {
		case refusedBecause(name) != "":
			r.report(unsafe(RuleColumn, name, "(…).%s is no field that is known, and may be a call of %s()", name, name))
		case at == 0 && r.hasField(m.Arg, name):
		default:
			r.report(invalid(RuleColumn, name, "(…).%s cannot be told from a call of %s()", name, name))
		}
	}
}

func (r *resolver) hasField(arg *pg_query.Node, name string) bool {
	switch m := inner(arg).(type) {
	case *pg_query.FuncCall:
		return slices.Contains(r.guard.outputsOf(last(m.Funcname)), name)
	case *pg_query.ColumnRef:
		if len(m.Fields) != 1 || m.Fields[0].GetString_() == nil {
			break
		}
		if found := r.scope.lookup("", m.Fields[0].GetString_().Sval); len(found) > 0 {
			i := found[0]
			if i.columns.has(name, r.mayCall()) {
				r.use(i, name)
				return true
			}
			return !i.columns.complete && !r.mayCall()
		}
	}
	// This is a composite value. When only pg_catalog is searched, a call would reach PostgreSQL's own functions, and
	// the harmful ones are refused by name.
	return !r.mayCall() && !strings.HasPrefix(name, "pg_")
}

// mayCall reports whether x.name may be the call of a user's function when x has no such column. It is false when
// only pg_catalog is searched, and when nothing is known of the database.
func (r *resolver) mayCall() bool {
	return r.facts.Snapshot != nil && !r.guard.onlyCatalog(r.facts)
}

func systemColumn(name string) *finding {
	return invalid(RuleColumn, name, "%s is a system column, not data", name)
}

func (r *resolver) unknownColumn(name, alias string, items []*item) *finding {
	full := name
	if alias != "" {
		full = alias + "." + name
	}
	near := nearest(name, func(yield func(string)) {
		for _, i := range items {
			for _, c := range i.columns.list {
				if r.ruling(i, i.real(c.name)).Access != Denied {
					yield(c.name)
				}
			}
		}
	})
	if near != "" {
		return invalid(RuleColumn, full, "there is no column %s; did you mean %s?", full, near)
	}
	return invalid(RuleColumn, full, "there is no column %s", full)
}

func stringsOf(list []*pg_query.Node) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.GetString_().GetSval())
	}
	return out
}
