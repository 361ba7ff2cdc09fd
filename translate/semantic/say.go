package semantic

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Fact is one thing that the model knows, in words.
type Fact struct {
	Kind   string         // label, key, codes, event, …: the words that Facts uses
	Column *schema.Column // what it is about; nil: the relation
	Text   string
	Why
}

// Facts returns what is known of a relation, in words, in the order of what decides most questions.
func (r *Relation) Facts() []Fact {
	var out []Fact
	add := func(kind string, c *schema.Column, why Why, format string, args ...any) {
		out = append(out, Fact{kind, c, fmt.Sprintf(format, args...), why})
	}
	if len(r.Label.Columns) > 0 {
		add("label", nil, r.Label.Why, "%s", r.Label.describe())
	}
	if len(r.Identity.Columns) > 0 {
		add("identity", nil, r.Identity.Why, "%s", names(r.Identity.Columns))
	}
	if r.Code != nil {
		add("code", nil, Why{FromName, "called " + clean(r.Code.Name), 0.85}, "%s", r.Code.Name)
	}
	if r.Standing != Base {
		add("standing", nil, r.StandingWhy, "%s", r.standing())
	}
	for _, x := range r.LeftOut {
		add("left out", x.Column, x.Why, "%s", x.Describe())
	}
	if r.Part != nil {
		add("part", r.Part.Of.Columns[0], r.Part.Why, "of %s by %s", r.Part.Of.To.Table.Name, names(r.Part.Of.Columns))
	}
	for _, e := range r.Events {
		add("event", e.Date, e.Why, "%s", e.describe())
	}
	if r.Validity != nil {
		add("validity", nil, r.Validity.Why, "%s", r.Validity.describe())
	}
	for _, k := range r.Keys {
		add("key", k.Columns[0], k.Why, "%s", k.withRole())
	}
	for _, c := range r.Columns {
		out = append(out, c.Facts()...)
	}
	for _, x := range r.Measures {
		add("measure", x.Amount, x.Why, "%s", x.Describe())
	}
	if x := r.Kinds; x != nil {
		text := "each row of " + x.Kind.To.Table.Name + " is a measure of " + x.Entity.To.Table.Name
		if x.Unit != nil {
			text += ", in its " + x.Unit.Name
		}
		add("kinds", x.Value, x.Why, "%s", text)
	}
	if x := r.Rates; x != nil {
		add("rates", x.Rate, x.Why, "of %s", x.Currency.Name)
	}
	if r.Period != nil {
		add("period", r.Period.Column, r.Period.Why, "%s to %s", clean(r.Period.First), clean(r.Period.Last))
	}
	return out
}

// Facts returns what is known of a column alone, in words.
func (c *Column) Facts() []Fact {
	var out []Fact
	add := func(kind string, why Why, text string) { out = append(out, Fact{kind, c.Column, text, why}) }
	if said := c.Name.Phrase(); said != strings.Join(naming.Tokens(c.Column.Name), " ") {
		add("name", Why{FromName, "split and written out", 0.9}, said)
	}
	if len(c.Codes) > 0 {
		add("codes", c.Codes[0].Why, describeCodes(c.Codes))
	}
	if c.Yes != "" {
		add("flag", Why{FromValues, "", 0.95}, strings.TrimSuffix(c.Yes+"/"+c.No, "/"))
	}
	if c.Lookup != nil {
		add("lookup", c.Lookup.Why, c.Lookup.Key.To.Table.Name+"."+c.Lookup.Label.Name)
	}
	if c.Unit != nil {
		add("unit", c.Unit.Why, c.Unit.describe())
	}
	if c.Reading != nil {
		add("reading", c.Reading.Why, c.Reading.Describe())
	}
	if c.Akin != nil && len(c.Relation.KeyOf(c.Column)) == 0 {
		add("akin", Why{FromName, "of another type", 0.5}, "called like the key of "+c.Akin.Table.Name)
	}
	if why := c.suspect(); why.Confidence > 0 {
		add("suspect", why, clean(c.Column.Name)+" may hold what nobody should see: share.masked")
	}
	if c.Empty != "" {
		add("empty", Why{FromComment, clean(c.Column.Comment), 0.9}, c.Empty)
	}
	return out
}

// secrets are words of a comment that says that a column holds secrets.
var secrets = regexp.MustCompile(`(?i)\b(?:passwords?|passwort|secrets?|confidential|credentials?|geheim|vertraulich|(?:not|never) (?:to )?be shown)\b`)

// suspect says why a column that nothing masks is perhaps one of secrets; a confidence of 0: it is none. Nothing is
// masked for it: a person decides.
func (c *Column) suspect() Why {
	if c.Column.Masked || c.Column.Class != schema.Text && c.Column.Class != schema.Integer || c.Yes != "" || c.IsKey() {
		return Why{}
	}
	if c.among("suspect") {
		return Why{FromName, "called " + clean(c.Column.Name), 0.5}
	}
	if c.setting() {
		return Why{FromName, "the value of a setting", 0.5}
	}
	if secrets.MatchString(c.Column.Comment) {
		return Why{FromComment, clean(c.Column.Comment), 0.5}
	}
	return Why{}
}

// setting reports whether a column holds the values of settings by their names, of which some may be secrets.
func (c *Column) setting() bool {
	bare := c.Relation.Name.Bare()
	return len(bare) > 0 && lexicon.In("settings", wordform.Singular(bare[len(bare)-1])) && c.among("setting value") &&
		slices.ContainsFunc(c.Relation.Columns, func(n *Column) bool {
			return n != c && n.Column.Class == schema.Text &&
				n.among("setting name")
		})
}

func names(columns []*schema.Column) string { return strings.Join(listed(columns), ", ") }

func listed(columns []*schema.Column) []string {
	var out []string
	for _, c := range columns {
		out = append(out, c.Name)
	}
	return out
}

func (l Label) describe() string {
	if l.Via != nil {
		return l.Via.To.Table.Name + "." + names(l.Columns) + " by " + names(l.Via.Columns)
	}
	return names(l.Columns)
}

func (r *Relation) standing() string {
	s := r.Standing.String()
	if r.Of != nil {
		s += " of " + r.Of.Table.Name
	}
	var parts []string
	for _, c := range r.Filter {
		parts = append(parts, c.Describe())
	}
	if len(parts) > 0 {
		s += " where " + strings.Join(parts, " and ")
	}
	return s
}

// Describe says a condition as SQL would, for people.
func (c Condition) Describe() string {
	switch {
	case c.Op == IsTrue && c.Not:
		return "not " + c.Column.Name
	case c.Op == IsTrue:
		return c.Column.Name
	case c.Op == IsSet && c.Not:
		return c.Column.Name + " is null"
	case c.Op == IsSet:
		return c.Column.Name + " is not null"
	case c.Not:
		return c.Column.Name + " <> '" + clean(c.Value) + "'"
	}
	return c.Column.Name + " = '" + clean(c.Value) + "'"
}

// Describe says which rows do not count.
func (r Rule) Describe() string {
	if r.Scope != "" {
		return r.Condition.Describe() + " (of " + clean(r.Scope) + ")"
	}
	return r.Condition.Describe()
}

func (e Event) describe() string {
	s := e.Kind.String()
	if len(e.Verbs) > 0 {
		s += ": " + strings.Join(e.Verbs, ", ")
	}
	if e.Date != nil {
		s += " on " + e.Date.Name
	}
	if e.Actor != nil {
		s += " by " + names(e.Actor.Columns)
	}
	return s
}

func (v *Validity) describe() string {
	if v.Until == nil {
		return "from " + v.From.Name + " until the next"
	}
	s := "from " + v.From.Name + " to " + v.Until.Name
	switch v.Inclusive {
	case Yes:
		s += " inclusive"
	case No:
		s += " exclusive"
	}
	var open []string
	if v.OpenNull {
		open = append(open, "null")
	}
	if v.OpenValue != "" {
		open = append(open, v.OpenValue)
	}
	if len(open) > 0 {
		s += ", open is " + strings.Join(open, " or ")
	}
	return s
}

func (k *Key) withRole() string {
	s := k.Describe()
	if len(k.Role) > 0 {
		s += " as " + strings.Join(k.Role, " ")
	}
	if k.RoleKind != "" {
		s += " (" + k.RoleKind + ")"
	}
	if k.OneToOne {
		s += ", one to one"
	}
	return s
}

func describeCodes(codes []Code) string {
	var out []string
	for _, c := range codes {
		out = append(out, clean(c.Value)+" = "+clean(c.Label))
	}
	return strings.Join(out, ", ")
}

func (u *Unit) describe() string {
	if u.Currency != nil {
		return u.Name + " of " + u.Currency.Name
	}
	return u.Name
}

// Describe says in short how the values are read.
func (r *Reading) Describe() string {
	switch r.Kind {
	case List:
		return "list separated by " + r.Separator
	case UnitNumber:
		sorted := slices.Clone(r.Units)
		slices.Sort(sorted)
		return "number with unit: " + clean(strings.Join(sorted, ", "))
	case TextDate:
		return "date as " + r.Template
	case Document:
		return "document with " + clean(strings.Join(r.Fields, ", "))
	}
	quoted := make([]string, len(r.Values))
	for i, v := range r.Values {
		quoted[i] = "'" + clean(v) + "'"
	}
	return "unknown is " + strings.Join(quoted, ", ")
}

// Describe says in short how the measure is computed.
func (m Measure) Describe() string {
	s := m.Name + " = " + m.Amount.Name
	if m.Quantity != nil {
		s += " × " + m.Quantity.Name
	}
	switch {
	case m.Discount != nil && m.Fraction:
		s += " × (1 - " + m.Discount.Name + ")"
	case m.Discount != nil && m.Percent:
		s += " × (1 - " + m.Discount.Name + " / 100)"
	case m.Discount != nil:
		s += " - " + m.Discount.Name
	}
	if !m.Additive {
		s += ", not to be summed"
	}
	return s
}

// Called returns what people call a relation, or with a column that column, where its name is cut short and the
// comment, or the words that the name was read as, are words of the language; "": its name, or it is none of the
// model. No two relations are called the same.
func (m *Model) Called(schema, table, column string) string {
	t := m.Snapshot.Table(schema, table)
	r := m.byTable[t]
	if t == nil || r == nil {
		return ""
	}
	if column == "" {
		return r.called
	}
	if c := r.Column(column); c != nil {
		return spelledOut(c.Name, column, c.Column.Comment)
	}
	return ""
}

// callRelations finds what relations are called.
func (m *making) callRelations() {
	taken := map[string]*Relation{}
	for _, r := range m.Relations {
		m.pace.Step()
		r.called = spelledOut(&r.Name, r.Table.Name, r.Table.Comment)
		if other := taken[r.called]; other != nil {
			r.called, other.called = "", ""
		} else if r.called != "" {
			taken[r.called] = r
		}
	}
}

// maxSpelled is how many words of a comment are taken for a name that is cut short.
const maxSpelled = 3

// spelledOut returns a name that is cut short in words of the language, those of a short comment, or those that it
// was read as, and the words of one that they are glued in. "": it is written in words, or neither says more.
func spelledOut(n *naming.Name, identifier, comment string) string {
	ws, glued := naming.Tokens(identifier), strings.Join(n.Raw, "")
	switch prefixed := len(ws) == 1 && glued != ws[0] && strings.HasSuffix(ws[0], glued); {
	case prefixed || lexicon.AllEnglish(n.Raw) && len(ws) == 1 && len(n.Raw) > 1:
		return strings.Join(n.Raw, " ")
	case lexicon.AllEnglish(n.Raw):
		return ""
	}
	if ws := naming.Heading(comment); len(ws) > 0 && len(ws) <= maxSpelled && lexicon.AllEnglish(ws) {
		return strings.Join(ws, " ")
	}
	if lexicon.AllEnglish(n.Words) {
		return strings.Join(headless(n.Words), " ")
	}
	return ""
}

// headless returns the words of a name without the last where it only says that a row has details elsewhere: orders,
// of ord_header.
func headless(ws []string) []string {
	if k := len(ws); k > 1 && lexicon.In("head tail", ws[k-1]) {
		return ws[:k-1]
	}
	return ws
}
