package grounding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Bounds of what is written of one relation, in characters.
const (
	tableComment  = 300
	terseComment  = 40
	columnComment = 120
	codeComment   = 300
	maxListed     = 12 // labels of a type, codes, and values of a complete list
	maxShown      = 3  // of a list that is longer
	maxListText   = 160
	maxUnasked    = 6 // values of a column that the question does not speak of, or that leads elsewhere
)

// relation returns one relation in full: a line with its name, size and comment, a line for each column, and what is
// known of its rows.
func (w *writer) relation(r *semantic.Relation) string {
	t := r.Table
	var b strings.Builder
	b.WriteString("## " + name(t) + " (" + size(t) + ")")
	if w.comments() {
		if c := w.comment(t.Comment, tableComment); c != "" {
			b.WriteString(": " + c)
		}
	}
	b.WriteByte('\n')
	w.rows(&b, r)
	if repeats(r) {
		b.WriteString("columns as in " + name(r.Of.Table) + without(r) + "\n")
		return b.String()
	}
	if w.terse && r.Standing > semantic.Joined {
		b.WriteString("columns " + columnsOf(r) + "\n")
		return b.String()
	}
	w.blank = w.blanks(r)
	var also []string
	for _, c := range r.Columns {
		if (len(r.Columns) > wide || w.terse && len(r.Columns) > wideTerse) && !w.matters(c) {
			also = append(also, schema.Identifier(c.Column.Name)+" "+kind(c.Column)+w.unit(c, " (%s)"))
			continue
		}
		w.column(&b, r, c)
	}
	if also != nil {
		b.WriteString("also " + strings.Join(also, ", ") + "\n")
	}
	if w.blank != nil {
		b.WriteString("'' is unknown in " + columns(w.blank) + "\n")
	}
	for _, k := range r.Keys {
		if len(k.Columns) > 1 {
			b.WriteString("(" + columns(k.Columns) + ") -> " + name(k.To.Table) + " (" + columns(k.RefColumns) + ")" + doubtful(k) + "\n")
		}
	}
	return b.String()
}

// size says how many rows a table has, and of other relations what they are.
func size(t *schema.Table) string {
	switch rows := "~" + schema.Roughly(t.Rows) + " rows"; {
	case t.Kind == schema.View || t.Rows < 0:
		return t.Kind.String()
	case t.Kind == schema.Ordinary || t.Kind == schema.Partitioned:
		return rows
	default:
		return t.Kind.String() + ", " + rows
	}
}

// wide is the number of columns above which those that the question does not speak of stand without what is known of
// them.
const wide = 16

// wideTerse is the same for relations of less weight.
const wideTerse = 6

// matters reports whether what is known of a column of a wide relation is written: where the question speaks of it,
// and where it joins, names or dates rows or says which of them count.
func (w *writer) matters(c *semantic.Column) bool {
	r, col := c.Relation, c.Column
	return w.spoken[c] || len(c.Codes) > 0 || len(r.KeyOf(col)) > 0 || slices.Contains(r.Identity.Columns, col) ||
		slices.Contains(r.Label.Columns, col) ||
		col == r.Code || slices.ContainsFunc(r.LeftOut, func(x semantic.Rule) bool { return x.Column == col }) ||
		slices.ContainsFunc(r.Events, func(e semantic.Event) bool { return e.Date == col })
}

// repeats reports whether a view has rows of one relation and columns of it alone, so that they need not be said again.
func repeats(r *semantic.Relation) bool {
	return r.Of != nil && (r.Standing == semantic.SameRows || r.Standing == semantic.Subset) &&
		!slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool { return r.Of.Column(c.Column.Name) == nil })
}

// without returns the columns that such a view does not have.
func without(r *semantic.Relation) string {
	var gone []string
	for _, c := range r.Of.Columns {
		if r.Column(c.Column.Name) == nil {
			gone = append(gone, schema.Identifier(c.Column.Name))
		}
	}
	if gone == nil {
		return ""
	}
	return ", without " + strings.Join(gone, ", ")
}

// rows writes what is known of the rows of a relation: what they repeat, which do not count, when they are valid,
// what is computed of them.
func (w *writer) rows(b *strings.Builder, r *semantic.Relation) {
	said := func(format string, args ...any) { fmt.Fprintf(b, "! "+format+"\n", args...) }
	switch {
	case r.Standing == semantic.SameRows && r.Of != nil:
		said("the same rows as %s", name(r.Of.Table))
	case r.Standing == semantic.Subset && r.Of != nil && w.may(r.StandingWhy):
		said("the rows of %s%s", name(r.Of.Table), where(r.Filter))
	case r.Standing == semantic.Subset && r.Of != nil:
		said("some rows of %s", name(r.Of.Table))
	case r.Standing > semantic.Joined && w.may(r.StandingWhy):
		said("%s: only if the question names it", r.Standing)
	}
	for _, x := range r.LeftOut {
		if !w.may(x.Why) || r.Standing == semantic.Subset &&
			slices.ContainsFunc(r.Filter, func(c semantic.Condition) bool { return c.Column.Name == x.Column.Name }) {
			continue // a view that has no such rows need not say so
		}
		scope := ""
		if x.Scope != "" {
			scope = " (of " + schema.Line(x.Scope, 40) + ")"
		}
		said("leave out: %s%s", condition(x.Condition), scope)
	}
	if v := r.Validity; v != nil && w.may(v.Why) {
		said("valid %s", validity(v, w.values(r.Table)))
	}
	// A product of columns that names alone suggest is nothing that a model must be told, and binds it where other
	// rows count.
	for _, x := range r.Measures {
		if x.Quantity != nil && (x.Why.Source == semantic.FromPerson || x.Why.Source == semantic.FromComment && w.comments()) {
			said("%s", schema.Line(x.Describe(), columnComment))
		}
	}
}

// may reports whether a fact with this evidence may be told.
func (w *writer) may(why semantic.Why) bool {
	switch why.Source {
	case semantic.FromComment:
		return w.comments()
	case semantic.FromValues, semantic.FromMeasured:
		return w.options.Share.Level == schema.Values
	}
	return true
}

func where(filter []semantic.Condition) string {
	var parts []string
	for _, c := range filter {
		parts = append(parts, condition(c))
	}
	if parts == nil {
		return ", some of them"
	}
	return " where " + strings.Join(parts, " and ")
}

// condition writes a condition on a column as SQL.
func condition(c semantic.Condition) string {
	s, not := schema.Identifier(c.Column.Name), ""
	if c.Not {
		not = "not "
	}
	switch {
	case c.Op == semantic.IsTrue:
		return not + s
	case c.Op == semantic.IsSet && c.Not:
		return s + " is null"
	case c.Op == semantic.IsSet:
		return s + " is not null"
	case c.Not:
		return s + " <> " + schema.Literal(schema.Line(c.Value, columnComment))
	}
	return s + " = " + schema.Literal(schema.Line(c.Value, columnComment))
}

func validity(v *semantic.Validity, values bool) string {
	if v.Until == nil {
		return "from " + schema.Identifier(v.From.Name) + " until the next row's"
	}
	s := "from " + schema.Identifier(v.From.Name) + " to " + schema.Identifier(v.Until.Name)
	switch v.Inclusive {
	case semantic.Yes:
		s += " inclusive"
	case semantic.No:
		s += " exclusive"
	}
	if v.OpenNull {
		s += ", null: still"
	}
	if v.OpenValue != "" && values {
		s += ", " + schema.Line(v.OpenValue, 40) + ": still"
	}
	return s
}

func columns(all []*schema.Column) string {
	var names []string
	for _, c := range all {
		names = append(names, schema.Identifier(c.Name))
	}
	return strings.Join(names, ", ")
}

// likely is the confidence of an inferred key from which it is not said.
const likely = 0.8

// doubtful says of a key that the schema does not declare how sure it is.
func doubtful(k *semantic.Key) string {
	if k.Declared || k.Why.Source == semantic.FromComment || k.Why.Source == semantic.FromPerson || k.Why.Source == semantic.FromCatalog {
		return ""
	}
	if k.Why.Confidence >= likely {
		return " (inferred)"
	}
	return fmt.Sprintf(" (inferred, %.1f)", k.Why.Confidence)
}

// column writes one column: name, * for the identity, type, where it leads, how it is read, and its comment.
func (w *writer) column(b *strings.Builder, r *semantic.Relation, c *semantic.Column) {
	col := c.Column
	b.WriteString(schema.Identifier(col.Name))
	if slices.Contains(r.Table.PrimaryKey, col.Name) {
		b.WriteByte('*')
	}
	keys := r.KeyOf(col)
	if k := kind(col); k != "text" && !slices.ContainsFunc(keys, func(k *semantic.Key) bool { return len(k.Columns) == 1 && k.Declared }) {
		b.WriteString(" " + k) // else it is that of what it refers to
	}
	for _, k := range keys {
		if len(k.Columns) == 1 {
			b.WriteString(" -> " + referred(k) + doubtful(k))
		}
	}
	if !col.Masked {
		w.meaning(b, r, c)
		most := columnComment
		if len(c.Codes) > 0 && c.Codes[0].Source == semantic.FromComment {
			most = codeComment // what codes stand for is not cut
		}
		if comment := w.comment(col.Comment, most); comment != "" && w.comments() && !toldBefore(r, c) {
			b.WriteString(": " + comment)
		}
	}
	b.WriteByte('\n')
}

// referred returns what a key of one column refers to: the relation alone where the column has the same name there.
func referred(k *semantic.Key) string {
	if k.RefColumns[0].Name == k.Columns[0].Name {
		return name(k.To.Table)
	}
	return name(k.To.Table) + "." + schema.Identifier(k.RefColumns[0].Name)
}

// toldBefore reports whether the comment of a column says which rows do not count, which stands above the columns,
// and no more.
func toldBefore(r *semantic.Relation, c *semantic.Column) bool {
	return len(c.Codes) == 0 && slices.ContainsFunc(r.LeftOut,
		func(x semantic.Rule) bool { return x.Column == c.Column && x.Why.Source == semantic.FromComment })
}

// unit says in what a column counts, put into a form; "": its name says so, or it is not known.
func (w *writer) unit(c *semantic.Column, form string) string {
	u := c.Unit
	if u == nil || u.Name == "" || !w.may(u.Why) || c.Column.Masked ||
		strings.Contains(strings.ToLower(c.Column.Name), strings.ToLower(u.Name)) {
		return ""
	}
	return fmt.Sprintf(form, schema.Line(u.Name, 30))
}

// meaning writes what is known of the values of a column.
func (w *writer) meaning(b *strings.Builder, r *semantic.Relation, c *semantic.Column) {
	col, values := c.Column, w.values(r.Table) && !w.terse
	template := col.DateTemplate()
	switch {
	case len(col.Enum) > 0:
		b.WriteString(list(col.Enum))
	case len(c.Codes) > 0 && c.Codes[0].Source != semantic.FromComment && w.may(c.Codes[0].Why):
		b.WriteString(", " + pairs(c.Codes))
	case template != "" && w.comments() && !r.Table.RowSecurity:
		b.WriteString(", dates as " + template)
	case values && col.Profile.Complete && col.Class == schema.Text && len(c.Codes) == 0 && len(r.KeyOf(col)) == 0 &&
		(w.generous || len(col.Profile.Values) <= maxUnasked || w.spoken[c] && len(col.Profile.Values) <= maxListed):
		b.WriteString(list(col.Profile.Values))
	}
	if u := c.Unit; u != nil && u.Source != semantic.FromComment {
		b.WriteString(w.unit(c, ", in %s"))
	}
	if x := c.Reading; x != nil && x.Source != semantic.FromComment && values && x.Kind != semantic.TextDate &&
		!slices.Contains(w.blank, c.Column) {
		b.WriteString(", " + schema.Line(x.Describe(), 80))
	}
}

// list says which values a column has, or, when there is no room for all, what they look like.
func list(values []string) string {
	var all []string
	length := 0
	for _, v := range values {
		all = append(all, schema.Literal(v))
		length += len(v)
	}
	if len(all) > maxListed || length > maxListText {
		return ", such as " + strings.Join(all[:min(len(all), maxShown)], ", ")
	}
	return " one of " + strings.Join(all, ", ")
}

// leastBlank is the number of columns from which it is said once that an empty text stands for what is unknown.
const leastBlank = 3

// blanks returns the columns of a relation in which an empty text stands for what is unknown, when they are many.
func (w *writer) blanks(r *semantic.Relation) []*schema.Column {
	if !w.values(r.Table) || w.terse {
		return nil
	}
	var out []*schema.Column
	for _, c := range r.Columns {
		x := c.Reading
		if x != nil && x.Kind == semantic.Sentinel && x.Source != semantic.FromComment &&
			len(x.Values) == 1 && x.Values[0] == "" && !c.Column.Masked {
			out = append(out, c.Column)
		}
	}
	if len(out) < leastBlank {
		return nil
	}
	return out
}

// pairs returns codes with what they stand for.
func pairs(codes []semantic.Code) string {
	var out []string
	for _, c := range codes[:min(len(codes), maxListed)] {
		out = append(out, schema.Literal(c.Value)+" = "+schema.Line(c.Label, 40))
	}
	return strings.Join(out, ", ")
}

// short are types as they are written in prompts.
var short = strings.NewReplacer("timestamp with time zone", "timestamptz", "timestamp without time zone", "timestamp",
	"time without time zone", "time",
	"character varying", "text", "character", "char", "double precision", "float8", "integer", "int", "boolean", "bool")

func kind(c *schema.Column) string {
	text := short.Replace(schema.Line(c.Type, 60))
	if i := strings.IndexByte(text, '('); i > 0 && (strings.HasPrefix(text, "text(") || strings.HasPrefix(text, "numeric(")) {
		return text[:i] + text[strings.IndexByte(text, ')')+1:]
	}
	return text
}
