package translate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/wordform"
)

// Whether a model's draft is asked about is decided here, from two signs that are weak alone: words that the links read in two ways nearly
// alike, of which the draft takes one; and the model's own doubt. Where both are there, it is asked. Where only one is, the reading is said
// as an assumption. How often each sign is there for questions with one answer and for ambiguous ones: docs/model.md.

// sureOfDraft is the model's confidence below which it doubts.
const sureOfDraft = 0.7

// weigh decides about the readings of a model's proven draft that were open: it returns what to ask, or adds to the assumptions what was
// taken instead.
func (w *work) weigh() *dialogue.Asked {
	if w.accepted() || w.draft.engine != EngineModel {
		return nil
	}
	settled := func(words string) bool {
		return slices.ContainsFunc(w.known().Settled(), func(c plan.Constraint) bool {
			return c.Phrase != "" && (wordform.Holds(c.Phrase, words) || wordform.Holds(words, c.Phrase))
		})
	}
	var rivals []dialogue.Rival
	if w.links.lattice != nil {
		rivals = slices.DeleteFunc(dialogue.Rivals(w.links.lattice, w.verdict.Columns), func(r dialogue.Rival) bool { return settled(r.Words) })
	}
	doubts := len(w.draft.open) > 0 || w.draft.confidence < sureOfDraft
	if len(rivals) > 0 && doubts {
		for _, a := range w.draft.open {
			if len(a.Options) > 1 {
				return dialogue.FromModel(model.Draft{Ambiguities: []model.Ambiguity{a}}, w.snapshot, w.question.Text, w.followed.instruction)
			}
		}
		return rivals[0].Ask()
	}
	for _, r := range rivals {
		w.answer.Assumptions = append(w.answer.Assumptions, fmt.Sprintf("“%s” is read as %s, not as %s", r.Words, dialogue.Place(r.Taken), dialogue.Place(r.Left)))
	}
	for _, a := range w.draft.open {
		var labels []string
		for _, o := range a.Options {
			labels = append(labels, o.Label)
		}
		if a.Phrase != "" && len(labels) > 1 {
			w.answer.Assumptions = append(w.answer.Assumptions, fmt.Sprintf("“%s” may mean %s; one of these was taken", a.Phrase, strings.Join(labels, " or ")))
		}
	}
	return nil
}
