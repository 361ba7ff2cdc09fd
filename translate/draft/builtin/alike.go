package builtin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/wordform"
)

// tied is by how much a reading may be dearer than the first when nothing tells them apart: to take the first would be
// to draw lots, however
// likely it is that one of them is right.
const tied = 0.02

// nearly is by how much it may be dearer where one phrase alone is taken for something else: of these the first is
// right too seldom.
const nearly = 0.2

// farBelow is how much less well a word may name a relation than its own name does, and still be asked about.
const farBelow = 0.35

// alike returns the question back between readings that are as good as the first and differ in one thing: what one
// phrase is, or over which key
// rows are related. What is chosen settles that, and can be learned. nil: there is no such tie.
func (res *Result) alike() *Ask {
	first := res.Readings[0]
	if !first.complete() {
		return nil
	}
	all := []*Reading{first}
	for _, r := range res.Readings[1:] {
		if len(all) < maxChoices && r.Cost-first.Cost < tied && r.complete() && !r.repeats(all) && !res.again(first, r) {
			all = append(all, r)
		}
	}
	if len(all) > 1 {
		if ask := res.phraseOf(all); ask != nil {
			return ask
		}
		if ask := res.waysOf(all); ask != nil {
			return ask
		}
		if ask := res.sensesOf(all); ask != nil {
			return ask
		}
	}
	all = all[:1]
	for _, r := range res.Readings[1:] {
		if len(all) < maxChoices && r.Cost-first.Cost < nearly && r.complete() && !r.repeats(all) &&
			!res.again(first, r) && res.phraseOf([]*Reading{first, r}) != nil {
			all = append(all, r)
		}
	}
	if len(all) < 2 {
		return nil
	}
	return res.phraseOf(all)
}

// again reports whether a reading says of a view what another says of the table that the view repeats, or the other
// way round.
func (res *Result) again(a, b *Reading) bool {
	ma, mb := res.meant(a), res.meant(b)
	for s, k := range ma {
		o, ok := mb[s]
		if ok && k.Relation != nil && o.Relation != nil && (k.Relation.Of == o.Relation || o.Relation.Of == k.Relation) {
			return true
		}
	}
	return false
}

// span is a run of words.
type span struct{ from, to int }

// meant returns what each phrase of a reading was taken for, by the words of its chunk.
func (res *Result) meant(r *Reading) map[span]link.Link {
	out := map[span]link.Link{}
	for _, e := range r.parts {
		e.Walk(func(p *chart.Edge) {
			l, ok := p.Meaning.(lattice.Linked)
			if p.Rule != nil || !ok {
				return
			}
			for _, c := range res.Lattice.Chunks {
				if c.To == p.To && c.From >= p.From &&
					slices.ContainsFunc(c.Links, func(k link.Link) bool { return object(k) == object(l.Link) }) {
					out[span{c.From, c.To}] = l.Link
					return
				}
			}
		})
	}
	return out
}

// object is what a link leads to.
func object(k link.Link) plan.Constraint {
	if k.Relation == nil {
		return plan.Constraint{}
	}
	c := plan.Constraint{Kind: plan.UseTable, Schema: k.Relation.Table.Schema, Table: k.Relation.Table.Name}
	switch {
	case k.Kind == link.Relation || k.Kind == link.Event:
	case k.Kind == link.Column && k.Column != nil && k.Column.Span != nil:
		c.Kind, c.Column = "", k.Column.Column.Name // it is in no catalog
	case k.Kind == link.Column && k.Column != nil:
		c.Kind, c.Column = plan.UseColumn, k.Column.Column.Name
	case k.Kind == link.Value && k.Column != nil:
		c.Kind, c.Column, c.Value = plan.UseValue, k.Column.Column.Name, k.Value
	default:
		c.Kind = ""
	}
	return c
}

// named reports whether a phrase is the own name of a table, and one of what it was taken for only resembles it: that
// is no choice.
func (res *Result) named(at span, found []link.Link) bool {
	return slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool {
		return (span{c.From, c.To}) == at && slices.ContainsFunc(c.Links, func(own link.Link) bool {
			return own.Kind == link.Relation && own.How <= link.Stemmed &&
				slices.ContainsFunc(found, func(k link.Link) bool { return own.Score > k.Score+farBelow })
		})
	})
}

// phraseOf returns the question what the only phrase means in which readings differ; nil: they differ in more, or
// otherwise.
func (res *Result) phraseOf(all []*Reading) *Ask {
	base := res.meant(all[0])
	var at span
	found := []link.Link{}
	for _, r := range all[1:] {
		meant, differs := res.meant(r), []span{}
		for s, k := range meant {
			if b, ok := base[s]; !ok || object(b) != object(k) {
				differs = append(differs, s)
			}
		}
		if len(differs) != 1 || len(meant) != len(base) || len(found) > 0 && differs[0] != at {
			return nil
		}
		at = differs[0]
		found = append(found, meant[at])
	}
	found = append([]link.Link{base[at]}, found...)
	if res.named(at, found) {
		return nil
	}
	ask := &Ask{Phrase: res.text(at.from, at.to), Kind: map[plan.ConstraintKind]string{plan.UseTable: "table", plan.UseColumn: "column",
		plan.UseValue: "value"}[object(found[0]).Kind]}
	for i, k := range found {
		c := object(k)
		if c.Kind == "" || ask.Kind == "" || c.Kind != object(found[0]).Kind {
			return nil
		}
		c.Phrase = ask.Phrase
		one := Choice{Reading: all[i], Settles: []plan.Constraint{c}}
		one.Label, one.Meaning = called(k)
		if !slices.ContainsFunc(ask.Choices, func(o Choice) bool { return o.Label == one.Label }) {
			ask.Choices = append(ask.Choices, one)
		}
	}
	if len(ask.Choices) < 2 {
		return nil
	}
	ask.Message = fmt.Sprintf("“%s” fits more than one %s. Which is meant?", ask.Phrase, ask.Kind)
	return ask
}

// called returns the name of what a link leads to, and what is said of it.
func called(k link.Link) (label, meaning string) {
	t := k.Relation.Table
	if k.Column == nil || k.Kind == link.Event || k.Kind == link.Relation {
		return t.Name, cmp.Or(t.Comment, "the "+t.Kind.String()+" "+t.Name)
	}
	c := k.Column.Column
	label = t.Name + "." + c.Name
	if k.Kind == link.Value {
		return label, label + " is " + k.Value
	}
	return label, cmp.Or(c.Comment, "the column "+c.Name+" of "+t.Name)
}

// waysOf returns the question over which key rows are related, where readings differ in that alone; nil: they do not.
func (res *Result) waysOf(all []*Reading) *Ask {
	ask := &Ask{Kind: "join"}
	common := stepsOf(all[0].Set)
	for _, r := range all[1:] {
		steps := stepsOf(r.Set)
		common = slices.DeleteFunc(common, func(s plan.Constraint) bool { return !slices.Contains(steps, s) })
	}
	ways := make([]plan.Constraint, len(all))
	for i, r := range all {
		own := slices.DeleteFunc(stepsOf(r.Set), func(s plan.Constraint) bool { return slices.Contains(common, s) })
		if len(own) != 1 {
			return nil
		}
		ways[i] = own[0]
	}
	if ways[0].Column == ways[1].Column { // the keys are on the other side
		for i, s := range ways {
			ways[i] = turned(s)
		}
	}
	for i, s := range ways {
		r, own := all[i], ways[i:i+1:i+1]
		ask.Choices = append(ask.Choices, Choice{Reading: r, Settles: own, Label: s.Table + "." + s.Column + " = " +
			s.RefTable + "." + s.RefColumn,
			Meaning: r.Say()})
		if f := ask.Choices[0].Settles[0]; f.Table != s.Table || f.RefTable != s.RefTable || len(ask.Choices) > 1 && f.Column == s.Column {
			return nil
		}
	}
	res.callRoles(ask.Choices)
	f := ask.Choices[0].Settles[0]
	ask.Phrase = f.Table + " " + f.RefTable
	ask.Message = fmt.Sprintf("“%s” and “%s” can be joined in more than one way. Which is meant?", f.Table, f.RefTable)
	return ask
}

// sensesOf returns the question which sense of a word is meant, where the same words, put together in the same way,
// have several: late is what
// was done after it was due, and what is due and not done. A time between two dates may be between others as well. nil:
// they differ otherwise.
func (res *Result) sensesOf(all []*Reading) *Ask {
	base, meant := rulesOf(all[0]), res.meant(all[0])
	for _, r := range all[1:] {
		rules := rulesOf(r)
		if len(rules) != len(base) {
			return nil
		}
		differs := false
		for i, x := range rules {
			if x.Left != base[i].Left || !slices.Equal(x.Right, base[i].Right) {
				return nil
			}
			differs = differs || x.Name != base[i].Name
		}
		for s, k := range res.meant(r) {
			b, ok := meant[s]
			if !ok || object(b) != object(k) && (object(b).Kind != "" || object(k).Kind != "") {
				return nil
			}
			differs = differs || object(b) != object(k)
		}
		if !differs {
			return nil
		}
	}
	ask := &Ask{}
	for i, label := range differences(all) {
		if label != "" {
			ask.Choices = append(ask.Choices, Choice{Label: label, Reading: all[i]})
		}
	}
	if len(ask.Choices) < 2 {
		return nil
	}
	return ask
}

// rulesOf returns the productions of a reading.
func rulesOf(r *Reading) (all []*chart.Rule) {
	for _, e := range r.parts {
		e.Walk(func(p *chart.Edge) {
			if p.Rule != nil {
				all = append(all, p.Rule)
			}
		})
	}
	return all
}

// callRoles names ways by what the rows are that they lead to, the destination depot and the origin depot, where the
// keys of all of them say so.
func (res *Result) callRoles(ways []Choice) {
	called := make([]string, len(ways))
	for i, w := range ways {
		s := w.Settles[0]
		from := res.reader.column(&algebra.Attr{Row: &algebra.Row{Schema: s.Schema, Table: s.Table}, Column: s.Column})
		if from == nil {
			return
		}
		for _, k := range from.Relation.KeyOf(from.Column) {
			if len(k.Columns) == 1 && len(k.Role) > 0 {
				called[i] = strings.Join(k.Role, " ") + " " + wordform.Singular(k.To.Name.Phrase())
			}
		}
		if called[i] == "" || slices.Contains(called[:i], called[i]) {
			return
		}
	}
	for i := range ways {
		ways[i].Label = called[i]
	}
}

// stepsOf returns the equal columns by which the rows of a set are related, each once and from one side.
func stepsOf(s algebra.Set) (all []plan.Constraint) {
	algebra.Walk(s, func(part any) bool {
		v, ok := part.(*algebra.Via)
		if !ok {
			return true
		}
		from := v.From
		for _, st := range v.Path {
			for i, column := range st.Columns {
				c := plan.Constraint{Kind: plan.UseJoin, Schema: from.Schema, Table: from.Table, Column: column,
					RefSchema: st.Row.Schema, RefTable: st.Row.Table, RefColumn: st.To[i]}
				back := turned(c)
				if back.Table+"."+back.Column > c.Table+"."+c.Column {
					c = back
				}
				if !slices.Contains(all, c) {
					all = append(all, c)
				}
			}
			from = st.Row
		}
		return true
	})
	return all
}

// turned returns a join seen from its other side.
func turned(c plan.Constraint) plan.Constraint {
	c.Schema, c.Table, c.Column, c.RefSchema, c.RefTable, c.RefColumn = c.RefSchema, c.RefTable, c.RefColumn, c.Schema, c.Table, c.Column
	return c
}

// joinsOtherwise reports whether a reading relates the two relations of a settled join by other columns, and not by
// those.
func (r *Reading) joinsOtherwise(c plan.Constraint) bool {
	same := func(s plan.Constraint, other bool) (tables, columns bool) {
		if other {
			s = turned(s)
		}
		tables = s.Table == c.Table && s.RefTable == c.RefTable
		return tables, tables && s.Column == c.Column && s.RefColumn == c.RefColumn
	}
	otherwise := false
	for _, s := range stepsOf(r.Set) {
		for _, turned := range []bool{false, true} {
			tables, columns := same(s, turned)
			if columns {
				return false
			}
			otherwise = otherwise || tables
		}
	}
	return otherwise
}
