package model

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/pgask/pgask/translate/plan"
)

// Input is the data for a prompt that asks for a statement.
type Input struct {
	Question string
	Schema   string   // the relevant tables, as Markdown
	Others   bool     // Schema has relations by name only
	Evidence []string // glossary, metrics and corrections, by people or lessons, one per element
	// Settled is what the user has decided. The prompt states it as rules, outside the data.
	Settled  []plan.Constraint
	Attempts []Attempt // earlier attempts at this question, oldest first
	Now      time.Time // in the session's time zone
	// Facts are what is known of the database for this question alone: how what it names is stored, what terms mean.
	// Data, like Schema.
	Facts string
	// Hints are the agent's own remarks. The prompt states them outside the data, so they must never hold text from a
	// database, a user or a model.
	Hints []string
}

// Attempt is a draft that failed.
type Attempt struct {
	Draft  string // as the model wrote it, or the SQL made from it; see Draft.Raw
	Class  string // for example COLUMN_NOT_FOUND
	Error  string // with the values of rows redacted
	Advice string // for example: the nearest column is o.total
}

// Masked returns the input without texts by users, people who know the database, and models. What remains was written
// by this program or comes from the catalog. Schema is kept.
func (in Input) Masked() Input {
	in.Question, in.Facts = hidden(in.Question), hidden(in.Facts)
	in.Evidence = hiddenAll(in.Evidence)
	in.Settled = slices.Clone(in.Settled)
	for i := range in.Settled {
		c := &in.Settled[i]
		c.Phrase, c.Value = hidden(c.Phrase), hidden(c.Value)
	}
	in.Attempts = slices.Clone(in.Attempts)
	for i := range in.Attempts {
		a := &in.Attempts[i]
		a.Draft, a.Error, a.Advice = hidden(a.Draft), hidden(a.Error), hidden(a.Advice)
	}
	return in
}

// hidden returns the text that stands for a masked one.
func hidden(text string) string {
	if text == "" {
		return ""
	}
	return "(masked)"
}

func hiddenAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = hidden(text)
	}
	return out
}

//go:embed prompts
var promptFiles embed.FS

var prompts = template.Must(template.New("").Funcs(template.FuncMap{"fence": fence}).ParseFS(promptFiles, "prompts/*.txt"))

// answerSchema is the JSON schema of the answer. It uses only the features of JSON Schema that strict endpoints accept.
var answerSchema = func() json.RawMessage {
	text, err := promptFiles.ReadFile("prompts/sql.schema.json")
	var small bytes.Buffer
	if err == nil {
		err = json.Compact(&small, text)
	}
	if err != nil {
		panic(err) // the file is embedded: a test would have failed
	}
	return small.Bytes()
}()

// Bounds on what a caller may add to a prompt beside the schema, in bytes.
const (
	maxNote  = 2000
	maxDraft = 8000
	maxName  = 200
)

// Prompt returns the request for a statement. The system text is constant, and the user text starts with the schema,
// so that endpoints which cache prefixes can reuse them.
func Prompt(in Input) Request {
	type attempt struct {
		Number int
		Text   string
	}
	view := struct {
		Schema, Today, Evidence, Facts, Settled, Question string
		Others                                            bool
		Attempts                                          []attempt
		Hints                                             []string
	}{
		Schema:   in.Schema,
		Others:   in.Others,
		Today:    in.Now.Format("Monday 2006-01-02"),
		Evidence: list(in.Evidence),
		Facts:    in.Facts,
		Settled:  settled(in.Settled),
		Question: in.Question,
		Hints:    in.Hints,
	}
	for i, a := range in.Attempts {
		view.Attempts = append(view.Attempts, attempt{i + 1, a.text()})
	}
	return Request{
		System: render("sql.txt", nil),
		User:   render("user.txt", view),
		Name:   "pgask_sql",
		Schema: answerSchema,
	}
}

func render(name string, data any) string {
	var b strings.Builder
	if err := prompts.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the templates are embedded and the data is typed
	}
	return b.String()
}

func list(notes []string) string {
	var b strings.Builder
	for _, n := range notes {
		b.WriteString("- " + clip(n, maxNote) + "\n")
	}
	return b.String()
}

func (a Attempt) text() string {
	var b strings.Builder
	b.WriteString(cut(a.Draft, maxDraft))
	for _, line := range [][2]string{{"Failed", a.Class}, {"Error", a.Error}, {"Advice", a.Advice}} {
		if line[1] != "" {
			b.WriteString("\n" + line[0] + ": " + clip(line[1], maxNote))
		}
	}
	return strings.TrimLeft(b.String(), "\n")
}

// Settled returns constraints as a prompt states them.
func Settled(all []plan.Constraint) string { return settled(all) }

// settled writes constraints as rules. Their names and values come from a catalog and from users, so each is written
// as one JSON string, which cannot end its line.
func settled(all []plan.Constraint) string {
	var b strings.Builder
	for _, c := range all {
		table := name(c.Schema, c.Table)
		phrase := "the question"
		if c.Phrase != "" {
			phrase = quote(c.Phrase)
		}
		switch c.Kind {
		case plan.UseTable:
			if c.Phrase == "" {
				fmt.Fprintf(&b, "MANDATORY: use the table %s.\n", table)
			} else {
				fmt.Fprintf(&b, "MANDATORY: %s means the table %s.\n", phrase, table)
			}
		case plan.DropTable:
			fmt.Fprintf(&b, "DO NOT USE: the table %s.\n", table)
		case plan.UseColumn:
			fmt.Fprintf(&b, "MANDATORY: %s means the column %s of %s.\n", phrase, quote(c.Column), table)
		case plan.UseValue:
			fmt.Fprintf(&b, "MANDATORY: %s means the value %s of the column %s of %s.\n", phrase, quote(c.Value), quote(c.Column), table)
		case plan.AsOf:
			if c.Value != "" {
				fmt.Fprintf(&b, "MANDATORY: take DATE %s for today: periods are counted from it.\n", plan.Str(c.Value))
			}
		case plan.UseWords:
			fmt.Fprintf(&b, "MANDATORY: %s means %s.\n", phrase, quote(c.Value))
		case plan.ReadAs:
			fmt.Fprintf(&b, "MANDATORY: the question is meant as %s.\n", phrase)
		case plan.UseJoin:
			fmt.Fprintf(&b, "MANDATORY: join %s and %s on %s = %s.\n", table, name(c.RefSchema, c.RefTable),
				quote(c.Column), quote(c.RefColumn))
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

func name(schema, table string) string {
	if schema == "" {
		return quote(table)
	}
	return quote(schema + "." + table)
}

func quote(text string) string {
	out, err := json.Marshal(cut(plain(text), maxName))
	if err != nil {
		return `""`
	}
	return string(out)
}

// cut shortens a text to about n bytes, and marks the cut.
func cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "") + " …"
}
