package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// outcomeVerbs tell how something ended. Who failed an exam is not everybody who has one.
var outcomeVerbs = wordSet("pass fail lose miss skip reject refuse decline cancel abandon flunk")

// outcomeElsewhere says whether a verb tells an outcome that no name of the schema says in the same words, so that the rows that
// are joined would be those of any outcome.
func (p *parser) outcomeElsewhere(t *schema.Table, verb token) bool {
	return outcomeVerbs[verb.stem] && !p.ix.saysWord(verb.stem) && p.recordOf(t, verb) == nil
}

// saysWord says whether a word, by its stem, is part of the name of
// any table or column, or is a stored value. It looks through all values of the profile once for each word and snapshot.
func (ix *index) saysWord(s string) bool {
	return ix.snap.Derive(saidKey{s}, func() any { return ix.namesTable(s) || ix.columnSays(s) }).(bool)
}

// saidKey is the key under which a snapshot keeps whether it says a word.
type saidKey struct{ stem string }

// columnSays says whether a word is part of the name of a column, or a value of one.
func (ix *index) columnSays(s string) bool {
	start := s[:min(3, len(s))]
	for _, ti := range ix.info {
		for c, ws := range ti.columns {
			if slices.ContainsFunc(ws, func(w string) bool { return w == s || len(s) >= 4 && strings.HasPrefix(w, s) }) {
				return true
			}
			for _, v := range known(c) {
				if len(v) < 30 && len(v) >= len(start) && strings.EqualFold(v[:len(start)], start) && stem(strings.ToLower(v)) == s {
					return true
				}
			}
		}
	}
	return false
}

// plannedWords say of a deed that it may not have been done.
var plannedWords = wordSet("expected planned scheduled supposed estimated promised projected")

// plannedDeed is "expected to close in June", where a date tells when that is expected.
func (p *parser) plannedDeed(n *node) bool {
	plan, verb := p.tok().stem, p.ahead(2).stem
	var found *schema.Column
	for _, c := range n.table.Columns {
		ws := p.ix.info[n.table].columns[c]
		same := func(s string) bool {
			return slices.ContainsFunc(ws, func(w string) bool { return w == s || commonStart(w, s) >= max(4, len(s)-1) })
		}
		if !c.Class.Temporal() || !same(plan) || !same(verb) {
			continue
		}
		if found != nil {
			return false
		}
		found = c
	}
	if found == nil {
		return false
	}
	p.pos += 3
	return p.dated(n, found)
}

// flagBeside says whether a table beside t has a flag that is called like a verb in the past.
func (ix *index) flagBeside(t *schema.Table, verb token) bool {
	if !participle(verb) {
		return false
	}
	return slices.ContainsFunc(ix.graph.edges[t], func(e edge) bool {
		return !e.toOne && slices.ContainsFunc(e.to.Columns, func(c *schema.Column) bool {
			_, flag := truth(field{e.to, c})
			return flag && slices.Equal(ix.info[e.to].columns[c], []string{verb.stem})
		})
	})
}
