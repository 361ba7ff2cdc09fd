package cost

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// A partitioned table is as many relations as it has partitions that the planner does not leave out. By themselves
// they are cheap. Where the planner joins them, it looks at all that equals a column of each, once for every table
// that it may come to it from, so that its work grows with the square of both.
const (
	childMemory  = 30_000 // bytes of a partition
	pairMemory   = 3      // of a pair of them in a class of equal columns, and of a pair of tables: their time, at 12 ns a byte
	joinedMemory = 20     // of a pair of them in any classes
	fewer        = 8      // how many times fewer partitions a range of the key is believed to leave
)

// parted is what a statement does with partitioned tables, by the number of their items in FROM.
type parted struct {
	items  map[string]partitions
	equal  classes         // of columns that are equal to one another
	chosen map[string]bool // columns that are compared with a constant, and whether they equal it
}

// partitions are those of one table.
type partitions struct {
	all float64
	one float64 // those behind one value of the key
	key string  // the column by whose values the table is divided; "" for none, or for several
}

// partitionsOf returns what is known of a table.
func (s *stored) partitionsOf(t *schema.Table) partitions {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.below(t.OID, 0)
	direct := 1
	if o := s.snapshot.Origins[t.OID]; o != nil {
		direct = max(1, len(o.Children))
	}
	return partitions{all, max(1, all/float64(direct)), t.PartitionKey}
}

// below returns the number of tables that inherit from one, at any distance.
func (s *stored) below(oid uint32, depth int) float64 {
	if n, ok := s.children[oid]; ok || depth > 32 {
		return n
	}
	o, n := s.snapshot.Origins[oid], 0.0
	if o == nil {
		return 0
	}
	for _, child := range o.Children {
		n += 1 + s.below(child, depth+1)
	}
	s.children[oid] = n
	return n
}

// divided notes an item that stands for a partitioned table.
func (p *parted) divided(id int, of partitions) {
	if of.all == 0 {
		return
	}
	if p.items == nil {
		p.items = map[string]partitions{}
	}
	p.items[strconv.Itoa(id)] = of
}

// joined notes that two columns are equal.
func (p *parted) joined(a, b string) {
	if a != "" && b != "" {
		p.equal.unite(p.equal.root(a, 1), p.equal.root(b, 1))
	}
}

// chosen notes the columns that a condition compares with constants: few partitions are left then. A range is
// believed to be a small one. Where it is not, the timeout of EXPLAIN ends the planning.
func (c *checker) chosen(n *pg_query.Node) {
	if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		for _, arg := range b.Args {
			c.chosen(arg)
		}
	}
	m := n.GetAExpr()
	if m == nil {
		return
	}
	column, constants := m.Lexpr.GetColumnRef(), m.Rexpr
	if column == nil {
		column, constants = m.Rexpr.GetColumnRef(), m.Lexpr
	}
	list := []*pg_query.Node{constants}
	if constants.GetList() != nil {
		list = constants.GetList().Items
	}
	for _, n := range list {
		if n.GetAConst() == nil && n.GetTypeCast().GetArg().GetAConst() == nil {
			return
		}
	}
	if column == nil || !slices.Contains([]string{"=", "<", "<=", ">", ">=", "BETWEEN"}, last(m.Name)) {
		return
	}
	if key := c.source(column, c.column(column)); key != "" {
		if c.parted.chosen == nil {
			c.parted.chosen = map[string]bool{}
		}
		one := m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && last(m.Name) == "="
		c.parted.chosen[key] = c.parted.chosen[key] || one
	}
}

// memory is what the planner takes for partitions. One table, however many it has, is for who divided it to answer for.
func (p *parted) memory() float64 {
	if len(p.items) == 0 {
		return 0
	}
	one := map[string]bool{}
	for key, equal := range p.chosen { // the planner derives equalities from one another, and ranges from nothing
		one[p.equal.root(key, 1)] = one[p.equal.root(key, 1)] || equal
	}
	left := map[string]float64{}
	sum, most := 0.0, 0.0
	for id, of := range p.items {
		left[id] = of.all
		key := id + "." + of.key
		if _, ranged := p.chosen[key]; of.key != "" && one[p.equal.root(key, 1)] {
			left[id] = of.one
		} else if ranged {
			left[id] = max(of.one, of.all/fewer)
		}
		sum, most = sum+left[id], max(most, left[id])
	}
	memory := times(sum-most, childMemory)
	type class struct{ tables, children float64 }
	all := map[string]class{}
	for key := range p.equal.parent {
		id, _, _ := strings.Cut(key, ".")
		root := p.equal.root(key, 1)
		all[root] = class{all[root].tables + 1, all[root].children + left[id]}
	}
	joined := 0.0
	for _, c := range all {
		if c.tables > 1 {
			memory = min(memory+times(pairMemory, times(c.tables*c.children, c.tables*c.children)), huge)
			joined += c.children
		}
	}
	return min(memory+times(joinedMemory, times(joined, joined)), huge)
}
