package console

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pgask/pgask/audit"
)

// prompts are the calls of models for a question, as far as they are kept and a page can hold them.
type prompts struct {
	Calls []modelCall
	More  bool     // there are more, or longer ones
	Wrong []string // why some are not shown
}

// modelCall is one of them, its texts by name.
type modelCall struct {
	audit.Exchange
	Parts []fact
}

// Bounds on what a page shows of prompts.
const (
	maxShownCalls  = 20
	maxShownPrompt = 64 << 10 // bytes of one text
)

// prompts reads what the record of a question names.
func (l *records) prompts(e *audit.Entry) prompts {
	var p prompts
	all, err := audit.Prompts(l.dir, &e.Record)
	switch {
	case errors.Is(err, audit.ErrPromptsChanged):
		p.Wrong = append(p.Wrong, "What is kept of the prompts is not what the record says: somebody changed it.")
	case errors.Is(err, audit.ErrPromptsGone):
		p.Wrong = append(p.Wrong, "Prompts of this question were removed: their time is over, or somebody did it. pgask audit verify tells which.")
	case err != nil:
		p.Wrong = append(p.Wrong, "The prompts cannot be read.")
	}
	if e.PromptsLost > 0 {
		p.Wrong = append(p.Wrong, fmt.Sprintf("What was sent in %d calls was not kept.", e.PromptsLost))
	}
	for i := range all {
		if i == maxShownCalls {
			p.More = true
			break
		}
		x := all[i]
		one := modelCall{Exchange: x}
		for _, part := range []fact{{"System", x.System}, {"User", x.User}, {"Answer", x.Answer}, {"Error", x.Error},
			{"Schema of the answer", x.Schema}} {
			if len(part.Value) > maxShownPrompt {
				part.Value, p.More = strings.ToValidUTF8(part.Value[:maxShownPrompt], "")+" …", true
			}
			if part.Value != "" {
				one.Parts = append(one.Parts, part)
			}
		}
		p.Calls = append(p.Calls, one)
	}
	return p
}
