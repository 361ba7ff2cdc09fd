package model

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
)

// fence encloses text that others wrote in marks that it does not contain:
//
//	<<SCHEMA 5b1e0c9a2f77
//	…
//	5b1e0c9a2f77 SCHEMA>>
//
// The mark comes of the text itself, so that equal prompts stay equal (endpoints and our cache keep answers by prompt),
// and another is taken as long as the text holds it: the end of the data cannot be forged, whatever the data is.
func fence(label, text string) string {
	text = plain(text)
	sum := sha256.Sum256([]byte(text))
	mark := hex.EncodeToString(sum[:6])
	for strings.Contains(text, mark) {
		sum = sha256.Sum256(sum[:])
		mark = hex.EncodeToString(sum[:6])
	}
	return "<<" + label + " " + mark + "\n" + strings.TrimRight(text, "\n") + "\n" + mark + " " + label + ">>"
}

// plain removes control and format characters, which a reader of the prompt would not see; some of them reverse or
// hide text. It keeps line breaks and tabs.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d':
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
