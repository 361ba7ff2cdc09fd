package builtin

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// reading returns one English sentence that restates how the question was understood, so that the user notices a
// wrong reading.
func (p *parser) reading() string {
	f := p.form
	var b strings.Builder
	if f.limit > 1 {
		fmt.Fprintf(&b, "the %d ", f.limit)
	} else if f.offset > 0 {
		b.WriteString("the " + nthWord(f.offset+1))
	}
	var items []string
	for _, it := range f.items {
		if !p.grouped(it) {
			items = append(items, p.sayItem(it, true))
		}
	}
	if len(items) == 0 {
		items = []string{p.sayItem(f.items[0], true)}
	}
	b.WriteString(list(items, "and"))
	if of := p.sayOwner(); of != "" {
		b.WriteString(" of " + of)
	}
	if len(f.groups) > 0 && p.aggregating() && f.limit == 0 {
		var groups []string
		for _, g := range f.groups {
			groups = append(groups, p.sayItem(g, false))
		}
		b.WriteString(" for each " + list(groups, "and"))
	}
	if conds := p.sayConds(f.subject); conds != "" {
		b.WriteString(" " + conds)
	}
	for _, h := range f.having {
		limit := "the one over all"
		if h.kind == compare {
			limit = h.values[0].text
		}
		fmt.Fprintf(&b, " where the %s %s %s", p.sayMeasure(h.measure), operatorWords[h.op], limit)
	}
	for i, o := range f.order {
		by := p.sayItem(o.item, false)
		if m := o.item.measure; m != nil && m.of != f.subject && (m.as != "" || m.field.column != nil) {
			// sayMeasure names the conditions of a count of rows already.
			by += spaced(p.sayConds(o.item.measure.of))
		}
		switch {
		case f.limit > 0:
			b.WriteString(map[bool]string{true: " with the highest ", false: " with the lowest "}[o.desc] + by)
		case i == 0:
			b.WriteString(", ordered by " + by + direction(o))
		default:
			b.WriteString(", then by " + by + direction(o))
		}
	}
	return plan.Sentence(b.String())
}

// grouped reports whether an item is one of the groups, which the reading names after "for each".
func (p *parser) grouped(it item) bool {
	f := p.form
	for _, g := range f.groups {
		if p.aggregating() && f.limit == 0 && it.measure == nil && p.covers(it, g) {
			return true
		}
	}
	return false
}

// direction returns the words for a descending order; empty for an ascending one.
func direction(o sortKey) string {
	if o.desc {
		return ", descending"
	}
	return ""
}

// spaced returns s with a space before it; an empty s stays empty.
func spaced(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// sayOwner returns the plural of the table whose columns are selected; empty when the items name it.
func (p *parser) sayOwner() string {
	f := p.form
	for _, it := range f.items {
		if it.field.column == nil && (it.measure == nil || it.measure.field.column == nil) {
			return ""
		}
	}
	return plural(p.tableWords(f.subject.table))
}

// sayItem returns what an item selects, in words. many says whether a table is named in the plural.
func (p *parser) sayItem(it item, many bool) string {
	switch {
	case it.measure != nil:
		return p.sayMeasure(it.measure)
	case it.row != nil:
		return plural(p.tableWords(it.row))
	case it.entity != nil:
		if many {
			return plural(p.tableWords(it.entity))
		}
		return singular(p.tableWords(it.entity))
	case it.trunc != "":
		if name := partNames[it.trunc]; name != "" {
			return name + " of " + p.columnWords(it.field)
		}
		return it.trunc + " of " + p.columnWords(it.field)
	}
	if it.over != nil {
		return p.endName(it.over) + " " + p.columnWords(it.field)
	}
	if it.field.table != p.form.subject.table {
		return p.columnWords(it.field) + " of " + p.tableWords(it.field.table)
	}
	return p.columnWords(it.field)
}

func (p *parser) sayMeasure(m *measure) string {
	if m.as != "" {
		return strings.ReplaceAll(m.as, "_", " ")
	}
	if m.field.column == nil {
		s := "number of " + plural(p.tableWords(m.of.table))
		if m.of != p.form.subject {
			s += spaced(p.sayConds(m.of))
		}
		return s
	}
	if m.fn == "count" {
		return "number of different values of " + p.columnWords(m.field)
	}
	return map[string]string{"sum": "total ", "avg": "average ", "max": "greatest ", "min": "smallest "}[m.fn] + p.columnWords(m.field)
}

// sayConds returns the conditions on a node in words, beginning with "where"; empty when there are none.
func (p *parser) sayConds(n *node) string {
	var out []string
	for _, c := range n.conds {
		out = append(out, p.sayCond(n.table, c))
	}
	if len(out) == 0 {
		return ""
	}
	return "where " + strings.Join(out, " and ")
}

var operatorWords = map[string]string{"=": "is", "<>": "is not", ">": "is more than", "<": "is less than", ">=": "is at least", "<=": "is at most"}

func (p *parser) sayCond(t *schema.Table, c cond) string {
	name := ""
	if c.field.column != nil {
		name = p.columnWords(c.field)
		if c.field.table != t {
			name += " of " + p.tableWords(c.field.table)
		}
	}
	not := ""
	if c.not {
		not = "not "
	}
	switch c.kind {
	case compare:
		return p.sayComparison(name, c)
	case inPeriod:
		word := map[string]string{"=": "within", ">": "after", "<": "before", ">=": "from", "<=": "until"}[c.op]
		return fmt.Sprintf("%s is %s%s %s", name, not, word, c.span.text)
	case like:
		return fmt.Sprintf("%s is %slike “%s”", name, not, c.pattern)
	case besides:
		return fmt.Sprintf("%s %s%s that of its %s", name, not, operatorWords[c.op], p.columnWords(c.other))
	case holds:
		return fmt.Sprintf("%s %sinclude %s", name, map[bool]string{true: "do not "}[c.not], c.values[0].text)
	case stated:
		return "it is " + not + "“" + c.pattern + "”"
	case onDays:
		return fmt.Sprintf("%s is %son a %s", name, not, singular(strings.ToLower(c.pattern)))
	case isNull:
		return fmt.Sprintf("%s is %smissing", name, not)
	case isTrue:
		if rest, ok := strings.CutPrefix(name, "is "); ok {
			return "it is " + not + rest
		}
		return fmt.Sprintf("%s is %strue", name, not)
	case versus:
		all := "over all"
		if c.child != nil && len(c.child.conds) > 0 {
			all = "of " + plural(p.tableWords(c.child.table)) + " " + p.sayConds(c.child)
		}
		return fmt.Sprintf("%s %s%s the %s %s", name, not, operatorWords[c.op], map[string]string{"avg": "average", "max": "greatest", "min": "smallest"}[c.agg], all)
	case outnumbers:
		return fmt.Sprintf("the number of %s %s that of %s", plural(p.tableWords(c.child.table))+spaced(p.sayConds(c.child)), operatorWords[c.op], plural(p.tableWords(c.than.table))+spaced(p.sayConds(c.than)))
	case figured:
		return p.sayFigure(c)
	case fields:
		return fmt.Sprintf("%s %s %s", name, operatorWords[c.op], p.columnWords(c.other))
	case extreme:
		if !c.expr.IsZero() {
			name = "the time " + c.pattern
		}
		s := fmt.Sprintf("%s is the %s%s", name, nthWord(c.nth), map[bool]string{true: "greatest", false: "smallest"}[c.desc])
		if c.count != "" {
			s = fmt.Sprintf("%s is among the %s %s", name, c.count, map[bool]string{true: "greatest", false: "smallest"}[c.desc])
		}
		if len(c.per) > 0 {
			s += " of each"
		}
		return s
	case ranked:
		return fmt.Sprintf("the %s is the %s%s", p.sayMeasure(c.measure), nthWord(c.nth), map[bool]string{true: "highest", false: "lowest"}[c.desc])
	case shares:
		return fmt.Sprintf("%s is %salso that of %s", name, not, plural(p.tableWords(c.child.table))+spaced(p.sayConds(c.child)))
	case anyOf:
		var alts []string
		for _, branch := range c.any {
			var all []string
			for _, k := range branch {
				all = append(all, p.sayCond(t, k))
			}
			alts = append(alts, strings.Join(all, " and "))
		}
		return not + "(" + strings.Join(alts, " or ") + ")"
	}
	return p.sayRelated(c)
}

func (p *parser) sayComparison(name string, c cond) string {
	var vs []string
	for _, v := range c.values {
		vs = append(vs, v.text)
	}
	op := operatorWords[c.op]
	if c.not {
		op = map[string]string{"=": "is not", "between": "is not"}[c.op]
		if op == "" {
			op = "not " + operatorWords[c.op]
		}
	}
	if c.op == "between" {
		return fmt.Sprintf("%s %s between %s and %s", name, strings.TrimSpace(strings.TrimPrefix(op, "is")+" is"), vs[0], vs[1])
	}
	return name + " " + op + " " + list(vs, "or")
}

func (p *parser) sayRelated(c cond) string {
	if c.edge != nil {
		return p.sayEnd(c)
	}
	what := plural(p.tableWords(c.child.table)) + spaced(p.sayConds(c.child))
	switch {
	case c.op != "":
		return fmt.Sprintf("the number of %s %s %s", what, operatorWords[c.op], c.count)
	case c.not:
		return "there are no " + what
	}
	return "there are " + what
}

// tableWords returns the name of a table as separate words, without the prefix that all tables share.
func (p *parser) tableWords(t *schema.Table) string {
	if p.ix.prefix == "" {
		return strings.Join(split(t.Name), " ") // keep the case: SalesOrder is two words
	}
	return strings.Join(split(strings.TrimPrefix(strings.ToLower(t.Name), p.ix.prefix)), " ")
}

// columnWords returns the name of a column as separate words, without the prefix that all columns of its table share.
func (p *parser) columnWords(f field) string {
	if prefix := columnPrefix(f.table); prefix != "" {
		if rest := strings.TrimPrefix(strings.ToLower(f.column.Name), prefix); rest != "" {
			return strings.Join(split(rest), " ")
		}
	}
	return strings.Join(split(f.column.Name), " ")
}

// list joins words with commas and, before the last one, the word last.
func list(words []string, last string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}
