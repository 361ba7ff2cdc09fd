package cost

import (
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// What a path of jsonb may do, which may otherwise make any number of values of a small one.
const (
	maxDescents   = 1  // **
	maxUnpacks    = 1  // keyvalue()
	maxSubscripts = 20 // the product of the numbers of subscripts in each [a, b, c]
)

// spans matches the word in [0 to 9].
var spans = regexp.MustCompile(`(?i)(?:^|[^a-z_])to\b`)

// paths reports a path that is not a literal, or does too much, in a call.
func (e *excesses) paths(name string, m *pg_query.FuncCall) {
	if !strings.HasPrefix(name, "jsonb_path_") || len(m.Args) < 2 {
		return
	}
	arg := m.Args[1]
	if named := arg.GetNamedArgExpr(); named != nil || !literalOrColumn(arg) {
		e.report(Size, name, "the path given to %s must be a literal", name)
		return
	}
	e.path(name, literal(arg))
	if len(m.Args) > 2 && strings.Contains(literal(arg), "?") && (!literalOrColumn(m.Args[2]) || len(literal(m.Args[2])) > maxLetters) {
		e.report(Size, name, "the variables given to %s must be a literal of at most %d characters, or a column", name, maxLetters)
	}
}

// castPath does so for a cast.
func (e *excesses) castPath(typ string, arg *pg_query.Node) {
	if typ != "jsonpath" {
		return
	}
	if !literalOrColumn(arg) || arg.GetColumnRef() != nil {
		e.report(Size, typ, "only a literal may be cast to jsonpath")
	}
	e.path(typ, literal(arg))
}

// path reports a path that visits the same values again and again. It is not parsed: what stands in its strings counts, too.
func (e *excesses) path(name, text string) {
	subscripts := 1.0
	for i, part := range strings.Split(text, "[") {
		if inside, _, _ := strings.Cut(part, "]"); i > 0 {
			subscripts *= float64(1 + strings.Count(inside, ","))
		}
	}
	_, filter, _ := strings.Cut(text, "?")
	switch {
	case strings.Count(text, "**") > maxDescents:
		e.report(Size, name, "a path may hold ** once")
	case strings.Count(text, "keyvalue") > maxUnpacks:
		e.report(Size, name, "a path may hold keyvalue() once")
	case strings.Contains(text, `\u`) || strings.Contains(text, `\x`):
		e.report(Size, name, "a path may not write characters as escapes")
	case subscripts > maxSubscripts:
		e.report(Size, name, "the subscripts in a path make over %d combinations", maxSubscripts)
	case rootInside(filter):
		e.report(Size, name, "a condition in a path may not look at $, because it would visit all of the value for each part of it")
	case strings.Count(filter, "*")+len(spans.FindAllString(filter, -1)) > 1:
		e.report(Size, name, "a condition in a path may visit the parts of one list only")
	}
}

// rootInside reports whether a condition names the whole value, as $, and not as a variable.
func rootInside(filter string) bool {
	for {
		_, rest, found := strings.Cut(filter, "$")
		if !found {
			return false
		}
		if rest == "" || !('a' <= rest[0] && rest[0] <= 'z' || 'A' <= rest[0] && rest[0] <= 'Z' || rest[0] == '_') {
			return true
		}
		filter = rest
	}
}
