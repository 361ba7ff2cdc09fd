// Package normal brings a SELECT to a form in which every name can be read in one way only, so that what the guard
// proves is what PostgreSQL runs. It reads the names of a draft by PostgreSQL's rules and writes down what it has
// read:
//
//	customers, public.customers c      app.customers AS customers, public.customers AS c
//	name, c.name                       customers.name, c.name
//	*, c.*                             customers.id AS id, …
//	JOIN … USING (id), NATURAL JOIN    JOIN … ON a.id = b.id; the merged column is one of the two, or coalesce(a.id, b.id)
//	ORDER BY total (of the output)     ORDER BY 2
//	lower(x), a + b, x::date           pg_catalog.lower(x), a OPERATOR(pg_catalog.+) b, x::pg_catalog.date
//
// An alias names one thing in the whole statement, and no column has its name. WITH queries have names of their own,
// too, and are the only relations without a schema. Every output has a name. Binding a statement that has the form
// changes nothing.
//
// Nothing here needs to be trusted. Where a name is read in another way than PostgreSQL would read it, the server
// gets the reading that was proven: the worst is an error, or an answer to another question that is just as harmless.
package normal

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// Catalog is what is known about the database.
type Catalog interface {
	// Table returns what a relation is, by its name as the statement has it; false: there is none.
	Table(space, name string) (Table, bool)
	// Outputs returns the output columns of a function that has several. known is false when it may have columns that
	// are not listed.
	Outputs(function string) (columns []string, known bool)
	// MayCall reports whether x.name may call a function where x has no such column.
	MayCall() bool
	// Database is the name of the database; empty when it is not known.
	Database() string
	// Function returns the schema of a called function, when the name should have it. The argument types are in types.
	Function(call *pg_query.FuncCall, types Types) string
	// Operator returns the schema of an operator, when the name should have it.
	Operator(name string) string
	// Type returns the schema of a type, when the name should have it.
	Type(name string) string
	// Collation returns the schema of a collation, when the name should have it.
	Collation(name string) string
}

// Types holds the types of column references, as format_type prints them, where they are known.
type Types map[*pg_query.ColumnRef]string

// Table is a relation with its columns. When Open is set, it may have others.
type Table struct {
	Schema  string
	Columns []Column
	Open    bool
}

// Column is a column of a table. Type is empty when it is not known.
type Column struct{ Name, Type string }

// Kind tells what is wrong with a draft.
type Kind byte

// The kinds of problems.
const (
	NoTable       Kind = iota // Table: there is no such relation
	NoItem                    // nothing in FROM is called Qualifier
	NoColumn                  // there is no column Name; Near calls its function for those that there are, with their tables
	System                    // Name is a system column
	MayCall                   // Qualifier.Name may be a column or a call
	Unreadable                // Why says what cannot be written without doubt
	TooLarge                  // Why says of what there is too much
	OtherDatabase             // Name, in full, begins with the name of another database
)

// Problem is a reason why a draft has no normal form.
type Problem struct {
	Kind            Kind
	Qualifier, Name string
	Why             string
	Table           *pg_query.RangeVar
	Near            func(yield func(space, table, column string))
}

// Bounds on the work of one statement.
const (
	maxOutputs  = 1664      // PostgreSQL's own limit on the columns of a row
	maxWork     = 2_000_000 // comparisons of a name with a column
	maxWritten  = 100_000   // nodes that are written in the place of others
	maxProblems = 16
	maxName     = 63 // bytes of a name, PostgreSQL's own limit
)

// Bind brings a statement to its normal form, in place, and says what has another name there. The problems are empty
// when it has one. With loose set, columns may be unknown: names that cannot be read stay as they are, and the result
// is good for looking at only.
func Bind(stmt *pg_query.SelectStmt, c Catalog, loose bool) (Renames, []Problem) {
	b := &binder{bindings: bindings{catalog: c, loose: loose, types: Types{}}}
	b.query(stmt, nil, nil, true)
	if len(b.problems) > 0 || loose {
		return nil, b.problems
	}
	b.rename()
	return b.renames(), nil
}

// binder walks a statement and binds its names.
type binder struct {
	bindings
	items   []*item // all of the statement, in the order in which they are met
	queries []*cte  // all WITH queries, likewise
	with    *cte    // those in scope, innermost first
	names   []string
}

// bindings finds what a name means among the items in scope. It walks nothing.
type bindings struct {
	catalog  Catalog
	loose    bool
	problems []Problem
	types    Types
	work     int
	written  int
}

func (b *bindings) problem(p Problem) {
	if len(b.problems) < maxProblems {
		b.problems = append(b.problems, p)
	}
}

func (b *bindings) unreadable(name, why string) {
	b.problem(Problem{Kind: Unreadable, Name: name, Why: why})
}

// tooMuch counts comparisons of names. It returns true when there were too many.
func (b *bindings) tooMuch(n int) bool {
	if b.work += n; b.work <= maxWork {
		return false
	}
	if b.work-n <= maxWork {
		b.problem(Problem{Kind: TooLarge, Why: "it names too many columns of too wide tables"})
	}
	return true
}

// full counts what is written. It returns true when it is too much.
func (b *bindings) full(n int) bool {
	if b.written += n; b.written <= maxWritten {
		return false
	}
	if b.written-n <= maxWritten {
		b.problem(Problem{Kind: TooLarge, Why: "it is too long when all its names are written out"})
	}
	return true
}

// walker binds the expressions below a message.
type walker struct {
	b *binder
	s *scope
}

// Node implements tree.Walker.
func (w walker) Node(n *pg_query.Node) { w.b.expression(n, w.s) }

// Part implements tree.Walker.
func (w walker) Part(m any) {
	if t, ok := m.(*pg_query.TypeName); ok {
		w.b.typeName(t)
		return
	}
	tree.Children(m, w)
}

// expression binds one expression. It may replace what the node holds.
func (b *binder) expression(n *pg_query.Node, s *scope) {
	w := walker{b, s}
	switch m := tree.Inner(n).(type) {
	case nil, *pg_query.A_Const:
	case *pg_query.ColumnRef:
		b.reference(n, m, s)
	case *pg_query.A_Indirection:
		b.indirection(n, m, s)
	case *pg_query.SubLink:
		w.Node(m.Testexpr)
		if stmt := m.Subselect.GetSelectStmt(); stmt != nil {
			b.query(stmt, s, nil, false)
		}
	case *pg_query.SelectStmt:
		b.query(m, s, nil, false)
	case *pg_query.RowExpr:
		m.Args = b.stars(m.Args, s)
		b.expressions(m.Args, s)
	case *pg_query.FuncCall:
		tree.Children(m, w)
		if len(m.Funcname) == 1 {
			m.Funcname = qualified(b.catalog.Function(m, b.types), m.Funcname)
		}
	case *pg_query.A_Expr:
		w.Node(m.Lexpr)
		w.Node(m.Rexpr)
		if m.Kind == pg_query.A_Expr_Kind_AEXPR_OP && len(m.Name) == 1 {
			m.Name = qualified(b.catalog.Operator(last(m.Name)), m.Name)
		}
	case *pg_query.TypeName:
		b.typeName(m)
	case *pg_query.CollateClause:
		w.Node(m.Arg)
		if len(m.Collname) == 1 {
			m.Collname = qualified(b.catalog.Collation(last(m.Collname)), m.Collname)
		}
	default:
		tree.Children(m, w)
	}
}

func (b *binder) expressions(list []*pg_query.Node, s *scope) {
	for _, n := range list {
		b.expression(n, s)
	}
}

// typeName leaves the modifiers of a type alone: a bare word there, as in geometry(Point), has the form of a column
// and is none.
func (b *bindings) typeName(m *pg_query.TypeName) {
	if len(m.Names) == 1 {
		m.Names = qualified(b.catalog.Type(last(m.Names)), m.Names)
	}
}

// stars returns a list with t.* expanded, as it is in rows.
func (b *bindings) stars(list []*pg_query.Node, s *scope) []*pg_query.Node {
	var out []*pg_query.Node
	for _, n := range list {
		ref := n.GetColumnRef()
		if ref == nil || !isStar(ref.Fields) {
			out = append(out, n)
			continue
		}
		columns, ok := b.starred(ref, s)
		if !ok {
			out = append(out, n)
			continue
		}
		for _, c := range columns {
			out = append(out, b.write(c))
		}
		b.full(len(columns))
	}
	return out
}

func isStar(fields []*pg_query.Node) bool {
	return len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
}

// last returns the final part of a qualified name.
func last(name []*pg_query.Node) string {
	if len(name) == 0 {
		return ""
	}
	return name[len(name)-1].GetString_().GetSval()
}

func qualified(space string, name []*pg_query.Node) []*pg_query.Node {
	if space == "" {
		return name
	}
	return append([]*pg_query.Node{text(space)}, name...)
}

func text(s string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_String_{String_: &pg_query.String{Sval: s}}}
}

func stringsOf(list []*pg_query.Node) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.GetString_().GetSval())
	}
	return out
}
