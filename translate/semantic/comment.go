package semantic

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// clean makes a text of the database fit for evidence: one line, without control characters, at most maxWhy bytes.
func clean(s string) string {
	if len(s) < 64 && plain(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '`' {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxWhy {
		s = strings.ToValidUTF8(s[:maxWhy], "") + "…"
	}
	return s
}

// plain reports whether a text has only ASCII letters, digits and marks that stand in names.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < '!' || c > '~' || c == '`' {
			return false
		}
	}
	return true
}

// The patterns by which a comment says that rows do not count, and of what.
var (
	leaveOut = regexp.MustCompile(`(?i)\b(?:(?:must|should|to|shall|always|are|is)\s+(?:always\s+)?(?:be\s+)?(?:left out|excluded` +
		`|ignored|omitted|filtered out|skipped)` +
		`|(?:must|do|does|should|shall|may|are|is|will)\s+(?:not|never)\s+(?:be\s+)?count(?:ed)?|(?:must|do|does|should|are|is)n't\s+(?:be\s+)?count(?:ed)?` +
		`|cannot\s+be\s+counted|never\s+(?:be\s+)?count(?:s|ed)?|not\s+(?:to\s+be\s+)?counted|leave\s+(?:it|them` +
		`|these)?\s*out|nicht\s+(?:mit)?(?:zu)?(?:ge)?z(?:ä|ae)hl(?:en|t)?)` +
		`(?:\s+(?:of|from|in|as|towards?)\s+(?:every|all|any|the)?\s*(\pL+))?`)
	butSome = regexp.MustCompile(`(?i)\b(?:not|no|but|except|only|other than|unless|until|unlike|without)\b`)
	demote  = regexp.MustCompile(`(?i)\b(?:do not use|don't use|not to be used|must not be used|deprecated|obsolete` +
		`|no longer (?:used|maintained|filled)|superseded by|nicht (?:mehr )?verwenden|veraltet)\b`)
	copied     = regexp.MustCompile(`(?i)^(?:[\pL-]+ )?(?:copy|backup|snapshot|export|extract|kopie|sicherung)\b|\bbackup (?:of|copy)\b`)
	unfinished = regexp.MustCompile(`(?i)(?:^|,\s*|\bis\s+|\bare\s+)(?:incomplete|not complete|partial)\b`)
	archived   = regexp.MustCompile(`(?i)\b(?:archive of|archived (?:rows|copy)|archiv von)\b|^archive\b`)
	staged     = regexp.MustCompile(`(?i)^(?:staging|landing|raw import|temporary|scratch)\b`)
)

// leftOut reports whether a text says that rows do not count, where it says so, and what they are left out of; an
// empty scope means everything.
func leftOut(s string) (at int, scope string, ok bool) {
	if !mentions(s, "left out", "leave", "exclud", "ignor", "omit", "filter", "skip", "count", "zähl", "zaehl") {
		return 0, "", false
	}
	m := leaveOut.FindStringSubmatchIndex(s)
	if m == nil {
		return 0, "", false
	}
	if m[2] >= 0 {
		if scope = strings.ToLower(s[m[2]:m[3]]); lexicon.In("everything", scope) {
			scope = ""
		}
	}
	return m[0], scope, true
}

// mentions reports whether a text holds one of the words, in any case of letters: cheaper than the patterns in which
// they stand.
func mentions(s string, words ...string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

// sentences cuts a comment at full stops, semicolons and line ends.
func sentences(comment string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(comment, ". ", "\n"), func(r rune) bool { return r == '\n' || r == ';' })
}

// readComments turns the comments of a relation and its columns into facts about this relation and no other.
func readComments(r *Relation) {
	for _, c := range r.Columns {
		r.readColumnComment(c)
	}
	for _, s := range sentences(r.Table.Comment) {
		at, scope, ok := leftOut(s)
		if !ok {
			continue
		}
		if scope == "" && mentions(s, "hang", "depend", "belong", "attached", "refer") && hanging.MatchString(s[:at]) {
			r.hangs = clean(s)
		}
		for _, w := range naming.Split(s[:at]) {
			if marked, ok := r.marking(w); ok {
				r.addRule(Rule{marked, scope, Why{FromComment, clean(s), 0.95}})
			}
		}
		for _, marked := range r.markedBy(s[:at]) {
			r.addRule(Rule{marked, scope, Why{FromComment, clean(s), 0.95}})
		}
	}
}

// readColumnComment reads what the comment of a column says about its codes, its rows and its NULLs.
func (r *Relation) readColumnComment(c *Column) {
	text := c.Column.Comment
	if text == "" {
		return
	}
	c.Empty = emptyMeans(text)
	r.readObsolete(c)
	codes, rules := readCodes(c, text)
	c.Codes = codes
	for _, rule := range rules {
		r.addRule(rule)
	}
	if _, scope, ok := leftOut(text); ok && len(rules) == 0 {
		why := Why{FromComment, clean(text), 0.97}
		switch {
		case c.Column.Class == schema.Boolean:
			r.addRule(Rule{Condition{Column: c.Column, Op: IsTrue}, scope, why})
		case c.Column.Class.Temporal() && !c.Column.NotNull:
			r.addRule(Rule{Condition{Column: c.Column, Op: IsSet}, scope, why})
		default:
			r.leaveOutValues(c, text)
			if c.points() && !slices.ContainsFunc(r.LeftOut, func(x Rule) bool { return x.Column == c.Column }) {
				r.addRule(Rule{Condition{Column: c.Column, Op: IsSet}, scope, why})
			}
		}
	}
}

// unused is what the comment of a column begins with that nobody fills any more, and instead how it names the one to use.
// A label of a code, "Y = obsolete", says something of the rows.
var (
	unused = regexp.MustCompile(`(?i)^\W*(?:old (?:field|column|value)|obsolete|deprecated|unused|not (?:to be )?used|(?:do not|don't) use` +
		`|no longer (?:used|filled|maintained)|nicht (?:mehr )?(?:verwende|benutz)|veraltet)\b`)
	instead = regexp.MustCompile(`(?i)\b(?:superseded by|replaced by|see|use|now in|siehe|ersetzt durch)\s+(\w+)\b(?:[^.\w]|\.?$)`)
)

// readObsolete reads that a column is not to be used, and which one is.
func (r *Relation) readObsolete(c *Column) {
	if !unused.MatchString(c.Column.Comment) {
		return
	}
	c.Obsolete = true
	if m := instead.FindStringSubmatch(c.Column.Comment); m != nil {
		c.Instead = r.Column(m[1])
	}
}

// leaveOutValues reads of which stored values a comment says that their rows do not count: "cancelled orders do not
// count".
func (r *Relation) leaveOutValues(c *Column, text string) {
	for _, part := range parts(text) {
		at, scope, ok := leftOut(part)
		if !ok || butSome.MatchString(part[:at]) {
			continue
		}
		said := " " + wordform.Fold(part[:at]) + " "
		for _, v := range c.stored() {
			if folded := wordform.Fold(v); len(folded) >= minMarking && strings.Contains(said, " "+folded+" ") {
				r.addRule(Rule{Condition{Column: c.Column, Op: Is, Value: v}, scope, Why{FromComment, clean(text), 0.95}})
			}
		}
	}
}

// minMarking is the length of a word of a comment that can stand for a flag or a value.
const minMarking = 4

// marking returns the condition that a word of a table's comment means: "test" where there is a column is_test.
func (r *Relation) marking(word string) (Condition, bool) {
	for _, c := range r.Columns {
		if !c.Has(word) || len(word) < minMarking {
			continue
		}
		switch {
		case c.Column.Class == schema.Boolean:
			return Condition{Column: c.Column, Op: IsTrue}, true
		case c.Column.Class.Temporal() && !c.Column.NotNull:
			return Condition{Column: c.Column, Op: IsSet}, true
		}
	}
	for _, c := range r.Columns {
		for _, code := range c.Codes {
			if strings.EqualFold(code.Label, word) {
				return Condition{Column: c.Column, Op: Is, Value: code.Value}, true
			}
		}
	}
	for _, c := range r.Columns {
		if c.points() && c.Own[0] == word {
			return Condition{Column: c.Column, Op: IsSet}, true
		}
	}
	return Condition{}, false
}

// points reports whether a column says by its name what became of a row in which it is filled: merged_into_id,
// superseded_by.
func (c *Column) points() bool {
	return !c.Column.NotNull && refers(c.Column) && len(c.Own) > 1 && strings.HasSuffix(c.Own[0], "ed") && lexicon.In("pointer", c.Own[1])
}

// markedBy returns the conditions that a text names as columns with values: "status 8 and 9".
func (r *Relation) markedBy(text string) []Condition {
	if butSome.MatchString(text) {
		return nil
	}
	ws := strings.FieldsFunc(text, func(x rune) bool { return !unicode.IsLetter(x) && !unicode.IsDigit(x) && x != '_' })
	var out []Condition
	for i, w := range ws {
		for _, c := range r.Columns {
			called := strings.EqualFold(w, c.Column.Name) || wordform.Singular(strings.ToLower(w)) == c.last()
			if !called || !refers(c.Column) {
				continue
			}
			for _, v := range ws[i+1:] {
				if lexicon.In("between value", strings.ToLower(v)) {
					continue
				}
				if !c.holds(v) {
					break
				}
				out = append(out, Condition{Column: c.Column, Op: Is, Value: v})
			}
		}
	}
	return out
}

// holds reports whether a word of a comment is a value of a column of codes.
func (c *Column) holds(w string) bool {
	if stored := c.stored(); len(stored) > 0 && !slices.Contains(stored, w) && c.Column.Class != schema.Integer {
		return false
	}
	return codeLike(c, w)
}

// addRule adds a rule unless one for the same column and value is there, which then keeps the better evidence.
func (r *Relation) addRule(rule Rule) {
	for i, old := range r.LeftOut {
		if old.Condition == rule.Condition {
			if rule.Why.Confidence > old.Why.Confidence {
				r.LeftOut[i] = rule
			}
			return
		}
	}
	r.LeftOut = append(r.LeftOut, rule)
}

var empty = regexp.MustCompile(`(?i)(?:^|[,;(.]\s*)(?:empty|null|leer)(?:\s*(?:=|:|means)\s*|\s+(?:for|when|if|before|until` +
	`|in case of)\s+|\s+)([^,;.)]{3,60})`)

// emptyMeans returns what a comment says that NULL means: "still open". Empty: nothing.
func emptyMeans(comment string) string {
	if !mentions(comment, "empty", "null", "leer") {
		return ""
	}
	if m := empty.FindStringSubmatch(comment); m != nil {
		if s := strings.TrimSpace(m[1]); s != "before" && s != "until then" {
			return clean(s)
		}
		return "not yet"
	}
	return ""
}
