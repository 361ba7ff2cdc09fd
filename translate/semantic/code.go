package semantic

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
)

// maxCodes bounds the codes that one comment can define.
const maxCodes = 60

// pair is a code and its label in a comment: "O open", "Y = employed now", "1: new".
var pair = regexp.MustCompile(`^([\pL\pN_+-]{1,8})(\s*(?:=|:|–|—|->|means)\s*|\s+-\s+|\s+)(\S.*)$`)

// scale are labels of the ends of a scale, which make no codes: "1 lowest, 9 highest". counted are words behind a
// number that is none, unless a sign stands between: "8 letters"; placed are those of them that begin a state, behind a
// text that is stored: "A in service".
var (
	scale   = regexp.MustCompile(`(?i)^(?:to|or|and|bis|-|lowest|highest|best|worst|minimum|maximum|min|max|least|most|very)\b`)
	placed  = regexp.MustCompile(`(?i)^(?:in|for|with)\b`)
	counted = regexp.MustCompile(`(?i)^(?:rows?|per|digits?|characters?|letters?|of|in|is|are|as|for|by|the|if|when|only|with)\b`)
)

// readCodes reads the codes that a comment defines, and the rules about rows with one of them.
func readCodes(c *Column, text string) ([]Code, []Rule) {
	if c.Column.Array || c.Column.Class != schema.Text && c.Column.Class != schema.Integer && c.Column.Class != schema.Enum {
		return nil, nil
	}
	var codes []Code
	var rules []Rule
	signs := 0
	for _, part := range c.inRow(parts(text)) {
		value, sign, label, ok := codeOf(c, part)
		if ok && len(codes) < maxCodes {
			signs += sign
			codes = append(codes, Code{Value: value, Label: labelOf(label), Why: Why{FromComment, clean(part), 0.95}})
		}
		if _, scope, out := leftOut(part); out && len(codes) > 0 {
			rules = append(rules, Rule{Condition{Column: c.Column, Op: Is, Value: codes[len(codes)-1].Value}, scope, Why{FromComment,
				clean(text), 0.97}})
		}
	}
	if signs == 0 && len(codes) < 2 || len(codes) == 0 {
		return nil, nil
	}
	return codes, rules
}

// parts cuts a comment at commas, semicolons, slashes between spaces and full stops that stand outside of parentheses.
func parts(text string) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth = max(0, depth-1)
		case depth == 0 && (r == ',' || r == ';' || r == '\n' || r == '|' || r == '.' && (i+1 == len(text) || text[i+1] == ' ')):
			out = append(out, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	out = append(out, strings.TrimSpace(text[from:]))
	for i := 0; i < len(out); i++ {
		if at := unparted.FindAllStringIndex(out[i], -1); len(at) > 1 { // O=occupied V=vacant
			next := at[1][0]
			out = slices.Insert(out, i+1, out[i][next:])
			out[i] = strings.TrimSpace(out[i][:next])
		}
	}
	return out
}

// inRow cuts parts of a comment further before each of several codes that stand in a row with no sign at all: "BT bank
// transfer DD direct debit", "1 planned 2 on the road".
func (c *Column) inRow(parts []string) []string {
	var out []string
	for _, part := range parts {
		ws := strings.Fields(part)
		var at []int
		for i, w := range ws {
			if i+1 < len(ws) && codeLike(c, w) && unicode.IsLetter(rune(ws[i+1][0])) && (len(at) == 0 || i > at[len(at)-1]+1) &&
				(i == 0 || !scale.MatchString(ws[i-1])) {
				at = append(at, i)
			}
		}
		if len(at) < 2 || strings.Contains(part, "=") {
			out = append(out, part)
			continue
		}
		if at[0] > 0 {
			out = append(out, strings.Join(ws[:at[0]], " "))
		}
		for k, from := range at {
			to := len(ws)
			if k+1 < len(at) {
				to = at[k+1]
			}
			out = append(out, strings.Join(ws[from:to], " "))
		}
	}
	return out
}

// unparted finds codes with a sign behind them, whatever stands between the label of one and the next.
var unparted = regexp.MustCompile(`\b[\pL\pN_+-]{1,8}\s?=\s?`)

// codeOf reads one part of a comment as a code and its label. sign is 1 when a sign such as = stands between them.
func codeOf(c *Column, part string) (value string, sign int, label string, ok bool) {
	m := pair.FindStringSubmatch(part)
	if m == nil {
		// The list may have a heading: "Status: O open".
		if _, rest, found := strings.Cut(part, ": "); found {
			m = pair.FindStringSubmatch(rest)
		}
	}
	if m != nil && !codeLike(c, m[1]) {
		if _, rest, found := strings.Cut(part, ": "); found {
			m = pair.FindStringSubmatch(rest)
		}
	}
	if m == nil || !codeLike(c, m[1]) || scale.MatchString(m[3]) || !strings.ContainsFunc(m[3], unicode.IsLetter) {
		return "", 0, "", false
	}
	if strings.TrimSpace(m[2]) != "" {
		sign = 1
	} else if counted.MatchString(m[3]) && !(placed.MatchString(m[3]) && c.Column.Class == schema.Text && slices.Contains(c.Column.Profile.Values, m[1])) {
		return "", 0, "", false
	}
	if c.Column.Class == schema.Integer && sign == 0 && len(c.Column.Profile.Values) == 0 {
		return "", 0, "", false
	}
	return m[1], sign, m[3], true
}

// codeLike reports whether a word can be a code of the column: one of its known values, or of their form when they are
// not known.
func codeLike(c *Column, w string) bool {
	known := c.Column.Profile.Values
	if c.Column.Class == schema.Enum {
		known = c.Column.Enum
	}
	for _, v := range known {
		if strings.TrimSpace(v) == w {
			return true
		}
	}
	if c.Column.Profile.Complete && len(known) > 0 && !sameForm(known, w) {
		return false
	}
	if c.Column.Class == schema.Integer {
		return !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsDigit(r) })
	}
	if w == strings.ToUpper(w) && len(w) <= 5 {
		return !(len(w) > 1 && lexicon.In("not code", w))
	}
	return false
}

// sameForm reports whether a word has the length and case of the known codes: a rare code may have no row yet.
func sameForm(known []string, w string) bool {
	v := strings.TrimSpace(known[0])
	return len(v) == len(w) && (v == strings.ToUpper(v)) == (w == strings.ToUpper(w))
}

// labelOf returns the label of a code without what stands behind it in parentheses.
func labelOf(s string) string {
	if i := strings.IndexByte(s, '('); i > 0 {
		s = s[:i]
	}
	if i, _, out := leftOut(s); out {
		s = s[:i]
	}
	return clean(strings.Trim(s, " .,;"))
}

// flags are pairs of values that stand for yes and no.
var flags = [][2]string{{"Y", "N"}, {"y", "n"}, {"J", "N"}, {"j", "n"}, {"T", "F"}, {"t", "f"}, {"YES", "NO"}, {"Yes", "No"},
	{"yes", "no"}, {"O", "N"}, {"S", "N"}, {"X", ""},
	{"true", "false"}, {"TRUE", "FALSE"}}

var slashed = regexp.MustCompile(`\b([A-Za-z]{1,5})\s*/\s*([A-Za-z]{1,5})\b`)

// findFlags finds columns whose values stand for yes and no, labels of the values of enumerated types, and the letters
// for genders.
func findFlags(r *Relation) {
	for _, c := range r.Columns {
		if c.Column.Class == schema.Boolean || c.Column.Array || c.Column.Masked {
			continue
		}
		values := c.stored()
		if values == nil {
			values = c.yesOrNo()
		}
		c.readActive(values)
		if c.Column.Class == schema.Text || c.Column.Class == schema.Enum {
			c.findFlag(values)
		}
		if c.Column.Class == schema.Integer && (len(c.Name.Words) > 1 && (c.Name.Words[0] == "is" || c.Name.Words[0] == "has") ||
			c.last() == "flag" || c.last() == "yn" || c.participle(values) || len(values) == 2 && len(c.Own) == 1 && naming.Opaque(c.Own[0]) &&
			!c.IsKey()) && subset(values, []string{"0", "1"}) && len(values) > 0 {
			c.Yes, c.No = "1", "0"
		}
		if c.Yes == "" && len(c.Codes) == 0 {
			c.labelValues(values)
		}
		c.labelOther()
	}
}

// labelOther gives the value of a flag that no comment explains the label that follows of the other: N is said of what
// no longer delivers, and Y of what delivers.
func (c *Column) labelOther() {
	if c.Yes == "" || len(c.Codes) != 1 {
		return
	}
	only := c.Codes[0]
	rest, is := strings.CutPrefix(only.Label, "no longer ")
	other := map[string]string{c.Yes: c.No, c.No: c.Yes}[only.Value]
	if is && other != "" && len(strings.Fields(rest)) < maxStates {
		c.Codes = append(c.Codes, Code{other, rest, only.Why})
	}
}

// maxStates is how many words what is no longer so has less than.
const maxStates = 3

// yesOrNo returns N and Y, or 0 and 1, where a column holds one other value beside those that are known, and these
// are of them. nil: it does not.
func (c *Column) yesOrNo() []string {
	pair := []string{"N", "Y"}
	if c.Column.Class == schema.Integer {
		pair = []string{"0", "1"}
	}
	p := c.Column.Profile
	if k := c.Column.Class; k != schema.Text && k != schema.Integer || len(p.Values) == 0 || p.Count(c.Relation.Table.Rows) != 2 ||
		!subset(filled(p.Values), pair) {
		return nil
	}
	return pair
}

// readActive reads the name of a column that holds yes or no and is called act.
func (c *Column) readActive(values []string) {
	told := slices.ContainsFunc([]string{"YN", "10", "TF", "JN", "yn"}, func(pair string) bool { return subset(values, strings.Split(pair, "")) })
	if !strings.EqualFold(c.Column.Name, "act") || len(values) == 0 || !told {
		return
	}
	name := naming.Of(c.Name.Raw, []string{"active"})
	c.Name, c.Own, c.own = &name, name.Words, "active"
}

// participle reports whether a column of two values has the name of a state that a row is in or not: active,
// abandoned, logged in.
func (c *Column) participle(values []string) bool {
	if n := len(c.Own); n == 0 || n > 2 || c.IsKey() {
		return false
	}
	w := c.Own[0]
	return len(w) > 4 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ive") || strings.HasSuffix(w, "able")) && len(values) == 2
}

// stored returns the values that a column is known to hold: those of its type, of a CHECK, or all that statistics
// know of a column with few.
func (c *Column) stored() []string {
	if c.Column.Class == schema.Enum {
		return c.Column.Enum
	}
	if listed := checked(c); listed != nil {
		return listed
	}
	if c.Column.Profile.Complete {
		return filled(c.Column.Profile.Values)
	}
	return nil
}

// Listed returns all values that a column can hold, and whether the catalog says so or the statistics do; nil when
// they are not known.
func (c *Column) Listed() (values []string, byCatalog bool) {
	values = c.stored()
	return values, c.Column.Class == schema.Enum || checked(c) != nil
}

var literal = regexp.MustCompile(`'((?:[^']|'')*)'`)

// checked returns the values that a CHECK lists for a column; nil when there is none.
func checked(c *Column) []string {
	for _, check := range c.Relation.Table.Checks {
		before, list, ok := strings.Cut(check, " = ANY (")
		if !ok || strings.Contains(before, " AND ") || strings.Contains(list, " AND ") {
			continue
		}
		name := strings.Trim(strings.Split(strings.TrimLeft(before, "( "), ")")[0], "\" ")
		if name != c.Column.Name && !strings.HasPrefix(strings.TrimLeft(before, "( "), c.Column.Name+"::") {
			continue
		}
		var out []string
		for _, m := range literal.FindAllStringSubmatch(list, maxCodes) {
			out = append(out, strings.ReplaceAll(m[1], "''", "'"))
		}
		return out
	}
	return nil
}

// findFlag finds the pair of values that a column holds.
func (c *Column) findFlag(values []string) {
	var said []string
	if strings.Contains(c.Column.Comment, "/") {
		said = slashed.FindStringSubmatch(c.Column.Comment)
	}
	for _, f := range flags {
		if said != nil && said[1] == f[0] && said[2] == f[1] || c.Yes == "" && c.isFlag(values, f) {
			c.Yes, c.No = f[0], f[1]
		}
	}
}

// isFlag reports whether a column holds the two values and no others, by what is known of it, or by its codes.
func (c *Column) isFlag(values []string, f [2]string) bool {
	if slices.ContainsFunc(c.Codes, func(code Code) bool { return !slices.Contains(f[:], code.Value) || c.mnemonic(code) }) {
		return false
	}
	for _, code := range c.Codes {
		if code.Value == f[0] && (len(values) == 0 || subset(values, f[:])) {
			return true
		}
	}
	return f[1] != "" && slices.Contains(values, f[0]) && subset(values, f[:]) || f[1] != "" && len(values) == 1 &&
		values[0] == f[1] && c.last() == "flag"
}

// mnemonic reports whether a code is the first letter of what it stands for, as O of open, and so no word for yes or
// no.
func (c *Column) mnemonic(code Code) bool {
	return len(c.Codes) > 1 && !lexicon.In("yes or no", strings.ToLower(code.Value)) &&
		strings.HasPrefix(strings.ToLower(code.Label), strings.ToLower(code.Value))
}

func subset(values, of []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(of, v) })
}

// labelValues gives the values of an enumerated type, and the letters for genders, their labels.
func (c *Column) labelValues(values []string) {
	if c.Column.Class == schema.Enum {
		for _, v := range values[:min(len(values), maxCodes)] {
			if ws := naming.Split(v); len(ws) > 0 {
				c.Codes = append(c.Codes, Code{v, strings.Join(ws, " "), Why{FromCatalog, "label of the type " + clean(c.Column.Type), 1}})
			}
		}
		return
	}
	if !c.is("gender", "sex") {
		return
	}
	for _, v := range values {
		for letter, label := range map[string]string{"m": "male", "f": "female", "d": "diverse", "w": "female", "x": "other"} {
			if strings.EqualFold(v, letter) {
				c.Codes = append(c.Codes, Code{v, label, Why{FromName, "a gender", 0.9}})
			}
		}
	}
	slices.SortFunc(c.Codes, func(a, b Code) int { return strings.Compare(a.Value, b.Value) })
}

// mostLookup is the number of rows, and mostLookupColumns that of columns, up to which a relation is a look-up table.
const mostLookup, mostLookupColumns = 400, 8

// findLookups finds the columns whose labels stand in a look-up table: a small relation with a single key and a label.
func findLookups(r *Relation) {
	for _, k := range r.Keys {
		c := r.Column(k.Columns[0].Name)
		to := k.To
		if len(k.Columns) != 1 || k.Alternative || to == r || k.ManyTo || to.People || to.Standing != Base ||
			len(to.Label.Columns) != 1 || to.Label.Via != nil ||
			slices.Contains(k.RefColumns, to.Label.Columns[0]) || len(to.Columns) > mostLookupColumns || to.Table.Rows > mostLookup {
			continue
		}
		if own := to.Column(to.Label.Columns[0].Name); own.last() == "number" || own.last() == "code" {
			continue
		}
		c.Lookup = &Lookup{Key: k, Label: to.Label.Columns[0], Why: Why{k.Source, k.Describe(), k.Why.Confidence}}
	}
}
