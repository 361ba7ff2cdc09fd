package guard

import (
	"bytes"
	"sync"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// wireShape is what is known of a message of a serialised parse tree: which of its fields are positions in the text,
// and which are messages. Comparing the bytes with its help takes a fraction of the time of making trees of them.
type wireShape struct {
	positions []bool // by the number of the field
	messages  []*wireShape
}

// resultShape is the shape of a whole parse result.
var resultShape = sync.OnceValue(func() *wireShape {
	made := map[protoreflect.FullName]*wireShape{}
	var shapeOf func(d protoreflect.MessageDescriptor) *wireShape
	shapeOf = func(d protoreflect.MessageDescriptor) *wireShape {
		if s := made[d.FullName()]; s != nil {
			return s
		}
		last := protowire.Number(0)
		for i := range d.Fields().Len() {
			last = max(last, d.Fields().Get(i).Number())
		}
		s := &wireShape{positions: make([]bool, last+1), messages: make([]*wireShape, last+1)}
		made[d.FullName()] = s
		for i := range d.Fields().Len() {
			f := d.Fields().Get(i)
			switch name := f.Name(); {
			case name == "location", name == "stmt_location", name == "stmt_len":
				s.positions[f.Number()] = f.Kind() == protoreflect.Int32Kind && !f.IsList()
			case f.Message() != nil:
				s.messages[f.Number()] = shapeOf(f.Message())
			}
		}
		return s
	}
	return shapeOf((&pg_query.ParseResult{}).ProtoReflect().Descriptor())
})

// same reports whether two serialised messages of this shape are the same but for positions. What it cannot read
// differs. Both come with their fields in order; were that not so, they would be taken to differ, too.
func (s *wireShape) same(a, b []byte) bool {
	for {
		numberA, typeA, valueA, restA, okA := s.next(a)
		numberB, typeB, valueB, restB, okB := s.next(b)
		if !okA || !okB || numberA != numberB || typeA != typeB {
			return false
		}
		if numberA == 0 {
			return true
		}
		a, b = restA, restB
		var sub *wireShape
		if int(numberA) < len(s.messages) {
			sub = s.messages[numberA]
		}
		if sub == nil || typeA != protowire.BytesType {
			if !bytes.Equal(valueA, valueB) {
				return false
			}
			continue
		}
		insideA, readA := protowire.ConsumeBytes(valueA)
		insideB, readB := protowire.ConsumeBytes(valueB)
		if readA < 0 || readB < 0 || !sub.same(insideA, insideB) {
			return false
		}
	}
}

// next returns the first field that is no position, its value as it is written, and what comes after it; the number 0
// at the end.
func (s *wireShape) next(data []byte) (number protowire.Number, kind protowire.Type, value, rest []byte, ok bool) {
	for len(data) > 0 {
		number, kind, tag := protowire.ConsumeTag(data)
		if tag < 0 {
			return 0, 0, nil, nil, false
		}
		length := protowire.ConsumeFieldValue(number, kind, data[tag:])
		if length < 0 {
			return 0, 0, nil, nil, false
		}
		value, data = data[tag:tag+length], data[tag+length:]
		if int(number) >= len(s.positions) || !s.positions[number] {
			return number, kind, value, data, true
		}
	}
	return 0, 0, nil, nil, true
}
