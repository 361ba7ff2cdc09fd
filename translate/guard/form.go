package guard

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/guard/normal"
)

// binding is what the binder knows about the database. It need not be right: what it makes is proven.
type binding struct {
	guard *Guard
	facts Facts
}

// bind brings a statement to its normal form, in place. The findings say why it has none.
func (g *Guard) bind(stmt *pg_query.SelectStmt, facts Facts) (normal.Renames, []*finding) {
	var found []*finding
	suggested := false
	renamed, problems := normal.Bind(stmt, binding{g, facts}, facts.Snapshot == nil)
	for _, p := range problems {
		if p.Kind == normal.NoColumn && suggested {
			p.Near = nil // one suggestion is enough, and looking for it among wide tables takes its time
		}
		suggested = suggested || p.Kind == normal.NoColumn
		found = append(found, g.unread(p, facts))
	}
	return renamed, found
}

// unread returns the finding for a name that could not be read.
func (g *Guard) unread(p normal.Problem, facts Facts) *finding {
	full := p.Name
	if p.Qualifier != "" {
		full = p.Qualifier + "." + p.Name
	}
	switch {
	case p.Kind == normal.NoTable:
		return (&resolver{guard: g, facts: facts}).absent(p.Table)
	case p.Kind == normal.OtherDatabase:
		return crossDatabase(p.Name)
	case p.Kind == normal.TooLarge:
		return invalid(RuleBounds, "", "%s", p.Why)
	case p.Kind == normal.Unreadable:
		return invalid(RuleColumn, p.Name, "%s", p.Why)
	case p.Kind == normal.System:
		return systemColumn(p.Name)
	case p.Qualifier != "" && refusedBecause(p.Name) != "":
		return unsafe(RuleColumn, full, "%s is no column, and may be a call of %s()", full, p.Name)
	case p.Kind == normal.NoItem:
		return invalid(RuleColumn, full, "there is no %s in FROM that %s could be taken from", p.Qualifier, full)
	case p.Kind == normal.MayCall:
		return invalid(RuleColumn, full, "%s cannot be told from a call of %s(): give the columns names, as in %s(a, b), or write %s alone",
			full, p.Name, p.Qualifier, p.Name)
	}
	if p.Near == nil {
		return invalid(RuleColumn, full, "there is no column %s", full)
	}
	var seen []string
	p.Near(func(space, table, column string) {
		if table == "" || g.Ruling(facts.Snapshot, space, table, column).Access != Denied {
			seen = append(seen, column)
		}
	})
	if near := spelling.Nearest(p.Name, seen); near != "" {
		return invalid(RuleColumn, full, "there is no column %s; did you mean %s?", full, near)
	}
	return invalid(RuleColumn, full, "there is no column %s", full)
}

// Table implements normal.Catalog.
func (c binding) Table(space, name string) (normal.Table, bool) {
	if isCatalog(space, name) {
		space = cmp.Or(space, "pg_catalog")
		table := normal.Table{Schema: space}
		for _, name := range catalogColumns()[strconv.Itoa(c.facts.major())+" "+space+"."+name] {
			table.Columns = append(table.Columns, normal.Column{Name: name})
		}
		table.Open = len(table.Columns) == 0
		return table, true
	}
	if c.facts.Snapshot == nil {
		return normal.Table{Schema: space, Open: true}, true
	}
	t := c.facts.Snapshot.Table(space, name)
	if t == nil {
		return normal.Table{}, false
	}
	table := normal.Table{Schema: t.Schema, Columns: make([]normal.Column, len(t.Columns))}
	for i, col := range t.Columns {
		table.Columns[i] = normal.Column{Name: col.Name, Type: col.Type}
	}
	return table, true
}

// polymorphic lists functions of PostgreSQL's own that may return the row of a table, whose columns are not known.
var polymorphic = map[string]bool{"json_populate_record": true, "json_populate_recordset": true, "jsonb_populate_record": true,
	"jsonb_populate_recordset": true, "json_to_record": true, "json_to_recordset": true, "jsonb_to_record": true,
	"jsonb_to_recordset": true}

// Outputs implements normal.Catalog.
func (c binding) Outputs(function string) ([]string, bool) {
	if outs := c.guard.outputsOf(function); len(outs) > 0 {
		return outs, function != "unnest"
	}
	_, builtin := builtinFunctions[function]
	return nil, builtin && !polymorphic[function] || builtinTypes[function]
}

// MayCall implements normal.Catalog.
func (c binding) MayCall() bool { return (&resolver{guard: c.guard, facts: c.facts}).mayCall() }

// Database implements normal.Catalog.
func (c binding) Database() string {
	if c.facts.Snapshot == nil {
		return ""
	}
	return c.facts.Snapshot.Database
}

// Function implements normal.Catalog. Where an extension may have a function of that name, the name is left to the
// server's choice unless no argument can be of the extension's types.
func (c binding) Function(m *pg_query.FuncCall, types normal.Types) string {
	name := last(m.Funcname)
	_, builtin := builtinFunctions[name]
	_, spelt := grammarFunctions[name]
	switch {
	case c.facts.Snapshot == nil, c.guard.listed[name], spelt:
		return ""
	case builtin || builtinTypes[name] && len(m.Args) == 1:
		if c.onlyIn(func(e extensionSet) bool { return e.has(name) || slices.Contains(e.sql, name) }) || c.plain(m.Args, types) {
			return "pg_catalog"
		}
		return ""
	case len(c.guard.extension[name]) > 0:
		home, _ := (&shape{guard: c.guard, facts: c.facts}).home(RuleFunction, name, c.guard.extension[name])
		return home
	}
	return ""
}

// onlyIn reports whether no extension in reach has a name that PostgreSQL has.
func (c binding) onlyIn(has func(extensionSet) bool) bool {
	if c.guard.onlyCatalog(c.facts) {
		return true
	}
	if c.facts.Snapshot.Extensions == nil {
		return false
	}
	for name := range c.facts.Snapshot.Extensions {
		set, known := extensionSets[setOf(name)]
		if name != "plpgsql" && (!known || has(set)) {
			return false
		}
	}
	return true
}

// plain reports whether every expression is certainly of one of PostgreSQL's own types.
func (c binding) plain(list []*pg_query.Node, types normal.Types) bool {
	return !slices.ContainsFunc(list, func(n *pg_query.Node) bool { return !c.isPlain(n, types) })
}

func (c binding) isPlain(n *pg_query.Node, types normal.Types) bool {
	switch m := inner(n).(type) {
	case nil, *pg_query.A_Const:
		return true
	case *pg_query.ColumnRef:
		return ownTypes[types[m]] || strings.HasPrefix(types[m], "character varying(") || strings.HasPrefix(types[m], "numeric(")
	case *pg_query.TypeCast:
		return len(m.TypeName.Names) == 2 && m.TypeName.Names[0].GetString_().GetSval() == "pg_catalog"
	case *pg_query.FuncCall:
		return len(m.Funcname) == 2 && m.Funcname[0].GetString_().GetSval() == "pg_catalog" && c.plain(m.Args, types)
	case *pg_query.A_Expr:
		return c.isPlain(m.Lexpr, types) && c.isPlain(m.Rexpr, types)
	case *pg_query.CoalesceExpr:
		return c.plain(m.Args, types)
	}
	return false
}

// ownTypes are common types of PostgreSQL's own, as format_type prints them.
var ownTypes = map[string]bool{"text": true, "character varying": true, "name": true, "smallint": true, "integer": true, "bigint": true,
	"numeric": true, "real": true, "double precision": true, "boolean": true, "date": true, "timestamp without time zone": true,
	"timestamp with time zone": true, "interval": true, "json": true, "jsonb": true, "uuid": true, "bytea": true,
	"text[]": true, "integer[]": true}

// Operator implements normal.Catalog.
func (c binding) Operator(name string) string {
	if c.facts.Snapshot != nil && builtinOperators[name] && !c.guard.operators[name] &&
		c.onlyIn(func(e extensionSet) bool { return slices.Contains(e.operators, name) }) {
		return "pg_catalog"
	}
	return ""
}

// Type implements normal.Catalog.
func (c binding) Type(name string) string {
	if c.facts.Snapshot == nil {
		return ""
	}
	if builtinTypes[name] {
		return "pg_catalog"
	}
	if len(c.guard.types[name]) > 0 {
		home, _ := (&shape{guard: c.guard, facts: c.facts}).home(RuleType, name, c.guard.types[name])
		return home
	}
	return ""
}

// Collation implements normal.Catalog. A bare name that the server does not have itself is left to the caller's path.
func (c binding) Collation(name string) string {
	if c.facts.Snapshot != nil && (c.facts.OwnPath || name == "C" || name == "POSIX" || name == "default" || name == "ucs_basic" ||
		strings.HasSuffix(name, "-x-icu")) {
		return "pg_catalog"
	}
	return ""
}
