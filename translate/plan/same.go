package plan

import (
	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Equal says that two expressions are the same tree, wherever in a text they stood.
func Equal(a, b Expr) bool {
	if a.node == nil || b.node == nil {
		return a.node == b.node
	}
	return sameTree(a.node, b.node)
}

// sameTree compares two parse trees without the places in the text that they remember.
func sameTree(a, b *pg.Node) bool {
	return sameMessage(a.ProtoReflect(), b.ProtoReflect())
}

// sameMessage compares field by field. A scalar that is absent equals its zero, as everywhere in proto3.
func sameMessage(a, b protoreflect.Message) bool {
	if a.Descriptor() != b.Descriptor() {
		return false
	}
	same, fields := true, 0
	a.Range(func(fd protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if place(fd) {
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
		if !place(fd) {
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
				if !sameMessage(x.Get(i).Message(), y.Get(i).Message()) {
					return false
				}
			} else if !x.Get(i).Equal(y.Get(i)) {
				return false
			}
		}
		return true
	case fd.Kind() == protoreflect.MessageKind:
		return sameMessage(a.Message(), b.Message())
	default:
		return a.Equal(b)
	}
}

func place(fd protoreflect.FieldDescriptor) bool {
	switch fd.Name() {
	case "location", "stmt_location", "stmt_len":
		return true
	}
	return false
}
