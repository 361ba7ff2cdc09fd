package schema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/pattern"
)

// Level is the part of a schema that may be sent away.
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

// Share selects the part of a schema that a model may be shown.
type Share struct {
	Level Level
	// Masked are columns of which no comment, label or value is ever shown, whatever the level; only name and type are.
	// Each is schema.table.column, table.column or column, without regard to case; a part may hold * and ?.
	Masked []string
}

// Hides reports whether a column is masked, so that its values must not be looked at on behalf of a question.
func (s Share) Hides(t *Table, c *Column) bool { return s.masked(t, c) }

// masked reports whether nothing of the column but its name and type may be shown.
func (s Share) masked(t *Table, c *Column) bool {
	full := []string{t.Schema, t.Name, c.Name}
	for _, mask := range s.Masked {
		parts := strings.Split(strings.ToLower(mask), ".")
		if len(parts) > len(full) {
			continue
		}
		hit := true
		for i, part := range parts {
			ok, err := pattern.Match(part, strings.ToLower(full[len(full)-len(parts)+i]))
			// A pattern that cannot be read masks: it was meant to hide something.
			hit = hit && (ok || err != nil)
		}
		if hit {
			return true
		}
	}
	return false
}

// detail is the amount of text about each table; each step down makes room.
type detail struct {
	values   int  // examples per column where not all values are known
	labels   int  // enum labels per column
	comments bool // of columns
	text     int  // characters of a comment
	columns  bool
}

var details = []detail{
	{values: 3, labels: 40, comments: true, text: 300, columns: true},
	{values: 2, labels: 12, comments: true, text: 120, columns: true},
	{labels: 12, comments: true, text: 80, columns: true},
	{labels: 4, columns: true},
	{},
}

// Render writes tables as Markdown for a prompt: per table its comment, columns with type, * for the primary key,
// nullability, foreign keys, enum labels and what values share allows. Of a given snapshot it is always the same text.
// All of the database's own text is held to one line, cleaned of control characters and backticks, and cut.
//
// The budget is in tokens, about four characters each; 0 means no limit. What does not fit is left out step by step:
// values, comments, labels, columns, and in the end tables, which the last line then counts.
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

// CharsPerToken is the estimate that budgets are reckoned with. English prose has about four, and so has SQL.
const CharsPerToken = 4

// Tokens estimates what the tables take in a prompt when nothing has to be left out.
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
		w.comment("> ", t.Comment, "\n") // a quotation, so that it cannot pass for a heading of ours
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
	if !w.share.masked(t, c) {
		w.shown(t, c)
	}
	w.WriteByte('\n')
}

// shown writes what stands after the type of a column that is not masked.
func (w writer) shown(t *Table, c *Column) {
	values := w.share.Level == Values && !t.RowSecurity && w.detail.values > 0
	if w.share.Level != Names && !t.RowSecurity {
		w.dates(c)
	}
	switch {
	case len(c.Enum) > 0:
		w.list(" one of ", c, c.Enum, w.detail.labels)
	case !values || w.isKey(t, c): // a number that stands for a row says nothing
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

// dates says how a text column writes its dates.
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

// isKey reports whether the column is part of the primary or a foreign key and no text.
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

// reference is the foreign key of one column; those of several columns stand below the table.
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

// shownValue shows a value as SQL would write it.
func shownValue(c *Column, v string) string {
	if c.Class.Numeric() && !c.Array {
		return cut(inline(v), 40)
	}
	return literal(v)
}

// roundly shows an estimate with two digits that mean something.
func roundly(n float64) string {
	if n >= 100 {
		unit := math.Pow(10, math.Floor(math.Log10(n))-1)
		n = math.Round(n/unit) * unit
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}
