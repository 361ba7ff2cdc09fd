package normal

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/translate/guard/tree"
)

// outputs are the columns that a query returns. When open is set, there may be others.
type outputs struct {
	columns []output
	open    bool
}

type output struct {
	name, typ string
	value     *pg_query.Node // of a plain SELECT
}

// columnsOf returns the columns of something in FROM that returns these outputs, with other names for the first of
// them.
func (o outputs) columnsOf(i *item, aliases []string) []*column {
	var columns []*column
	for at, out := range o.columns {
		c := &column{name: out.name, real: out.name, typ: out.typ, item: i}
		if at < len(aliases) {
			c.name, c.real = aliases[at], aliases[at]
		}
		columns = append(columns, c)
	}
	distinct(columns)
	return columns
}

// query binds a SELECT inside outer. left, if it is not nil, receives the outputs of the first arm of a set operation
// before the second is bound, because these are the columns of a recursive query. top is set for the statement
// itself.
func (b *binder) query(m *pg_query.SelectStmt, outer *scope, left func(outputs), top bool) outputs {
	saved := b.with
	defer func() { b.with = saved }()
	if m.WithClause != nil {
		b.withClause(m.WithClause, outer)
	}
	s := &scope{outer: outer}
	var out outputs
	switch {
	case m.Op != pg_query.SetOperation_SETOP_NONE:
		out = b.setOperation(m, outer, left)
		b.sortOutputs(m, out)
	case len(m.ValuesLists) > 0:
		out = b.values(m, s)
		b.sortOutputs(m, out)
	default:
		out = b.selectBody(m, s, top)
	}
	b.expression(m.LimitOffset, s)
	b.expression(m.LimitCount, s)
	for _, o := range out.columns {
		b.names = append(b.names, o.name)
	}
	return out
}

func (b *binder) setOperation(m *pg_query.SelectStmt, outer *scope, left func(outputs)) outputs {
	if m.Larg == nil || m.Rarg == nil {
		b.unreadable("", "a set operation needs two queries")
		return outputs{}
	}
	out := b.query(m.Larg, outer, nil, false)
	if left != nil {
		left(out)
	}
	other := b.query(m.Rarg, outer, nil, false)
	merged := outputs{open: out.open || other.open}
	for i, o := range out.columns {
		if i >= len(other.columns) || other.columns[i].typ != o.typ {
			o.typ = ""
		}
		merged.columns = append(merged.columns, output{name: o.name, typ: o.typ})
	}
	return merged
}

func (b *binder) values(m *pg_query.SelectStmt, s *scope) outputs {
	var out outputs
	for _, row := range m.ValuesLists {
		list := row.GetList()
		list.Items = b.stars(list.GetItems(), s)
		b.expressions(list.Items, s)
	}
	for i := range m.ValuesLists[0].GetList().GetItems() {
		out.columns = append(out.columns, output{name: "column" + strconv.Itoa(i+1)})
	}
	return out
}

// sortOutputs binds ORDER BY where it can only refer to outputs: after a set operation or VALUES.
func (b *bindings) sortOutputs(m *pg_query.SelectStmt, out outputs) {
	for _, n := range m.SortClause {
		by := n.GetSortBy()
		switch {
		case by == nil || b.loose:
		case by.Node.GetAConst() != nil:
		default:
			name := simpleName(by.Node)
			at := out.position(name)
			if name == "" || at < 1 || out.open {
				b.unreadable(name, "after UNION, INTERSECT, EXCEPT and VALUES, ORDER BY names one output: write its number")
				continue
			}
			by.Node = ordinal(at)
		}
	}
}

// position returns the place of the output of that name, from 1; 0: there is none, -1: there are several that differ.
func (o outputs) position(name string) int {
	found := 0
	for i, c := range o.columns {
		switch {
		case c.name != name:
		case found == 0:
			found = i + 1
		case c.value == nil || !proto.Equal(c.value, o.columns[found-1].value):
			return -1
		}
	}
	return found
}

func ordinal(n int) *pg_query.Node { return pg_query.MakeAConstIntNode(int64(n), 0) }

// simpleName returns the name that an expression consists of, or "".
func simpleName(n *pg_query.Node) string {
	if ref := n.GetColumnRef(); ref != nil && len(ref.Fields) == 1 {
		return ref.Fields[0].GetString_().GetSval()
	}
	return ""
}

func (b *binder) selectBody(m *pg_query.SelectStmt, s *scope, top bool) outputs {
	for _, n := range m.FromClause {
		if f := b.from(n, s.frames, s.outer); f != nil {
			s.frames = append(s.frames, f)
		}
	}
	out := b.targets(m, s, top)
	b.expression(m.WhereClause, s)
	for _, n := range m.DistinctClause {
		b.clause(n, s, out, false)
	}
	for _, n := range m.GroupClause {
		b.clause(n, s, out, true)
	}
	b.expression(m.HavingClause, s)
	b.expressions(m.WindowClause, s)
	for _, n := range m.SortClause {
		if by := n.GetSortBy(); by != nil {
			b.clause(by.Node, s, out, false)
		}
	}
	return out
}

// clause binds an item of ORDER BY, GROUP BY or DISTINCT ON. Only there, and only as the whole item, a bare name may
// be that of an output: in GROUP BY after those of FROM, in the others before. PostgreSQL's findTargetlistEntrySQL92
// says so.
func (b *binder) clause(n *pg_query.Node, s *scope, out outputs, group bool) {
	switch m := tree.Inner(n).(type) {
	case *pg_query.GroupingSet:
		for _, c := range m.Content {
			b.clause(c, s, out, group)
		}
		return
	case *pg_query.RowExpr:
		if group && m.RowFormat == pg_query.CoercionForm_COERCE_IMPLICIT_CAST {
			for _, c := range m.Args {
				b.clause(c, s, out, group)
			}
			return
		}
	case *pg_query.ColumnRef:
		name := simpleName(n)
		if name == "" || group && len(b.find(s, name)) > 0 {
			break
		}
		switch at := out.position(name); {
		case at < 0:
			b.ambiguous(name)
			return
		case at > 0 && out.open && !b.loose:
			b.unreadable(name, "it is not known which output "+name+" is: write its expression")
			return
		case at > 0:
			n.Node = ordinal(at).Node
			return
		}
	}
	b.expression(n, s)
}

// targets binds the SELECT list, expands its stars, and names its outputs.
func (b *binder) targets(m *pg_query.SelectStmt, s *scope, top bool) outputs {
	var out outputs
	var list []*pg_query.Node
	add := func(name, typ string, value, target *pg_query.Node) {
		list = append(list, target)
		out.columns = append(out.columns, output{name, typ, value})
	}
	named := func(name string, c *column, value *pg_query.Node) {
		typ := ""
		if ref := value.GetColumnRef(); ref != nil {
			typ = b.types[ref]
		}
		if c != nil {
			typ = c.typ
		}
		add(name, typ, value, &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Name: name, Val: value}}})
	}
	for _, n := range m.TargetList {
		t := n.GetResTarget()
		if t == nil || t.Val == nil {
			b.unreadable("", "the SELECT list holds something that is no expression")
			continue
		}
		columns, made, known := b.expanded(t.Val, s)
		switch {
		case !known:
			if t.Val.GetColumnRef() == nil {
				b.expression(t.Val, s)
			}
			if out.open = true; !top && !b.loose {
				b.unreadable("*", "it is not known which columns (…).* has: name those that you want")
			}
			list = append(list, n)
		case columns != nil || made != nil:
			for _, c := range columns {
				named(c.name, c, b.write(c))
			}
			for _, t := range made {
				named(Name(t), nil, t)
			}
		case t.Name != "":
			b.expression(t.Val, s)
			named(t.Name, nil, t.Val)
		default:
			name := Name(t.Val) // of the draft: a name may be written in another way
			if b.expression(t.Val, s); name == unnamed {
				name = Name(t.Val) // of (SELECT *) it is known only now
			}
			named(name, nil, t.Val)
		}
		if len(list) > maxOutputs {
			b.problem(Problem{Kind: TooLarge, Why: "it has more than " + strconv.Itoa(maxOutputs) + " output columns"})
			b.written = maxWritten + 1
			return outputs{}
		}
	}
	m.TargetList = list
	return out
}

// expanded returns what a target with a star stands for: columns, or expressions. known is false when that cannot be
// told. For other targets all is empty.
func (b *binder) expanded(n *pg_query.Node, s *scope) (columns []*column, made []*pg_query.Node, known bool) {
	none := []*column{}
	if ref := n.GetColumnRef(); ref != nil && isStar(ref.Fields) {
		columns, ok := b.starred(ref, s)
		if !ok {
			return nil, nil, !b.loose
		}
		return append(none, columns...), nil, true
	}
	m := n.GetAIndirection()
	if m == nil || !isStar(m.Indirection) {
		return nil, nil, true
	}
	if len(m.Indirection) > 1 {
		return nil, nil, false
	}
	if i := b.rowOf(m.Arg, s); i != nil && !i.open {
		return append(none, i.columns...), nil, true
	}
	names, all := b.catalog.Outputs(last(m.Arg.GetFuncCall().GetFuncname()))
	if m.Arg.GetFuncCall() == nil || !all || len(names) == 0 {
		return nil, nil, false
	}
	for _, name := range names {
		arg := proto.Clone(m.Arg).(*pg_query.Node)
		b.expression(arg, s)
		made = append(made, &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: arg,
			Indirection: []*pg_query.Node{text(name)}}}})
		b.full(proto.Size(m.Arg) / 16)
	}
	return nil, made, true
}
