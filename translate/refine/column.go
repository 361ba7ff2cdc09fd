package refine

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/plan/edit"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// source is a table that the plan reads, with its alias in the plan.
type source struct {
	name  string
	table *schema.Table
}

func (r *reader) sources() []source {
	var all []source
	for _, s := range r.plan.Sources() {
		if s.Plan == nil {
			if t := r.snap.Table(s.Schema, s.Table); t != nil {
				all = append(all, source{s.Name(), t})
			}
		}
	}
	return all
}

// plain returns the words of a name or phrase, in lower case and singular, without articles.
func plain(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var all []string
	for _, w := range words {
		switch {
		case w == "the" || w == "their" || w == "its" || w == "a":
			continue
		case len(w) > 4 && strings.HasSuffix(w, "ies"):
			w = w[:len(w)-3] + "y"
		case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us"):
			w = w[:len(w)-1]
		}
		all = append(all, w)
	}
	return all
}

// isTable reports whether a word names a table of the answer.
func (r *reader) isTable(word string) bool {
	return slices.ContainsFunc(r.sources(), func(s source) bool { return slices.Equal(plain(s.table.Name), plain(word)) })
}

// column returns the one column that a phrase names: an output column, a column of a table of the answer or, with
// wider, of a table that a foreign key leads to. A column name that several tables have is returned without a table, so
// that the user is asked.
func (r *reader) column(phrase string, wider bool) (edit.Patch, bool) {
	p, ok := r.called(phrase, wider)
	if !ok && r.unknown == "" {
		r.unknown = strings.Join(strings.Fields(article.ReplaceAllString(phrase, "")), " ")
	}
	return p, ok
}

func (r *reader) called(phrase string, wider bool) (edit.Patch, bool) {
	words := plain(phrase)
	if len(words) == 0 || len(words) > 6 {
		return edit.Patch{}, false
	}
	if !wider {
		for _, name := range plan.OutputNames(r.plan) {
			if name != "" && slices.Equal(plain(name), words) {
				return edit.Patch{Column: name}, true
			}
		}
	}
	if p, ok := r.exact(words, phrase); ok {
		return p, true
	}
	if wider {
		if p, ok := r.beyond(words); ok {
			return p, true
		}
	}
	return r.partly(words, wider)
}

// exact finds the column whose whole name the words are, with or without the name of its table.
func (r *reader) exact(words []string, phrase string) (edit.Patch, bool) {
	var found []edit.Patch
	if before, after, ok := strings.Cut(phrase, " of "); ok {
		words = append(plain(after), plain(before)...)
	}
	for _, s := range r.sources() {
		for _, c := range s.table.Columns {
			name := plain(c.Name)
			if slices.Equal(name, words) || slices.Equal(append(plain(s.table.Name), name...), words) ||
				slices.Equal(append(plain(s.name), name...), words) {
				found = append(found, edit.Patch{Table: s.name, Column: c.Name})
			}
		}
	}
	switch {
	case len(found) == 1:
		return found[0], true
	case len(found) > 1 && !slices.ContainsFunc(found, func(p edit.Patch) bool { return p.Column != found[0].Column }):
		return edit.Patch{Column: found[0].Column}, true
	}
	return edit.Patch{}, false
}

// beyond finds a column of a table that a foreign key of the answer's tables leads to. The words are the table's name
// and the column's, the column's name alone or, for a column "name" or "title", the table's name alone.
func (r *reader) beyond(words []string) (edit.Patch, bool) {
	var found []edit.Patch
	for _, s := range r.sources() {
		for _, fk := range s.table.ForeignKeys {
			t := r.snap.References(fk)
			if t == nil || slices.ContainsFunc(r.sources(), func(o source) bool { return o.table == t }) {
				continue
			}
			table := plain(t.Name)
			for _, c := range t.Columns {
				name := plain(c.Name)
				if slices.Equal(name, words) || slices.Equal(append(slices.Clone(table), name...), words) ||
					slices.Equal(table, words) && (c.Name == "name" || c.Name == "title") {
					p := edit.Patch{Schema: t.Schema, Table: t.Name, Column: c.Name}
					if !slices.ContainsFunc(found, func(o edit.Patch) bool { return o.Table == p.Table && o.Schema == p.Schema && o.Column == p.Column }) {
						found = append(found, p)
					}
				}
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return edit.Patch{}, false
}

// partly finds the one column whose name contains all the words: yearly_amount for "amount". For "date" alone it also
// finds the only date column.
func (r *reader) partly(words []string, wider bool) (edit.Patch, bool) {
	holds := func(name string) bool {
		have := plain(name)
		return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(have, w) })
	}
	var found []edit.Patch
	if !wider {
		for _, name := range plan.OutputNames(r.plan) {
			if name != "" && holds(name) {
				found = append(found, edit.Patch{Column: name})
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	for _, s := range r.sources() {
		for _, c := range s.table.Columns {
			if holds(c.Name) {
				found = append(found, edit.Patch{Table: s.name, Column: c.Name})
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	if len(found) == 0 && len(words) == 1 && words[0] == "date" {
		return r.only(isTemporal)
	}
	return edit.Patch{}, false
}

// shows reports whether the answer has the column that p names.
func (r *reader) shows(p edit.Patch) bool {
	for i, name := range plan.OutputNames(r.plan) {
		if p.Table == "" && name == p.Column || plan.Equal(r.plan.Select[i].Expr, plan.Col(p.Table, p.Column)) {
			return true
		}
	}
	return false
}

func isTemporal(c *schema.Column) bool { return c != nil && c.Class.Temporal() && !c.Array }
func isText(c *schema.Column) bool     { return c != nil && c.Class == schema.Text && !c.Array }

// isNumber reports whether c holds numbers. Nil stands for a computed number.
func isNumber(c *schema.Column) bool { return c == nil || c.Class.Numeric() && !c.Array }

// only returns the one column of a kind, keys left out: among the output columns, else in the first table of the
// answer.
func (r *reader) only(kind func(*schema.Column) bool) (edit.Patch, bool) {
	var found []edit.Patch
	for i, name := range plan.OutputNames(r.plan) {
		c, key := r.behind(r.plan.Select[i].Expr)
		if name != "" && !key && kind(c) {
			found = append(found, edit.Patch{Column: name})
		}
	}
	if len(found) > 0 {
		return found[0], len(found) == 1
	}
	if all := r.sources(); len(all) > 0 && !r.plan.Grouped() {
		for _, c := range all[0].table.Columns {
			if kind(c) && !isKey(all[0].table, c.Name) {
				found = append(found, edit.Patch{Table: all[0].name, Column: c.Name})
			}
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return edit.Patch{}, false
}

// behind returns the column that an output shows unchanged, and whether it is a key. For a computed output it returns a
// column of the same kind, or nil for a number.
func (r *reader) behind(e plan.Expr) (*schema.Column, bool) {
	for _, s := range r.sources() {
		for _, c := range s.table.Columns {
			if plan.Equal(e, plan.Col(s.name, c.Name)) {
				return c, isKey(s.table, c.Name)
			}
		}
	}
	return r.computed(e), false
}

// computed returns a column of the kind that an expression computes, or nil for a number.
func (r *reader) computed(e plan.Expr) *schema.Column {
	n := e.Node()
	if names := n.GetTypeCast().GetTypeName().GetNames(); len(names) > 0 {
		switch names[len(names)-1].GetString_().GetSval() {
		case "date", "timestamp", "timestamptz":
			return &schema.Column{Class: schema.Instant}
		}
	}
	call := n.GetFuncCall()
	if names := call.GetFuncname(); len(names) > 0 {
		switch names[len(names)-1].GetString_().GetSval() {
		case "date_trunc":
			return &schema.Column{Class: schema.Instant}
		case "min", "max":
			if len(call.Args) == 1 {
				of, _ := r.behind(plan.FromNode(call.Args[0]))
				return of
			}
		}
	}
	if r.plan.Grouped() && !plan.HasAggregate(e) {
		return &schema.Column{} // a value that rows are grouped by is not an amount
	}
	return nil
}

func isKey(t *schema.Table, column string) bool {
	return slices.Contains(t.PrimaryKey, column) || slices.ContainsFunc(t.ForeignKeys, func(fk schema.ForeignKey) bool { return slices.Contains(fk.Columns, column) })
}
