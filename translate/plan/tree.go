package plan

import (
	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// eachChild calls f for every part directly below n. Common nodes are handled directly; for any other kind of node it
// visits all fields of the message, so that no part of an expression is missed. Missing optional parts are skipped;
// an empty element of a list is passed on, as nil or without content.
func eachChild(n *pg.Node, f func(*pg.Node)) {
	one := func(c *pg.Node) {
		if c != nil {
			f(c)
		}
	}
	all := func(cs []*pg.Node) {
		for _, c := range cs {
			f(c)
		}
	}
	switch x := n.Node.(type) {
	case *pg.Node_ColumnRef, *pg.Node_AConst, *pg.Node_String_, *pg.Node_Integer, *pg.Node_AStar, *pg.Node_ParamRef,
		*pg.Node_SqlvalueFunction, *pg.Node_RangeVar, nil:
	case *pg.Node_AExpr:
		one(x.AExpr.Lexpr)
		one(x.AExpr.Rexpr)
	case *pg.Node_BoolExpr:
		all(x.BoolExpr.Args)
	case *pg.Node_NullTest:
		one(x.NullTest.Arg)
	case *pg.Node_BooleanTest:
		one(x.BooleanTest.Arg)
	case *pg.Node_TypeCast:
		one(x.TypeCast.Arg)
	case *pg.Node_FuncCall:
		all(x.FuncCall.Args)
		all(x.FuncCall.AggOrder)
		one(x.FuncCall.AggFilter)
		if w := x.FuncCall.Over; w != nil {
			eachWindowPart(w, one, all)
		}
	case *pg.Node_WindowDef:
		eachWindowPart(x.WindowDef, one, all)
	case *pg.Node_SubLink:
		one(x.SubLink.Testexpr)
		one(x.SubLink.Subselect)
	case *pg.Node_CaseExpr:
		one(x.CaseExpr.Arg)
		all(x.CaseExpr.Args)
		one(x.CaseExpr.Defresult)
	case *pg.Node_CaseWhen:
		one(x.CaseWhen.Expr)
		one(x.CaseWhen.Result)
	case *pg.Node_CoalesceExpr:
		all(x.CoalesceExpr.Args)
	case *pg.Node_MinMaxExpr:
		all(x.MinMaxExpr.Args)
	case *pg.Node_List:
		all(x.List.Items)
	case *pg.Node_SortBy:
		one(x.SortBy.Node)
	case *pg.Node_ResTarget:
		one(x.ResTarget.Val)
	case *pg.Node_SelectStmt:
		eachSelectPart(x.SelectStmt, one, all)
	default:
		eachRarePart(n, one, all)
	}
}

// eachRarePart handles the nodes that ordinary conditions do not contain, for eachChild.
func eachRarePart(n *pg.Node, one func(*pg.Node), all func([]*pg.Node)) {
	switch x := n.Node.(type) {
	case *pg.Node_AArrayExpr:
		all(x.AArrayExpr.Elements)
	case *pg.Node_AIndirection:
		one(x.AIndirection.Arg)
		all(x.AIndirection.Indirection)
	case *pg.Node_AIndices:
		one(x.AIndices.Lidx)
		one(x.AIndices.Uidx)
	case *pg.Node_RowExpr:
		all(x.RowExpr.Args)
	case *pg.Node_CollateClause:
		one(x.CollateClause.Arg)
	case *pg.Node_NamedArgExpr:
		one(x.NamedArgExpr.Arg)
	case *pg.Node_GroupingSet:
		all(x.GroupingSet.Content)
	case *pg.Node_GroupingFunc:
		all(x.GroupingFunc.Args)
	case *pg.Node_RangeSubselect:
		one(x.RangeSubselect.Subquery)
	case *pg.Node_RangeFunction:
		for _, f := range x.RangeFunction.Functions {
			// A pair: the call, and the columns of its rows, an empty node where none are given.
			for _, part := range f.GetList().GetItems() {
				if part.GetNode() != nil {
					one(part)
				}
			}
		}
		all(x.RangeFunction.Coldeflist)
	case *pg.Node_JoinExpr:
		one(x.JoinExpr.Larg)
		one(x.JoinExpr.Rarg)
		one(x.JoinExpr.Quals)
	case *pg.Node_CommonTableExpr:
		one(x.CommonTableExpr.Ctequery)
	default:
		eachMessagePart(n.ProtoReflect(), one)
	}
}

func eachWindowPart(w *pg.WindowDef, one func(*pg.Node), all func([]*pg.Node)) {
	all(w.PartitionClause)
	all(w.OrderClause)
	one(w.StartOffset)
	one(w.EndOffset)
}

func eachSelectPart(s *pg.SelectStmt, one func(*pg.Node), all func([]*pg.Node)) {
	if s == nil {
		return
	}
	if s.WithClause != nil {
		all(s.WithClause.Ctes)
	}
	if !plainDistinct(s) {
		all(s.DistinctClause)
	}
	all(s.TargetList)
	all(s.FromClause)
	one(s.WhereClause)
	all(s.GroupClause)
	one(s.HavingClause)
	all(s.WindowClause)
	all(s.ValuesLists)
	all(s.SortClause)
	one(s.LimitOffset)
	one(s.LimitCount)
	all(s.LockingClause)
	eachSelectPart(s.Larg, one, all)
	eachSelectPart(s.Rarg, one, all)
}

// plainDistinct reports whether a SELECT has DISTINCT, which the parser marks by one empty element, rather than
// DISTINCT ON.
func plainDistinct(s *pg.SelectStmt) bool {
	return len(s.DistinctClause) == 1 && s.DistinctClause[0].GetNode() == nil
}

// eachMessagePart calls f for the nearest nodes below any message.
func eachMessagePart(m protoreflect.Message, f func(*pg.Node)) {
	visit := func(v protoreflect.Value) {
		if n, ok := v.Message().Interface().(*pg.Node); ok {
			f(n)
			return
		}
		eachMessagePart(v.Message(), f)
	}
	m.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case fd.Kind() != protoreflect.MessageKind || fd.IsMap():
		case fd.IsList():
			for i := 0; i < v.List().Len(); i++ {
				visit(v.List().Get(i))
			}
		default:
			visit(v)
		}
		return true
	})
}

// WalkNode calls f for n and everything below it, from the top; f returns false to skip what is below a node.
func WalkNode(n *pg.Node, f func(*pg.Node) bool) {
	if n == nil || !f(n) {
		return
	}
	eachChild(n, func(c *pg.Node) { WalkNode(c, f) })
}

// Edit returns a changed copy of e: f sees every node of the copy, from the top, and may replace its content.
func Edit(e Expr, f func(*pg.Node) bool) Expr {
	if e.node == nil {
		return e
	}
	c := proto.Clone(e.node).(*pg.Node)
	WalkNode(c, f)
	return Expr{c}
}

// ColumnName returns the parts of a column reference, qualifiers first. ok is false for anything else, also for *.
func ColumnName(n *pg.Node) (parts []string, ok bool) {
	ref := n.GetColumnRef()
	if ref == nil {
		return nil, false
	}
	for _, f := range ref.Fields {
		s := f.GetString_()
		if s == nil {
			return nil, false
		}
		parts = append(parts, s.Sval)
	}
	return parts, len(parts) > 0
}

// Starred reports whether a node is * or alias.*.
func Starred(n *pg.Node) bool {
	ref := n.GetColumnRef()
	return ref != nil && len(ref.Fields) > 0 && ref.Fields[len(ref.Fields)-1].GetAStar() != nil
}

// LastName returns the last part of a qualified name of a function, an operator or a type.
func LastName(names []*pg.Node) string {
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1].GetString_().GetSval()
}
