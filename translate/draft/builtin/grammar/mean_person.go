package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// birthdayIn reads "with a birthday in May": a birthday is a day of every year.
func birthdayIn(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	s, _ := attach.Part[lattice.Span](p, 0)
	if c := everyYear(s); c != nil {
		return c, 0
	}
	return nil, 0
}

// birthdays reads "birthdays this month" as those who have one: the only ones whose birth is known, unless it is said
// who.
func birthdays(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	s, _ := attach.Part[lattice.Span](p, 0)
	when := everyYear(s)
	n, said := attach.Part[*form.Noun](p, 0)
	if !said {
		for _, r := range g.Ways.Model().Relations {
			if r.Standing != semantic.Base || attach.BirthOf(r) == nil {
				continue
			}
			if n != nil {
				return nil, 0
			}
			n = &form.Noun{Rel: r, Named: true}
		}
	}
	if n == nil || when == nil || !n.Named {
		return nil, 0
	}
	return g.Say(n, when)
}

// fullName is the first and the last name of persons.
func fullName(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[lattice.FullName](p, 0)
	var all []*semantic.Column
	for _, c := range n.Of.Label.Columns {
		all = append(all, n.Of.Column(c.Name))
	}
	return attach.Columns{List: all}, 0
}

// everyYear returns that a birthday is in a month of any year, in a month counted from today, or on such a day; nil:
// in another period.
func everyYear(s lattice.Span) form.Cond {
	in := func(part string) form.Cond {
		return &form.During{From: s.From, Part: part, Is: s.Is, Verb: attach.OfBirthday}
	}
	next := s.From
	next.N++
	switch {
	case s.Part == "month":
		return in("month")
	case s.Part != "" || s.From.Exact || s.To != next:
		return nil
	case s.From.Unit == "month":
		return in("month")
	case s.From.Unit == "day":
		return &form.All{Conds: []form.Cond{in("month"), in("day")}}
	}
	return nil
}

// Birthday reports whether a question is about the birthdays of people, which have no year: who was born in May.
func Birthday(l *link.Lattice) bool {
	born := false
	for _, w := range l.Words {
		if wordlist.Among("birthday", w.Low) {
			return true
		}
		born = born || w.Low == "born"
	}
	if !born {
		return false
	}
	for _, r := range l.Relations() {
		if r.People && attach.BirthOf(r) != nil {
			return true
		}
	}
	return false
}

// saysBirthday reports whether a column of dates was said by the word for a day of every year.
func saysBirthday(p []*chart.Edge) bool {
	l, ok := attach.Part[lattice.Linked](p, 0)
	return ok && wordlist.Among("birthday", l.Said[strings.LastIndexByte(l.Said, ' ')+1:])
}

// tenured ranks those who are still with a firm by when they came to it.
func tenured(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	born := n.Rel.Born()
	w, _ := attach.Word(p, "tenured")
	if !n.Rel.People || born == nil || len(n.Ranks) > 0 || attach.Buys(n.Rel) && !strings.Contains(w.Text, "with us") {
		return nil, 0
	}
	m, cost := g.Say(n, &form.Current{})
	now, ok := m.(*form.Noun)
	if !ok {
		return nil, 0
	}
	again := *now
	again.Ranks = []*form.Rank{{Item: &form.Item{Col: n.Rel.Column(born.Name)}, N: 1, Several: true}}
	return &again, cost
}

// membersOf reads "who is in the sales team" as the only persons who belong to it.
func membersOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if n.Rel.People || len(n.Conds) == 0 || len(n.Ranks) > 0 {
		return nil, 0
	}
	var only *semantic.Relation
	for _, r := range g.Ways.Model().Relations {
		if !r.People || r.Standing > semantic.Subset || !g.belongs(r, n.Rel) {
			continue
		}
		if only != nil {
			return nil, 0
		}
		only = r
	}
	if only == nil {
		return nil, 0
	}
	return &form.Noun{Rel: only, Named: true, Conds: []form.Cond{&form.Related{Noun: n}}}, 0
}

// belongs reports whether a key leads from rows to others, or rows of their own connect both.
func (g *Grammar) belongs(r, to *semantic.Relation) bool {
	direct := func(from, to *semantic.Relation) bool {
		return slices.ContainsFunc(from.Keys, func(k *semantic.Key) bool { return k.To == to && !k.Alternative })
	}
	return direct(r, to) || slices.ContainsFunc(g.Ways.Model().Relations, func(l *semantic.Relation) bool {
		return l.Link && direct(l, r) && direct(l, to)
	})
}

// employed reads those who work for whoever asks as the persons who do so now.
func employed(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	n := &form.Noun{Rel: l.Relation, Named: true}
	if now, cost := g.Current(l.Relation); now != nil && cost < lattice.Unspoken {
		n.Conds = []form.Cond{now}
	}
	return n, 0
}
