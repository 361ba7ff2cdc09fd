package translate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// Whether a model's draft is asked about is decided here, from two signs that are weak alone: words that the links read in two ways nearly
// alike, of which the draft takes one; and the model's own doubt. Where both are there, it is asked. Where only one is, the reading is said
// as an assumption. How often each sign is there for questions with one answer and for ambiguous ones: docs/model.md.

// Bounds of what counts as two readings.
const (
	rivalMargin = 0.02 // of the scores of two links
	rivalScore  = 0.8  // of the better one
	sureOfDraft = 0.7  // the model's confidence below which it doubts
	maxRivals   = 3
)

// rival is a run of words that may be two columns, of which the draft reads one.
type rival struct {
	words       string
	taken, left link.Link
}

// rivals returns the words that the links read in two ways nearly alike, when the draft reads one of the two columns and not the other.
func (w *work) rivals() []rival {
	l := w.links.lattice
	if l == nil || w.draft.engine != EngineModel {
		return nil
	}
	reads := func(k link.Link) bool {
		return slices.Contains(w.verdict.Columns, k.Relation.Table.Qualified()+"."+k.Column.Column.Name)
	}
	var found []rival
	for _, c := range l.Chunks {
		if inside(l, c) || len(found) == maxRivals {
			continue
		}
		best := c.Links[0]
		if best.Score < rivalScore || best.Column == nil || best.Kind != link.Value && best.Kind != link.Column {
			continue
		}
		for _, k := range c.Links[1:] {
			if k.Kind != best.Kind || k.Score < best.Score-rivalMargin || k.Column == nil || k.Column == best.Column || reads(k) == reads(best) {
				continue
			}
			var words []string
			for _, x := range l.Words[c.From:c.To] {
				words = append(words, x.Text)
			}
			taken, left := best, k
			if reads(k) {
				taken, left = k, best
			}
			if taken.Relation != left.Relation && spokenOf(l, c, taken) && !spokenOf(l, c, left) {
				continue // the question says which
			}
			found = append(found, rival{strings.Join(words, " "), taken, left})
			break
		}
	}
	return found
}

// spokenOf reports whether other words of the question stand for the relation of a link.
func spokenOf(l *link.Lattice, c link.Chunk, of link.Link) bool {
	return slices.ContainsFunc(l.Chunks, func(o link.Chunk) bool {
		apart := o.To <= c.From || c.To <= o.From
		return apart && slices.ContainsFunc(o.Links, func(k link.Link) bool { return k.Relation == of.Relation && k.Score >= rivalScore })
	})
}

// inside reports whether a longer run of words, which is understood, holds a chunk.
func inside(l *link.Lattice, c link.Chunk) bool {
	return slices.ContainsFunc(l.Chunks, func(o link.Chunk) bool {
		return o.From <= c.From && o.To >= c.To && o.To-o.From > c.To-c.From && o.Links[0].Score >= rivalScore
	})
}

// weigh decides about the readings of a model's proven draft that were open: it returns what to ask, or adds to the assumptions what was
// taken instead.
func (w *work) weigh() *dialogue.Asked {
	if w.accepted() || w.draft.engine != EngineModel {
		return nil
	}
	settled := func(words string) bool {
		return slices.ContainsFunc(w.known().Settled(), func(c plan.Constraint) bool {
			return c.Phrase != "" && (holdsPhrase(c.Phrase, words) || holdsPhrase(words, c.Phrase))
		})
	}
	rivals := slices.DeleteFunc(w.rivals(), func(r rival) bool { return settled(r.words) })
	doubts := len(w.draft.open) > 0 || w.draft.confidence < sureOfDraft
	if len(rivals) > 0 && doubts {
		for _, a := range w.draft.open {
			if len(a.Options) > 1 {
				return w.fromModel(model.Draft{Ambiguities: []model.Ambiguity{a}})
			}
		}
		return rivals[0].ask()
	}
	for _, r := range rivals {
		w.answer.Assumptions = append(w.answer.Assumptions, fmt.Sprintf("“%s” is read as %s, not as %s", r.words, place(r.taken), place(r.left)))
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

// place is a link's column, as people read it.
func place(k link.Link) string { return k.Relation.Table.Name + "." + k.Column.Column.Name }

// ask returns the question which of the two columns is meant.
func (r rival) ask() *dialogue.Asked {
	c := &dialogue.Asked{Kind: dialogue.AskColumn, Message: fmt.Sprintf("“%s” may be two things. Which do you mean?", r.words), Context: map[string]string{"phrase": r.words}}
	for _, k := range []link.Link{r.taken, r.left} {
		s := plan.Constraint{Kind: plan.UseColumn, Phrase: r.words, Schema: k.Relation.Table.Schema, Table: k.Relation.Table.Name, Column: k.Column.Column.Name}
		o := dialogue.Option{Label: place(k), Meaning: "the column " + k.Column.Column.Name + " of " + k.Relation.Table.Name}
		if k.Kind == link.Value {
			s.Kind, s.Value = plan.UseValue, k.Value
			o.Meaning += " is " + k.Value
		}
		o.Settles = []plan.Constraint{s}
		c.Options = append(c.Options, o)
	}
	return c
}
