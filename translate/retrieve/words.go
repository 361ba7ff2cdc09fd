package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// maxWords bounds what is read of one text.
const maxWords = 200

// stopwords do not tell tables apart.
var stopwords = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`a about after all also am an and any are as at be been before being between both but by can
		could did do does done each ever every find for from get give had has have how i if in into is it its itself just
		least less list many may me more most much my name no nor not of off on once one only or other our out over please
		same see shall she should show so some such tell than that the their them then there these they this those through
		to too under until up us very was we were what whats when where whether which while who whom whose why will with
		within without would you your`) {
		words[w] = true
	}
	return words
}()

// split cuts text into lower-case words at anything that is no letter or digit, and identifiers also where the case
// changes (orderItems, HTTPServer) and between letters and digits (floor2).
func split(text string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 && len(words) < maxWords {
			words = append(words, word.String())
		}
		word.Reset()
	}
	var last rune
	for i, r := range text {
		letter, digit := unicode.IsLetter(r), unicode.IsDigit(r)
		if r == '\'' || r == '’' || unicode.IsMark(r) {
			continue // what's, customers'
		}
		if !letter && !digit {
			flush()
			last = r
			continue
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		next, _ := utf8.DecodeRuneInString(text[i+size:])
		switch {
		case unicode.IsUpper(r) && unicode.IsLower(last),
			unicode.IsUpper(r) && unicode.IsUpper(last) && unicode.IsLower(next),
			digit != unicode.IsDigit(last):
			flush()
		}
		word.WriteRune(unicode.ToLower(r))
		last = r
	}
	flush()
	return words
}

// stem is the form under which a lower-case word and its inflections meet.
func stem(word string) string {
	if len(word) < 3 {
		return word
	}
	return english.Stem(word, true)
}

// stems are the stems of the words of a text that may say something.
func stems(text string) []string {
	words := split(text)
	kept := words[:0]
	for _, w := range words {
		if !stopwords[w] {
			kept = append(kept, stem(w))
		}
	}
	return kept
}
