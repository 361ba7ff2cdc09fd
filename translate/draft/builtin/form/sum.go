package form

import "hash/maphash"

var seed = maphash.MakeSeed()

// mix combines sums; their order matters.
func mix(parts ...uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range parts {
		h = (h ^ p) * 1099511628211
		h ^= h >> 29
	}
	return h
}

func of[T comparable](v T) uint64 { return maphash.Comparable(seed, v) }

func yes(b bool) uint64 {
	if b {
		return 7
	}
	return 3
}

func conds(list []Cond) uint64 { // in any order
	h := uint64(len(list))
	for _, c := range list {
		h += c.Sum()
	}
	return h
}

// Sum is equal for equal nouns.
func (n *Noun) Sum() uint64 {
	if n == nil {
		return 1
	}
	h := mix(of(n.Rel), of(n.Clock), conds(n.Conds), yes(n.Unique), yes(n.Named), yes(n.New), uint64(len(n.Role)))
	for _, r := range n.Ranks {
		h = mix(h, r.Sum())
	}
	return h
}

// Sum is equal for equal tests.
func (t *Test) Sum() uint64 { return mix(of(t.Col), of(t.Op), t.To.Sum()) }

// Sum is equal for equal operands.
func (o Operand) Sum() uint64 {
	h := mix(of(o.Col), of(o.Key), of(o.Unit))
	for _, v := range o.Values {
		h = mix(h, of(v))
	}
	if o.Item != nil {
		h = mix(h, o.Item.Sum())
	}
	return h
}

// Sum is equal for equal relations.
func (r *Related) Sum() uint64 {
	return mix(2, r.Noun.Sum(), of(r.Key), of(r.Op), yes(r.Back), yes(r.Near), yes(r.Own), r.Count.Sum(), uint64(len(r.Heard)))
}

// Sum is equal for equal periods.
func (d *During) Sum() uint64 { return of(*d) }

// Sum is equal for equal conditions.
func (f *Figured) Sum() uint64 { return mix(8, f.Item.Sum(), of(f.Op), f.To.Sum(), yes(f.Whole)) }

// Sum is equal for equal conditions.
func (c *Current) Sum() uint64 { return mix(9, of(c.How)) }

// Sum is equal for equal conditions.
func (e *Empty) Sum() uint64 { return mix(3, of(e.Col)) }

// Sum is equal for equal conditions.
func (a *Sharing) Sum() uint64 { return mix(9, of(a.Col), of(a.Other), a.Noun.Sum()) }

// Sum is equal for equal conditions.
func (a *Any) Sum() uint64 { return mix(4, conds(a.Conds)) }

// Sum is equal for equal conditions.
func (a *All) Sum() uint64 { return mix(5, conds(a.Conds), yes(a.Now)) }

// Sum is equal for equal conditions.
func (a *AsAt) Sum() uint64 { return of(*a) }

// Sum is equal for equal conditions.
func (n *Not) Sum() uint64 { return mix(6, n.Cond.Sum()) }

// Sum is equal for equal items.
func (i *Item) Sum() uint64 {
	if i == nil {
		return 1
	}
	h := mix(of(i.Func), yes(i.Distinct), of(i.Col), i.Noun.Sum(), of(i.Measure), of(i.Term), yes(i.Share), yes(i.Fraction), of(i.Per))
	if i.If != nil {
		h = mix(h, i.If.Sum())
	}
	if i.Whether != nil {
		h = mix(h, 37, i.Whether.Sum())
	}
	if i.Key != nil {
		h = mix(h, 31, of(i.Key))
	}
	if i.Period != "" {
		h = mix(h, 41, of(i.Period))
	}
	if i.Alike != nil {
		h = mix(h, 43, of(i.Alike))
	}
	if i.Over != nil || i.OfEach {
		h = mix(h, 29, yes(i.OfEach), i.Over.Sum())
	}
	return h
}

// Sum is equal for equal groups.
func (g *Group) Sum() uint64 {
	if g == nil {
		return 1
	}
	return mix(of(g.Col), of(g.Unit), of(g.Key), g.Noun.Sum())
}

// Sum is equal for equal orders.
func (o *Order) Sum() uint64 {
	return mix(o.Item.Sum(), yes(o.Desc), yes(o.Size), yes(o.Dated), yes(o.ByName), yes(o.Last), uint64(o.N))
}

// Sum is equal for equal ranks.
func (r *Rank) Sum() uint64 {
	return mix(r.Item.Sum(), yes(r.Desc), uint64(r.N), uint64(r.Skip), r.Each.Sum(), yes(r.Ties), yes(r.Last), yes(r.Oldest), of(r.Verb), yes(r.Total), yes(r.Several))
}

// Hash is equal for equal values.
func Hash[T comparable](v T) uint64 { return of(v) }

// Sum is equal for equal forms.
func (f *Form) Sum() uint64 {
	h := mix(f.Head.Sum(), yes(f.Unique), yes(f.Rows))
	for _, x := range f.Items {
		h = mix(h, x.Sum(), 11)
	}
	for _, x := range f.Groups {
		h = mix(h, x.Sum(), 13)
	}
	for _, x := range f.Ranks {
		h = mix(h, x.Sum(), 17)
	}
	for _, x := range f.Orders {
		h = mix(h, x.Sum(), 19)
	}
	for _, x := range f.Having {
		h = mix(h, x.Sum(), 23)
	}
	return h
}
