package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// shorten notes the words of a name that may be cut short.
func (x *Index) shorten(ws []string) {
	for _, w := range ws {
		if naming.Opaque(w) && !slices.Contains(x.short[w[0]], w) {
			x.short[w[0]] = append(x.short[w[0]], w)
		}
	}
}

// cut returns the words of names that are one of a question cut short: lbr, for labor, and mpl, for employee.
func (r *reading) cut(low string) []string {
	var out []string
	one := wordform.Singular(low)
	sounds := naming.Consonants(one)
	if sounds == "" {
		return nil
	}
	for _, short := range r.short[one[0]] {
		if naming.Shortens(short, one) {
			out = append(out, wordform.Stem(short))
		}
	}
	if sounds[0] != one[0] {
		for _, short := range r.short[sounds[0]] {
			if strings.HasPrefix(sounds, short) {
				out = append(out, wordform.Stem(short))
			}
		}
	}
	return out
}

// initials notes the letters by which a relation is called, if these are no word: po, of purchase orders, and dl, of
// deliveries.
func (x *Index) initials(r *semantic.Relation, k Link) {
	bare := r.Name.Bare()
	if len(bare) != 1 || len(bare[0]) != 2 || lexicon.English(bare[0]) || r.Standing != semantic.Base {
		return
	}
	x.letters[bare[0]] = append(x.letters[bare[0]], k)
}

// lettered returns the relations that are called by the initials of two words, or by the first consonants of one,
// where the words call none by its name: purchase order, of po; deliveries, of dl, and invoices, of nv.
func (r *reading) lettered(low []string, known []Link) []Link {
	if slices.ContainsFunc(known, func(k Link) bool { return k.Kind == Relation && k.How < Synonym && k.Score >= scoreInner }) {
		return nil
	}
	letters, score := naming.Initials(low), scoreHead
	if len(low) == 1 {
		one := wordform.Singular(low[0])
		if letters = naming.Consonants(one); len(letters) == 2 {
			score = scoreTail
		} else if len(one) <= minPart {
			return nil
		}
		letters = letters[:min(2, len(letters))]
	}
	out := slices.Clone(r.letters[letters])
	for i := range out {
		out[i].How, out[i].Score = Synonym, score
	}
	return out
}
