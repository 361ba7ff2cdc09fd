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
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// notYetAt says that rows have not come as far as a stage that they pass through: the labels of an enumerated type
// are in order, so that what is cancelled, which comes last, waits for nothing.
func notYetAt(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Column == nil || l.Column.Column.Class != schema.Enum {
		return nil, 0
	}
	at := slices.Index(l.Column.Column.Enum, l.Value)
	if at < 1 {
		return nil, 0
	}
	return form.Equals(l.Column, l.Column.Column.Enum[:at]...), 0
}

// didEvent reads "did Postway deliver in May" as what happened to the rows that have the value.
func didEvent(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	who, _ := attach.Part[lattice.Linked](p, 0)
	when, timed := attach.Cond(p, 0).(*form.During)
	what, _ := attach.Part[lattice.Linked](p, 1)
	switch {
	case who.Kind != link.Value || who.Like:
		return nil, 0
	case timed && (when.Col == nil || when.Col.Relation != who.Column.Relation):
		return nil, 0
	case timed:
		return &form.All{Conds: []form.Cond{lattice.ValueIs(who), when}}, 0
	case what.Event == nil || what.Event.Date == nil || what.Relation != who.Column.Relation:
		return nil, 0
	}
	return &form.All{Conds: []form.Cond{lattice.ValueIs(who), &form.Not{Cond: &form.Empty{Col: what.Relation.Column(what.Event.Date.Name)}}}}, 0
}

// whether answers if something is so of one row: has order 12 been paid.
func whether(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if p[0].From > 0 || !attach.Unique(n) || len(n.Ranks) > 0 {
		return nil, 0
	}
	c, said := attach.Cond(p, 0), ""
	if l, ok := attach.Part[lattice.Linked](p, 0); ok && l.Event != nil {
		w, _ := attach.Word(p, "whether")
		if w.Text == "did" {
			l.Aux = w.Text
		}
		m, _ := eventCond(g, []*chart.Edge{{Meaning: l}}, "")
		r, happened := m.(*form.Related)
		if !happened || l.Relation != n.Rel && g.Ways.ToOne(n.Rel, l.Relation) {
			return nil, 0
		}
		c, said = r, l.Said
	}
	if c == nil {
		return nil, 0
	}
	if said == "" {
		said = lastSaid(p[len(p)-1])
	}
	holds, cost := g.Attach(n, c)
	if holds == nil {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: n, Whether: holds, Said: said}}}, cost
}

// lastSaid returns the last word of an edge that stands for something.
func lastSaid(e *chart.Edge) string {
	said := ""
	e.Walk(func(p *chart.Edge) {
		switch m := p.Meaning.(type) {
		case lattice.Linked:
			said = m.Said
		case lattice.Word:
			if p.Rule == nil && m.List != "is" && m.List != "rel" {
				said = m.Text
			}
		}
	})
	return strings.Trim(strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, said), "_")
}

// withDefined shows rows with a value of each that somebody defined: shops with their manager.
func withDefined(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, _ := attach.Part[facts.Measured](p, 0)
	if m.Term == nil || m.Term.Kind != semantic.TermValue || !n.Named || n.Rel != m.Term.Relation {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: n}, {Term: m.Term, Noun: n}}}, 0
}

// rankedBest reads "with the best reviews" as by what their rating is on average: one of them says little of what was
// rated.
func rankedBest(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	r, _ := attach.Part[*form.Rank](p, 0)
	if !n.Named || !gradedRank(r, n.Rel) || !slices.ContainsFunc(p, several) {
		return nil, 0
	}
	one := *r.Item
	one.Func, one.Noun = "avg", n
	return &form.Rank{Item: &one, Desc: r.Desc, N: 1, Several: true}, 0
}

// gradedNoun reads "one star reviews": of which the grade is that.
func gradedNoun(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	c := attach.Column(p, 0)
	if c == nil || c.Relation != n.Rel || !n.Named || !facts.NamedOf(c.Name.Words, "grades") {
		return nil, 0
	}
	return n.With(&form.Test{Col: c, Op: algebra.Eq, To: lattice.Numeric(num)}), 0
}

// gradedRank reports whether rows of a relation are ranked by a grade of their own, which several of them may have.
func gradedRank(r *form.Rank, rel *semantic.Relation) bool {
	return r != nil && r.N == 1 && r.Item != nil && r.Item.Col != nil && r.Item.Func == "" && r.Item.Col.Relation == rel &&
		slices.ContainsFunc(r.Item.Col.Name.Words, func(w string) bool { return wordlist.Among("grades", w) })
}

// refunded reads "how much have we refunded" as the sum of what a verb is the name of.
func refunded(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	w, _ := attach.Word(p, "aux")
	ours := slices.ContainsFunc(strings.Fields(w.Text), func(w string) bool { return w == "we" || w == "i" || w == "they" })
	if c == nil || !facts.Additive(c) || !ours {
		return nil, 0
	}
	l, _ := attach.Part[lattice.Linked](p, 0)
	for _, of := range c.Relation.Columns { // what was paid is what has the state of that
		if v, ok := attach.Stores(of, l.Said); ok {
			return form.Items{List: []*form.Item{{Func: "sum", Col: c, Noun: (&form.Noun{Rel: c.Relation}).With(form.Equals(of, v))}}}, 0
		}
	}
	return form.Items{List: []*form.Item{{Func: "sum", Col: c}}}, 0
}

func underway(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return &form.Current{How: "underway"}, 0
}

func ahead(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return &form.Current{How: attach.LiesAhead}, 0
}

func aheadNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if !n.Named {
		return nil, 0
	}
	return g.Say(n, &form.Current{How: attach.LiesAhead})
}

// undone says that what a column holds has not been given: not been rated yet.
func undone(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Column == nil || !strings.HasSuffix(l.Said, "ed") || facts.IsFlag(l.Column) {
		return nil, 0
	}
	return empty(g, p, "")
}

// inState says that what belongs to rows is not over, where it is told in the singular in what state they are: in
// repair, on loan.
func inState(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Relation == nil || l.Score < surelyNamed || attach.Plural(l.Said) || l.Relation.People || strings.ContainsRune(l.Said, ' ') {
		return nil, 0
	}
	end := l.Relation.Ending()
	if end == nil || l.Relation.Born() == nil || end.NotNull {
		return nil, 0
	}
	open := &form.Empty{Col: l.Relation.Column(end.Name)}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{open}}, Event: true}, 0
}

// isKnown says that a column has a value, or rows have one of others, where that is said to be known; "no": that it
// is not.
func isKnown(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	switch _, rows := attach.Part[*form.Noun](p, 0); {
	case rows && arg == "no":
		return unrelated(g, p, "")
	case rows:
		return related(g, p, "")
	case arg == "no":
		return empty(g, p, "")
	}
	return notEmpty(g, p, "")
}

// statedDate says that rows are in the state that a date is called by: out of service, by the date since when. Those
// in it have one.
func statedDate(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if c == nil || c.Column.NotNull || !form.Class(c).Temporal() || l.Kind != link.Column || l.How > link.Stemmed ||
		!slices.ContainsFunc(c.Own[:1], func(w string) bool { return lexicon.In("state begins", w) }) {
		return nil, 0
	}
	return &form.Not{Cond: &form.Empty{Col: c}}, 0
}

// readyFor reads what rows of a state are ready for as a part of its name.
func readyFor(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := value(p)
	if !ok || !wordlist.Among("ready", l.Said) {
		return nil, 0
	}
	return lattice.ValueIs(l), 0
}
