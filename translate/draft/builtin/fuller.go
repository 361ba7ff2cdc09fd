package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// fuller returns the readings without those that take words for a key where a cheaper one takes them for the rows to
// which it leads, and so says all of it and more.
func (res *Result) fuller() []*Reading {
	return slices.DeleteFunc(slices.Clone(res.Readings), func(r *Reading) bool {
		return len(r.Found) == 0 && slices.ContainsFunc(r.parts, saysKey) && slices.ContainsFunc(res.Readings, func(o *Reading) bool {
			return o != r && o.Cost < r.Cost && o.complete() && res.byKey(r, o)
		})
	})
}

// saysKey reports whether a word of an edge is taken for a key.
func saysKey(e *chart.Edge) (found bool) {
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && p.Rule == nil && l.Kind == link.Column && l.Column != nil && len(l.Relation.KeyOf(l.Column.Column)) > 0
	})
	return found
}

// byKey reports whether a reading takes words for a key where another takes them for the rows that it leads to, over
// that key, and all else for the same: per station_id, of per station.
func (res *Result) byKey(r, of *Reading) bool {
	poor, rich := res.meant(r), res.meant(of)
	if len(poor) != len(rich) {
		return false
	}
	found := false
	for at, k := range poor {
		o, ok := rich[at]
		switch {
		case !ok:
			return false
		case object(k) == object(o):
			continue
		case k.Kind != link.Column || o.Kind != link.Relation || !slices.ContainsFunc(k.Relation.KeyOf(k.Column.Column), func(key *semantic.Key) bool {
			return len(key.Columns) == 1 && key.To == o.Relation && stepsBy(of.Set, key)
		}):
			return false
		}
		found = true
	}
	return found
}

// stepsBy reports whether a set leads over a key.
func stepsBy(s algebra.Set, key *semantic.Key) bool {
	return slices.ContainsFunc(stepsOf(s), func(c plan.Constraint) bool {
		t, column := key.From.Table, key.Columns[0].Name
		return c.Schema == t.Schema && c.Table == t.Name && c.Column == column || c.RefSchema == t.Schema && c.RefTable == t.Name && c.RefColumn == column
	})
}
