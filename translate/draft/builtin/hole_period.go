package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// bestPeriod finds "the busiest month" and "our best year", where nothing says by what.
func (res holes) bestPeriod() (phrase string, all []filling) {
	ws := res.Lattice.Words
	at := slices.IndexFunc(ws, func(w link.Word) bool { return grammar.Among("unit", w.Low) })
	if at < 1 || slices.ContainsFunc(ws[:at-1], func(w link.Word) bool { return !grammar.Light(w.Low) }) ||
		at+1 < len(ws) && !grammar.InPeriod(ws[at+1].Low) ||
		slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool { return c.From > at && named(c) != nil }) {
		return "", nil
	}
	way, ok := grammar.Rated(ws[at-1].Low)
	if !ok || way == "trouble" {
		return "", nil
	}
	most, highest := " with the most ", " with the highest "
	if way == "less" {
		most, highest = " with the fewest ", " with the lowest "
	}
	tail := ""
	for _, w := range ws[at+1:] {
		tail += " " + said(w)
	}
	unit := ws[at].Text
	if !strings.HasPrefix(ws[at-1].Low, "bus") && !strings.HasPrefix(ws[at-1].Low, "quiet") {
		all = append(all, filling{label: "revenue", question: unit + highest + "revenue" + tail})
	}
	for _, e := range res.happenings(nil) {
		if e.Events[0].Kind != semantic.Birth {
			continue // stock is counted, and does not happen
		}
		all = append(all, filling{label: "number of " + res.shown(e), question: unit + most + plural(e) + tail, says: figures(e, nil)})
	}
	return res.text(at-1, at+1), all
}
