package builtin

import (
	"slices"
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// where adds the conditions of n to the WHERE clause. The level must already include the table of n.
func (l *level) where(n *node) error {
	for _, c := range n.conds {
		var es []plan.Expr
		var err error
		if c.kind == extreme || c.kind == ranked {
			es, err = l.outstanding(n, c)
		} else {
			es, err = l.cond(n.table, c)
		}
		if err != nil {
			return err
		}
		l.plan.Where = append(l.plan.Where, es...)
	}
	return nil
}

// cond returns the expressions of one condition on the rows of t. It joins the table of the condition's column when
// each row has at most one partner there, and builds an EXISTS otherwise.
func (l *level) cond(t *schema.Table, c cond) ([]plan.Expr, error) {
	switch c.kind {
	case related:
		return l.related(t, c)
	case shares:
		return l.shares(c)
	case figured:
		return l.figured(t, c)
	case outnumbers:
		return l.outnumbers(t, c)
	case anyOf:
		return l.anyOf(t, c)
	case extreme, ranked:
		return l.outstanding(&node{table: t, conds: []cond{c}}, c)
	case fields:
		a, err := l.need(c.other.table)
		if err != nil {
			return nil, err
		}
		b, err := l.need(c.field.table)
		if err != nil {
			return nil, err
		}
		return []plan.Expr{plan.Op(c.op, plan.Col(b, c.field.column.Name), plan.Col(a, c.other.column.Name))}, nil
	}
	if a, ok := l.alias[c.field.table]; ok {
		return l.test(a, c)
	}
	p, err := l.path(t, c.field.table)
	if err != nil {
		return nil, err
	}
	if p.toOne() && !c.not {
		a, err := l.need(c.field.table)
		if err != nil {
			return nil, err
		}
		return l.test(a, c)
	}
	not := c.not
	c.not = false
	e, err := l.exists(p, []cond{c})
	if err != nil {
		return nil, err
	}
	if not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}

// shares returns field IN (SELECT the same field FROM the rows of child).
func (l *level) shares(c cond) ([]plan.Expr, error) {
	a, err := l.need(c.field.table)
	if err != nil {
		return nil, err
	}
	sub := l.b.level(c.child.table)
	if err := sub.where(c.child); err != nil {
		return nil, err
	}
	sub.plan.Select = []plan.Output{{Expr: plan.Col(sub.alias[c.child.table], c.field.column.Name)}}
	n, err := plan.SelectNode(sub.plan)
	if err != nil {
		return nil, err
	}
	e := plan.InQuery(plan.Col(a, c.field.column.Name), n)
	if c.not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}

// test returns the expressions of a condition on a column of the source that has this alias.
func (l *level) test(alias string, c cond) ([]plan.Expr, error) {
	if c.kind == stated {
		e := underAlias(c.expr, c.field.table.Name, alias)
		switch n := e.Node().GetNullTest(); {
		case c.not && n != nil:
			e = plan.IsNull(plan.FromNode(n.Arg), n.Nulltesttype == pg.NullTestType_IS_NULL)
		case c.not:
			e = plan.Not(e)
		}
		return []plan.Expr{e}, nil
	}
	col := plan.Col(alias, c.field.column.Name)
	var e plan.Expr
	switch c.kind {
	case compare:
		if how := l.b.p.evidence.compares(c.field, l.b.ix); how != asStored && (c.op == "=" || c.op == "<>") && len(c.values) == 1 {
			e = plan.ILike(col, pattern(wildcards[how], c.values[0].text))
			if c.not != (c.op == "<>") {
				e = plan.Not(e)
			}
			return []plan.Expr{e}, nil
		}
		e = comparison(col, c)
		if c.not && (c.op == "=" || c.op == "between") && len(c.values) == 1 {
			return []plan.Expr{orMissing(plan.Op("<>", col, literalOf(c.values[0])), col, c.field.column)}, nil
		}
		if c.not && c.op == "=" {
			return []plan.Expr{orMissing(plan.Not(e), col, c.field.column)}, nil
		}
	case inPeriod:
		if c.op == "=" && !c.not {
			return c.span.during(col), nil
		}
		e = c.span.compare(c.op, col)
	case like:
		e = plan.ILike(col, c.pattern)
	case isNull:
		return []plan.Expr{plan.IsNull(col, c.not)}, nil
	case isTrue:
		e = col
	case besides:
		var err error
		if e, err = l.beside(c); err != nil {
			return nil, err
		}
	case holds:
		e = heldBy(col, c)
	case onDays:
		e = comparison(part("isodow", col), c)
	case versus:
		sub := l.b.level(c.field.table)
		if c.child != nil {
			if err := sub.where(c.child); err != nil {
				return nil, err
			}
		}
		sub.plan.Select = []plan.Output{{Expr: plan.Call(c.agg, plan.Col(sub.alias[c.field.table], c.field.column.Name))}}
		e = plan.Op(c.op, col, plan.Scalar(sub.node()))
	}
	if c.not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}

// orMissing adds OR col IS NULL to e, so that "is not gold" also holds for rows without a value. It leaves e alone when
// the column is known to have no nulls.
func orMissing(e, col plan.Expr, c *schema.Column) plan.Expr {
	if known := c.Profile.Distinct != 0 || c.Profile.Complete; c.NotNull || known && c.Profile.NullFrac == 0 {
		return e
	}
	return plan.Or(e, plan.IsNull(col, false))
}

func comparison(col plan.Expr, c cond) plan.Expr {
	switch {
	case c.op == "between":
		return plan.Between(col, literalOf(c.values[0]), literalOf(c.values[1]))
	case len(c.values) > 1:
		var vs []plan.Expr
		for _, v := range c.values {
			vs = append(vs, literalOf(v))
		}
		return plan.In(col, c.op == "<>", vs...)
	}
	return plan.Op(c.op, col, literalOf(c.values[0]))
}

func literalOf(v value) plan.Expr {
	if !v.number {
		return plan.Str(v.text)
	}
	if strings.ContainsAny(v.text, ".eE") || len(v.text) > 9 {
		return plan.Num(v.text)
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	if err != nil {
		return plan.Num(v.text)
	}
	return plan.Int(n)
}

// node returns the level as a subquery. On an error it returns nil, which cannot be rendered, so that the error is
// reported when the plan is rendered.
func (l *level) node() *pg.Node {
	n, err := plan.SelectNode(l.plan)
	if err != nil {
		return nil
	}
	return n
}

// related returns the condition that rows joined to a row of t exist, do not exist, or exist in the number that the
// condition states.
func (l *level) related(t *schema.Table, c cond) ([]plan.Expr, error) {
	if c.edge != nil { // the table may also be joined over another key, so this key gets a subquery of its own
		e, err := l.exists(path{*c.edge}, c.child.conds)
		if err == nil && c.not {
			e = plan.Not(e)
		}
		return []plan.Expr{e}, err
	}
	if a, ok := l.alias[c.child.table]; ok && a != "" && !c.not && c.op == "" && c.child.table != t {
		var out []plan.Expr
		for _, k := range c.child.conds {
			var es []plan.Expr
			var err error
			if k.kind == extreme || k.kind == ranked {
				es, err = l.outstanding(c.child, k)
			} else {
				es, err = l.cond(c.child.table, k)
			}
			if err != nil {
				return nil, err
			}
			out = append(out, es...)
		}
		return out, nil
	}
	p, err := l.path(t, c.child.table)
	if err != nil {
		return nil, err
	}
	if len(p) == 0 {
		return nil, errForm
	}
	if p.toOne() && !c.not && c.op == "" {
		if _, err := l.need(c.child.table); err != nil {
			return nil, err
		}
		return l.related(t, c)
	}
	if c.op != "" {
		return l.counted(p, c)
	}
	e, err := l.exists(p, c.child.conds)
	if err != nil {
		return nil, err
	}
	if c.not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}

// inner returns a subquery over the last table of a path, correlated with the row of l at the start of the path,
// restricted by conds.
func (l *level) inner(p path, conds []cond) (*level, error) {
	sub := l.b.level(p[0].to)
	sub.around = p[0].from
	for i := range p[0].fromCols {
		sub.plan.Where = append(sub.plan.Where, plan.Op("=", plan.Col(sub.alias[p[0].to], p[0].toCols[i]), plan.Col(l.alias[p[0].from], p[0].fromCols[i])))
	}
	for _, e := range p[1:] {
		sub.join(e)
	}
	n := &node{table: p[len(p)-1].to, conds: conds}
	if err := sub.where(n); err != nil {
		return nil, err
	}
	return sub, nil
}

func (l *level) exists(p path, conds []cond) (plan.Expr, error) {
	sub, err := l.inner(p, conds)
	if err != nil {
		return plan.Expr{}, err
	}
	sub.plan.Select = []plan.Output{{Expr: plan.Int(1)}}
	n, err := plan.SelectNode(sub.plan)
	if err != nil {
		return plan.Expr{}, err
	}
	return plan.Exists(n), nil
}

// counted returns a comparison of the number of related rows with the number in c.count.
func (l *level) counted(p path, c cond) ([]plan.Expr, error) {
	number, err := l.numberOf(p, c.child)
	if err != nil {
		return nil, err
	}
	cmp := plan.Op(c.op, number, literalOf(value{c.count, true}))
	if c.not {
		cmp = plan.Not(cmp)
	}
	if c.op == "<" || c.op == "<=" {
		l.b.p.doubt(0.85) // it is not said whether rows without any related row are meant
	}
	return []plan.Expr{cmp}, nil
}

// numberOf returns a subquery that counts the rows of the node to which the path leads. It returns errFan when rows
// might be counted twice and there is no single key column to count distinct values of.
func (l *level) numberOf(p path, of *node) (plan.Expr, error) {
	if p.toOne() {
		return plan.Expr{}, errForm
	}
	sub, err := l.inner(p, of.conds)
	if err != nil {
		return plan.Expr{}, err
	}
	e := plan.CountStar()
	if sub.fanned || len(p) > 1 && !l.b.ix.info[p[0].to].link {
		key := l.b.ix.keyColumns(of.table)
		if len(key) != 1 {
			return plan.Expr{}, errFan
		}
		e = plan.CallDistinct("count", plan.Col(sub.alias[of.table], key[0].Name))
		if !pairsOnce(p) {
			l.b.p.doubt(0.7) // it is unclear whether each row counts once or each time that it is reached
		}
	}
	sub.plan.Select = []plan.Output{{Expr: e}}
	n, err := plan.SelectNode(sub.plan)
	if err != nil {
		return plan.Expr{}, err
	}
	return plan.Scalar(n), nil
}

// pairsOnce reports whether a path goes through a table that holds each pair of rows of its two ends at most once.
func pairsOnce(p path) bool {
	return len(p) == 2 && isUnique(p[0].to, append(slices.Clone(p[0].toCols), p[1].fromCols...))
}

// anyOf returns the alternatives of c, joined with OR.
func (l *level) anyOf(t *schema.Table, c cond) ([]plan.Expr, error) {
	was := l.outer
	l.outer = true
	defer func() { l.outer = was }()
	var alternatives []plan.Expr
	for _, branch := range c.any {
		var all []plan.Expr
		for _, k := range branch {
			es, err := l.cond(t, k)
			if err != nil {
				return nil, err
			}
			all = append(all, es...)
		}
		if len(all) == 0 {
			return nil, errForm
		}
		alternatives = append(alternatives, plan.And(all...))
	}
	e := plan.Or(alternatives...)
	if c.not {
		e = plan.Not(e)
	}
	return []plan.Expr{e}, nil
}
