// Package lineage tells which stored columns the columns of a view show, from the parse tree that PostgreSQL keeps of
// its query (pg_rewrite.ev_action) or of the expression of a generated column (pg_attrdef.adbin). In such a tree all
// names are numbers, so neither a search_path nor the spelling of a definition matters.
//
//	lineage.go  Trace: the columns and rows of a query
//	node.go     the text form of the trees, for PostgreSQL 14 to 18
//	resolve.go  what a reference in a query leads to
//	outline.go  the query as its planning is estimated
//
// What a tree says that this package does not understand is an error, never left out.
package lineage

import "slices"

// Source is a stored column from which a value is made, or on which it depends which rows there are.
type Source struct {
	Relation uint32 // pg_class.oid of a table or of another view
	Column   int    // pg_attribute.attnum; 0: the whole row
	Use      Use
	// Peer and PeerColumn are the other side of a comparison, for Matched.
	Peer       uint32
	PeerColumn int
}

// Use is the way in which a source is used.
type Use byte

// The ways.
const (
	Shown    Use = iota // its value
	Counted             // what is neither NULL nor a difference: count(c), c IS NULL, GROUP BY c
	Matched             // compared by = with another column
	Computed            // something computed from it, which may be NULL, fail or equal something because of the value
)

// Query is what a view shows.
type Query struct {
	Columns [][]Source // by column, in order
	// Rows are the sources in WHERE, joins, ORDER BY and wherever else they decide which rows there are, and in which
	// order.
	Rows []Source
	// Outline is the query as ReadOutline reads it; nil if it is too large.
	Outline []byte
}

// Bounds on one tree.
const (
	maxSteps   = 2_000_000
	maxSources = 20_000 // of one column, or of the rows
)

// Trace returns the sources of the query of a view. equals reports whether an operator, by its oid, is named =.
func Trace(tree string, equals func(operator uint32) bool) (Query, error) {
	v, err := parse(tree)
	if err != nil {
		return Query{}, err
	}
	list, _ := v.([]any)
	if len(list) != 1 {
		return Query{}, errTree
	}
	n, _ := list[0].(*node)
	t := newTracer(equals)
	q, err := t.open(n, nil)
	if err != nil {
		return Query{}, err
	}
	var result Query
	for _, c := range q.columns {
		result.Columns = append(result.Columns, c.list())
	}
	result.Rows = q.rows.list()
	if t.err == nil {
		result.Outline = outline(n, equals)
	}
	return result, t.err
}

// Expression returns the columns of a relation from which an expression over its row is made.
func Expression(tree string, relation uint32) ([]Source, error) {
	v, err := parse(tree)
	if err != nil {
		return nil, err
	}
	t := newTracer(func(uint32) bool { return false })
	out := &sources{}
	row := &node{kind: "RANGETBLENTRY", fields: map[string]any{"rtekind": "0"}}
	n, _ := v.(*node)
	if n == nil {
		return nil, errTree
	}
	t.used(n, &query{table: []*node{row}, self: relation, rows: &sources{}}, Shown, out)
	return out.list(), t.err
}

// sources is a set of sources.
type sources struct {
	all  []Source
	seen map[Source]bool
	// direct reports that it is the value of one stored column, unchanged.
	direct bool
}

func (s *sources) add(one Source) {
	if s.seen[one] {
		return
	}
	if s.seen == nil {
		s.seen = map[Source]bool{}
	}
	s.seen[one] = true
	s.all = append(s.all, one)
}

// addAs adds sources under another use, where they are shown.
func (s *sources) addAs(use Use, more []Source) {
	for _, one := range more {
		if one.Use == Shown {
			one.Use = use
		}
		s.add(one)
	}
}

// plain reports whether it is one stored column, unchanged, and nothing else.
func (s *sources) plain() bool { return s.direct && len(s.all) == 1 && s.all[0].Use == Shown }

// match adds two columns that are compared by =.
func (s *sources) match(a, b Source) {
	s.add(Source{a.Relation, a.Column, Matched, b.Relation, b.Column})
	s.add(Source{b.Relation, b.Column, Matched, a.Relation, a.Column})
}

func (s *sources) list() []Source { return slices.Clone(s.all) }

// query is a SELECT of a tree, at any depth.
type query struct {
	outer   *query
	node    *node
	table   []*node // range table
	columns []*sources
	rows    *sources
	self    uint32 // the relation of the only table, for an expression
}

type tracer struct {
	equals func(uint32) bool
	opened map[*node]*query
	steps  int
	err    error
}

func newTracer(equals func(uint32) bool) *tracer {
	return &tracer{equals: equals, opened: map[*node]*query{}}
}

// fail records that the tree holds something that is not understood.
func (t *tracer) fail() { t.err = errTree }

// open returns the columns and rows of a query inside outer.
func (t *tracer) open(n *node, outer *query) (*query, error) {
	if n == nil || n.kind != "QUERY" || n.text("commandType") != "1" {
		return nil, errTree
	}
	if q := t.opened[n]; q != nil {
		return q, t.err
	}
	q := &query{outer: outer, node: n, rows: &sources{}}
	t.opened[n] = q
	for _, e := range n.list("rtable") {
		entry, _ := e.(*node)
		if entry == nil || entry.kind != "RANGETBLENTRY" {
			return nil, errTree
		}
		q.table = append(q.table, entry)
	}
	if set := n.child("setOperations"); set != nil {
		t.combine(q, set)
	} else {
		for _, e := range targets(n) {
			if e.flag("resjunk") {
				continue
			}
			out := &sources{direct: t.direct(e.child("expr"), q)}
			t.used(e.child("expr"), q, Shown, out)
			q.columns = append(q.columns, out)
		}
	}
	t.decide(q)
	return q, t.err
}

func targets(n *node) []*node {
	var all []*node
	for _, e := range n.list("targetList") {
		if entry, ok := e.(*node); ok && entry.kind == "TARGETENTRY" {
			all = append(all, entry)
		}
	}
	return all
}

// combine sets the columns of UNION, INTERSECT and EXCEPT: those of all arms. Which rows INTERSECT and EXCEPT leave
// depends on the values; which UNION leaves, on what is equal in them.
func (t *tracer) combine(q *query, set *node) {
	var arms []*query
	compares, merges := false, false
	var collect func(n *node)
	collect = func(n *node) {
		switch {
		case n == nil:
			t.fail()
		case n.kind == "RANGETBLREF":
			if arm := t.entry(n, "rtindex", q); arm != nil {
				if sub, err := t.open(arm.child("subquery"), q); err == nil {
					arms = append(arms, sub)
					return
				}
			}
			t.fail()
		case n.kind == "SETOPERATIONSTMT":
			compares = compares || n.text("op") != "1"
			merges = merges || !n.flag("all")
			collect(n.child("larg"))
			collect(n.child("rarg"))
		default:
			t.fail()
		}
	}
	collect(set)
	for i := 0; len(arms) > 0 && i < len(arms[0].columns); i++ {
		var values []*sources
		plain := true
		for _, arm := range arms {
			if i >= len(arm.columns) {
				t.fail()
				return
			}
			values = append(values, arm.columns[i])
			plain = plain && arm.columns[i].plain()
		}
		all := &sources{}
		for _, one := range values {
			if plain {
				all.addAs(Shown, one.all)
			} else {
				all.addAs(Computed, one.all)
			}
		}
		q.columns = append(q.columns, all)
		switch {
		case compares, merges && !plain:
			q.rows.addAs(Shown, all.all)
		case merges:
			for _, one := range values[1:] {
				q.rows.match(values[0].all[0], one.all[0])
			}
		}
	}
}

// decide collects what decides which rows a query has.
func (t *tracer) decide(q *query) {
	n := q.node
	for _, e := range q.table {
		switch e.text("rtekind") {
		case entrySubquery:
			t.rowsOf(e.child("subquery"), q, q.rows)
		case entryFunction, entryTableFunction:
			t.walk(e.fields["functions"], q, q.rows)
			t.walk(e.fields["tablefunc"], q, q.rows)
		}
	}
	for _, c := range n.list("cteList") {
		if cte, ok := c.(*node); ok {
			t.rowsOf(cte.child("ctequery"), q, q.rows)
		}
	}
	for _, clause := range []string{"jointree", "havingQual", "limitOffset", "limitCount"} {
		t.walk(n.fields[clause], q, q.rows)
	}
	t.keys(n.list("groupClause"), q, Counted)
	t.keys(n.list("sortClause"), q, Shown)
	if n.flag("hasDistinctOn") {
		t.keys(n.list("distinctClause"), q, Shown)
	} else {
		t.keys(n.list("distinctClause"), q, Counted)
	}
	for _, c := range n.list("windowClause") {
		if window, ok := c.(*node); ok {
			t.keys(window.list("partitionClause"), q, Counted)
			t.keys(window.list("orderClause"), q, Shown)
			t.walk(window.fields["startOffset"], q, q.rows)
			t.walk(window.fields["endOffset"], q, q.rows)
		}
	}
}

func (t *tracer) rowsOf(n *node, q *query, out *sources) {
	sub, err := t.open(n, q)
	if err != nil {
		t.fail()
		return
	}
	out.addAs(Shown, sub.rows.all)
}

// keys adds the expressions by which rows are grouped or sorted. Only a plain column counts as Counted.
func (t *tracer) keys(clauses []any, q *query, use Use) {
	for _, c := range clauses {
		clause, _ := c.(*node)
		if clause == nil {
			t.fail()
			return
		}
		found := false
		for i, e := range targets(q.node) {
			if e.text("ressortgroupref") != clause.text("tleSortGroupRef") {
				continue
			}
			found = true
			if q.node.child("setOperations") != nil && i < len(q.columns) { // its expressions are those of the first arm
				q.rows.addAs(use, q.columns[i].all)
				continue
			}
			t.used(e.child("expr"), q, use, q.rows)
		}
		if !found {
			t.fail()
		}
	}
}

// used adds the sources of an expression: under the given use if it is a plain column, else as computed.
func (t *tracer) used(e *node, q *query, use Use, out *sources) {
	one := &sources{}
	t.walk(e, q, one)
	if !t.direct(e, q) {
		use = Computed
	}
	out.addAs(use, one.all)
}
