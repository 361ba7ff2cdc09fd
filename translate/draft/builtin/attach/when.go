package attach

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// lasting reports whether rows of a relation have a name and last, so that their date is only when they came to be.
func lasting(r *semantic.Relation, clock *semantic.Column) bool {
	if lexicon.VerbOf(wordform.Singular(r.Name.Words[len(r.Name.Words)-1])) != nil {
		return false // an order, whatever it is called by
	}
	l := r.Label
	named := len(l.Columns) > 0 && l.Via == nil && l.Columns[0].Class == schema.Text
	return (r.People || named) && form.Class(clock).Temporal()
}

// ClockOf returns the date or year that a period is about: that of the verb, of the noun, or of the relation.
func ClockOf(n *form.Noun, verb string) *semantic.Column {
	if verb != "" {
		for _, c := range n.Rel.Columns {
			if DatedColumn(c) && slices.ContainsFunc(c.Name.Words, func(w string) bool { return form.Alike(verb, w) }) {
				return c
			}
		}
	}
	if n.Clock != nil {
		return n.Clock
	}
	return form.Clock(n.Rel)
}

// OfBirthday marks what is said of a birthday, until it is said whose.
const OfBirthday = "birthday"

// BirthOf returns the date on which the people of a relation were born; nil: it is not known.
func BirthOf(r *semantic.Relation) *semantic.Column {
	for _, c := range r.Columns {
		if form.Class(c).Temporal() && facts.NamedOf(c.Name.Words, "born") {
			return c
		}
	}
	return nil
}

// Lasted is how long it took since rows came to be, or since they began where that is another date, until something
// happened, or until it was over; nil: nobody knows.
func Lasted(r *semantic.Relation, e *semantic.Event, begun bool) *semantic.Column {
	from, to := r.Course(begun)
	for _, c := range r.Spans {
		if from != nil && c.Span.From == from.Column && (e == nil && to != nil && c.Span.To == to.Column || e != nil && c.Span.To == e.Date) {
			return c
		}
	}
	return nil
}

// Punctual compares when something was done with when it was due: an event, or the only one that was. nil: nothing
// tells, or several do.
func Punctual(r *semantic.Relation, e *semantic.Event, how string) form.Cond {
	due := slices.Clone(r.Dues)
	if e != nil {
		due = slices.DeleteFunc(due, func(d semantic.Due) bool { return e.Date != d.Actual && e.Date != d.Planned })
	}
	if len(due) != 1 {
		return nil
	}
	planned, actual := r.Column(due[0].Planned.Name), r.Column(due[0].Actual.Name)
	if how == "overdue" {
		return &form.All{Conds: []form.Cond{&form.Empty{Col: actual}, &form.During{Col: planned, To: form.Moment{Unit: "day"}}}}
	}
	op := map[string]algebra.CompareOp{"late": algebra.Gt, "ontime": algebra.Le, "early": algebra.Lt}[how]
	return &form.Test{Col: actual, Op: op, To: form.Operand{Col: planned}}
}

// DatedColumn reports whether a column says when: a date, or a year.
func DatedColumn(c *semantic.Column) bool {
	k := form.Class(c)
	return k.Temporal() || slices.Contains(c.Name.Words, "year") && (k.Numeric() || k == schema.Text)
}

// HappenedOf returns the date of the only thing that is said to have happened to rows; nil: there is none, or several.
func HappenedOf(n *form.Noun) *semantic.Column {
	if n == nil {
		return nil
	}
	var only *semantic.Column
	conds := n.Conds
	if len(conds) == 1 {
		if x, ok := conds[0].(*form.Related); ok && x.Event && x.Noun.Rel == n.Rel {
			conds = x.Noun.Conds
		}
	}
	for _, c := range conds {
		var col *semantic.Column
		if not, ok := c.(*form.Not); ok {
			c = not.Cond
		}
		switch x := c.(type) {
		case *form.During:
			col = x.Col
		case *form.Empty:
			col = x.Col
		}
		if col == nil || !DatedColumn(col) {
			continue
		}
		if only != nil {
			return nil
		}
		only = col
	}
	return only
}

// attachDuring says that something happened in a period of a noun.
func (g *Rules) attachDuring(n *form.Noun, x *form.During) (form.Cond, float64) {
	if x.Col != nil {
		return x, g.Far(n.Rel, x.Col.Relation)
	}
	again := *x
	if x.Verb == OfBirthday {
		again.Verb, again.Col = "", BirthOf(n.Rel)
		if again.Col == nil {
			return nil, 0
		}
		return &again, 0
	}
	if x.Verb == WentOn {
		from, until := n.Rel.Lasts()
		if from == nil {
			return nil, 0
		}
		begun, over := again, again
		begun.Verb, begun.Col, begun.From = "", from, form.Moment{}
		over.Verb, over.Col, over.To = "", until, form.Moment{}
		return &form.All{Conds: []form.Cond{&begun, &over}}, 0
	}
	if again.Col = HappenedOf(n); again.Col != nil && x.Verb == "" && again.Col.Relation == n.Rel && !again.Col.Column.NotNull && !saysWhen(n) { // who left, in 2024
		return &again, 0
	}
	again.Col = ClockOf(n, x.Verb)
	cost := 0.1
	if x.Verb == "" && n.Clock == nil && again.Col != nil && lasting(n.Rel, again.Col) {
		cost += ofOthers
	}
	if again.Verb = ""; again.Col == nil {
		return nil, 0
	}
	again.Assumed = true
	return &again, cost
}

// saysWhen reports whether a period is said of rows already.
func saysWhen(n *form.Noun) bool {
	return slices.ContainsFunc(n.Conds, func(c form.Cond) bool { _, ok := c.(*form.During); return ok })
}

// WentOn is the verb of a period in which what rows tell of went on.
const WentOn = "last"
