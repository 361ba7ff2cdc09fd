package model

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
	Reading     words               `json:"reading"`
	Decision    words               `json:"decision"`
	Reason      words               `json:"reason"`
	Ambiguities many[wireAmbiguity] `json:"ambiguities"`
	Steps       many[words]         `json:"steps"`
	Assumptions many[words]         `json:"assumptions"`
	Confidence  json.RawMessage     `json:"confidence"`
	Plan        json.RawMessage     `json:"plan"`
	SQL         words               `json:"sql"`

	// Fields of a plan, or of what stands in its place, without an envelope.
	Query   json.RawMessage `json:"query"`
	Select  json.RawMessage `json:"select"`
	Columns json.RawMessage `json:"columns"`
	Tables  json.RawMessage `json:"tables"`
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
	raw, err := object(text, whole, answerKeys...)
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
	d.Steps, d.Assumptions = sentences(e.Steps), sentences(e.Assumptions)
	d.Ambiguities = ambiguities(e.Ambiguities)
	d.Confidence = confidence(e.Confidence)
	some := given(e.Plan) || e.SQL != ""
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

// answerKeys are the fields by which an answer is known: those of the envelope first, then those of a plan or a statement that
// came without one.
var answerKeys = []string{"decision", "plan", "sql", "select", "tables", "columns", "query", "queryPlan", "query_plan", "sql_query", "statement"}

// readEnvelope reads an answer. A plan without anything around it is put into an envelope.
func readEnvelope(raw json.RawMessage) (envelope, error) {
	var e envelope
	raw, err := renamed(raw, envelopeNames)
	if err != nil {
		return e, err
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return e, err
	}
	var query string
	switch {
	case given(e.Plan) || e.SQL != "":
	case json.Unmarshal(e.Query, &query) == nil && query != "":
		e.SQL = words(query)
	case given(e.Query):
		e.Plan = e.Query
	case given(e.Select) || given(e.Columns) || given(e.Tables):
		e.Plan = raw
	}
	var inner string // some models encode the plan twice, or put SQL in its place
	if json.Unmarshal(e.Plan, &inner) == nil && inner != "" {
		if sql := fencedSQL(inner); sql != "" {
			e.Plan, e.SQL = nil, words(sql)
		} else if json.Valid([]byte(inner)) {
			e.Plan = json.RawMessage(inner)
		}
	}
	return e, nil
}

func given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// whole says whether an object that was cut off before its last brackets has all that its meaning needs: the statement, or a
// plan up to its limit, behind which nothing stands that narrows it.
func whole(raw json.RawMessage) bool {
	e, err := readEnvelope(raw)
	if err != nil {
		return false
	}
	var p struct {
		Select json.RawMessage `json:"select"`
		Limit  json.RawMessage `json:"limit"`
		With   json.RawMessage `json:"with"`
	}
	return e.SQL != "" && !given(e.Plan) || json.Unmarshal(e.Plan, &p) == nil && given(p.Select) && len(p.Limit) > 0
}

// proceed adds what is to be run. SQL is taken in the place of a plan, too: it is held against the same guard.
func (d Draft) proceed(tier Tier, e envelope) (Draft, error) {
	if tier == SQL || !given(e.Plan) && e.SQL != "" {
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
	if !given(e.Plan) {
		return d, nonsense(`the decision is proceed, but "plan" is missing`)
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

// decision reads the model's word for it; without one that is known, what it sent decides.
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
	case "terminate", "refuse", "reject", "stop":
		return Terminate, nil
	}
	switch {
	case something:
		return Proceed, nil
	case doubts:
		return Clarify, nil
	}
	return "", nonsense(fmt.Sprintf("%q is none of the decisions proceed, clarify, terminate", clip(word, 40)))
}

// unsure is the confidence of an answer that does not say how sure it is, in any way that can be read.
const unsure = 0.5

// confidence reads 0.9, "0.9", 90, "90%" and words. Another attempt is not worth more than it: what cannot be read is unsure.
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
