package model

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
)

// Bounds on the search for JSON.
const (
	maxText   = 256 << 10
	maxDepth  = 64 // of nested JSON
	maxStarts = 64 // places where an object might begin
)

// object finds the JSON object of an answer among other text: reasoning, prose, code fences. It repairs JSON that is
// almost valid. Of several objects it takes the last one that has one of the answer's fields, because models correct
// themselves at the end.
func object(text string) (json.RawMessage, error) {
	if len(text) > maxText {
		return nil, nonsense("the answer is longer than 256 KiB")
	}
	text, err := unthink(text)
	var found json.RawMessage
	last := ""
	why := "the answer holds no JSON object"
	for starts := 0; starts < maxStarts; starts++ {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			break
		}
		m := mend(text[i:])
		switch {
		case m.deepest > maxDepth:
			return nil, nonsense("the JSON is nested too deeply")
		case (m.end < 0 || m.missing > 0 && !whole(json.RawMessage(m.json))) && begun(text[i+1:]):
			// The search does not continue inside: a part of an answer can look like a whole one.
			return nil, nonsense("the JSON ends before it is complete, after: " + clip(text[max(i, len(text)-80):], 80))
		case m.end < 0 || m.missing > 0 && !begun(text[i+1:]): // a single brace in prose
			text = text[i+1:]
			continue
		}
		part := text[i : i+m.end]
		text = text[i+m.end:]
		var probe map[string]json.RawMessage
		if err := json.Unmarshal([]byte(m.json), &probe); err != nil {
			why = "the JSON is not valid: " + err.Error() + around(m.json, err)
			continue
		}
		one := json.RawMessage(m.json)
		if inner := unwrap(probe, maxWraps); inner != nil {
			if probe, one = nil, inner; json.Unmarshal(inner, &probe) != nil {
				continue
			}
		}
		switch {
		case answers(probe):
			found, last = one, part
		case found == nil:
			why = "the JSON has none of the fields decision, sql"
		}
	}
	if err != nil && (found == nil || strings.Trim(text, " \t\r\n`") != "" || last == "") {
		return nil, err
	}
	if found == nil {
		return nil, nonsense(why)
	}
	return found, nil
}

// begun reports whether the text after a brace is the beginning of an object rather than prose.
func begun(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	return rest != "" && (rest[0] == '"' || rest[0] == '\'' || strings.HasPrefix(rest, "“"))
}

// answers reports whether an object has a field by which an answer is recognised.
func answers(m map[string]json.RawMessage) bool {
	for name := range m {
		if f := fieldOf(name); f == "decision" || f == "sql" {
			return true
		}
	}
	return false
}

// wrappers lists the members in which some models and endpoints put an answer that should stand alone, because they
// were made to call functions.
var wrappers = []string{"arguments", "parameters", "input", "function", "tool_calls", "response", "answer", "result", "output"}

// maxWraps bounds how deep unwrap searches for an answer.
const maxWraps = 4

// unwrap returns the answer inside an object that wraps it: a member named in wrappers that holds the answer as an
// object, as text, or as the first element of a list. It returns nil when there is none, or when the object itself is
// the answer.
func unwrap(m map[string]json.RawMessage, depth int) json.RawMessage {
	if depth == 0 || answers(m) {
		return nil
	}
	names := wrappers
	for name := range m {
		if len(m) == 1 {
			names = []string{name} // any name will do
		}
	}
	for _, name := range names {
		raw, ok := m[name]
		if !ok {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) == nil {
			raw = json.RawMessage(text)
		}
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
			raw = list[0]
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(raw, &inner) != nil {
			continue
		}
		if answers(inner) {
			return raw
		}
		if found := unwrap(inner, depth-1); found != nil {
			return found
		}
	}
	return nil
}

// around quotes the text near the place of a syntax error.
func around(text string, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return ""
	}
	at := min(int(syntax.Offset), len(text))
	return ", near: " + clip(text[max(0, at-40):min(len(text), at+20)], 80)
}

// unthink removes the reasoning that a model wrote before its answer. Some templates omit the opening tag. When the
// reasoning has no end, it returns the text with an error: the last part of the text may still be an answer.
func unthink(text string) (string, error) {
	for _, tag := range []string{"think", "thinking", "reasoning"} {
		if i := strings.LastIndex(text, "</"+tag+">"); i >= 0 {
			text = text[i+len(tag)+3:]
		} else if strings.HasPrefix(strings.TrimSpace(text), "<"+tag+">") {
			return text, nonsense("the answer ends before the thinking does")
		}
	}
	return text, nil
}

// fencedSQL returns the SQL statement in an answer that ignored the request for JSON; "" when there is none.
func fencedSQL(text string) string {
	text, err := unthink(text)
	if err != nil {
		return ""
	}
	if i := strings.LastIndex(text, "```sql"); i >= 0 {
		body, _, closed := strings.Cut(text[i+len("```sql"):], "```")
		if closed {
			return statement(body)
		}
		return ""
	}
	body := statement(text)
	if first := strings.Fields(body[:min(len(body), len("select "))]); len(first) > 0 &&
		(strings.EqualFold(first[0], "select") || strings.EqualFold(first[0], "with")) {
		return body
	}
	return ""
}

// begins is where a statement begins on a line of its own.
var begins = regexp.MustCompile(`(?im)^[ \t]*(select\s|with\s+(recursive\s+)?["\w]+\s*(\([^)]*\)\s*)?as\s)`)

// behindJSON returns the statement that stands after an answer's JSON instead of in it; "" when there is none.
func behindJSON(text string) string {
	if sql := fencedSQL(text); sql != "" {
		return sql
	}
	at := begins.FindStringIndex(text)
	if at == nil {
		return ""
	}
	body, _, _ := strings.Cut(text[at[0]:], "```")
	body, _, _ = strings.Cut(body, ";\n")
	return statement(body)
}

// statement removes what models put around an SQL statement.
func statement(text string) string {
	text = strings.TrimSpace(text)
	for _, fence := range []string{"```sql", "```", "`"} {
		if rest, ok := strings.CutPrefix(text, fence); ok {
			text = strings.TrimRight(strings.TrimSpace(rest), "`")
			break
		}
	}
	return strings.TrimRight(strings.TrimSpace(text), "; \t\r\n")
}
