package edit

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	"github.com/pgask/pgask/translate/schema"
)

// Apply returns the plan with a patch applied; p is not changed. It looks for columns in the tables that the plan
// reads. add_column, add_filter and modify_order_by also join a table over a key, when it has the column and each row
// meets at most one of its rows. The caller must review the result. The error is a *PatchError.
func Apply(p *plan.Plan, snap *schema.Snapshot, patch Patch) (*plan.Plan, error) {
	c := p.Clone()
	c.Reading = "" // it was written for another question
	x := &patcher{plan: c, snap: snap}
	var err error
	switch patch.Operation {
	case AddColumn:
		err = x.addColumn(patch)
	case RemoveColumn:
		err = x.removeColumn(patch)
	case ModifyOrderBy:
		err = x.order(patch.OrderBy)
	case ModifyLimit:
		err = x.limit(patch.Limit)
	case AddFilter:
		err = x.addFilter(patch)
	case DropFilter:
		err = x.dropFilter(patch)
	case CountRows:
		err = x.countRows()
	default:
		err = refusePatch("%q does not change a plan", patch.Operation)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// patcher applies a patch to a copy of a plan.
type patcher struct {
	plan *plan.Plan
	snap *schema.Snapshot
}

// alone returns an error for plans that cannot be changed in one place, such as set operations.
func (x *patcher) alone() error {
	if len(x.plan.Combine) > 0 {
		return &PatchError{Message: "the answer is put together of several queries, so only its order and limit can be changed", Rewrite: true}
	}
	return nil
}

func (x *patcher) addColumn(p Patch) error {
	if err := x.alone(); err != nil {
		return err
	}
	if p.Table == "" && p.Column == Rows {
		return x.addRows()
	}
	at, err := x.locate(p, func(e plan.Expr) bool {
		return slices.ContainsFunc(x.plan.Select, func(o plan.Output) bool { return plan.Equal(o.Expr, e) })
	})
	if err != nil {
		return err
	}
	if x.plan.Grouped() && !x.single(at) {
		return &PatchError{Rewrite: true, Message: "each row of the answer stands for several rows of " + at.table.Name +
			", so it has no one " + at.name}
	}
	ref := at.join(x)
	out := plan.Output{Expr: ref}
	if slices.Contains(plan.OutputNames(x.plan), at.name) {
		out.As = plan.Singular(at.table.Name) + "_" + at.name
	}
	x.plan.Select = append(x.plan.Select, out)
	if x.plan.Grouped() {
		x.plan.GroupBy = append(x.plan.GroupBy, ref)
	}
	return nil
}

// single reports whether a column has one value for each group: the groups hold a key of its table, or of the table
// from which it is reached.
func (x *patcher) single(at spot) bool {
	from := at.source
	if from.table == nil {
		return false
	}
	var keys []string
	for _, g := range x.plan.GroupBy {
		if parts, ok := plan.ColumnName(g.Node()); ok && len(parts) == 2 && parts[0] == from.name {
			keys = append(keys, parts[1])
		}
	}
	if len(keys) == 0 {
		return false
	}
	return from.table.HasKey(keys) || at.path != nil &&
		!slices.ContainsFunc(at.path[0].Pairs(), func(p [2]string) bool { return !slices.Contains(keys, p[0]) })
}

// removeColumn removes a column from the output. Filters and joins that use it stay. Its GROUP BY key is
// removed, unless ungroup keeps it.
func (x *patcher) removeColumn(p Patch) error {
	if err := x.alone(); err != nil {
		return err
	}
	i := x.shown(p)
	switch {
	case i < 0:
		return refusePatch("the answer has no column %s; it has %s", p.name(), strings.Join(plan.OutputNames(x.plan), ", "))
	case len(x.plan.Select) == 1:
		return refusePatch("%s is the only column of the answer", p.name())
	}
	name, gone := plan.OutputNames(x.plan)[i], x.plan.Select[i].Expr
	grouped := x.plan.Grouped()
	x.plan.Select = slices.Delete(x.plan.Select, i, i+1)
	regrouped := grouped && x.ungroup(gone)
	var order []plan.Order
	for _, o := range x.plan.OrderBy {
		if parts, ok := plan.ColumnName(o.Expr.Node()); ok && len(parts) == 1 && parts[0] == name {
			o.Expr = gone
		}
		if !plan.Equal(o.Expr, gone) || !x.plan.Distinct && !regrouped {
			order = append(order, o)
		}
	}
	x.plan.OrderBy = order
	return nil
}

// ungroup removes a GROUP BY key and reports whether it did. It keeps the key when the others identify a row of its
// table, because the key then does not change the groups.
func (x *patcher) ungroup(e plan.Expr) bool {
	i := slices.IndexFunc(x.plan.GroupBy, func(g plan.Expr) bool { return plan.Equal(g, e) })
	if i < 0 || plan.HasAggregate(e) {
		return false
	}
	rest := slices.Delete(slices.Clone(x.plan.GroupBy), i, i+1)
	if parts, ok := plan.ColumnName(e.Node()); ok && len(parts) == 2 {
		for _, s := range x.sources() {
			if s.name != parts[0] || s.table == nil {
				continue
			}
			var keys []string
			for _, g := range rest {
				if p, ok := plan.ColumnName(g.Node()); ok && len(p) == 2 && p[0] == s.name {
					keys = append(keys, p[1])
				}
			}
			if len(keys) > 0 && s.table.HasKey(keys) {
				return false
			}
		}
	}
	x.plan.GroupBy = rest
	return true
}

func (x *patcher) order(keys []SortKey) error {
	if len(keys) > maxSortKeys {
		return refusePatch("an order has at most %d keys", maxSortKeys)
	}
	x.plan.OrderBy = nil
	for _, k := range keys {
		o, err := x.sortKey(k)
		if err != nil {
			return err
		}
		x.plan.OrderBy = append(x.plan.OrderBy, o)
	}
	return nil
}

func (x *patcher) sortKey(k SortKey) (plan.Order, error) {
	var o plan.Order
	switch strings.ToLower(k.Direction) {
	case "", "asc":
	case "desc":
		o.Desc, o.Nulls = true, "last"
	default:
		return o, refusePatch("direction %q is neither asc nor desc", k.Direction)
	}
	p := Patch{Operation: ModifyOrderBy, Schema: k.Schema, Table: k.Table, Column: k.Column}
	if i := x.shown(p); i >= 0 {
		o.Expr = x.plan.Select[i].Expr
		if len(x.plan.Combine) > 0 {
			o.Expr = plan.Bare(plan.OutputNames(x.plan)[i])
		}
		return o, nil
	}
	if err := x.alone(); err != nil {
		return o, err
	}
	at, err := x.locate(p, nil)
	if err != nil {
		return o, err
	}
	if x.plan.Distinct || x.plan.Grouped() && !x.single(at) {
		return o, refusePatch("the answer cannot be sorted by %s, which has several values for each of its rows", p.name())
	}
	o.Expr = at.join(x)
	if x.plan.Grouped() {
		x.plan.GroupBy = append(x.plan.GroupBy, o.Expr)
	}
	return o, nil
}

func (x *patcher) limit(n *int64) error {
	if n != nil && (*n < 1 || *n > maxPatchLimit) {
		return refusePatch("a limit of %d is not between 1 and %d", *n, int64(maxPatchLimit))
	}
	x.plan.Limit, x.plan.Offset = plan.CloneInt(n), nil
	return nil
}
