package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// merged is a function as all versions together have it.
type merged struct {
	function
	// since and until are the first and the last version that has it; 0 for the oldest and the newest there is.
	since, until int
	reviewed     bool // must be in reviewed.txt
}

// mergeFunctions joins catalogs in the order of their versions: what one calls volatile or internal is so for all,
// and output columns are those of the newest, with what older ones have besides.
func mergeFunctions(all []catalog) []merged {
	byName := map[string]*merged{}
	for i, c := range all {
		for _, f := range c.functions {
			m := byName[f.name]
			if m == nil {
				m = &merged{function: function{name: f.name}, reviewed: true}
				if i > 0 {
					m.since = c.major
				}
				byName[f.name] = m
			}
			m.volatile, m.internal = m.volatile || f.volatile, m.internal || f.internal
			m.until = c.major
			m.reviewed = m.reviewed && c.major != ruled
			outs := slices.Clone(f.outs)
			for _, o := range m.outs {
				if !slices.Contains(outs, o) {
					outs = append(outs, o)
				}
			}
			m.outs = outs
		}
	}
	var list []merged
	for _, m := range byName {
		if m.until == all[len(all)-1].major {
			m.until = 0
		}
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b merged) int { return cmp.Compare(a.name, b.name) })
	return list
}

// String is the function's line in functions.txt.
func (m merged) String() string {
	words := []string{m.name}
	if m.since > 0 {
		words = append(words, fmt.Sprintf("since=%d", m.since))
	}
	if m.until > 0 {
		words = append(words, fmt.Sprintf("until=%d", m.until))
	}
	return strings.Join(append(words, m.outs...), " ")
}

// judgeAll returns the lines of functions.txt and of refused.txt. It fails when a function that needs a review has
// none, or one that comes to another verdict than the rules.
func judgeAll(functions []merged) (allowed, refused []string, err error) {
	var errs []error
	reviews := reviewed()
	for _, f := range functions {
		verdict := cmp.Or(judge(f.name, f.volatile), allow)
		if f.internal && !f.volatile {
			verdict = support
		}
		review, ok := reviews[f.name]
		switch {
		case f.reviewed && verdict != support && !ok:
			errs = append(errs, fmt.Errorf("%s of version %d: read it and put it into reviewed.txt; the rules say %s",
				f.name, max(f.since, f.until), verdict))
		case ok && review.verdict != verdict:
			errs = append(errs, fmt.Errorf("%s: reviewed.txt says %s, the rules say %s", f.name, review.verdict, verdict))
		}
		switch verdict {
		case support: // not listed at all, so an unknown name like any other
		case allow:
			allowed = append(allowed, f.String())
		default:
			refused = append(refused, f.name+" "+verdict)
		}
	}
	return allowed, refused, errors.Join(errs...)
}
