package builtin

import (
	"errors"
	"slices"
	"strconv"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// builder turns a form into a plan. Table aliases are unique across all levels of subqueries, so that a subquery can
// refer to columns of the queries around it.
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
	// fanned reports that a table was joined in such a way that a row of base may appear several times.
	fanned bool
	// lookup makes further joins over a nullable key LEFT joins, so that rows without a partner are kept: a list of
	// items with their suppliers shows items without a supplier as well.
	lookup bool
	// around is the table of the enclosing level that this subquery is correlated with; nil outside a subquery.
	around *schema.Table
	// onceInGroup reports that, although fanned, no row of base appears twice within one group.
	onceInGroup bool
	// outer makes further joins LEFT joins. Inside OR, an inner join would drop rows for which another alternative
	// holds.
	outer bool
	// follows maps a foreign key to the alias of the row that it points to. These joins are separate from those in
	// alias.
	follows map[*edge]string
	// kin maps an alias to the alias of the parent table's row, where a table inherits from another; see
	// inheritedOutputs.
	kin map[string]string
}

var (
	errFan    = errors.New("rows that belong together many to many would be counted more than once")
	errNoPath = errors.New("no key joins these tables")
	errFacts  = errors.New("the figures asked for are of different tables, and cannot be put side by side without a model")
	errJoin   = errors.New("there is more than one way to join these tables")
	errForm   = errors.New("the parts of the question were understood, but not what they mean together")
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
	l.onceInGroup = facts && b.pairedOnce(base.table, f)
	if err := b.selects(l, f, facts); err != nil {
		return nil, err
	}
	for _, h := range f.having {
		e, err := l.kept(h)
		if err != nil {
			return nil, err
		}
		l.plan.Having = append(l.plan.Having, e)
	}
	if err := b.orders(l, f, facts); err != nil {
		return nil, err
	}
	if err := b.keepThoseWithout(l, f, base); err != nil {
		return nil, err
	}
	if f.limit > 0 {
		n := f.limit
		l.plan.Limit = &n
		if skip := f.offset; skip > 0 {
			l.plan.Offset = &skip
		}
	}
	l.plan.Distinct = f.distinct && !facts
	l.plan.Assumptions = append(slices.Clone(p.assumed), l.plan.Assumptions...)
	l.plan.Reading = p.reading()
	return l.plan, nil
}

// facts returns the node whose rows the query runs over: the one that the measures use, or the subject when the form
// has no measure. The second result reports whether there is a measure. It returns errFacts when measures run over
// different tables.
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

// settleMeasure sets the rows that a measure runs over. A measure without rows gets the subject's. A measure of a
// column of another table, to which each row has no single partner, runs over the rows of that table.
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

// pairedOnce reports whether each row of t appears at most once in each group. This holds when the only group is
// another table, linked to t by a table that holds each pair once, and nothing else is joined.
func (b *builder) pairedOnce(t *schema.Table, f *form) bool {
	if len(f.groups) != 1 || f.groups[0].entity == nil || f.subject.table != t && f.subject.table != f.groups[0].entity {
		return false
	}
	for _, it := range append(slices.Clone(f.items), f.groups...) {
		if x := it.tableOf(); x != nil && x != t && x != f.groups[0].entity {
			return false
		}
	}
	for _, c := range slices.Concat(f.subject.conds, b.measured(f)) {
		if c.field.table != t && c.field.table != f.groups[0].entity || c.child != nil || c.measure != nil {
			return false
		}
	}
	ps := b.p.paths(t, f.groups[0].entity)
	return len(ps) == 1 && pairsOnce(ps[0])
}

// measured returns the conditions on the rows that the measures of the items run over.
func (b *builder) measured(f *form) []cond {
	var out []cond
	for _, it := range f.items {
		if it.measure != nil && it.measure.of != nil {
			out = append(out, it.measure.of.conds...)
		}
	}
	return out
}

func (b *builder) level(t *schema.Table) *level {
	l := &level{b: b, base: t, alias: map[*schema.Table]string{}, plan: &plan.Plan{}}
	a := b.newAlias(t)
	l.alias[t] = a
	l.plan.From = &plan.Source{Schema: t.Schema, Table: t.Name, Alias: a}
	return l
}

// newAlias returns an alias that no level uses yet: the initials of the table's name, at most 4, with a number behind
// them when they are taken.
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

// prejoin joins the tables of the selected items and of the groups.
func (b *builder) prejoin(l *level, f *form) error {
	for _, list := range [][]item{f.groups, f.items} {
		for _, it := range list {
			if t := it.tableOf(); t != nil {
				way, err := b.path(l.base, t)
				l.lookup = err == nil && way.toOne() && l.base == f.subject.table && len(f.groups) == 0
				if _, err := l.need(t); err != nil {
					return err
				}
				l.lookup = false
			}
		}
	}
	return nil
}

// tableOf returns the table that an item without a measure is selected from, or nil.
func (it item) tableOf() *schema.Table {
	switch {
	case it.over != nil:
		return it.over.from
	case it.entity != nil:
		return it.entity
	case it.row != nil:
		return it.row
	case it.field.column != nil:
		return it.field.table
	}
	return nil
}

// restrict adds the conditions of base and, when the subject is another node, those of the subject.
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
