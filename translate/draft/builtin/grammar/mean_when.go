package grammar

import (
	"slices"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// during says when something happened: in, before, after or since a period, or between two.
func during(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	s, ok := attach.Part[lattice.Span](p, 0)
	if !ok {
		return nil, 0
	}
	d := &form.During{From: s.From, To: s.To, Part: s.Part, Is: s.Is}
	if c := attach.Column(p, 0); c != nil {
		if !attach.DatedColumn(c) || saysBirthday(p) && s.From.Unit != "" {
			return nil, 0
		}
		d.Col = c
	} else if l, ok := attach.Part[lattice.Linked](p, 0); ok && l.Event != nil && l.Column == nil {
		return nil, 0
	}
	_, before := attach.Word(p, "before")
	_, after := attach.Word(p, "after")
	w, since := attach.Word(p, "since")
	cost := 0.0
	if since && w.Text == "from" && wholeYear(s) {
		cost = fromYear
	}
	orMore, open := attach.Word(p, "ormore")
	if l, ok := attach.Part[lattice.Linked](p, 0); ok && l.Column != nil && d.Part == "" { // customer since 2015, of a column of this name
		said := l.Said[strings.LastIndexByte(l.Said, ' ')+1:]
		_, within := attach.Word(p, "isin") // bookings starting in May
		since = since || wordlist.Among("since", said) && !before && !after && !within
	}
	last, two := attach.Part[lattice.Span](p, 1)
	if d.Part != "" && (arg == "by" || before || after || since || two || open) {
		return nil, 0
	}
	switch {
	case two:
		d.To = last.To
	case arg == "by":
		d.From = form.Moment{}
	case before:
		d.From, d.To = form.Moment{}, s.From
	case after:
		d.From, d.To = s.To, form.Moment{}
	case since || orMore.Value == ">=":
		d.To = form.Moment{}
	case orMore.Value == "<=":
		d.From = form.Moment{}
	}
	return d, cost
}

// fromYear is what it costs that what is from a year is from it on.
const fromYear = 0.2

// wholeYear reports whether a period is a year.
func wholeYear(s lattice.Span) bool {
	return strings.HasSuffix(s.From.Day, "-01-01") && strings.HasSuffix(s.To.Day, "-01-01")
}

// whenLast reads "when was Ann last admitted": the latest of the dates on which it happened, or the first one.
func whenLast(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	w, _ := attach.Word(p, "recent")
	if l.Column == nil || !attach.DatedColumn(l.Column) || len(n.Ranks) > 0 || newest(w.Text) {
		return nil, 0
	}
	i := &form.Item{Func: "max", Col: l.Column, Noun: n}
	if w.Value == "first" {
		i.Func = "min"
	}
	if attach.Unique(n) || n.Rel == l.Relation {
		return form.Items{List: []*form.Item{i}}, g.Far(n.Rel, l.Relation)
	}
	return form.Items{List: []*form.Item{{Noun: n}, i}, Groups: []*form.Group{{Noun: n}}}, g.Far(n.Rel, l.Relation)
}

// whenThey shows beside rows when something happened to them: deleted clients, and when they were removed.
func whenThey(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	all, ok := attach.Part[form.Items](p, 0)
	if n, rows := attach.Part[*form.Noun](p, 0); rows && !ok {
		all = form.Items{List: []*form.Item{{Noun: n}}}
	}
	if _, bare := attach.Word(p, "andwhen"); bare && len(all.List) > 0 {
		l.Relation, l.Column = all.List[0].Relation(), attach.HappenedOf(all.List[0].Noun)
	}
	if h, ok := attach.Part[lattice.Heard](p, 0); ok && len(all.List) > 0 {
		l.Relation = all.List[0].Relation()
		l.Column = happenedLike(l.Relation, h.Text)
	}
	if l.Column == nil || !attach.DatedColumn(l.Column) || len(all.List) == 0 || all.List[0].Figure() || len(all.Groups) > 0 {
		return nil, 0
	}
	first := all.List[0]
	if first.Relation() != l.Relation || first.Col != nil && first.Noun == nil {
		return nil, 0
	}
	all.List = append(slices.Clip(all.List), &form.Item{Col: l.Column, Noun: first.Noun})
	return all, 0
}

// happenedLike returns the date of the only event of rows that is of the kind of a verb: when deleted rows were
// removed. nil: there is none.
func happenedLike(r *semantic.Relation, verb string) *semantic.Column {
	v := lexicon.VerbOf(verb)
	var only *semantic.Column
	for _, e := range r.Events {
		if v == nil || e.Date == nil || e.Kind != v.Kind {
			continue
		}
		if only != nil {
			return nil
		}
		only = r.Column(e.Date.Name)
	}
	return only
}

// consecutive reads two periods of one length, of which the second follows the first, as one: 2024 and 2025.
func consecutive(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[lattice.Span](p, 0)
	b, _ := attach.Part[lattice.Span](p, 1)
	if a.Unit() == "" || a.Unit() != b.Unit() || a.To != b.From {
		return nil, 0
	}
	return &form.During{From: a.From, To: b.To}, 0
}

// periodNoun reads "the 2019 hires".
func periodNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, _ := during(g, p, "")
	if m == nil || !n.Named {
		return nil, 0
	}
	return g.Say(n, m.(form.Cond))
}

// periodsBeside reads "revenue 2024 vs 2025": a figure by periods of one length, of two of them.
func periodsBeside(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[lattice.Span](p, 0)
	b, _ := attach.Part[lattice.Span](p, 1)
	unit := a.Unit()
	if unit == "" || unit != b.Unit() || a == b {
		return nil, 0
	}
	i, n := besideFigure(p)
	if i == nil {
		return nil, 0
	}
	col := attach.ClockOf(n, "")
	if col == nil {
		return nil, 0
	}
	if b.To == a.From {
		a, b = b, a
	}
	var when form.Cond = &form.During{Col: col, From: a.From, To: b.To}
	if a.To != b.From {
		when = &form.Any{Conds: []form.Cond{&form.During{Col: col, From: a.From, To: a.To}, &form.During{Col: col, From: b.From, To: b.To}}}
	}
	i.Noun = n.With(when)
	by, _ := attach.Part[form.Groups](p, 0) // revenue by region, too
	return form.Items{List: []*form.Item{i}, Groups: append(slices.Clip(by), &form.Group{Col: col, Unit: unit})}, 0
}

// besideFigure returns a figure that is asked for of two things side by side, and of what it is; without one, it is
// how many rows there are. nil: there is none.
func besideFigure(p []*chart.Edge) (*form.Item, *form.Noun) {
	i := &form.Item{Func: "count"}
	n, ok := attach.Part[*form.Noun](p, 0)
	if m, measured := attach.Part[facts.Measured](p, 0); measured {
		if i = m.Item("sum"); i == nil {
			return nil, nil
		}
		n, ok = &form.Noun{Rel: m.Relation(), Named: true}, true
	}
	if figure, said := attach.Part[form.Items](p, 0); said && len(figure.List) == 1 && len(figure.Ranks) == 0 {
		one := *figure.List[0]
		if i, n, ok = &one, one.Noun, true; n == nil && one.Relation() != nil {
			n = &form.Noun{Rel: one.Relation(), Named: true}
		}
	}
	if !ok || n == nil || !n.Named || len(n.Ranks) > 0 {
		return nil, nil
	}
	return i, n
}

// valuesBeside is a figure of the rows of one value and of those of another: revenue of gold versus silver members.
func valuesBeside(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i, n := besideFigure(p)
	a, b := nthValue(p, 0), nthValue(p, 1)
	if i == nil || a == nil || b == nil || a.Column != b.Column || a.Value == b.Value || !g.Ways.ToOne(n.Rel, a.Column.Relation) && n.Rel != a.Column.Relation {
		return nil, 0
	}
	i.Noun = n.With(form.Equals(a.Column, a.Value, b.Value))
	return form.Items{List: []*form.Item{i}, Groups: []*form.Group{{Col: a.Column}}}, g.Far(n.Rel, a.Column.Relation)
}

// nthValue returns the n-th value among the parts, from 0; nil: there is none.
func nthValue(p []*chart.Edge, n int) *lattice.Linked {
	for _, e := range p {
		if l, ok := e.Meaning.(lattice.Linked); ok && l.Value != "" && !l.Like {
			if n == 0 {
				return &l
			}
			n--
		}
	}
	return nil
}

// ongoing says that what rows tell of went on in a period: promotions that ran in 2025.
func ongoing(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, cost := during(g, p, "")
	d, ok := m.(*form.During)
	if !ok || d.From == (form.Moment{}) || d.To == (form.Moment{}) || d.Part != "" {
		return nil, 0
	}
	d.Verb = attach.WentOn
	return d, cost
}

// asAt says at which day something was so: on 1 March 2020, at the end of 2024.
func asAt(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	s, _ := attach.Part[lattice.Span](p, 0)
	w, _ := attach.Word(p, "asat")
	from, err := time.Parse(time.DateOnly, s.From.Day)
	to, err2 := time.Parse(time.DateOnly, s.To.Day)
	if s.Part != "" || err != nil || err2 != nil {
		return nil, 0
	}
	switch {
	case w.Value == "end":
		return &form.AsAt{Day: form.Moment{Day: to.AddDate(0, 0, -1).Format(time.DateOnly)}}, 0
	case w.Value == "begin" || from.AddDate(0, 0, 1).Equal(to):
		return &form.AsAt{Day: form.Moment{Day: from.Format(time.DateOnly)}}, 0
	}
	return nil, 0
}

// thenNot says that something happened in one period and not in another: who ordered in 2024 but not in 2025.
func thenNot(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	first, ok1 := attach.Part[lattice.Span](p, 0)
	second, ok2 := attach.Part[lattice.Span](p, 1)
	if !ok1 || !ok2 || l.Column == nil || first.Part != "" || second.Part != "" {
		return nil, 0
	}
	if _, open := attach.Word(p, "since"); open {
		second.To = form.Moment{}
	}
	return &form.All{Conds: []form.Cond{&form.During{Col: l.Column, From: first.From, To: first.To},
		&form.Not{Cond: &form.During{Col: l.Column, From: second.From, To: second.To}}}}, 0
}

// participled reads "registered members" as members: what tells more of them says the way.
func participled(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	h, _ := attach.Part[lattice.Heard](p, 0)
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok || !strings.HasSuffix(h.Text, "ed") && !strings.HasSuffix(h.Text, "en") || len(n.Conds)+len(n.Ranks) > 0 ||
		!happens(n, h.Text) || h.Text == "rated" || wordlist.Among("open", h.Text) && attach.Open(n.Rel) != nil {
		return nil, 0
	}
	return n, 0
}

// happens reports whether a word is a verb that people use, or that the rows of a noun know: any other participle may
// be what they are asked for.
func happens(n *form.Noun, verb string) bool {
	if wordlist.Among("verb", verb) {
		return true
	}
	return n.Rel != nil && slices.ContainsFunc(n.Rel.Events, func(e semantic.Event) bool {
		return slices.ContainsFunc(e.Verbs, func(v string) bool { return wordform.Stem(v) == wordform.Stem(verb) })
	})
}

// born says something of rows behind the verb that says how all of them come to be: orders placed by phone.
func born(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	t, ok := attach.Cond(p, 0).(*form.Test)
	if !ok || t.Col == nil || t.Col.Relation != l.Relation || l.Event == nil || l.Event.Kind != semantic.Birth || l.Event.Date == nil ||
		!l.Event.Date.NotNull {
		return nil, 0
	}
	return t, 0
}
