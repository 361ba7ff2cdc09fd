package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// momentWords maps verbs to words in the names of the date columns that may tell when the verb was done, the best word
// first.
var momentWords = byStem(map[string]string{
	"expire": "expiry expiration expire end until", "lapse": "expiry expiration end", "start": "begin start from", "begin": "start begin from", "end": "end finish until",
	"finish": "finish end complete", "complete": "complete finish end", "sign": "signup sign join register create", "join": "join register signup create hire",
	"register": "register signup join create", "create": "create add insert", "add": "add create", "log": "login", "hire": "hire employ join start", "employ": "employ hire",
	"die": "death died dead", "publish": "publish release issue", "release": "release publish issue", "issue": "issue publish", "build": "build construct built", "construct": "construct build built",
	"buy": "purchase bought buy acquire", "purchase": "purchase bought buy acquire", "acquire": "acquire purchase", "make": "made manufacture", "manufacture": "manufacture made",
	"launch": "launch open release start", "open": "open launch establish", "found": "found establish", "establish": "establish found", "leave": "leave left terminate",
	"receive": "receive arrive deliver", "deliver": "deliver receive", "send": "sent send ship", "install": "install commission", "cancel": "cancel",
})

// momentOf returns the only date or year column of t whose name has one of momentWords of the verb; else the column
// that shortMoment returns. It returns nil if several columns have the same word.
func (ix *index) momentOf(t *schema.Table, verb string) *schema.Column {
	for _, w := range strings.Fields(momentWords[verb]) {
		var found []*schema.Column
		for _, c := range t.Columns {
			if (c.Class.Temporal() || holdsYears(c)) && slices.Contains(ix.info[t].columns[c], stem(w)) {
				found = append(found, c)
			}
		}
		if len(found) == 1 {
			return found[0]
		}
		if len(found) > 1 {
			return nil
		}
	}
	return ix.shortMoment(t, verb)
}

// shortMoment returns the only date of t with a word in its name that abbreviates the verb: act_dt for "activated". The
// word needs at least 3 letters and must be at least 2 letters shorter than the verb's stem. It returns nil if there is
// none or more than one.
func (ix *index) shortMoment(t *schema.Table, verb string) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if !c.Class.Temporal() || !slices.ContainsFunc(split(c.Name), func(w string) bool {
			return len(w) >= 3 && len(verb) >= len(w)+2 && strings.HasPrefix(verb, w) && units[w] == ""
		}) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// particles maps verbs to the second word that may follow them: signed up, logged in.
var particles = map[string]string{"sign": "up", "log": "in", "set": "up", "start": "up", "close": "down", "shut": "down"}

// particle passes over the second word of the verb.
func (p *parser) particle(verb token) {
	if w := particles[verb.stem]; w != "" {
		p.word(w)
	}
}

// neverDone reads the end of "users who never logged in", behind the verb, and adds the condition that the date of the
// verb is missing.
func (p *parser) neverDone(n *node, verb token) bool {
	c := p.verbDate(n, verb)
	if c == nil || !c.Class.Temporal() || c.NotNull || c.Profile.NullFrac == 0 || !p.tok().end() {
		return false
	}
	p.doubt(0.97)
	n.conds = append(n.conds, cond{kind: isNull, field: field{n.table, c}})
	return true
}

// toNobody reads the end of "tickets not assigned to anyone", behind the verb. It adds the condition that the key whose
// name contains the verb is missing.
func (p *parser) toNobody(n *node, verb token) bool {
	if _, ok := p.accept(prep); !ok || !p.word("anyone", "anybody", "someone", "anything", "any") {
		return false
	}
	p.trailing()
	var found *schema.Column
	for _, e := range p.ix.graph.edges[n.table] {
		if !e.toOne || len(e.fromCols) != 1 || !slices.Contains(p.ix.keyWords(e.fromCols), verb.stem) {
			continue
		}
		if found != nil {
			return false
		}
		found = n.table.Column(e.fromCols[0])
	}
	if found == nil || found.NotNull {
		return false
	}
	n.conds = append(n.conds, cond{kind: isNull, field: field{n.table, found}})
	return true
}

// doneToIt adds the condition that the date of the verb is not missing to n, if n has a date for it that may be
// missing. "Organizations that cancelled a subscription" have one with a cancellation date, not just any subscription.
func (p *parser) doneToIt(n *node, verb string) {
	c := p.ix.doneOn(n.table, verb)
	if c == nil || c.Profile.NullFrac == 0 {
		return
	}
	for _, o := range n.conds {
		if o.field.column == c {
			return
		}
	}
	n.conds = append(n.conds, cond{kind: isNull, field: field{n.table, c}, not: true})
}
