package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// values puts values of one column, or texts, side by side.
func values(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	before, more := attach.Part[attach.Values](p, 0)
	var one attach.Values
	if l, ok := value(p); ok {
		one = attach.Values{Col: l.Column, Texts: []string{l.Value}, Like: l.Like}
		if l.Like {
			one.Texts = []string{"%" + form.LikeEscape.Replace(l.Said) + "%"}
		}
	} else if lit, ok := attach.Part[lattice.Literal](p, 0); ok {
		one = attach.Values{Texts: []string{lit.Text}, Quoted: lit.Quoted}
	} else {
		return nil, 0
	}
	if !more {
		return one, 0
	}
	if one.Col == nil {
		one.Col = before.Col
	}
	if before.Col != one.Col || before.Like || one.Like || len(before.Texts) > 20 {
		return nil, 0
	}
	cost := 0.0
	if w, ok := attach.Word(p, "and"); ok && w.Text != "," {
		cost = 0.15 // of one column either, as a rule
	}
	if before.Each {
		return nil, 0
	}
	return attach.Values{Col: one.Col, Quoted: one.Quoted, Texts: append(append([]string(nil), before.Texts...), one.Texts...)}, cost
}

// bothValues reads "both Paris and Rome": two rows.
func bothValues(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	var v attach.Values
	for _, e := range p {
		if l, ok := e.Meaning.(lattice.Linked); ok && l.Value != "" {
			if l.Like || v.Col != nil && v.Col != l.Column {
				return nil, 0
			}
			v.Col, v.Texts = l.Column, append(v.Texts, l.Value)
		}
	}
	for _, e := range p { // both the tents and the bags category
		if l, ok := e.Meaning.(lattice.Linked); ok && l.Value == "" && l.Relation != v.Col.Relation && l.Column != v.Col {
			return nil, 0
		}
	}
	v.Each = true
	if c := v.Col; c != nil && (c.Column.Array || c.Reading != nil && c.Reading.Kind == semantic.List) {
		return v, -0.4 // a list can hold both
	}
	return v, 0
}

// digits reports whether a text is a number.
func digits(s string) bool { return strings.Trim(s, "0123456789.,-%$") == "" }

// Words in the names of columns that say where something goes to, and where it comes from.
var (
	arrives = map[string]bool{"destination": true, "dest": true, "arrival": true, "arriving": true, "to": true}
	departs = map[string]bool{"origin": true, "orig": true, "departure": true, "departing": true, "source": true, "from": true}
)

// against reports whether a preposition of direction goes against what a column says: flights from Lisbon are not
// those whose destination it is.
func against(prep string, c *semantic.Column) bool {
	other := map[string]map[string]bool{"from": arrives, "to": departs, "into": departs}[prep]
	return slices.ContainsFunc(c.Name.Words, func(w string) bool { return other[w] })
}

// inValues says that a value belongs to the row: in Paris, called Anna.
func inValues(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	v, ok := attach.Part[attach.Values](p, 0)
	if !ok {
		return nil, 0
	}
	_, named := attach.Word(p, "named")
	if w, _ := attach.Word(p, "prep"); w.Text == "by" && g.namesRelation(p) {
		return nil, 0 // by store: for each
	}
	if w, ok := attach.Word(p, "prep"); ok && v.Col != nil && against(w.Text, v.Col) {
		return nil, 0
	}
	if _, is := attach.Word(p, "is"); is && (v.Col == nil || !v.Col.Column.Profile.Complete && len(v.Col.Codes) == 0) {
		return nil, 0 // nobody is a name
	}
	cost := 0.0
	if v.Col == nil && !named {
		cost = 0.9 // a text in quotes may name the row
	}
	if v.Col == nil && (slices.ContainsFunc(v.Texts, digits) || !named && !v.Quoted) {
		return nil, 0
	}
	if v.Each {
		both := &form.All{}
		for _, s := range v.Texts {
			t := form.Equals(v.Col, s)
			t.Heard = attach.Heard(p)
			both.Conds = append(both.Conds, t)
		}
		return both, cost
	}
	t := form.Equals(v.Col, v.Texts...)
	if v.Like {
		t.Op = algebra.ILike
	}
	t.Heard = attach.Heard(p)
	return t, cost
}

// is says that a column has a value.
func is(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || hasRows(p) {
		return nil, 0
	}
	if l, ok := value(p); ok {
		said, _ := attach.Part[lattice.Linked](p, 1)
		if l.Column != c && !(wordlist.Among("mailed", said.Said) && slices.ContainsFunc(l.Column.Name.Words, facts.Mailed)) {
			return nil, 0
		}
		return lattice.ValueIs(l), 0
	}
	v, ok := attach.Part[attach.Values](p, 0)
	if !ok || v.Each || v.Like || v.Col != nil && v.Col != c {
		return nil, 0
	}
	if v.Like || v.Col == nil && (c.Column.Class == schema.Enum || c.Column.Profile.Complete) {
		return nil, 0 // all its values are known, and this is none
	}
	if k := c.Column.Class; k != schema.Text && k != schema.Enum && !k.Numeric() {
		return nil, 0
	}
	cost := 0.0
	if v.Col == nil {
		cost = 0.2
	}
	return form.Equals(c, v.Texts...), cost
}

func isNumber(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	o, _ := attach.Part[form.Operand](p, 0)
	if c == nil || hasRows(p) || !form.Class(c).Numeric() && !class(c, schema.Text) {
		return nil, 0
	}
	cost := 0.0
	if class(c, schema.Text) {
		cost = 0.5
	}
	if _, said := attach.Word(p, "is", "of"); !said && len(o.Values) == 1 && aYear(o.Values[0].Text) && !facts.NamedOf(c.Name.Words, "unit") && !c.IsKey() {
		cost += attach.Unlikely // costs 2025 are those of a year
	}
	to, more, ok := attach.Convert(c, asSaid(p, o))
	if !ok {
		return nil, 0
	}
	return &form.Test{Col: c, Op: algebra.Eq, To: to}, cost + more
}

// aYear reports whether a number is one that people write for a year.
func aYear(number string) bool { return len(number) == 4 && number >= "1950" && number <= "2060" }

// hasRows reports whether a number behind what is called like rows tells which of them is meant: order 12 is not an
// order of 12 euros.
func hasRows(p []*chart.Edge) bool {
	w, _ := attach.Word(p, "with")
	return slices.ContainsFunc(p, func(e *chart.Edge) bool {
		l, _ := e.Meaning.(lattice.Linked)
		return calledLikeRows(e) && (strings.HasPrefix(w.Text, "ha") || !attach.Plural(l.Said) && !semantic.OfMoney(l.Said) && len(l.Relation.Identity.Columns) == 1)
	})
}

// calledLikeRows reports whether a column was said by the name of its relation.
func calledLikeRows(e *chart.Edge) bool {
	l, ok := e.Meaning.(lattice.Linked)
	return ok && l.Column != nil && (l.Sole || wordform.Singular(l.Said) == l.Relation.Name.Phrase())
}

// numbers are numbers of which a column has one.
func numbers(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[lattice.Number](p, 0)
	o, _ := attach.Part[form.Operand](p, 0)
	o.Values = append(append([]algebra.Const(nil), o.Values...), lattice.Numeric(n).Values...)
	return o, 0
}

// like looks for a part of a text.
func like(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || !class(c, schema.Text) {
		return nil, 0
	}
	said := ""
	if lit, ok := attach.Part[lattice.Literal](p, 0); ok {
		said = lit.Text
	} else if v, ok := value(p); ok {
		said = v.Said
	}
	pattern := form.LikeEscape.Replace(said)
	w, _ := attach.Word(p, "starts", "ends", "contain", "hold", "part")
	if w.List != "starts" {
		pattern = "%" + pattern
	}
	if w.List != "ends" {
		pattern += "%"
	}
	t := form.Equals(c, pattern)
	t.Op = algebra.ILike
	return t, 0
}

// related says that rows belong to a noun.
func related(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if len(p) == 2 && g.grouping(p, n) || slices.ContainsFunc(p, ofEvery) {
		return nil, 0 // budget by studio, the first in every category: of each
	}
	if h, ok := attach.Part[lattice.Heard](p, 0); ok {
		n = doneTo(n, h.Text)
	}
	return eachOf(n, attach.Heard(p)), 0
}

// ofEvery reports whether it was said that something holds of every one of the rows of a noun.
func ofEvery(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && l.Every && p.From == e.From
	})
	return found
}

// eachOf relates to a noun; where it is said of it that it is two things at once, to one noun for each of them.
func eachOf(n *form.Noun, heard []string) form.Cond {
	for i, c := range n.Conds {
		all, ok := c.(*form.All)
		if !ok || !apart(all) {
			continue
		}
		out := &form.All{}
		for _, one := range all.Conds {
			again := *n
			again.Conds = append(append([]form.Cond(nil), n.Conds[:i]...), n.Conds[i+1:]...)
			again.Conds = append(again.Conds, one)
			out.Conds = append(out.Conds, &form.Related{Noun: &again, Heard: heard})
		}
		return out
	}
	return &form.Related{Noun: n, Heard: heard}
}

// apart reports whether conditions say different values of one column.
func apart(a *form.All) bool {
	var first *form.Test
	for _, c := range a.Conds {
		t, ok := c.(*form.Test)
		if !ok || t.Op != algebra.Eq || first != nil && first.Col != t.Col {
			return false
		}
		first = t
	}
	return first != nil
}

// having says something of rows by what belongs to them: whose picture is taken by her, or is not.
func having(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	c, cost := g.Attach(n, attach.Cond(p, 0))
	if c == nil {
		return nil, 0
	}
	r := eachOf(n.With(c), nil)
	if _, not := attach.Word(p, "not"); not {
		return &form.Not{Cond: r}, cost
	}
	return r, cost
}

func unrelated(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	return &form.Not{Cond: &form.Related{Noun: n, Heard: attach.Heard(p)}}, 0
}

// leftOut says of rows that are told by one condition that they do not count.
func leftOut(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if len(n.Conds) != 1 || len(n.Ranks) > 0 {
		return nil, 0
	}
	return &form.Not{Cond: &form.Related{Noun: n, Own: true}}, 0
}

func empty(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c != nil && facts.IsFlag(c) { // without a balcony
		return lattice.FlagIs(c, false), 0
	}
	if c != nil && c.Relation.Kind != nil {
		return &form.Test{Col: c, Op: algebra.Eq, To: lattice.Numeric(lattice.Number{Text: "0"})}, 0
	}
	if c != nil && form.Class(c).Numeric() && slices.ContainsFunc(c.Name.Words,
		func(w string) bool { return wordlist.Among("capacity", w) }) {
		return nil, 0 // a limit that is not known is not nobody
	}
	if c == nil || c.Column.NotNull && (c.Reading == nil || c.Reading.Kind != semantic.Sentinel) {
		return nil, 0
	}
	return &form.Empty{Col: c}, 0
}

// notEmpty says that a column has a value: with a phone number.
func notEmpty(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	if c := attach.Column(p, 0); c != nil && facts.IsFlag(c) { // with a balcony
		return lattice.FlagIs(c, true), 0
	}
	m, cost := empty(g, p, "")
	if m == nil {
		return nil, 0
	}
	if t, ok := m.(*form.Test); ok {
		t.Op = algebra.Gt
		return t, cost
	}
	return &form.Not{Cond: m.(form.Cond)}, cost
}

// heardCond adds a verb to what tells how rows are related.
func heardCond(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	switch x := attach.Cond(p, 0).(type) {
	case *form.Test:
		again := *x
		again.Heard = append(append([]string(nil), x.Heard...), attach.Heard(p)...)
		return &again, 0
	case *form.Related:
		again := *x
		again.Heard = append(append([]string(nil), x.Heard...), attach.Heard(p)...)
		return &again, 0
	case *form.During:
		if h := attach.Heard(p); x.Col == nil && len(h) > 0 {
			again := *x
			again.Verb = h[0]
			return &again, 0
		}
		return x, 0
	}
	return nil, 0
}

func not(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Cond(p, 0)
	if _, twice := c.(*form.Not); twice {
		return nil, 0
	}
	return &form.Not{Cond: c}, 0
}

func and(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, b := attach.Cond(p, 0), attach.Cond(p, 1)
	if x, ok := a.(*form.All); ok {
		return &form.All{Conds: append(append([]form.Cond(nil), x.Conds...), b)}, 0
	}
	return &form.All{Conds: []form.Cond{a, b}}, 0
}

func or(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, b := attach.Cond(p, 0), attach.Cond(p, 1)
	if x, ok := a.(*form.Any); ok {
		return &form.Any{Conds: append(append([]form.Cond(nil), x.Conds...), b)}, 0
	}
	return &form.Any{Conds: []form.Cond{a, b}}, 0
}
