package followup

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// whose stands before a column of other rows, of which the name alone may say enough.
var whose = regexp.MustCompile(`\b(?:\w+ )?\w+'s `)

// InWords says a plan that answers a question as the questions that may be read as it, each the first of some texts
// of which the others change it: what was asked, what the plan says, and the same without its order and limit, which
// are changes then.
func InWords(question string, p *plan.Plan, snap *schema.Snapshot) [][]string {
	said := [][]string{{question}, {lift.Say(p, snap, nil)}}
	if all := steps(p, snap); len(all) > 0 {
		bare := slices.Clone(all)
		bare[0] = whose.ReplaceAllString(bare[0], "")
		said = append(said, all, bare)
	}
	return said
}

// steps says what a plan asks as a question without order and limit, and these as changes of it; nil: they are not of
// columns alone.
func steps(p *plan.Plan, snap *schema.Snapshot) []string {
	bare := p.Clone()
	bare.OrderBy, bare.Limit = nil, nil
	more := beside(bare)
	said := append([]string{lift.Say(bare, snap, nil)}, more...)
	for i, o := range p.OrderBy {
		parts, ok := plan.ColumnName(o.Expr.Node())
		figure := plan.HasAggregate(o.Expr) || ok && len(parts) == 1 &&
			slices.ContainsFunc(p.Select, func(s plan.Output) bool { return s.As == parts[0] && plan.HasAggregate(s.Expr) })
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
			used = used || !strings.HasPrefix(field, fmt.Sprintf("joins[%d]", len(p.Joins)-1)) &&
				slices.ContainsFunc(e.Columns(), func(c plan.Ref) bool { return c.Alias == of.Name() })
		})
		if !used {
			p.Joins = p.Joins[:len(p.Joins)-1]
		}
	}
	return said
}

// ColumnsOf returns what the names of the columns mean that a plan uses, where it uses one of that name.
func ColumnsOf(p *plan.Plan) []plan.Constraint {
	by := map[string]plan.Constraint{}
	p.Walk(func(field string, e plan.Expr) {
		if strings.HasPrefix(field, "joins") {
			return
		}
		for _, c := range e.Columns() {
			for _, s := range p.Sources() {
				one := plan.Constraint{Kind: plan.UseColumn, Phrase: strings.ReplaceAll(c.Column, "_", " "),
					Schema: s.Schema, Table: s.Table, Column: c.Column}
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
