package semantic

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic/lexicon"
	"go.yaml.in/yaml/v3"
)

// doubtful is the confidence below which a fact is shown among the doubtful ones.
const doubtful = 0.8

// Write writes the model as the file that ParseFile reads, with the evidence as comments and what is doubtful on top.
// It holds stored values only where comments, types, CHECKs or tables of codes name them, or where statistics show
// them to every reader of the table; tables with row-level security have no statistics in a snapshot.
func (m *Model) Write(w io.Writer, datasource string) error {
	o := &output{w: w}
	of := "the database"
	if datasource != "*" {
		of = clean(datasource)
	}
	o.line("# What pgask takes %s to mean. Correct what is wrong, delete what is right or leave it, and give the file back", of)
	o.line("# as schema.descriptions. What stands here wins over what is derived; what is left out stays derived.")
	m.writeDoubts(o)
	o.line("%s:", scalar(datasource))
	for _, r := range m.Relations {
		if r.Table.Extension == "" {
			r.write(o, m)
		}
	}
	return o.err
}

// output writes lines until the first error.
type output struct {
	w   io.Writer
	err error
}

func (o *output) line(format string, args ...any) {
	if o.err == nil {
		_, o.err = fmt.Fprintf(o.w, format+"\n", args...)
	}
}

// mostDoubts bounds the doubtful facts on top.
const mostDoubts = 200

func (m *Model) writeDoubts(o *output) {
	n := 0
	for _, r := range m.Relations {
		if n >= mostDoubts {
			return
		}
		if r.Standing > Subset {
			continue
		}
		for _, f := range r.Facts() {
			if f.Why.Confidence >= doubtful || n >= mostDoubts || f.Kind == "label" && f.Source == FromCatalog {
				continue
			}
			if n++; n == 1 {
				o.line("#\n# Doubtful:")
			}
			o.line("#   %s: %s %s (%s)", clean(r.Table.Qualified()), f.Kind, clean(f.Text), f.evidence())
		}
	}
}

// evidence says how sure a fact is and why.
func (w Why) evidence() string {
	s := fmt.Sprintf("%.2f by %s", w.Confidence, w.Source)
	if w.Text != "" {
		s += ": " + clean(w.Text)
	}
	return s
}

// scalar quotes a text for YAML where that is needed, on one line.
func scalar(s string) string {
	s = clean(s)
	if bareWord(s) {
		return s // most names, and the encoder is slow
	}
	text, err := yaml.Marshal(s)
	if one := strings.TrimSuffix(string(text), "\n"); err == nil && !strings.Contains(one, "\n") {
		return one
	}
	return fmt.Sprintf("%q", s)
}

// bareWord reports whether a text is a name that YAML cannot take for anything else.
func bareWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		if letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'; !letter && (i == 0 || c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return len(s) > len("false") && !strings.HasSuffix(s, ".")
}

func flow(list []string) string {
	var out []string
	for _, s := range list {
		one := scalar(s)
		if strings.ContainsAny(one, ",[]{}") && !strings.HasPrefix(one, "'") && !strings.HasPrefix(one, `"`) {
			one = fmt.Sprintf("%q", clean(s))
		}
		out = append(out, one)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func (r *Relation) write(o *output, m *Model) {
	o.line("  %s:  # %s: %s", scalar(r.Table.Qualified()), r.Table.Kind, clean(r.Name.Phrase()))
	if len(r.Synonyms) > 0 {
		o.line("    synonyms: %s", flow(r.Synonyms))
	}
	if len(r.Label.Columns) > 0 && r.Label.Via == nil {
		o.line("    label: %s  # %s", flow(listed(r.Label.Columns)), r.Label.Why.evidence())
	}
	if _, ok := standingOf(r.Standing.String()); r.Standing != Base {
		comment := ""
		if !ok {
			comment = "# "
		}
		o.line("    %sstanding: %s  # %s; %s", comment, r.Standing, clean(r.standing()), r.StandingWhy.evidence())
	}
	r.writeRules(o)
	if r.Part != nil {
		o.line("    part_of: %s  # a row of %s; %s", scalar(r.Part.Of.Columns[0].Name), clean(r.Part.Of.To.Table.Name),
			r.Part.Why.evidence())
	}
	r.writeEvents(o)
	r.writeValidity(o)
	r.writeKeys(o)
	r.writeColumns(o)
	for _, f := range r.Facts() {
		if f.Kind == "kinds" || f.Kind == "rates" {
			o.line("    # %s: %s %s  # %s", clean(f.Column.Name), f.Kind, clean(f.Text), f.evidence())
		}
	}
	for _, x := range r.Measures {
		said := clean(x.Describe())
		if name, of, ok := strings.Cut(said, " = "); ok && name == of {
			said = name
		}
		o.line("    # measure %s  # %s", said, x.Why.evidence())
	}
	if r.Period != nil {
		o.line("    # data from %s to %s by %s", clean(r.Period.First), clean(r.Period.Last), clean(r.Period.Column.Name))
	}
	first := true
	for _, t := range m.Terms {
		if t.Relation == r {
			if first {
				o.line("    terms:")
			}
			first = false
			o.line("      %s: %s  # %s", scalar(t.Name), t.written(), t.Kind)
		}
	}
}

// written is a term as a file has it.
func (t *Term) written() string {
	if t.Prose == "" {
		return scalar(t.Expression)
	}
	var parts []string
	if t.Expression != "" {
		parts = append(parts, "is: "+flowScalar(t.Expression))
	}
	return "{" + strings.Join(append(parts, "says: "+flowScalar(t.Prose)), ", ") + "}"
}

func (r *Relation) writeRules(o *output) {
	if len(r.LeftOut) == 0 {
		return
	}
	o.line("    left_out:")
	for _, x := range r.LeftOut {
		s := "column: " + flowScalar(x.Column.Name)
		if x.Op == Is {
			s += ", is: " + flowScalar(x.Value)
		}
		if x.Scope != "" {
			s += ", scope: " + flowScalar(x.Scope)
		}
		o.line("      - {%s}  # %s", s, x.Why.evidence())
	}
}

// flowScalar quotes a text for use within braces.
func flowScalar(s string) string {
	return strings.TrimSuffix(strings.TrimPrefix(flow([]string{s}), "["), "]")
}

func (r *Relation) writeEvents(o *output) {
	if len(r.Events) == 0 {
		return
	}
	o.line("    events:")
	for _, e := range r.Events {
		s := "kind: " + e.Kind.String()
		if len(e.Verbs) > 0 {
			s += ", verbs: " + flow(e.Verbs)
		}
		if e.Date != nil {
			s += ", on: " + flowScalar(e.Date.Name)
		}
		if e.Actor != nil {
			s += ", by: " + flowScalar(e.Actor.Columns[0].Name)
		}
		o.line("      - {%s}  # %s", s, e.Why.evidence())
	}
}

func (r *Relation) writeValidity(o *output) {
	v := r.Validity
	if v == nil {
		return
	}
	s := "from: " + flowScalar(v.From.Name)
	if v.Until != nil {
		s += ", to: " + flowScalar(v.Until.Name)
	}
	if v.OpenValue != "" {
		s += ", open: " + flowScalar(v.OpenValue)
	} else if v.OpenNull {
		s += `, open: "null"`
	}
	if v.Inclusive != Unknown {
		s += fmt.Sprintf(", inclusive: %v", v.Inclusive == Yes)
	}
	o.line("    validity: {%s}  # %s", s, v.Why.evidence())
}

func (r *Relation) writeKeys(o *output) {
	var seen []string
	for _, k := range r.Keys {
		name := k.Columns[0].Name
		if len(k.Columns) > 1 || slices.Contains(seen, name) || k.Declared && len(k.Role) == 0 {
			continue
		}
		if len(seen) == 0 {
			o.line("    keys:")
		}
		seen = append(seen, name)
		s := "to: " + flowScalar(k.To.Table.Qualified()+"."+k.RefColumns[0].Name)
		if len(k.Role) > 0 {
			s += ", role: " + flowScalar(strings.Join(k.Role, " "))
		}
		mark := ""
		if k.Alternative {
			mark = "# " // one of several: a person decides
		}
		o.line("      %s%s: {%s}  # %s", mark, scalar(name), s, k.Why.evidence())
	}
}

func (r *Relation) writeColumns(o *output) {
	var lines, called []string
	written := false
	for _, c := range r.Columns {
		var parts []string
		if len(c.Synonyms) > 0 {
			parts = append(parts, "synonyms: "+flow(c.Synonyms))
		}
		if len(c.Codes) > 0 && c.Codes[0].Source != FromCatalog && c.Set == nil { // else they stay those of the table
			var codes []string
			for _, x := range c.Codes {
				codes = append(codes, flowScalar(x.Value)+": "+flowScalar(x.Label))
			}
			parts = append(parts, "codes: {"+strings.Join(codes, ", ")+"}")
		}
		if c.Unit != nil && lexicon.UnitOf(c.Unit.Name).Of != "" {
			parts = append(parts, "unit: "+flowScalar(c.Unit.Name))
			if c.Unit.Currency != nil {
				parts = append(parts, "currency: "+flowScalar(c.Unit.Currency.Name))
			}
		}
		var notes []string
		if c.Column.Masked {
			notes = append(notes, "masked: it is called like a secret (share.unmasked)")
		}
		for _, f := range c.Facts() {
			if f.Kind == "name" {
				called = append(called, clean(c.Column.Name)+" is "+clean(f.Text))
				continue
			}
			notes = append(notes, f.Kind+" "+clean(f.Text)+" ("+f.evidence()+")")
		}
		if len(parts) == 0 && len(notes) == 0 {
			continue
		}
		if len(parts) > 0 {
			written = true
			lines = append(lines, fmt.Sprintf("%s: {%s}  # %s", scalar(c.Column.Name), strings.Join(parts, ", "),
				strings.Join(notes, "; ")))
		} else {
			lines = append(lines, fmt.Sprintf("# %s: %s", clean(c.Column.Name), strings.Join(notes, "; ")))
		}
	}
	if len(called) > 0 {
		o.line("    # %s", strings.Join(called, ", "))
	}
	indent := "    "
	if written {
		o.line("    columns:")
		indent = "      "
	}
	for _, l := range lines {
		o.line("%s%s", indent, strings.TrimSuffix(l, "  # "))
	}
}
