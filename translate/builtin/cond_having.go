package builtin

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// figureClause reads a condition on an aggregate: "whose average price is above 20", "with a total fee of more than
// 100", "where the average age is above the average age of all members". The aggregate runs over the rows that belong
// to each row of n, and n gets a figured condition. If the column is n's own, the aggregate runs over the rows with the
// same selected values, and the condition is added to form.having.
func (p *parser) figureClause(n *node) bool {
	if _, ok := p.accept(whose, with, have); !ok && !p.word("where") {
		return false
	}
	p.skip(ever)
	if senses, k := p.noun(n.table); k >= 2 && senses[0].kind == columnSense && senses[0].full {
		return false // the column itself is called average_price
	}
	ph, ok := p.accept(aggOp)
	if !ok {
		return false
	}
	p.skip()
	f, ok := p.figureField(n)
	if !ok || !aggregable(ph.arg, f.column) {
		return false
	}
	p.skip(be)
	not := p.not()
	if !not && f.table != n.table && p.try(func() bool { return p.outdoes(n, ph.arg, f) }) {
		return true
	}
	c := cond{kind: figured, agg: ph.arg, field: f, not: not}
	if !p.figureLimit(n, &c) {
		return false
	}
	if f.table == n.table {
		return !not && p.havingFigure(n, c)
	}
	if c.other.column != nil {
		return false // the question does not say over which rows the average runs
	}
	n.conds = append(n.conds, c)
	return true
}

// outdoes reads a superlative behind the aggregate, "whose total cost is the lowest", and adds a condition to n that
// ranks its rows by the aggregate of what belongs to each.
func (p *parser) outdoes(n *node, fn string, f field) bool {
	p.skip()
	ph, ok := p.accept(superl, mostOp)
	if !ok || ph.role == superl && ph.hint != "" {
		return false
	}
	n.conds = append(n.conds, cond{kind: ranked, measure: &measure{fn: fn, field: f, of: p.keep(&node{table: f.table})}, desc: ph.arg == "desc", count: "1"})
	return true
}

// figureField reads the number to aggregate: a column of n, or of rows that belong to n, "fee", "price of books". It
// also consumes the owner, "of their loans". It reports false for keys and for columns that are not numbers.
func (p *parser) figureField(n *node) (field, bool) {
	senses, k := p.noun(n.table)
	if k == 0 {
		return field{}, false
	}
	s, ok := p.pick(p.figuresOf(senses, n.table), p.text(p.pos, p.pos+k), columnSense)
	if !ok || len(s.conds) > 0 || p.ix.isKey(s.field.table, s.field.column) || !s.field.column.Class.Numeric() {
		return field{}, false
	}
	if t := s.field.table; t != n.table {
		ps := p.paths(n.table, t)
		if len(ps) == 0 || ps[0].toOne() || ps[0].valley() {
			return field{}, false
		}
		if p.mentioned[t] == 0 {
			if len(ps[0]) > 1 {
				return field{}, false
			}
			p.doubt(0.9)
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	p.try(func() bool { // "of their loans", "of all books"
		if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "for" {
			return false
		}
		p.skipPossessive()
		p.skip(ever)
		return p.again(s.field.table)
	})
	return s.field, true
}

// again consumes a repeated name of t and reports whether there was one.
func (p *parser) again(t *schema.Table) bool {
	for k := min(3, len(p.toks)-p.pos); k > 0; k-- {
		for _, s := range p.explain(p.pos, p.pos+k, t) {
			if s.kind == tableSense && s.table == t && s.full && len(s.conds) == 0 {
				p.pos += k
				return true
			}
		}
	}
	return false
}

// figureLimit reads the comparison of an aggregate into c: a number, in c.values, or the average over all rows, in
// c.other. It fails for ranges.
func (p *parser) figureLimit(n *node, c *cond) bool {
	if p.try(func() bool { return p.rangeOf(p.keep(&node{table: n.table}), c.field) }) {
		return false // ranges are rare here and are not supported
	}
	p.accept(prep) // "of more than 100"
	ph, ok := p.accept(cmpOp, compar)
	if !ok {
		return false
	}
	switch ph.arg {
	case ">", "<", ">=", "<=":
		c.op = ph.arg
	default:
		return false
	}
	if v, ok := p.number(c.field); ok {
		c.values = []value{v}
		return true
	}
	if p.ofAll() != c.agg || c.agg != "avg" {
		return false
	}
	c.other = c.field
	p.try(func() bool {
		var f field
		return p.fieldOf(n, &f) && f == c.field
	})
	p.try(func() bool {
		if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "for" && ph.arg != "across" {
			return false
		}
		p.skip(ever)
		return p.again(n.table)
	})
	return true
}

// havingFigure groups by the selected columns and adds c, as a condition on the groups, to form.having. It fails if n
// is not the subject, has other conditions, or if the form cannot be grouped by its columns.
func (p *parser) havingFigure(n *node, c cond) bool {
	if n != p.form.subject || len(n.conds) > 0 || !p.groupByColumns() {
		return false
	}
	h := cond{kind: compare, op: c.op, values: c.values, measure: &measure{fn: c.agg, field: c.field, of: n}}
	if c.other.column != nil {
		h.kind, h.field, h.agg = versus, c.field, c.agg
	}
	p.form.having = append(p.form.having, h)
	return true
}

// kept returns the SQL expression of a condition on groups.
func (l *level) kept(h cond) (plan.Expr, error) {
	e, err := l.aggregate(h.measure)
	if err != nil || h.kind != versus {
		return comparison(e, h), err
	}
	sub := l.b.level(h.field.table)
	sub.plan.Select = []plan.Output{{Expr: plan.Call(h.agg, plan.Col(sub.alias[h.field.table], h.field.column.Name))}}
	n, err := plan.SelectNode(sub.plan)
	if err != nil {
		return plan.Expr{}, err
	}
	return plan.Op(h.op, e, plan.Scalar(n)), nil
}

// figured returns the condition (SELECT aggregate of the rows of c.field.table that belong to this row) op number. Rows
// of t to which none belong have a NULL aggregate and are therefore never kept.
func (l *level) figured(t *schema.Table, c cond) ([]plan.Expr, error) {
	p, err := l.path(t, c.field.table)
	if err != nil {
		return nil, err
	}
	if len(p) == 0 || p.toOne() {
		return nil, errForm
	}
	var conds []cond
	if c.child != nil {
		conds = c.child.conds
	}
	sub, err := l.inner(p, conds)
	if err != nil {
		return nil, err
	}
	if sub.fanned {
		return nil, errFan
	}
	sub.plan.Select = []plan.Output{{Expr: plan.Call(c.agg, plan.Col(sub.alias[c.field.table], c.field.column.Name))}}
	n, err := plan.SelectNode(sub.plan)
	if err != nil {
		return nil, err
	}
	e := plan.Op(c.op, plan.Scalar(n), literalOf(c.values[0]))
	if c.not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}

// figureWords are the words for aggregates in restatements.
var figureWords = map[string]string{"sum": "total", "avg": "average", "max": "greatest", "min": "smallest"}

// sayFigure returns the text for a condition on an aggregate.
func (p *parser) sayFigure(c cond) string {
	not := map[bool]string{true: "not "}[c.not]
	of := ""
	if c.child != nil {
		of = spaced(p.sayConds(c.child))
	}
	return fmt.Sprintf("the %s %s of %s"+of+" %s%s %s", figureWords[c.agg], p.columnWords(c.field), p.tableWords(c.field.table), not,
		strings.TrimSpace(operatorWords[c.op]), c.values[0].text)
}
