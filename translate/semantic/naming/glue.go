package naming

import (
	"math"
	"strings"

	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// Bounds on glued names: words shorter than minGlued are never split, nor into more than maxParts.
const minGlued, maxGlued, maxParts = 5, 40, 5

// unglue splits a word that was written without separators: purchaserequestline. It returns the word alone when it is
// one word, or when no split has known words only.
func (n *Schema) unglue(w string) []string {
	if parts, ok := n.glued[w]; ok {
		return parts
	}
	parts := []string{w}
	if len(w) == len("dname") && strings.HasSuffix(w, "name") && ascii(w) && !n.known(w) {
		parts = []string{"name"} // the letter before it is that of the table: dname of dept
	} else if len(w) >= minGlued && len(w) <= maxGlued && ascii(w) && !n.known(w) {
		parts = n.split(w)
	}
	n.glued[w] = parts
	return parts
}

// Glued reports whether a word is several that were written without separators.
func (n *Schema) Glued(w string) bool { return len(n.unglue(w)) > 1 }

// split returns the parts of a word that is none of the language: one that is cut short is whole, others are glued of
// words, of words that are cut short, or of anything before a word that is often last.
func (n *Schema) split(w string) []string {
	if n.language != nil || n.words.Listed[w] {
		return n.plainSplit(w)
	}
	cut, all := math.Inf(1), n.readings(w)
	if len(all) > 0 {
		cut = all[0].cost
	}
	if head := w[:len(w)-2]; lexicon.In("glued tail", w[len(w)-2:]) && len(head) >= minShort && (n.words.Cost[head] > 0 ||
		n.readable(head) && (len(all) == 0 || all[0].how > fewSounds || strings.HasSuffix(w, "id"))) {
		return append(n.unglue(head), w[len(w)-2:])
	}
	parts, cost := n.cheapest(w, n.partCost)
	if cut < cost-2 {
		return []string{w}
	}
	if parts != nil {
		return parts
	}
	if n.cutting {
		if parts, _ = n.cheapest(w, n.cutPartCost); parts != nil {
			return parts
		}
	}
	return n.plainSplit(w)
}

// plainSplit splits a word into those of the language, or what stands before a word that is often last.
func (n *Schema) plainSplit(w string) []string {
	if parts, _ := n.cheapest(w, n.partCost); parts != nil {
		return parts
	}
	if tail := n.beforeTail(w); tail != nil {
		return append(n.unglue(tail[0]), tail[1])
	}
	return []string{w}
}

// readable reports whether a word is known, or may be short for one that is.
func (n *Schema) readable(w string) bool {
	if n.known(w) {
		return true
	}
	all := n.readings(w)
	return len(all) > 0 && all[0].cost < dearThree
}

// What a part of a glued name costs more that is cut short, and how long it is at most.
const (
	cutPart    = 3.0
	maxCutPart = 8
)

// cutPartCost is partCost for parts that may be cut short.
func (n *Schema) cutPartCost(w string, first, last bool) float64 {
	cost := n.partCost(w, first, last)
	if len(w) < minShort || len(w) > maxCutPart || !math.IsInf(cost, 1) {
		if len(w) == 2 && last && n.words.Abbreviations[w] != nil {
			return min(cost, 9)
		}
		return cost
	}
	if all := n.readings(w); len(all) > 0 && all[0].cost < dearThree {
		return all[0].cost + cutPart - math.Log(all[0].sure)
	}
	return cost
}

// known reports whether a word is one word, in any of its forms.
func (n *Schema) known(w string) bool {
	return n.words.Abbreviations[w] != nil || n.language[w] != nil || lexicon.VerbOf(w) != nil || n.told[w] ||
		n.wordCost(w) < math.Inf(1)
}

// wordCost returns how unlikely w is as a word; infinite when it is none.
func (n *Schema) wordCost(w string) float64 {
	if c, ok := n.words.Cost[w]; ok {
		return c
	}
	if n.language[w] != nil {
		return 7
	}
	if v := lexicon.VerbOf(w); v != nil {
		return 8
	}
	for _, ending := range n.words.Endings {
		base, ok := strings.CutSuffix(w, ending)
		if !ok || len(base) < 3 {
			continue
		}
		if (ending == "d" || ending == "r") && base[len(base)-1] != 'e' {
			continue // used and user of use; no word is made so of another one
		}
		for _, form := range []string{base, base + "e", strings.TrimSuffix(base, base[len(base)-1:])} {
			if c, ok := n.words.Cost[form]; ok && len(form) >= 3 && (len(form) >= len(base) || strings.HasSuffix(form, base[len(base)-1:])) {
				return c + 1
			}
		}
	}
	if base, ok := strings.CutSuffix(w, "ies"); ok {
		if c, ok := n.words.Cost[base+"y"]; ok {
			return c + 1
		}
	}
	return math.Inf(1)
}

// partCost returns the cost of w as the part of a glued name; infinite when it cannot be one. Short words stand in
// certain places only: is at the front, id at the end.
func (n *Schema) partCost(w string, first, last bool) float64 {
	switch len(w) {
	case 1:
		return math.Inf(1)
	case 2:
		switch {
		case first && lexicon.In("short first", w), last && lexicon.In("short last", w), !first && !last && lexicon.In("short middle", w):
			return 7
		case first && n.language == nil && n.words.Abbreviations[w] != nil:
			return 11
		}
		return math.Inf(1)
	}
	c := n.wordCost(w)
	if n.vocabulary[w] && len(w) >= 4 {
		c = min(c, 7)
	}
	if _, ok := n.words.Abbreviations[w]; ok {
		c = min(c, 9)
	}
	if len(w) == 3 {
		c += 2 // three letters are found everywhere
	}
	return c
}

// cheapest returns the split of w with the least cost, and that; nil when there is none.
func (n *Schema) cheapest(w string, partCost func(w string, first, last bool) float64) ([]string, float64) {
	type best struct {
		cost float64
		from int
		n    int
	}
	at := make([]best, len(w)+1)
	for end := 1; end <= len(w); end++ {
		at[end].cost = math.Inf(1)
		for from := max(0, end-16); from < end; from++ {
			if from > 0 && math.IsInf(at[from].cost, 1) || at[from].n >= maxParts || from == 0 && end == len(w) {
				continue
			}
			if c := at[from].cost + partCost(w[from:end], from == 0, end == len(w)); c < at[end].cost {
				at[end] = best{c, from, at[from].n + 1}
			}
		}
	}
	if math.IsInf(at[len(w)].cost, 1) {
		return nil, at[len(w)].cost
	}
	var parts []string
	for end := len(w); end > 0; end = at[end].from {
		parts = append([]string{w[at[end].from:end]}, parts...)
	}
	return parts, at[len(w)].cost
}

func (n *Schema) beforeTail(w string) []string {
	for _, t := range n.words.Tails {
		if head, ok := strings.CutSuffix(w, t); ok && (len(head) >= 3 || len(head) == 2 && len(t) >= 3) {
			return []string{head, t}
		}
	}
	return nil
}
