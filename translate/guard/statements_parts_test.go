package guard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// from writes FROM and adds what is in it to a place.
func (g *generator) from(at *spot, depth int) string {
	if g.percent(6) {
		return ""
	}
	var list []string
	for range 1 + g.IntN(5)/3 {
		list = append(list, g.item(at, depth))
	}
	return " FROM " + strings.Join(list, ", ")
}

// item is a relation, a query, a function or a join.
func (g *generator) item(at *spot, depth int) string {
	if g.percent(30) {
		return g.join(at, depth)
	}
	return g.single(at, depth)
}

func (g *generator) join(at *spot, depth int) string {
	start := len(at.sources)
	left := g.single(at, depth)
	middle := len(at.sources)
	right := g.single(at, depth)
	kind := g.one("JOIN", "JOIN", "LEFT JOIN", "FULL JOIN")
	if g.percent(10) {
		return left + " CROSS JOIN " + right
	}
	var common []string
	for _, c := range at.sources[start].columns {
		if middle < len(at.sources) && slices.Contains(at.sources[middle].columns, c) && !slices.Contains(common, c) {
			common = append(common, c)
		}
	}
	if g.percent(10) {
		at.merged = append(at.merged, common...)
		return left + " NATURAL " + kind + " " + right
	}
	if len(common) > 0 && g.percent(45) {
		column := g.one(common...)
		at.merged = append(at.merged, column)
		text := left + " " + kind + " " + right + " USING (" + column + ")"
		if g.percent(40) {
			alias := g.alias(at)
			at.sources = append(at.sources, source{alias, []string{column}})
			at.merged = append(at.merged, column)
			text += " AS " + alias
		}
		return text
	}
	inside := &spot{outer: at.outer, sources: at.sources[start:]}
	on := g.condition(inside, 0)
	if kind == "FULL JOIN" {
		on = "true"
	}
	text := left + " " + kind + " " + right + " ON " + on
	if g.percent(12) {
		alias := g.alias(&spot{sources: at.sources[:start]})
		all := source{name: alias}
		for _, s := range at.sources[start:] {
			all.columns = append(all.columns, s.columns...)
		}
		at.sources = append(at.sources[:start:start], all)
		text = "(" + text + ") AS " + alias
	}
	return text
}

// single adds one source to a place.
func (g *generator) single(at *spot, depth int) string {
	var text string
	var s source
	switch roll := g.IntN(100); {
	case roll < 14 && depth > 0:
		lateral, outer := "", at.outer
		if g.percent(40) {
			lateral, outer = "LATERAL ", &spot{outer: at.outer, sources: slices.Clone(at.sources)}
		}
		var body string
		body, s.columns = g.query(outer, 0, depth-1)
		text = lateral + "(" + body + ")"
	case roll < 20:
		return g.function(at)
	case roll < 24:
		body, columns := g.values(nil, 1+g.IntN(2))
		text, s.columns = "("+body+")", columns
	case roll < 38 && len(g.ctes) > 0:
		cte := g.ctes[g.IntN(len(g.ctes))]
		text, s = cte.name, cte
	default:
		table := g.table()
		text, s.name = table.Schema+"."+table.Name, table.Name
		if table.Schema == "app" && g.percent(50) {
			text = table.Name
		}
		for _, c := range table.Columns {
			s.columns = append(s.columns, c.Name)
		}
	}
	named := s.name != "" && !slices.ContainsFunc(at.sources, func(o source) bool { return o.name == s.name })
	if !named || g.percent(60) {
		s.name = g.alias(at)
		text += g.one(" AS ", " ") + s.name
		if len(s.columns) > 0 && g.percent(15) {
			s.columns = slices.Clone(s.columns)
			s.columns[0] = g.one(vocabulary...)
			text += "(" + s.columns[0] + ")"
		}
	}
	at.sources = append(at.sources, s)
	return text
}

// table is any, and seldom one that the guard refuses whatever is done with it.
func (g *generator) table() *schema.Table {
	for {
		t := g.tables[g.IntN(len(g.tables))]
		if !slices.Contains([]string{"v_did", "guarded", "secret"}, t.Name) || g.percent(5) {
			return t
		}
	}
}

// function adds a function in FROM.
func (g *generator) function(at *spot) string {
	s := source{name: g.alias(at)}
	e := g.expression(&spot{outer: at.outer, sources: slices.Clone(at.sources)}, 0)
	var text string
	switch g.IntN(5) {
	case 0:
		s.columns = []string{s.name}
		text = "generate_series(1, 3) AS " + s.name
	case 1:
		s.columns = []string{g.one(vocabulary...), "ordinality"}
		text = "unnest(ARRAY[(" + e + ")::text]) WITH ORDINALITY AS " + s.name + "(" + s.columns[0] + ")"
	case 2:
		s.columns = []string{"key", "value"}
		text = "jsonb_each(jsonb_build_object('a', (" + e + ")::text)) AS " + s.name
	case 3:
		s.columns = []string{g.one(vocabulary...), "note"}
		text = fmt.Sprintf("jsonb_to_recordset('[]') AS %s(%s int, note text)", s.name, s.columns[0])
	default:
		s.columns = []string{g.one(vocabulary...), g.alias(&spot{})}
		text = fmt.Sprintf("ROWS FROM (generate_series(1, 2), unnest(ARRAY['a'])) AS %s(%s, %s)", s.name, s.columns[0], s.columns[1])
	}
	at.sources = append(at.sources, s)
	return text
}

// alias is a name that nothing else in a FROM has.
func (g *generator) alias(at *spot) string {
	for range 5 {
		w := g.one(vocabulary...)
		if at != nil && !slices.ContainsFunc(at.sources, func(s source) bool { return s.name == w }) {
			return w
		}
	}
	g.fresh++
	return fmt.Sprintf("a%d", g.fresh)
}

// inside holds what there may be in a column of a composite type, and what there is not.
var inside = map[string][]string{
	"pair": {".id", ".name", ".x"},
	"deep": {".x", ".k", ".pair", ".pair.name", ".pair.k", ".list[1].id", ".list[1].x", ".list"},
	"many": {"[1].id", "[1:2]", "[1].x", "[1][1].name"},
}

// reference is a name of a column or of a row, most often one that there is.
func (g *generator) reference(at *spot) string {
	if g.percent(3) {
		return g.one(vocabulary...)
	}
	if g.percent(2) {
		return g.one(vocabulary...) + "." + g.one(vocabulary...)
	}
	if at == nil {
		return "1"
	}
	s := g.anySource(at)
	if s == nil || len(s.columns) == 0 {
		return g.one("1", "'a'", "2.5")
	}
	column := s.columns[g.IntN(len(s.columns))]
	if in := inside[column]; in != nil && g.percent(70) {
		return g.one("("+s.name+"."+column+")", "("+column+")") + g.one(in...)
	}
	switch roll := g.IntN(100); {
	case roll < 6:
		return s.name // a row, or a column of that name
	case roll < 40 && at.has(column) == 1:
		return column
	case roll < 41:
		return column
	case roll < 45 && g.rows:
		return "(" + s.name + ")." + column
	case roll < 46:
		return column + "(" + s.name + ")"
	}
	return s.name + "." + column
}

// has counts the columns of a name in the innermost FROM that has one.
func (at *spot) has(column string) int {
	for ; at != nil; at = at.outer {
		n := 0
		for _, c := range at.merged { // two are one
			if c == column {
				n--
			}
		}
		for _, s := range at.sources {
			for _, c := range s.columns {
				if c == column {
					n++
				}
			}
		}
		if n > 0 {
			return n
		}
	}
	return 0
}

func (g *generator) expression(at *spot, depth int) string {
	e := g.reference(at)
	switch g.IntN(27) {
	case 26:
		return "(" + e + ")::text COLLATE " + g.one(`"C"`, `"POSIX"`, `pg_catalog."default"`, "plain")
	case 0:
		return "length((" + e + ")::text)"
	case 1:
		return "coalesce((" + e + ")::text, 'x')"
	case 2:
		return "(" + e + ")::text || (" + g.reference(at) + ")::text"
	case 3:
		return "CASE WHEN " + g.condition(at, 0) + " THEN (" + e + ")::text ELSE 'z' END"
	case 4, 5, 6:
		if depth > 0 {
			text, _ := g.query(at, 1, depth-1)
			return "(" + text + " )"
		}
	case 7:
		return "ROW(" + e + ", " + g.reference(at) + ")"
	case 8:
		return "to_jsonb(" + e + ")"
	case 9:
		return "ARRAY[(" + e + ")::text]"
	case 10:
		return "nullif((" + e + ")::text, 'a')"
	case 11:
		return "greatest(length((" + e + ")::text), 1)"
	case 12:
		return g.one("lower", "upper", "md5", "reverse") + "((" + e + ")::text)"
	case 13:
		return "(" + e + ") IS NULL"
	case 14:
		return g.one("lower", "length", "upper", "concat", "num_nonnulls", "text", g.one("abs", "x", "k", "name")) + "(" + e + ")"
	case 15:
		if g.percent(50) {
			return "concat(" + e + ", " + g.reference(at) + ")"
		}
		return e + g.one(" + ", " || ", " - ", " = ", " < ") + g.reference(at)
	case 16:
		return g.one("date '2020-01-01'", "interval '1 day'", "now()", "current_date", "1.5", "'open'::app.status")
	case 17:
		if depth > 0 {
			text, _ := g.query(at, 1, depth-1)
			return "ARRAY(" + text + ")"
		}
	}
	return e
}

func (g *generator) condition(at *spot, depth int) string {
	e, f := g.reference(at), g.reference(at)
	switch g.IntN(14) {
	case 0:
		return e + " IS NOT NULL"
	case 1:
		return "(" + e + ")::text = (" + f + ")::text"
	case 2:
		return e + " = " + f
	case 3:
		return "(" + e + ")::text IN ('a', (" + f + ")::text)"
	case 4, 5:
		if depth > 0 {
			text, _ := g.query(at, 0, depth-1)
			return "EXISTS (" + text + ")"
		}
	case 6:
		if depth > 0 {
			text, _ := g.textual(&spot{outer: at}, 1, depth-1)
			return "(" + e + ")::text " + g.one("IN ", "= ANY ", "NOT IN ") + "(" + text + ")"
		}
	case 7:
		return "((" + e + ")::text, 1) = ((" + f + ")::text, 2)"
	case 8:
		return "(" + e + ")::text BETWEEN 'a' AND (" + f + ")::text"
	case 9:
		return "(" + e + ")::text LIKE 'a%'"
	case 10:
		return e + " IS DISTINCT FROM " + f
	case 11:
		return "NOT (" + g.condition(at, 0) + ")"
	case 12:
		return "(" + g.condition(at, 0) + g.one(" AND ", " OR ") + g.condition(at, 0) + ")"
	}
	return "length((" + e + ")::text) > 1"
}
