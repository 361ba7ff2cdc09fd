package service

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
)

// outline describes a statement of the log part by part, for readers who do not know SQL; nil for a statement that no
// plan can express. The guard goes first, because it bounds what reaches the parser.
func outline(g *guard.Guard, sql string) []console.Item {
	if sql == "" || g.Check(sql, guard.Facts{}).Decision != guard.Allow {
		return nil
	}
	p, err := plan.Lift(sql)
	if err != nil {
		return nil
	}
	var o outliner
	o.plan("", p)
	return o.items
}

// maxOutline bounds the items of one statement.
const maxOutline = 60

type outliner struct{ items []console.Item }

func (o *outliner) add(of, name, value string) {
	if value != "" && len(o.items) < maxOutline {
		o.items = append(o.items, console.Item{Name: strings.TrimSpace(of + " " + name), Value: value})
	}
}

// plan writes one level, after the levels that it is made of.
func (o *outliner) plan(of string, p *plan.Plan) {
	for _, c := range p.With {
		o.plan(c.Name+":", c.Plan)
	}
	for _, s := range p.Sources() {
		if s.Plan != nil {
			o.plan(s.Name()+":", s.Plan)
		}
	}
	if p.From != nil {
		o.add(of, "from", source(p.From))
	}
	for _, j := range p.Joins {
		on := ""
		if len(j.On) > 0 {
			on = " on " + all(j.On)
		}
		o.add(of, string(j.Kind)+" join", source(&j.Source)+on)
	}
	for _, e := range p.Where {
		o.add(of, "only where", e.String())
	}
	o.add(of, "per", each(p.GroupBy))
	for _, e := range p.Having {
		o.add(of, "only groups where", e.String())
	}
	columns := make([]string, len(p.Select))
	for i, c := range p.Select {
		columns[i] = c.Expr.String()
		if c.As != "" && c.As != columns[i] && !strings.HasSuffix(columns[i], "."+c.As) {
			columns[i] += " as " + c.As
		}
	}
	name := "columns"
	if p.Distinct {
		name = "distinct columns"
	}
	o.add(of, name, strings.Join(columns, ", "))
	o.tail(of, p)
}

// tail writes the parts that apply to the level as a whole.
func (o *outliner) tail(of string, p *plan.Plan) {
	for _, c := range p.Combine {
		op := string(c.Op)
		if c.All {
			op += " all"
		}
		o.add(of, op, "with what follows")
		o.plan(of, c.Plan)
	}
	keys := make([]string, len(p.OrderBy))
	for i, k := range p.OrderBy {
		if keys[i] = k.Expr.String(); k.Desc {
			keys[i] += ", largest first"
		}
	}
	o.add(of, "sorted by", strings.Join(keys, "; "))
	if p.Limit != nil {
		rows := strconv.FormatInt(*p.Limit, 10)
		if p.Offset != nil {
			rows = fmt.Sprintf("%d, after %d", *p.Limit, *p.Offset)
		}
		o.add(of, "rows", rows)
	}
}

func source(s *plan.Source) string {
	table := s.Table
	if s.Schema != "" {
		table = s.Schema + "." + table
	}
	switch {
	case s.Plan != nil:
		return s.Name() + ", as above"
	case s.Alias != "" && s.Alias != s.Table:
		return table + " as " + s.Alias
	}
	return table
}

func all(list []plan.Expr) string { return strings.Join(texts(list), " and ") }

func each(list []plan.Expr) string { return strings.Join(texts(list), ", ") }

func texts(list []plan.Expr) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = e.String()
	}
	return out
}
