package builtin

import (
	"fmt"
)

// whichDate asks which of several dates of the rows of n a time is about, where nothing says it: loans are borrowed, due and
// returned. Phrase is what the question says of the time.
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

// ofDates says whether a tie is between dates of the same rows, and then asks for the one.
func (t *tie) ofDates() (message string, ok bool) {
	for _, s := range t.senses {
		if s.kind != columnSense || s.table != t.senses[0].table || !s.field.column.Class.Temporal() {
			return "", false
		}
	}
	return fmt.Sprintf("“%s” has several dates. Which one is “%s” about?", t.senses[0].table.Name, t.phrase), true
}
