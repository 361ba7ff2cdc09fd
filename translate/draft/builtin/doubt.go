package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// doubt counts what is unlikely to be meant, though it can be: figures of texts and of keys, numbers that a text is to equal, and an answer
// that shows only what its own conditions are about.
func (d *candidate) doubt(one *Reading) {
	f := &one.Features
	tested, fixed, ranked := map[place]bool{}, map[place]bool{}, map[place]bool{}
	algebra.Walk(one.Set, func(part any) bool {
		switch x := part.(type) {
		case *algebra.Measure:
			if x.Func != "count" && len(x.Of) == 1 && d.unfit(x.Of[0], x.Func) {
				f[rank.Unfit]++
			}
		case *algebra.Extreme:
			for _, o := range x.By {
				note(ranked, o.Value)
				if x.N > 0 && d.unfit(o.Value, "max") {
					f[rank.Unfit]++
				}
			}
		case *algebra.Compare:
			if a, ok := x.Left.(*algebra.Attr); ok {
				tested[of(a)] = true
				if _, ok := x.Right.(*algebra.Const); ok && x.Op == algebra.Eq {
					fixed[of(a)] = true
				}
				if c, ok := x.Right.(*algebra.Const); ok && (d.foreign(a, c) || x.Op != algebra.Eq && x.Op != algebra.Ne && d.isKey(a)) {
					f[rank.Unfit]++
				}
			}
		case *algebra.OneOf:
			note(tested, x.Value)
		case *algebra.Period:
			if a, ok := x.Of.(*algebra.Attr); ok && d.over(a) {
				f[rank.Unfit]++
			}
		case *algebra.Null:
			note(tested, x.Value)
			if a, ok := x.Value.(*algebra.Attr); ok && ranked[of(a)] {
				return true // what has none is in no rank
			}
			if _, c := d.column(x.Value); c != nil && (c.NotNull || c.Profile.NullFrac == 0 && len(c.Profile.Values) > 0) {
				f[rank.Unfit]++
			}
		}
		return true
	})
	if d.torn(fixed) || d.ands() && has[*algebra.Some](one.Set) {
		f[rank.Unfit]++
	}
	show, ok := one.Set.(*algebra.Show)
	if !ok {
		return
	}
	echoes := len(tested) > 0
	for i, c := range show.Columns {
		a, ok := c.Value.(*algebra.Attr)
		if i == 0 && ok && fixed[of(a)] {
			f[rank.Echoes]++
		}
		if _, col := d.column(c.Value); col != nil && col.Class == schema.Boolean {
			f[rank.Unfit]++
		}
		echoes = echoes && ok && tested[of(a)]
	}
	if echoes {
		f[rank.Echoes]++
	}
}

// ands reports whether "A and B" was read as either.
func (d *candidate) ands() bool {
	found := false
	for _, e := range d.cover.Parts {
		e.Walk(func(p *chart.Edge) { found = found || p.Rule != nil && p.Rule.Name == "values.and" })
	}
	return found
}

// has reports whether a set has a part of the kind.
func has[Kind any](s algebra.Set) bool {
	found := false
	algebra.Walk(s, func(part any) bool {
		_, is := part.(Kind)
		found = found || is
		return !found
	})
	return found
}

// shaped notes what readings are often wrong about: conditions of which one is enough, groups that no word asks for, and figures of what
// they are made by.
func (d *candidate) shaped(one *Reading) {
	asked := slices.ContainsFunc(d.lattice.Words, func(w link.Word) bool { return grammar.Distributes(w.Low) })
	if d.namesNobody() {
		one.Features[rank.Unfit]++
	}
	algebra.Walk(one.Set, func(part any) bool {
		switch x := part.(type) {
		case *algebra.Or:
			one.Signs[rank.Either] = 1
		case *algebra.OneOf:
			if len(x.List) > 1 {
				one.Signs[rank.Either] = 1
			}
		case *algebra.Group:
			if !asked && len(x.By) > 0 {
				one.Signs[rank.Unasked] = 1
			}
			if oneGroup(x) {
				one.Features[rank.Unfit]++
			}
		case *algebra.Show:
			if figuresOfKeys(x) || d.countsOnes(x) {
				one.Features[rank.Unfit]++
			}
		}
		return true
	})
}

// namesNobody reports whether a word such as "name" was taken for a column of a relation that no word names, where another one is named:
// the name of cities is not that of their counties.
func (d *candidate) namesNobody() bool {
	var bare []*semantic.Column
	named := map[*semantic.Relation]bool{}
	d.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(grammar.Linked)
		if n, ok := e.Meaning.(*form.Noun); ok {
			named[n.Rel] = true
		}
		switch {
		case !ok || l.Relation == nil:
		case l.Barely():
			bare = append(bare, l.Column)
		default:
			named[l.Relation] = true
			if via := l.Relation.Label.Via; via != nil {
				named[via.To] = true
			}
		}
	})
	return len(named) > 0 && slices.ContainsFunc(bare, func(c *semantic.Column) bool { return !named[c.Relation] })
}

// unanswered notes a command to change something, which no answer obeys, an order that there is none of, and the word that asks where the
// answer has nothing of its kind: when without a date, how many without a number.
func (d *candidate) unanswered(one *Reading) {
	ws := d.lattice.Words
	if i := grammar.Command(ws); i >= 0 && !slices.Contains(one.Skipped, ws[i].Text) {
		one.Skipped = append(one.Skipped, ws[i].Text)
	}
	if i := slices.IndexFunc(ws, func(w link.Word) bool { return grammar.Orders(w.Low) }); i >= 0 && i+1 < len(ws) && ws[i+1].Low == "by" &&
		!has[*algebra.Extreme](one.Set) && !slices.Contains(one.Skipped, ws[i].Text) {
		one.Skipped = append(one.Skipped, ws[i].Text)
	}
	if i := d.twoYears(); i >= 0 && !bothYears(one.Set) {
		one.Skipped = append(one.Skipped, ws[i].Text)
	}
	show, ok := one.Set.(*algebra.Show)
	if len(ws) < 2 || !ok {
		return
	}
	if word := d.asksWho(show); word != "" {
		one.Skipped, one.Features[rank.Skips] = append(one.Skipped, word), one.Features[rank.Skips]+unnamed
	}
	fits := func(schema.Class) bool { return true }
	switch {
	case ws[0].Low == "when":
		fits = schema.Class.Temporal
	case ws[0].Low == "how" && ws[1].Low == "many" && len(ws) > 2 && (ws[2].Low == "is" || ws[2].Low == "was"):
		one.Skipped = append(one.Skipped, ws[0].Text) // many are no single thing
		return
	case ws[0].Low == "how" && (ws[1].Low == "many" || ws[1].Low == "much"):
		fits = func(c schema.Class) bool { return c.Numeric() }
	}
	for _, c := range show.Columns {
		a, stored := c.Value.(*algebra.Attr)
		if !stored {
			return // a figure, or something that was computed
		}
		if _, col := d.column(a); col == nil || fits(col.Class) || ws[0].Low == "when" && strings.Contains(col.Name, "year") {
			return
		}
	}
	one.Skipped = append(one.Skipped, ws[0].Text)
}

// unnamed is what it costs to answer "who" with a figure.
const unnamed = 3

// asksWho returns the word that asks for a row by its name, where an answer shows nothing that a row is called: who has the highest
// salary is no salary, nor is which employee has it. "": no word does, or the answer does.
func (d *candidate) asksWho(show *algebra.Show) string {
	named := d.possessor() // which employee
	first := d.lattice.Words[0].Low
	if named == nil && first != "who" && first != "whom" {
		return ""
	}
	for _, c := range show.Columns {
		_, figure := c.Value.(*algebra.Measure)
		if t, col := d.column(c.Value); named == nil && t != nil && slices.ContainsFunc(d.model.Relations, func(r *semantic.Relation) bool {
			return r.Table == t && (grammar.Party(r) && !refers(t, col) || !d.parties() && col.Class == schema.Text && slices.Contains(r.Label.Columns, col) &&
				!slices.Contains(r.Identity.Columns, col))
		}) || named != nil && (!figure || d.isOf(c.Value, named)) {
			return ""
		}
	}
	return first
}

// refers reports whether a column refers to other rows.
func refers(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool { return slices.Contains(k.Columns, c.Name) }) && !slices.Contains(t.PrimaryKey, c.Name)
}

// possessor returns the relation whose rows a question asks for by what they have: which employee has, the student with. nil: it does not.
func (d *candidate) possessor() *semantic.Relation {
	ws := d.lattice.Words
	i := 0
	if first := ws[0].Low; first == "which" || first == "the" {
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

// parties reports whether the database has relations of those whom "who" asks for.
func (d *candidate) parties() bool { return slices.ContainsFunc(d.model.Relations, grammar.Party) }

// isOf reports whether a figure is of a column of a relation.
func (d *candidate) isOf(v algebra.Value, r *semantic.Relation) bool {
	found := false
	algebra.Walk(&algebra.Show{Of: &algebra.Once{}, Columns: []algebra.Column{{Value: v}}}, func(part any) bool {
		if a, ok := part.(*algebra.Attr); ok {
			t, _ := d.column(a)
			found = found || t == r.Table
		}
		return !found
	})
	return found
}

// place is a column of a row.
type place struct {
	row    *algebra.Row
	column string
}

func of(a *algebra.Attr) place { return place{a.Row, a.Column} }

func note(tested map[place]bool, v algebra.Value) {
	if a, ok := v.(*algebra.Attr); ok {
		tested[of(a)] = true
	}
}

// column returns the stored column that a value is; nil where it is none.
func (d *candidate) column(v algebra.Value) (*schema.Table, *schema.Column) {
	a, ok := v.(*algebra.Attr)
	if !ok || a.Row.Table == "" {
		return nil, nil
	}
	t := d.model.Snapshot.Table(a.Row.Schema, a.Row.Table)
	if t == nil {
		return nil, nil
	}
	return t, t.Column(a.Column)
}

// unfit reports whether a figure of a column is hardly ever meant: the highest text, the sum of keys.
func (d *candidate) unfit(v algebra.Value, figure string) bool {
	t, c := d.column(v)
	if c == nil {
		return false
	}
	if figure == "min" || figure == "max" {
		return c.Class == schema.Text
	}
	return len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == c.Name
}

// isKey reports whether a column identifies rows, or refers to some: it is no amount.
func (d *candidate) isKey(a *algebra.Attr) bool {
	t, c := d.column(a)
	return c != nil && (len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == c.Name || refers(t, c))
}

// foreign reports whether a column of texts is to equal a number that is not among what is known of it.
func (d *candidate) foreign(a *algebra.Attr, c *algebra.Const) bool {
	_, col := d.column(a)
	return col != nil && col.Class == schema.Text && c.Kind == algebra.Text && c.Text != "" && strings.Trim(c.Text, "0123456789.,") == ""
}
