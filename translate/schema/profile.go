package schema

import (
	"encoding/json"
	"math"
	"slices"
)

func (b *builder) statistic(r *row) {
	table, number, inherited := r.oid(), r.number(), r.flag()
	p := Profile{NullFrac: r.float(), Distinct: r.float()}
	common, values, freqs := r.number(), r.json(), r.json()
	p.Min, p.Max = r.text(), r.text()
	others := r.json()
	t, c := b.tables[table], b.columns[columnKey{table, number}]
	if c == nil || (c.Profile.known() && !inherited) {
		return // statistics that include child tables describe what a SELECT returns
	}
	if !readList(values, &p.Values) || !readList(freqs, &p.Freqs) || len(p.Values) != len(p.Freqs) {
		p.Values, p.Freqs = nil, nil
	}
	// ANALYZE lists all distinct values only when each of them occurred more than once in its sample.
	p.Complete = common > 0 && len(p.Values) == common && p.Count(t.Rows) == float64(common)
	var more []string
	if readList(others, &more) {
		p.addOthers(more, t.Rows)
	}
	p.bound()
	c.Profile = p
}

// readList decodes a JSON array; nil counts as an empty one.
func readList[T any](text []byte, into *[]T) bool {
	return text == nil || json.Unmarshal(text, into) == nil
}

// known reports whether the profile has any statistics.
func (p Profile) known() bool { return p.Distinct != 0 || p.NullFrac != 0 || len(p.Values) > 0 }

// Filled reports whether the statistics know of no row without a value.
func (p *Profile) Filled() bool { return p.NullFrac == 0 && len(p.Values) > 0 }

// Always reports whether every row has a value in a column: it must, or statistics know of none without.
func (c *Column) Always() bool {
	return c.NotNull || c.Profile.Distinct != 0 && c.Profile.NullFrac <= 0
}

// Count returns how many different values there are. Statistics tell them as a share of the rows where they take them
// to grow with these: in a table of a dozen rows two values are more than a tenth.
func (p *Profile) Count(rows float64) float64 {
	if p.Distinct < 0 {
		return math.Round(-p.Distinct * rows)
	}
	return p.Distinct
}

// addOthers adds values that are not among the common ones, each with an equal share of the remaining rows. It sets
// Complete when the profile then has all distinct values.
func (p *Profile) addOthers(more []string, rows float64) {
	distinct := p.Count(rows)
	if len(more) == 0 || distinct <= 0 {
		return
	}
	left := 1 - p.NullFrac
	for _, f := range p.Freqs {
		left -= f
	}
	each := max(0, left) / max(1, distinct-float64(len(p.Values)))
	for _, v := range more {
		if !slices.Contains(p.Values, v) {
			p.Values, p.Freqs = append(p.Values, v), append(p.Freqs, each)
		}
	}
	p.Complete = float64(len(p.Values)) == distinct
}

// bound removes values that exceed the limits of a snapshot.
func (p *Profile) bound() {
	all := len(p.Values)
	values, freqs := p.Values[:0], p.Freqs[:0]
	for i, v := range p.Values {
		if len(v) <= maxValueBytes && len(values) < maxValues {
			values, freqs = append(values, v), append(freqs, p.Freqs[i])
		}
	}
	p.Values, p.Freqs = values, freqs
	p.Complete = p.Complete && len(values) == all
	if len(p.Min) > maxValueBytes || len(p.Max) > maxValueBytes {
		p.Min, p.Max = "", ""
	}
}
