package offer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/wordform"
)

// word is a word of a question and its position.
type word struct {
	low        string
	start, end int // bytes
}

// wordsOf returns the words of a question, or nil when there are more than maxWords.
func wordsOf(question string) []word {
	var all []word
	for i := 0; i < len(question); {
		r, n := utf8.DecodeRuneInString(question[i:])
		if !inWord(r) {
			i += n
			continue
		}
		start := i
		for i < len(question) {
			if r, n = utf8.DecodeRuneInString(question[i:]); !inWord(r) {
				break
			}
			i += n
		}
		all = append(all, word{strings.ToLower(question[start:i]), start, i})
	}
	if len(all) > maxWords {
		return nil
	}
	return all
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || r == '’'
}

// spokenName returns a schema name as separate words in lower case.
func spokenName(name string) string {
	var b strings.Builder
	var last rune
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			r = ' '
		case unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		last = r
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// stems returns the stems of the words of a text.
func stems(text string) []string {
	var all []string
	for _, w := range strings.Fields(spokenName(text)) {
		all = append(all, wordform.Stem(strings.Trim(w, "'’.,;:()")))
	}
	return all
}

// instead returns the question with the bytes from start to end replaced by other words.
func instead(question string, start, end int, with string) string {
	return strings.Join(strings.Fields(question[:start]+" "+with+" "+question[end:]), " ")
}

// plural reports whether an English noun looks like a plural.
func plural(noun string) bool {
	return strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") && !strings.HasSuffix(noun, "us") ||
		noun == "people" || noun == "staff"
}

func clip(s string) string {
	if len(s) <= maxLabel {
		return s
	}
	return strings.ToValidUTF8(s[:maxLabel], "") + "…"
}

// functionWords are grammatical words. They never name a table, even when they resemble a table's name or occur often
// in its description.
var functionWords = func() map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(`a an the this that these those it its they them their theirs he she his her hers him i me my mine we us our ours
		you your yours who whom whose which what when where why how there here is are was were be been being am do does did done have has had
		having can could shall should will would may might must not no nor yes and or but if so than then as at by for from in into of on onto
		to with within without about over under up down out off through during between against among any some such same other another each
		every all both either neither much many more most less least few several very too also just only even ever never please thanks
		hello hi hey ok okay let got get`) {
		all[w] = true
	}
	return all
}()
