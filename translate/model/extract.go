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
// the last that has one of the keys, since models that correct themselves do so afterwards. It mends trailing commas and
// bare line breaks in strings.
func object(text string, keys ...string) (json.RawMessage, error) {
	if len(text) > maxText {
		return nil, nonsense("the answer is longer than 256 KiB")
	}
	text, err := unthink(text)
	if err != nil {
		return nil, err
	}
	var found json.RawMessage
	why := "the answer holds no JSON object"
	for starts := 0; starts < maxStarts; starts++ {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			break
		}
		mended, end, depth := scan(text[i:])
		switch {
		case depth > maxDepth:
			return nil, nonsense("the JSON is nested too deeply")
		case end < 0 && strings.HasPrefix(strings.TrimLeft(text[i+1:], " \t\r\n"), `"`):
			// Never look inside: a part of a plan can pass for a whole one.
			return nil, nonsense("the JSON ends before it is complete, after: " + clip(text[max(i, len(text)-80):], 80))
		case end < 0: // a lone brace in prose
			text = text[i+1:]
			continue
		}
		whole := text[i : i+end]
		text = text[i+end:]
		var probe map[string]json.RawMessage
		if err := json.Unmarshal([]byte(mended), &probe); err != nil {
			why = "the JSON is not valid: " + err.Error() + around(whole, err)
			continue
		}
		if inner := unwrap(probe, keys, maxWraps); inner != nil {
			found = inner
		} else if has(probe, keys) {
			found = json.RawMessage(mended)
		} else if found == nil {
			why = "the JSON has none of the fields " + strings.Join(keys, ", ")
		}
	}
	if found == nil {
		return nil, nonsense(why)
	}
	return found, nil
}

// wrappers are the members under which models that were trained to call functions, or endpoints that make them do so, put an
// answer that should have stood alone.
var wrappers = []string{"arguments", "parameters", "input", "function", "tool_calls", "response", "answer", "result", "output"}

// maxWraps bounds how deep an answer is looked for.
const maxWraps = 4

// unwrap finds the answer in an object that is not one but wraps it: in a member with one of those names, which holds it as an
// object, as text, or as the first of a list. Nil: there is none, or the object is itself the answer.
func unwrap(m map[string]json.RawMessage, keys []string, depth int) json.RawMessage {
	if depth == 0 || has(m, keys) {
		return nil
	}
	for _, name := range wrappers {
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
		if has(inner, keys) {
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

func has(m map[string]json.RawMessage, keys []string) bool {
	for _, k := range keys {
		if _, ok := m[k]; ok {
			return true
		}
	}
	return false
}

// unthink drops what a model thought aloud before its answer. Some templates swallow the opening tag.
func unthink(text string) (string, error) {
	for _, tag := range []string{"think", "thinking", "reasoning"} {
		if i := strings.LastIndex(text, "</"+tag+">"); i >= 0 {
			text = text[i+len(tag)+3:]
		} else if strings.HasPrefix(strings.TrimSpace(text), "<"+tag+">") {
			return "", nonsense("the answer ends before the thinking does")
		}
	}
	return text, nil
}

// scan reads the object at the beginning of text. end is where it ends, -1 when it does not; mended is its text without
// commas before closing brackets and without bare control characters in strings.
func scan(text string) (mended string, end, deepest int) {
	var b strings.Builder
	depth, inString, comma := 0, false, false
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if inString {
			switch {
			case ch == '\\' && i+1 < len(text):
				b.WriteByte(ch)
				i++
				ch = text[i]
			case ch == '"':
				inString = false
			case ch == '\n':
				b.WriteString(`\n`)
				continue
			case ch < ' ':
				b.WriteByte(' ')
				continue
			}
			b.WriteByte(ch)
			continue
		}
		if ch == ' ' || ch == '\t' || ch == '\r' || ch == '\n' {
			b.WriteByte(ch)
			continue
		}
		if comma && ch != '}' && ch != ']' {
			b.WriteByte(',')
		}
		if comma = ch == ','; comma {
			continue
		}
		b.WriteByte(ch)
		switch ch {
		case '"':
			inString = true
		case '{', '[':
			if depth++; depth > maxDepth {
				return "", -1, depth
			}
			deepest = max(deepest, depth)
		case '}', ']':
			if depth--; depth == 0 {
				return b.String(), i + 1, deepest
			}
		}
	}
	return "", -1, deepest
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
	switch first, _, _ := strings.Cut(strings.ToUpper(body), " "); strings.TrimSpace(first) {
	case "SELECT", "WITH":
		return body
	}
	return ""
}

// statement trims what models put around SQL.
func statement(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```sql"); ok {
		text = rest
	}
	return strings.TrimRight(strings.TrimSpace(strings.Trim(text, "`")), "; \t\r\n")
}
