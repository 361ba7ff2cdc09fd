package lessons

import (
	"slices"
	"strings"
	"unicode"
)

// Words returns the lower-case words of a text, without punctuation, as questions and lessons are compared.
func Words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '\''
	})
}

// Mentions reports whether some words stand in a question, as those of lessons do.
func Mentions(question, words string) bool {
	want := Words(words)
	for q := Words(question); len(want) > 0 && len(q) >= len(want); q = q[1:] {
		if slices.Equal(q[:len(want)], want) {
			return true
		}
	}
	return false
}

// mentions finds lessons about words by the first of them.
type mentions map[string][]mention

type mention struct {
	words []string
	at    int // in the lessons of the view
}

func indexWords(all []Lesson) mentions {
	m := mentions{}
	for i, l := range all {
		if l.Kind != Table && l.Kind != Column {
			continue
		}
		if words := Words(l.Words); len(words) > 0 {
			m[words[0]] = append(m[words[0]], mention{words, i})
		}
	}
	return m
}

// Mentioned returns the mappings, of tables and of columns, that hold for a role in a datasource and whose words
// stand in the words of a question: those of people first, then by confidence.
func (l *Library) Mentioned(datasource, role string, words []string) []Lesson {
	if l == nil {
		return nil
	}
	s := l.view.Load()
	var found []int
	for i, w := range words {
		for _, m := range s.mentions[w] {
			if i+len(m.words) <= len(words) && slices.Equal(words[i:i+len(m.words)], m.words) && !slices.Contains(found, m.at) &&
				s.lessons[m.at].holds(datasource, role) {
				found = append(found, m.at)
			}
		}
	}
	slices.Sort(found)
	all := make([]Lesson, len(found))
	for i, at := range found {
		all[i] = s.lessons[at]
	}
	return all
}

// Alike returns the worked examples and the mistakes that hold for a role in a datasource and come from questions
// which share at least that part of their words with a question's.
func (l *Library) Alike(datasource, role string, words []string, least float64) []Lesson {
	if l == nil {
		return nil
	}
	var found []Lesson
	s := l.view.Load()
	for i := range s.lessons {
		one := &s.lessons[i]
		if one.Kind != Example && one.Kind != Mistake || !one.holds(datasource, role) {
			continue
		}
		from := one.Words
		if one.Kind == Mistake {
			from = one.Note
		}
		if alike(words, Words(from)) >= least {
			found = append(found, *one)
		}
	}
	return found
}

// alike returns the number of words that both questions have, divided by the number of words that either has.
func alike(a, b []string) float64 {
	in := map[string]int{} // 1: in a, 2: in b, 3: in both
	for _, w := range a {
		in[w] |= 1
	}
	for _, w := range b {
		in[w] |= 2
	}
	both := 0
	for _, where := range in {
		if where == 3 {
			both++
		}
	}
	if len(in) == 0 {
		return 0
	}
	return float64(both) / float64(len(in))
}
