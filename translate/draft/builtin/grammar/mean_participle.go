package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// participled reads "registered members" as members: what tells more of them says the way.
func participled(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	h, _ := part[Heard](p, 0)
	n, ok := part[*form.Noun](p, 0)
	if !ok || !strings.HasSuffix(h.Text, "ed") && !strings.HasSuffix(h.Text, "en") || len(n.Conds)+len(n.Ranks) > 0 || !happens(n, h.Text) {
		return nil, 0
	}
	return n, 0
}

// happens reports whether a word is a verb that people use, or that the rows of a noun know: any other participle may be what they are asked for.
func happens(n *form.Noun, verb string) bool {
	if has(words().values["verb"], verb) {
		return true
	}
	return n.Rel != nil && slices.ContainsFunc(n.Rel.Events, func(e semantic.Event) bool {
		return slices.ContainsFunc(e.Verbs, func(v string) bool { return wordform.Stem(v) == wordform.Stem(verb) })
	})
}
