package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// shapeValidators find what is hardly ever meant, though it can be.
var shapeValidators = []validator{
	{"unfit_figure", unfit, "a text has no highest, keys have no sum", each(func(c *checked, m *algebra.Measure) bool {
		return m.Func != "count" && len(m.Of) == 1 && c.unfit(m.Of[0], m.Func)
	})},
	{"number_as_text", unfit, "a column of texts is to equal a number", each(numberAsText)},
	{"key_compared", unfit, "a key is no amount", each(keyCompared)},
	{"ended_then", unfit, "items in 2024 are not those that were discontinued then", each(endedThen)},
	{"never_missing", unfit, "what is always there is asked to be missing", each(neverMissing)},
	{"torn_name", unfit, "the first and the last name of somebody are taken for names of two", is(torn)},
	{"and_as_or", unfit, "A and B is read as either, of rows of which there are several", is(andAsOr)},
	{"shows_flag", unfit, "yes and no are shown", showsFlag},
	{"name_of_unnamed", unfit, "the name of cities is not that of their counties", is(namesNobody)},
	{"one_group", unfit, "conditions leave one group", each(oneGroup)},
	{"counts_ones", unfit, "rows are counted by a column in which no two of them are alike", each(countsOnes)},
	{"rows_of_kind", partial, "female cats are no breed of cats: what is said of the rows of a kind is asked of these", is(rowsOfKind)},
	{"last_of_each", partial, "their last one is the last of each, and not of all", word(lastOfEach)},
	{"value_ends_in_rows", unfit, "pumpkin beers are not all the name of one", leaf(swallows)},
	{"number_as_name", unfit, "a number is no name", leaf(numberAsName)},
	{"shows_given", echoes, "it shows first what a condition says", is(showsGiven)},
	{"shows_tested", echoes, "it shows only what its conditions are about", is(showsTested)},
}

// columns makes a validator of what holds of a stored column that is shown.
func columns(holds func(*semantic.Column) bool) func(*checked) []string {
	return func(c *checked) (all []string) {
		if c.show == nil {
			return nil
		}
		for _, x := range c.show.Columns {
			if col := c.column(x.Value); col != nil && holds(col) {
				all = append(all, col.Column.Name)
			}
		}
		return all
	}
}

// unfit reports whether a figure of a column is hardly ever meant: the highest text, the sum of keys.
func (d *candidate) unfit(v algebra.Value, figure string) bool {
	col := d.column(v)
	if col == nil {
		return false
	}
	if figure == "min" || figure == "max" {
		return col.Column.Class == schema.Text
	}
	return isID(col)
}

// isID reports whether a column is the primary key of its relation.
func isID(c *semantic.Column) bool {
	key := c.Relation.Table.PrimaryKey
	return len(key) == 1 && key[0] == c.Column.Name
}

// refers reports whether a column refers to other rows, by a declared key.
func refers(c *semantic.Column) bool {
	t := c.Relation.Table
	return !slices.Contains(t.PrimaryKey, c.Column.Name) && slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool {
		return slices.Contains(k.Columns, c.Column.Name)
	})
}

func numberAsText(c *checked, x *algebra.Compare) bool {
	col := c.column(x.Left)
	to, ok := x.Right.(*algebra.Const)
	return ok && col != nil && col.Column.Class == schema.Text && to.Kind == algebra.Text && to.Text != "" &&
		strings.Trim(to.Text, "0123456789.,") == "" &&
		!slices.ContainsFunc(col.Codes, func(k semantic.Code) bool { return k.Value == to.Text })
}

func keyCompared(c *checked, x *algebra.Compare) bool {
	col := c.column(x.Left)
	_, ok := x.Right.(*algebra.Const)
	return ok && col != nil && x.Op != algebra.Eq && x.Op != algebra.Ne && (isID(col) || refers(col))
}

// endedThen: a period is of a date on which rows ended, and no word says so.
func endedThen(c *checked, x *algebra.Period) bool {
	col := c.column(x.Of)
	now := x.To == nil && c.made("cond.now", "noun.now", "noun.staff", "noun.tenured", "noun.tenured.before")
	return col != nil && !now && !c.made("when.ongoing") && slices.ContainsFunc(col.Relation.Events, func(e semantic.Event) bool {
		return e.Date == col.Column && (e.Kind == semantic.End || e.Kind == semantic.Remove) && !c.says(col, &e)
	})
}

// says reports whether a word of the question is one of an event's verbs, or of the name of its date.
func (d *candidate) says(c *semantic.Column, e *semantic.Event) bool {
	return slices.ContainsFunc(d.lattice.Words, func(w link.Word) bool {
		alike := func(name string) bool { return form.Alike(w.Low, name) }
		if slices.Contains(e.Verbs, lexicon.BaseOf(w.Low)) {
			return true
		}
		return slices.ContainsFunc(e.Verbs, alike) || slices.ContainsFunc(c.Name.Words, alike)
	})
}

func neverMissing(c *checked, x *algebra.Null) bool {
	if a, ok := x.Value.(*algebra.Attr); ok && slices.Contains(c.ranked, of(a)) {
		return false // what has none is in no rank
	}
	col := c.column(x.Value)
	return col != nil && (col.Column.NotNull || col.Column.Profile.Filled())
}

func torn(c *checked) bool {
	if len(c.fixed) < 2 { // as in most readings, of however many relations
		return false
	}
	rows := map[*semantic.Relation]map[*algebra.Row]int{}
	for _, at := range c.fixed {
		col := c.column(&algebra.Attr{Row: at.row, Column: at.column})
		if col == nil || !col.Relation.People {
			continue
		}
		if label := col.Relation.Label; len(label.Columns) < 2 || label.Via != nil || !slices.Contains(label.Columns, col.Column) {
			continue
		}
		if rows[col.Relation] == nil {
			rows[col.Relation] = map[*algebra.Row]int{}
		}
		rows[col.Relation][at.row]++
	}
	for _, of := range rows {
		most := 0
		for _, n := range of {
			most = max(most, n)
		}
		if len(of) > 1 && most == 1 {
			return true
		}
	}
	return false
}

func andAsOr(c *checked) bool {
	return c.made("values.and", "noun.kinds") && has[*algebra.Some](c.parts)
}

// namesNobody: a word such as "name" was taken for a column of a relation that no word names, where another one is
// named.
func namesNobody(c *checked) bool {
	var bare []*semantic.Column
	named := map[*semantic.Relation]bool{}
	c.leaves(func(e *chart.Edge) {
		l, ok := e.Meaning.(lattice.Linked)
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

// oneGroup: groups are made by nothing but columns that conditions hold to one value each.
func oneGroup(c *checked, g *algebra.Group) bool {
	w, ok := g.Of.(*algebra.Where)
	if !ok || len(g.By) == 0 {
		return false
	}
	var held places
	all := []algebra.Pred{w.If}
	for len(all) > 0 {
		p := all[0]
		all = all[1:]
		switch x := p.(type) {
		case *algebra.And:
			all = append(all, x.All...)
		case *algebra.Compare:
			if _, ok := x.Right.(*algebra.Const); ok && x.Op == algebra.Eq {
				held.note(x.Left)
			}
		case *algebra.OneOf:
			if len(x.List) == 1 {
				held.note(x.Value)
			}
		}
	}
	return !slices.ContainsFunc(g.By, func(v algebra.Value) bool {
		a, ok := v.(*algebra.Attr)
		return !ok || !slices.Contains(held, of(a))
	})
}

// countsOnes: the number of countries for each name of a country, as far as statistics tell.
func countsOnes(c *checked, x *algebra.Show) bool {
	g, ok := x.Of.(*algebra.Group)
	counts := func(x algebra.Column) bool { m, ok := x.Value.(*algebra.Measure); return ok && m.Func == "count" }
	if !ok || !slices.ContainsFunc(x.Columns, counts) {
		return false
	}
	rows := c.grain(g.Of)
	return rows != nil && slices.ContainsFunc(g.By, func(v algebra.Value) bool {
		a, ok := v.(*algebra.Attr)
		col := c.column(v)
		return ok && a.Row == rows.Row && col != nil && col.Column.Profile.Distinct == -1
	})
}

// swallows: the last word of a value that several words name is a relation.
func swallows(c *checked, e *chart.Edge, l lattice.Linked) string {
	last := c.lattice.Words[e.To-1]
	first := e.From
	for first < e.To && wordlist.Determiner(c.low(first)) {
		first++
	}
	if l.Kind == link.Value && !last.Upper && e.To-first > 1 && slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
		return k.From == e.To-1 && k.To == e.To && slices.ContainsFunc(k.Links, func(k link.Link) bool {
			return k.Kind == link.Relation && k.Score >= 0.9
		})
	}) {
		return last.Text
	}
	return ""
}

func numberAsName(c *checked, e *chart.Edge, l lattice.Linked) string {
	if l.Kind == link.Column && l.How == link.Named && form.Class(l.Column).Numeric() && strings.Contains(c.text(e), "name") {
		return c.text(e)
	}
	return ""
}

func showsGiven(c *checked) bool {
	if c.show == nil || len(c.show.Columns) == 0 {
		return false
	}
	a, ok := c.show.Columns[0].Value.(*algebra.Attr)
	return ok && slices.Contains(c.fixed, of(a))
}

func showsTested(c *checked) bool {
	return c.show != nil && len(c.tested) > 0 && !slices.ContainsFunc(c.show.Columns, func(x algebra.Column) bool {
		a, ok := x.Value.(*algebra.Attr)
		return !ok || !slices.Contains(c.tested, of(a))
	})
}

// showsFlag returns flags that are shown, where not everything was asked for.
func showsFlag(c *checked) []string {
	all := false
	c.leaves(func(e *chart.Edge) {
		w, ok := e.Meaning.(lattice.Word)
		all = all || ok && w.List == "everything"
	})
	if all {
		return nil
	}
	return columns(func(col *semantic.Column) bool { return col.Column.Class == schema.Boolean })(c)
}

// rowsOfKind reports whether rows that only a value names are restricted by what is said of rows that belong to them:
// how many female cats.
func rowsOfKind(c *checked) bool {
	h := c.form.Head
	if h == nil || h.Named || h.Rel.People || attach.Buys(h.Rel) || len(h.Ranks) > 0 || slices.ContainsFunc(c.form.Items, func(i *form.Item) bool { return i.Func != "count" || i.Noun != h }) {
		return false
	}
	valued, below := false, false
	for _, cond := range h.Conds {
		switch x := cond.(type) {
		case *form.Test:
			valued = valued || x.Op == algebra.Eq && x.Col != nil && x.Col.Relation == h.Rel
			below = below || x.Col != nil && c.belongs(x.Col.Relation, h.Rel)
		case *form.Related:
			below = below || x.Op == "" && !x.Event && !x.Noun.Named && c.belongs(x.Noun.Rel, h.Rel)
		}
	}
	return valued && below
}

// belongs reports whether each row of a relation belongs to one of another, and not the other way round.
func (c *checked) belongs(r, to *semantic.Relation) bool {
	return r != to && c.ways.ToOne(r, to) && !c.ways.ToOne(to, r)
}

// lastOfEach finds "their last inspection" where only the last of all is taken.
func lastOfEach(c *checked) int {
	one := slices.ContainsFunc(c.parts, func(part any) bool {
		x, ok := part.(*algebra.Extreme)
		return ok && x.N == 1 && len(x.Within) == 0
	})
	ws := c.lattice.Words
	for i := 0; one && i+2 < len(ws); i++ {
		last := []string{"last", "latest", "newest", "most"}
		if ws[i].Low == "their" && slices.Contains(last, ws[i+1].Low) && !strings.HasPrefix(ws[i+2].Low, "name") && (ws[i+1].Low != "most" || ws[i+2].Low == "recent") {
			return i + 1
		}
	}
	return -1
}
