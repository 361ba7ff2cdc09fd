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
		return // the statistics of the whole tree say what a SELECT returns
	}
	if !readList(values, &p.Values) || !readList(freqs, &p.Freqs) || len(p.Values) != len(p.Freqs) {
		p.Values, p.Freqs = nil, nil
	}
	// ANALYZE keeps every value in its list only when it has seen each of them more than once.
	p.Complete = common > 0 && len(p.Values) == common && p.Distinct == float64(common)
	var more []string
	if readList(others, &more) {
		p.addOthers(more, t.Rows)
	}
	p.bound()
	c.Profile = p
}

// readList reads a JSON array; null is an empty one.
func readList[T any](text []byte, into *[]T) bool {
	return text == nil || json.Unmarshal(text, into) == nil
}

// known reports whether there were statistics.
func (p Profile) known() bool { return p.Distinct != 0 || p.NullFrac != 0 || len(p.Values) > 0 }

// addOthers adds values that are not among the common ones and share what those leave. With few rows they are all there
// are.
func (p *Profile) addOthers(more []string, rows float64) {
	distinct := p.Distinct
	if distinct < 0 {
		distinct *= -rows
	}
	distinct = math.Round(distinct)
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

// bound cuts the values to what a snapshot may keep.
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
