package model

import (
	"encoding/json"
	"errors"
	"strings"
)

// Bounds on what is looked at.
const (
	maxText   = 256 << 10
	maxDepth  = 64 // of JSON
	maxStarts = 64 // places where an object might begin
)

// object finds the JSON object of an answer in whatever surrounds it: thoughts, prose, code fences. Of several it takes
// the last that has one of the keys, since models that correct themselves do so afterwards, but none that has only a later key
// over one that has an earlier. What is not quite JSON is mended. whole says whether an object whose last closing brackets are
// missing has all that it needs; nil: none has.
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
			// Never look inside: a part of a plan can pass for a whole one.
			return nil, nonsense("the JSON ends before it is complete, after: " + clip(text[max(i, len(text)-80):], 80))
		case m.end < 0 || m.missing > 0 && !begun(text[i+1:]): // a lone brace in prose
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

// strongKeys is how many of the keys mark a whole answer; the others do where nothing better is found. A complaint names the
// former.
const strongKeys = 3

// begun says whether what follows a brace is the beginning of an object, and no prose.
func begun(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	return rest != "" && (rest[0] == '"' || rest[0] == '\'' || strings.HasPrefix(rest, "“"))
}

// first is the place of the first of the keys that an object has; their number when it has none.
func first(m map[string]json.RawMessage, keys []string) int {
	for i, k := range keys {
		if _, ok := m[k]; ok {
			return i
		}
	}
	return len(keys)
}

// wrappers are the members under which models that were trained to call functions, or endpoints that make them do so, put an
// answer that should have stood alone.
var wrappers = []string{"arguments", "parameters", "input", "function", "tool_calls", "response", "answer", "result", "output"}

// maxWraps bounds how deep an answer is looked for.
const maxWraps = 4

// unwrap finds the answer in an object that is not one but wraps it: in a member with one of those names, which holds it as an
// object, as text, or as the first of a list. Nil: there is none, or the object is itself the answer.
func unwrap(m map[string]json.RawMessage, keys []string, depth int) json.RawMessage {
	if depth == 0 || first(m, keys) < len(keys) {
		return nil
	}
	names := wrappers
	for name := range m {
		if len(m) == 1 {
			names = []string{name} // whatever it is called
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

// around quotes the place that a syntax error is about.
func around(text string, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return ""
	}
	at := min(int(syntax.Offset), len(text))
	return ", near: " + clip(text[max(0, at-40):min(len(text), at+20)], 80)
}

// unthink drops what a model thought aloud before its answer. Some templates swallow the opening tag. With the error that the
// thinking does not end comes the text: an answer that is the last of it may be one.
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

// fencedSQL finds the statement of an answer that ignored the request for JSON.
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

// statement trims what models put around SQL.
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
