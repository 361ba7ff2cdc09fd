package builtin

import (
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// selects fills the select list and, for a form with groups, GROUP BY.
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
		if g.follow != nil { // two rows may show the same name, so the key is grouped by as well
			l.groupBy(plan.Col(l.alias[g.field.table], g.field.column.Name))
		}
	}
	for _, it := range f.items {
		if it.measure != nil {
			e, err := l.aggregate(it.measure)
			if err != nil {
				return err
			}
			l.plan.Select = append(l.plan.Select, plan.Output{Expr: e, As: it.measure.name(b.p)})
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

// tellApart puts the table's name before the names of output columns that occur more than once: product_name and
// category_name.
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
				l.plan.Select[i].As = strings.ReplaceAll(singular(l.b.p.tableWords(t)), " ", "_") + "_" + o.As
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

// plainOutputs returns the output columns of an item without a measure.
func (l *level) plainOutputs(it item) []plan.Output {
	var cols []*schema.Column
	var out []plan.Output
	switch {
	case it.entity != nil && l.b.ix.info[it.entity].parent != nil:
		return l.inheritedOutputs(it.entity, l.alias[it.entity])
	case it.entity != nil:
		cols = l.b.ix.info[it.entity].display
	case it.row != nil:
		if cols = l.shown(it.row); l.b.ix.info[it.row].parent != nil {
			out = l.inheritedOutputs(it.row, l.alias[it.row])
		}
	case it.follow != nil:
		return l.followedOutputs(it)
	case it.over != nil:
		as := strings.ReplaceAll(l.b.p.endName(it.over), " ", "_") + "_" + it.field.column.Name
		return []plan.Output{{Expr: plan.Col(l.followed(it.over), it.field.column.Name), As: plainName(as)}}
	default:
		e := plan.Col(l.alias[it.field.table], it.field.column.Name)
		as := it.field.column.Name
		if name := partNames[it.trunc]; name != "" {
			e, as = part(it.trunc, e), name
		} else if it.trunc != "" {
			e, as = truncate(it.trunc, e, it.field.column.Class), it.trunc
		}
		return []plan.Output{{Expr: e, As: as}}
	}
	for _, c := range cols {
		out = append(out, plan.Output{Expr: plan.Col(l.alias[it.tableOf()], c.Name), As: c.Name})
	}
	return out
}

// shown returns the columns that a list of rows of t shows: all but the masked ones, or all when every column is
// masked. When it leaves columns out, it adds an assumption that names them.
func (l *level) shown(t *schema.Table) []*schema.Column {
	var masked []string
	var cols []*schema.Column
	for _, c := range t.Columns {
		if c.Masked {
			masked = append(masked, c.Name)
		} else {
			cols = append(cols, c)
		}
	}
	if len(cols) == 0 || len(masked) == 0 {
		return t.Columns
	}
	l.plan.Assumptions = append(l.plan.Assumptions, strings.Join(masked, ", ")+" of "+t.Name+" is masked and left out")
	return cols
}

// followedOutputs returns the names of the row that a key points to, joined under an alias of its own, because an
// employee's manager is another row of the same table.
func (l *level) followedOutputs(it item) []plan.Output {
	e := it.follow
	a := l.followed(e)
	name := underscored(it.field.column.Name)
	prefix := strings.TrimSuffix(name, "_id")
	var out []plan.Output
	if prefix == name { // the column's own name has no "_id", so its value is shown as well
		out = append(out, plan.Output{Expr: plan.Col(l.alias[it.field.table], it.field.column.Name), As: strings.ToLower(it.field.column.Name)})
		prefix += "_name"
	}
	if l.b.ix.info[e.to].parent != nil {
		for _, o := range l.inheritedOutputs(e.to, a) {
			o.As = prefix + "_" + underscored(o.As)
			out = append(out, o)
		}
		return out
	}
	for _, c := range l.b.ix.info[e.to].display {
		as := prefix
		if len(l.b.ix.info[e.to].display) > 1 {
			as += "_" + underscored(c.Name)
		}
		out = append(out, plan.Output{Expr: plan.Col(a, c.Name), As: as})
	}
	return out
}

// followed returns the alias of the row that a key points to. It adds a LEFT join the first time.
func (l *level) followed(e *edge) string {
	if a, ok := l.follows[e]; ok {
		return a
	}
	a := l.b.newAlias(e.to)
	j := plan.Join{Kind: plan.Left, Source: plan.Source{Schema: e.to.Schema, Table: e.to.Name, Alias: a}}
	for i := range e.fromCols {
		j.On = append(j.On, plan.Op("=", plan.Col(l.alias[e.from], e.fromCols[i]), plan.Col(a, e.toCols[i])))
	}
	l.plan.Joins = append(l.plan.Joins, j)
	if l.follows == nil {
		l.follows = map[*edge]string{}
	}
	l.follows[e] = a
	return a
}

// aggregate returns the expression of a measure. It returns errFan when joins repeat rows in a way that would make the
// result wrong.
func (l *level) aggregate(m *measure) (plan.Expr, error) {
	if !m.expr.IsZero() {
		if l.fanned {
			return plan.Expr{}, errFan
		}
		a, err := l.need(m.of.table)
		return underAlias(m.expr, m.of.table.Name, a), err
	}
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
	if l.fanned && m.fn != "min" && m.fn != "max" && !m.distinct && !l.onceInGroup {
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

// name returns the name of a measure's output column.
func (m *measure) name(p *parser) string {
	if m.as != "" {
		return m.as
	}
	if m.field.column == nil {
		return "number_of_" + plainName(plural(p.tableWords(m.of.table)))
	}
	if m.fn == "count" {
		return "number_of_" + underscored(m.field.column.Name)
	}
	words := map[string]string{"avg": "average", "sum": "total", "max": "maximum", "min": "minimum"}
	return words[m.fn] + "_" + underscored(m.field.column.Name)
}

// underscored returns the words of a name in any style, in lower case and joined by "_": list_price for ListPrice.
func underscored(name string) string { return plainName(strings.Join(split(name), "_")) }

// plainName returns a name in lower case with "_" in place of characters other than letters and digits, so that it
// needs no quotes.
func plainName(name string) string {
	s := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, name)
	return strings.Join(strings.Fields(s), "_")
}

// orders fills ORDER BY. It also selects the measures that the rows are ranked by.
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
		if _, joined := l.alias[t]; !joined && !facts {
			if way, err := b.path(l.base, t); err == nil && !way.toOne() {
				return errFan // each row would appear once for every related row that it is ordered by
			}
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
		l.plan.Select = append(l.plan.Select, plan.Output{Expr: e, As: o.item.measure.name(b.p)})
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
