package grammar

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/*.txt
var data embed.FS

// entry is a phrase of a list, with what it stands for there.
type entry struct{ list, value string }

// lists are data/words.txt, and the values of data/vague.txt.
type lists struct {
	phrases map[string][]entry // by words joined with spaces
	longest int                // words
	skip    map[string]float64
	values  map[string]map[string]string // of a list, by phrase
	dets    map[string]bool
	tokens  map[string]bool // single words of phrases
}

// unexplained is what it costs to leave a word out that is on no list.
const unexplained = 2.2

var words = sync.OnceValue(func() *lists {
	l := &lists{phrases: map[string][]entry{}, skip: map[string]float64{}, values: map[string]map[string]string{}, dets: map[string]bool{},
		tokens: map[string]bool{}}
	for _, line := range wordform.Lines(data, "words") {
		name, rest, ok := strings.Cut(line, ": ")
		if !ok {
			panic("words.txt: " + line)
		}
		if cost, isSkip := strings.CutPrefix(name, "skip "); isSkip {
			l.addSkips(cost, rest)
			continue
		}
		l.values[name] = map[string]string{}
		for _, phrase := range split(rest) {
			phrase, value := cutValue(phrase)
			if name == "det" {
				l.dets[phrase] = true
			}
			l.values[name][phrase] = value
			l.phrases[phrase] = append(l.phrases[phrase], entry{name, value})
			for _, w := range strings.Fields(phrase) {
				l.tokens[w] = true
			}
			l.longest = max(l.longest, len(strings.Fields(phrase)))
		}
	}
	for _, line := range wordform.Lines(data, "vague") {
		name, rest, _ := strings.Cut(line, ": ")
		l.values[name] = map[string]string{}
		for _, phrase := range split(rest) {
			phrase, value := cutValue(phrase)
			l.values[name][phrase] = value
		}
	}
	return l
})

func (l *lists) addSkips(cost, list string) {
	n, err := strconv.Atoi(cost)
	if err != nil {
		panic("words.txt: skip " + cost)
	}
	for _, w := range split(list) {
		l.skip[w] = float64(n) / 100
	}
}

// OfOthers reports whether a word before a noun says that other things are asked for: who has the most songs.
func OfOthers(word string) bool { return has(words().values["ofothers"], word) }

// Ever reports whether a question is about any time, and not about now.
func Ever(ws []link.Word) bool {
	for i, w := range ws {
		if has(words().values["ever"], w.Low) && !(w.Low == "first" && i > 0 && superlative(ws[i-1].Low)) { // highest first is an order
			return true
		}
		if w.Low == "used" && i+1 < len(ws) && ws[i+1].Low == "to" {
			return true
		}
		if (w.Low == "has" || w.Low == "have") && i+1 < len(ws) && (strings.HasSuffix(ws[i+1].Low, "ed") || ws[i+1].Low == "gone" || ws[i+1].Low == "been") {
			return true // has worked
		}
		if w.Low == "any" && i > 0 && slices.ContainsFunc(ws[max(0, i-2):i], denies) {
			return true // without any policy, now or before
		}
	}
	return false
}

// superlative reports whether a word may be one: highest, most, best.
func superlative(w string) bool { return strings.HasSuffix(w, "st") && len(w) > 3 }

// denies reports whether a word says that there is none.
func denies(w link.Word) bool {
	return slices.Contains([]string{"without", "not", "never", "dont", "doesnt"}, w.Low) || strings.HasSuffix(w.Low, "n't")
}

// Pivot reports whether a little word that may be left out changes the meaning as a rule.
func Pivot(w string) bool { return has(words().values["pivot"], w) }

// Says reports whether a word says something in any question, whatever the database holds: per, average, without.
func Says(w string) bool {
	return Determiner(w) || slices.ContainsFunc(Phrases(w), func(e entry) bool {
		_, used := all().symbols["@"+e.list]
		return used && e.list != "verb"
	})
}

// Recent reports whether a word says that something is not long ago, and not how long.
func Recent(w string) bool { return has(words().values["newly"], w) }

// Telling reports whether a verb says by itself what rows do, where nothing follows it: fly, win.
func Telling(w string) bool { return has(words().values["telling"], w) }

// Counts reports whether a column with such a word in its name holds how many there are.
func Counts(w string) bool { return has(words().values["capacity"], w) || w == "number" || w == "no" }

// Sums reports whether a word asks for all of something, put together: in total.
func Sums(w string) bool { return has(words().values["sums"], w) }

// Auxiliary reports whether a word helps a verb: do, have.
func Auxiliary(w string) bool { return has(words().values["aux"], w) }

// Orders reports whether a word speaks of an order of the answer.
func Orders(w string) bool { return has(words().values["sorted"], w) }

// Distributes reports whether a word asks for a figure for each of several: each, per, by, monthly.
func Distributes(w string) bool {
	return has(words().values["each"], w) || has(words().values["per"], w) || has(words().values["periodic"], w) || w == "by"
}

// Leads reports whether words are about who is at the head of something.
func Leads(ws []string) bool {
	return slices.ContainsFunc(ws, func(w string) bool { return has(words().values["leading"], w) })
}

// Asks reports whether a word begins a question.
func Asks(w string) bool { return has(words().values["asks"], w) }

// Command returns the first word of a question that is a command to change something; -1: it is none.
func Command(ws []link.Word) int {
	for i, w := range ws {
		if has(words().values["change"], w.Low) {
			return i
		}
		if !has(words().values["polite"], w.Low) {
			break
		}
	}
	return -1
}

// Month reports whether a word is the name of a month.
func Month(w string) bool { return has(words().values["months"], w) }

// InPeriod reports whether a word stands before a period.
func InPeriod(w string) bool {
	return w == "in" || w == "during" || w == "for" || w == "of" || w == "since"
}

// Recurs reports whether a question is of a month of every year.
func Recurs(ws []link.Word) bool {
	return slices.ContainsFunc(ws, func(w link.Word) bool {
		return w.Low == "every" || w.Low == "each" || w.Low == "per" || w.Low == "any" || w.Low == "year" || w.Low == "years"
	})
}

// Bare returns which end a superlative means that says nothing of what it is by: more or less; ok says that it is one.
func Bare(w string) (way string, ok bool) {
	if way, ok = words().values["bare"][w]; !ok && len(w) > 5 && strings.HasSuffix(w, "est") {
		return "more", true
	}
	return way, ok
}

// Rated is Bare, and other words that say how good or bad something is and not by what; trouble says that something
// is wrong with it.
func Rated(w string) (way string, ok bool) {
	if way, ok = words().values["rated"][w]; ok {
		return way, ok
	}
	return Bare(w)
}

// Vague returns how many words from one on say that something is asked for and not what: the numbers, how are we doing.
func Vague(ws []link.Word, from int) int { return longest("vague", ws, from) }

// Lately returns how many words from one on say that something was not long ago.
func Lately(ws []link.Word, from int) int { return longest("lately", ws, from) }

// longest returns how many words from one on are a phrase of a list.
func longest(list string, ws []link.Word, from int) int {
	text, found := "", 0
	for i := from; i < min(len(ws), from+words().longest); i++ {
		if text = strings.TrimSpace(text + " " + ws[i].Low); has(words().values[list], text) {
			found = i + 1 - from
		}
	}
	return found
}

// Light reports whether a word may be left out of a question for next to nothing.
func Light(w string) bool {
	cost, ok := words().skip[w]
	return ok && cost < lightWord || words().dets[w] || has(words().values["degree"], w)
}

// Determiner reports whether a word stands before a noun and says nothing of it: the, our.
func Determiner(w string) bool { return words().dets[w] }

// lightWord is what leaving a word out costs that says something.
const lightWord = 0.5

// List returns what the phrases of a list stand for there.
func List(list string) map[string]string { return words().values[list] }

// Phrases returns the lists that a phrase is on.
func Phrases(said string) []entry { return words().phrases[said] }

// MaxWords returns how many words the longest phrase has.
func MaxWords() int { return words().longest }

// Skip returns what it costs to leave a word out; ok says that it is on a list of words that may be.
func Skip(w string) (cost float64, ok bool) {
	cost, ok = words().skip[w]
	return cost, ok
}

// token reports whether a word belongs to a phrase of some list.
func token(w string) bool { return words().tokens[w] }

func has(m map[string]string, k string) bool { _, ok := m[k]; return ok }

// Among reports whether a word is on a list.
func Among(list, w string) bool { return has(words().values[list], w) }

// cutValue takes the value off a phrase: "more than=>" is "more than" with the value ">".
func cutValue(s string) (phrase, value string) {
	i := strings.IndexByte(s, '=')
	if i <= 0 {
		return s, ""
	}
	return s[:i], s[i+1:]
}

// split cuts a list at its commas, outside of quotes.
func split(s string) []string {
	var out []string
	var b strings.Builder
	quoted := false
	flush := func() {
		if w := strings.TrimSpace(b.String()); w != "" {
			out = append(out, w)
		}
		b.Reset()
	}
	for _, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ',' && !quoted:
			flush()
		default:
			b.WriteRune(r)
		}
	}
	flush()
	return out
}

// Count returns the number of rows that a word says.
func Count(w string) (int64, bool) {
	if n, ok := List("numbers")[w]; ok {
		w = n
	}
	return Wanted([]*chart.Edge{{Meaning: Number{w}}})
}

// Comparison reads "more than 5": the operator and the number.
func Comparison(text string) (algebra.CompareOp, string, bool) {
	text = strings.ToLower(text)
	if i := strings.LastIndexByte(text, ' '); i > 0 && strings.Trim(text[i+1:], "0123456789.") == "" {
		op, ok := words().values["more"][text[:i]]
		return algebra.CompareOp(op), text[i+1:], ok
	}
	return "", "", false
}

// Figure returns the function that a word asks for: avg for average; "" for none.
func Figure(text string) string {
	return words().values["agg"][strings.TrimPrefix(strings.ToLower(text), "the ")]
}

// Relative reports whether a word begins what is said of the rows before it.
func Relative(w string) bool { return w == "who" || w == "that" || w == "which" }

// little are the lists of little words that change what a question means, and that may be mistyped.
var little = sync.OnceValue(func() []string {
	var out []string
	for _, list := range []string{"top", "bottom", "no", "not", "most", "fewest", "highest", "lowest", "more", "between", "howmany", "agg", "per", "sorted", "recent",
		"before", "after", "since", "with", "unit", "months", "asks", "withtheir", "mailed"} {
		for phrase := range words().values[list] {
			for _, w := range strings.Fields(phrase) {
				if len(w) > 2 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
})

// slips reads a word that nothing explains, and that is one slip away from one little word alone, as that: tpo,
// withot, dont.
func (t *lattice) slips() {
	cloned := false
	for i, w := range t.Words {
		if w.Shape != link.Plain || w.Upper && i > 0 || len(w.Low) < 3 || t.known(i) {
			continue
		}
		meant := slipped(w.Low)
		if meant == "" {
			continue
		}
		if !cloned { // the words of the question stay as they were
			again := *t.Lattice
			again.Words = slices.Clone(t.Words)
			t.Lattice, cloned = &again, true
		}
		t.Words[i].Low, t.Words[i].Text = meant, meant
	}
}

// slipped returns the only little word that a word is one slip away from; "": none, or it is a word itself.
func slipped(w string) string {
	if before, ok := strings.CutSuffix(w, "nt"); ok && has(words().values["not"], before+"n't") {
		return before + "n't"
	}
	if lexicon.English(w) || lexicon.English(wordform.Singular(w)) {
		return ""
	}
	meant, best := "", 0
	for _, one := range little() {
		likely := 1
		switch {
		case sameLetters(one, w):
			likely = 3
		case len(one) > len(w): // a letter that was left out: wich
			likely = 2
		}
		switch short := len(one) < 4 || len(w) < 4; {
		case short && likely < 3 || likely < best || !spelling.Slip(w, one):
		case likely > best:
			meant, best = one, likely
		default:
			meant = "" // of two none is certain
		}
	}
	return meant
}

// known reports whether a word is on a list, or something in the database may be meant by it.
func (t *lattice) known(i int) bool {
	low := t.Words[i].Low
	if _, skipped := Skip(low); skipped || Determiner(low) || token(low) {
		return true
	}
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool { return c.From <= i && i < c.To })
}

// sameLetters reports whether words have the same letters in another order.
func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}

// Tongue reports whether a column says in which language something is.
func Tongue(c *semantic.Column) bool { return namedOf(c.Name.Words, "tongues") }

// Everything reports whether a text asks for all that is known of rows: all columns of orders.
func Everything(text string) bool {
	text = " " + strings.ToLower(text) + " "
	for said := range words().values["everything"] {
		if strings.Contains(text, " "+said+" ") {
			return true
		}
	}
	return false
}
