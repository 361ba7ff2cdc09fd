package wordlist

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/*.txt
var data embed.FS

// Entry is a phrase of a list, with what it stands for there.
type Entry struct{ List, Value string }

// lists are data/words.txt, and the values of data/vague.txt.
type lists struct {
	phrases map[string][]Entry // by words joined with spaces
	longest int                // words
	skip    map[string]float64
	values  map[string]map[string]string // of a list, by phrase
	dets    map[string]bool
	tokens  map[string]bool // single words of phrases
}

// Unexplained is what it costs to leave a word out that is on no list.
const Unexplained = 2.2

var words = sync.OnceValue(func() *lists {
	l := &lists{phrases: map[string][]Entry{}, skip: map[string]float64{}, values: map[string]map[string]string{}, dets: map[string]bool{},
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
			l.phrases[phrase] = append(l.phrases[phrase], Entry{name, value})
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
func Vague(ws []link.Word, from int) int { return Longest("vague", ws, from) }

// Lately returns how many words from one on say that something was not long ago.
func Lately(ws []link.Word, from int) int { return Longest("lately", ws, from) }

// Longest returns how many words from one on are a phrase of a list.
func Longest(list string, ws []link.Word, from int) int {
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
func Phrases(said string) []Entry { return words().phrases[said] }

// MaxWords returns how many words the longest phrase has.
func MaxWords() int { return words().longest }

// Skip returns what it costs to leave a word out; ok says that it is on a list of words that may be.
func Skip(w string) (cost float64, ok bool) {
	cost, ok = words().skip[w]
	return cost, ok
}

// Token reports whether a word belongs to a phrase of some list.
func Token(w string) bool { return words().tokens[w] }

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
