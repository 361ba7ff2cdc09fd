package lattice

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// mostPersons is how many relations of persons "people" may be.
const mostPersons = 4

// people adds the relations of persons where people are spoken of without their name: who, anyone.
func (t *lattice) people() {
	var known []*semantic.Relation
	for _, r := range t.Relations() {
		if r.People && r.Standing == semantic.Base {
			known = append(known, r)
		}
	}
	linked := len(known)
	for _, r := range t.model.Known().Persons {
		if !slices.Contains(known[:linked], r) {
			known = append(known, r)
		}
	}
	if len(known) > mostPersons {
		known = known[:max(linked, 0)]
	}
	parties := t.parties(known)
	for from := range t.Words {
		if wordlist.Among("headcount", t.Words[from].Low) && t.worksFor(from+1) == 0 {
			for i, r := range known[:min(len(known), mostPersons)] {
				t.add("Counted", from, from+1, spokenOf+0.1*float64(i), heads(r))
			}
		}
		for to := from + 1; to <= min(from+2, len(t.Words)); to++ {
			if !wordlist.Among("people", t.lower(from, to)) || t.callsRows(from, to) {
				continue
			}
			all := known[:min(len(known), mostPersons)]
			if n := t.worksFor(to); n > 0 { // and buys nothing
				for _, r := range t.staff() {
					t.add("STAFF", from, to+n, spokenOf, Linked{Link: personsOf(r), Said: t.said(from, to+n)})
				}
				continue
			}
			if from == 0 && strings.HasPrefix(t.Words[0].Low, "who") {
				all = slices.Concat(all, parties)
			}
			for i, r := range all {
				cost := Unspoken
				if i < linked || len(all) == 1 {
					cost = spokenOf
				}
				t.add("REL", from, to, cost+0.05*float64(i), Linked{Link: personsOf(r), Said: t.said(from, to)})
			}
		}
	}
}

// personsOf is the link of words for persons to their relation.
func personsOf(r *semantic.Relation) link.Link {
	return link.Link{Kind: link.Relation, Relation: r, How: link.Synonym, Score: 0.8}
}

// mostWorksFor is the number of words of the longest way to say that somebody works for those who ask.
const mostWorksFor = 4

// worksFor returns how many of the words from one on say that somebody works for those who ask; 0: none.
func (t *lattice) worksFor(from int) int {
	for n := min(mostWorksFor, len(t.Words)-from); n > 1; n-- {
		if wordlist.Among("worksfor", t.lower(from, from+n)) {
			return n
		}
	}
	return 0
}

// staff returns the relations of those who work for whoever asks.
func (t *lattice) staff() []*semantic.Relation {
	var out []*semantic.Relation
	for _, r := range t.model.Known().Persons {
		if r.Standing == semantic.Base && slices.ContainsFunc(r.Name.Words, func(w string) bool { return wordlist.Among("workforce", wordform.Singular(w)) }) {
			out = append(out, r)
		}
	}
	return out
}

// callsRows reports whether some words are what a relation is called: employees, where there is a table of them, are no
// customers.
func (t *lattice) callsRows(from, to int) bool {
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return c.From == from && c.To == to && slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Kind == link.Relation && k.How == link.Exact && k.Relation.Standing == semantic.Base
		})
	})
}

// heads is how many rows of a relation there are.
func heads(r *semantic.Relation) form.Items {
	return form.Items{List: []*form.Item{{Func: "count", Noun: &form.Noun{Rel: r, Named: true}}}}
}

// parties returns the relations of those who act like persons and may be none: customers, bands. Some who are persons
// are left out.
func (t *lattice) parties(known []*semantic.Relation) []*semantic.Relation {
	var out []*semantic.Relation
	for _, r := range t.model.Known().Parties {
		if !slices.Contains(known, r) {
			out = append(out, r)
		}
	}
	if len(out) > mostPersons {
		return nil
	}
	return out
}
