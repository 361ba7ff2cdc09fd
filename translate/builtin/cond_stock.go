package builtin

// inStock is "out of stock" and "in stock", where one number says how many there are.
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
		return false // the station with most bikes in stock of something
	}
	c, sure := p.columnWith(n.table, "stock")
	if c == nil || !sure {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: field{n.table, c}, op: op, values: []value{{"0", true}}})
	return true
}
