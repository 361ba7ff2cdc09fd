package semantic

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/pgask/pgask/translate/schema"
)

// What the measured share of values that are found says of a key, and from how many different values on it says
// anything.
const (
	allFound   = 0.98 // rows that are not yet or no longer there are few
	mostFound  = 0.9
	halfFound  = 0.5
	enoughKeys = 5
)

// fits are the measured joins of a snapshot, by the columns.
type fits map[[4]string]schema.Fit

func fitsOf(s *schema.Snapshot) fits {
	f := make(fits, len(s.Fits))
	for _, x := range s.Fits {
		f[[4]string{x.Table, x.Column, x.Ref, x.RefColumn}] = x
	}
	return f
}

// judge returns the candidates with what was measured about them, without those that it refutes and those that only
// measuring could have made likely enough. Small numbers are found in every series of numbers, so that alone makes no
// key of integers certain.
func (f fits) judge(c *Column, all []candidate) []candidate {
	likeliest := 0.0 // of those in which all values are found, before that was known
	for i := range all {
		x := &all[i]
		fit, ok := f[[4]string{c.Relation.Table.Qualified(), c.Column.Name, x.relation.Table.Qualified(), x.column.Name}]
		if !ok || fit.Values < enoughKeys && fit.Found == fit.Values {
			continue
		}
		values, said := fit.Values, "found there"
		if odd := c.oddNumber(); len(odd) > 0 && fit.Found < values {
			values, said = values-1, "found there, "+odd[0]+" stands for unknown"
		}
		x.fit = float64(fit.Found) / float64(values)
		if x.fit >= allFound {
			likeliest = max(likeliest, x.why.Confidence)
		}
		x.why.Source, x.why.Text = FromMeasured, clean(fmt.Sprintf("%s; %d of %d values are %s", x.why.Text, fit.Found, fit.Values, said))
	}
	for i := range all {
		if x := &all[i]; x.why.Source == FromMeasured {
			x.why.Confidence = math.Round(100*fitted(c, *x, likeliest)) / 100
		}
	}
	return slices.DeleteFunc(all, func(x candidate) bool { return x.why.Confidence < leastInfer })
}

// fitted returns the confidence in a measured candidate. That all values are found in several relations tells nothing
// between them: only the likeliest gain by it.
func fitted(c *Column, x candidate, likeliest float64) float64 {
	sure := x.why.Confidence
	switch {
	case x.fit >= allFound && sure <= likeliest-rivalry:
	case x.fit >= allFound && c.Column.Class == schema.Integer:
		return min(mostInfer, sure+0.15)
	case x.fit >= allFound:
		return mostInfer
	case x.fit >= mostFound:
	case x.fit >= halfFound:
		return sure * x.fit
	default:
		return 0
	}
	return sure
}

// begunKey is the key under which a snapshot keeps a model of it that was begun and not yet taken.
type begunKey struct{}

func begun(s *schema.Snapshot) *atomic.Pointer[making] {
	return s.Derive(begunKey{}, func() any { return &atomic.Pointer[making]{} }).(*atomic.Pointer[making])
}

// begin returns the identified model that looking for joins left with the snapshot, or makes one.
func begin(s *schema.Snapshot) *making {
	if m := begun(s).Swap(nil); m != nil && !m.keyed {
		return m
	}
	return identified(s)
}

// Joins returns the columns that the schema does not declare as keys and whose fit is worth measuring: first those
// that may refer to several relations, then the doubtful ones.
func Joins(s *schema.Snapshot) []schema.Join {
	defer schema.Apart(len(s.Tables))()
	m := begin(s)
	keys := inferring{m, m.targets(), nil}
	m.guessed = map[*Column][]candidate{}
	type doubt struct {
		schema.Join
		rivals int
		sure   float64
	}
	var all []doubt
	m.referring(func(r *Relation, c *Column) {
		if slices.ContainsFunc(r.Table.ForeignKeys,
			func(k schema.ForeignKey) bool { return !k.Inferred && slices.Contains(k.Columns, c.Column.Name) }) {
			return
		}
		best := keys.candidates(r, c, true)
		m.guessed[c] = best
		for _, x := range best {
			all = append(all, doubt{schema.Join{Table: r.Table, Column: c.Column, Ref: x.relation.Table,
				RefColumn: x.column}, min(len(best), maxTargets),
				x.why.Confidence})
		}
	})
	slices.SortFunc(all, func(a, b doubt) int {
		return cmp.Or(cmp.Compare(b.rivals, a.rivals), cmp.Compare(a.sure, b.sure), cmp.Compare(a.Table.Qualified(), b.Table.Qualified()),
			cmp.Compare(a.Column.Name, b.Column.Name), cmp.Compare(a.Ref.Qualified(), b.Ref.Qualified()))
	})
	out := make([]schema.Join, len(all))
	for i, d := range all {
		out[i] = d.Join
	}
	begun(s).Store(m) // for WithKeys
	return out
}

// WithKeys returns the snapshot with what was measured and the keys that it does not declare, each marked as
// inferred. Only what is referred to by a whole key becomes one.
func WithKeys(s *schema.Snapshot, measured schema.Measured) *schema.Snapshot {
	defer schema.Apart(len(s.Tables))()
	richer := *s
	richer.Measured, richer.Tables = measured, slices.Clone(s.Tables)
	m := begin(s)
	if m.Snapshot = schema.New(richer); len(measured.Codes) > 0 {
		m = identified(m.Snapshot) // labels of codes tell what words of names are short for
	}
	m.findKeys(Options{Infer: true})
	out := m.withUndeclared(richer, func(*Key) bool { return true })
	for i, t := range out.Tables {
		delete(m.byTable, m.Relations[i].Table)
		m.Relations[i].Table, m.byTable[t] = t, m.Relations[i]
	}
	m.Snapshot, m.keyed = out, true
	begun(out).Store(m) // for Build
	return out
}

// containingKey is the key under which a snapshot keeps itself with the keys without which one by a role would say
// what belongs to what.
type containingKey struct{}

// WithContaining returns the snapshot with those of the keys that it does not declare without which a declared key by
// a role would be taken for what belongs to what: a region has a town as its seat, and towns a region_code.
func WithContaining(s *schema.Snapshot) *schema.Snapshot {
	return s.Derive(containingKey{}, func() any {
		m := Of(s, false)
		contains := func(k *Key) bool { return onlyByRole(k.To, k.From) }
		if !slices.ContainsFunc(m.Relations, func(r *Relation) bool {
			return slices.ContainsFunc(r.Keys, func(k *Key) bool { return !k.Declared && contains(k) })
		}) {
			return s
		}
		richer := *s
		richer.Tables = slices.Clone(s.Tables)
		return m.withUndeclared(richer, contains)
	}).(*schema.Snapshot)
}

// withUndeclared returns a snapshot with the keys of the model that it does not declare and that are wanted.
func (m *Model) withUndeclared(richer schema.Snapshot, wanted func(*Key) bool) *schema.Snapshot {
	for i, r := range m.Relations {
		var keys []schema.ForeignKey
		for _, k := range r.Keys {
			if k.Declared || k.ManyTo || len(k.Columns) != 1 || !wanted(k) {
				continue
			}
			keys = append(keys, schema.ForeignKey{Name: "inferred", Columns: []string{k.Columns[0].Name}, RefSchema: k.To.Table.Schema,
				RefTable: k.To.Table.Name, RefColumns: []string{k.RefColumns[0].Name}, Inferred: true, Confidence: k.Why.Confidence})
		}
		if len(keys) > 0 {
			more := *r.Table
			more.ForeignKeys = append(slices.Clip(more.ForeignKeys), keys...)
			richer.Tables[i] = &more
		}
	}
	return schema.New(richer)
}

// WithWritten returns the snapshot with the keys that people wrote in a file, and without those that they say lead
// nowhere: so that what reviews joins goes by them, too. Like keys that were declared without looking at old rows
// they prove nothing. Only what refers to a whole key becomes one.
func WithWritten(s *schema.Snapshot, f *File) *schema.Snapshot {
	richer := *s
	richer.Tables = slices.Clone(s.Tables)
	changed := false
	for i, t := range s.Tables {
		for _, e := range f.of(s.Datasource, t) {
			for _, name := range slices.Sorted(maps.Keys(e.Keys)) {
				x := e.Keys[name]
				if x.To == "" || t.Column(name) == nil {
					continue
				}
				fk, ok := writtenKey(s, name, x.To)
				if !ok && x.To != "none" || slices.ContainsFunc(t.ForeignKeys,
					func(old schema.ForeignKey) bool { return ok && sameKey(old, fk) }) {
					continue
				}
				more := *richer.Tables[i]
				more.ForeignKeys = slices.DeleteFunc(slices.Clone(more.ForeignKeys), func(old schema.ForeignKey) bool {
					return len(old.Columns) == 1 && old.Columns[0] == name
				})
				if ok {
					more.ForeignKeys = append(more.ForeignKeys, fk)
				}
				richer.Tables[i], changed = &more, true
			}
		}
	}
	if !changed {
		return s
	}
	return schema.New(richer)
}

func sameKey(a, b schema.ForeignKey) bool {
	return a.RefSchema == b.RefSchema && a.RefTable == b.RefTable && slices.Equal(a.Columns, b.Columns) &&
		slices.Equal(a.RefColumns, b.RefColumns)
}

// writtenKey is the key to table.column or schema.table.column; ok is false when that is no whole key of a relation.
func writtenKey(s *schema.Snapshot, from, to string) (fk schema.ForeignKey, ok bool) {
	at := strings.LastIndexByte(to, '.')
	if at < 0 {
		return fk, false
	}
	for _, t := range s.Tables {
		column := []string{to[at+1:]}
		if (t.Name == to[:at] || t.Qualified() == to[:at]) &&
			(slices.Equal(t.PrimaryKey, column) || slices.ContainsFunc(t.Unique, func(u []string) bool {
				return slices.Equal(u, column)
			})) {
			return schema.ForeignKey{Name: "written", Columns: []string{from}, RefSchema: t.Schema, RefTable: t.Name, RefColumns: column,
				Unchecked: true, Confidence: 1}, true
		}
	}
	return fk, false
}

// of returns what the file says of a table: for all datasources first.
func (f *File) of(datasource string, t *schema.Table) []*Entry {
	var out []*Entry
	for _, source := range slices.Compact([]string{"*", datasource}) {
		for _, name := range []string{t.Name, t.Qualified()} {
			if e := f.Sources[source][name]; e != nil {
				out = append(out, e)
			}
		}
	}
	return out
}

// sameType reports whether the values of two columns can be equal.
func sameType(a, b *schema.Column) bool {
	return a.Class == b.Class && (a.Class == schema.Integer || a.Class == schema.Text || a.TypeName == b.TypeName)
}

// leastOrdinal is from how many different numbers on they tell a position from a key.
const leastOrdinal = 5

// ordinal reports whether the numbers of a column begin with the first ones and end long before those that it may
// refer to, the longer the more gaps they have: it is where a row stands in an order, not which order it is of.
func ordinal(p, of schema.Profile, rows float64) bool {
	low, high, ok := bounds(p)
	from, to, known := bounds(of)
	distinct := p.Distinct
	if distinct < 0 {
		distinct *= -max(rows, 0)
	}
	part := (high - from) / max(1, to-from)
	return ok && known && distinct >= leastOrdinal && (part < 0.05 || part < 0.5 && low <= from+1 && distinct >= 0.8*(high-low+1))
}

// fit returns by how much the statistics raise or lower the confidence that the values of c are found in x: -1 to 0.1.
func fit(c *schema.Column, x target) float64 {
	if rows := x.relation.Table.Rows; rows > 0 && c.Profile.Distinct > 1.2*rows+10 {
		return -1 // more values than rows to refer to
	}
	if c.Class == schema.Text {
		return fitText(c.Profile, x.column.Profile)
	}
	low, high, ok := bounds(c.Profile)
	from, to, known := bounds(x.column.Profile)
	slack := 0.05 * (to - from)
	switch {
	case !ok || !known:
		return 0
	case low >= from-slack && high <= to+slack:
		return 0.05
	case low > to || high < from:
		return -0.6
	}
	return -0.15
}

func fitText(values, of schema.Profile) float64 {
	if len(values.Values) == 0 || len(of.Values) == 0 {
		return 0
	}
	held, filled := 0, 0
	for _, v := range values.Values {
		if strings.TrimSpace(v) == "" {
			continue
		}
		filled++
		if slices.Contains(of.Values, v) {
			held++
		}
	}
	switch {
	case held == filled:
		return 0.05
	case of.Complete && held*2 < filled:
		return -0.6
	case of.Complete:
		return -0.2
	case len(values.Values[0]) != len(of.Values[0]) && held == 0:
		return -0.2
	}
	return 0
}

// bounds returns the smallest and greatest known number of a column.
func bounds(p schema.Profile) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range append([]string{p.Min, p.Max}, p.Values...) {
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			low, high, ok = min(low, n), max(high, n), true
		}
	}
	return low, high, ok
}
