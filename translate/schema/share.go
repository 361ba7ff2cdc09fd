package schema

import "fmt"

// Level determines which parts of a schema may be sent to a model.
type Level byte

// The levels, as the setting `share` names them.
const (
	NamesAndComments Level = iota // names, types, keys, enum labels, comments, how text columns write dates; the default
	Names                         // names, types, keys, enum labels
	Values                        // with comments and common values
)

// ParseLevel reads names, names+comments or values.
func ParseLevel(s string) (Level, error) {
	switch s {
	case "names+comments", "":
		return NamesAndComments, nil
	case "names":
		return Names, nil
	case "values":
		return Values, nil
	}
	return 0, fmt.Errorf("%q is not names, names+comments or values", s)
}

// Share determines which parts of a schema a model may see.
type Share struct {
	Level Level
}
