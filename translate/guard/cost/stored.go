package cost

import "github.com/pgask/pgask/translate/schema"

// stored returns what reading a relation weighs: a table is one relation; a view is all that its query reads, and so are
// the policies of a table. Partitions are not counted, because the planner looks only at those that it needs.
func (c *checker) stored(oid uint32) weight {
	d := c.snapshot.Definitions[oid]
	if d == nil {
		return weight{relations: 1}
	}
	if w, ok := c.definitions[oid]; ok {
		return w
	}
	if c.definitions == nil {
		c.definitions = map[uint32]weight{}
	}
	w := weight{}
	if d.Policies {
		w.relations = 1
	}
	c.definitions[oid] = w // policies may read their own table
	for _, u := range d.Uses {
		switch u.Kind {
		case schema.UsesRelation:
			if u.Relation == schema.Materialised {
				w.relations++
			} else {
				w = w.plus(c.stored(u.OID))
			}
		case schema.UsesColumn, schema.UsesFunction, schema.UsesOperator:
			w.nodes++
		}
	}
	w.relations = max(1, w.relations)
	c.definitions[oid] = w
	return w
}
