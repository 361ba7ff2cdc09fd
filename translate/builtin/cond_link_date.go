package builtin

// linkedAt reads the time in "joined a club in 2016" if a table of pairs keeps it: it is a date of the pair, neither
// the person's nor the club's. It makes the pair the child of c, with the time and the former child as conditions.
// Otherwise it changes nothing.
func (p *parser) linkedAt(n *node, c *cond, verb string) {
	if verb == "" {
		return
	}
	for _, q := range p.paths(n.table, c.child.table) {
		if len(q) != 2 || q[0].toOne || !q[1].toOne {
			continue
		}
		pair := &node{table: q[0].to}
		date := p.verbDate(pair, token{kind: word, low: verb, stem: verb})
		if date == nil {
			continue
		}
		p.try(func() bool {
			p.keep(pair)
			if !p.dated(pair, date) {
				return false
			}
			pair.conds = append(pair.conds, cond{kind: related, child: c.child})
			c.child = pair
			return true
		})
		return
	}
}
