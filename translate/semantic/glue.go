package semantic

import (
	"math"
	"strings"
)

// Bounds on glued names: words shorter than minGlued are never split, nor into more than maxParts.
const minGlued, maxGlued, maxParts = 5, 40, 5

// unglue splits a word that was written without separators: purchaserequestline. It returns the word alone when it is
// one word, or when no split has known words only.
func (n *naming) unglue(w string) []string {
	if parts, ok := n.glued[w]; ok {
		return parts
	}
	parts := []string{w}
	if len(w) == len("dname") && strings.HasSuffix(w, "name") && ascii(w) && !n.known(w) {
		parts = []string{"name"} // the letter before it is that of the table: dname of dept
	} else if len(w) >= minGlued && len(w) <= maxGlued && ascii(w) && !n.known(w) {
		if split := n.cheapest(w); split != nil {
			parts = split
		} else if split := n.beforeTail(w); split != nil {
			parts = append(n.unglue(split[0]), split[1])
		}
	}
	n.glued[w] = parts
	return parts
}

func ascii(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// known reports whether a word is one word, in any of its forms.
func (n *naming) known(w string) bool {
	if _, ok := n.abbreviations[w]; ok || n.language[w] != nil || n.verbs[w] != nil {
		return true
	}
	return n.wordCost(w) < math.Inf(1)
}

// wordCost returns how unlikely w is as a word; infinite when it is none.
func (n *naming) wordCost(w string) float64 {
	if c, ok := n.cost[w]; ok {
		return c
	}
	if n.language[w] != nil {
		return 7
	}
	if v := n.verbs[w]; v != nil {
		return 8
	}
	for _, ending := range n.endings {
		base, ok := strings.CutSuffix(w, ending)
		if !ok || len(base) < 3 {
			continue
		}
		for _, form := range []string{base, base + "e", strings.TrimSuffix(base, base[len(base)-1:])} {
			if c, ok := n.cost[form]; ok && len(form) >= 3 && (len(form) >= len(base) || strings.HasSuffix(form, base[len(base)-1:])) {
				return c + 1
			}
		}
	}
	if base, ok := strings.CutSuffix(w, "ies"); ok {
		if c, ok := n.cost[base+"y"]; ok {
			return c + 1
		}
	}
	return math.Inf(1)
}

// partCost returns the cost of w as the part of a glued name; infinite when it cannot be one. Short words stand in
// certain places only: is at the front, id at the end.
func (n *naming) partCost(w string, first, last bool) float64 {
	switch len(w) {
	case 1:
		return math.Inf(1)
	case 2:
		switch {
		case first && in("short first", w), last && in("short last", w), !first && !last && in("short middle", w):
			return 7
		case first && n.language == nil && n.abbreviations[w] != nil:
			return 11
		}
		return math.Inf(1)
	}
	c := n.wordCost(w)
	if n.vocabulary[w] && len(w) >= 4 {
		c = min(c, 7)
	}
	if _, ok := n.abbreviations[w]; ok {
		c = min(c, 9)
	}
	if len(w) == 3 {
		c += 2 // three letters are found everywhere
	}
	return c
}

// cheapest returns the split of w with the least cost; nil when there is none, or when it is improbable.
func (n *naming) cheapest(w string) []string {
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
			if c := at[from].cost + n.partCost(w[from:end], from == 0, end == len(w)); c < at[end].cost {
				at[end] = best{c, from, at[from].n + 1}
			}
		}
	}
	if math.IsInf(at[len(w)].cost, 1) {
		return nil
	}
	var parts []string
	for end := len(w); end > 0; end = at[end].from {
		parts = append([]string{w[at[end].from:end]}, parts...)
	}
	return parts
}

func (n *naming) beforeTail(w string) []string {
	for _, t := range n.tails {
		if head, ok := strings.CutSuffix(w, t); ok && (len(head) >= 3 || len(head) == 2 && len(t) >= 3) {
			return []string{head, t}
		}
	}
	return nil
}
