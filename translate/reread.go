package translate

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/assume"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
)

// What changes an answer is read with the question that it changes. A pin, or what a model wrote, was not read from words: it is said in
// them, and read again.

// turnsOf returns how an answer is read again. What was not made of words is said in them, at once or its order and limit as changes, and
// is taken for what is read of them where that asks the same; nil: nothing that can be read does.
func (r *reader) turnsOf(ctx context.Context, about *Past) ([]drafts.Turn, error) {
	base, err := about.base()
	if len(about.turns) > 0 || err != nil {
		return about.turns, nil
	}
	meant := r.columnsOf(base)
	steps := r.inSteps(base)
	bare := slices.Clone(steps)
	if len(bare) > 0 {
		bare[0] = whose.ReplaceAllString(bare[0], "")
	}
	for _, said := range [][]string{{about.Question}, {lift.Say(base, r.snapshot, nil)}, steps, bare} {
		turns := make([]drafts.Turn, len(said))
		for i, text := range said {
			turns[i] = drafts.Turn{Text: text, Settled: meant}
		}
		if len(said) == 0 {
			continue
		}
		last := &turns[len(turns)-1]
		q := r.toDraft(last.Text, true, meant...)
		q.After, q.LinksOf = turns[:len(turns)-1], r.linksAfter(meant)
		read, err := r.withoutModel().Draft(ctx, q)
		if err != nil {
			return nil, err
		}
		if read.Plan == nil || read.Read == "" {
			continue
		}
		reviewed, _, _, err := r.reviewed(ctx, read.Plan, EngineBuiltin)
		if err != nil {
			continue
		}
		if counted, _ := assume.Counted(reviewed, r.meaning(), assume.Read(said[0], r.meaning())); lift.Same(counted, base, r.snapshot) {
			last.Settled = append(slices.Clip(meant), plan.Constraint{Kind: plan.ReadAs, Value: read.Read})
			return turns, nil
		}
	}
	return nil, nil
}

// whose stands before a column of other rows, of which the name alone may say enough.
var whose = regexp.MustCompile(`\b(?:\w+ )?\w+'s `)

// inSteps says what a plan asks as a question without order and limit, and these as changes of it; nil: they are not of columns alone.
func (r *reader) inSteps(p *plan.Plan) []string {
	bare := p.Clone()
	bare.OrderBy, bare.Limit = nil, nil
	more := beside(bare)
	said := append([]string{lift.Say(bare, r.snapshot, nil)}, more...)
	for i, o := range p.OrderBy {
		parts, ok := plan.ColumnName(o.Expr.Node())
		figure := plan.HasAggregate(o.Expr) || ok && len(parts) == 1 && slices.ContainsFunc(p.Select, func(s plan.Output) bool { return s.As == parts[0] && plan.HasAggregate(s.Expr) })
		switch {
		case figure && i == 0 && o.Desc:
			said = append(said, "highest first")
		case figure && i == 0:
			said = append(said, "lowest first")
		case figure || !ok:
			return nil
		default:
			text := "sort by " + strings.ReplaceAll(parts[len(parts)-1], "_", " ")
			if i > 0 {
				text = "also " + text
			}
			if o.Desc {
				text += " descending"
			}
			said = append(said, text)
		}
	}
	if p.Limit != nil {
		said = append(said, fmt.Sprintf("limit %d", *p.Limit))
	}
	return said
}

// beside takes what a list shows of other rows out of its plan, and says it as changes that show it again.
func beside(p *plan.Plan) (said []string) {
	if p.Grouped() || p.From == nil {
		return nil
	}
	for len(p.Joins) > 0 && len(p.Select) > 1 {
		last, of := p.Select[len(p.Select)-1], p.Joins[len(p.Joins)-1].Source
		refs := last.Expr.Columns()
		if parts, ok := plan.ColumnName(last.Expr.Node()); !ok || len(parts) != 2 || parts[0] != of.Name() {
			break
		}
		p.Select = p.Select[:len(p.Select)-1]
		said = append([]string{"also show the " + strings.ReplaceAll(plan.Singular(of.Table)+" "+refs[0].Column, "_", " ")}, said...)
		used := false
		p.Walk(func(field string, e plan.Expr) {
			used = used || !strings.HasPrefix(field, fmt.Sprintf("joins[%d]", len(p.Joins)-1)) && slices.ContainsFunc(e.Columns(), func(c plan.Ref) bool { return c.Alias == of.Name() })
		})
		if !used {
			p.Joins = p.Joins[:len(p.Joins)-1]
		}
	}
	return said
}

// columnsOf returns what the names of the columns mean that a plan uses, where it uses one of that name.
func (r *reader) columnsOf(p *plan.Plan) []plan.Constraint {
	by := map[string]plan.Constraint{}
	p.Walk(func(field string, e plan.Expr) {
		if strings.HasPrefix(field, "joins") {
			return
		}
		for _, c := range e.Columns() {
			for _, s := range p.Sources() {
				one := plan.Constraint{Kind: plan.UseColumn, Phrase: strings.ReplaceAll(c.Column, "_", " "), Schema: s.Schema, Table: s.Table, Column: c.Column}
				if s.Name() != c.Alias || s.Table == "" {
					continue
				}
				if other, is := by[c.Column]; is && other != one {
					one.Table = ""
				}
				by[c.Column] = one
			}
		}
	})
	var out []plan.Constraint
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if by[name].Table != "" {
			out = append(out, by[name])
		}
	}
	return out
}

// linksAfter returns the links of the texts of a conversation, for which what was settled in it holds.
func (r *reader) linksAfter(settled []plan.Constraint) func(ctx context.Context, text string) (*link.Lattice, error) {
	return func(ctx context.Context, text string) (*link.Lattice, error) {
		found, err := r.linksOf(ctx, text, true, append(settled, r.known().Settled()...))
		return found.lattice, err
	}
}
