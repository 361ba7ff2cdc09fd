package translate

import (
	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/retrieve"
	"github.com/pgask/pgask/translate/schema"
)

// prompt is a request, and what the audit log needs to keep it.
type prompt struct {
	model.Request
	at     string        // what for; see audit.Exchange
	plain  func() string // User without words of users and values; nil: nothing stays of it
	values bool          // User may hold values that are stored
}

// planPrompt is the prompt for a plan.
func (w *work) planPrompt(in model.Input, m Model) prompt {
	snapshot, tables := w.snapshot, w.selection.Tables // as they are now
	return prompt{Request: model.Prompt(in), at: "plan", values: w.sharesValues(), plain: func() string {
		in := in.Masked()
		if w.sharesValues() {
			in.Schema = schema.Render(snapshot, tables, w.withoutValues(), m.Room(in))
		}
		return model.Prompt(in).User
	}}
}

// prompt is one of the prompts about tables.
func (j *tableJudge) prompt(at string, request func(model.TablesInput) model.Request, tables []*schema.Table, said []retrieve.Judgement) prompt {
	snapshot, room := j.snapshot, j.room()
	in := j.input(schema.Render(snapshot, tables, j.agent.cfg.Share, room), said)
	return prompt{Request: request(in), at: at, values: j.sharesValues(), plain: func() string {
		in := in.Masked()
		in.Schema = schema.Render(snapshot, tables, j.withoutValues(), room)
		return request(in).User
	}}
}

// sharesValues reports whether prompts may hold values that are stored in the database.
func (w *work) sharesValues() bool { return w.agent.cfg.Share.Level == schema.Values }

// withoutValues returns the share of the schema that a model gets, without values.
func (w *work) withoutValues() schema.Share {
	share := w.agent.cfg.Share
	if share.Level == schema.Values {
		share.Level = schema.NamesAndComments
	}
	return share
}

// exchanged remembers a call for the audit log, if it keeps them: no more than it would keep. It may be called from several
// goroutines.
func (w *work) exchanged(p prompt, x audit.Exchange, failed error) {
	if !w.agent.cfg.KeepPrompts {
		return
	}
	x.At, x.Time, x.Sample, x.System, x.User, x.Schema = p.at, x.Time.UTC(), p.Sample, p.System, p.User, string(p.Schema)
	x.Plain, x.Values = p.plain, p.values
	if failed != nil {
		x.Error = failed.Error()
	}
	w.usage.mu.Lock()
	defer w.usage.mu.Unlock()
	if len(w.trace.Exchanges) >= audit.MaxPromptCalls {
		x = audit.Exchange{At: x.At} // counted
	}
	w.trace.Exchanges = append(w.trace.Exchanges, &x)
}
