package builtin

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
)

// Bounds of an explanation.
const (
	toldReadings = 5
	toldDropped  = 3
	toldLinks    = 4 // of one chunk
)

// aspects says how a question was read: its links, the best readings with what they cost, and those that were dropped
// with why.
func (res *Result) aspects() []draft.Aspect {
	var all []draft.Aspect
	var phrase string
	var links []string
	for _, m := range append(res.matches(), draft.Match{}) {
		if m.Phrase != phrase && len(links) > 0 {
			all, links = append(all, draft.Aspect{Name: "link", Detail: "“" + phrase + "”: " + strings.Join(links, "; ")}), nil
		}
		phrase, links = m.Phrase, append(links, fmt.Sprintf("%s (%.2f)", m.Meaning, m.Score))
	}
	for i, r := range res.Readings[:min(toldReadings, len(res.Readings))] {
		detail := fmt.Sprintf("%s; costs %.2f, %.0f %% of what speaks for any", r.Say(), r.Cost, 100*r.Share)
		switch {
		case len(r.Skipped) > 0:
			detail += "; dropped because nothing explains “" + strings.Join(r.Skipped, "”, “") + "”"
		case !r.Signs.Complete():
			detail += "; dropped because it leaves out a number, a value, a comparison or a negation"
		}
		if len(r.Found) > 0 {
			detail += "; " + r.found()
		}
		all = append(all, draft.Aspect{Name: fmt.Sprintf("reading %d", i+1), Detail: detail})
	}
	for _, d := range res.badReadings(toldDropped) {
		all = append(all, draft.Aspect{Name: "dropped", Detail: fmt.Sprintf("%s; costs %.2f; %s", d.Say(), d.Cost, d.found())})
	}
	if len(res.Readings) == 0 {
		for i, text := range res.apart {
			all = append(all, draft.Aspect{Name: fmt.Sprintf("part %d", i+1), Detail: "“" + text + "”"})
		}
	}
	return all
}

// badReadings returns the best readings that were dropped, each once.
func (res *Result) badReadings(most int) (all []*Reading) {
	said := map[string]bool{}
	for _, r := range res.Dropped {
		if say := r.Say(); len(all) < most && !said[say] {
			said[say], all = true, append(all, r)
		}
	}
	return all
}

// found says what validators found in a reading, and why that counts.
func (r *Reading) found() string {
	var all []string
	for _, f := range r.Found {
		all = append(all, f.String()+": "+f.Why)
	}
	return strings.Join(all, "; ")
}

// matches returns what the words of the question were linked to, the best for each chunk first.
func (res *Result) matches() []draft.Match {
	var all []draft.Match
	for _, c := range res.Lattice.Chunks {
		for _, k := range c.Links[:min(len(c.Links), toldLinks)] {
			all = append(all, draft.Match{Phrase: res.text(c.From, c.To), Meaning: lattice.Linked{Link: k}.String(),
				Score: max(0, min(1, k.Score))})
		}
	}
	return all
}
