package guard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// vocabulary is what the statements of a generator call things: names of columns, tables and functions of
// testdata/servertree.sql.
var vocabulary = []string{"id", "name", "salary", "note", "total", "orders", "p", "j", "t", "g", "x", "k"}

// generator writes statements whose names may mean several things. Of the same seed it writes the same ones. It follows
// PostgreSQL's rules as far as most of its statements shall be accepted by a server, and nobody trusts it.
type generator struct {
	*rand.Rand
	tables []*schema.Table
	ctes   []source // in scope, innermost last
	fresh  int
	rows   bool // write (row).column, for which a server wants the right to read all of the row
}

// source is something in FROM, or a query of WITH.
type source struct {
	name    string
	columns []string
}

// spot is where an expression stands.
type spot struct {
	outer   *spot
	sources []source
	merged  []string // columns of USING
	outputs []string
}

func newGenerator(seed uint64, tables []*schema.Table) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, 14)), tables: tables}
}

// statement writes one statement.
func (g *generator) statement() string {
	g.ctes, g.fresh = nil, 0
	text, _ := g.query(nil, 0, 3)
	return text
}

func (g *generator) percent(n int) bool { return g.IntN(100) < n }

func (g *generator) one(of ...string) string { return of[g.IntN(len(of))] }

// query writes a query of so many columns, any number for 0, and returns the names of its columns.
func (g *generator) query(outer *spot, width, depth int) (text string, outputs []string) {
	defer func(n int) { g.ctes = g.ctes[:n] }(len(g.ctes))
	if depth > 1 && g.percent(20) {
		text = g.with(outer, depth-1)
	}
	at := &spot{outer: outer}
	var body string
	switch roll := g.IntN(100); {
	case roll < 8 && depth > 0:
		body, outputs = g.setOperation(outer, max(1, width), depth-1)
		at = &spot{outer: outer}
	case roll < 12:
		body, outputs = g.values(outer, max(1, width))
	default:
		body, outputs = g.plain(at, width, depth)
	}
	at.outputs = outputs
	return text + body + g.order(at, strings.HasPrefix(body, "SELECT DISTINCT") || strings.Contains(body, "GROUP BY")), outputs
}

func (g *generator) with(outer *spot, depth int) string {
	if g.percent(15) {
		name := g.one(vocabulary...)
		g.ctes = append(g.ctes, source{name, []string{"id", "name"}})
		return fmt.Sprintf("WITH RECURSIVE %s(id, name) AS (SELECT 1, 'x'::text UNION ALL "+
			"SELECT %[1]s.id * 2, name FROM %[1]s WHERE %[1]s.id < 5) ", name)
	}
	var list []string
	for n := 1 + g.IntN(2); n > 0; n-- {
		body, columns := g.query(outer, 0, depth)
		name, renamed := g.one(vocabulary...), ""
		if slices.ContainsFunc(g.ctes, func(s source) bool { return s.name == name }) {
			name = g.alias(nil)
		}
		if len(columns) > 0 && g.percent(25) {
			columns = slices.Clone(columns)
			columns[0] = g.one(vocabulary...)
			renamed = "(" + columns[0] + ")"
		}
		list = append(list, name+renamed+" AS "+g.one("", "", "MATERIALIZED ", "NOT MATERIALIZED ")+"("+body+")")
		g.ctes = append(g.ctes, source{name, columns})
	}
	return "WITH " + strings.Join(list, ", ") + " "
}

func (g *generator) setOperation(outer *spot, width, depth int) (string, []string) {
	arm := func() (string, []string) {
		text, outputs := g.textual(&spot{outer: outer}, width, depth)
		return text, outputs
	}
	left, outputs := arm()
	right, _ := arm()
	return left + " " + g.one("UNION", "UNION ALL", "INTERSECT", "EXCEPT") + " " + right, outputs
}

// textual is a SELECT of columns of type text.
func (g *generator) textual(at *spot, width, depth int) (string, []string) {
	from := g.from(at, depth)
	var list, outputs []string
	for range width {
		name := g.outputName(at)
		list = append(list, "("+g.expression(at, depth)+")::text AS "+name)
		outputs = append(outputs, name)
	}
	return "SELECT " + strings.Join(list, ", ") + from + g.where(at, depth), outputs
}

func (g *generator) values(outer *spot, width int) (string, []string) {
	var rows []string
	for n := 1 + g.IntN(2); n > 0; n-- {
		var row []string
		for range width {
			row = append(row, "("+g.expression(&spot{outer: outer}, 0)+")::text")
		}
		rows = append(rows, "("+strings.Join(row, ", ")+")")
	}
	var outputs []string
	for i := range width {
		outputs = append(outputs, fmt.Sprintf("column%d", i+1))
	}
	return "VALUES " + strings.Join(rows, ", "), outputs
}

// plain is a SELECT … FROM.
func (g *generator) plain(at *spot, width, depth int) (string, []string) {
	from := g.from(at, depth)
	where := g.where(at, depth)
	if g.percent(25) {
		return g.grouped(at, width, depth, from+where)
	}
	if width == 0 && len(at.sources) > 0 && g.percent(12) {
		var all []string
		for _, s := range at.sources {
			all = append(all, s.columns...)
		}
		if g.percent(50) {
			return "SELECT *" + from + where, all
		}
		s := at.sources[g.IntN(len(at.sources))]
		return "SELECT " + s.name + ".*" + from + where, s.columns
	}
	var list, outputs []string
	for range max(width, 1+g.IntN(3)*min(1, max(0, 1-width))) {
		e := g.expression(at, depth)
		if g.percent(8) {
			e = g.window(at)
		}
		name := g.outputName(at)
		if dot := strings.LastIndexByte(e, '.'); g.percent(25) && !strings.ContainsAny(e, "( '") {
			name = e[dot+1:]
			list = append(list, e)
		} else {
			list = append(list, e+g.one(" AS ", " AS ", " ")+name)
		}
		outputs = append(outputs, name)
	}
	distinct := ""
	switch roll := g.IntN(100); {
	case roll < 6:
		distinct = "DISTINCT "
	case roll < 12:
		distinct = "DISTINCT ON (" + g.nameOrExpression(&spot{at.outer, at.sources, at.merged, outputs}, depth) + ") "
	}
	tail := ""
	if g.percent(5) {
		list[0] = "count(*) OVER w AS " + g.one(vocabulary...)
		outputs[0] = list[0][len("count(*) OVER w AS "):]
		tail = " WINDOW w AS (PARTITION BY " + g.reference(at) + " ORDER BY " + g.expression(at, 0) + ")"
	}
	return "SELECT " + distinct + strings.Join(list, ", ") + from + where + tail, outputs
}

// grouped is a SELECT with GROUP BY, or with aggregates alone.
func (g *generator) grouped(at *spot, width, depth int, from string) (string, []string) {
	var groups, list, outputs []string
	for range g.IntN(3) {
		groups = append(groups, g.nameOrExpression(at, 0))
	}
	for i := range max(width, 1+g.IntN(2)*min(1, max(0, 1-width))) {
		name := g.outputName(at)
		e := g.aggregate(at)
		if i < len(groups) && g.percent(60) {
			if e = groups[i]; g.percent(20) {
				groups[i] = g.one(fmt.Sprint(i+1), name)
			}
		}
		list, outputs = append(list, e+" AS "+name), append(outputs, name)
	}
	by := ""
	if len(groups) > 0 {
		by = " GROUP BY "
		switch all := strings.Join(groups, ", "); g.IntN(8) {
		case 0:
			by += "ROLLUP (" + all + ")"
		case 1:
			by += "CUBE (" + all + ")"
		case 2:
			by += "GROUPING SETS ((" + all + "), ())"
		default:
			by += all
		}
	}
	if g.percent(15) {
		by += " HAVING " + g.aggregate(at) + " IS NOT NULL"
	}
	return "SELECT " + strings.Join(list, ", ") + from + by, outputs
}

func (g *generator) aggregate(at *spot) string {
	e := g.reference(at)
	switch g.IntN(8) {
	case 0:
		return "count(*)"
	case 1:
		return "max((" + e + ")::text)"
	case 2:
		return "string_agg((" + e + ")::text, ',' ORDER BY (" + g.reference(at) + ")::text)"
	case 3:
		return "count(*) FILTER (WHERE " + g.condition(at, 0) + ")"
	case 4:
		return "count(DISTINCT " + e + ")"
	case 5:
		return "array_agg(" + e + ")"
	}
	return "count(" + e + ")"
}

func (g *generator) window(at *spot) string {
	return g.one("row_number()", "count(*)", "rank()", "max(("+g.reference(at)+")::text)") + " OVER (" +
		g.one("", "PARTITION BY "+g.reference(at)+" ") + "ORDER BY " + g.expression(at, 0) + ")"
}

func (g *generator) where(at *spot, depth int) string {
	if g.percent(60) {
		return ""
	}
	return " WHERE " + g.condition(at, depth)
}

// order writes ORDER BY and LIMIT. Where only outputs may stand, strict, it mostly keeps to these.
func (g *generator) order(at *spot, strict bool) string {
	text := ""
	if g.percent(40) {
		e := g.nameOrExpression(at, 0)
		if strict && g.percent(80) && len(at.outputs) > 0 {
			e = g.one(at.outputs...)
		}
		if g.percent(15) {
			e = "1"
		}
		text = " ORDER BY " + e + g.one("", " DESC", " NULLS FIRST")
	}
	if g.percent(20) {
		text += " LIMIT 1"
	}
	return text
}

// nameOrExpression is an item of ORDER BY and its like: a name of an output, that name in an expression, or anything.
func (g *generator) nameOrExpression(at *spot, depth int) string {
	if len(at.outputs) > 0 && g.percent(50) {
		name := g.one(at.outputs...)
		return g.one(name, name, "length(("+name+")::text)", "("+name+")", name+"::text")
	}
	if g.percent(60) {
		return g.reference(at)
	}
	return g.expression(at, depth)
}

// outputName is a name for an output: often one that a column here or around has.
func (g *generator) outputName(at *spot) string {
	if at.outer != nil && g.percent(40) {
		if s := g.anySource(at.outer); s != nil && len(s.columns) > 0 {
			return g.one(append(s.columns, s.name)...)
		}
	}
	return g.one(vocabulary...)
}

func (g *generator) anySource(at *spot) *source {
	for at != nil && (len(at.sources) == 0 || at.outer != nil && g.percent(35)) {
		at = at.outer
	}
	if at == nil || len(at.sources) == 0 {
		return nil
	}
	return &at.sources[g.IntN(len(at.sources))]
}
