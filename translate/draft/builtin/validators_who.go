package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// whoUnnamed finds the word that asks for a row by its name, where an answer shows nothing that a row is called: who
// has the highest salary is no salary, nor is which employee has it.
func (c *checked) whoUnnamed() int {
	if len(c.lattice.Words) < 2 || c.show == nil {
		return -1
	}
	named := c.possessor() // which employee
	if first := c.low(0); named == nil && first != "who" && first != "whom" && !c.andWho() {
		return -1
	}
	for _, x := range c.show.Columns {
		if named != nil {
			if !c.aboutOnly(x.Value, named) {
				return -1
			}
		} else if col := c.column(only(x.Value)); col != nil && c.calls(col) {
			return -1
		}
	}
	return 0
}

// andWho reports whether a question ends by asking who did it.
func (c *checked) andWho() bool {
	ws := c.lattice.Words
	for i := 2; i+1 < len(ws); i++ {
		if ws[i].Low == "who" && ws[i-1].Low == "and" {
			return true
		}
	}
	return false
}

// only returns the value that a value out of rows of its own is, the name of the one who leads, and any other as it is.
func only(v algebra.Value) algebra.Value {
	if the, ok := v.(*algebra.The); ok {
		if inner, ok := the.Of.(*algebra.Show); ok && len(inner.Columns) == 1 {
			return inner.Columns[0].Value
		}
	}
	return v
}

// calls reports whether a column is of somebody, or what rows are called by where nobody is known to be somebody.
func (c *checked) calls(col *semantic.Column) bool {
	r := col.Relation
	if c.made("noun.staff") && !slices.Contains(r.Label.Columns, col.Column) {
		return false // what those do who work here is not who they are
	}
	return facts.Party(r) && !refers(col) || col.Column.Class == schema.Text && wordlist.Leads(col.Name.Words) ||
		!slices.ContainsFunc(c.model.Relations, facts.Party) && col.Column.Class == schema.Text &&
			slices.Contains(r.Label.Columns, col.Column) && !slices.Contains(r.Identity.Columns, col.Column)
}

// aboutOnly reports whether a value says something of a row without saying which: a figure of it, or a column that it
// is not called by.
func (c *checked) aboutOnly(v algebra.Value, r *semantic.Relation) bool {
	switch x := v.(type) {
	case *algebra.Measure:
		return true
	case *algebra.Attr:
		col := c.column(x)
		return col != nil && col.Relation == r && !slices.Contains(r.Label.Columns, col.Column) && !slices.Contains(r.Identity.Columns, col.Column)
	}
	return false
}

// possessor returns the relation whose rows a question asks for by what they have: which employee has, the student
// with. nil: it does not.
func (d *candidate) possessor() *semantic.Relation {
	ws := d.lattice.Words
	i := 1 + slices.IndexFunc(ws, func(w link.Word) bool { return w.Low == "which" })
	if i == 0 && ws[0].Low == "the" {
		i = 1
	}
	if i+1 >= len(ws) || ws[i+1].Low != "has" && ws[i+1].Low != "with" {
		return nil
	}
	for _, c := range d.lattice.Chunks {
		if best := c.Links[0]; c.From == i && c.To == i+1 && best.Kind == link.Relation && best.How <= link.Stemmed && best.Score >= 0.9 {
			return best.Relation
		}
	}
	return nil
}

func (c *checked) questionWord() int {
	ws := c.lattice.Words
	if len(ws) < 2 || c.show == nil {
		return -1
	}
	when := ws[0].Low == "when"
	fits := func(schema.Class) bool { return true }
	switch how := ws[0].Low == "how"; {
	case when:
		fits = schema.Class.Temporal
	case how && ws[1].Low == "many" && len(ws) > 2 && (ws[2].Low == "is" || ws[2].Low == "was"):
		return 0 // many are no single thing
	case how && (ws[1].Low == "many" || ws[1].Low == "much"):
		fits = schema.Class.Numeric
	}
	for _, x := range c.show.Columns {
		a, stored := x.Value.(*algebra.Attr)
		if !stored {
			return -1 // a figure, or something that was computed
		}
		if col := c.column(a); col == nil || fits(col.Column.Class) || when && strings.Contains(a.Column, "year") {
			return -1
		}
	}
	return 0
}

// roleLost returns a verb of who somebody is to the rows it stands before, where they are related in another role:
// who owns the most projects are their owners, and not the organizations that they belong to.
func (c *checked) roleLost() int {
	var read []*semantic.Relation
	for _, part := range c.parts {
		if rows, ok := part.(*algebra.Rows); ok {
			if r := c.model.Relation(c.model.Snapshot.Table(rows.Row.Schema, rows.Row.Table)); r != nil {
				read = append(read, r)
			}
		}
	}
	for i, w := range c.lattice.Words {
		for _, r := range read {
			for _, k := range r.Keys {
				if len(k.Role) == 1 && k.To.People && form.Doer(w.Low, k.Role[0]) && w.Low != k.Role[0] && !slices.Contains(c.used, k.Role[0]) {
					return i
				}
			}
		}
	}
	return -1
}

// inName returns a text behind "in" that is taken for what the rows themselves are called: customers in 'Gotham' are
// nobody of that name.
func inName(c *checked) int {
	head := c.form.Head
	if head == nil {
		return -1
	}
	for i, w := range c.lattice.Words {
		if i == 0 || w.Shape != link.Quoted && !w.Upper || !slices.Contains([]string{"in", "from", "near"}, c.low(i-1)) {
			continue
		}
		if slices.ContainsFunc(c.parts, func(part any) bool {
			is, ok := part.(*algebra.Compare)
			if !ok || is.Op != algebra.Eq {
				return false
			}
			to, ok := is.Right.(*algebra.Const)
			col := c.column(is.Left)
			return ok && col != nil && col.Relation == head.Rel && slices.Contains(head.Rel.Label.Columns, col.Column) &&
				(to.Text == w.Text || strings.HasPrefix(to.Text, w.Text+" "))
		}) {
			return i
		}
	}
	return -1
}
