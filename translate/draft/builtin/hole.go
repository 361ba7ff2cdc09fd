package builtin

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// A hole is something that a question leaves out and that has no default: by what "our best customers" are the best,
// which year's May "in May" is. Its choices are the question with the hole filled; those that cannot be read are
// none.

const (
	maxFillings = 10    // fillings of a hole that are read, each wording of one counted
	maxFilled   = 30000 // rules tried for all of them, after which no other is read: they take most where a thousand tables have much to say
	hopeless    = 4     // of these the first, after which no other is tried if none could be read
	sureFilled  = 0.2   // how sure the reading of a filled hole must be
)

// filling is one way of filling a hole.
type filling struct {
	label, question string
	or              string              // the question in other words, where those cannot be read; "": there are none
	before          string              // what stands before a reply in words: top 10 customers by
	says            func(*Reading) bool // whether a reading is what the label says; nil: any is
}

// holes looks for what a question leaves out, whether it has readings or none.
type holes struct{ *Result }

// hole returns what to ask where the question leaves something out; nil: it does not, or nothing fits.
func (res holes) hole() *Ask {
	return cmp.Or(res.firstOf(res.bareMonth), res.byWhat(res.bestPeriod), res.byWhat(res.bareSuperlative), res.firstOf(res.bareRecent, res.numbersOf))
}

// byWhat returns the question back about rows that are said to be good, big or bad, and not by what.
func (res holes) byWhat(find func() (string, []filling)) *Ask {
	ask := res.firstOf(find)
	if ask != nil {
		_, all := find()
		ask.Kind, ask.Before, ask.Message = "metric", all[0].before,
			fmt.Sprintf("By what? “%s” can be measured in several ways.", ask.Phrase)
	}
	return ask
}

// firstOf returns the question back about the first hole of which at least two fillings can be read.
func (res holes) firstOf(finds ...func() (string, []filling)) *Ask {
	if res.reader == nil {
		return nil
	}
	for _, find := range finds {
		phrase, all := find()
		ask, read, steps := &Ask{Phrase: phrase}, 0, 0
		put := func(f filling, question string) *Reading {
			again := res.refilled(question)
			read, steps = read+1, steps+again.Steps
			return again.filled(f)
		}
		for _, f := range all {
			if len(ask.Choices) == maxChoices || read >= maxFillings || steps >= maxFilled || read >= hopeless && len(ask.Choices) == 0 {
				break
			}
			r := put(f, f.question)
			if r == nil && f.or != "" {
				r = put(f, f.or)
			}
			if r != nil && !ask.offers(r) {
				ask.Choices = append(ask.Choices, Choice{Label: f.label, Reading: r})
			}
		}
		if len(ask.Choices) > 1 {
			return ask
		}
	}
	return nil
}

// refilled reads the question with a hole filled.
func (res holes) refilled(question string) *Result {
	again, known := res.fillings[question]
	if !known {
		if again = res.reader.read(res.Lattice.Again(question), 2); res.fillings == nil {
			res.fillings = map[string]*Result{}
		}
		res.fillings[question] = again
	}
	return again
}

// filled returns the reading of a question with its hole filled; nil: there is none, or it is not what the label says.
func (res *Result) filled(f filling) *Reading {
	if len(res.Readings) == 0 || res.Confidence < sureFilled {
		return nil
	}
	first := res.Readings[0]
	if !first.Signs.Complete() || f.says != nil && !f.says(first) {
		return nil
	}
	return first
}

// offers reports whether a reading is among the choices, or one that is said in the same words.
func (a *Ask) offers(r *Reading) bool {
	return slices.ContainsFunc(a.Choices, func(c Choice) bool { return c.Reading.Key() == r.Key() || c.Reading.Say() == r.Say() })
}

// say returns the words of the question with some of them replaced.
func (res *Result) say(from, to int, instead string) string {
	var all []string
	for i, w := range res.Lattice.Words {
		switch {
		case i == from:
			all = append(all, instead)
		case i < from || i >= to:
			all = append(all, said(w))
		}
	}
	return strings.Join(all, " ")
}

// maxYears is how many years are offered.
const maxYears = 4

// bareMonth finds a month without a year, where the data are of several years.
func (res holes) bareMonth() (phrase string, all []filling) {
	ws := res.Lattice.Words
	at := -1
	for i, w := range ws {
		if y, err := strconv.Atoi(w.Text); err == nil && y >= 1900 && y < 2100 {
			return "", nil
		}
		if i > 0 && wordlist.Month(w.Low) && wordlist.InPeriod(ws[i-1].Low) {
			at = i
		}
	}
	if at < 0 || wordlist.Recurs(ws) || grammar.Birthday(res.Lattice) {
		return "", nil
	}
	first, last := res.years()
	if first == 0 || first == last {
		return "", nil
	}
	for y := last; y >= max(first, last-maxYears+1); y-- {
		text := ws[at].Text + " " + strconv.Itoa(y)
		all = append(all, filling{label: text, question: res.say(at, at+1, text)})
	}
	return ws[at].Text, all
}

// bestPeriod finds "the busiest month" and "our best year", where nothing says by what.
func (res holes) bestPeriod() (phrase string, all []filling) {
	ws := res.Lattice.Words
	at := slices.IndexFunc(ws, func(w link.Word) bool { return wordlist.Among("unit", w.Low) })
	if at < 1 || slices.ContainsFunc(ws[:at-1], func(w link.Word) bool { return !wordlist.Light(w.Low) }) ||
		at+1 < len(ws) && !wordlist.InPeriod(ws[at+1].Low) ||
		slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool { return c.From > at && named(c) != nil }) {
		return "", nil
	}
	way, ok := wordlist.Rated(ws[at-1].Low)
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

// years returns the first and the last year of the data of the relations that the question speaks of; 0: not known.
func (res holes) years() (first, last int) {
	for _, r := range res.Lattice.Relations() {
		if r.Period == nil || len(r.Period.First) < 4 || len(r.Period.Last) < 4 {
			continue
		}
		from, err := strconv.Atoi(r.Period.First[:4])
		to, err2 := strconv.Atoi(r.Period.Last[:4])
		if err == nil && err2 == nil {
			return from, to
		}
	}
	return 0, 0
}

// bareRecent finds "the recent orders", where nothing says since when.
func (res holes) bareRecent() (phrase string, all []filling) {
	for i, w := range res.Lattice.Words {
		if !wordlist.Recent(w.Low) || len(res.Readings) > 0 && !slices.Contains(res.Readings[0].Skipped, w.Text) {
			continue
		}
		for _, c := range res.Lattice.Chunks {
			if c.From != i+1 || !happened(c) {
				continue
			}
			rows := res.text(c.From, c.To)
			for _, when := range []string{"in the last 7 days", "in the last 30 days", "in the last 12 months"} {
				all = append(all, filling{label: when, question: res.say(i, c.To, rows+" "+when)})
			}
			return res.text(i, c.To), all
		}
	}
	return "", nil
}

// happened reports whether a chunk names rows that have a date of their own.
func happened(c link.Chunk) bool {
	return slices.ContainsFunc(c.Links, func(k link.Link) bool {
		return (k.Kind == link.Relation || k.Kind == link.Event) && k.Score >= 0.7 &&
			slices.ContainsFunc(k.Relation.Events, func(e semantic.Event) bool { return e.Date != nil })
	})
}

// belongs reports whether rows of a relation have a key to those of another: customers of a city.
func belongs(rel, to *semantic.Relation) bool {
	return slices.ContainsFunc(rel.Keys, func(k *semantic.Key) bool { return k.To == to })
}
