package builtin

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// bareSuperlative finds "the biggest customers" and "which customers are good", where nothing says by what.
func (res holes) bareSuperlative() (phrase string, all []filling) {
	for i, w := range res.Lattice.Words {
		way, ok := wordlist.Bare(w.Low)
		if numbered := i+1 < len(res.Lattice.Words) && res.Lattice.Words[i+1].Shape == link.Number; numbered && len(res.Readings) > 0 {
			continue // the top 0
		}
		if !ok || len(res.Readings) > 0 && !slices.Contains(res.Readings[0].Skipped, w.Text) && !res.measuredAfar(i) || res.saysBy(i) {
			continue
		}
		for _, c := range res.Lattice.Chunks {
			rel := rowsOf(c)
			switch {
			case rel == nil:
			case c.From > i && c.From <= i+2:
				return res.text(i, c.To), res.ranked(rel, way, spot{i, c.To, c})
			case c.To <= i && c.To >= i-1:
				return res.text(c.From, i+1), res.ranked(rel, way, spot{c.From, i + 1, c})
			}
		}
	}
	return "", nil
}

// measuredAfar reports whether the first reading takes a bare superlative for a measure of rows that do not stand
// beside it: the amount of a budget for "biggest" of "biggest customers". What is of a kind weighs what it weighs.
func (res holes) measuredAfar(at int) bool {
	afar := false
	for _, part := range res.Readings[0].parts {
		part.Walk(func(e *chart.Edge) {
			l, ok := e.Meaning.(lattice.Linked)
			if e.Rule == nil && ok && res.amountOf(e, l, at) {
				afar = true
			}
			if e.Rule != nil || !ok || l.Kind != link.Attribute || e.From > at || e.To <= at {
				return
			}
			afar = afar || slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool {
				rel := rowsOf(c)
				return c.From == e.To && rel != nil && rel != l.Relation && (rel == named(c) || belongs(rel, l.Relation))
			})
		})
	}
	return afar
}

// amountOf reports whether a noun behind a superlative, which names rows that have names themselves, was taken for
// their only amount: the biggest suppliers are not the highest rating of one.
func (res holes) amountOf(e *chart.Edge, l lattice.Linked, at int) bool {
	if way, _ := wordlist.Bare(res.Lattice.Words[at].Low); way == "" || l.Kind != link.Column || e.From > at+1 || e.To <= at {
		return false
	}
	label := l.Relation.Label
	return len(label.Columns) > 0 && label.Columns[0].Class == schema.Text &&
		slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool {
			return c.To == e.To && named(c) == l.Relation &&
				!slices.ContainsFunc(c.Links, func(k link.Link) bool { return k.Kind == link.Column && k.Column == l.Column })
		})
}

// named returns the relation that a chunk names; nil: none.
func named(c link.Chunk) *semantic.Relation {
	for _, k := range c.Links {
		if k.Kind == link.Relation && k.Score >= 0.7 {
			return k.Relation
		}
	}
	return nil
}

// rated finds rows that are said to be good or bad, popular, serious or slow, in a question of which nothing else
// could be made.
func (res holes) rated() (phrase string, all []filling) {
	for i, w := range res.Lattice.Words {
		way, ok := wordlist.Rated(w.Low)
		numbered := i+1 < len(res.Lattice.Words) && res.Lattice.Words[i+1].Shape == link.Number
		taken := len(res.Readings) > 0 && !slices.Contains(res.Readings[0].Skipped, w.Text)
		if !ok || w.Upper && i > 0 || numbered || taken || res.saysBy(i) {
			continue
		}
		if c, rel := res.rowsNear(i); rel != nil {
			at := spot{min(i, c.From), max(i+1, c.To), c}
			if next := i + 1; c.To <= i && next < len(res.Lattice.Words) && res.unheard(next) {
				at.to = next + 1 // good readers
			}
			return res.text(at.from, at.to), res.ranked(rel, way, at)
		}
	}
	return "", nil
}

// saysBy reports whether it is said by what rows are the best: by sales.
func (res holes) saysBy(i int) bool {
	return slices.ContainsFunc(res.Lattice.Words[i:], func(w link.Word) bool { return w.Low == "by" })
}

// unheard reports whether a word is a word of the language that nothing in the database is called by, and that says
// nothing in questions.
func (res holes) unheard(i int) bool {
	w := res.Lattice.Words[i]
	return w.Shape == link.Plain && !grammar.Says(w.Low) && !wordlist.Light(w.Low) && wordlist.Lately(res.Lattice.Words, i) == 0 &&
		!slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool { return c.From <= i && i < c.To })
}

// rowsNear returns what names the rows that a word is said of, before or behind it, with only words of no weight
// between them.
func (res holes) rowsNear(i int) (link.Chunk, *semantic.Relation) {
	light := func(from, to int) bool {
		return !slices.ContainsFunc(res.Lattice.Words[from:to], func(w link.Word) bool { return !wordlist.Light(w.Low) })
	}
	var before link.Chunk
	var its *semantic.Relation
	for _, c := range res.Lattice.Chunks {
		rel := rowsOf(c)
		switch {
		case rel == nil:
		case c.From > i && c.From <= i+2 && light(i+1, c.From):
			return c, rel
		case c.To <= i && light(c.To, i):
			before, its = c, rel
		}
	}
	return before, its
}

// rowsOf returns the relation whose rows a chunk names best, perhaps by one of their values: the professors among
// instructors. nil: none.
func rowsOf(c link.Chunk) *semantic.Relation {
	best := c.Links[0]
	rivals := slices.ContainsFunc(c.Links[1:], func(k link.Link) bool {
		return k.Relation != best.Relation &&
			k.Score >= best.Score-rivalGap
	})
	if best.Kind == link.Relation && !rivals || best.Kind == link.Value && best.Score >= 0.7 {
		return best.Relation
	}
	return named(c)
}

// spot is where in the question rows and what is said of them stand, and what names the rows.
type spot struct {
	from, to int
	noun     link.Chunk
}

// topRows is how many rows are shown of several.
const topRows = 10

// ranking makes the fillings of one place.
type ranking struct {
	holes
	rel *semantic.Relation
	way string
	at  spot
	all []filling
}

// ranked returns by what rows of a relation may be ranked: their own figures, how long they took, how many others
// belong to them, and what these amount to.
func (res holes) ranked(rel *semantic.Relation, way string, at spot) []filling {
	r := &ranking{holes: res, rel: rel, way: way, at: at}
	if way == "trouble" {
		r.way = "more"
		if r.troubled(); len(r.all) > 1 {
			return r.all
		}
	}
	for _, m := range rel.Measures {
		if m.Quantity == nil {
			r.own(rel.Column(m.Amount.Name))
		}
	}
	if len(rel.Measures) == 0 { // what others pay for them
		r.by("revenue", "", nil)
	}
	others := res.parts(rel)
	for _, o := range others {
		if !o.Link && len(o.Events) > 0 {
			r.most(o)
		}
	}
	if len(r.all) < 2 {
		for _, o := range others {
			r.most(o)
		}
	}
	for _, o := range others {
		for _, m := range o.Measures {
			if c := o.Column(m.Amount.Name); m.Quantity == nil && m.Additive && len(r.all) < maxChoices {
				r.by("total "+c.Name.Phrase()+" of "+plural(o), "total "+c.Name.Phrase()+" of "+res.shown(o), r.ranksBy(o, c))
			}
		}
	}
	for _, c := range rel.Spans {
		if len(r.all) < maxChoices && !rel.People {
			r.own(c)
		}
	}
	for _, c := range rel.Columns {
		if form.Class(c).Numeric() && !c.IsKey() {
			r.own(c)
		}
	}
	return r.all
}

// parts returns the relations whose rows belong to those of another, those with more rows first.
func (res holes) parts(rel *semantic.Relation) (out []*semantic.Relation) {
	for _, o := range res.reader.model.Relations {
		if o.Standing <= semantic.Subset && o != rel && slices.ContainsFunc(o.Keys, func(k *semantic.Key) bool { return k.To == rel }) {
			out = append(out, o)
		}
	}
	slices.SortStableFunc(out, func(a, b *semantic.Relation) int { return cmp.Compare(b.Table.Rows, a.Table.Rows) })
	return out
}

// own ranks the rows by a figure of theirs.
func (r *ranking) own(c *semantic.Column) {
	if r.lately() { // it is not what happened lately
		return
	}
	for _, w := range c.Name.Words {
		if wordlist.Among("unranked", w) || strings.Trim(w, "0123456789") == "" { // a year is a period in a question
			return
		}
	}
	r.by(c.Name.Phrase(), c.Name.Phrase(), r.ranksBy(r.rel, c))
}

// most ranks the rows by how many others belong to them.
func (r *ranking) most(o *semantic.Relation) {
	most := map[string]string{"more": "most ", "less": "fewest "}[r.way]
	r.add(most+r.shown(o), "number of "+plural(o), r.rows()+" with the "+most+plural(o), r.ranksBy(o, nil))
}

// ranksBy returns whether a reading ranks rows by a column of a relation, or by a figure of its rows.
func (r *ranking) ranksBy(o *semantic.Relation, c *semantic.Column) func(*Reading) bool {
	return func(one *Reading) bool {
		figure, column, rows := false, false, false
		algebra.Walk(one.Set, func(part any) bool {
			switch x := part.(type) {
			case *algebra.Extreme:
				for _, by := range x.By {
					value := by.Value
					if m, ok := value.(*algebra.Measure); ok {
						if figure = true; len(m.Of) == 1 {
							value = m.Of[0]
						}
					}
					a, ok := value.(*algebra.Attr)
					column = column || c != nil && (c.Span != nil || ok && a.Column == c.Column.Name)
				}
			case *algebra.Rows:
				rows = rows || x.Row.Schema == o.Table.Schema && x.Row.Table == o.Table.Name
			}
			return true
		})
		return rows && (column || c == nil && figure)
	}
}

// rows are the words for the rows.
func (r *ranking) rows() string { return r.text(r.at.noun.From, r.at.noun.To) }

// top is how the rows are said that are ranked by something, so many of them where several are asked for.
func (r *ranking) top(n int) string {
	return map[string]string{"more": "top ", "less": "bottom "}[r.way] + strconv.Itoa(n) + " " + r.rows() + " by "
}

// several reports whether the question asks for several of the rows.
func (r *ranking) several() bool {
	last := r.Lattice.Words[r.at.noun.To-1].Low
	return wordform.Singular(last) != last
}

// by adds the rows ranked by something, which is shown in words of its own.
func (r *ranking) by(what, shown string, says func(*Reading) bool) {
	end := map[string]string{"more": "highest ", "less": "lowest "}[r.way]
	r.add(end+cmp.Or(shown, what), what, r.rows()+" with the "+end+what, says)
}

// troubled adds the rows of which something says that they went wrong: what is late, has a status that says so, or
// what belongs to it.
func (r *ranking) troubled() {
	if len(r.rel.Dues) > 0 && r.rel.Dues[0].Actual != r.rel.Events[0].Date { // that it began late is another thing
		r.add("late", "", "late "+r.rows(), nil)
	}
	for _, c := range r.rel.Columns {
		for _, v := range c.Column.Profile.Values {
			if len(r.all) < 3 && c.Column.Class != schema.Integer && troubling(strings.Fields(wordform.Fold(v))) {
				r.add(c.Name.Phrase()+" "+v, "", r.rows()+" with "+c.Name.Phrase()+" '"+v+"'", nil)
			}
		}
	}
	for _, o := range r.parts(r.rel) {
		if len(r.all) < 4 && troubling(o.Name.Words) {
			r.add("with "+r.shown(o), "", r.rows()+" with "+plural(o), nil)
		}
	}
}

func troubling(ws []string) bool {
	return slices.ContainsFunc(ws, func(w string) bool { return wordlist.Among("troubled", w) })
}

// add adds a filling: by what the rows are ranked, if they are, and what stands in place of the rows and what is said
// of them otherwise.
func (r *ranking) add(label, by, or string, says func(*Reading) bool) {
	f := filling{label: label, question: r.instead(r.at.from, r.at.to, or), says: says, before: strings.TrimSpace(r.top(1))}
	if r.several() {
		f.before = strings.TrimSpace(r.top(topRows))
		if by != "" {
			f.question, f.or = r.instead(r.at.from, r.at.to, r.top(topRows)+by), f.question
		}
	}
	r.all = append(r.all, f)
}

// instead returns the question with other words in place of some; words of no weight before them go, and recently is
// a period.
func (res holes) instead(from, to int, other string) string {
	ws := res.Lattice.Words
	var all []string
	for i := 0; i < len(ws); i++ {
		n := wordlist.Lately(ws, i)
		switch {
		case i == from:
			all = append(all, other)
		case i > from && i < to:
		case i < from && !slices.ContainsFunc(ws[:from], func(w link.Word) bool { return !wordlist.Light(w.Low) }):
		case n > 0 && (i >= to || i < from):
			all, i = append(all, "in the last 12 months"), i+n-1
		default:
			all = append(all, said(ws[i]))
		}
	}
	return strings.Join(all, " ")
}

// lately reports whether the question is about what was not long ago.
func (res holes) lately() bool {
	for i := range res.Lattice.Words {
		if wordlist.Lately(res.Lattice.Words, i) > 0 {
			return true
		}
	}
	return false
}

// said returns a word as it stands in a question.
func said(w link.Word) string {
	if w.Shape == link.Quoted {
		return "'" + w.Text + "'"
	}
	return w.Text
}

// plural is what rows of a relation are called.
func plural(r *semantic.Relation) string { return severalOf(r.Name.Words) }

// shown is plural without the module that the name begins with, unless another relation is called so.
func (res holes) shown(r *semantic.Relation) string {
	bare := r.Name.Bare()
	for _, o := range res.reader.model.Relations {
		if o != r && o.Standing <= semantic.Subset && slices.Equal(o.Name.Bare(), bare) {
			return plural(r)
		}
	}
	return severalOf(bare)
}

func severalOf(ws []string) string {
	ws = slices.Clone(ws)
	ws[len(ws)-1] = wordform.Plural(ws[len(ws)-1])
	return strings.Join(ws, " ")
}
