package eval

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// silences counts why questions were not answered, so that one sees which step would gain most.
type silences map[string]*silence

type silence struct {
	reason    string // without the words of any one question
	count     int
	question  string // the first one
	message   string // what was said to it
	firstSeen int
	words     map[string]int // that could not be placed
}

// The report is bounded.
const maxSilences, maxMissing = 12, 15

// add counts a question that got message for an answer; words are those of it that could not be placed.
func (s *silences) add(message, question string, words []string) {
	if *s == nil {
		*s = silences{}
	}
	reason := withoutWords(message)
	one := (*s)[reason]
	if one == nil {
		one = &silence{reason: reason, question: question, message: message, firstSeen: len(*s), words: map[string]int{}}
		(*s)[reason] = one
	}
	one.count++
	for _, w := range words {
		one.words[strings.ToLower(w)]++
	}
}

// report lists the commonest reasons, each with how often it occurred and an example.
func (s silences) report(w io.Writer) {
	all := slices.SortedFunc(maps.Values(s), func(a, b *silence) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.firstSeen, b.firstSeen))
	})
	for i, one := range all {
		if i == 0 {
			fmt.Fprintln(w, "Not answered, by reason:")
		}
		if i == maxSilences {
			fmt.Fprintf(w, "       and %d other reasons\n", len(all)-i)
			break
		}
		fmt.Fprintf(w, "%6d %s\n", one.count, one.reason)
		if missing := one.missing(); missing != "" {
			fmt.Fprintf(w, "       most often: %s\n", missing)
		}
		fmt.Fprintf(w, "       %s\n", one.question)
		if one.message != one.reason {
			fmt.Fprintf(w, "       → %s\n", strings.ReplaceAll(one.message, "\n", " "))
		}
	}
}

// missing lists the words that could not be placed in more than one question, the commonest first.
func (s *silence) missing() string {
	words := slices.DeleteFunc(slices.Sorted(maps.Keys(s.words)), func(w string) bool { return s.words[w] < 2 })
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(s.words[b], s.words[a]) })
	var list []string
	for _, w := range words[:min(len(words), maxMissing)] {
		list = append(list, fmt.Sprintf("%s %d", w, s.words[w]))
	}
	return strings.Join(list, ", ")
}

var quotedWords = regexp.MustCompile(`“[^”]*”|"[^"]*"`)

// withoutWords returns a message with what it quotes of a question, and what it lists after a colon, left out.
func withoutWords(message string) string {
	if before, _, ok := strings.Cut(message, ": "); ok {
		message = before + ": …"
	}
	return quotedWords.ReplaceAllString(message, "“…”")
}
