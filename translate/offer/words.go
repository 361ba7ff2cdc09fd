package offer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// said is a word of a question and where it stands there.
type said struct {
	low        string
	start, end int // bytes
}

// wordsOf are the words of a question; nil when there are too many.
func wordsOf(question string) []said {
	var all []said
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
		all = append(all, said{strings.ToLower(question[start:i]), start, i})
	}
	if len(all) > maxWords {
		return nil
	}
	return all
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || r == '’'
}

// spoken is a name of the schema as people say it.
func spoken(name string) string {
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

// stems are the stems of the words of a text.
func stems(text string) []string {
	var all []string
	for _, w := range strings.Fields(spoken(text)) {
		all = append(all, english.Stem(strings.Trim(w, "'’.,;:()"), false))
	}
	return all
}

// instead is a question with other words in the place of some of its own.
func instead(question string, start, end int, with string) string {
	return strings.Join(strings.Fields(question[:start]+" "+with+" "+question[end:]), " ")
}

// plural says whether an English noun is more than one, as far as its ending tells.
func plural(noun string) bool {
	return strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") && !strings.HasSuffix(noun, "us") || noun == "people" || noun == "staff"
}

func clip(s string) string {
	if len(s) <= maxLabel {
		return s
	}
	return strings.ToValidUTF8(s[:maxLabel], "") + "…"
}
