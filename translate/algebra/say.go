package algebra

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Say returns a reading of what a set is, in plain English, without a capital or a period: "number of orders by
// status". It is what people read of an answer, of a choice and of a doubt, so it is short and in the order in which
// they would say it: what is shown, of which rows, and how they are grouped, ranked and ordered. Names are those of
// relations and columns, as words; those of rows that keys lead to are said as theirs: "store's city".
func Say(s Set) string { return Names(nil).Say(s) }

// Names says what people call a relation, or a column of it; column "": the relation; "": as it is written.
type Names func(schema, table, column string) string

// Say returns a reading with these names.
func (n Names) Say(s Set) string { return (&speaker{names: n}).set(s) }

// SayDefined returns a reading in which values and conditions that somebody defined are called as there: by their
// Likeness.
func (n Names) SayDefined(s Set, defined map[string]string) string {
	return (&speaker{names: n, defined: defined}).set(s)
}

// Likeness returns a text that a value or a condition shares with others that are the same but for the rows that they
// are of.
func Likeness(part any) string { return roughKey(part) }

// Conditions says what holds for the rows of a set, and nothing else: "status is 'paid'"; "" where nothing does.
func (n Names) Conditions(s Set) string {
	p, c := &speaker{names: n}, takeApart(s)
	p.scopes = append(p.scopes, scopeOf(c.from))
	var all []string
	for _, cond := range spanned(c.conds) {
		if p.belongs(cond) {
			continue
		}
		said := p.having(cond)
		if said == "" {
			said = p.pred(cond)
		}
		all = append(all, said)
	}
	return strings.Join(all, " and ")
}

// speaker says the parts of one reading.
type speaker struct {
	names   Names
	defined map[string]string // what somebody defined is called, by its Likeness
	scopes  []*scope          // the sets that are being said, the innermost last
	depth   int
}

const (
	maxSaid  = 12 // how deep a reading follows its tree
	maxNamed = 4  // columns of one relation that are named; more are the rows themselves
)

// set says a set as a noun phrase.
func (p *speaker) set(s Set) string {
	if p.depth++; p.depth > maxSaid {
		return "…"
	}
	defer func() { p.depth-- }()
	switch x := s.(type) {
	case *Once, nil:
		return "nothing"
	case *Combine:
		how := map[CombineOp]string{Union: "together with", Intersect: "as far as they are also", Except: "without"}[x.Op]
		return p.set(x.Left) + ", " + how + " " + p.set(x.Right)
	}
	return p.clause(takeApart(s))
}

// clause is a set taken apart.
type clause struct {
	show     *Show
	extremes []*Extreme // the outermost first
	having   []Pred     // of groups
	group    *Group
	conds    []Pred
	from     Set // rows, joined
}

func takeApart(s Set) *clause {
	c := &clause{}
	for {
		switch x := s.(type) {
		case *Show:
			if c.show != nil {
				c.from = s
				return c
			}
			c.show, s = x, x.Of
		case *Extreme:
			c.extremes, s = append(c.extremes, x), x.Of
		case *Where:
			if c.group == nil && groupOf(x.Of) != nil {
				c.having = append(each(x.If), c.having...)
			} else {
				c.conds = append(each(x.If), c.conds...)
			}
			s = x.Of
		case *Group:
			if c.group != nil {
				c.from = s
				return c
			}
			c.group, s = x, x.Of
		default:
			c.from = s
			return c
		}
	}
}

// each returns conditions that hold together, one by one.
func each(p Pred) []Pred {
	and, ok := p.(*And)
	if !ok {
		return []Pred{p}
	}
	var all []Pred
	for _, one := range and.All {
		all = append(all, each(one)...)
	}
	return all
}

// groupOf returns the group whose rows a set has, however restricted and ordered.
func groupOf(s Set) *Group {
	for {
		switch x := s.(type) {
		case *Group:
			return x
		case *Where:
			s = x.Of
		case *Extreme:
			s = x.Of
		default:
			return nil
		}
	}
}

// clause says what is shown of which rows, in which groups and which order.
func (p *speaker) clause(c *clause) string {
	p.scopes = append(p.scopes, scopeOf(c.from))
	defer func() { p.scopes = p.scopes[:len(p.scopes)-1] }()
	said, closed := p.shown(c)
	if _, nothing := c.from.(*Once); nothing || c.from == nil {
		return said
	}
	switch rows := p.first(c); {
	case said == "":
		said = rows
	case !closed:
		said += " of " + rows
	}
	if c.group != nil && len(c.group.By) > 0 && (c.show == nil || p.figures(c)) {
		said += " by " + p.groups(c.group.By)
	}
	said += p.conds(c)
	if len(c.having) > 0 {
		said += ", where " + p.preds(c.having, "and")
	}
	for _, x := range c.extremes {
		said += p.order(c, x)
	}
	return said
}

// first says what a clause is about, and of which it has the first.
func (p *speaker) first(c *clause) string {
	if x := c.best(); x != nil {
		return p.best(p.rows(c), x)
	}
	return p.rows(c)
}

// conds says what holds for the rows of a clause.
func (p *speaker) conds(c *clause) string {
	said := ""
	var plain, with []string
	conds := spanned(c.conds)
	for _, cond := range conds {
		if p.belongs(cond) {
			continue
		}
		if some := p.having(cond); some != "" {
			if !p.ranks(c, some) {
				with = append(with, some)
			}
			continue
		}
		said := p.pred(cond)
		if or, ok := cond.(*Or); ok && len(or.Any) > 1 && len(conds) > 1 {
			said = "(" + said + ")"
		}
		plain = append(plain, said)
	}
	for _, row := range p.untold(c) {
		with = append(with, "with "+p.possessed(row))
	}
	if len(plain) > 0 {
		said += " where " + strings.Join(plain, " and ")
	}
	for i, w := range with {
		switch {
		case i > 0:
			said += " and"
		case len(plain) > 0:
			said += ","
		}
		said += " " + w
	}
	return said
}

// having says a condition that other rows belong to these: with orders, without orders; "": it is another condition.
func (p *speaker) having(cond Pred) string {
	if p.definedIf(cond) != "" {
		return ""
	}
	word := "with "
	if not, ok := cond.(*Not); ok {
		cond, word = not.Pred, "without "
	}
	some, ok := cond.(*Some)
	if !ok {
		return ""
	}
	return word + p.belonging(some.Of)
}

// ranks reports whether that there are other rows is said by the rank, which is by them.
func (p *speaker) ranks(c *clause, with string) bool {
	x := c.best()
	if x == nil {
		return false
	}
	m, ok := x.By[0].Value.(*Measure)
	return ok && m.Over != nil && with == "with "+p.belonging(m.Over)
}

// belonging says rows that belong to those at hand, which goes without saying.
func (p *speaker) belonging(s Set) string {
	c := takeApart(s)
	c.show = nil
	said := p.clause(c)
	return strings.TrimPrefix(said, "their ")
}

// shown says the columns of a clause; closed: they say of what rows they are.
func (p *speaker) shown(c *clause) (said string, closed bool) {
	if c.show == nil {
		return "", false
	}
	var list []Value
	for _, col := range c.show.Columns {
		v := col.Value
		ranked := slices.ContainsFunc(c.extremes, func(x *Extreme) bool {
			return x.N > 0 && len(x.By) > 0 &&
				p.value(x.By[0].Value) == p.value(v)
		})
		_, figure := v.(*Measure)
		if ranked && figure && len(c.show.Columns) > 1 && c.group == nil || c.group != nil && p.figures(c) && among(c.group.By, v) {
			continue // what they are ranked by, and the groups, are said behind
		}
		list = append(list, v)
	}
	base := p.scopes[len(p.scopes)-1].base
	if len(list) > maxNamed && !slices.ContainsFunc(list, func(v Value) bool { a, ok := v.(*Attr); return !ok || a.Row != base }) {
		return "", false
	}
	if len(list) == 1 {
		if m, ok := list[0].(*Measure); ok && m.Over == nil {
			if w := counted(m); w != nil && w == base {
				return p.value(m), true
			}
		}
	}
	said = p.values(list, "and")
	if c.show.Distinct {
		said = "the different " + said
	}
	return said, false
}

// counted returns the row of which a figure counts different ones by their key; nil: it counts something else.
func counted(m *Measure) *Row {
	if m.Func != "count" || !m.Distinct || len(m.Of) != 1 {
		return nil
	}
	if a, ok := m.Of[0].(*Attr); ok && a.Row.Table != "" && a.Column == "id" {
		return a.Row
	}
	return nil
}

// figures reports whether a clause shows figures of its groups.
func (p *speaker) figures(c *clause) bool {
	return slices.ContainsFunc(c.show.Columns, func(col Column) bool { return !among(c.group.By, col.Value) })
}

func among(list []Value, v Value) bool {
	return slices.ContainsFunc(list, func(o Value) bool { return Same(o, v) })
}

// groups says by what groups are made: rows that are told by their key are said by what they are.
func (p *speaker) groups(by []Value) string {
	base := p.scopes[len(p.scopes)-1].base
	keyed := map[*Row]bool{}
	for _, v := range by {
		if a, ok := v.(*Attr); ok {
			column := words(a.Column)
			keyed[a.Row] = keyed[a.Row] || column == "id" || a.Row != base && strings.HasSuffix(column, " id")
		}
	}
	var all []string
	for _, v := range by {
		said := p.value(v)
		if a, ok := v.(*Attr); ok && a.Row.Table != "" {
			if keyed[a.Row] {
				said = p.called(a.Row)
			}
			if whose := strings.TrimSuffix(said, " id"); !strings.HasSuffix(whose, "'s") {
				said = whose
			}
		}
		if !slices.Contains(all, said) {
			all = append(all, said)
		}
	}
	return enumerate(all, "and")
}

// table returns the name of a relation as words.
func (p *speaker) table(w *Row) string { return p.column(w, "") }

// column returns the name of a column as words.
func (p *speaker) column(w *Row, column string) string {
	if p.names != nil && w.Table != "" {
		if said := p.names(w.Schema, w.Table, column); said != "" {
			return said
		}
	}
	if column == "" {
		return words(w.Table)
	}
	return words(column)
}

// words returns a name of the schema as words: order_items, orderItems → order items.
func words(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			b.WriteByte(' ')
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSpace(b.String())
}

// enumerate lists texts: a, b and c.
func enumerate(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}

// ordinal is a place in an order: 2nd.
func ordinal(n int64) string {
	switch {
	case n%100 >= 11 && n%100 <= 13:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return strconv.FormatInt(n, 10) + "th"
}
