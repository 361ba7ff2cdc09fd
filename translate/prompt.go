package translate

import (
	"github.com/pgask/pgask/audit"
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
	w.usage.mu.Lock()
	defer w.usage.mu.Unlock()
	if len(w.trace.Exchanges) >= audit.MaxPromptCalls {
		x = audit.Exchange{At: x.At} // only counted
	}
	w.trace.Exchanges = append(w.trace.Exchanges, &x)
}
