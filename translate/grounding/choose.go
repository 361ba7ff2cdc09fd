package grounding

import (
	"slices"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// Bounds of the choice.
const (
	lesser    = 0.6 // of the best score: what is below it is shown with short comments and without values
	farBelow  = 0.2 // of the best score: what is below it is not shown in full
	maxNamed  = 150 // relations; beyond them the others are names alone
	minSpoken = 0.5 // of the words that say something: below it the links are not trusted to choose
	explained = 0.5 // the score of a link that explains a word
)

// choose divides the relations into those in full and those by name. Everything is in full when it fits, when that is
// asked for, and when too little of the question was understood to choose.
func (w *writer) choose(ranked []Choice, l *link.Lattice) Grounding {
	o := w.options
	all := 0
	w.generous = true
	for _, c := range ranked {
		if all += o.Count(w.relation(c.Relation)); all > min(o.Full+o.Full/4, o.Room) {
			break
		}
	}
	if all <= min(o.Full+o.Full/4, o.Room) {
		return Grounding{Full: inOrder(w, ranked), Whole: true}
	}
	w.generous, all = false, 0
	tokens := make([]int, len(ranked))
	for i, c := range ranked {
		tokens[i] = o.Count(w.relation(c.Relation))
		all += tokens[i]
	}
	if all <= min(o.Full+o.Full/4, o.Room) {
		return Grounding{Full: inOrder(w, ranked), Whole: true}
	}
	full := o.Full
	doubt := ""
	switch {
	case o.All:
		full, doubt = o.Room, "more was asked for"
	case len(ranked) > 0 && ranked[0].Score == 0:
		full, doubt = o.Room, "no word of the question is known"
	case spoken(l) < minSpoken:
		full, doubt = o.Room, "too few words of the question are known"
	}
	if doubt != "" && all <= o.Room {
		return Grounding{Full: inOrder(w, ranked), Whole: true, Doubt: doubt}
	}
	g := Grounding{Doubt: doubt}
	w.terse = true
	for i := range ranked {
		if ranked[i].terse = doubt == "" && ranked[i].Score < lesser*ranked[0].Score &&
			!slices.Contains(o.Keep, ranked[i].Relation); ranked[i].terse {
			tokens[i] = o.Count(w.relation(ranked[i].Relation))
		}
	}
	left := min(full, o.Room)
	taken := make([]bool, len(ranked))
	take := func(i int, reason string) {
		if !taken[i] {
			taken[i] = true
			left -= tokens[i]
			c := ranked[i]
			if reason != "" {
				c.Reason = reason
			}
			g.Full = append(g.Full, c)
		}
	}
	for i, c := range ranked {
		if slices.Contains(o.Keep, c.Relation) {
			take(i, "it was asked for")
		}
	}
	for i, c := range ranked {
		if tokens[i] <= left && (doubt != "" || c.Score > farBelow*ranked[0].Score) {
			take(i, "")
		}
	}
	for i, c := range ranked {
		if !taken[i] {
			g.Named = append(g.Named, c)
		}
	}
	return g
}

// inOrder returns all relations in the order of the snapshot.
func inOrder(w *writer, ranked []Choice) []Choice {
	at := map[*semantic.Relation]Choice{}
	for _, c := range ranked {
		c.terse = c.Standing > semantic.Joined && c.Score == 0 && !slices.Contains(w.options.Keep, c.Relation)
		at[c.Relation] = c
	}
	out := make([]Choice, 0, len(ranked))
	for _, r := range w.model.Relations {
		if c, there := at[r]; there {
			out = append(out, c)
		}
	}
	return out
}

// spoken returns the share of the words that say something which the links explain, 0 to 1. Names apart: they are
// values, and most of those are in no statistics.
func spoken(l *link.Lattice) float64 {
	known, all := 0, 0
	for i, word := range l.Words {
		if word.Shape != link.Plain || word.Empty() || word.Upper && i > 0 {
			continue
		}
		all++
		if slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool { return c.From <= i && c.To > i && c.Links[0].Score >= explained }) {
			known++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(known) / float64(all)
}
