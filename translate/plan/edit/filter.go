package edit

import (
	"encoding/json"
	"slices"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// condition returns the filter of a patch as a condition on column.
func (p Patch) condition(column plan.Expr) (plan.Expr, error) {
	op := p.operator()
	switch op {
	case "is null", "is not null":
		if p.Value != nil {
			return plan.Expr{}, refusePatch("%s takes no value", op)
		}
		return plan.IsNull(column, op == "is not null"), nil
	case "in", "not in", "between":
		return p.listed(column, op)
	}
	value, err := literal(p.Value)
	if err != nil {
		return plan.Expr{}, err
	}
	switch op {
	case "=", "<>", "<", "<=", ">", ">=":
		return plan.Op(op, column, value), nil
	case "!=":
		return plan.Op("<>", column, value), nil
	case "like", "ilike":
		s, ok := p.Value.(string)
		if !ok {
			return plan.Expr{}, refusePatch("%s compares with a text", op)
		}
		if op == "like" {
			return plan.Like(column, s), nil
		}
		return plan.ILike(column, s), nil
	}
	return plan.Expr{}, refusePatch("operator %q is none of =, <>, <, <=, >, >=, like, ilike, in, not in, between, is null, is not null", p.Operator)
}

func (p Patch) listed(column plan.Expr, op string) (plan.Expr, error) {
	list, ok := p.Value.([]any)
	if !ok || len(list) == 0 || len(list) > maxListed || op == "between" && len(list) != 2 {
		return plan.Expr{}, refusePatch("%s needs a list of values", op)
	}
	values := make([]plan.Expr, len(list))
	for i, v := range list {
		var err error
		if values[i], err = literal(v); err != nil {
			return plan.Expr{}, err
		}
	}
	if op == "between" {
		return plan.Between(column, values[0], values[1]), nil
	}
	return plan.In(column, op == "not in", values...), nil
}

// literal converts a JSON value into a literal.
func literal(v any) (plan.Expr, error) {
	switch x := v.(type) {
	case string:
		for _, r := range x {
			if r == 0 {
				return plan.Expr{}, refusePatch("a value holds a zero byte")
			}
		}
		return plan.Str(x), nil
	case bool:
		return plan.Bool(x), nil
	case json.Number:
		if i, err := x.Int64(); err == nil {
			return plan.Int(i), nil
		}
		if e, err := plan.Fragment(x.String()); err == nil && e.Node().GetAConst() != nil {
			return e, nil
		}
	}
	return plan.Expr{}, refusePatch("a filter compares with a text, a number, or true or false")
}

// addFilter adds a condition on the rows. If the column is computed from groups, the condition applies to the groups.
func (x *patcher) addFilter(p Patch) error {
	if err := x.alone(); err != nil {
		return err
	}
	if e, ok := x.computed(p); ok {
		return x.addHaving(p, e)
	}
	at, err := x.locate(p, nil)
	if err != nil {
		return err
	}
	ref := at.join(x)
	cond, err := p.condition(ref)
	if err != nil {
		return err
	}
	if p.Replace {
		x.dropOn(ref)
	}
	x.plan.Where = append(plan.Conjuncts(x.plan.Where), cond)
	return nil
}

// dropFilter removes the conditions on a column, or all conditions.
func (x *patcher) dropFilter(p Patch) error {
	if err := x.alone(); err != nil {
		return err
	}
	if len(x.plan.Where)+len(x.plan.Having) == 0 {
		return refusePatch("there is no filter to drop")
	}
	if p.Column == "" && p.Table == "" {
		x.plan.Where, x.plan.Having = nil, nil
		return nil
	}
	var matches []plan.Expr
	if i := x.output(p.Column); i >= 0 && p.Table == "" {
		matches = append(matches, x.plan.Select[i].Expr)
	}
	for _, s := range x.sources() {
		if c := s.column(p); c != "" {
			matches = append(matches, plan.Col(s.name, c))
		}
	}
	dropped := 0
	for _, m := range matches {
		dropped += x.dropOn(m)
	}
	if dropped == 0 {
		return refusePatch("there is no filter on %s alone", p.name())
	}
	return nil
}

// dropOn removes the conditions that are about one expression only, and returns how many there were.
func (x *patcher) dropOn(e plan.Expr) int {
	dropped := 0
	about := func(cond plan.Expr) bool {
		if !onlyAbout(cond, e) {
			return false
		}
		dropped++
		return true
	}
	x.plan.Where = slices.DeleteFunc(plan.Conjuncts(x.plan.Where), about)
	x.plan.Having = slices.DeleteFunc(plan.Conjuncts(x.plan.Having), about)
	return dropped
}

// onlyAbout reports whether a condition refers to e and to no other column.
func onlyAbout(cond, e plan.Expr) bool {
	found, others := false, false
	plan.WalkNode(cond.Node(), func(n *pg.Node) bool {
		switch {
		case plan.SameTree(n, e.Node()):
			found = true
			return false
		case n.GetColumnRef() != nil, n.GetSubLink() != nil:
			others = true
			return false
		}
		return true
	})
	return found && !others
}
