package translate

import (
	"context"
	"strconv"
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/schema"
)

// prompt is a request to a model, with what the audit log needs to keep it.
type prompt struct {
	model.Request
	at     string        // its purpose; see audit.Exchange
	plain  func() string // User without texts of users and values; nil: not kept
	values bool          // User may contain stored values
}

// planPrompt returns the prompt for a plan.
func (w *work) planPrompt(in model.Input) prompt {
	masked := in.Masked()
	if w.sharesValues() && w.agent.cfg.KeepPrompts {
		masked.Schema = w.groundWith(in, w.withoutValues()).Schema
	}
	return prompt{Request: model.Prompt(in), at: "plan", values: w.sharesValues(), plain: func() string { return model.Prompt(masked).User }}
}

// promptText returns the prompt as a model would get it, whether one is configured or not.
func (w *work) promptText() string {
	p, _, _ := w.firstPrompt()
	return p.System + "\n\n" + p.User
}

// firstPrompt returns the first prompt about the question, with what it is made of; the record has the others.
func (w *work) firstPrompt() (model.Request, model.Input, grounding.Grounding) {
	in := w.input()
	in.Attempts = nil
	if w.links.lattice == nil { // no model was needed: nothing was looked up
		x := link.Of(w.agent.understand(w.snapshot))
		w.links = linked{index: x, lattice: x.Read(w.question.Text, nil)}
	}
	g := w.groundWith(in, w.agent.cfg.Share)
	in.Schema, in.Facts = g.Schema, g.Notes
	return model.Prompt(in), in, g
}

// showPrompt makes the answer to ask prompt: what a model would be sent, part by part, with about how many tokens each takes. Nothing is
// sent. The question's words are looked up as they would be.
func (w *work) showPrompt(ctx context.Context) (state, error) {
	if err := w.link(ctx); err != nil {
		return stDone, err
	}
	p, in, g := w.firstPrompt()
	frame := model.Prompt(model.Input{Tier: in.Tier, Now: in.Now}).User
	parts := [][2]string{{"instructions", p.System}, {"relations in full", strings.TrimSuffix(g.Schema, g.Others)}, {"relations by name", g.Others},
		{"notes", strings.Join(in.Evidence, "\n")}, {"facts", in.Facts}, {"settled", model.Settled(in.Settled)}, {"question", in.Question}, {"frame", frame},
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
	rows = append(rows, []string{"all, without the schema of the answer", strconv.Itoa(total), w.chosenFor(g)})
	w.grounded, w.answer.Engine = g, EngineModel
	w.show([]about.Column{{Name: "part", Type: "text"}, {Name: "tokens", Type: "int4"}, {Name: "text", Type: "text"}}, rows)
	w.answer.Statement.Stands = "ask prompt"
	return stExecute, nil
}

// chosenFor says how the relations of a prompt were chosen, or that all are there.
func (w *work) chosenFor(g grounding.Grounding) string {
	if len(g.Named) == 0 {
		return "the whole schema is in full"
	}
	w.grounded = g
	return w.chosenBy()
}

// sharesValues reports whether prompts may contain stored values.
func (w *work) sharesValues() bool { return w.agent.cfg.Share.Level == schema.Values }

// withoutValues returns the parts of the schema that a model may see, without values.
func (w *work) withoutValues() schema.Share {
	share := w.agent.cfg.Share
	if share.Level == schema.Values {
		share.Level = schema.NamesAndComments
	}
	return share
}

// exchanged records a call for the audit log if it keeps them, at most as much as the log keeps. It may be called
// from several goroutines.
func (w *work) exchanged(p prompt, x audit.Exchange, failed error) {
	if !w.agent.cfg.KeepPrompts {
		return
	}
	x.At, x.Time, x.Sample, x.System, x.User, x.Schema = p.at, x.Time.UTC(), p.Sample, p.System, p.User, string(p.Schema)
	x.Plain, x.Values = p.plain, p.values
	if failed != nil {
		x.Error = failed.Error()
	}
	w.calls.Lock()
	defer w.calls.Unlock()
	if len(w.trace.Exchanges) >= audit.MaxPromptCalls {
		x = audit.Exchange{At: x.At} // only counted
	}
	w.trace.Exchanges = append(w.trace.Exchanges, &x)
}
