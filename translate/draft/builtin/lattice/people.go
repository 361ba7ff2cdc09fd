package lattice

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
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
	t.doers()
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

// doers adds the persons who are called as what they do: who hosts a show is a host.
func (t *lattice) doers() {
	if len(t.Words) < 3 || t.Words[0].Low != "who" {
		return
	}
	for _, c := range t.Chunks {
		if k := c.Links[0]; c.From == 1 && c.To == 2 && k.Kind == link.Relation && k.How <= link.Stemmed && k.Relation.People && k.Relation.Standing == semantic.Base {
			t.add("REL", 0, 2, spokenOf, Linked{Link: k, Said: t.said(0, 2)})
		}
	}
}

// unheld adds that a key to whoever does something with rows is empty: unassigned, of assignee_id; or that nobody has
// taken them.
func (t *lattice) unheld() {
	for i, w := range t.Words {
		if n := wordlist.Longest("untaken", t.Words, i); n > 0 {
			if i+n < len(t.Words) && wordlist.Among("yet", t.Words[i+n].Low) {
				n++
			}
			t.vacant(i, i+n, func(k *semantic.Key) bool {
				return k.To.People && lexicon.In("in charge", k.Role[0]) && t.spoken(k.From)
			})
		}
		base := lexicon.BaseOf(strings.TrimPrefix(w.Low, "un"))
		if len(base) < leastPart || !strings.HasPrefix(w.Low, "un") || !strings.HasSuffix(w.Low, "ed") {
			continue
		}
		t.vacant(i, i+1, func(k *semantic.Key) bool { return strings.HasPrefix(k.Role[0], base) })
	}
}

// vacant adds for some words that a key of a role is empty.
func (t *lattice) vacant(from, to int, meant func(*semantic.Key) bool) {
	for _, r := range t.Relations() {
		for _, k := range r.Keys {
			if len(k.Columns) == 1 && !k.Columns[0].NotNull && len(k.Role) > 0 && meant(k) {
				t.add("UNHELD", from, to, 0, &form.Empty{Col: r.Column(k.Columns[0].Name)})
			}
		}
	}
}

// fullNames adds the first and the last name of persons that the question speaks of where their names are asked for.
func (t *lattice) fullNames() {
	for i, w := range t.Words {
		if w.Low != "name" && w.Low != "names" {
			continue
		}
		from := i
		if i > 0 && t.Words[i-1].Low == "full" {
			from--
		}
		for _, r := range t.model.Known().Persons {
			if l := r.Label; len(l.Columns) == 2 && l.Via == nil && r.Standing == semantic.Base && t.spoken(r) {
				t.add("FULLNAME", from, i+1, ownNames, FullName{r})
			}
		}
	}
}

// ownNames is what it costs that names are those in two columns: less than those of the columns that are called so
// everywhere.
const ownNames = -0.05

// spoken reports whether the question names a relation, or a value that it surely has.
func (t *lattice) spoken(r *semantic.Relation) bool {
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool {
		return slices.ContainsFunc(c.Links, func(k link.Link) bool {
			return k.Relation == r && k.Score >= sureName && (k.Kind == link.Relation || k.Kind == link.Value)
		})
	})
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

// roleSaid is what it costs that persons are spoken of by what they are to other rows.
const roleSaid = 0.1

// ofRole adds those to whom a key leads that is called by what somebody is, in the plural: authors with more than three
// articles; and the departments, of categories whose parent a comment calls so. Who heads a department is no noun.
func (t *lattice) ofRole(c link.Chunk, k link.Link, cost float64) {
	key, last := k.Key, t.Words[c.To-1].Low
	one := wordform.Singular(last)
	levels := k.How == link.Comment && key.From == key.To && !key.To.People
	persons := key.From != key.To && key.To.People && !key.Alternative && slices.Contains(key.Role, one) && isSomebody(one)
	if one == last || !levels && !persons || persons && c.From > 0 && wordlist.Relative(t.Words[c.From-1].Low) {
		return
	}
	rows := &form.Related{Noun: &form.Noun{Rel: key.From}, Key: key, Back: true, Implied: true}
	t.add("Noun", c.From, c.To, cost+roleSaid, &form.Noun{Rel: key.To, Named: true, Role: key.Role, Conds: []form.Cond{rows}})
}

// isSomebody reports whether a word is what persons are called by what they do: author, officer, clerk.
func isSomebody(one string) bool {
	return strings.HasSuffix(one, "er") || strings.HasSuffix(one, "or") || lexicon.In("person", one) || lexicon.Role(one) == "actor"
}
