package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// maxWords is the greatest number of words that are read from one text.
const maxWords = 200

// stopwords do not help to distinguish tables.
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

// split cuts text into lower-case words at any character that is neither letter nor digit, where the case changes
// (orderItems, HTTPServer), and between letters and digits (floor2).
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

// stem returns the stem that a lower-case word shares with its inflections.
func stem(word string) string {
	if len(word) < 3 {
		return word
	}
	return english.Stem(word, true)
}

// stems returns the stems of the words of a text, without stopwords.
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
