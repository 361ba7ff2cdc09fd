package semantic

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/yamlshape"
)

// person is the evidence of what people wrote.
func person(text string) Why { return Why{FromPerson, text, 1} }

// apply takes what people wrote over what was derived. What does not fit the database is left out, since another role
// may see more of it; Check says what it is.
func (m *Model) apply(f *File) {
	m.merge(f, m.Snapshot.Datasource, m.passedOver(f))
	m.withoutRelation(f, m.Snapshot.Datasource)
}

// Check returns what in the file does not fit the database of the model, each with its line. datasource is the name
// under which the file speaks of it.
func (f *File) Check(m *Model, datasource string) error {
	var all []error
	scratch := Build(m.Snapshot, Options{Infer: true})
	scratch.merge(f, datasource, func(path []string, format string, args ...any) {
		all = append(all, yamlshape.Error{Line: f.line(path...), Text: strings.Join(path[1:2], "") + ": " +
			fmt.Errorf(format, args...).Error()})
	})
	return errors.Join(sorted(all)...)
}

// complaint is told what does not fit, with the keys that lead to it.
type complaint func(path []string, format string, args ...any)

// merge applies the entries of a datasource, those for all of them first.
func (m *Model) merge(f *File, datasource string, bad complaint) {
	for _, source := range []string{"*", datasource} {
		for table, e := range f.Sources[source] {
			found := m.Named(table)
			if len(found) == 0 {
				m.unknown(source, table, datasource, bad)
			}
			for _, r := range found {
				if r.Table.Name == table || r.Table.Qualified() == table {
					m.applyEntry(r, e, func(path []string, format string, args ...any) {
						bad(append([]string{source, table}, path...), format, args...)
					})
				}
			}
		}
		if datasource == "*" {
			break
		}
	}
}

// unknown complains of a relation that does not exist. What is written for all datasources may be one of another,
// unless it is misspelt.
func (m *Model) unknown(source, table, datasource string, bad complaint) {
	var names []string
	for _, r := range m.Relations {
		names = append(names, r.Table.Name, r.Table.Qualified())
	}
	near := spelling.Nearest(table, names)
	switch {
	case near != "":
		bad([]string{source, table}, "there is no such relation; did you mean %s?", near)
	case source != "*" || datasource == "*":
		bad([]string{source, table}, "there is no such relation")
	}
}

func (m *Model) applyEntry(r *Relation, e *Entry, bad complaint) {
	r.Synonyms = merge(r.Synonyms, e.Synonyms)
	if s, ok := standingOf(e.Standing); ok && e.Standing != "" {
		r.Standing, r.StandingWhy = s, person("standing")
	}
	if columns := r.written(e.Label, []string{"label"}, bad); len(columns) > 0 && !slices.Equal(columns, r.Label.Columns) {
		r.Label = Label{Columns: columns, Why: person("label")}
	}
	applyRules(r, e, bad)
	m.applyKeys(r, e, bad)
	applyPart(r, e, bad)
	applyEvents(r, e, bad)
	if v := e.Validity; v != nil {
		columns := r.written([]string{v.From}, []string{"validity", "from"}, bad)
		if len(columns) == 1 {
			r.Validity = &Validity{From: columns[0], Why: person("validity"), OpenNull: v.Open == "" || v.Open == "null"}
			if !r.Validity.OpenNull {
				r.Validity.OpenValue = v.Open
			}
			if until := r.written(nonEmpty(v.To), []string{"validity", "to"}, bad); len(until) == 1 {
				r.Validity.Until = until[0]
			}
			if v.Inclusive != nil {
				r.Validity.Inclusive = map[bool]Tri{true: Yes, false: No}[*v.Inclusive]
			}
		}
	}
	for name, c := range e.Columns {
		m.applyColumn(r, name, c, bad)
	}
	m.applyTerms(r, e.Terms, bad)
	slices.SortStableFunc(m.Terms, func(a, b Term) int { return strings.Compare(a.Name, b.Name) })
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// written returns the columns that a person named, and complains of those that do not exist.
func (r *Relation) written(names, path []string, bad complaint) []*schema.Column {
	var out []*schema.Column
	for _, n := range names {
		if c := r.Table.Column(n); c != nil {
			out = append(out, c)
		} else {
			bad(path, "there is no column %q", n)
		}
	}
	return out
}

func applyRules(r *Relation, e *Entry, bad complaint) {
	if e.LeftOut == nil {
		return
	}
	derived := r.LeftOut
	r.LeftOut = nil
	for i, x := range *e.LeftOut {
		columns := r.written([]string{x.Column}, []string{"left_out", strconv.Itoa(i)}, bad)
		if len(columns) == 0 {
			continue
		}
		rule := Rule{Condition{Column: columns[0], Op: IsSet}, x.Scope, person("left_out")}
		switch {
		case x.Is != nil:
			rule.Op, rule.Value = Is, *x.Is
		case columns[0].Class == schema.Boolean:
			rule.Op = IsTrue
		}
		if i := slices.IndexFunc(derived, func(d Rule) bool { return d.Condition == rule.Condition && d.Scope == rule.Scope }); i >= 0 {
			rule = derived[i] // what is left as it was derived keeps its evidence
		}
		r.addRule(rule)
	}
}

func applyPart(r *Relation, e *Entry, bad complaint) {
	switch e.PartOf {
	case "":
		if len(e.Keys) > 0 { // a person may have said that one leads elsewhere
			r.Part = nil
			findPart(r)
		}
		return
	case "none":
		r.Part = nil
		return
	}
	columns := r.written([]string{e.PartOf}, []string{"part_of"}, bad)
	if len(columns) == 0 || r.Part != nil && r.Part.Of.Columns[0] == columns[0] {
		return
	}
	keys := r.KeyOf(columns[0])
	if len(keys) == 0 {
		bad([]string{"part_of"}, "%q refers to nothing", e.PartOf)
		return
	}
	r.Part = &Part{keys[0], person("part_of")}
}

func (m *Model) applyKeys(r *Relation, e *Entry, bad complaint) {
	for name, x := range e.Keys {
		columns := r.written([]string{name}, []string{"keys", name}, bad)
		if len(columns) == 0 {
			continue
		}
		k := m.keyTo(r, columns[0], x.To)
		if k == nil && x.To != "none" && x.To != "" {
			bad([]string{"keys", name}, "there is no column %q to refer to", x.To)
			continue
		}
		old := slices.IndexFunc(r.Keys, func(o *Key) bool { return len(o.Columns) == 1 && o.Columns[0] == columns[0] })
		if x.To == "" && old >= 0 {
			k = r.Keys[old] // only the role is corrected
		}
		r.Keys = slices.DeleteFunc(r.Keys, func(o *Key) bool { return o != k && len(o.Columns) == 1 && o.Columns[0] == columns[0] })
		if k == nil {
			continue
		}
		if !slices.Contains(r.Keys, k) {
			addKey(k)
		}
		if x.Role != "" {
			k.Role = strings.Fields(strings.ToLower(x.Role))
			k.RoleKind = roleKind(k)
		}
	}
}

// keyTo makes the key that a person wrote; nil when what it refers to does not exist.
func (m *Model) keyTo(r *Relation, from *schema.Column, to string) *Key {
	at := strings.LastIndexByte(to, '.')
	if at < 0 {
		return nil
	}
	for _, x := range m.Named(to[:at]) {
		if c := x.Table.Column(to[at+1:]); c != nil {
			return &Key{From: r, To: x, Columns: []*schema.Column{from}, RefColumns: []*schema.Column{c}, Declared: declared(r, from, c),
				Why: person("key")}
		}
	}
	return nil
}

func declared(r *Relation, from, to *schema.Column) bool {
	return slices.ContainsFunc(r.Keys, func(k *Key) bool {
		return k.Declared && len(k.Columns) == 1 && k.Columns[0] == from && k.RefColumns[0] == to
	})
}

func applyEvents(r *Relation, e *Entry, bad complaint) {
	if e.Events == nil {
		return
	}
	r.Events = nil
	for i, x := range *e.Events {
		path := []string{"events", strconv.Itoa(i)}
		kind, _ := lexicon.EventKindOf(x.Kind)
		event := Event{Kind: kind, Verbs: x.Verbs, Why: person("event")}
		if on := r.written(nonEmpty(x.On), path, bad); len(on) == 1 {
			event.Date = on[0]
		}
		if by := r.written(nonEmpty(x.By), path, bad); len(by) == 1 {
			if keys := r.KeyOf(by[0]); len(keys) > 0 {
				event.Actor = keys[0]
			} else {
				bad(path, "%q refers to nothing", x.By)
			}
		}
		r.Events = append(r.Events, event)
	}
	slices.SortStableFunc(r.Events, func(a, b Event) int { return int(min(a.Kind, 1)) - int(min(b.Kind, 1)) })
}

func (m *Model) applyColumn(r *Relation, name string, e ColumnEntry, bad complaint) {
	c := r.Column(name)
	if c == nil {
		bad([]string{"columns", name}, "there is no column %q", name)
		return
	}
	c.Synonyms = merge(c.Synonyms, e.Synonyms)
	if e.Codes != nil {
		c.Codes, c.Set = nil, nil
		for value, label := range e.Codes {
			c.Codes = append(c.Codes, Code{value, label, person("codes")})
		}
		slices.SortFunc(c.Codes, func(a, b Code) int { return strings.Compare(a.Value, b.Value) })
	}
	if u := lexicon.UnitOf(e.Unit); u.Of != "" {
		var currency *schema.Column
		if c.Unit != nil {
			currency = c.Unit.Currency
		}
		c.Unit = &Unit{u, currency, person("unit")}
	}
	if currency := r.written(nonEmpty(e.Currency), []string{"columns", name, "currency"}, bad); len(currency) == 1 && c.Unit != nil {
		c.Unit.Currency = currency[0]
	}
}

// Unused is a word that a person defined and that means nothing to who sees what the model was made of.
type Unused struct {
	Phrase string // as people say it
	// Why is for the operator: it names what the caller may not be allowed to see, with the line.
	Why    string
	Absent bool // something that it names is not there, for this caller or for anybody
	// Elsewhere is set for what is written for all datasources of a relation that this one does not have: it may be
	// about another.
	Elsewhere bool
}

// absent is the error about something that a term names and that is not there.
type absent string

func (a absent) Error() string { return string(a) }

// passedOver returns a complaint that keeps the words of a file which define nothing.
func (m *Model) passedOver(f *File) complaint {
	return func(path []string, format string, args ...any) {
		if len(path) != 4 || path[2] != "terms" && path[2] != "columns" {
			return
		}
		e, err := f.Sources[path[0]][path[1]], fmt.Errorf(format, args...)
		words := []string{path[3]}
		if path[2] == "columns" {
			words = e.Columns[path[3]].Synonyms
		}
		for _, word := range words {
			m.Unused = append(m.Unused, Unused{Phrase: phrase(word), Why: f.place(path, err.Error()),
				Absent: path[2] == "columns" || errors.As(err, new(absent))})
		}
	}
}

// withoutRelation keeps the words that a file defines by relations which are not there.
func (m *Model) withoutRelation(f *File, datasource string) {
	for _, source := range slices.Compact([]string{"*", datasource}) {
		for table, e := range f.Sources[source] {
			if len(m.Named(table)) > 0 {
				continue
			}
			words := slices.Clone(e.Synonyms)
			for name := range e.Terms {
				words = append(words, name)
			}
			for _, c := range e.Columns {
				words = append(words, c.Synonyms...)
			}
			for _, word := range words {
				m.Unused = append(m.Unused, Unused{Phrase: phrase(word), Why: f.place([]string{source, table}, "there is no such relation"),
					Absent: true, Elsewhere: source == "*"})
			}
		}
	}
	slices.SortFunc(m.Unused, func(a, b Unused) int { return strings.Compare(a.Phrase+a.Why, b.Phrase+b.Why) })
}

// place says where in the file something is wrong.
func (f *File) place(path []string, what string) string {
	return fmt.Sprintf("line %d of schema.descriptions: %s: %s", f.line(path...), path[1], what)
}
