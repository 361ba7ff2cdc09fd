package lookup

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// Want is a text that a column may hold.
type Want struct {
	Table  *schema.Table
	Column *schema.Column
	Text   string
}

// Found is how a column stores a text: the best spelling first, none when no value of it comes near. The column was
// searched.
type Found struct {
	Want
	Whole  bool // every row was compared, so that what is not found is not stored
	Values []link.Stored
}

// Bounds of one query.
const (
	MaxColumns = link.MaxWanted
	maxTexts   = 8
	maxRows    = 150_000        // of all tables that are read without an index
	maxRead    = 2 * MaxScanned // rows of one table: the planner's estimate may be old
	maxStored  = 200            // characters of a value that is compared
	maxBrought = 24             // values of one column
	maxText    = 120            // bytes
	minSlip    = 5              // characters of a text in which one may be wrong
	maxTail    = 6              // characters that a value may have more than a text that differs in one: a legal form
)

// Query looks up texts.
type Query struct {
	Statement borrow.Statement
	columns   []asked
}

// asked is one column with the texts that it is searched for.
type asked struct {
	want  Want
	way   Way
	texts []string
}

// New returns the query for what can be looked up cheaply, the first ones first; nil when there is nothing. utf8 says
// that the server's encoding has all letters.
func New(wants []Want, utf8 bool) *Query {
	q := &Query{}
	left := float64(maxRows)
	var texts []string
	for _, w := range wants {
		way := wayOf(w.Table, w.Column)
		if way == None || !fit(w.Text, utf8) {
			continue
		}
		at := slices.IndexFunc(q.columns, func(a asked) bool { return a.want.Column == w.Column })
		if at < 0 {
			if len(q.columns) == MaxColumns || way == ByScan && w.Table.Rows > left {
				continue
			}
			if way == ByScan {
				left -= w.Table.Rows
			}
			at = len(q.columns)
			q.columns = append(q.columns, asked{want: w, way: way})
		}
		if !slices.Contains(texts, w.Text) {
			if len(texts) == maxTexts {
				continue
			}
			texts = append(texts, w.Text)
		}
		if a := &q.columns[at]; !slices.Contains(a.texts, w.Text) {
			a.texts = append(a.texts, w.Text)
		}
	}
	q.columns = slices.DeleteFunc(q.columns, func(a asked) bool { return len(a.texts) == 0 })
	if len(q.columns) == 0 {
		return nil
	}
	q.write(texts, utf8)
	return q
}

// fit reports whether a text can be looked up at all.
func fit(t string, anyLetter bool) bool {
	if len(t) > maxText || !utf8.ValidString(t) || strings.ContainsRune(t, 0) {
		return false
	}
	if !anyLetter && strings.ContainsFunc(t, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return false
	}
	return len(strings.Fields(wordform.Fold(t))) > 0
}

// SearchPath is the search path under which the statement must run: the names of functions and operators in it stand
// alone.
const SearchPath = "pg_catalog, pg_temp"

// Letters with and without accents, as translate() takes them: those of Latin scripts that are one character each.
const (
	accented   = "àáâãäåāăąçćčďđèéêëēėęěğģìíîïīįıķļľłñńņňòóôõöøōőŕřśşšșťțùúûüūůűųýÿźżž"
	unaccented = "aaaaaaaaacccddeeeeeeeeggiiiiiiiklllnnnnoooooooorrssssttuuuuuuuuyyzzz"
)

// write makes the statement: the values of all columns, folded, and those of them that come near to one of the texts.
// What comes near is more than what is the same; that is judged when the rows are read.
func (q *Query) write(texts []string, utf8 bool) {
	var p params
	folded := "lower(v)"
	if utf8 { // most values have no accents, and lower() is quick where it knows ASCII alone
		folded = fmt.Sprintf(`CASE WHEN octet_length(v) = length(v) THEN lower(v COLLATE "C") ELSE translate(lower(v), %s, %s) END`,
			p.text(accented), p.text(unaccented))
	}
	indexed := 0
	var sources, whole, near, far []string
	for i, a := range q.columns {
		if a.way == ByIndex && indexed == 0 {
			indexed = p.add(array(spellings(texts)))
		}
		sources = append(sources, source(i, a.want, a.way, indexed))
	}
	for _, t := range texts {
		words, slips, length := p.conditions(t)
		whole, near = append(whole, words), append(near, slips...)
		far = append(far, fmt.Sprintf("abs(length(f) - %d)", length))
	}
	q.Statement = borrow.SQL(fmt.Sprintf("SELECT c, v, n FROM (SELECT c, v, count(*) AS n, row_number() OVER (PARTITION BY c ORDER BY (%[1]s) DESC, "+
		"LEAST(%[2]s), count(*) DESC) AS k FROM (SELECT c, v, %[3]s AS f FROM (%[4]s) r WHERE length(v) <= %[5]d OFFSET 0) s WHERE %[6]s "+
		"GROUP BY c, v, f) g WHERE k <= %[7]d",
		strings.Join(whole, " OR "), strings.Join(far, ", "), folded, strings.Join(sources, " UNION ALL "), maxStored,
		strings.Join(append(whole, near...), " OR "), maxBrought), p...)
}

// params are the parameters of a statement, each text once.
type params []string

// add returns the number of the parameter with a value.
func (p *params) add(value string) int {
	if i := slices.Index(*p, value); i >= 0 {
		return i + 1
	}
	*p = append(*p, value)
	return len(*p)
}

// text returns the parameter with a value, as text.
func (p *params) text(value string) string { return fmt.Sprintf("$%d::text", p.add(value)) }

// conditions returns the condition that a folded value holds the words of a text, those that it may be the text but
// for a slip, and the number of characters of the text.
func (p *params) conditions(t string) (words string, slips []string, length int) {
	folded := wordform.Fold(t)
	var parts []string
	for _, w := range link.Spelt(t) {
		if !link.Ampersand(w) { // and ss may be a letter of its own
			parts = append(parts, "f LIKE "+p.text("%"+link.Gaps(link.Common(w))+"%"))
		}
	}
	if parts == nil {
		parts = []string{"f = " + p.text(folded)}
	}
	words = "(" + strings.Join(parts, " AND ") + ")"
	length = utf8.RuneCountInString(folded)
	if length < minSlip {
		return words, nil, length
	}
	// One letter that is wrong, missing, too many or swapped with its neighbour leaves the beginning or the end as it
	// is.
	runes := []rune(strings.ReplaceAll(folded, " ", "%"))
	half := (len(runes) - 1) / 2
	return words, []string{fmt.Sprintf("((f LIKE %s OR f LIKE %s) AND length(f) BETWEEN %d AND %d)", p.text(string(runes[:half])+"%"),
		p.text("%"+string(runes[len(runes)-half:])), length-1, length+maxTail)}, length
}

// spellings are those in which an index is asked for the texts.
func spellings(texts []string) []string {
	var out []string
	for _, t := range texts {
		title := []rune(strings.ToLower(t))
		for i, r := range title {
			if i == 0 || title[i-1] == ' ' {
				title[i] = unicode.ToUpper(r)
			}
		}
		for _, s := range []string{t, strings.ToLower(t), strings.ToUpper(t), string(title)} {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// array writes texts as a PostgreSQL array.
func array(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

// Columns returns what the query reads, each column once.
func (q *Query) Columns() []Want {
	out := make([]Want, len(q.columns))
	for i, a := range q.columns {
		out[i] = a.want
	}
	return out
}

// Read returns what the rows of the statement tell about each text and column.
func (q *Query) Read(r borrow.Result) ([]Found, error) {
	stored := make([][]link.Stored, len(q.columns))
	for _, row := range r.Rows {
		if len(row) != 3 || row[0] == nil || row[1] == nil || row[2] == nil {
			continue
		}
		i, err := strconv.Atoi(string(row[0]))
		n, nerr := strconv.ParseInt(string(row[2]), 10, 64)
		if err != nil || nerr != nil || i < 0 || i >= len(stored) {
			return nil, fmt.Errorf("a look-up returned column %.20q, count %.20q", row[0], row[2])
		}
		stored[i] = append(stored[i], link.Stored{Value: strings.ToValidUTF8(string(row[1]), "\uFFFD"), Rows: n})
	}
	var out []Found
	for i, a := range q.columns {
		for _, t := range a.texts {
			f := Found{Want: Want{a.want.Table, a.want.Column, t}, Whole: a.way == ByScan, Values: link.Matching(t, stored[i])}
			out = append(out, f)
		}
	}
	return out, nil
}

// Wants returns what package link wants to know, as it is looked up here.
func Wants(wanted []link.Wanted) []Want {
	out := make([]Want, len(wanted))
	for i, k := range wanted {
		out[i] = Want{k.Column.Relation.Table, k.Column.Column, k.Text}
	}
	return out
}

// Seen returns what was found as package link reads it.
func Seen(wanted []link.Wanted, found []Found) []link.Seen {
	var out []link.Seen
	for _, f := range found {
		for _, k := range wanted {
			if k.Column.Column == f.Column && k.Text == f.Text {
				out = append(out, link.Seen{Wanted: k, Values: f.Values})
			}
		}
	}
	return out
}
