package builtin

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
)

// Explain says how a question was read: its links, and the best readings with what they cost and how they were made.
func (res *Result) Explain(most int) string {
	var b strings.Builder
	for _, c := range res.Lattice.Chunks {
		fmt.Fprintf(&b, "%q:", res.text(c.From, c.To))
		for _, k := range c.Links[:min(len(c.Links), 5)] {
			fmt.Fprintf(&b, " %s %.2f;", lattice.Linked{Link: k}.String(), k.Score)
		}
		b.WriteByte('\n')
	}
	for i, r := range res.Readings[:min(most, len(res.Readings))] {
		fmt.Fprintf(&b, "\n%d. %s\n   costs %.2f", i+1, r.Say(), r.Cost)
		for f, name := range rank.FeatureNames {
			if x := r.Features[f] * rank.Ranker[f]; x != 0 {
				fmt.Fprintf(&b, ", %s %.2f", strings.ToLower(name), x)
			}
		}
		if len(r.Skipped) > 0 {
			fmt.Fprintf(&b, "; unexplained: %s", strings.Join(r.Skipped, ", "))
		}
		for _, f := range r.Found {
			fmt.Fprintf(&b, "; %s", f)
		}
		b.WriteByte('\n')
		for _, e := range r.parts {
			b.WriteString("   ")
			res.derivation(&b, e)
			b.WriteByte('\n')
		}
	}
	for _, r := range res.badReadings(most) {
		fmt.Fprintf(&b, "\ndropped: %s\n   costs %.2f; %s\n", r.Say(), r.Cost, r.found())
	}
	return b.String()
}

func (res *Result) text(from, to int) string {
	var all []string
	for _, w := range res.Lattice.Words[from:to] {
		all = append(all, w.Text)
	}
	return strings.Join(all, " ")
}

// derivation writes an edge with its parts in brackets.
func (res *Result) derivation(b *strings.Builder, e *chart.Edge) {
	if e.Rule == nil {
		fmt.Fprintf(b, "%q", res.text(e.From, e.To))
		if l, ok := e.Meaning.(lattice.Linked); ok {
			fmt.Fprintf(b, "=%s", l)
		}
		return
	}
	fmt.Fprintf(b, "%s(", e.Rule.Name)
	for i, p := range e.Parts {
		if i > 0 {
			b.WriteByte(' ')
		}
		res.derivation(b, p)
	}
	fmt.Fprintf(b, " %.2f)", e.Cost)
}
