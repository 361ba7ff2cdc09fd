// Package readable makes of a plan what people at a terminal read: beside the keys of rows that have no name, what
// these lead to is called, and the names of groups are headed by what the groups are. Programs get the columns as
// they are stored.
package readable

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Plan returns a plan whose rows are those of p, in its order, as people read them, and how many of their columns it
// leaves out: none if all were asked for.
func Plan(p *plan.Plan, m *semantic.Model, all bool) (readable *plan.Plan, left int) {
	if p == nil || p.From == nil || p.Distinct || len(p.With)+len(p.Combine) > 0 {
		return p, 0
	}
	r := &reader{Plan: p.Clone(), model: m}
	if p.From.Plan != nil {
		r.headElements()
		return r.Plan, 0
	}
	if len(p.GroupBy) > 0 {
		r.headNames(true)
		return r.Plan, 0
	}
	r.headNames(false)
	if !slices.ContainsFunc(p.Select, func(o plan.Output) bool { return plan.HasAggregate(o.Expr) }) {
		left = r.nameKeys(all)
	}
	return r.Plan, left
}

// reader is a plan while it is made readable.
type reader struct {
	*plan.Plan
	model *semantic.Model
}

// of returns the relation that a source of the plan is; nil: it is none of the model.
func (r *reader) of(source string) *semantic.Relation {
	for _, s := range r.Sources() {
		if s.Name() == source && s.Plan == nil {
			return r.model.Relation(r.model.Snapshot.Table(s.Schema, s.Table))
		}
	}
	return nil
}

// reference returns the column that an output shows as it is stored.
func reference(o plan.Output) (plan.Ref, bool) {
	if o.Expr.Node().GetColumnRef() == nil || plan.Starred(o.Expr.Node()) {
		return plan.Ref{}, false
	}
	refs := o.Expr.Columns()
	return refs[0], len(refs) == 1
}

// Bounds on what is named.
const (
	maxNamed = 3 // keys of a row
	maxJoins = 2 // of a plan that is given more of them
)

// nameKeys shows, beside the keys of rows that have no name, what these lead to is called, and leaves out what is too
// much to look at.
func (r *reader) nameKeys(all bool) (left int) {
	from := r.of(r.From.Name())
	if from == nil || len(r.Joins) > maxJoins || !isNameless(from) || !r.whole(from) {
		return 0
	}
	var shown []plan.Output
	named := 0
	for _, o := range r.Select {
		shown = append(shown, o)
		ref, ok := reference(o)
		if !ok || ref.Alias != r.From.Name() || named == maxNamed {
			continue
		}
		if k := leadsTo(from, ref.Column); k != nil {
			if named++; !r.shows(k) {
				shown = append(shown, r.called(k))
			}
		}
	}
	r.Select = shown
	if all {
		return 0
	}
	return r.narrow(from)
}

// isNameless reports whether nothing but its key tells what a row is.
func isNameless(rel *semantic.Relation) bool {
	return !slices.ContainsFunc(rel.Label.Columns, func(c *schema.Column) bool { return !slices.Contains(rel.Identity.Columns, c) })
}

// whole reports whether most of what is known of a row is shown: somebody who asks for some columns gets those.
func (r *reader) whole(rel *semantic.Relation) bool {
	n := 0
	for _, o := range r.Select {
		if ref, ok := reference(o); ok && ref.Alias == r.From.Name() {
			n++
		}
	}
	return n >= 3 && 2*n > len(rel.Columns)
}

// leadsTo returns the key that a column of a relation is, to rows with a name of one column that everybody sees; nil:
// it is none.
func leadsTo(rel *semantic.Relation, column string) *semantic.Key {
	c := rel.Column(column)
	if c == nil {
		return nil
	}
	all := rel.KeyOf(c.Column)
	if len(all) != 1 {
		return nil
	}
	k := all[0]
	if !k.Declared || k.ManyTo || k.Alternative || len(k.Columns) != 1 || k.To == rel || k.To.Validity != nil || isNameless(k.To) ||
		k.To.Label.Via != nil || len(k.To.Label.Columns) != 1 || k.To.Label.Columns[0].Masked || k.To.Table.RowSecurity {
		return nil
	}
	return k
}

// along returns the join that follows a key of the rows; nil: none does.
func (r *reader) along(k *semantic.Key) *plan.Join {
	own := plan.Col(r.From.Name(), k.Columns[0].Name)
	for i := range r.Joins {
		j := &r.Joins[i]
		if other := plan.Col(j.Source.Name(), k.RefColumns[0].Name); j.Source.Table == k.To.Table.Name && len(j.On) == 1 &&
			(plan.Equal(j.On[0], plan.Op("=", own, other)) || plan.Equal(j.On[0], plan.Op("=", other, own))) {
			return j
		}
	}
	return nil
}

// shows reports whether it is shown already what a key leads to.
func (r *reader) shows(k *semantic.Key) bool {
	j := r.along(k)
	return j != nil && slices.ContainsFunc(r.Select, func(o plan.Output) bool {
		return plan.Equal(o.Expr, plan.Col(j.Source.Name(), k.To.Label.Columns[0].Name))
	})
}

// called returns what a key leads to as a column of the answer, and joins it if it is not joined yet.
func (r *reader) called(k *semantic.Key) plan.Output {
	as, label := singular(k.To), k.To.Label.Columns[0].Name
	if len(k.Role) > 0 {
		as = strings.Join(k.Role, "_") + "_" + label
	} else if slices.Contains(plan.OutputNames(r.Plan), as) {
		as += "_" + label
	}
	j := r.along(k)
	if j == nil {
		j = &plan.Join{Kind: plan.Inner, Source: plan.Source{Schema: k.To.Table.Schema, Table: k.To.Table.Name, Alias: r.free(k.To.Table.Name)}}
		j.On = []plan.Expr{plan.Op("=", plan.Col(r.From.Name(), k.Columns[0].Name), plan.Col(j.Source.Name(), k.RefColumns[0].Name))}
		if k.Optional || slices.ContainsFunc(r.Joins, func(j plan.Join) bool { return j.Kind != plan.Inner }) {
			j.Kind = plan.Left
		}
		r.Joins = append(r.Joins, *j)
	}
	return plan.Output{Expr: plan.Col(j.Source.Name(), label), As: as}
}

// free returns a name that no source of the plan, nor of a subquery in it, has.
func (r *reader) free(table string) string {
	used := map[string]bool{}
	for _, s := range r.Sources() {
		used[s.Name()] = true
	}
	alias := table
	for n := 2; used[alias]; n++ {
		alias = table + "_" + strconv.Itoa(n)
	}
	return alias
}

// headNames heads what groups and other rows beside those of a list are called, which is a name everywhere, by what
// they are: category.
func (r *reader) headNames(groups bool) {
	names := plan.OutputNames(r.Plan)
	for i := range r.Select {
		ref, ok := reference(r.Select[i])
		if !ok || names[i] != ref.Column || !groups && ref.Alias == r.From.Name() {
			continue
		}
		rel := r.of(ref.Alias)
		if rel == nil || len(rel.Label.Columns) != 1 || rel.Label.Columns[0].Name != ref.Column || rel.Label.Via != nil {
			continue
		}
		if c := rel.Column(ref.Column); len(c.Name.Words) > 1 || !generic[c.Name.Phrase()] {
			continue
		}
		if as := singular(rel); !slices.Contains(names, as) {
			r.Select[i].As, names[i] = as, as
		}
	}
}

// headElements heads the elements of lists in a column by what the column is called: a function names nothing.
func (r *reader) headElements() {
	names := plan.OutputNames(r.Plan)
	for i := range r.Select {
		refs := r.Select[i].Expr.Columns()
		if as := r.Select[i].As; as != "" && as != "element" || len(refs) != 1 || refs[0].Alias != r.From.Name() || !split[refs[0].Column] || plan.HasAggregate(r.Select[i].Expr) {
			continue
		}
		for _, o := range r.From.Plan.Select {
			call := o.Expr.Node().GetFuncCall()
			of := o.Expr.Columns()
			if call == nil || plan.LastName(call.Funcname) != refs[0].Column || len(of) != 1 || slices.Contains(names, of[0].Column) {
				continue
			}
			r.Select[i].As, names[i] = of[0].Column, of[0].Column
		}
	}
}

// split are the functions that make rows of the elements of a list.
var split = map[string]bool{"string_to_table": true, "regexp_split_to_table": true, "unnest": true}

// generic are names of columns that do not say of what they are.
var generic = map[string]bool{"name": true, "title": true, "label": true}

// singular returns what one row of a relation is called, as the name of a column.
func singular(rel *semantic.Relation) string {
	return strings.ReplaceAll(wordform.Singular(rel.Name.Phrase()), " ", "_")
}
