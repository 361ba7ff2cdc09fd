package builtin

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a question. A longer one is not answered, and Reason says so.
const (
	maxTokens        = 120
	maxQuestionBytes = 4000
)

type tokenKind byte

const (
	word tokenKind = iota
	number
	quoted
	punct
	when // a period of time; see words_dates.go
)

// token is one piece of a question.
type token struct {
	kind tokenKind
	text string // as written, without quotes
	low  string // lower case
	stem string
	num  string // the number in decimal notation; set when kind is number
	// year is true for a number that may be a calendar year: four digits, 1000 to 2200.
	year bool
	span period // when kind is when
	// upper is true for a word that begins with a capital letter.
	upper bool
	start int // byte offset in the question
}

// contractions maps short forms to the full words that replace them.
var contractions = map[string]string{
	"what's": "what is", "who's": "who is", "where's": "where is", "that's": "that is", "it's": "it is",
	"there's": "there is", "how's": "how is", "don't": "do not", "doesn't": "does not", "didn't": "did not",
	"haven't": "have not", "hasn't": "has not", "hadn't": "had not", "isn't": "is not", "aren't": "are not",
	"wasn't": "was not", "weren't": "were not", "can't": "can not", "cannot": "can not", "won't": "will not",
	"i'd": "i would", "i'm": "i am", "we've": "we have", "whats": "what is", "let's": "let us", "couldn't": "could not",
	"they've": "they have", "we're": "we are", "you've": "you have", "i've": "i have", "never": "never",
}

var numberWords = map[string]string{
	"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
	"eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14",
	"fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20",
	"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
	"hundred": "100", "thousand": "1000", "million": "1000000", "dozen": "12", "billion": "1000000000",
}

// magnitudes are words and letters that multiply the number before them.
var magnitudes = map[string]int64{"hundred": 100, "thousand": 1000, "million": 1000000, "billion": 1000000000,
	"k": 1000, "m": 1000000}

// isText reports whether s is valid text for PostgreSQL: UTF-8 without a zero byte.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// doubled matches quotes that a spreadsheet doubled when it wrote a field. Each run is read as one quote.
var doubled = regexp.MustCompile(`""+`)

// tokenize cuts a question into tokens. It returns nil for a question that is too long or not valid text.
func tokenize(q string) []token {
	if len(q) > maxQuestionBytes || !isText(q) {
		return nil
	}
	q = doubled.ReplaceAllString(strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`).Replace(q), `"`)
	var out []token
	for i := 0; i < len(q); {
		if len(out) > 2*maxTokens {
			return nil
		}
		r, size := utf8.DecodeRuneInString(q[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case (r == '"' || r == '`' || r == '\'') && closes(q, i, r):
			end := i + 1 + closing(q[i+1:], byte(r))
			out = append(out, quote(q[i+1:end], i))
			i = end + 1
		case unicode.IsDigit(r):
			n := numberEnd(q[i:])
			out = append(out, numeral(q[i:i+n], i))
			i += n
		case unicode.IsLetter(r) || r == '_':
			n := wordEnd(q[i:])
			out = append(out, words(q[i:i+n], i)...)
			i += n
		default:
			out = append(out, token{kind: punct, text: string(r), low: string(r), start: i})
			i += size
		}
	}
	return mergeNumbers(out)
}

// closes reports whether the character r at offset i opens a quoted text: another quote closes it, and it is not an
// apostrophe.
func closes(q string, i int, r rune) bool {
	if r == '\'' && i > 0 {
		prev, _ := utf8.DecodeLastRuneInString(q[:i])
		if unicode.IsLetter(prev) || unicode.IsDigit(prev) {
			return false
		}
	}
	return closing(q[i+1:], byte(r)) > 0
}

// closing returns the offset of the quote that ends a quoted text; 0 when there is none. A single quote before a
// letter is an apostrophe.
func closing(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		if quote == '\'' && i+1 < len(s) {
			next, _ := utf8.DecodeRuneInString(s[i+1:])
			if unicode.IsLetter(next) {
				continue
			}
		}
		return i
	}
	return 0
}

// quote returns the token for a quoted text s, without a comma or spaces at its end.
func quote(s string, at int) token {
	s = strings.TrimRight(s, " ,")
	s = strings.TrimSpace(s)
	return token{kind: quoted, text: s, low: strings.ToLower(s), stem: strings.ToLower(s), start: at}
}

// numberEnd returns the length of the number, date, time or code at the beginning of s, in bytes.
func numberEnd(s string) int {
	i := 0
	for i < len(s) {
		c := s[i]
		next := i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9'
		if c >= '0' && c <= '9' || (c == '.' || c == ',' || c == '-' || c == ':' || c == '/') && next {
			if c == ',' && !thousands(s[i:]) {
				break
			}
			i++
			continue
		}
		break
	}
	// Letters directly behind a number belong to it: 3rd, 80s, 10k, 4x4.
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
		i++
	}
	return i
}

// thousands reports whether a comma separates thousands: exactly three digits follow.
func thousands(s string) bool {
	n := 0
	for i := 1; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n++
	}
	return n == 3
}

// numeral returns the token for a text that begins with a digit. It is of kind number when the text is one, perhaps
// with k or m behind it.
func numeral(s string, at int) token {
	t := token{kind: number, text: s, low: strings.ToLower(s), stem: strings.ToLower(s), start: at}
	plain := strings.ReplaceAll(t.low, ",", "")
	for suffix, n := range magnitudes {
		if head, ok := strings.CutSuffix(plain, suffix); ok && len(suffix) == 1 {
			if f, err := strconv.ParseFloat(head, 64); err == nil {
				plain = strconv.FormatFloat(f*float64(n), 'f', -1, 64)
			}
		}
	}
	if _, err := strconv.ParseFloat(plain, 64); err != nil {
		t.kind = word // a code, date or ordinal; findPeriods and the rules read it
		return t
	}
	t.num = plain
	y, err := strconv.Atoi(plain)
	t.year = err == nil && len(plain) == 4 && !strings.Contains(s, ",") && y >= 1000 && y <= 2200
	return t
}

// wordEnd returns the length of the word at the beginning of s, in bytes. It may hold apostrophes, hyphens, dots and
// the like between letters.
func wordEnd(s string) int {
	i := 0
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		inner := r == '\'' || r == '-' || r == '.' || r == '@' || r == '&'
		if inner {
			next, _ := utf8.DecodeRuneInString(s[i+size:])
			inner = next != utf8.RuneError && (unicode.IsLetter(next) || unicode.IsDigit(next))
		}
		if !inner && !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			break
		}
		i += size
	}
	return i
}

// words returns the tokens of one written word. A contraction becomes two words, a possessive gets a token for its
// ending, and a word with hyphens or underscores is split there.
func words(s string, at int) []token {
	low := strings.ToLower(s)
	if full, ok := contractions[low]; ok {
		var out []token
		for _, w := range strings.Fields(full) {
			out = append(out, token{kind: word, text: w, low: w, stem: stem(w), start: at})
		}
		return out
	}
	if head, ok := strings.CutSuffix(low, "'s"); ok && head != "" {
		t := oneWord(s[:len(head)], at)
		return []token{t, {kind: punct, text: "'s", low: "'s", start: at + len(head)}}
	}
	if n, ok := numberWords[low]; ok {
		return []token{{kind: number, text: s, low: low, stem: low, num: n, start: at}}
	}
	if strings.Contains(s, "_") || strings.Contains(s, "-") && !strings.ContainsAny(s, "0123456789.@") {
		var out []token
		for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '-' }) {
			out = append(out, oneWord(part, at))
		}
		if len(out) > 0 {
			return out
		}
	}
	return []token{oneWord(s, at)}
}

// oneWord returns the token for one word at the position at in the question.
func oneWord(s string, at int) token {
	low := strings.ToLower(s)
	r, _ := utf8.DecodeRuneInString(s)
	return token{kind: word, text: s, low: low, stem: stem(low), upper: unicode.IsUpper(r), start: at}
}

// mergeNumbers joins "5 million" and "two hundred" into one number, removes currency signs before numbers, and marks
// the apostrophe of a plural possessive.
func mergeNumbers(in []token) []token {
	var out []token
	for i := 0; i < len(in); i++ {
		t := in[i]
		if t.kind == punct && (t.text == "$" || t.text == "€" || t.text == "£") && i+1 < len(in) && in[i+1].kind == number {
			continue
		}
		if t.kind == number && len(out) > 0 && out[len(out)-1].kind == number {
			prev := &out[len(out)-1]
			if n, ok := magnitudes[t.low]; ok && prev.low != t.low {
				if f, err := strconv.ParseFloat(prev.num, 64); err == nil {
					prev.num = strconv.FormatFloat(f*float64(n), 'f', -1, 64)
					prev.text += " " + t.text
					prev.year = false
					continue
				}
			}
		}
		if t.kind == punct && t.text == "'" {
			t.low = "'s" // the possessive of a plural: customers' orders
		}
		out = append(out, t)
	}
	return out
}
