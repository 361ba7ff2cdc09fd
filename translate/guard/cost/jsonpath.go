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

// pathed are the functions whose second argument is a path, beside jsonb_path_….
var pathed = map[string]bool{"json_exists": true, "json_value": true, "json_query": true}

// paths reports a path that is not a literal, or does too much, in a call.
func (e *excesses) paths(name string, m *pg_query.FuncCall) {
	if !strings.HasPrefix(name, "jsonb_path_") && !pathed[name] || len(m.Args) < 2 {
		return
	}
	arg := m.Args[1]
	if !written(arg) {
		e.report(Size, name, "the path given to %s must be a literal", name)
		return
	}
	variables := len(m.Args) > 2 && !written(m.Args[2])
	e.path(name, literal(arg), variables)
	if len(m.Args) > 2 && strings.Contains(literal(arg), "?") && (!literalOrColumn(m.Args[2]) || len(literal(m.Args[2])) > maxLetters) {
		e.report(Size, name, "the variables given to %s must be a literal of at most %d characters, or a column", name, maxLetters)
	}
}

// written reports whether an expression is a literal.
func written(n *pg_query.Node) bool { return literalOrColumn(n) && !refers(n) }

func refers(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	return n.GetColumnRef() != nil
}

// castPath does so for a cast.
func (e *excesses) castPath(typ string, arg *pg_query.Node) {
	if typ != "jsonpath" {
		return
	}
	if !written(arg) {
		e.report(Size, typ, "only a literal may be cast to jsonpath")
	}
	e.path(typ, literal(arg), false)
}

// path reports a path that visits the same values again and again. It is not parsed: what stands in its strings
// counts, too. variables says that it may be given lists.
func (e *excesses) path(name, text string, variables bool) {
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
	case pairs(text, variables):
		e.report(Size, name, "a path may compare a part with a constant only, because it compares each of one list with each of another: begin it with strict")
	}
}

var (
	quotedText = regexp.MustCompile(`"[^"]*"`)
	compares   = regexp.MustCompile(`==|!=|<>|<=|>=|<|>`)
	beginsWith = regexp.MustCompile(`^\s*(?:-?[0-9.]|"|true\b|false\b|null\b)`)
	endsWith   = regexp.MustCompile(`(?:^|[^.\w"\s$@])\s*(?:-?[0-9.]+|""|true|false|null)\s*$`)
	variable   = regexp.MustCompile(`^\s*\$[A-Za-z_]|(?:^|[^.\w"\s$@])\s*\$[A-Za-z_]\w*\s*$`)
)

// pairs reports a comparison of which neither side is a constant. Unless a path is strict, each side may be a list,
// whose elements are compared with each of the other: of two lists in one value those are as many as no timeout sees
// the end of.
func pairs(text string, variables bool) bool {
	if strings.HasPrefix(strings.TrimSpace(text), "strict") && strings.Count(text, "*")+len(spans.FindAllString(text, -1)) <= 1 {
		return false
	}
	if !strings.ContainsAny(text, "\\'") && !strings.Contains(text, "/*") {
		text = quotedText.ReplaceAllString(text, `""`) // what stands in a string compares nothing
	}
	for _, at := range compares.FindAllStringIndex(text, -1) {
		left, right := text[:at[0]], text[at[1]:]
		constant := beginsWith.MatchString(right) || endsWith.MatchString(left) ||
			!variables && (variable.MatchString(right) || variable.MatchString(left))
		if !constant {
			return true
		}
	}
	return false
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
