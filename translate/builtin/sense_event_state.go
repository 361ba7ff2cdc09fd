package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// opposites maps words for a state to stems of the verbs that end it: an open ticket is one that was not closed.
var opposites = map[string][]string{
	"open":        {"close", "resolv", "settl", "end", "finish", "complet", "fix", "repair"},
	"unresolved":  {"resolv", "close"},
	"unclosed":    {"close"},
	"ongoing":     {"end", "finish", "complet", "close"},
	"unfinished":  {"finish", "complet", "end"},
	"undelivered": {"deliv"}, "unshipped": {"ship"}, "unpaid": {"pay"}, "unsent": {"send"}, "unanswered": {"answer"}, "unread": {"read"},
	"unapproved": {"approv"}, "unprocessed": {"process"}, "unconfirmed": {"confirm"}, "unreturned": {"return"}, "incomplete": {"complet"},
	"unverified": {"verifi"}, "unpublished": {"publish"}, "unassigned": {"assign"},
}

// eventState returns the condition for a word such as "closed", "unpaid" or "open" on rows of t: that the nullable
// date of that event (closed_at, paid_at) is set or missing. It also reads "overdue". ok is false when the word is
// none of these, or t has no such date.
func (p *parser) eventState(t *schema.Table, w token) (cond, bool) {
	if w.kind != word {
		return cond{}, false
	}
	if c, ok := p.overdueState(t, w); ok {
		return c, true
	}
	if stems := opposites[w.low]; stems != nil {
		if holdsWord(t, w.low) {
			return cond{}, false // the state is stored as this word in a column
		}
		for _, s := range stems {
			if c := p.ix.doneOn(t, s); c != nil {
				return cond{kind: isNull, field: field{t, c}}, true
			}
		}
		return cond{}, false
	}
	if !participle(w) {
		return cond{}, false
	}
	if c := p.ix.doneOn(t, w.stem); c != nil {
		return cond{kind: isNull, field: field{t, c}, not: true}, true
	}
	return cond{}, false
}

// holdsWord reports whether a text or enum column of t is known to hold the word.
func holdsWord(t *schema.Table, w string) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		_, ok := inColumn(c, w)
		return ok && (c.Class == schema.Text || c.Class == schema.Enum)
	})
}

// doneOn returns the only nullable date of a table whose name has a word with the stem verb; nil when there is none,
// or more than one.
func (ix *index) doneOn(t *schema.Table, verb string) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		ws := ix.info[t].columns[c]
		if !c.Class.Temporal() || c.NotNull || !slices.ContainsFunc(ws, func(w string) bool {
			return w == verb || len(verb) >= 4 && strings.HasPrefix(w, verb) && len(w)-len(verb) <= 2
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

// eventSenses returns senses of the tokens from i up to j as a state and the rows in it: "open tickets", "undelivered
// shipments".
func (p *parser) eventSenses(i, j int) []sense {
	var out []sense
	for _, s := range p.simple(i+1, j) {
		if s.kind != tableSense || s.score < 0.75 {
			continue
		}
		if c, ok := p.eventState(s.table, p.toks[i]); ok {
			s.conds = append([]cond{c}, s.conds...)
			s.score *= 0.93
			out = append(out, s)
		}
	}
	return out
}

// eventClause reads a state behind the rows: "tickets (that are) open", "orders not delivered". It adds the condition
// of eventState to n. It fails when more is said of the event, such as a time or who did it.
func (p *parser) eventClause(n *node) bool {
	p.skip(ever)
	not := p.not()
	p.word("yet", "still", "already")
	if p.recordOf(n.table, p.tok()) != nil {
		return false
	}
	c, ok := p.eventState(n.table, p.tok())
	if !ok || p.timeAfter(1) {
		return false
	}
	p.pos++
	p.word("yet", "still", "already")
	if next, k := p.role(); k > 0 && (next.role == prep || next.role == cmpOp) || !p.tok().end() && k == 0 {
		return false // "closed by Ann": more is said about the event
	}
	p.doubt(0.95)
	if not {
		c.not = !c.not
	}
	n.conds = append(n.conds, c)
	return true
}

// timeAfter reports whether a time or year stands k or k+1 tokens ahead.
func (p *parser) timeAfter(k int) bool {
	return p.ahead(k).kind == when || p.ahead(k).year || p.ahead(k+1).kind == when || p.ahead(k+1).year
}
