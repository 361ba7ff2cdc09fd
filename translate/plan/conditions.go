package plan

import "slices"

// Condition is one thing that a plan's rows must fulfil: expressions of Where that are about the same columns, such
// as the two ends of a year.
type Condition struct {
	where []int // indexes in Where
}

// Conditions returns what the rows of a plan must fulfil, in order.
func Conditions(p *Plan) []Condition {
	var all []Condition
	about := map[string]int{}
	for i, e := range p.Where {
		key := columnKey(e)
		if at, ok := about[key]; ok && key != "" {
			all[at].where = append(all[at].where, i)
			continue
		}
		about[key] = len(all)
		all = append(all, Condition{where: []int{i}})
	}
	return all
}

// columnKey names the columns of a condition.
func columnKey(e Expr) string {
	key := ""
	for _, c := range e.Columns() {
		key += c.Alias + "." + c.Column + ";"
	}
	return key
}

// Of returns the expressions of a condition of a plan.
func (c Condition) Of(p *Plan) []Expr {
	var out []Expr
	for _, at := range c.where {
		out = append(out, p.Where[at])
	}
	return out
}

// Only returns the plan with a condition and no other.
func (p *Plan) Only(c Condition) *Plan {
	out := p.Clone()
	out.Where = c.Of(p)
	return out
}

// Without returns the plan without a condition and without an order, to see whether there are rows then.
func (p *Plan) Without(c Condition) *Plan {
	out := p.Clone()
	out.OrderBy, out.Offset = nil, nil
	out.Where = nil
	for i, e := range p.Where {
		if !slices.Contains(c.where, i) {
			out.Where = append(out.Where, e)
		}
	}
	one := int64(1)
	out.Limit = &one
	return out
}
