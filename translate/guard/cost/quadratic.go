package cost

import pg_query "github.com/pganalyze/pg_query_go/v5"

// The calls refused here run for hours on values that a statement can collect in a second, and the server checks for
// neither a cancel nor a timeout meanwhile. Each was measured: a timeout of half a second ended it after minutes, or
// not at all.
const (
	maxSought   = 1e10   // length of a text times the length of the text searched for in it, in bytes
	maxComposed = 50_000 // bytes of a text in which each character is compared with others
	maxLetters  = 1_000  // characters that a call may compare with each character of a text
)

// containments lists operators that compare each element of one list with each of another.
var containments = []string{"@>", "<@", "&&"}

// searchers lists functions that search for their second argument in the first. In the worst case they compare every
// part of the first with the whole second.
var searchers = set("strpos", "position", "replace", "split_part", "string_to_array", "string_to_table")

// letters maps a function to the position of the argument that holds characters to look for.
var letters = map[string]int{"translate": 1, "btrim": 1, "ltrim": 1, "rtrim": 1}

// endless reports a call that takes quadratic time in the length of a text that the statement composes.
func (e *excesses) endless(name string, m *pg_query.FuncCall, args *parts) {
	at := 0
	switch {
	case searchers[name] && len(m.Args) > 1:
		text, sought := args.at(0), args.at(1)
		if times(text.bytes, sought.bytes) > maxSought || text.gathered && sought.gathered {
			e.report(Size, name, "%s looks for one text that the statement composes in another: too much work that cannot be cancelled", name)
		}
		return
	case name == "polygon" || name == "path":
		if len(m.Args) == 1 { // path(text) is also a cast, although a function path(polygon) exists
			e.geometry(name, m.Args[0], args.at(0))
			return
		}
	case name == "normalize", name == "is_normalized":
	case letters[name] > 0:
		if at = letters[name]; len(m.Args) > at && m.Args[at].GetColumnRef() == nil &&
			(!literalOrColumn(m.Args[at]) || len(literal(m.Args[at])) > maxLetters) {
			e.report(Size, name, "the characters given to %s must be a literal of at most %d, or a column", name, maxLetters)
			return
		}
	default:
		return
	}
	if len(m.Args) > at {
		e.composed(name, args.at(at))
	}
}

// composed reports a long text that the statement has collected or concatenated.
func (e *excesses) composed(name string, v value) {
	if v.bytes > maxComposed || v.gathered {
		e.report(Size, name, "%s of a text that the statement collects or composes cannot be cancelled", name)
	}
}

// geometry reports a polygon or path made of computed text: comparing two with thousands of points takes hours.
func (e *excesses) geometry(typ string, arg *pg_query.Node, v value) {
	if typ != "polygon" && typ != "path" {
		return
	}
	if !literalOrColumn(arg) {
		e.report(Size, typ, "only a literal or a column may be cast to %s", typ)
	}
	e.composed(typ, v)
}

// literalOrColumn reports whether a node is a literal or a column, also below a cast.
func literalOrColumn(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n.GetAConst() != nil || n.GetColumnRef() != nil
}
