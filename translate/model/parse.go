package model

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// Bounds on the parts of a draft; what exceeds them is cut, or refused where cutting would change a query.
const (
	maxSentence    = 1000
	maxAmbiguities = 5
	maxOptions     = 10
	maxSteps       = 20
	maxSQL         = 64 << 10
)

// envelope is what every tier's answer has in common.
type envelope struct {
	Reading     words           `json:"reading"`
	Decision    words           `json:"decision"`
	Reason      words           `json:"reason"`
	Ambiguities []wireAmbiguity `json:"ambiguities"`
	Steps       []words         `json:"steps"`
	Assumptions []words         `json:"assumptions"`
	Confidence  json.RawMessage `json:"confidence"`
	Plan        json.RawMessage `json:"plan"`
	SQL         words           `json:"sql"`
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

// UnmarshalJSON takes a plain string for a label, as small models write it.
func (o *wireOption) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &o.Label)
	}
	type bare wireOption
	return json.Unmarshal(data, (*bare)(o))
}

// words is a text that may come as a number, a boolean or null. A structure in its place is an error.
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

func (w words) sentence() string { return clip(string(w), maxSentence) }

// Parse reads what a model wrote. Its error is ErrNonsense, in words for the next attempt, and names every field that is
// wrong; the Draft then still holds what could be read, at least Raw.
func Parse(tier Tier, text string) (Draft, error) {
	raw, err := object(text, "decision", "plan", "sql", "reading")
	if err != nil {
		if sql := fencedSQL(text); tier == SQL && sql != "" && len(sql) <= maxSQL {
			return Draft{Decision: Proceed, Confidence: 0.5, SQL: sql, Raw: sql}, nil
		}
		return Draft{Raw: cut(plain(text), maxDraft)}, err
	}
	d := Draft{Raw: string(raw)}
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		return d, nonsense("the JSON has another shape than asked for: " + clip(err.Error(), maxForeign))
	}
	d.Reading, d.Reason = e.Reading.sentence(), e.Reason.sentence()
	d.Steps, d.Assumptions = sentences(e.Steps), sentences(e.Assumptions)
	d.Ambiguities = ambiguities(e.Ambiguities)
	if d.Confidence, err = confidence(e.Confidence); err != nil {
		return d, err
	}
	some := len(e.Plan) > 0 && string(e.Plan) != "null" || e.SQL != ""
	if d.Decision, err = decision(string(e.Decision), some, len(d.Ambiguities) > 0); err != nil {
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
	case Terminate:
		return d, nil
	}
	return d.proceed(tier, e)
}

// proceed adds what is to be run.
func (d Draft) proceed(tier Tier, e envelope) (Draft, error) {
	if tier == SQL {
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
	if len(e.Plan) == 0 || string(e.Plan) == "null" {
		return d, nonsense(`the decision is proceed, but "plan" is missing`)
	}
	var inner string // some models encode the plan twice
	if json.Unmarshal(e.Plan, &inner) == nil && strings.HasPrefix(strings.TrimSpace(inner), "{") {
		e.Plan = json.RawMessage(inner)
	}
	r := &reader{}
	p := r.plan(tier, e.Plan)
	if err := r.err(); err != nil {
		return d, err
	}
	if err := plan.Reviewable(p); err != nil { // what else is wrong the review mends
		return d, nonsense(clip(err.Error(), maxForeign))
	}
	p.Reading, p.Assumptions = d.Reading, d.Assumptions
	d.Plan = p
	return d, nil
}

func sentences(all []words) []string {
	var out []string
	for _, w := range all {
		if s := w.sentence(); s != "" && len(out) < maxSteps {
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

// decision reads the model's word for it; without one, what it sent decides.
func decision(word string, something, doubts bool) (Decision, error) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "proceed", "answer", "ok", "continue":
		return Proceed, nil
	case "clarify", "ask", "clarification":
		return Clarify, nil
	case "terminate", "refuse", "reject", "stop":
		return Terminate, nil
	case "":
		switch {
		case something:
			return Proceed, nil
		case doubts:
			return Clarify, nil
		}
	}
	return "", nonsense(fmt.Sprintf("%q is none of the decisions proceed, clarify, terminate", clip(word, 40)))
}

// confidence reads 0.9, "0.9", 90, "90%" and words.
func confidence(raw json.RawMessage) (float64, error) {
	text := strings.ToLower(strings.Trim(strings.TrimSpace(string(raw)), `"`))
	switch text {
	case "", "null", "medium":
		return 0.5, nil
	case "high":
		return 0.9, nil
	case "low":
		return 0.2, nil
	}
	f, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || math.IsNaN(f) || f < 0 || f > 100 {
		return 0, nonsense("confidence: a number from 0 to 1 is wanted, not " + clip(text, 40))
	}
	if f > 1 {
		f /= 100
	}
	return f, nil
}

// splitName splits schema.table at its first dot, with or without quotes. The schema may be empty.
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
