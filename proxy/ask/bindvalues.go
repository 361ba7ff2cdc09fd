package ask

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/pgask/pgask/proxy/recognise"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// Type OIDs of text, whose binary form is the text itself, and of parameters that nobody has given a type.
const (
	oidUnspecified = 0
	oidUnknown     = 705
	oidName        = 19
	oidText        = 25
	oidBpchar      = 1042
	oidVarchar     = 1043
)

// parseTypes returns the parameter types that a Parse declares.
func parseTypes(parse []byte) []uint32 {
	_, rest, _ := bytes.Cut(parse[wire.HeaderLen:], []byte{0})
	_, rest, _ = bytes.Cut(rest, []byte{0})
	if len(rest) < 2 {
		return nil
	}
	n := int(binary.BigEndian.Uint16(rest))
	var types []uint32
	for rest = rest[2:]; len(rest) >= 4 && len(types) < n; rest = rest[4:] {
		types = append(types, binary.BigEndian.Uint32(rest))
	}
	return types
}

// declare makes text of those parameters that are a part of a question: the statement that the question becomes does
// not hold them any more, and the server wants a type of each.
func declare(types []uint32, questions []recognise.Question) ([]uint32, error) {
	out := append([]uint32{}, types...)
	for _, q := range questions {
		for _, n := range q.Params() {
			for len(out) < n {
				out = append(out, oidUnspecified)
			}
			switch out[n-1] {
			case oidUnspecified, oidUnknown:
				out[n-1] = oidText
			case oidText, oidVarchar, oidBpchar, oidName:
			default:
				return nil, &translate.Error{Code: translate.CodeForm,
					Message: fmt.Sprintf("a question must be text, and the client says that $%d is not", n),
					Hint:    "Pass it as a string."}
			}
		}
	}
	return out, nil
}

// boundValues returns the parameter values of a Bind as they were sent; NULL is nil. ok is false for a malformed
// Bind, which is left to the server to refuse.
func boundValues(bind []byte) (values [][]byte, ok bool) {
	_, rest, found := bytes.Cut(bind[wire.HeaderLen:], []byte{0})
	_, rest, found2 := bytes.Cut(rest, []byte{0})
	if !found || !found2 || len(rest) < 2 {
		return nil, false
	}
	formats := 2 * int(binary.BigEndian.Uint16(rest))
	if len(rest) < 2+formats+2 {
		return nil, false
	}
	rest = rest[2+formats:]
	n := int(binary.BigEndian.Uint16(rest))
	rest = rest[2:]
	for range n {
		if len(rest) < 4 {
			return nil, false
		}
		size := int32(binary.BigEndian.Uint32(rest))
		rest = rest[4:]
		switch {
		case size == -1:
			values = append(values, nil)
		case size < 0 || int64(size) > int64(len(rest)):
			return nil, false
		default:
			values = append(values, rest[:size:size])
			rest = rest[size:]
		}
	}
	return values, true
}

// questionValues returns the values of the parameters that are part of a question, by parameter number.
func questionValues(questions []recognise.Question, values [][]byte, c wire.Charset) (map[int]string, error) {
	texts := map[int]string{}
	for _, q := range questions {
		for _, n := range q.Params() {
			switch {
			case n > len(values):
				return nil, &translate.Error{Code: wire.CodeProtocol,
					Message: fmt.Sprintf("bind message supplies %d parameters, but $%d is a question", len(values), n)}
			case values[n-1] == nil:
				return nil, &translate.Error{Code: translate.CodeForm,
					Message: fmt.Sprintf("the question, $%d, is NULL", n), Hint: "Pass the question as a string."}
			}
			texts[n] = c.Read(values[n-1])
		}
	}
	return texts, nil
}
