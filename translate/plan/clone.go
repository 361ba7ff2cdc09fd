package plan

import "slices"

// Clone copies a plan down to its derived tables, CTEs and set operations, so that the copy may be changed. Expressions
// are shared: they never change.
func (p *Plan) Clone() *Plan {
	if p == nil {
		return nil
	}
	c := *p
	c.Assumptions = slices.Clone(p.Assumptions)
	c.With = slices.Clone(p.With)
	for i := range c.With {
		c.With[i].Plan = c.With[i].Plan.Clone()
	}
	c.Select = slices.Clone(p.Select)
	if p.From != nil {
		from := p.From.clone()
		c.From = &from
	}
	c.Joins = slices.Clone(p.Joins)
	for i := range c.Joins {
		c.Joins[i].Source = c.Joins[i].Source.clone()
		c.Joins[i].On = slices.Clone(c.Joins[i].On)
	}
	c.Where = slices.Clone(p.Where)
	c.GroupBy = slices.Clone(p.GroupBy)
	c.Having = slices.Clone(p.Having)
	c.OrderBy = slices.Clone(p.OrderBy)
	c.Limit = CloneInt(p.Limit)
	c.Offset = CloneInt(p.Offset)
	c.Combine = slices.Clone(p.Combine)
	for i := range c.Combine {
		c.Combine[i].Plan = c.Combine[i].Plan.Clone()
	}
	return &c
}

func (s Source) clone() Source {
	s.Plan = s.Plan.Clone()
	return s
}

func CloneInt(i *int64) *int64 {
	if i == nil {
		return nil
	}
	n := *i
	return &n
}
