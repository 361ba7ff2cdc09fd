package cost

import "math"

// huge is where estimates saturate.
const huge = 1e300

func times(a, b float64) float64 { return min(a*b, huge) }

// weight is what the planner has to do for an expression or a query.
type weight struct {
	nodes     float64 // parts of expressions
	copied    float64 // those that are copied when a subquery is pulled up, once for each query around it
	relations float64
	matches   float64 // pairs of columns that equal one another
	sets      float64 // grouping sets, more for those with many aggregates
	folded    float64 // bytes of the values that the planner computes itself, each step of them, because they are made of constants
	parted    float64 // bytes for the partitions of what views read
	lists     bool    // it collects lists of rows when it runs: see Gathered
}

func (w weight) plus(o weight) weight {
	return weight{min(w.nodes+o.nodes, huge), min(w.copied+o.copied, huge), min(w.relations+o.relations, huge),
		min(w.matches+o.matches, huge), min(w.sets+o.sets, huge), min(w.folded+o.folded, huge),
		min(w.parted+o.parted, huge), w.lists || o.lists}
}

// within returns the weight of a query inside another one.
func (w weight) within() weight {
	w.copied = min(w.copied+w.nodes, huge)
	return w
}

// These constants serve to estimate how long values are, in bytes. A value of a table counts as ordinaryBytes, however
// long it is, because the statement has not made it.
const (
	ordinaryBytes = 256
	numberBytes   = 8
)

// value describes an expression.
type value struct {
	// inlined is the expression's size when the subqueries that the planner pulls up are put into it; pushed, when it
	// is a condition and pushed down into all others, too.
	inlined, pushed weight
	bytes           float64 // estimated length of its values
	stretch         float64 // how much longer than data they are by repeat() and its like; 0: not at all
	// number is how large they may be as numbers, data counting as 1; infinite: not known. constant is the number that
	// it always is, if isConstant.
	number     float64
	element    float64 // the same for the elements of a list
	constant   float64
	isConstant bool
	equals     float64 // columns that are equal to it, and itself; 0 for none
	measured   bool    // the number is, or is made of, the length of a value
	gathered   bool    // they hold lists that the statement collects
	source     string  // the column of a table that it is; empty for none
	read       bool    // they are made of what tables hold, and so not of constants alone
	ranged     bool    // they are, or hold, ranges: see rangeText
	multi      bool    // they are, or hold, lists of ranges that the statement collects: multiranges and arrays
	words      bool    // a text search for them looks for words alone, not for phrases
}

var one = weight{nodes: 1}

// data is the value of a column of a table.
var data = value{inlined: one, pushed: one, bytes: ordinaryBytes, number: 1, element: 1, read: true}

// fixed returns the value of an expression of the given parts that is short, whatever these are.
func fixed(of value) value {
	return value{inlined: of.inlined, pushed: of.pushed, bytes: numberBytes, number: math.Inf(1), element: math.Inf(1)}
}

// worst returns a value that is as large as either in everything but its weight, which is that of both.
func (v value) worst(o value) value {
	return value{inlined: v.inlined.plus(o.inlined), pushed: v.pushed.plus(o.pushed), bytes: max(v.bytes, o.bytes),
		stretch: max(v.stretch, o.stretch), number: max(v.number, o.number), element: max(v.element, o.element),
		measured: v.measured || o.measured,
		gathered: v.gathered || o.gathered, read: v.read || o.read,
		ranged: v.ranged || o.ranged, multi: v.multi || o.multi, words: v.words && o.words}
}

// either is worst for a column that is one of two: its weight is the larger one.
func (v value) either(o value) value {
	w := v.worst(o)
	w.inlined, w.pushed = v.inlined.largest(o.inlined), v.pushed.largest(o.pushed)
	return w
}

func (w weight) largest(o weight) weight {
	return weight{max(w.nodes, o.nodes), max(w.copied, o.copied), max(w.relations, o.relations),
		max(w.matches, o.matches), max(w.sets, o.sets),
		max(w.folded, o.folded), max(w.parted, o.parted), w.lists || o.lists}
}

// fold notes that the planner computes the value: it keeps what each step makes.
func (v value) fold() value {
	if !v.read && v.bytes > ordinaryBytes {
		v.inlined.folded, v.pushed.folded = min(v.inlined.folded+v.bytes, huge), min(v.pushed.folded+v.bytes, huge)
	}
	return v
}

// listing returns v with a list of rows in it.
func (v value) listing() value {
	v.inlined.lists, v.pushed.lists = true, true
	return v
}

// copies returns v with the weight of so many copies.
func (v value) copies(n float64) value {
	v.inlined, v.pushed = v.inlined.copies(n), v.pushed.copies(n)
	return v
}

func (w weight) copies(n float64) weight {
	return weight{times(w.nodes, n), times(w.copied, n), times(w.relations, n), times(w.matches, n), times(w.sets, n), times(w.folded, n),
		times(w.parted, n), w.lists}
}

// weighed returns v with the weight of an expression that has these parts.
func (v value) weighed(parts value) value {
	v.inlined, v.pushed = parts.inlined.plus(one), parts.pushed.plus(one)
	return v
}

// parts are the values of the parts of an expression.
type parts struct {
	list  []value
	all   value   // the worst of all
	bytes float64 // the sum
}

func (p *parts) add(v value) {
	p.list = append(p.list, v)
	if len(p.list) == 1 {
		p.all = v
	} else {
		p.all = p.all.worst(v)
	}
	p.all.isConstant = false
	p.bytes = min(p.bytes+v.bytes, huge)
}

// at returns the value of a part, and none for one that is not there.
func (p *parts) at(i int) value {
	if i < len(p.list) {
		return p.list[i]
	}
	return value{number: 1}
}
