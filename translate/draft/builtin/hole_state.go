package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/semantic"
)

// Rows that are said to be open have a state, and no state is called that: which of them are open is asked.

// maxStates is how many values a column of states has at most.
const maxStates = 12

// unfinished returns what to ask about open rows whose states are stored under other names; nil: none are asked for.
func (res holes) unfinished() *Ask {
	ask := res.firstOf(res.openRows)
	if ask != nil {
		ask.Message = fmt.Sprintf("Nothing here is stored as “%s”. Which are meant by “%s”?",
			strings.ToLower(strings.Fields(ask.Phrase)[0]), ask.Phrase)
	}
	return ask
}

// openRows finds open orders: those in all states that are no end, or in one of them.
func (res holes) openRows() (phrase string, all []filling) {
	for i, w := range res.Lattice.Words {
		if !wordlist.Among("open", w.Low) {
			continue
		}
		c, rel := res.rowsNear(i)
		if rel == nil || c.From <= i {
			continue
		}
		state, values := openStates(rel)
		if len(values) < 2 {
			return "", nil
		}
		rows := res.text(c.From, c.To)
		with := func(said, label string) {
			all = append(all, filling{label: label, question: res.say(i, c.To, rows+" where "+state.Name.Phrase()+" is "+said)})
		}
		with(strings.Join(values, " or "), "all that are "+strings.Join(values[:len(values)-1], ", ")+" or "+values[len(values)-1])
		for _, v := range values {
			with(v, "only "+v)
		}
		return res.text(i, c.To), all
	}
	return "", nil
}

// openStates returns the column that holds the state of rows, with its values that are no end; none where one is
// called open.
func openStates(rel *semantic.Relation) (*semantic.Column, []string) {
	for _, c := range rel.Columns {
		known := c.Column.Profile.Values
		if !slices.ContainsFunc(c.Own, func(w string) bool { return wordlist.Among("stated", w) }) || len(known) < 2 ||
			len(known) > maxStates {
			continue
		}
		var open []string
		for _, v := range known {
			if strings.EqualFold(v, "open") {
				return nil, nil
			}
			if !wordlist.Among("finished", strings.ToLower(v)) {
				open = append(open, v)
			}
		}
		if len(open) < len(known) { // else nothing says which is an end
			return c, open
		}
	}
	return nil, nil
}
