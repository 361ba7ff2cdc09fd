package builtin

// inStock reads "in stock" or "out of stock" if exactly one number of n has "stock" in its name, and adds the condition
// that it is above zero, or that it is at most zero.
func (p *parser) inStock(n *node) bool {
	op := ">"
	switch {
	case p.word("out") && p.word("of") && p.word("stock"):
		op = "<="
	case p.word("in") && p.word("stock"):
	default:
		return false
	}
	if p.word("of") {
		return false // "the station with most bikes in stock of …" is not supported
	}
	c, sure := p.columnWith(n.table, "stock")
	if c == nil || !sure {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: field{n.table, c}, op: op, values: []value{{"0", true}}})
	return true
}
