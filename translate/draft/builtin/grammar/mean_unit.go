package grammar

import (
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
)

// oneUnit is a unit with its number in one: an hour, 90m.
func oneUnit(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	u, _ := attach.Part[lattice.Unit](p, 0)
	o := lattice.Numeric(lattice.Number{Text: u.Number})
	o.Unit = u.Name
	return o, 0
}

// compareOpen compares what is measured in a unit, of whatever it is said: over 3 hours, under 2 kg.
func compareOpen(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k, _ := attach.Word(p, "more")
	o, ok := attach.Part[form.Operand](p, 0)
	if !ok || len(o.Values) != 1 || o.Unit == "" || !unitWord(o.Unit) && !lattice.StoredUnit(g.Ways.Model().Relations, o.Unit) {
		return nil, 0
	}
	return &form.Test{Op: algebra.CompareOp(k.Value), To: o}, 0
}

// asSaid returns an operand in cents where the column was called so: claimed cents over 60000.
func asSaid(p []*chart.Edge, o form.Operand) form.Operand {
	if l, ok := attach.Part[lattice.Linked](p, 0); ok && o.Unit == "" && strings.Contains(l.Said, "cent") {
		o.Unit = "cents"
	}
	return o
}

func unitWord(said string) bool {
	_, ok := attach.UnitSaid(said, nil)
	return ok
}

func inUnitOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	u, _ := attach.Part[lattice.Unit](p, 0)
	if !unitWord(u.Name) {
		return nil, 0
	}
	return attach.InUnit{Name: u.Name}, 0
}
