package plan

import (
	"encoding/json"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// condition returns the filter of a patch as a condition on column.
func (p Patch) condition(column Expr) (Expr, error) {
	op := p.operator()
	switch op {
	case "is null", "is not null":
		if p.Value != nil {
			return Expr{}, refusePatch("%s takes no value", op)
		}
		return IsNull(column, op == "is not null"), nil
	case "in", "not in", "between":
		return p.listed(column, op)
	}
	value, err := literal(p.Value)
	if err != nil {
		return Expr{}, err
	}
	switch op {
	case "=", "<>", "<", "<=", ">", ">=":
		return Op(op, column, value), nil
	case "!=":
		return Op("<>", column, value), nil
	case "like", "ilike":
		s, ok := p.Value.(string)
		if !ok {
			return Expr{}, refusePatch("%s compares with a text", op)
		}
		if op == "like" {
			return Like(column, s), nil
		}
		return ILike(column, s), nil
	}
	return Expr{}, refusePatch("operator %q is none of =, <>, <, <=, >, >=, like, ilike, in, not in, between, is null, is not null", p.Operator)
}

func (p Patch) listed(column Expr, op string) (Expr, error) {
	list, ok := p.Value.([]any)
	if !ok || len(list) == 0 || len(list) > maxListed || op == "between" && len(list) != 2 {
		return Expr{}, refusePatch("%s needs a list of values", op)
	}
	values := make([]Expr, len(list))
	for i, v := range list {
		var err error
		if values[i], err = literal(v); err != nil {
			return Expr{}, err
		}
	}
	if op == "between" {
		return Between(column, values[0], values[1]), nil
	}
	return In(column, op == "not in", values...), nil
}

// literal converts a JSON value into a literal.
func literal(v any) (Expr, error) {
	switch x := v.(type) {
	case string:
		for _, r := range x {
			if r == 0 {
				return Expr{}, refusePatch("a value holds a zero byte")
			}
		}
		return Str(x), nil
	case bool:
		return Bool(x), nil
	case json.Number:
		if i, err := x.Int64(); err == nil {
			return Int(i), nil
		}
		if e, err := Fragment(x.String()); err == nil && e.node.GetAConst() != nil {
			return e, nil
		}
	}
	return Expr{}, refusePatch("a filter compares with a text, a number, or true or false")
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
	x.plan.Where = append(Conjuncts(x.plan.Where), cond)
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
	var matches []Expr
	if i := x.output(p.Column); i >= 0 && p.Table == "" {
		matches = append(matches, x.plan.Select[i].Expr)
	}
	for _, s := range x.sources() {
		if c := s.column(p); c != "" {
			matches = append(matches, Col(s.name, c))
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
func (x *patcher) dropOn(e Expr) int {
	dropped := 0
	about := func(cond Expr) bool {
		if !onlyAbout(cond, e) {
			return false
		}
		dropped++
		return true
	}
	x.plan.Where = slices.DeleteFunc(Conjuncts(x.plan.Where), about)
	x.plan.Having = slices.DeleteFunc(Conjuncts(x.plan.Having), about)
	return dropped
}

// onlyAbout reports whether a condition refers to e and to no other column.
func onlyAbout(cond, e Expr) bool {
	found, others := false, false
	walkNode(cond.node, func(n *pg.Node) bool {
		switch {
		case sameTree(n, e.node):
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
