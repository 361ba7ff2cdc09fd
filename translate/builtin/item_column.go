package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// item decides what one wanted thing means and adds it to the form.
func (p *parser) item(w *wanted) bool {
	if w.metric != nil {
		p.form.items = append(p.form.items, item{measure: w.metric})
		if w.metric.of != p.form.subject {
			p.clauses(w.metric.of)
		}
		return true
	}
	owner := w.owner
	if owner == nil {
		owner = p.form.subject
	}
	all := p.explain(w.from, w.to, owner.table)
	if p.nameOf(w, all, owner.table) {
		p.form.items = append(p.form.items, item{entity: owner.table, names: true})
		return true
	}
	if it, s, ok := endItem(all, owner.table); ok && owner == p.form.subject && !w.count && !w.all && len(w.aggs) == 0 && w.top == nil {
		p.note(w.from, w.to, s)
		p.form.items = append(p.form.items, it)
		p.form.distinct = p.form.distinct || w.distinct
		return true
	}
	if len(w.aggs) > 0 {
		all = p.figuresOf(all, owner.table)
	}
	s, ok := p.pick(all, p.text(w.from, w.to), tableSense, columnSense)
	if !ok {
		return false
	}
	if w.explicit && s.kind == tableSense && !w.count {
		// In "the name of the breed", the noun in front of "of" is a column if it can be one.
		if c, ok := p.columnNear(all, owner.table); ok {
			s = c
		}
	}
	if s.kind == columnSense && !p.ownable(w, s, owner.table) {
		return false
	}
	p.note(w.from, w.to, s)
	if len(s.conds) > 0 && !(s.kind == tableSense && (w.count || s.table == p.form.subject.table)) {
		owner.conds = mergeConds(owner.conds, s.conds)
	}
	switch {
	case w.all:
		return p.wholeRow(s)
	case w.count:
		return p.countItem(w, s, owner)
	case len(w.aggs) > 0:
		return p.aggregateItems(w, s, owner)
	}
	return p.plainItem(w, s, owner)
}

// nameOf reports whether "name" stands for the display columns of owner, because the table has no column of that name:
// a first and a last name, or a title.
func (p *parser) nameOf(w *wanted, all []sense, owner *schema.Table) bool {
	if w.to-w.from != 1 || p.toks[w.from].stem != "name" || w.count || len(w.aggs) > 0 || w.top != nil || w.all || !p.ix.hasName(owner) {
		return false
	}
	for _, s := range all {
		if s.kind == columnSense && s.field.table == owner && s.full {
			return false
		}
	}
	return true
}

// ownable reports whether a column may be selected for the rows of owner. It lowers the score when the column belongs
// to another table that the question does not name.
func (p *parser) ownable(w *wanted, s sense, owner *schema.Table) bool {
	t := s.field.table
	if t == owner {
		return true
	}
	ps := p.paths(owner, t)
	if len(ps) == 0 || ps[0].valley() {
		return false
	}
	named := s.owned || p.mentioned[t] >= 0.95
	switch {
	case ps[0].toOne() && !named:
		if w.explicit && !s.full {
			return false
		}
		p.doubt(0.85)
	case !ps[0].toOne() && len(w.aggs) > 0 && len(ps[0]) == 1:
		p.doubt(0.93) // "the average rating of products"
	case !ps[0].toOne() && w.explicit && !s.owned:
		return false
	case !ps[0].toOne() && !named:
		if len(ps[0]) > 1 && !p.ix.info[ps[0][0].to].link {
			return false
		}
		p.doubt(0.75)
	}
	return true
}

func (p *parser) wholeRow(s sense) bool {
	if s.kind != tableSense {
		return false
	}
	p.form.items = append(p.form.items, item{row: s.table})
	return true
}

func (p *parser) columnNear(all []sense, t *schema.Table) (sense, bool) {
	for _, s := range all {
		if s.kind == columnSense && s.field.table == t {
			return s, true
		}
	}
	return sense{}, false
}

// countItem adds "number of X" to the form: a count of the rows of a table, or of the distinct values of a column.
func (p *parser) countItem(w *wanted, s sense, owner *node) bool {
	m := &measure{fn: "count"}
	if s.kind == columnSense {
		if p.addedUp(w, s) {
			p.form.items = append(p.form.items, item{measure: &measure{fn: "sum", field: s.field, of: owner}})
			return true
		}
		if !p.countable(s) {
			return false
		}
		if w.distinct || !p.ix.isKey(s.field.table, s.field.column) {
			m.distinct = true
		}
		if !w.distinct {
			p.doubt(0.8) // unclear: "how many names" may ask for different ones or for all
		}
		m.field, m.of = s.field, owner
		p.form.items = append(p.form.items, item{measure: m})
		return true
	}
	m.of = p.keep(&node{table: s.table, conds: s.conds})
	if p.form.subject.table == s.table {
		m.of = p.form.subject
		m.of.conds = mergeConds(m.of.conds, s.conds)
	}
	p.form.items = append(p.form.items, item{measure: m})
	// The words behind it restrict what is counted: "number of concerts in 2014".
	if m.of != p.form.subject {
		p.clauses(m.of)
	}
	return true
}

// addedUp reports whether "the total number of passengers" means the sum of a column that holds such numbers.
func (p *parser) addedUp(w *wanted, s sense) bool {
	if w.distinct || !s.full || !s.field.column.Class.Numeric() || p.ix.isKey(s.field.table, s.field.column) || w.from < 3 {
		return false
	}
	if p.toks[w.from-1].low != "of" || p.toks[w.from-2].low != "number" || p.toks[w.from-3].low != "total" {
		return false
	}
	p.doubt(0.9)
	return true
}

// countable reports whether it makes sense to count the values of a column. It does not for numeric and time columns
// other than keys, nor when the question says only a part of the column's name.
func (p *parser) countable(s sense) bool {
	c := s.field.column
	if (c.Class.Numeric() || allDigits(known(c))) && !p.ix.isKey(s.field.table, c) || c.Class.Temporal() {
		return false
	}
	return s.full || s.score >= 0.85
}

// allDigits reports whether there is at least one value and all values are numbers.
func allDigits(values []string) bool {
	for _, v := range values {
		if v == "" || strings.Trim(v, "0123456789.") != "" {
			return false
		}
	}
	return len(values) > 0
}

func mergeConds(a, b []cond) []cond {
	for _, c := range b {
		dup := false
		for _, o := range a {
			same := o.kind == c.kind && o.field == c.field && len(o.values) == len(c.values)
			dup = dup || same && len(c.values) > 0 && o.values[0] == c.values[0] || same && (c.kind == isNull || c.kind == isTrue) && o.not == c.not
		}
		if !dup {
			a = append(a, c)
		}
	}
	return a
}

// plainItem adds a column, or a table shown by its display columns, to the form.
func (p *parser) plainItem(w *wanted, s sense, owner *node) bool {
	if s.kind == tableSense {
		if len(s.conds) > 0 && s.table == owner.table && len(p.form.items) == 1 && p.form.items[0].entity == s.table {
			return p.otherKind(owner, s) // "houses and bungalows" means rows of either kind
		}
		p.form.items = append(p.form.items, item{entity: s.table})
		if s.table != p.form.subject.table {
			return p.ix.near(p.form.subject.table, s.table) || len(p.paths(p.form.subject.table, s.table)) > 0
		}
		if w.distinct {
			p.form.distinct = true
		}
		if w.top != nil {
			return p.applyTop(p.form.subject, w.top)
		}
		return true
	}
	p.form.items = append(p.form.items, item{field: s.field, follow: p.followed(w, s)})
	if w.distinct {
		p.form.distinct = true
	}
	if w.top == nil {
		return true
	}
	if w.top.common {
		return p.commonest(s.field, w.top)
	}
	if w.top.hint == "@value" { // "the second highest price" asks for the price itself
		owner.conds = append(owner.conds, cond{kind: extreme, field: s.field, desc: w.top.desc, nth: w.top.nth})
		p.form.distinct = true
		return s.field.table == owner.table && s.field.column.Class.Numeric()
	}
	return p.applyTop(owner, w.top)
}

// followed returns the foreign key that a column holds when the question names it without "id", so that the row's name
// is shown: "their managers" does not ask for numbers. It returns nil otherwise.
func (p *parser) followed(w *wanted, s sense) *edge {
	ws := p.ix.info[s.field.table].columns[s.field.column]
	if len(ws) == 0 || slices.Contains(s.field.table.PrimaryKey, s.field.column.Name) || s.field.column.Class == schema.Text {
		return nil
	}
	last := p.toks[w.to-1].low
	if last == "id" || last == "ids" || last == "code" || last == "codes" || last == "number" || last == "numbers" {
		return nil
	}
	for i, e := range p.ix.graph.edges[s.field.table] {
		if e.toOne && e.declared && len(e.fromCols) == 1 && e.fromCols[0] == s.field.column.Name && p.ix.hasNames(e.to) {
			return &p.ix.graph.edges[s.field.table][i]
		}
	}
	return nil
}
