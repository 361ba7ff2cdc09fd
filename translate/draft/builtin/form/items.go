package form

// Items are what is asked for side by side, with the ranks that come with it: the most common colour.
type Items struct {
	List   []*Item
	Ranks  []*Rank
	Groups []*Group
	Orders []*Order
}

// Groups are what groups are made by.
type Groups []*Group

// Sum is equal for equal items.
func (i Items) Sum() uint64 {
	h := uint64(len(i.List))
	for _, x := range i.List {
		h = h*31 + x.Sum()
	}
	for _, x := range i.Ranks {
		h = h*37 + x.Sum()
	}
	for _, x := range i.Groups {
		h = h*41 + x.Sum()
	}
	return h
}

// Sum is equal for equal groups.
func (g Groups) Sum() uint64 {
	h := uint64(len(g))
	for _, x := range g {
		h = h*31 + x.Sum()
	}
	return h
}
