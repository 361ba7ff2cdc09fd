package builtin

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// builder turns a form into a plan. Aliases are unique over all levels, so that a subquery may speak of what is around
// it.
type builder struct {
	p       *parser
	ix      *index
	aliases map[string]bool
}

// level is one SELECT being built.
type level struct {
	b     *builder
	base  *schema.Table
	alias map[*schema.Table]string
	plan  *plan.Plan
	// fanned are tables that were joined so that rows of base may come several times.
	fanned bool
	// outer makes further joins keep rows of base without a partner: inside OR an inner join would drop them.
	outer bool
	// follows are aliases of rows that a key points to, beside those of alias.
	follows map[*edge]string
}

var (
	errFan    = errors.New("rows would be counted more than once")
	errNoPath = errors.New("no key joins these tables")
	errFacts  = errors.New("these figures come from different tables")
	errJoin   = errors.New("there is more than one way to join these tables")
	errForm   = errors.New("this combination is not one that can be read without a model")
)

func (p *parser) build() (*plan.Plan, error) {
	b := &builder{p: p, ix: p.ix, aliases: map[string]bool{}}
	f := p.form
	base, facts, err := b.facts(f)
	if err != nil {
		return nil, err
	}
	l := b.level(base.table)
	if err := b.prejoin(l, f); err != nil {
		return nil, err
	}
	if err := b.restrict(l, f, base); err != nil {
		return nil, err
	}
	if err := b.selects(l, f, facts); err != nil {
		return nil, err
	}
	for _, h := range f.having {
		e, err := l.aggregate(h.measure)
		if err != nil {
			return nil, err
		}
		l.plan.Having = append(l.plan.Having, comparison(e, h))
	}
	if err := b.orders(l, f, facts); err != nil {
		return nil, err
	}
	if f.limit > 0 {
		n := f.limit
		l.plan.Limit = &n
	}
	l.plan.Distinct = f.distinct && !facts
	l.plan.Assumptions = p.assumed
	l.plan.Reading = p.reading()
	return l.plan, nil
}

// facts finds the node whose rows the query runs over: what is aggregated, else the subject.
func (b *builder) facts(f *form) (*node, bool, error) {
	var base *node
	visit := func(m *measure) error {
		if m == nil {
			return nil
		}
		b.settleMeasure(f, m)
		if base != nil && base.table != m.of.table {
			return errFacts
		}
		if base == nil || len(m.of.conds) > 0 {
			base = m.of
		}
		return nil
	}
	for _, it := range f.items {
		if err := visit(it.measure); err != nil {
			return nil, false, err
		}
	}
	for _, o := range f.order {
		if err := visit(o.item.measure); err != nil {
			return nil, false, err
		}
	}
	for _, h := range f.having {
		if err := visit(h.measure); err != nil {
			return nil, false, err
		}
	}
	if base == nil {
		return f.subject, false, nil
	}
	return base, true, nil
}

// settleMeasure makes a measure run over the table of its column when that is the finer one.
func (b *builder) settleMeasure(f *form, m *measure) {
	if m.of == nil {
		m.of = f.subject
	}
	if m.field.column == nil || m.field.table == m.of.table {
		return
	}
	ps := b.p.paths(m.of.table, m.field.table)
	if len(ps) > 0 && ps[0].toOne() {
		return
	}
	m.of = &node{table: m.field.table}
}

func (b *builder) level(t *schema.Table) *level {
	l := &level{b: b, base: t, alias: map[*schema.Table]string{}, plan: &plan.Plan{}}
	a := b.newAlias(t)
	l.alias[t] = a
	l.plan.From = &plan.Source{Schema: t.Schema, Table: t.Name, Alias: a}
	return l
}

// newAlias is the initials of the table's name, numbered when they are taken.
func (b *builder) newAlias(t *schema.Table) string {
	a := ""
	for _, w := range split(t.Name) {
		if w[0] >= 'a' && w[0] <= 'z' && len(a) < 4 {
			a += w[:1]
		}
	}
	if a == "" || reservedAlias[a] {
		a = "t"
	}
	for n := 1; ; n++ {
		name := a
		if n > 1 {
			name = a + strconv.Itoa(n)
		}
		if !b.aliases[name] {
			b.aliases[name] = true
			return name
		}
	}
}

var reservedAlias = map[string]bool{"as": true, "by": true, "do": true, "in": true, "is": true, "of": true, "on": true, "or": true, "to": true, "no": true, "all": true, "and": true, "any": true, "asc": true, "end": true, "for": true, "not": true, "set": true, "out": true, "int": true, "bit": true, "row": true, "dec": true, "cast": true, "desc": true, "case": true, "from": true, "only": true, "some": true, "then": true, "user": true, "when": true, "with": true, "left": true, "like": true, "into": true, "join": true, "char": true, "date": true, "time": true, "true": true, "null": true, "real": true}

// need joins a table to the level over the shortest path from its base and returns its alias.
func (l *level) need(t *schema.Table) (string, error) {
	if a, ok := l.alias[t]; ok {
		return a, nil
	}
	p, err := l.b.path(l.base, t)
	if err != nil {
		return "", err
	}
	// A shorter way may start at a table that is joined already.
	for _, from := range l.tables() {
		if q, err := l.b.path(from, t); err == nil && l.b.ix.pathCost(q)+0.5 < l.b.ix.pathCost(p) {
			p = q
		}
	}
	for _, e := range p {
		if _, ok := l.alias[e.to]; ok {
			continue
		}
		l.join(e)
	}
	return l.alias[t], nil
}

// tables lists what is joined, in order.
func (l *level) tables() []*schema.Table {
	out := []*schema.Table{l.base}
	for _, s := range l.plan.Sources()[1:] {
		for t, a := range l.alias {
			if a == s.Alias {
				out = append(out, t)
			}
		}
	}
	return out
}

func (l *level) join(e edge) {
	a := l.b.newAlias(e.to)
	l.alias[e.to] = a
	kind := plan.Inner
	if l.outer {
		kind = plan.Left
	}
	j := plan.Join{Kind: kind, Source: plan.Source{Schema: e.to.Schema, Table: e.to.Name, Alias: a}}
	for i := range e.fromCols {
		j.On = append(j.On, plan.Op("=", plan.Col(l.alias[e.from], e.fromCols[i]), plan.Col(a, e.toCols[i])))
	}
	l.plan.Joins = append(l.plan.Joins, j)
	if !e.toOne && !l.b.ix.info[e.to].link {
		l.fanned = true
	}
	if !e.declared {
		l.b.p.doubt(0.99)
	}
}

// path is the way from one table to another. When there are several, a word of the question must decide.
func (b *builder) path(from, to *schema.Table) (path, error) {
	ps := b.p.paths(from, to)
	switch len(ps) {
	case 0:
		return nil, errNoPath
	case 1:
		if ps[0].cost() > 3.5 {
			b.p.doubt(0.85)
		}
		if ps[0].valley() {
			b.p.doubt(0.6)
		}
		return ps[0], nil
	}
	best, bestN, tied := ps[0], -1, false
	for _, q := range ps {
		n := b.p.said(q)
		if n == bestN {
			tied = true
		}
		if n > bestN {
			best, bestN, tied = q, n, false
		}
	}
	if tied {
		return nil, errJoin
	}
	return best, nil
}

// said counts the words of the question that a path's columns and tables hold.
func (p *parser) said(q path) int {
	have := map[string]bool{}
	for _, t := range p.toks {
		if t.kind == word {
			have[t.stem] = true
		}
	}
	n := 0
	for _, e := range q {
		for _, c := range append(append([]string(nil), e.fromCols...), e.toCols...) {
			for _, w := range stems(split(c)) {
				if have[w] {
					n++
				}
			}
		}
		for _, w := range p.ix.info[e.to].words {
			if have[w] {
				n++
			}
		}
	}
	return n
}

// prejoin joins the tables whose columns are selected or grouped by.
func (b *builder) prejoin(l *level, f *form) error {
	for _, list := range [][]item{f.groups, f.items} {
		for _, it := range list {
			if t := it.tableOf(); t != nil {
				if _, err := l.need(t); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// tableOf is the table that a plain item is selected from.
func (it item) tableOf() *schema.Table {
	switch {
	case it.entity != nil:
		return it.entity
	case it.row != nil:
		return it.row
	case it.field.column != nil:
		return it.field.table
	}
	return nil
}

// restrict applies the conditions of the base and, when another one is the subject, of that.
func (b *builder) restrict(l *level, f *form, base *node) error {
	if err := l.where(base); err != nil {
		return err
	}
	if f.subject == base || f.subject.table == base.table && len(f.subject.conds) == 0 {
		return nil
	}
	if f.subject.table == base.table {
		return l.where(f.subject)
	}
	grouped := false
	for _, g := range f.groups {
		grouped = grouped || g.tableOf() == f.subject.table
	}
	if len(f.subject.conds) == 0 && !grouped {
		return nil
	}
	if _, ok := l.alias[f.subject.table]; !ok {
		c := cond{kind: related, child: f.subject}
		e, err := l.cond(base.table, c)
		if err != nil {
			return err
		}
		l.plan.Where = append(l.plan.Where, e...)
		return nil
	}
	return l.where(f.subject)
}

// selects fills the select list, and GROUP BY with it.
func (b *builder) selects(l *level, f *form, facts bool) error {
	grouped := len(f.groups) > 0
	for _, g := range f.groups {
		if g.entity != nil {
			for _, c := range b.ix.keyColumns(g.entity) {
				l.groupBy(plan.Col(l.alias[g.entity], c.Name))
			}
		}
		for _, o := range l.plainOutputs(g) {
			l.groupBy(o.Expr)
		}
	}
	for _, it := range f.items {
		if it.measure != nil {
			e, err := l.aggregate(it.measure)
			if err != nil {
				return err
			}
			l.plan.Select = append(l.plan.Select, plan.Output{Expr: e, As: it.measure.name()})
			continue
		}
		for _, o := range l.plainOutputs(it) {
			l.plan.Select = append(l.plan.Select, o)
			if grouped {
				l.groupBy(o.Expr)
			}
		}
	}
	l.tellApart()
	if facts && !grouped {
		for _, it := range f.items {
			if it.measure == nil {
				return errForm
			}
		}
	}
	return nil
}

// tellApart gives columns of the same name the names of their tables: product_name and category_name.
func (l *level) tellApart() {
	n := map[string]int{}
	for _, o := range l.plan.Select {
		n[o.As]++
	}
	for i, o := range l.plan.Select {
		if n[o.As] < 2 {
			continue
		}
		for t, a := range l.alias {
			if plan.Col(a, o.As).String() == o.Expr.String() {
				l.plan.Select[i].As = strings.ReplaceAll(singular(tableWords(t)), " ", "_") + "_" + o.As
			}
		}
	}
}

func (l *level) groupBy(e plan.Expr) {
	for _, g := range l.plan.GroupBy {
		if g.String() == e.String() {
			return
		}
	}
	l.plan.GroupBy = append(l.plan.GroupBy, e)
}

// plainOutputs is what an item without a measure selects.
func (l *level) plainOutputs(it item) []plan.Output {
	var cols []*schema.Column
	switch {
	case it.entity != nil:
		cols = l.b.ix.info[it.entity].display
	case it.row != nil:
		cols = it.row.Columns
	case it.follow != nil:
		return l.followedOutputs(it)
	default:
		e := plan.Col(l.alias[it.field.table], it.field.column.Name)
		as := it.field.column.Name
		if it.trunc != "" {
			e, as = truncate(it.trunc, e, it.field.column.Class), it.trunc
		}
		return []plan.Output{{Expr: e, As: as}}
	}
	var out []plan.Output
	for _, c := range cols {
		out = append(out, plan.Output{Expr: plan.Col(l.alias[it.tableOf()], c.Name), As: c.Name})
	}
	return out
}

// followedOutputs shows the names of the row that a key points to, joined under an alias of its own: an employee's manager
// is another employee.
func (l *level) followedOutputs(it item) []plan.Output {
	e := it.follow
	a, ok := l.follows[e]
	if !ok {
		a = l.b.newAlias(e.to)
		j := plan.Join{Kind: plan.Left, Source: plan.Source{Schema: e.to.Schema, Table: e.to.Name, Alias: a}}
		for i := range e.fromCols {
			j.On = append(j.On, plan.Op("=", plan.Col(l.alias[e.from], e.fromCols[i]), plan.Col(a, e.toCols[i])))
		}
		l.plan.Joins = append(l.plan.Joins, j)
		if l.follows == nil {
			l.follows = map[*edge]string{}
		}
		l.follows[e] = a
	}
	name := strings.ToLower(it.field.column.Name)
	prefix := strings.TrimSuffix(name, "_id")
	var out []plan.Output
	if prefix == name { // its own name was said, so it is shown as well
		out = append(out, plan.Output{Expr: plan.Col(l.alias[it.field.table], it.field.column.Name), As: name})
		prefix += "_name"
	}
	for _, c := range l.b.ix.info[e.to].display {
		as := prefix
		if len(l.b.ix.info[e.to].display) > 1 {
			as += "_" + c.Name
		}
		out = append(out, plan.Output{Expr: plan.Col(a, c.Name), As: as})
	}
	return out
}

// aggregate is the expression of a measure, over rows that come once each.
func (l *level) aggregate(m *measure) (plan.Expr, error) {
	if m.field.column == nil {
		if !l.fanned {
			return plan.CountStar(), nil
		}
		key := l.b.ix.keyColumns(l.base)
		if len(key) != 1 {
			return plan.Expr{}, errFan
		}
		return plan.CallDistinct("count", plan.Col(l.alias[l.base], key[0].Name)), nil
	}
	if l.fanned && m.fn != "min" && m.fn != "max" && !m.distinct {
		return plan.Expr{}, errFan
	}
	a, err := l.need(m.field.table)
	if err != nil {
		return plan.Expr{}, err
	}
	e := plan.Col(a, m.field.column.Name)
	if m.times.column != nil {
		b, err := l.need(m.times.table)
		if err != nil {
			return plan.Expr{}, err
		}
		e = plan.Op("*", e, plan.Col(b, m.times.column.Name))
	}
	if m.distinct {
		return plan.CallDistinct(m.fn, e), nil
	}
	return plan.Call(m.fn, e), nil
}

// name is how the column of a measure is called.
func (m *measure) name() string {
	if m.as != "" {
		return m.as
	}
	if m.field.column == nil {
		return "number_of_" + strings.ToLower(m.of.table.Name)
	}
	if m.fn == "count" {
		return "number_of_" + strings.ToLower(m.field.column.Name)
	}
	words := map[string]string{"avg": "average", "sum": "total", "max": "maximum", "min": "minimum"}
	return words[m.fn] + "_" + strings.ToLower(m.field.column.Name)
}

// orders fills ORDER BY, and shows what is ranked by.
func (b *builder) orders(l *level, f *form, facts bool) error {
	for _, o := range f.order {
		if o.item.measure != nil {
			if err := b.orderByMeasure(l, f, o); err != nil {
				return err
			}
			continue
		}
		t := o.item.tableOf()
		if t == nil {
			return errForm
		}
		if _, err := l.need(t); err != nil {
			return err
		}
		for _, out := range l.plainOutputs(o.item) {
			key := plan.Order{Expr: out.Expr, Desc: o.desc}
			if o.desc && o.item.field.column != nil && !o.item.field.column.NotNull {
				key.Nulls = "last"
			}
			l.plan.OrderBy = append(l.plan.OrderBy, key)
			if facts && len(f.groups) > 0 {
				l.groupBy(out.Expr)
			}
			if f.distinct {
				f.distinct = l.selected(out.Expr)
			}
		}
	}
	return nil
}

func (b *builder) orderByMeasure(l *level, f *form, o sortKey) error {
	e, err := l.aggregate(o.item.measure)
	if err != nil {
		return err
	}
	key := plan.Order{Expr: e, Desc: o.desc}
	if o.desc && o.item.measure.field.column != nil {
		key.Nulls = "last"
	}
	l.plan.OrderBy = append(l.plan.OrderBy, key)
	if len(f.groups) > 0 && !l.selected(e) {
		l.plan.Select = append(l.plan.Select, plan.Output{Expr: e, As: o.item.measure.name()})
	}
	return nil
}

func (l *level) selected(e plan.Expr) bool {
	for _, s := range l.plan.Select {
		if s.Expr.String() == e.String() {
			return true
		}
	}
	return false
}

func quotedName(t *schema.Table) string { return fmt.Sprintf("“%s”", t.Name) }
