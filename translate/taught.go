package translate

import (
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// taught returns what phrases of a question mean by what the user settled and by lessons, the former first.
func (w *work) taught(settled []plan.Constraint) []link.Taught {
	m := w.agent.understand(w.snapshot)
	var all []link.Taught
	for _, c := range settled {
		if k, ok := w.linkTo(m, c); ok && c.Phrase != "" {
			all = append(all, link.Taught{Phrase: c.Phrase, Links: []link.Link{k}})
		}
	}
	for _, l := range w.recalled.lessons {
		if c, ok := w.constraint(l); ok && c.Phrase != "" {
			if k, ok := w.linkTo(m, c); ok {
				all = append(all, link.Taught{Phrase: c.Phrase, Links: []link.Link{k}})
			}
		} else if t := w.definedBy(m, l); t != nil {
			all = append(all, link.Taught{Phrase: l.Words, Links: []link.Link{{Kind: link.Term, Relation: t.Relation, Term: t}}})
		}
	}
	return all
}

// definedBy returns the term that a lesson defines by an expression; nil: it defines none that can be composed.
func (w *work) definedBy(m *semantic.Model, l lessons.Lesson) *semantic.Term {
	e, err := plan.Fragment(l.Means)
	if err != nil || l.Kind != lessons.Table && l.Kind != lessons.Column || len(e.Columns()) == 0 || e.Columns()[0].Alias == "" {
		return nil
	}
	r := m.Relation(w.snapshot.Called(w.baseTable(e)))
	if r == nil {
		return nil
	}
	t, err := m.Defined(r, l.Words, e)
	if err != nil {
		return nil
	}
	return t
}

// linkTo returns what a constraint says that its phrase is.
func (w *work) linkTo(m *semantic.Model, c plan.Constraint) (k link.Link, ok bool) {
	t := w.table(c.Schema, c.Table)
	if t == nil {
		return k, false
	}
	r := m.Relation(t)
	k = link.Link{Relation: r, Value: c.Value}
	switch c.Kind {
	case plan.UseTable:
		return k, r != nil
	case plan.UseValue, plan.UseColumn:
		k.Kind, k.Column = link.Column, r.Column(c.Column)
		if c.Kind == plan.UseValue {
			k.Kind = link.Value
		}
		return k, k.Column != nil
	}
	return k, false
}

// inWords returns a text with the phrases replaced that stand for other words, by what the user settled and by lessons.
func (w *work) inWords(text string, settled []plan.Constraint) string {
	for _, c := range settled {
		if c.Kind == plan.UseWords {
			text = insteadOf(text, c.Phrase, c.Value)
		}
	}
	for _, l := range w.recalled.lessons {
		if _, known := w.constraint(l); known || l.Kind != lessons.Table && l.Kind != lessons.Column {
			continue
		}
		if e, err := plan.Fragment(l.Means); err == nil && len(e.Columns()) > 0 && e.Columns()[0].Alias != "" {
			continue // an expression, and no words
		}
		text = insteadOf(text, l.Words, l.Means)
	}
	return text
}

// insteadOf replaces a phrase wherever it stands in a text as words of its own, in the singular or the plural.
func insteadOf(text, phrase, by string) string {
	text = link.Straight(text)
	said, words := link.Split(text), link.Split(phrase)
	if len(words) == 0 || len(by) > intent.MaxQuestion {
		return text
	}
	var b strings.Builder
	from := 0
	for i := 0; i+len(words) <= len(said); i++ {
		same := true
		for j, p := range words {
			o := said[i+j]
			same = same && o.Shape != link.Quoted && (o.Low == p.Low || p.Shape == link.Plain && o.Stem == p.Stem)
		}
		if !same {
			continue
		}
		last := said[i+len(words)-1]
		b.WriteString(text[from:said[i].Start])
		b.WriteString(by)
		from = last.Start + len(last.Text)
		i += len(words) - 1
	}
	b.WriteString(text[from:])
	return b.String()
}
