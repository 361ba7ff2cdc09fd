package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic"
)

// maxSpan is how many words a chunk has at most.
const maxSpan = 7

// synonym is the factor for words that people use for those of a name; maxSynonyms bounds the phrases that are tried for one.
const (
	synonym     = 0.8
	maxSynonyms = 12
)

// Read returns what the words of a question may be. seen are the answers to what an earlier lattice of it wanted to know.
func (x *Index) Read(question string, seen []Seen) *Lattice {
	l := &Lattice{Words: Split(question)}
	r := reading{x, l, straight.Replace(question), seen}
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
	r.slips(covered)
	x.near.weigh(l.Chunks)
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
	seen     []Seen
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
	if ws[0].Shape == Punct || ws[len(ws)-1].Shape == Punct {
		return nil
	}
	if len(ws) > 1 && slices.ContainsFunc(ws, func(w Word) bool { return w.Shape == Quoted }) {
		return nil
	}
	text := r.text(from, to)
	if len(ws) == 1 && (words().empty[ws[0].Low] || ws[0].Shape == Number) {
		return r.lookedUp(text)
	}
	links := append(r.lookedUp(text), r.values.find(text, ws[0].Shape == Plain)...)
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
	links = append(links, r.named(stems, singular(low))...)
	if i := slices.Index(low, "of"); i > 0 && i+1 < len(low) { // date of birth: birth date
		links = append(links, r.named(slices.Concat(stems[i+1:], stems[:i]), singular(slices.Concat(low[i+1:], low[:i])))...)
	}
	if len(ws) <= 2 {
		links = append(links, r.happened(ws)...)
	}
	if len(ws) == 1 {
		links = append(links, r.graded(ws[0].Low)...)
	}
	return links
}

// named returns the things whose names the stems are, or are synonyms of. said are the words in the singular.
func (r *reading) named(stems []string, said string) []Link {
	out := slices.Clone(r.names[strings.Join(stems, " ")])
	for i := range out {
		if k := &out[i]; k.called != said {
			k.How, k.Score = max(k.How, Stemmed), k.Score*inflected
		}
	}
	tried := 0
	for i := range stems {
		for j := i + 1; j <= len(stems) && j <= i+3; j++ {
			for _, other := range groups()[strings.Join(stems[i:j], " ")] {
				if tried++; tried > maxSynonyms*len(stems) {
					return out
				}
				replaced := strings.Join(slices.Concat(stems[:i], []string{other}, stems[j:]), " ")
				for _, k := range r.names[replaced] {
					if k.Score >= scoreHead {
						k.How, k.Score = Synonym, k.Score*synonym
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
	base, _, ok := semantic.Verb(form)
	if !ok {
		return nil
	}
	return slices.Clone(r.events[base])
}

// graded returns the columns that an adjective compares, also in its comparative and superlative.
func (r *reading) graded(w string) []Link {
	var out []Link
	for _, form := range positives(w) {
		for _, g := range semantic.Grades(form) {
			for _, a := range g.Attributes {
				for _, k := range r.names[stem(a)] {
					if k.Kind == Column && k.Column.Column.Class.Numeric() || k.Kind == Column && k.Column.Column.Class.Temporal() {
						k.Kind, k.More, k.How, k.Score = Attribute, g.More, Synonym, k.Score*0.9
						out = append(out, k)
					}
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// positives returns the forms of an adjective that one in -er or -est may belong to, the word itself first.
func positives(w string) []string {
	out := []string{w}
	for _, end := range []string{"est", "er"} {
		base, ok := strings.CutSuffix(w, end)
		if n := len(base); ok && n > 2 {
			out = append(out, base, base+"e")
			if strings.HasSuffix(base, "i") {
				out = append(out, base[:n-1]+"y")
			}
			if base[n-1] == base[n-2] {
				out = append(out, base[:n-1])
			}
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
			if _, score := Match(text, v.Value); score > 0 {
				out = append(out, Link{Kind: Value, Relation: s.Column.Relation, Column: s.Column, Value: v.Value, Rows: v.Rows, How: LookedUp, Score: score})
			}
		}
	}
	return out
}

// slips reads the words that nothing explains once more, each with one letter changed.
func (r *reading) slips(covered []bool) {
	for i, w := range r.lattice.Words {
		if covered[i] || w.Shape != Plain || words().empty[w.Low] {
			continue
		}
		var links []Link
		for _, near := range append(r.spelt.near(w.Low), r.spelt.near(w.Stem)...) {
			for _, k := range append(slices.Clone(r.names[stem(near)]), r.values.find(near, false)...) {
				k.How, k.Score = Slip, k.Score*slipped
				links = append(links, k)
			}
		}
		if len(links) > 0 {
			r.lattice.Chunks = append(r.lattice.Chunks, Chunk{i, i + 1, links})
		}
	}
}
