package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// maxSpan is how many words a chunk has at most.
const maxSpan = 7

// turned is the factor for words of a name in another order, or apart.
const turned = 0.97

// synonym is the factor for words that people use for those of a name; maxSynonyms bounds the phrases that are tried
// for one.
const (
	synonym     = 0.8
	maxSynonyms = 12
)

// Read returns what the words of a question may be. seen are the answers to what an earlier lattice of it wanted to
// know; what was taught goes
// before all that is found.
func (x *Index) Read(question string, seen []Seen, taught ...Taught) *Lattice {
	return x.read(question, &known{seen: seen, taught: taught, forms: stems{}, found: map[sought][]Link{}})
}

func (x *Index) read(question string, all *known) *Lattice {
	l := &Lattice{Words: Split(question), again: func(q string) *Lattice { return x.read(q, all) }}
	r := reading{x, l, straight.Replace(question), all}
	covered := make([]bool, len(l.Words))
	for n := min(maxSpan, len(l.Words)); n > 0; n-- {
		for from := 0; from+n <= len(l.Words); from++ {
			if links := r.span(from, from+n); len(links) > 0 {
				l.Chunks = append(l.Chunks, Chunk{from, from + n, links})
				for i := from; i < from+n; i++ {
					covered[i] = true
				}
			}
		}
	}
	r.respell(covered)
	r.slips(covered)
	l.Chunks = slices.DeleteFunc(slices.Clone(l.Chunks), l.counts)
	weigh(x.model, l.Chunks)
	for i := range l.Chunks {
		l.Chunks[i].Links = rank(l.Chunks[i].Links)
	}
	l.apart()
	for i := range l.Chunks {
		l.Chunks[i].Links = rank(l.Chunks[i].Links)
	}
	l.Chunks = bound(l.Chunks)
	l.Open = r.open()
	return l
}

// reading is one question being read.
type reading struct {
	*Index
	lattice  *Lattice
	question string
	*known
}

// text returns the words of a span as they stand in the question.
func (r *reading) text(from, to int) string {
	first, last := r.lattice.Words[from], r.lattice.Words[to-1]
	if from+1 == to {
		return first.Text
	}
	end := last.Start + len(last.Text)
	if last.Shape == Quoted {
		end += 2
	}
	return r.question[first.Start:min(end, len(r.question))]
}

// span returns what the words of a span may be together.
func (r *reading) span(from, to int) []Link {
	ws := r.lattice.Words[from:to]
	if links := r.told(from, to); links != nil {
		return links
	}
	if len(ws) == 1 && ws[0].Low == "%" {
		return r.inUnit(from)
	}
	if ws[0].Shape == Punct || ws[len(ws)-1].Shape == Punct {
		return nil
	}
	if len(ws) > 1 && slices.ContainsFunc(ws, func(w Word) bool { return w.Shape == Quoted }) {
		return nil
	}
	text := r.text(from, to)
	if len(ws) == 1 && (ws[0].bare() || ws[0].Shape == Number || ws[0].Low == "done" && !r.stateAt(from)) {
		links := append(r.lookedUp(text), r.noun(from)...)
		if from > 0 && ws[0].bare() && ws[0].Upper { // how long is Up
			return append(links, slices.DeleteFunc(slices.Clone(r.find(text, false)), func(k Link) bool { return k.Value != text })...)
		}
		if r.codeEnd(from) == to { // of a small table all are known, and none is looked up
			links = append(links, r.find(text, false)...)
		}
		return links
	}
	if len(ws) == 1 {
		return r.said(from, to, text)
	}
	k := sought{text: text, words: len(ws)}
	links, ok := r.found[k]
	if !ok {
		links = r.said(from, to, text)
		r.found[k] = links
	}
	return slices.Clone(links) // they are weighed by what else is said
}

// said returns what words may be that tell more than how something is written.
func (r *reading) said(from, to int, text string) []Link {
	ws := r.lattice.Words[from:to]
	links := append(r.lookedUp(text), r.find(text, ws[0].Shape == Plain)...)
	if ws[0].Shape == Quoted {
		return links
	}
	var stems, low []string
	for _, w := range ws {
		if w.Shape == Plain {
			stems, low = append(stems, w.Stem), append(low, w.Low)
		} else if w.Low != "-" && w.Low != "/" {
			return links
		}
	}
	if !r.counts(from, to) {
		links = append(links, exact(r.named(stems, singular(low)))...)
	}
	if i := slices.Index(low, "of"); i > 0 && i+1 < len(low) && !counted(low) { // date of birth: birth date
		links = append(links, r.named(slices.Concat(stems[i+1:], stems[:i]), singular(slices.Concat(low[i+1:], low[:i])))...)
		links = append(links, r.named(slices.Concat(stems[:i], stems[i+1:]), singular(slices.Concat(low[:i], low[i+1:])))...) // years of experience
	}
	if len(ws) == 2 && len(stems) == 2 && len(links) == 0 { // arriving date: date arrived
		for _, k := range r.named([]string{stems[1], stems[0]}, singular([]string{low[1], low[0]})) {
			if k.Kind == Column && k.Score >= scoreTabled*inflected*synonym && !yesOrNo(k.Column) { // active plants are plants
				k.Score *= turned
				links = append(links, k)
			}
		}
	}
	if len(ws) > 1 && len(stems) == len(ws) && len(links) == 0 {
		links = append(links, r.ofKind(stems, low)...)
	}
	if len(ws) == 1 {
		links = append(links, r.sharing(from)...)
		if len(links) == 0 {
			links = r.denied(ws[0].Low)
		}
	}
	if len(ws) > 1 && len(ws) <= maxJoined && len(low) == len(ws) && len(links) == 0 {
		links = append(links, r.together(low)...)
	}
	if len(low) == len(ws) && len(ws) < 3 {
		links = append(links, r.lettered(low, links)...)
	}
	if len(ws) <= 2 {
		links = append(links, r.happened(ws)...)
	}
	if len(ws) == 1 {
		links = append(append(links, r.graded(ws[0].Low)...), r.inUnit(from)...)
	}
	return links
}

// yesOrNo reports whether a column is a flag. exact leaves out relations that are called by another form of a word
// which is the name of one: gardeners, of a garden.
func exact(links []Link) []Link {
	if !slices.ContainsFunc(links, func(k Link) bool { return k.Kind == Relation && k.Score == scoreWhole }) {
		return links
	}
	return slices.DeleteFunc(links, func(k Link) bool { return k.Kind == Relation && k.How == Stemmed && k.Score < scoreWhole })
}

func yesOrNo(c *semantic.Column) bool { return c.Yes != "" || c.Column.Class == schema.Boolean }

// noun returns the relations that are called by a word that asks for an answer where it is no verb.
func (r *reading) noun(i int) []Link {
	w := r.lattice.Words[i]
	if i == 0 || !words().commands[w.Low] || r.lattice.Words[i-1].Shape == Punct || words().verbal[r.lattice.Words[i-1].Low] {
		return nil
	}
	return slices.DeleteFunc(r.named([]string{w.Stem}, w.Low),
		func(k Link) bool { return k.Kind != Relation || k.Score < scoreBare*inflected })
}

// counted reports whether words ask for how many of something there are: number of order lines is no order line number.
func counted(low []string) bool {
	last := low[len(low)-1]
	return (low[0] == "number" || low[0] == "count" || low[0] == "amount") && wordform.Singular(last) != last
}

// counts reports whether a span is the number of things of which there are several: these are counted, and have no
// number.
func (r *reading) counts(from, to int) bool {
	ws := r.lattice.Words
	if to-from != 1 || ws[from].Low != "number" || to >= len(ws) || ws[to].Low != "of" {
		return false
	}
	for _, w := range ws[to+1 : min(len(ws), to+1+aheadOf)] {
		if w.Shape != Plain || !w.bare() && wordform.Singular(w.Low) != w.Low {
			return w.Shape == Plain
		}
	}
	return false
}

// aheadOf is how many words behind "of" are looked at for one in the plural.
const aheadOf = 3

// sharing returns the columns that a word is the first part of whose last word is said once for several: first and
// last name.
func (r *reading) sharing(i int) []Link {
	ws := r.lattice.Words
	if i+3 >= len(ws) || ws[i+1].Low != "and" && ws[i+1].Low != "or" || ws[i+2].Shape != Plain || ws[i+3].Shape != Plain {
		return nil
	}
	head := ws[i+3]
	if !slices.ContainsFunc(r.named([]string{ws[i+2].Stem, head.Stem}, singular([]string{ws[i+2].Low, head.Low})), columnLink) &&
		!slices.ContainsFunc(r.named([]string{head.Stem, ws[i+2].Stem}, singular([]string{head.Low, ws[i+2].Low})), columnLink) {
		return nil
	}
	var out []Link
	for _, k := range append(r.named([]string{ws[i].Stem, head.Stem}, singular([]string{ws[i].Low, head.Low})),
		r.named([]string{head.Stem, ws[i].Stem}, singular([]string{head.Low, ws[i].Low}))...) {
		if columnLink(k) {
			k.Score *= turned
			out = append(out, k)
		}
	}
	return out
}

// maxJoined is how many words are looked for as one.
const maxJoined = 5

// together returns the things whose name is the words written as one, or the first letters of at least three: home
// town, miles per gallon.
func (r *reading) together(low []string) []Link {
	var out []Link
	for _, k := range r.names[r.forms.of(strings.Join(low, "")).stem] {
		if len(low) < 4 && k.Kind <= Column && k.Score >= scoreTabled {
			k.How, k.Score = max(k.How, Stemmed), k.Score*turned
			out = append(out, k)
		}
	}
	if len(low) < 3 {
		return out
	}
	for _, k := range r.names[r.forms.of(naming.Initials(low)).stem] {
		if k.Kind == Column && k.Score >= scoreWhole {
			k.How, k.Score = Synonym, k.Score*scoreStems
			out = append(out, k)
		}
	}
	return out
}

func columnLink(k Link) bool { return k.Kind == Column && k.Score >= scoreTail }

// named returns the things whose names the stems are, or are synonyms of. said are the words in the singular.
func (r *reading) named(stems []string, said string) []Link {
	phrase := func(parts ...string) []byte {
		r.buffer = r.buffer[:0]
		for i, p := range parts {
			if i > 0 {
				r.buffer = append(r.buffer, ' ')
			}
			r.buffer = append(r.buffer, p...)
		}
		return r.buffer
	}
	out := slices.Clone(r.names[string(phrase(stems...))])
	for i := range out {
		if k := &out[i]; k.called != said {
			k.How, k.Score = max(k.How, Stemmed), k.Score*inflected
		}
	}
	tried := 0
	low := strings.Fields(said)
	var replaced []string
	for i := range stems {
		for j := i + 1; j <= len(stems) && j <= i+3; j++ {
			others := groups()[string(phrase(stems[i:j]...))]
			if j == i+1 && len(low) == len(stems) {
				others = synonymsOf(low[i], stems[i])
			}
			if j == i+1 && len(low) == len(stems) &&
				!slices.ContainsFunc(out, func(k Link) bool { return k.Score >= scoreInner*inflected }) {
				others = append(slices.Clip(others), r.cut(low[i])...)
			}
			for _, other := range others {
				if tried++; tried > maxSynonyms*len(stems) {
					return out
				}
				replaced = append(append(append(replaced[:0], stems[:i]...), other), stems[j:]...)
				for _, k := range r.names[string(phrase(replaced...))] {
					if stems[i] == "amount" && k.Kind == Column && (!k.Column.Column.Class.Numeric() || identifies(k.Column)) {
						continue // the number of an invoice is no amount of it
					}
					if k.Column != nil && k.Column.Span != nil {
						continue // what it is called in other words, too, is all among its names
					}
					if k.Score >= scoreHead {
						if k.How, k.Score = Synonym, k.Score*synonym; other == naming.Skeleton(low[min(i, len(low)-1)]) {
							k.How, k.Score = Stemmed, k.Score/synonym*inflected // prt, of port
						}
						out = append(out, k)
					}
				}
			}
		}
	}
	return out
}

// happened returns the events that a verb tells of.
func (r *reading) happened(ws []Word) []Link {
	form := ws[0].Low
	if len(ws) == 2 {
		form += " " + ws[1].Low
	}
	var out []Link
	v := lexicon.VerbOf(form)
	if rest, is := strings.CutPrefix(form, "un"); is && v == nil {
		if v := lexicon.VerbOf(rest); v != nil {
			for _, k := range r.events[r.forms.key(strings.Fields(v.Base))] {
				k.Not = true
				out = append(out, k)
			}
		}
	}
	if v == nil {
		for _, v := range lexicon.VerbsOf(wordform.Singular(form)) {
			out = append(out, r.events[r.forms.key(strings.Fields(v.Base))]...)
		}
		if len(out) == 0 { // a verb that is on no list and somebody wrote down
			out = append(out, r.events[r.forms.key(strings.Fields(form))]...)
		}
		return out
	}
	verb := r.forms.key(strings.Fields(v.Base))
	out = append(out, r.events[verb]...)
	for _, other := range groups()[verb] {
		for _, k := range r.events[other] {
			k.How, k.Score = Synonym, k.Score*synonym
			out = append(out, k)
		}
	}
	return out
}

// lookedUp returns the values that a look-up found for a text.
func (r *reading) lookedUp(text string) []Link {
	var out []Link
	for _, s := range r.seen {
		if !strings.EqualFold(s.Text, text) {
			continue
		}
		for _, v := range s.Values {
			_, score := match(text, v.Value)
			if score == 0 || s.Code && score < scoreFolded {
				continue
			}
			k := Link{Kind: Value, Relation: s.Column.Relation, Column: s.Column, Value: v.Value, Rows: v.Rows, How: LookedUp, Score: score}
			out = append(out, k)
			for _, view := range r.views[k.Relation] {
				if c := view.Column(s.Column.Column.Name); c != nil && visible(c.Column) {
					k.Relation, k.Column = view, c
					out = append(out, k)
				}
			}
		}
	}
	return out
}
