package bymodel

import (
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// planPrompt returns the prompt for a plan.
func (d Drafter) planPrompt(q Question, told *Told, in model.Input) prompt {
	masked := in.Masked()
	values := d.Share.Level == schema.Values
	if values && d.KeepPrompts {
		without := d.Share
		without.Level = schema.NamesAndComments
		masked.Schema = d.ground(q, told, in, without).Schema
	}
	return prompt{Request: model.Prompt(in), at: "plan", values: values, plain: func() string { return model.Prompt(masked).User }}
}

// tell puts what a model is told of the database into the material of its prompt.
func tell(in *model.Input, g grounding.Grounding) {
	in.Schema, in.Facts, in.Others = g.Schema, g.Notes, len(g.Named) > 0
}

// Prompt returns the first prompt about a question as a model would get it, whether one is configured or not.
func (d Drafter) Prompt(q Question, told *Told) string {
	p, _, _ := d.first(q, told)
	return p.System + "\n\n" + p.User
}

// first returns the first prompt about the question, with what it is made of; the record has the others.
func (d Drafter) first(q Question, told *Told) (model.Request, model.Input, grounding.Grounding) {
	in := d.input(q, told)
	in.Attempts = nil
	g := d.ground(q, told, in, d.Share)
	tell(&in, g)
	return model.Prompt(in), in, g
}

// Parts returns what a model would be sent, part by part, each with its name and about how many tokens it takes.
// Nothing is sent.
func (d Drafter) Parts(q Question, told *Told) [][]string {
	p, in, g := d.first(q, told)
	frame := model.Prompt(model.Input{Now: in.Now, Others: in.Others}).User
	parts := [][2]string{{"instructions", p.System}, {"relations in full", strings.TrimSuffix(g.Schema, g.Others)},
		{"relations by name", g.Others},
		{"notes", strings.Join(in.Evidence, "\n")}, {"facts", in.Facts}, {"settled", model.Settled(in.Settled)},
		{"question", in.Question}, {"frame", frame},
		{"schema of the answer", string(p.Schema)}}
	var rows [][]string
	total := 0
	for _, part := range parts {
		if part[1] == "" {
			continue
		}
		n := model.Tokens(part[1])
		if part[0] != "schema of the answer" { // many servers compile it instead of reading it
			total += n
		}
		rows = append(rows, []string{part[0], strconv.Itoa(n), part[1]})
	}
	told.Schema = g
	chosen := "the whole schema is in full"
	if len(g.Named) > 0 {
		chosen = told.Chosen()
	}
	return append(rows, []string{"all, without the schema of the answer", strconv.Itoa(total), chosen})
}
