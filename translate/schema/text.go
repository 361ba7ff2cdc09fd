package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// clean returns text from the database in a form that fits on one line between pgask's own words: valid UTF-8 without
// control characters and invisible formatting characters (newlines, terminal escapes, changes of writing direction).
func clean(s string) string {
	fits := true
	for _, r := range s {
		if r == unicode.ReplacementChar || r == '\u2028' || r == '\u2029' || unicode.In(r, unicode.Cc, unicode.Cf) {
			fits = false
			break
		}
	}
	if fits {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// reserved are the words that PostgreSQL accepts as a name only in quotes.
var reserved = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`
	all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate
	collation column concurrently constraint create cross current_catalog current_date current_role current_schema
	current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for
	foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading
	left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing
	primary references returning right select session_user similar some symmetric system_user table tablesample then to
	trailing true union unique user using variadic verbose when where window with`) {
		words[w] = true
	}
	return words
}()

// inline returns untrusted text in a form that fits within a line of Markdown.
func inline(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(clean(s)), " "), "`", "'")
}

// Literal returns a value as a quoted SQL literal of at most 60 characters, on one line.
func Literal(s string) string {
	return "'" + strings.ReplaceAll(cut(inline(s), 60), "'", "''") + "'"
}

// identifiers returns names as SQL identifiers, separated by commas.
func identifiers(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = Identifier(n)
	}
	return strings.Join(quoted, ", ")
}

// Identifier returns a name as an SQL identifier: in quotes unless it is plain lower case and not reserved.
func Identifier(name string) string {
	plain := name != "" && (name[0] == '_' || name[0] >= 'a' && name[0] <= 'z')
	for i := range len(name) {
		b := name[i]
		plain = plain && (b == '_' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9')
	}
	if plain && !reserved[name] {
		return name
	}
	return `"` + strings.ReplaceAll(inline(name), `"`, `""`) + `"`
}

// cut returns the first n characters of s, with "…" behind them if s is longer.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count == n {
			return strings.TrimRight(s[:i], " ") + "…"
		}
		count++
	}
	return s
}

// Line returns untrusted text of the database as one line of at most n characters, without control characters and backticks.
func Line(s string, n int) string { return cut(inline(s), n) }

// Roughly returns an estimate of a number of rows, rounded to two significant digits.
func Roughly(n float64) string {
	if n >= 100 {
		unit := math.Pow(10, math.Floor(math.Log10(n))-1)
		n = math.Round(n/unit) * unit
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}

// Quoted returns a name as a quoted identifier, whatever is in it.
func Quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
