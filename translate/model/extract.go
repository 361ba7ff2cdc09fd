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
// almost valid. Of several objects it takes the last one that has one of the first strongKeys keys, because models
// correct themselves at the end. Without such an object it takes the one with the earliest of the other keys. whole
// reports whether an object whose final closing brackets are missing is complete otherwise; a nil whole means that no
// such object is.
func object(text string, whole func(json.RawMessage) bool, keys ...string) (json.RawMessage, error) {
	if len(text) > maxText {
		return nil, nonsense("the answer is longer than 256 KiB")
	}
	text, err := unthink(text)
	var found json.RawMessage
	rank, last := len(keys), ""
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
		case (m.end < 0 || m.missing > 0 && !(whole != nil && whole(json.RawMessage(m.json)))) && begun(text[i+1:]):
			// The search does not continue inside: a part of a plan can look like a whole plan.
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
		if inner := unwrap(probe, keys, maxWraps); inner != nil {
			probe = nil
			if json.Unmarshal(inner, &probe) != nil {
				continue
			}
			one = inner
		}
		switch at := first(probe, keys); {
		case at < len(keys) && (at <= rank || at < strongKeys):
			found, rank, last = one, at, part
		case found == nil:
			why = "the JSON has none of the fields " + strings.Join(keys[:min(len(keys), strongKeys)], ", ")
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

// strongKeys is the number of keys, counted from the first, that mark a complete answer. The remaining keys count
// only when none of these is found. Error messages name the first strongKeys keys.
const strongKeys = 3

// begun reports whether the text after a brace is the beginning of an object rather than prose.
func begun(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	return rest != "" && (rest[0] == '"' || rest[0] == '\'' || strings.HasPrefix(rest, "“"))
}

// first returns the index of the first of the keys that an object has; len(keys) when it has none.
func first(m map[string]json.RawMessage, keys []string) int {
	for i, k := range keys {
		if _, ok := m[k]; ok {
			return i
		}
	}
	return len(keys)
}

// wrappers lists the members in which some models and endpoints put an answer that should stand alone, because they
// were made to call functions.
var wrappers = []string{"arguments", "parameters", "input", "function", "tool_calls", "response", "answer", "result", "output"}

// maxWraps bounds how deep unwrap searches for an answer.
const maxWraps = 4

// unwrap returns the answer inside an object that wraps it: a member named in wrappers that holds the answer as an
// object, as text, or as the first element of a list. It returns nil when there is none, or when the object itself is
// the answer.
func unwrap(m map[string]json.RawMessage, keys []string, depth int) json.RawMessage {
	if depth == 0 || first(m, keys) < len(keys) {
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
		if first(inner, keys) < len(keys) {
			return raw
		}
		if found := unwrap(inner, keys, depth-1); found != nil {
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
	if first := strings.Fields(body[:min(len(body), len("select "))]); len(first) > 0 && (strings.EqualFold(first[0], "select") || strings.EqualFold(first[0], "with")) {
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
