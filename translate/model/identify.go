package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// TablesInput holds the data for questions to the model about tables.
type TablesInput struct {
	Question   string
	Schema     string   // the tables to judge, as Markdown
	Evidence   []string // as in Input
	Judgements []TableJudgement
}

// Masked returns the input without texts by users, people who know the database and models; see Input.Masked.
func (in TablesInput) Masked() TablesInput {
	in.Question, in.Evidence = hidden(in.Question), hiddenAll(in.Evidence)
	in.Judgements = slices.Clone(in.Judgements)
	for i := range in.Judgements {
		in.Judgements[i].Reason = hidden(in.Judgements[i].Reason)
	}
	return in
}

// TableJudgement is a model's opinion on one table. Names are as the model wrote them and may not exist.
type TableJudgement struct {
	Table      string
	Relevant   bool
	Confidence float64 // 0 to 1, in the verdict
	Columns    []string
	Reason     string
}

// TableRemoval names a table that a model would leave out, and why.
type TableRemoval struct{ Table, Reason string }

// Outline describes, in the model's words, how it would use the chosen tables.
type Outline struct {
	Joins, Filters, Aggregations, Ordering []string
}

// String returns the outline as a prompt shows it, with a line for each part.
func (o Outline) String() string {
	var b strings.Builder
	for _, part := range []struct {
		name  string
		lines []string
	}{{"joins", o.Joins}, {"filters", o.Filters}, {"aggregations", o.Aggregations}, {"ordering", o.Ordering}} {
		if len(part.lines) > 0 {
			b.WriteString(part.name + ": " + strings.Join(part.lines, "; ") + "\n")
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// The names of the requests about tables, which are also the names of their files.
const (
	judging   = "judge"
	refining  = "refine"
	outlining = "outline"
)

// JudgePrompt returns a request that asks for each table of a schema, by itself, whether a question needs it.
func JudgePrompt(in TablesInput) Request { return in.request(judging) }

// RefinePrompt returns a request that asks which of the relevant tables are not needed when seen together.
func RefinePrompt(in TablesInput) Request { return in.request(refining) }

// OutlinePrompt returns a request that asks how the chosen tables are joined, filtered, aggregated and sorted.
func OutlinePrompt(in TablesInput) Request { return in.request(outlining) }

func (in TablesInput) request(kind string) Request {
	var said strings.Builder
	for _, j := range in.Judgements {
		fmt.Fprintf(&said, "- %s (%.2f)", clip(j.Table, maxName), j.Confidence)
		if len(j.Columns) > 0 {
			said.WriteString(" " + clip(strings.Join(j.Columns, ", "), maxNote))
		}
		said.WriteString(": " + clip(j.Reason, maxReason) + "\n")
	}
	view := struct{ Schema, Evidence, Judgements, Question string }{in.Schema, list(in.Evidence), said.String(), in.Question}
	return Request{System: render(kind+".txt", nil), User: render("tables.txt", view), Name: "pgask_" + kind, Schema: schemas[Tier(kind)]}
}

// Bounds on an answer about tables; the rest is cut.
const (
	maxJudged  = 2000 // tables
	maxColumns = 100  // of one table
	maxReason  = 200
	maxLines   = 20 // of one part of an outline
	maxLine    = 300
)

// ParseJudgements reads the answer to JudgePrompt. It accepts a list without the object around it. Its error is
// ErrNonsense.
func ParseJudgements(text string) ([]TableJudgement, error) {
	var got struct {
		Tables []struct {
			Table      words           `json:"table"`
			Relevant   loose           `json:"relevant"`
			Confidence json.RawMessage `json:"confidence"`
			Columns    many[words]     `json:"columns"`
			Reason     words           `json:"reason"`
		} `json:"tables"`
	}
	if err := answered(text, &got, "tables"); err != nil {
		return nil, err
	}
	var all []TableJudgement
	for _, t := range got.Tables[:min(len(got.Tables), maxJudged)] {
		j := TableJudgement{Table: cut(string(t.Table), maxName), Relevant: bool(t.Relevant), Confidence: confidence(t.Confidence), Reason: clip(string(t.Reason), maxReason)}
		for _, c := range t.Columns[:min(len(t.Columns), maxColumns)] {
			j.Columns = append(j.Columns, cut(string(c), maxName))
		}
		all = append(all, j)
	}
	return all, nil
}

// ParseRemovals reads the answer to RefinePrompt. Its error is ErrNonsense.
func ParseRemovals(text string) ([]TableRemoval, error) {
	var got struct {
		Removed []struct {
			Table  words `json:"table"`
			Reason words `json:"reason"`
		} `json:"removed"`
	}
	if err := answered(text, &got, "removed"); err != nil {
		return nil, err
	}
	var all []TableRemoval
	for _, r := range got.Removed[:min(len(got.Removed), maxJudged)] {
		all = append(all, TableRemoval{cut(string(r.Table), maxName), clip(string(r.Reason), maxReason)})
	}
	return all, nil
}

// ParseOutline reads the answer to OutlinePrompt. Its error is ErrNonsense.
func ParseOutline(text string) (Outline, error) {
	var got struct {
		Joins        many[words] `json:"joins"`
		Filters      many[words] `json:"filters"`
		Aggregations many[words] `json:"aggregations"`
		Ordering     many[words] `json:"ordering"`
	}
	if err := answered(text, &got, "joins", "filters", "aggregations", "ordering"); err != nil {
		return Outline{}, err
	}
	return Outline{lines(got.Joins), lines(got.Filters), lines(got.Aggregations), lines(got.Ordering)}, nil
}

// answered decodes the JSON object of an answer into got.
func answered(text string, got any, keys ...string) error {
	raw, err := object(text, nil, keys...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, got); err != nil {
		return nonsense("the JSON has another shape than asked for: " + clip(err.Error(), maxForeign))
	}
	return nil
}

func lines(all many[words]) []string {
	var out []string
	for _, w := range all[:min(len(all), maxLines)] {
		if line := clip(string(w), maxLine); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// loose is a boolean that models may write as true, "yes" or 1.
type loose bool

// UnmarshalJSON implements json.Unmarshaler.
func (l *loose) UnmarshalJSON(data []byte) error {
	switch strings.ToLower(strings.Trim(strings.TrimSpace(string(data)), `"`)) {
	case "true", "yes", "1", "relevant":
		*l = true
	case "false", "no", "0", "null", "", "irrelevant", "not relevant":
		*l = false
	default:
		return fmt.Errorf("true or false is wanted, not %s", clip(string(data), 60))
	}
	return nil
}
