package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// systemColumns lists the columns that every table has and that describe its storage.
var systemColumns = map[string]bool{"ctid": true, "xmin": true, "xmax": true, "cmin": true, "cmax": true, "tableoid": true}

// unbound returns the finding for what has no place in the normal form. Nobody can write it: the binder has a fault.
func unbound(what string) *finding {
	return invalid(RuleUnfaithful, "", "it holds %s, and so could be read in two ways", what)
}

// columnRef checks a column, alias.column, or a whole row, alias alone.
func (r *resolver) columnRef(m *pg_query.ColumnRef) {
	r.columns++
	parts := stringsOf(m.Fields)
	if r.loose() {
		r.looseRef(m)
		return
	}
	var i *item
	if len(parts) > 0 && len(parts) <= 2 && m.Fields[len(parts)-1].GetAStar() == nil {
		if found := r.scope.lookup(parts[0]); len(found) == 1 {
			i = found[0]
		}
	}
	switch {
	case i == nil:
		r.report(unbound("the name " + strings.Join(parts, ".")))
	case len(parts) == 1:
		r.rowed = append(r.rowed, i)
		r.rowValue(i)
	case r.sureOf(i, parts[1]):
		r.use(i, parts[1])
	default:
		r.report(unbound("the name " + strings.Join(parts, ".")))
	}
}

// sureOf reports whether item.name is a column, and no call.
func (r *resolver) sureOf(i *item, name string) bool {
	if c := i.column(name); c != nil {
		return !c.doubtful || !r.mayCall()
	}
	return !i.columns.complete && !r.mayCall()
}

// rowsNamed reports a finding if a whole row could be taken for a column or an output: PostgreSQL prefers those.
func (r *resolver) rowsNamed() {
	for _, row := range r.rowed {
		taken := r.outputs[row.name]
		for _, i := range r.aliases {
			taken = taken || (i != row || i.table != nil) && i.column(row.name) != nil
		}
		if taken {
			r.report(unbound("a row with the name of a column"))
		}
	}
}

// looseRef records the use of whatever a name may mean, where nothing is known of the database. The statement is not
// sent.
func (r *resolver) looseRef(m *pg_query.ColumnRef) {
	parts := stringsOf(m.Fields)
	star := m.Fields[len(m.Fields)-1].GetAStar() != nil
	if star {
		parts = parts[:len(parts)-1]
	}
	items := r.scope.visible()
	if found := r.scope.lookup(strings.Join(parts[max(0, len(parts)-2):max(0, len(parts)-1)], "")); len(found) > 0 {
		items = found
	}
	if star && len(parts) > 0 {
		if found := r.scope.lookup(parts[len(parts)-1]); len(found) > 0 {
			items = found
		}
	}
	for _, i := range items {
		switch name := parts[max(0, len(parts)-1):]; {
		case !star && len(parts) > 1 && i.columns.find(name[0]) == nil && refusedBecause(name[0]) != "":
			r.report(unsafe(RuleColumn, strings.Join(parts, "."),
				"%s is no column that is known, and may be a call of %s()", strings.Join(parts, "."), name[0]))
		case star || len(parts) == 1 && i.name == parts[0]:
			r.rowValue(i)
		case len(parts) > 0 && (!i.columns.complete || i.columns.find(parts[len(parts)-1]) != nil):
			r.use(i, parts[len(parts)-1])
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
	if systemColumns[name] && i.column(name) == nil {
		r.report(systemColumn(name))
		return
	}
	if i.written.name == "" {
		return
	}
	full := i.written.name + "." + name
	if i.written.space != "" {
		full = i.written.space + "." + full
	}
	r.usedColumns.add(full)
	if i.table != nil {
		if col := i.table.Column(name); col != nil {
			r.columnType(full, col)
		}
	}
	r.allows(full, i, name)
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

// mayCall reports whether x.name may be the call of a user's function when x has no such column. It is false when
// only pg_catalog is searched, and when nothing is known of the database.
func (r *resolver) mayCall() bool {
	return r.facts.Snapshot != nil && !r.guard.onlyCatalog(r.facts)
}

func systemColumn(name string) *finding {
	return invalid(RuleColumn, name, "%s is a system column, not data", name)
}

func stringsOf(list []*pg_query.Node) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.GetString_().GetSval())
	}
	return out
}

const maxOutputs = 1664 // PostgreSQL's own limit

// targets returns the output columns of a SELECT list.
func (r *resolver) targets(list []*pg_query.Node) columns {
	c := columns{complete: true}
	for _, n := range list {
		t := n.GetResTarget()
		switch {
		case t.GetName() != "":
			r.outputs[t.Name] = true
			c.list = append(c.list, column{name: t.Name, value: r.compositeOf(t.Val)})
		case t != nil && starOf(t.Val.GetAIndirection()) || r.loose():
			c.complete = false // of the outermost SELECT: nothing refers to it
		default:
			r.report(unbound("an output without a name"))
		}
	}
	if len(c.list) > maxOutputs {
		r.report(invalid(RuleBounds, "", "it has more than %d output columns", maxOutputs))
	}
	return c
}

// starOf reports whether an expression is (…).*.
func starOf(m *pg_query.A_Indirection) bool {
	return m != nil && m.Indirection[len(m.Indirection)-1].GetAStar() != nil
}
