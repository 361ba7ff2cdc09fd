package schema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Level determines which parts of a schema may be sent to a model.
type Level byte

// The levels, as the setting `share` names them.
const (
	NamesAndComments Level = iota // names, types, keys, enum labels, comments, how text columns write dates; the default
	Names                         // names, types, keys, enum labels
	Values                        // with comments and common values
)

// ParseLevel reads names, names+comments or values.
func ParseLevel(s string) (Level, error) {
	switch s {
	case "names+comments", "":
		return NamesAndComments, nil
	case "names":
		return Names, nil
	case "values":
		return Values, nil
	}
	return 0, fmt.Errorf("%q is not names, names+comments or values", s)
}

// Share determines which parts of a schema a model may see.
type Share struct {
	Level Level
}

// detail is the amount of text about each table. Each step in details takes less room.
type detail struct {
	values   int  // examples per column where not all values are known
	labels   int  // enum labels per column
	comments bool // comments of columns
	text     int  // greatest number of characters of a comment
	columns  bool
}

var details = []detail{
	{values: 3, labels: 40, comments: true, text: 300, columns: true},
	{values: 2, labels: 12, comments: true, text: 120, columns: true},
	{labels: 12, comments: true, text: 80, columns: true},
	{labels: 4, columns: true},
	{},
}

// Render returns tables as Markdown for a prompt: per table its comment, its columns with type, * for the primary key,
// nullability, foreign keys, enum labels, and the values that share allows. The result is deterministic. Text from the
// database is put on one line, cleaned of control characters and backticks, and cut.
//
// The budget is in tokens of about four characters; 0 means no limit. What does not fit is left out in steps: values,
// comments, labels, columns, and finally tables, whose number the last line states.
func Render(s *Snapshot, tables []*Table, share Share, budget int) string {
	limit := math.MaxInt
	if budget > 0 {
		limit = budget * CharsPerToken
	}
	var text string
	for _, d := range details {
		if text = renderAll(s, tables, share, d, math.MaxInt); len(text) <= limit {
			return text
		}
	}
	return renderAll(s, tables, share, details[len(details)-1], limit)
}

// CharsPerToken is the number of characters per token that budgets assume. It is about right for English prose and SQL.
const CharsPerToken = 4

// Tokens returns an estimate of the tokens that the tables take in a prompt with full detail.
func Tokens(s *Snapshot, tables []*Table, share Share) int {
	n := len(renderAll(s, tables, share, details[0], math.MaxInt))
	return (n + CharsPerToken - 1) / CharsPerToken
}

func renderAll(s *Snapshot, tables []*Table, share Share, d detail, limit int) string {
	var b strings.Builder
	for i, t := range tables {
		start := b.Len()
		if start > 0 {
			b.WriteByte('\n')
		}
		writer{&b, s, share, d}.table(t)
		const tail = 40 // for the last line
		if b.Len() > limit-tail {
			return b.String()[:start] + fmt.Sprintf("\n(%d more tables are not shown)\n", len(tables)-i)
		}
	}
	return b.String()
}

type writer struct {
	*strings.Builder
	snapshot *Snapshot
	share    Share
	detail   detail
}

func (w writer) table(t *Table) {
	w.WriteString("## " + w.tableName(t) + " (" + t.Kind.String())
	if t.Rows >= 0 && t.Kind != View {
		w.WriteString(", about " + roundly(t.Rows) + " rows")
	}
	w.WriteString(")\n")
	if w.share.Level != Names && w.detail.text > 0 {
		w.comment("> ", t.Comment, "\n") // quoted, so that a comment cannot imitate a heading
	}
	if !w.detail.columns {
		return
	}
	w.WriteByte('\n')
	for _, c := range t.Columns {
		w.column(t, c)
	}
	w.keys(t)
}

func (w writer) tableName(t *Table) string {
	if t.Visible {
		return identifier(t.Name)
	}
	return identifier(t.Schema) + "." + identifier(t.Name)
}

func (w writer) column(t *Table, c *Column) {
	w.WriteString("- " + identifier(c.Name))
	for _, k := range t.PrimaryKey {
		if k == c.Name {
			w.WriteByte('*')
		}
	}
	w.WriteString(" " + cut(inline(c.Type), 80))
	if c.NotNull {
		w.WriteString(" not null")
	}
	w.reference(t, c)
	if !c.Masked {
		w.shown(t, c)
	}
	w.WriteByte('\n')
}

// shown writes the part behind the type of a column that is not masked.
func (w writer) shown(t *Table, c *Column) {
	values := w.share.Level == Values && !t.RowSecurity && w.detail.values > 0
	if w.share.Level != Names && !t.RowSecurity {
		w.dates(c)
	}
	switch {
	case len(c.Enum) > 0:
		w.list(" one of ", c, c.Enum, w.detail.labels)
	case !values || w.isKey(t, c): // the range of a key's numbers is not informative
	case c.Profile.Complete && len(c.Profile.Values) <= w.detail.labels && c.Class != Boolean:
		w.list(" one of ", c, c.Profile.Values, w.detail.labels)
	case c.Profile.Min != "":
		w.WriteString(" from " + shownValue(c, c.Profile.Min) + " to " + shownValue(c, c.Profile.Max))
	case c.Class == Text:
		w.list(" such as ", c, c.Profile.Values, w.detail.values)
	}
	if w.share.Level != Names && w.detail.comments {
		w.comment(": ", c.Comment, "")
	}
}

// dates writes the date format of a text column that holds dates.
func (w writer) dates(c *Column) {
	template, padded := c.DateTemplate()
	if template == "" {
		return
	}
	w.WriteString(", dates as " + template)
	if !padded {
		w.WriteString(" without leading zeros")
	}
}

// isKey reports whether the column is the primary key or part of a foreign key, and is not text.
func (w writer) isKey(t *Table, c *Column) bool {
	if c.Class == Text {
		return false
	}
	for _, fk := range t.ForeignKeys {
		if slices.Contains(fk.Columns, c.Name) {
			return true
		}
	}
	return len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == c.Name
}

// reference writes the foreign keys of one column. Keys of several columns are written below the table.
func (w writer) reference(t *Table, c *Column) {
	var said []string // a key may be declared twice
	for _, fk := range t.ForeignKeys {
		if ref := w.snapshot.References(fk); ref != nil && len(fk.Columns) == 1 && fk.Columns[0] == c.Name {
			to := " -> " + w.tableName(ref) + "." + identifier(fk.RefColumns[0])
			if slices.Contains(said, to) {
				continue
			}
			said = append(said, to)
			w.WriteString(to)
			if fk.Inferred {
				fmt.Fprintf(w, " (inferred, %.2f)", fk.Confidence)
			}
		}
	}
}

func (w writer) keys(t *Table) {
	for _, fk := range t.ForeignKeys {
		if ref := w.snapshot.References(fk); ref != nil && len(fk.Columns) > 1 {
			w.WriteString("- (" + identifiers(fk.Columns) + ") -> " + w.tableName(ref) + " (" + identifiers(fk.RefColumns) + ")\n")
		}
	}
	for _, key := range t.Unique {
		w.WriteString("- unique (" + identifiers(key) + ")\n")
	}
}

func (w writer) comment(before, text, after string) {
	if text = cut(inline(text), w.detail.text); text != "" {
		w.WriteString(before + text + after)
	}
}

func (w writer) list(before string, c *Column, values []string, n int) {
	if n = min(n, len(values)); n == 0 {
		return
	}
	w.WriteString(before)
	for i, v := range values[:n] {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(shownValue(c, v))
	}
	if n < len(values) {
		w.WriteString(", …")
	}
}

// shownValue returns a value as it is written in SQL, cut to a short length.
func shownValue(c *Column, v string) string {
	if c.Class.Numeric() && !c.Array {
		return cut(inline(v), 40)
	}
	return literal(v)
}

// roundly returns an estimate rounded to two significant digits.
func roundly(n float64) string {
	if n >= 100 {
		unit := math.Pow(10, math.Floor(math.Log10(n))-1)
		n = math.Round(n/unit) * unit
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}
