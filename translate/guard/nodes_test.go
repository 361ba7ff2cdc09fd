package guard

import (
	"os"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// TestClosedList compares the closed list with every node type that the library has. A type that is in neither list of
// testdata/nodes.txt is new: somebody has to judge it.
func TestClosedList(t *testing.T) {
	t.Parallel()
	judged := nodeLists(t)
	fields := (&pg_query.Node{}).ProtoReflect().Descriptor().Oneofs().Get(0).Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		name := string(f.Message().Name())
		n := &pg_query.Node{}
		n.ProtoReflect().Set(f, n.ProtoReflect().NewField(f))
		_, stillWrapped := inner(n).(*pg_query.Node)
		switch judged[name] {
		case "allowed":
			if stillWrapped {
				t.Errorf("%s should be allowed, and is not", name)
			} else if !children(inner(n), func(any) {}) {
				t.Errorf("%s is taken out of its envelope, but its fields are not known", name)
			}
		case "bare":
			if m := newMessage(name); !stillWrapped || !children(m, func(any) {}) {
				t.Errorf("%s should be known outside an envelope only", name)
			}
		case "denied":
			if !stillWrapped || children(inner(n), func(any) {}) {
				t.Errorf("%s should be denied, and is not", name)
			}
			if f := deny(inner(n)); f == nil || f.why == "" {
				t.Errorf("%s is refused without a reason", name)
			}
		default:
			t.Errorf("%s is neither allowed nor denied", name)
		}
		delete(judged, name)
	}
	for name := range judged {
		t.Errorf("%s is judged, but is no node type", name)
	}
}

// nodeLists reads testdata/nodes.txt: a heading, then names.
func nodeLists(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/nodes.txt")
	if err != nil {
		t.Fatal(err)
	}
	judged := make(map[string]string)
	heading := ""
	for line := range strings.SplitSeq(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "["):
			heading = strings.Trim(line, "[]")
		default:
			for _, name := range strings.Fields(line) {
				if judged[name] != "" {
					t.Errorf("%s is listed twice", name)
				}
				judged[name] = heading
			}
		}
	}
	return judged
}

// newMessage makes an empty message of a node type.
func newMessage(name string) any {
	n := (&pg_query.Node{}).ProtoReflect()
	fields := n.Descriptor().Oneofs().Get(0).Fields()
	for i := range fields.Len() {
		if f := fields.Get(i); string(f.Message().Name()) == name {
			return n.NewField(f).Message().Interface()
		}
	}
	return nil
}

// TestEveryFieldWalked puts a forbidden node into every field of every allowed message, one at a time, and demands that
// the walk meets it.
func TestEveryFieldWalked(t *testing.T) {
	t.Parallel()
	fields := 0
	for name, verdict := range nodeLists(t) {
		if verdict == "denied" {
			continue
		}
		m, ok := newMessage(name).(proto.Message)
		if !ok {
			t.Errorf("cannot make a %s", name)
			continue
		}
		desc := m.ProtoReflect().Descriptor()
		for i := range desc.Fields().Len() {
			f := desc.Fields().Get(i)
			if f.Message() == nil || f.ContainingOneof() != nil {
				continue // numbers and texts; and the constant inside an A_Const, which is a leaf
			}
			fields++
			one := m.ProtoReflect().New()
			plant(one, f)
			met := false
			children(one.Interface(), func(any) { met = true })
			if !met {
				t.Errorf("%s.%s is not walked", name, f.Name())
			}
		}
	}
	if fields < 100 {
		t.Errorf("only %d fields were tried", fields)
	}
}

// plant sets a field to a parameter reference, or to an empty message when the field has a type of its own.
func plant(m protoreflect.Message, f protoreflect.FieldDescriptor) {
	forbidden := &pg_query.Node{Node: &pg_query.Node_ParamRef{ParamRef: &pg_query.ParamRef{Number: 1}}}
	switch {
	case f.IsList() && f.Message().Name() == "Node":
		m.Mutable(f).List().Append(protoreflect.ValueOfMessage(forbidden.ProtoReflect()))
	case f.Message().Name() == "Node":
		m.Set(f, protoreflect.ValueOfMessage(forbidden.ProtoReflect()))
	default:
		m.Mutable(f)
	}
}

// TestPositionsCleared sets every number called a location and demands that clearing leaves none.
func TestPositionsCleared(t *testing.T) {
	t.Parallel()
	for name, verdict := range nodeLists(t) {
		m, ok := newMessage(name).(proto.Message)
		if verdict == "denied" || !ok {
			continue
		}
		f := m.ProtoReflect().Descriptor().Fields().ByName("location")
		if f == nil {
			continue
		}
		one := m.ProtoReflect().New()
		one.Set(f, protoreflect.ValueOfInt32(7))
		clearPositions(one.Interface())
		if got := one.Get(f).Int(); got != 0 {
			t.Errorf("%s.location is %d after clearing", name, got)
		}
	}
}
