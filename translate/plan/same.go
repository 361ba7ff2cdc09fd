package plan

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Equal reports whether two expressions have the same tree; positions in the text are ignored.
func Equal(a, b Expr) bool {
	if a.node == nil || b.node == nil {
		return a.node == b.node
	}
	return SameTree(a.node, b.node)
}

// SameTree reports whether two parse trees are equal but for positions in the text. It compares the commonest nodes
// directly, because reflection is slow, and the rest field by field.
func SameTree(a, b *pg.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	switch x := a.Node.(type) {
	case *pg.Node_String_:
		y, ok := b.Node.(*pg.Node_String_)
		return ok && x.String_.GetSval() == y.String_.GetSval()
	case *pg.Node_ColumnRef:
		y, ok := b.Node.(*pg.Node_ColumnRef)
		return ok && sameList(x.ColumnRef.GetFields(), y.ColumnRef.GetFields())
	case *pg.Node_AExpr:
		y, ok := b.Node.(*pg.Node_AExpr)
		return ok && x.AExpr.GetKind() == y.AExpr.GetKind() && sameList(x.AExpr.GetName(), y.AExpr.GetName()) &&
			SameTree(x.AExpr.GetLexpr(), y.AExpr.GetLexpr()) && SameTree(x.AExpr.GetRexpr(), y.AExpr.GetRexpr())
	case *pg.Node_BoolExpr:
		y, ok := b.Node.(*pg.Node_BoolExpr)
		return ok && x.BoolExpr.GetBoolop() == y.BoolExpr.GetBoolop() && sameList(x.BoolExpr.GetArgs(), y.BoolExpr.GetArgs())
	case *pg.Node_List:
		y, ok := b.Node.(*pg.Node_List)
		return ok && sameList(x.List.GetItems(), y.List.GetItems())
	case *pg.Node_ResTarget:
		y, ok := b.Node.(*pg.Node_ResTarget)
		return ok && x.ResTarget.GetName() == y.ResTarget.GetName() &&
			sameList(x.ResTarget.GetIndirection(), y.ResTarget.GetIndirection()) && SameTree(x.ResTarget.GetVal(), y.ResTarget.GetVal())
	}
	return sameMessage(a.ProtoReflect(), b.ProtoReflect())
}

func sameList(a, b []*pg.Node) bool {
	return slices.EqualFunc(a, b, SameTree)
}

// sameMessage compares two messages field by field. An absent scalar equals its zero value, as in proto3.
func sameMessage(a, b protoreflect.Message) bool {
	if a.Descriptor() != b.Descriptor() {
		return false
	}
	same, fields := true, 0
	a.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if isPlace(fd) {
			return true
		}
		fields++
		same = b.Has(fd) && sameValue(fd, v, b.Get(fd))
		return same
	})
	if !same {
		return false
	}
	b.Range(func(fd protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if !isPlace(fd) {
			fields--
		}
		return true
	})
	return fields == 0
}

func sameValue(fd protoreflect.FieldDescriptor, a, b protoreflect.Value) bool {
	switch {
	case fd.IsList():
		x, y := a.List(), b.List()
		if x.Len() != y.Len() {
			return false
		}
		for i := 0; i < x.Len(); i++ {
			if fd.Kind() == protoreflect.MessageKind {
				if !sameSub(x.Get(i).Message(), y.Get(i).Message()) {
					return false
				}
			} else if !x.Get(i).Equal(y.Get(i)) {
				return false
			}
		}
		return true
	case fd.Kind() == protoreflect.MessageKind:
		return sameSub(a.Message(), b.Message())
	default:
		return a.Equal(b)
	}
}

func sameSub(a, b protoreflect.Message) bool {
	x, ok1 := a.Interface().(*pg.Node)
	y, ok2 := b.Interface().(*pg.Node)
	if ok1 && ok2 {
		return SameTree(x, y)
	}
	return sameMessage(a, b)
}

func isPlace(fd protoreflect.FieldDescriptor) bool {
	switch fd.Name() {
	case "location", "stmt_location", "stmt_len":
		return true
	}
	return false
}
