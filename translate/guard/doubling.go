package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// doubling finds recursive queries whose texts or lists double in length with each round: 30 rounds make a gigabyte.
type doubling struct {
	own      []column        // columns of the recursive query
	tables   map[string]bool // names in FROM that are tables, so not the recursive query
	derived  bool            // FROM holds subqueries, which may rename the recursive query's columns
	depends  [][]int         // depends[i][j]: how often the expression of column i contains column j
	lengthen []bool          // whether the expression of each column concatenates texts or lists
}

// maxOwnColumns is the number of columns of a recursive query up to which each is tracked by itself.
const maxOwnColumns = 64

// doubles reports a finding for a recursive query when an arm doubles a column. An expression that concatenates may
// contain only one of the columns that depend on each other, and only once.
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

// from reads the FROM of an arm into tables and derived.
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

// repeats lists functions whose result may contain an argument more than once, or with much text added per character.
var repeats = map[string]bool{"repeat": true, "replace": true, "regexp_replace": true, "format": true, "lpad": true, "rpad": true,
	"encode": true, "quote_literal": true, "quote_nullable": true, "quote_ident": true, "to_json": true, "to_jsonb": true,
	"json_build_array": true, "jsonb_build_array": true, "json_build_object": true, "jsonb_build_object": true, "row_to_json": true,
	"array_to_json": true}

// lengthens lists functions that concatenate texts or lists.
var lengthens = map[string]bool{"concat": true, "concat_ws": true, "array_cat": true, "array_append": true, "array_prepend": true,
	"overlay": true, "jsonb_set": true, "jsonb_insert": true, "string_agg": true, "array_agg": true, "json_agg": true, "jsonb_agg": true,
	"textcat": true, "byteacat": true, "jsonb_concat": true, "tsquery_and": true, "tsquery_or": true, "tsquery_phrase": true}

// column counts how often the expression of a column contains each of the recursive query's own columns.
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
			case *pg_query.A_ArrayExpr, *pg_query.RowExpr: // converting to text quotes quoted elements again
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
		d.depends[at][at] += times // FROM may have renamed the column
	}
}

// closure returns which column contains which after any number of rounds. nil means that each may contain each.
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
