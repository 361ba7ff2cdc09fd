package lessons

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A question's family are the questions that differ from it in case, spaces, punctuation and politeness, in the
// numbers, dates and quoted texts they name, and, where that is safe, in singular and plural and in the order of
// their parts.

// param is a value that a question names.
type param struct {
	kind byte   // n number, d date, t quoted text
	text string // a number without separators, a date as 2006-01-02, a text without quotes
	said int    // its place among the values of the question as it was written, from 0
}

// parsed is a question taken apart. Two questions are of one family when their keys are equal.
type parsed struct {
	key    string
	params []param // in the order in which the key has them
}

var piece = regexp.MustCompile(`'[^']{1,200}'|"[^"]{1,200}"|“[^”]{1,200}”|\d{4}-\d{2}-\d{2}\b|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*(?:['’]\p{L}+)?|[<>=%€$+*/-]`)

// counted are the numbers that people write as words. "One" is as often a pronoun.
var counted = map[string]string{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "twelve": "12", "twenty": "20"}

// polite may open a question and means nothing.
var polite = map[string]bool{"please": true, "show": true, "me": true, "list": true, "give": true, "get": true,
	"tell": true, "display": true,
	"can": true, "could": true, "would": true, "you": true, "i": true, "want": true, "need": true, "to": true, "see": true, "us": true,
	"kindly": true, "like": true, "d": true}

var articles = map[string]bool{"the": true, "a": true, "an": true}

// word is one part of a question.
type word struct {
	text  string // of a parameter: # and its kind
	param *param
}

// Normal returns a text that is the same for equal questions: they differ in spaces, punctuation, articles and polite
// openings, in singular and plural and in the order of their parts where that means nothing, and in nothing else.
// Values are as they were, and so is case but for the first word's: Bill may be somebody, and a bill is not.
func Normal(question string) string {
	p := family(question)
	var b strings.Builder
	b.WriteString(p.key)
	for _, v := range p.params {
		b.WriteString("\x00" + v.text)
	}
	for i, w := range piece.FindAllString(question, -1) {
		if wordOf(w).param == nil && i > 0 && w != strings.ToLower(w) {
			b.WriteString("\x00" + w)
		}
	}
	return b.String()
}

// family takes a question apart.
func family(question string) parsed {
	words := wordsOf(question)
	if !singular(words) {
		for i := range words {
			if words[i].param == nil {
				words[i].text = oneOf(words[i].text)
			}
		}
	}
	words = reorder(words)
	var p parsed
	var key []string
	for _, w := range words {
		key = append(key, w.text)
		if w.param != nil {
			p.params = append(p.params, *w.param)
		}
	}
	p.key = strings.Join(key, " ")
	return p
}

func wordsOf(question string) []word {
	var words []word
	values := 0
	for _, raw := range piece.FindAllString(question, -1) {
		w := wordOf(raw)
		if w.param != nil {
			w.param.said = values
			values++
		}
		if w.param == nil && (articles[w.text] || len(words) == 0 && polite[w.text]) {
			continue
		}
		words = append(words, w)
	}
	for n := len(words); n > 1 && words[n-1].text == "please"; n-- {
		words = words[:n-1]
	}
	return words
}

func wordOf(raw string) word {
	of := func(kind byte, text string) word { return word{"#" + string(kind), &param{kind: kind, text: text}} }
	first := []rune(raw)[0]
	switch {
	case first == '\'' || first == '"' || first == '“':
		return of('t', strings.Trim(raw, `'"“”`))
	case unicode.IsDigit(first) && len(raw) == 10 && raw[4] == '-':
		return of('d', raw)
	case unicode.IsDigit(first):
		return of('n', strings.ReplaceAll(raw, ",", ""))
	}
	text := strings.ReplaceAll(strings.ToLower(raw), "’", "'")
	if n, ok := counted[text]; ok {
		return of('n', n)
	}
	return word{text: text}
}

// singular reports whether the words depend on a singular: "the latest order" is one, "the latest orders" are some.
func singular(words []word) bool {
	for _, w := range words {
		switch w.text {
		case "top", "first", "last", "best", "worst", "most", "least", "fewest", "next", "previous", "single", "only":
			return true
		}
		if len(w.text) > 4 && strings.HasSuffix(w.text, "est") {
			return true
		}
	}
	return false
}

// oneOf returns the singular of an English word, as far as its ending tells.
func oneOf(w string) string {
	switch {
	case len(w) <= 3 || !strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") ||
		strings.HasSuffix(w, "is") ||
		strings.HasSuffix(w, "'s"):
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	}
	return w[:len(w)-1]
}

// reorder puts the parts behind the head of a question into one order, where their order means nothing: "by month in
// 2024" and "in 2024 by month". A part is "in", "for", "on", "since", "during" or "until" with nothing but values, or
// "by" or "per" with one word. Where there is anything else behind the head, such as "of", "with" or "and", what
// belongs to what depends on the order, and it stays.
func reorder(words []word) []word {
	start := slices.IndexFunc(words, func(w word) bool { return w.param == nil && opens[w.text] })
	if start <= 0 {
		return words
	}
	var parts [][]word
	for i := start; i < len(words); {
		if words[i].param != nil || !opens[words[i].text] {
			return words
		}
		end := i + 1
		for end < len(words) && (words[end].param != nil || !opens[words[end].text]) {
			end++
		}
		if !movable(words[i:end]) {
			return words
		}
		parts = append(parts, words[i:end])
		i = end
	}
	for _, w := range words[:start] {
		if w.param == nil && binds[w.text] {
			return words
		}
	}
	slices.SortStableFunc(parts, func(a, b []word) int { return strings.Compare(texts(a), texts(b)) })
	return append(slices.Clone(words[:start]), slices.Concat(parts...)...)
}

var opens = map[string]bool{"in": true, "for": true, "on": true, "since": true, "during": true, "until": true, "by": true, "per": true}

// binds are words of a head that take what follows to themselves.
var binds = map[string]bool{"with": true, "without": true, "and": true, "or": true, "not": true, "except": true, "who": true, "that": true,
	"which": true, "whose": true, "where": true, "than": true, "from": true, "to": true, "between": true, "but": true, "as": true}

func movable(part []word) bool {
	if len(part) != 2 {
		return false
	}
	if part[0].text == "by" || part[0].text == "per" {
		return part[1].param == nil
	}
	return part[1].param != nil
}

func texts(words []word) string {
	var all []string
	for _, w := range words {
		all = append(all, w.text)
	}
	return strings.Join(all, " ")
}

func equalFold(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}
