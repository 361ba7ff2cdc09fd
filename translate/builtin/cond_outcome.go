package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// outcomeVerbs tell how something ended. A person who failed an exam must not be read as any person who has an exam.
var outcomeVerbs = wordSet("pass fail lose miss skip reject refuse decline cancel abandon flunk")

// outcomeElsewhere reports whether the verb tells an outcome that appears in no name and no value of the schema, and
// that no table records. Joined rows would then be those of any outcome.
func (p *parser) outcomeElsewhere(t *schema.Table, verb token) bool {
	return outcomeVerbs[verb.stem] && !p.ix.saysWord(verb.stem) && p.recordOf(t, verb) == nil
}

// saysWord reports whether the stem s is a word in the name of any table or column, or is a stored value. The first
// call for each word and snapshot looks through all values of the profile; the result is cached in the snapshot.
func (ix *index) saysWord(s string) bool {
	return ix.snap.Derive(saidKey{s}, func() any { return ix.namesTable(s) || ix.columnSays(s) }).(bool)
}

// saidKey is the key under which a snapshot caches the result of saysWord.
type saidKey struct{ stem string }

// columnSays reports whether s is a word in the name of any column, or is one of its known values.
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

// plannedWords are words for a deed that is planned and may not have been done.
var plannedWords = wordSet("expected planned scheduled supposed estimated promised projected")

// plannedDeed reads "expected to close in June" if exactly one date of n has both words in its name, and adds a
// condition on this date.
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

// flagBeside reports whether a table with a foreign key to t has a flag whose name is just the verb, a participle such
// as "passed".
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
