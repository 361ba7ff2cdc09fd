package normal

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// item is one thing in FROM that has columns: a relation, a query, a function, or a join with an alias.
type item struct {
	name         string    // by which the draft refers to it
	of           [2]string // schema and name of a relation, whatever its alias
	space, table string    // of a relation without an alias, which can also be referred to as schema.table
	columns      []*column
	index        map[string][]*column
	open         bool            // it may have other columns
	alias        *pg_query.Alias // nil: a join, which has no alias in the normal form
	refs         []*pg_query.String
}

// column is a column that can be named. It is written as alias.real, or, if it is merged from several, as their
// coalesce.
type column struct {
	name  string // in the draft
	real  string // in the normal form
	typ   string // as format_type prints it; empty: not known
	item  *item
	parts []*column // of a merged column of FULL JOIN, or of columns whose types may differ
	whole bool      // it is the value of a function that may have several columns: it is written as the alias alone
}

// frame is what one item of FROM, or a join, makes visible.
type frame struct {
	items   []*item   // that can stand before a dot
	columns []*column // that can be named alone, in the order of *
	open    []*item   // that may have other columns
	index   map[string][]*column
}

func frameOf(i *item) *frame {
	f := &frame{items: []*item{i}, columns: i.columns}
	if i.open {
		f.open = []*item{i}
	}
	return f
}

// scope is what a query sees: its own FROM, then the enclosing queries.
type scope struct {
	outer  *scope
	frames []*frame
}

// find returns the columns of a name at one level.
func (b *bindings) find(s *scope, name string) []*column {
	var found []*column
	for _, f := range s.frames {
		found = append(found, b.called(f.columns, &f.index, name)...)
	}
	return found
}

// manyColumns is the number from which on columns are looked up in an index.
const manyColumns = 64

// called returns the columns of a name in a list. index is made for a long list.
func (b *bindings) called(list []*column, index *map[string][]*column, name string) []*column {
	if len(list) < manyColumns {
		var found []*column
		for _, c := range list {
			if c.name == name {
				found = append(found, c)
			}
		}
		return found
	}
	if *index == nil {
		if b.tooMuch(len(list)) {
			return nil
		}
		*index = make(map[string][]*column, len(list))
		for _, c := range list {
			(*index)[c.name] = append((*index)[c.name], c)
		}
	}
	return (*index)[name]
}

// open returns the items of a level that may have other columns than those that are known.
func (s *scope) open() []*item {
	var all []*item
	for _, f := range s.frames {
		all = append(all, f.open...)
	}
	return all
}

// lookup returns the items that a qualifier names, from the nearest level that has one.
func (s *scope) lookup(space, name string) []*item {
	for ; s != nil; s = s.outer {
		var found []*item
		for _, f := range s.frames {
			for _, i := range f.items {
				if space == "" && i.name == name || space != "" && i.space == space && i.table == name {
					found = append(found, i)
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// reference binds a column, a whole row, or a star as a value, which is a whole row, too.
func (b *bindings) reference(n *pg_query.Node, m *pg_query.ColumnRef, s *scope) {
	fields := m.Fields
	star := isStar(fields)
	if star {
		fields = fields[:len(fields)-1]
	}
	parts := stringsOf(fields)
	if len(parts) == 4 || len(parts) == 3 && star {
		if parts = b.here(parts, star); parts == nil {
			return
		}
	}
	var out *pg_query.Node
	switch {
	case star && len(parts) == 1:
		out = b.wholeRow("", parts[0], s)
	case star && len(parts) == 2:
		out = b.wholeRow(parts[0], parts[1], s)
	case star:
		b.unreadable("*", "* stands where a value should")
	case len(parts) == 1:
		out = b.bare(parts[0], s)
	case len(parts) == 2:
		out = b.dotted("", parts[0], parts[1], s)
	case len(parts) == 3:
		out = b.dotted(parts[0], parts[1], parts[2], s)
	default:
		b.unreadable(parts[len(parts)-1], "a column has too many qualifiers")
	}
	if out != nil {
		n.Node = out.Node
	}
}

// here returns a name that begins with a database without it, or nil if it is another one.
func (b *bindings) here(parts []string, star bool) []string {
	switch database := b.catalog.Database(); {
	case parts[0] == database && database != "":
		return parts[1:]
	case star:
		parts = append(parts[:len(parts):len(parts)], "*")
	}
	b.problem(Problem{Kind: OtherDatabase, Name: strings.Join(parts, ".")})
	return nil
}

// bare binds an unqualified name: the column of the nearest level that has it, else a whole row.
func (b *bindings) bare(name string, s *scope) *pg_query.Node {
	for level := s; level != nil; level = level.outer {
		found, open := b.find(level, name), level.open()
		switch {
		case len(found) == 1:
			return b.write(found[0])
		case len(found) > 1:
			b.ambiguous(name)
			return nil
		case len(open) > 0 && b.loose:
			return nil
		case len(open) == 1 && !b.catalog.MayCall() && !systemColumns[name]:
			return b.write(&column{real: name, item: open[0]})
		case len(open) > 0:
			b.problem(Problem{Kind: MayCall, Qualifier: open[0].name, Name: name})
			return nil
		}
	}
	if len(s.lookup("", name)) > 0 {
		return b.wholeRow("", name, s)
	}
	if systemColumns[name] {
		b.problem(Problem{Kind: System, Name: name})
		return nil
	}
	b.problem(Problem{Kind: NoColumn, Name: name, Near: s.near()})
	return nil
}

// systemColumns lists the columns that every table has and that describe its storage.
var systemColumns = map[string]bool{"ctid": true, "xmin": true, "xmax": true, "cmin": true, "cmax": true, "tableoid": true}

// near calls yield for every column that is in sight.
func (s *scope) near() func(yield func(space, table, column string)) {
	return func(yield func(space, table, column string)) {
		for ; s != nil; s = s.outer {
			for _, f := range s.frames {
				for _, c := range f.columns {
					for len(c.parts) > 0 {
						c = c.parts[0]
					}
					yield(c.item.of[0], c.item.of[1], c.real)
				}
			}
		}
	}
}

func (b *bindings) ambiguous(name string) {
	b.unreadable(name, name+" is ambiguous: several things in FROM have it")
}

// one returns the only item that a qualifier names, or nil.
func (b *bindings) one(space, alias, name string, s *scope) *item {
	found := s.lookup(space, alias)
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		b.ambiguous(alias)
	default:
		b.problem(Problem{Kind: NoItem, Qualifier: alias, Name: name})
	}
	return nil
}

// dotted binds item.column.
func (b *bindings) dotted(space, alias, name string, s *scope) *pg_query.Node {
	i := b.one(space, alias, name, s)
	if i == nil {
		return nil
	}
	return b.field(i, alias, name)
}

// field binds a column of an item.
func (b *bindings) field(i *item, alias, name string) *pg_query.Node {
	found := b.called(i.columns, &i.index, name)
	switch {
	case len(found) == 1:
		return b.write(found[0])
	case len(found) > 1:
		b.ambiguous(name)
	case systemColumns[name]:
		b.problem(Problem{Kind: System, Name: name})
	case i.open && b.loose:
	case i.open && b.catalog.MayCall():
		b.problem(Problem{Kind: MayCall, Qualifier: alias, Name: name})
	case i.open:
		return b.write(&column{real: name, item: i})
	default:
		b.problem(Problem{Kind: NoColumn, Qualifier: alias, Name: name, Near: (&scope{frames: []*frame{{columns: i.columns}}}).near()})
	}
	return nil
}

// wholeRow binds a row as a value.
func (b *bindings) wholeRow(space, alias string, s *scope) *pg_query.Node {
	i := b.one(space, alias, "*", s)
	switch {
	case i == nil:
		return nil
	case i.alias == nil:
		b.unreadable(alias, "the row of a join is no value here: name its columns")
		return nil
	}
	return b.write(&column{item: i, whole: true})
}

// write returns the expression that a column is written as.
func (b *bindings) write(c *column) *pg_query.Node {
	if b.full(1) {
		return &pg_query.Node{}
	}
	if len(c.parts) > 0 {
		e := &pg_query.CoalesceExpr{}
		for _, p := range c.parts {
			e.Args = append(e.Args, b.write(p))
		}
		return &pg_query.Node{Node: &pg_query.Node_CoalesceExpr{CoalesceExpr: e}}
	}
	alias := &pg_query.String{Sval: c.item.name}
	c.item.refs = append(c.item.refs, alias)
	ref := &pg_query.ColumnRef{Fields: []*pg_query.Node{{Node: &pg_query.Node_String_{String_: alias}}}}
	if !c.whole {
		ref.Fields = append(ref.Fields, text(c.real))
	}
	if c.typ != "" {
		b.types[ref] = c.typ
	}
	return &pg_query.Node{Node: &pg_query.Node_ColumnRef{ColumnRef: ref}}
}

// indirection binds (x).name and x[1]. A field of a whole row is a column.
func (b *binder) indirection(n *pg_query.Node, m *pg_query.A_Indirection, s *scope) {
	for _, i := range m.Indirection {
		b.expression(i, s)
	}
	if i := b.rowOf(m.Arg, s); i != nil && len(m.Indirection) > 0 && m.Indirection[0].GetString_() != nil {
		out := b.field(i, i.name, m.Indirection[0].GetString_().Sval)
		if out == nil {
			return
		}
		if len(m.Indirection) == 1 {
			n.Node = out.Node
			return
		}
		m.Arg, m.Indirection = out, m.Indirection[1:]
		return
	}
	b.expression(m.Arg, s)
}

// rowOf returns the item whose whole row an expression is, or nil.
func (b *bindings) rowOf(n *pg_query.Node, s *scope) *item {
	ref := n.GetColumnRef()
	if ref == nil || len(ref.Fields) != 1 || ref.Fields[0].GetString_() == nil {
		return nil
	}
	name := ref.Fields[0].GetString_().Sval
	for level := s; level != nil; level = level.outer {
		if len(b.find(level, name)) > 0 {
			return nil
		}
	}
	if found := s.lookup("", name); len(found) == 1 {
		return found[0]
	}
	return nil
}

// starred returns the columns of * or t.*; false: they are not known.
func (b *bindings) starred(ref *pg_query.ColumnRef, s *scope) ([]*column, bool) {
	var columns []*column
	if len(ref.Fields) == 1 {
		for _, f := range s.frames {
			if len(f.open) > 0 {
				return nil, b.closed(f.open[0])
			}
			columns = append(columns, f.columns...)
		}
		return columns, true
	}
	parts := stringsOf(ref.Fields[:len(ref.Fields)-1])
	if len(parts) == 3 {
		if parts = b.here(parts, true); parts == nil {
			return nil, false
		}
	}
	var i *item
	switch len(parts) {
	case 1:
		i = b.one("", parts[0], "*", s)
	case 2:
		i = b.one(parts[0], parts[1], "*", s)
	}
	switch {
	case i == nil:
		return nil, false
	case i.open:
		return nil, b.closed(i)
	}
	return i.columns, true
}

// closed reports a problem for an item whose columns would have to be known, and returns false.
func (b *bindings) closed(i *item) bool {
	if !b.loose {
		b.unreadable(i.name, "it is not known which columns "+i.name+" has: give them names, as in "+i.name+
			"(a, b), or name those that you want")
	}
	return false
}
