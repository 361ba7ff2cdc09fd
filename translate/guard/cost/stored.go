package cost

import (
	"math"
	"slices"
	"strconv"
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/lineage"
	"github.com/pgask/pgask/translate/schema"
)

// stored is what the relations of a snapshot amount to that have more behind them than their own rows. It is computed
// once for a snapshot.
type stored struct {
	snapshot *schema.Snapshot
	mu       sync.Mutex
	views    map[uint32]*result
	tables   map[uint32]weight
	children map[uint32]float64
}

type storedKey struct{}

func storedIn(s *schema.Snapshot) *stored {
	return s.Derive(storedKey{}, func() any {
		return &stored{snapshot: s, views: map[uint32]*result{}, tables: map[uint32]weight{}, children: map[uint32]float64{}}
	}).(*stored)
}

// relation returns what reading a relation amounts to, and whether it is known as a query: a view is, with an
// expression behind each of its columns. A table is one relation, and what its policies read. Its partitions are
// counted by themselves.
func (s *stored) relation(oid uint32, kind schema.Kind) (*result, weight) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open(oid, kind)
}

// open is relation, inside the lock.
func (s *stored) open(oid uint32, kind schema.Kind) (*result, weight) {
	if kind == schema.Materialised {
		return nil, weight{relations: 1}
	}
	if kind == schema.View {
		if res := s.view(oid); res != nil {
			return res, res.weight
		}
	}
	return nil, s.table(oid)
}

// view interprets the query of a view; nil where there is none.
func (s *stored) view(oid uint32) *result {
	if res, ok := s.views[oid]; ok {
		return res
	}
	s.views[oid] = nil // while it is being read: views can be made to read one another, which no query can
	o := s.snapshot.Origins[oid]
	if o == nil || o.Query == nil {
		return nil
	}
	stmt := lineage.ReadOutline(o.Query.Outline)
	if stmt == nil {
		return nil
	}
	c := &checker{excesses: excesses{growth: 1, inside: true}, snapshot: s.snapshot, stored: s, around: 1}
	c.references(stmt)
	res := c.query(stmt)
	res.weight.parted = min(res.weight.parted+c.parted.memory(), huge)
	for i := range res.columns {
		// What a view makes of its rows, and how long that is, is for who made it to decide, as with a table.
		v := data
		v.inlined, v.pushed, v.equals = res.columns[i].inlined, res.columns[i].pushed, res.columns[i].equals
		res.columns[i] = column{value: v}
		if i < len(o.Columns) {
			res.columns[i].name = o.Columns[i]
		}
	}
	res.rows = 1
	s.views[oid] = &res
	return &res
}

// table returns the weight of a relation by what it refers to: of a table with policies, and of a view whose query
// could not be read.
func (s *stored) table(oid uint32) weight {
	d := s.snapshot.Definitions[oid]
	if d == nil {
		return weight{relations: 1}
	}
	if w, ok := s.tables[oid]; ok {
		return w
	}
	w := weight{}
	if d.Policies {
		w.relations = 1
	}
	s.tables[oid] = w // policies may read their own table
	for _, u := range d.Uses {
		switch u.Kind {
		case schema.UsesRelation:
			_, of := s.open(u.OID, u.Relation)
			w = w.plus(of)
		case schema.UsesColumn, schema.UsesFunction, schema.UsesOperator:
			w.nodes++
		}
	}
	w.relations = max(1, w.relations)
	s.tables[oid] = w
	return w
}

// outlined interprets a relation in the outline of a view, which has its number as its name.
func (c *checker) outlined(m *pg_query.RangeVar) (weight, float64) {
	oid, err := strconv.ParseUint(m.Relname, 10, 32)
	if err != nil {
		return weight{nodes: math.Inf(1)}, 1
	}
	res, w := c.stored.open(uint32(oid), schema.Kind(m.Schemaname[0]))
	if res != nil {
		renamed := *res
		renamed.columns = slices.Clone(res.columns)
		for i := range renamed.columns {
			renamed.columns[i].name = lineage.OutlineColumn(i + 1)
		}
		c.derived(m.Alias, "", renamed)
		return w.within(), 1
	}
	if t := c.snapshot.TableByOID(uint32(oid)); t != nil {
		all := c.stored.below(t.OID, 0)
		c.parted.divided(c.items+1, partitions{all: all, one: all})
	}
	i := item{name: m.Alias.Aliasname, rows: anyTable, wide: 16, row: data}
	if o := c.snapshot.Origins[uint32(oid)]; o != nil && len(o.Columns) > 0 {
		i.wide = float64(len(o.Columns))
	}
	return c.plain(i, w)
}
