package model

import "unicode"

// Tokens estimates the number of tokens in a text. Tokenizers differ between models, so it counts by rules that they
// share: words in pieces, digits in groups of three, each punctuation mark by itself. On prompts and schemas the
// estimate is somewhat above the common tokenizers, so that budgets are kept.
func Tokens(text string) int {
	const letter, digit, space, mark = 'a', '0', ' ', '.'
	n, run := 0, 0
	var last rune
	for _, r := range text {
		class := rune(mark)
		switch {
		case r >= 0x2e80: // ideographs and kana: about one token each
		case unicode.IsLetter(r):
			class = letter
		case unicode.IsDigit(r):
			class = digit
		case unicode.IsSpace(r):
			class = space
		}
		if class != last {
			run = 0
		}
		last = class
		switch run++; class {
		case letter: // the first piece is the longest
			if run == 1 || run%7 == 0 {
				n++
			}
		case digit:
			if run%3 == 1 {
				n++
			}
		case space: // one space belongs to the next word
			if run == 2 || r == '\n' && run == 1 {
				n++
			}
		default: // runs of marks such as "}, pair up
			if run%2 == 1 || r >= 0x2e80 {
				n++
			}
		}
	}
	return n
}
