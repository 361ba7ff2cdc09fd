package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// opposites are states that hold until something is done: an open ticket is one that was not closed.
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

// eventState is the condition that a word such as "closed", "unpaid" or "open" puts on rows of t, where a date that may be
// missing says when that was done: closed_at is there, or is not.
func (p *parser) eventState(t *schema.Table, w token) (cond, bool) {
	if w.kind != word {
		return cond{}, false
	}
	if c, ok := p.overdueState(t, w); ok {
		return c, true
	}
	if stems := opposites[w.low]; stems != nil {
		if holdsWord(t, w.low) {
			return cond{}, false // the state is stored in this very word
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

// holdsWord says whether a column of t is known to hold a word.
func holdsWord(t *schema.Table, w string) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		_, ok := inColumn(c, w)
		return ok && (c.Class == schema.Text || c.Class == schema.Enum)
	})
}

// doneOn finds the only date of a table, sometimes missing, that says when what the verb says was done.
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

// eventSenses are "open tickets", "undelivered shipments": a state that a date tells, before the rows it is said of.
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

// eventClause is the same behind the rows: "tickets (that are) open", "orders not delivered".
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
		return false // "closed by Ann": more is said of the deed
	}
	p.doubt(0.95)
	if not {
		c.not = !c.not
	}
	n.conds = append(n.conds, c)
	return true
}

// timeAfter looks whether a time stands k tokens ahead, or one further.
func (p *parser) timeAfter(k int) bool {
	return p.ahead(k).kind == when || p.ahead(k).year || p.ahead(k+1).kind == when || p.ahead(k+1).year
}
