package link

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// Shape is the shape of a word of a question.
type Shape byte

// The shapes.
const (
	Plain  Shape = iota // letters, perhaps with digits
	Number              // digits with signs between them: 12, 1,200.5, 2024-05-01, 3rd
	Quoted              // a text in quotes, without them
	Punct               // one sign; 's is one
)

// Word is a word of a question.
type Word struct {
	Text  string // as written
	Low   string // in lower case
	Stem  string
	Shape Shape
	Upper bool // it begins with a capital letter
	Start int  // byte offset in the question
}

// Bounds of a question.
const (
	maxBytes = 4000
	maxWords = 160
)

// Split cuts a question into words. It returns nil for one that is too long or is no text.
func Split(q string) []Word {
	if len(q) > maxBytes || !utf8.ValidString(q) || strings.ContainsRune(q, 0) {
		return nil
	}
	q = straight.Replace(q)
	var out []Word
	for i := 0; i < len(q); {
		if len(out) == maxWords {
			return nil
		}
		r, size := utf8.DecodeRuneInString(q[i:])
		n := size
		switch {
		case unicode.IsSpace(r), r == '-' && joins(q, i):
			i += size
			continue
		case quotes(q, i, r):
			n = 2 + strings.IndexByte(q[i+1:], byte(r))
			out = append(out, word(strings.TrimSpace(q[i+1:i+n-1]), Quoted, i))
		case unicode.IsDigit(r):
			n = run(q[i:], ".,:/-")
			if digits := measured(q[i : i+n]); digits > 0 {
				out = append(out, word(q[i:i+digits], Number, i), word(q[i+digits:i+n], Plain, i+digits))
				break
			}
			out = append(out, word(q[i:i+n], Number, i))
		case electronic(q[i:]):
			n = 2 + run(q[i+2:], "")
			w := word(q[i:i+1]+q[i+2:i+n], Plain, i)
			w.Text = q[i : i+n]
			out = append(out, w)
		case unicode.IsLetter(r):
			n = run(q[i:], "'.&@")
			out = append(out, plain(q[i:i+n], i)...)
		default:
			out = append(out, word(string(r), Punct, i))
		}
		i += n
	}
	return out
}

// joins reports whether the hyphen at i stands between a verb and the little word that belongs to it: sign-ups,
// picked-up.
func joins(q string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(q[:i])
	little := strings.ToLower(q[i+1 : i+1+run(q[i+1:], "-")])
	return unicode.IsLetter(before) && (lexicon.In("particle", little) || lexicon.In("particle", strings.TrimSuffix(little, "s")))
}

// electronic reports whether a text begins with a word such as e-mail, which is one: its e is no code.
func electronic(s string) bool {
	if len(s) < 4 || s[0]|0x20 != 'e' || s[1] != '-' {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[2:])
	return unicode.IsLetter(r) && run(s[2:], "") >= minPart
}

// measured returns how long the number is that a unit is written together with: 10 of 10kg. 0: there is none.
func measured(s string) int {
	n := strings.IndexFunc(s, unicode.IsLetter)
	if n <= 0 || strings.Trim(s[:n], "0123456789.,") != "" || len(s)-n == 1 && s[n] != 'h' ||
		len(lexicon.QuantitiesSaid(strings.ToLower(s[n:]))) == 0 {
		return 0
	}
	return n
}

var straight = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)

// quotes reports whether the sign at i opens a quoted text: the same sign closes it, and it is no apostrophe.
func quotes(q string, i int, r rune) bool {
	if r != '"' && r != '\'' && r != '`' {
		return false
	}
	end := strings.IndexByte(q[i+1:], byte(r))
	if end <= 0 {
		return false
	}
	if r != '\'' {
		return true
	}
	before, _ := utf8.DecodeLastRuneInString(q[:i])
	after, _ := utf8.DecodeRuneInString(q[i+end+2:])
	return !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsLetter(after)
}

// run returns the length of the word at the beginning of s, which may hold the signs of inner between letters and digits.
func run(s, inner string) int {
	i := 0
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if strings.ContainsRune(inner, r) {
			if next, _ := utf8.DecodeRuneInString(s[i+size:]); !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				break
			}
		} else if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			break
		}
		i += size
	}
	return i
}

// plain returns the words of one that is written together: its parts at underscores, and 's behind it.
func plain(s string, at int) []Word {
	if head, ok := strings.CutSuffix(s, "'s"); ok && head != "" {
		return append(plain(head, at), word("'s", Punct, at+len(head)))
	}
	var out []Word
	for from := 0; from < len(s); {
		part, _, _ := strings.Cut(s[from:], "_")
		if part != "" {
			out = append(out, word(part, Plain, at+from))
		}
		from += len(part) + 1
	}
	return out
}

// bare reports whether a word is never a name or a value alone. Written in capitals it may be one: US.
func (w Word) bare() bool { return words().empty[w.Low] && !(capitals(w.Text) && len(w.Text) <= 3) }

func word(s string, shape Shape, at int) Word {
	low := strings.ToLower(s)
	r, _ := utf8.DecodeRuneInString(s)
	w := Word{Text: s, Low: low, Stem: low, Shape: shape, Upper: unicode.IsUpper(r), Start: at}
	if shape == Plain {
		w.Stem = wordform.Stem(low)
	}
	return w
}

// Commands reports whether a word, in lower case, asks for an answer. It may be a name where it does not.
func Commands(w string) bool { return words().commands[w] }

// Empty reports whether the word carries a question and is never a name or a value by itself.
func (w Word) Empty() bool { return words().empty[w.Low] }

// agent returns the one who did what a column says by whom it was done: the director of directed by; nil: it says no such thing.
func agent(own []string) []string {
	if len(own) != 2 || own[1] != "by" {
		return nil
	}
	verb, ok := strings.CutSuffix(own[0], "ed")
	if !ok {
		verb, ok = strings.CutSuffix(own[0], "ten")
	}
	switch {
	case !ok || len(verb) < 3:
		return nil
	case strings.HasSuffix(verb, "ct") || strings.HasSuffix(verb, "at") || strings.HasSuffix(verb, "it"):
		return []string{verb + "or"}
	case strings.HasSuffix(own[0], "ten"):
		return []string{verb + "ter"}
	}
	return []string{verb + "er"}
}

// identifies reports whether a column is one of those that tell rows apart, or leads to others.
func identifies(c *semantic.Column) bool {
	return c.IsKey() || slices.Contains(c.Relation.Identity.Columns, c.Column)
}

// dated reports whether a word is the month of a date: 31 March, April 2025.
func (r *reading) dated(i int) bool {
	ws := r.lattice.Words
	if !(i > 0 && ws[i-1].Shape == Number || i+1 < len(ws) && ws[i+1].Shape == Number) {
		return false
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(ws[i].Low, m.String()) {
			return true
		}
	}
	return false
}

// stateAt reports whether a word says how something is, and not what was done: what is done, not done yet.
func (r *reading) stateAt(i int) bool {
	if i == 0 {
		return false
	}
	switch before := r.lattice.Words[i-1].Low; before {
	case "not", "is", "are", "was", "were", "already", "yet", "been":
		return i+1 == len(r.lattice.Words) || !r.lattice.Words[i+1].Upper && r.lattice.Words[i+1].Low != "by"
	}
	return false
}
