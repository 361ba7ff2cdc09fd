package readable

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// maxShown is how many columns of rows without a name people look at, unless they ask for all.
const maxShown = 8

// narrow leaves out the columns of rows without a name that say least, and returns how many these are: first keys
// beside what they lead to, then what the question is not about, is no date, no amount and no kind of row.
func (r *reader) narrow(from *semantic.Relation) int {
	before := len(r.Select)
	if before <= maxShown {
		return 0
	}
	r.Select = slices.DeleteFunc(r.Select, func(o plan.Output) bool {
		ref, ok := reference(o)
		if !ok || ref.Alias != r.From.Name() || r.asked(ref) {
			return false
		}
		k := leadsTo(from, ref.Column)
		return k != nil && !slices.Contains(from.Identity.Columns, k.Columns[0]) && r.shows(k)
	})
	if len(r.Select) <= maxShown {
		return before - len(r.Select)
	}
	worth := make([]int, len(r.Select))
	order := make([]int, len(r.Select))
	for i, o := range r.Select {
		order[i], worth[i] = i, r.worth(from, o)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	keep := order[:maxShown]
	slices.Sort(keep)
	var shown []plan.Output
	for _, i := range keep {
		shown = append(shown, r.Select[i])
	}
	r.Select = shown
	return before - maxShown
}

// asked reports whether a condition or the order is about a column.
func (r *reader) asked(ref plan.Ref) bool {
	about := func(e plan.Expr) bool { return slices.Contains(e.Columns(), ref) }
	return slices.ContainsFunc(r.Where, about) || slices.ContainsFunc(r.OrderBy, func(o plan.Order) bool { return about(o.Expr) })
}

// The worth of columns to somebody who looks at rows.
const (
	technical = iota // what nobody reads
	plain
	telling // a date, an amount, a kind
	named   // what a key leads to
	asked   // by the question, and what tells the row from others
)

// worth returns how much a column says about a row.
func (r *reader) worth(from *semantic.Relation, o plan.Output) int {
	ref, ok := reference(o)
	switch {
	case !ok:
		return asked
	case r.asked(ref):
		return asked
	case ref.Alias != r.From.Name():
		return named
	}
	c := from.Column(ref.Column)
	if c == nil {
		return plain
	}
	in := func(all []string) bool {
		return slices.ContainsFunc(c.Name.Words, func(w string) bool { return slices.Contains(all, w) })
	}
	switch {
	case slices.Contains(from.Identity.Columns, c.Column):
		return asked
	case c.Column == from.Born() || c == from.Money() || c.Column == from.Code:
		return named
	case unread[c.Column.TypeName] || c.IsKey() || c.Column.Profile.NullFrac > 0.98 || in(kept):
		return technical
	case c.Column.Class.Temporal() || len(c.Codes) > 0 || c.Column.Class == schema.Enum || c.Lookup != nil ||
		c.Column.Class == schema.Text && c.Column.Profile.Complete || c.Column.Class.Numeric():
		return telling
	}
	return plain
}

// unread are types of which nobody reads the values in a list.
var unread = map[string]bool{"bytea": true, "json": true, "jsonb": true, "xml": true, "uuid": true, "tsvector": true}

// kept are words in the names of columns that tell how a row was written, and not what it is about.
var kept = strings.Fields("modified updated changed rowversion rowguid version hash checksum created")
