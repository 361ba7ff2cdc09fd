package builtin

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
)

var swaps = regexp.MustCompile(`(?i)^(?:the )?(.+?) (?:instead|in place) of (?:the )?(.+)$`)

// renamed reads "suppliers instead" and "average instead of total": the question with other words in the place of
// some, and what was changed since again; nil: there is no such question.
func (t *talk) renamed(ctx context.Context, f fragment) (*Result, error) {
	if f.how.Without || f.how.More {
		return nil, nil
	}
	var asked []string
	if m := swaps.FindStringSubmatch(f.text); m != nil {
		for i, w := range t.words.Words {
			if strings.EqualFold(w.Text, m[2]) {
				asked = append(asked, (&Result{Lattice: t.words}).say(i, i+1, m[1]))
			}
		}
	} else if l, err := t.q.LinksOf(ctx, f.text); err != nil {
		return nil, err
	} else if slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool { return c.To == len(l.Words) && named(c) != nil }) {
		for _, part := range t.first.parts {
			part.Walk(func(e *chart.Edge) {
				if k, ok := e.Meaning.(lattice.Linked); ok && e.Rule == nil && k.Kind == link.Relation &&
					k.Column == nil && k.Relation == t.now.form.Head.Rel {
					asked = append(asked, (&Result{Lattice: t.words}).say(e.From, e.To, article.ReplaceAllString(f.text, "")))
				}
			})
		}
	}
	for _, text := range asked {
		again := &talk{r: t.r, q: t.q}
		if err := again.begin(ctx, draft.Turn{Text: text}); err != nil {
			return nil, err
		}
		fits := again.now != nil && again.now.complete()
		for _, turn := range t.said[1:] {
			if !fits {
				break
			}
			res, err := again.change(ctx, turn.Text)
			if err != nil {
				return nil, err
			}
			fits = again.take(res, draft.Turn{})
		}
		if fits && again.now.key != t.now.key {
			*t = *again
			return &Result{Lattice: again.now.lattice, Readings: []*Reading{again.now}, Confidence: 1}, nil
		}
	}
	return nil, nil
}
