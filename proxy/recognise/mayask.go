package recognise

import "bytes"

// MayAsk reports whether text could hold a question: whether the word ask, in any case, begins an identifier in it or
// stands alone. It is the fast way past everything else: most of the text is searched by the machine's vector
// instructions.
func MayAsk(text []byte) bool {
	return hasAskEndingIn('k', text) || hasAskEndingIn('K', text)
}

// hasAskEndingIn searches for k, the rarest of the three letters.
func hasAskEndingIn(k byte, text []byte) bool {
	for from := 2; from < len(text); {
		n := bytes.IndexByte(text[from:], k)
		if n < 0 {
			return false
		}
		at := from + n
		if text[at-1]|0x20 == 's' && text[at-2]|0x20 == 'a' && isWord(text, at-2, at+1) {
			return true
		}
		from = at + 3 // the next one has an a and an s before it
	}
	return false
}

// isWord reports whether no longer word, as in task or asked, holds text[start:end]; ask_sql may.
func isWord(text []byte, start, end int) bool {
	const inWord = cIdentStart | cDigit | cDollar
	if start > 0 && class[text[start-1]]&inWord != 0 {
		return false
	}
	return end == len(text) || text[end] == '_' || class[text[end]]&inWord == 0
}
