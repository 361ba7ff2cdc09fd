package about

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/plan"
)

// AspectColumns are the columns of ask explain:.
var AspectColumns = []Column{{"aspect", "text"}, {"detail", "text"}}

// Explained is how a question was answered.
type Explained struct {
	Terminal    bool // people read the rows
	Question    string
	Reading     string
	Assumptions []string
	Engine      string
	Confidence  *float64 // nil: it was told before
	Relations   []string
	Plan        *plan.Plan // nil: plans cannot express it
	Pin         *lessons.Pin
	Lessons     []lessons.Lesson // that were used
	Fixes       []review.Fix
	Read        []draft.Aspect // how the built-in translator read it
	SQL         string
	Cost        float64
	PlanRows    float64
	ID          string
	States      []string // that it passed
	Shown       grounding.Grounding
	Chosen      string // how what a model was shown was chosen
	Prompt      string // what a model would be sent; empty: it is not told here
}

// Rows returns the answer to ask explain:. Rows for people come before rows for programs, and the longest come last.
func (e Explained) Rows() [][]string {
	a := aspects{terminal: e.Terminal}
	a.add("question", e.Question)
	a.add("reading", e.Reading)
	for _, s := range e.Assumptions {
		a.add("assumption", s)
	}
	a.add("engine", e.Engine)
	if e.Confidence != nil {
		a.add("confidence", fmt.Sprintf("%.2f", *e.Confidence))
	}
	a.add("tables", strings.Join(e.Relations, ", "))
	if e.Plan != nil && !e.Terminal { // people see them in the SQL
		a.add("joins", strings.Join(joinTexts(e.Plan), "; "))
		a.add("filters", strings.Join(exprTexts(e.Plan.Where), "; "))
	}
	if e.Pin != nil {
		a.add("pin", e.Pin.ID+": "+e.Pin.Question)
	}
	for _, l := range e.Lessons {
		a.add("lesson", l.ID+" ("+string(l.Kind)+", "+string(l.Status)+"): "+l.String())
	}
	for _, f := range e.Fixes {
		a.add("repair", f.What)
	}
	a.read(e.Read)
	a.add("sql", LaidOut(e.SQL, e.Terminal))
	a.add("cost", fmt.Sprintf("%.2f, about %.0f rows", e.Cost, e.PlanRows))
	a.add("id", e.ID)
	if e.Terminal {
		a.add("more", "SELECT detail FROM ask_explain('…') t WHERE aspect = 'plan'; or 'states', or 'prompt', what a model is sent")
		return a.rows
	}
	a.add("states", strings.Join(e.States, " → "))
	a.shown(e.Shown, e.Chosen)
	if e.Plan != nil {
		a.add("plan", planText(e.Plan))
	}
	a.add("prompt", cmp.Or(e.Prompt, "no model is asked"))
	return a.rows
}

// Silence is why a question has no answer.
type Silence struct {
	Terminal                        bool // people read the rows
	Question, Message, Detail, Hint string
	Read                            []draft.Aspect // how the built-in translator read it
	ID                              string
	States                          []string // that it passed
}

// Rows returns the answer to ask explain: about such a question.
func (s Silence) Rows() [][]string {
	a := aspects{terminal: s.Terminal}
	a.add("question", s.Question)
	a.add("no answer", s.Message)
	a.add("detail", s.Detail)
	a.add("hint", s.Hint)
	a.read(s.Read)
	a.add("id", s.ID)
	if !s.Terminal {
		a.add("states", strings.Join(s.States, " → "))
	}
	return a.rows
}

// aspects are rows of ask explain:.
type aspects struct {
	terminal bool
	rows     [][]string
}

// add adds a row, unless it says nothing.
func (a *aspects) add(aspect, detail string) {
	if a.terminal && aspect != "sql" {
		detail = wrap(detail, detailWidth)
	}
	if detail != "" {
		a.rows = append(a.rows, []string{aspect, detail})
	}
}

// Bounds of what people are told of a reading, so that it fits a screen: links of words, and readings.
const (
	fewLinks    = 5
	fewReadings = 3
)

// read adds how a question was read.
func (a *aspects) read(all []draft.Aspect) {
	links, others := 0, 0
	for _, r := range all {
		n, most := &others, fewReadings
		if r.Name == "link" {
			n, most = &links, fewLinks
		}
		if *n++; !a.terminal || *n <= most {
			a.add(r.Name, r.Detail)
		}
	}
}

// MaxListed bounds the number of tables that the record and ask explain: list as shown in full and by name, each.
const MaxListed = 100

// shown adds what a model was shown, unless that is the whole schema.
func (a *aspects) shown(g grounding.Grounding, chosen string) {
	if len(g.Named) == 0 {
		return
	}
	a.add("schema", chosen)
	for _, c := range g.Full[:min(len(g.Full), MaxListed)] {
		a.add("in full", c.Table.Shown()+": "+c.Reason)
	}
	var names []string
	for _, c := range g.Named[:min(len(g.Named), MaxListed)] {
		names = append(names, c.Table.Shown())
	}
	if n := len(g.Named) - MaxListed; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	a.add("by name", strings.Join(names, ", "))
}

// detailWidth is the width, in characters, of the second column of ask explain: at a terminal of 80 columns.
const detailWidth = 64

// planText returns a plan as JSON.
func planText(p *plan.Plan) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // keep > and < unescaped
	enc.SetIndent("", "  ")
	if enc.Encode(p) != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}

func joinTexts(p *plan.Plan) []string {
	var texts []string
	for _, j := range p.Joins {
		texts = append(texts, fmt.Sprintf("%s %s on %s", j.Kind, j.Source.Table, strings.Join(exprTexts(j.On), " and ")))
	}
	return texts
}

func exprTexts(all []plan.Expr) []string {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.String())
	}
	return texts
}
