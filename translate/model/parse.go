package model

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Bounds on the parts of a draft. Longer parts are cut, or refused where a cut would change the query.
const (
	maxSentence    = 1000
	maxAmbiguities = 5
	maxOptions     = 10
	maxSentences   = 20
	maxSQL         = 64 << 10
)

// envelope holds the fields of an answer.
type envelope struct {
	Reading     words               `json:"reading"`
	Decision    words               `json:"decision"`
	Reason      words               `json:"reason"`
	Ambiguities many[wireAmbiguity] `json:"ambiguities"`
	Assumptions many[words]         `json:"assumptions"`
	Confidence  json.RawMessage     `json:"confidence"`
	SQL         words               `json:"sql"`
	Missing     many[words]         `json:"missing"`
}

type wireAmbiguity struct {
	Kind     words        `json:"kind"`
	Phrase   words        `json:"phrase"`
	Question words        `json:"question"`
	Options  []wireOption `json:"options"`
}

type wireOption struct {
	Label   words `json:"label"`
	Meaning words `json:"meaning"`
	Schema  words `json:"schema"`
	Table   words `json:"table"`
	Column  words `json:"column"`
	Value   words `json:"value"`
}

// UnmarshalJSON also accepts a plain string, as small models write it, for the label.
func (o *wireOption) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &o.Label)
	}
	type bare wireOption
	return json.Unmarshal(data, (*bare)(o))
}

// words is a text that may also be written as a number, a boolean or null. An object or a list is an error.
type words string

// UnmarshalJSON implements json.Unmarshaler.
func (w *words) UnmarshalJSON(data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case nil:
		*w = ""
	case string:
		*w = words(v)
	case float64, bool:
		*w = words(strings.TrimSpace(string(data)))
	default:
		return fmt.Errorf("a text is wanted, not %s", clip(string(data), 60))
	}
	return nil
}

// many is a list that may also be written as its only element; "", {} and null give an empty list.
type many[T any] []T

// UnmarshalJSON implements json.Unmarshaler.
func (l *many[T]) UnmarshalJSON(data []byte) error {
	switch text := strings.TrimSpace(string(data)); {
	case text == "null" || text == `""` || text == "{}":
		*l = nil
		return nil
	case strings.HasPrefix(text, "["):
		return json.Unmarshal(data, (*[]T)(l))
	}
	var one T
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*l = many[T]{one}
	return nil
}

func (w words) sentence() string { return clip(string(w), maxSentence) }

// Parse reads a model's answer. Its error is ErrNonsense, worded for the next attempt, and names every wrong field.
// The Draft then still holds what could be read, at least Raw.
func Parse(text string) (Draft, error) {
	raw, err := object(text)
	if err != nil {
		raw, err = yamlAnswer(text, err)
	}
	if err != nil {
		if sql := fencedSQL(text); sql != "" && len(sql) <= maxSQL {
			return Draft{Decision: Proceed, Confidence: unsure, SQL: sql, Raw: sql}, nil
		}
		return Draft{Raw: cut(plain(text), maxDraft)}, err
	}
	d := Draft{Raw: string(raw)}
	e, err := readEnvelope(raw)
	if err != nil {
		return d, nonsense("the JSON has another shape than asked for: " + clip(misshapen(err), maxForeign))
	}
	d.Reading, d.Reason = e.Reading.sentence(), e.Reason.sentence()
	d.Assumptions = sentences(e.Assumptions)
	d.Ambiguities = ambiguities(e.Ambiguities)
	d.Confidence = confidence(e.Confidence)
	if d.Missing = sentences(e.Missing); len(d.Missing) > 0 && e.SQL == "" {
		d.Decision = Terminate // unless it gets what it asks for
		d.Reason = cmp.Or(d.Reason, "the model asks for "+strings.Join(d.Missing, ", "))
		return d, nil
	}
	if e.SQL == "" {
		if does, err := decision(string(e.Decision), false, len(d.Ambiguities) > 0); err == nil && does == Proceed {
			e.SQL = words(behindJSON(text))
		}
	}
	if d.Decision, err = decision(string(e.Decision), e.SQL != "", len(d.Ambiguities) > 0); err != nil {
		return d, err
	}
	switch d.Decision {
	case Clarify:
		if len(d.Ambiguities) > 0 {
			return d, nil
		}
		if d.Reason == "" {
			return d, nonsense(`the decision is clarify, but "ambiguities" is empty`)
		}
		d.Ambiguities = []Ambiguity{{Kind: "free_text", Question: d.Reason}}
		return d, nil
	case Terminate, Refuse:
		return d, nil
	}
	d.SQL = statement(string(e.SQL))
	switch {
	case d.SQL == "":
		return d, nonsense(`the decision is proceed, but "sql" is empty`)
	case len(d.SQL) > maxSQL:
		d.SQL = ""
		return d, nonsense(`"sql" is longer than 64 KiB`)
	}
	return d, nil
}

// fieldNames are names of fields of an answer, in lower case and without underscores, and whose they are.
var fieldNames = map[string]string{"decision": "decision", "action": "decision", "reading": "reading", "interpretation": "reading",
	"restatement": "reading", "sql": "sql", "query": "sql", "sqlquery": "sql", "statement": "sql", "sqlstatement": "sql"}

// fieldOf returns the field that a name stands for; "" for any other.
func fieldOf(name string) string {
	return fieldNames[strings.ToLower(strings.ReplaceAll(name, "_", ""))]
}

// readEnvelope decodes an answer.
func readEnvelope(raw json.RawMessage) (envelope, error) {
	var e envelope
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return e, err
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) { // so that of two names the same one is taken each time
		field := fieldOf(name)
		if _, ok := fields[field]; !ok && field != "" {
			fields[field] = fields[name]
		}
	}
	raw, err := json.Marshal(fields)
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(raw, &e)
}

// misshapen describes a decoding error in terms of JSON rather than of Go types.
func misshapen(err error) string {
	var t *json.UnmarshalTypeError
	if !errors.As(err, &t) {
		return err.Error()
	}
	wanted := "an object { … }"
	if t.Type.Kind() == reflect.Slice {
		wanted = "a list [ … ]"
	}
	return fmt.Sprintf("%s: %s is wanted, not a %s", t.Field, wanted, t.Value)
}

// whole reports whether an object that was cut off before its last brackets is complete in meaning: it has the
// statement.
func whole(raw json.RawMessage) bool {
	e, err := readEnvelope(raw)
	return err == nil && e.SQL != ""
}

func sentences(all []words) []string {
	var out []string
	for _, w := range all {
		if s := w.sentence(); s != "" && len(out) < maxSentences {
			out = append(out, s)
		}
	}
	return out
}

var kinds = []string{"table", "join", "column", "value", "filter", "metric"}

func ambiguities(all []wireAmbiguity) []Ambiguity {
	var out []Ambiguity
	for _, w := range all[:min(len(all), maxAmbiguities)] {
		a := Ambiguity{Kind: strings.ToLower(string(w.Kind)), Phrase: w.Phrase.sentence(), Question: w.Question.sentence()}
		if !slices.Contains(kinds, a.Kind) {
			a.Kind = "free_text"
		}
		for _, o := range w.Options[:min(len(w.Options), maxOptions)] {
			schema, table := splitName(string(o.Table))
			if o.Schema != "" {
				schema = string(o.Schema)
			}
			a.Options = append(a.Options, Option{
				Label: o.Label.sentence(), Meaning: o.Meaning.sentence(),
				Schema: schema, Table: table, Column: unquote(string(o.Column)), Value: string(o.Value),
			})
		}
		if a.Phrase != "" || a.Question != "" {
			out = append(out, a)
		}
	}
	return out
}

// decision returns the decision that a word names. For an unknown word it decides by what the answer contains:
// something to run, or doubts.
func decision(word string, something, doubts bool) (Decision, error) {
	first := strings.FieldsFunc(strings.ToLower(word), func(r rune) bool { return !unicode.IsLetter(r) })
	if len(first) == 0 {
		first = []string{""}
	}
	switch first[0] {
	case "proceed", "answer", "ok", "continue":
		return Proceed, nil
	case "clarify", "ask", "clarification":
		return Clarify, nil
	case "terminate", "stop":
		return Terminate, nil
	case "refuse", "reject":
		return Refuse, nil
	}
	switch {
	case something:
		return Proceed, nil
	case doubts:
		return Clarify, nil
	}
	return "", nonsense(fmt.Sprintf("%q is none of the decisions proceed, clarify, terminate, refuse", clip(word, 40)))
}

// unsure is the confidence of an answer that states none, or states it in an unreadable form.
const unsure = 0.5

// confidence parses 0.9, "0.9", 90, "90%" and words. An unreadable value gives unsure, because it is not worth
// another attempt.
func confidence(raw json.RawMessage) float64 {
	text := strings.ToLower(strings.Trim(strings.TrimSpace(string(raw)), `"`))
	switch {
	case strings.Contains(text, "high"):
		return 0.9
	case strings.Contains(text, "low"):
		return 0.2
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > 100 {
		return unsure
	}
	if f > 1 {
		f /= 100
	}
	return f
}

// splitName splits schema.table at its first dot, and removes quotes. The schema may be empty.
func splitName(text string) (schema, table string) {
	var parts []string
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch ch := text[i]; {
		case ch == '"' && quoted && i+1 < len(text) && text[i+1] == '"':
			b.WriteByte('"')
			i++
		case ch == '"':
			quoted = !quoted
		case ch == '.' && !quoted && len(parts) == 0:
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(ch)
		}
	}
	if table = strings.TrimSpace(b.String()); len(parts) == 1 {
		return strings.TrimSpace(parts[0]), table
	}
	return "", table
}

// unquote returns a name without double quotes.
func unquote(name string) string {
	if len(name) > 2 && name[0] == '"' && name[len(name)-1] == '"' {
		return strings.ReplaceAll(name[1:len(name)-1], `""`, `"`)
	}
	return name
}
