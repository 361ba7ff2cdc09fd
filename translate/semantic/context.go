package semantic

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// Bounds of what belongs to the relations of a question.
const (
	mostSpoken = 12 // relations, the best first
	waysEach   = 2  // between two of them
	mostWays   = 60 // in all
)

// Context returns the columns that nobody names when speaking of some relations, the likeliest first: what identifies and names their
// rows, when they came to be, which of them count, and the keys on the ways between them.
func (m *Model) Context(spoken []*Relation) []*Column {
	spoken = spoken[:min(len(spoken), mostSpoken)]
	var out []*Column
	add := func(columns ...*schema.Column) {
		for _, c := range columns {
			if col := m.byColumn[c]; col != nil && !slices.Contains(out, col) {
				out = append(out, col)
			}
		}
	}
	for _, r := range spoken {
		m.own(r, add)
	}
	ways := 0
	for i, a := range spoken {
		for _, b := range spoken[i+1:] {
			for _, p := range m.Graph.Paths(a, b, waysEach) {
				if ways++; ways > mostWays {
					return out
				}
				for _, s := range p {
					add(s.Columns...)
					add(s.RefColumns...)
					m.own(s.End(), add)
				}
			}
		}
	}
	return out
}

// own adds the columns that belong to each mention of a relation.
func (m *Model) own(r *Relation, add func(...*schema.Column)) {
	add(r.Shown...)
	add(r.Label.Columns...)
	add(r.Identity.Columns...)
	for _, rule := range r.LeftOut {
		add(rule.Column)
	}
	if v := r.Validity; v != nil {
		add(v.From)
		if v.Until != nil {
			add(v.Until)
		}
	}
	if born := r.Born(); born != nil {
		add(born)
	}
	if r.Label.Via != nil {
		add(r.Label.Via.Columns...)
	}
}
