package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// doubling finds recursive queries whose texts or lists become twice as long with each round: 30 of them are a gigabyte.
type doubling struct {
	own      []column        // of the recursive query
	tables   map[string]bool // names in FROM that are tables, and so hold nothing of the recursion
	derived  bool            // FROM holds queries of its own, which may give its columns other names
	depends  [][]int         // of each column, how often it has which
	lengthen []bool          // whether its expression joins texts or lists
}

// maxOwnColumns is how many columns of a recursive query are told apart.
const maxOwnColumns = 64

// doubles refuses a recursive query of which one arm does that. Of the columns that depend on each other, one may be in what is
// joined together once.
func (r *resolver) doubles(name string, own []column, arm *pg_query.SelectStmt) {
	if arm.Larg != nil && arm.Rarg != nil {
		r.doubles(name, own, arm.Larg)
		r.doubles(name, own, arm.Rarg)
		return
	}
	d := doubling{own: own, tables: map[string]bool{}, depends: make([][]int, len(own)), lengthen: make([]bool, len(own))}
	d.from(arm, r.with)
	for i, n := range arm.TargetList {
		if i < len(own) {
			d.column(i, n)
		}
	}
	reach := closure(d.depends)
	for i := range own {
		total := 0
		for j, times := range d.depends[i] {
			if i == j || reach == nil || reach[j][i] {
				total += times
			}
		}
		if d.lengthen[i] && total > 1 {
			r.report(invalid(RuleRecursion, name, "the recursive query %q makes %s twice as long with every row", name, own[i].name))
		}
	}
}

// from looks at what an arm reads.
func (d *doubling) from(arm *pg_query.SelectStmt, with *ctes) {
	inner := map[string]bool{}
	var visit visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.CommonTableExpr:
			inner[m.Ctename], d.derived = true, true
		case *pg_query.RangeSubselect, *pg_query.RangeFunction:
			d.derived = true
		case *pg_query.RangeVar:
			if m.Schemaname != "" || !inner[m.Relname] && with.find(m.Relname) == nil {
				name := m.Relname
				if m.Alias != nil {
					name = m.Alias.Aliasname
				}
				d.tables[name] = true
			}
		}
		children(m, visit)
	}
	visit(arm)
}

// repeats are functions whose result may hold an argument more than once, or with much added to each character.
var repeats = map[string]bool{"repeat": true, "replace": true, "regexp_replace": true, "format": true, "lpad": true, "rpad": true,
	"encode": true, "quote_literal": true, "quote_nullable": true, "quote_ident": true, "to_json": true, "to_jsonb": true,
	"json_build_array": true, "jsonb_build_array": true, "json_build_object": true, "jsonb_build_object": true, "row_to_json": true,
	"array_to_json": true}

// lengthens are functions that make a text or a list of several.
var lengthens = map[string]bool{"concat": true, "concat_ws": true, "array_cat": true, "array_append": true, "array_prepend": true,
	"overlay": true, "jsonb_set": true, "jsonb_insert": true, "string_agg": true, "array_agg": true, "json_agg": true, "jsonb_agg": true,
	"textcat": true, "byteacat": true, "jsonb_concat": true, "tsquery_and": true, "tsquery_or": true, "tsquery_phrase": true}

// column notes how often the expression of a column has each of the recursion's own.
func (d *doubling) column(at int, n *pg_query.Node) {
	d.depends[at] = make([]int, len(d.own))
	times := 1
	var visit visitor
	visit = func(m any) {
		saved := times
		defer func() { times = saved }()
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			d.reference(at, m, times)
			return
		case *pg_query.A_Expr:
			d.lengthen[at] = d.lengthen[at] || last(m.Name) == "||" || last(m.Name) == "&&"
		case *pg_query.FuncCall:
			if repeats[last(m.Funcname)] {
				times = 2
			}
			d.lengthen[at] = d.lengthen[at] || times > 1 || lengthens[last(m.Funcname)]
		case *pg_query.TypeCast:
			switch inner(m.Arg).(type) {
			case *pg_query.A_ArrayExpr, *pg_query.RowExpr: // as text, what is quoted in them is quoted once more
				times, d.lengthen[at] = 2, true
			}
		case *pg_query.A_ArrayExpr, *pg_query.RowExpr:
			d.lengthen[at] = true
		}
		children(m, visit)
	}
	visit.node(n)
}

func (d *doubling) reference(at int, m *pg_query.ColumnRef, times int) {
	parts := stringsOf(m.Fields)
	if len(parts) == 0 || len(parts) > 1 && d.tables[parts[len(parts)-2]] {
		return
	}
	known := false
	for j := range d.own {
		if d.own[j].name == parts[len(parts)-1] {
			d.depends[at][j] += times
			known = true
		}
	}
	if !known && d.derived {
		d.depends[at][at] += times // it may be called something else there
	}
}

// closure says which columns are in which, over any number of rounds; nil: each may be in each.
func closure(depends [][]int) [][]bool {
	n := len(depends)
	if n > maxOwnColumns {
		return nil
	}
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		for j, times := range depends[i] {
			reach[i][j] = times > 0
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}
