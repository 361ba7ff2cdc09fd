package builtin

import (
	"fmt"
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// whichDate returns the date of n that a time is about if nothing in the question tells which: loans are borrowed, due
// and returned. With several dates it asks the user. phrase is the text of the time in the question.
func (p *parser) whichDate(n *node, phrase string) (field, bool) {
	var dates []sense
	for _, c := range n.table.Columns {
		if c.Class.Temporal() && !p.ix.ofBirth(n.table, c) {
			dates = append(dates, sense{kind: columnSense, table: n.table, field: field{n.table, c}, score: 1, fit: 1, full: true})
		}
	}
	s, ok := p.pick(dates, phrase, columnSense)
	return s.field, ok
}

// ofDates returns the question to the user for a tie between dates of the same table. It reports false for any other
// tie.
func (t *tie) ofDates() (message string, ok bool) {
	for _, s := range t.senses {
		if s.kind != columnSense || s.table != t.senses[0].table || !s.field.column.Class.Temporal() {
			return "", false
		}
	}
	return fmt.Sprintf("“%s” has several dates. Which one is “%s” about?", t.senses[0].table.Name, t.phrase), true
}

// laterWords are stems in the names of dates on which something was done to a row that existed before.
var laterWords = byStem(map[string]string{"discontinued": "", "deleted": "", "removed": "", "cancelled": "", "canceled": "", "ended": "", "closed": "", "terminated": "",
	"expired": "", "expires": "", "expiry": "", "expiration": "", "left": "", "retired": "", "churned": "", "archived": "", "updated": "", "modified": "", "died": "", "death": "",
	"deceased": "", "returned": "", "resolved": "", "paid": "", "due": "", "completed": "", "finished": "", "renewed": "", "valid": ""})

// toldLater reports whether the date c of t tells of something later than the row's beginning: "items in 2024" are not
// those that were discontinued in 2024. If the name of t has the same word, as in a table of returns, the date is that
// of the row itself.
func (ix *index) toldLater(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool {
		_, later := laterWords[w]
		return later && !slices.ContainsFunc(ix.info[t].words, func(own string) bool { return commonStart(own, w) >= 3 })
	})
}

// datedBy reads a comparison of the date f with another date of the same row, "paid after the due date", "returned
// before they were due", and adds it to n.
func (p *parser) datedBy(n *node, f field) bool {
	ph, ok := p.accept(cmpOp)
	op := map[string]string{"after": ">", "before": "<"}[ph.arg]
	if !ok || op == "" || !f.column.Class.Temporal() {
		return false
	}
	p.skip()
	var other field
	if p.word("it", "they") {
		if _, ok := p.accept(be); !ok {
			return false
		}
		c := p.verbDate(n, p.tok())
		if c == nil || !p.ahead(1).end() {
			return false
		}
		p.pos++
		other = field{n.table, c}
	} else if !p.fieldOf(n, &other) {
		return false
	}
	if other == f || other.column.Class != f.column.Class {
		return false
	}
	n.conds = append(n.conds, cond{kind: fields, field: f, other: other, op: op})
	return true
}
