package assume

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// gap is a source of a plan whose rows count although a rule leaves some of them out.
type gap struct {
	at       *plan.Plan
	source   string // the name by which the plan refers to it
	join     int    // its place among the joins; -1: FROM
	relation *semantic.Relation
	rule     semantic.Rule
	whole    *semantic.Key // the relation's rows are parts of others, and the rule is about these; nil: it is about its own
}

// Counted returns the plan with conditions that leave out the rows that do not count, in the queries inside
// expressions, too, and what was assumed, a sentence for each rule. A query that tests the column of a rule itself is
// left as it is.
func Counted(p *plan.Plan, m *semantic.Model, said Said) (*plan.Plan, []string) {
	out, gaps := counted(p, m, said)
	if len(gaps) == 0 {
		return p, nil
	}
	return out, tell(gaps, "are left out")
}

// counted does so for a plan and returns what it closed.
func counted(p *plan.Plan, m *semantic.Model, said Said) (*plan.Plan, []gap) {
	var inside []gap
	p = p.WithSubqueries(func(inner *plan.Plan) *plan.Plan {
		out, gaps := counted(inner, m, said)
		if inside = append(inside, gaps...); len(gaps) == 0 {
			return nil
		}
		return out
	})
	gaps := find(p, m, said)
	for _, g := range gaps {
		cond := condition(g)
		if g.join >= 0 && g.at.Joins[g.join].Kind == plan.Left {
			g.at.Joins[g.join].On = append(g.at.Joins[g.join].On, cond)
		} else {
			g.at.Where = append(g.at.Where, cond)
		}
	}
	return p, append(gaps, inside...)
}

// Uncounted returns what a plan counts although a rule leaves it out, a sentence for each rule. It is for plans that
// must stay as they are.
func Uncounted(p *plan.Plan, m *semantic.Model, said Said) []string {
	_, gaps := counted(p, m, said)
	return tell(gaps, "may be among these")
}

// tell says each rule once.
func tell(gaps []gap, what string) []string {
	var out []string
	for _, g := range gaps {
		ruled := g.ruled()
		word, about := "everything", fmt.Sprintf("rows of %s with %s", ruled.Table.Name, value(g.rule))
		if all := marks(ruled, g.rule); len(all) > 0 {
			word, about = all[0], fmt.Sprintf("%s rows of %s", all[0], ruled.Table.Name)
		}
		rows := about
		if g.whole != nil {
			rows = fmt.Sprintf("rows of %s that belong to %s", g.relation.Table.Name, about)
		}
		s := fmt.Sprintf("%s %s (%s)", rows, what, reason(g.rule))
		if what == "are left out" {
			s = fmt.Sprintf("%s %s (%s; say “including %s” to have them)", rows, what, reason(g.rule), word)
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// value says what stands in the column of a rule that no word tells.
func value(r semantic.Rule) string {
	if r.Op == semantic.Is {
		return r.Column.Name + " " + r.Value
	}
	return r.Column.Name
}

// reason says where a rule comes from.
func reason(r semantic.Rule) string {
	switch r.Source {
	case semantic.FromPerson:
		return "as schema.descriptions says"
	case semantic.FromComment:
		return fmt.Sprintf("the comment says: %s", strings.TrimSuffix(r.Why.Text, "."))
	}
	return r.Column.Name + " marks them"
}

func find(p *plan.Plan, m *semantic.Model, said Said) []gap {
	var all []gap
	p.Plans(func(_ string, at *plan.Plan) {
		for i, s := range at.Sources() {
			t := m.Snapshot.Table(s.Schema, s.Table)
			if s.Plan != nil || t == nil || hides(at, i-1) {
				continue
			}
			r := m.Relation(t)
			for _, rule := range r.LeftOut {
				if !known(rule.Column) || said.back(r, rule) || !said.scoped(rule) || tests(at, s.Name(), rule.Column.Name) ||
					rule.Source == semantic.FromName && toOne(at, s, r) {
					continue
				}
				all = append(all, gap{at, s.Name(), i - 1, r, rule, nil})
			}
			for _, rule := range r.Wholes() {
				if whole := r.Part.Of.To; known(rule.Column) && !said.back(whole, rule) && !testsWhole(at, whole, rule) {
					all = append(all, gap{at, s.Name(), i - 1, r, rule, r.Part.Of})
				}
			}
		}
	})
	return all
}

// ruled is the relation that the rule is about.
func (g gap) ruled() *semantic.Relation {
	if g.whole != nil {
		return g.whole.To
	}
	return g.relation
}

// testsWhole reports whether a query that reads the whole of a part tests the column of a rule itself.
func testsWhole(p *plan.Plan, whole *semantic.Relation, rule semantic.Rule) bool {
	return slices.ContainsFunc(p.Sources(), func(s *plan.Source) bool {
		return s.Schema == whole.Table.Schema && s.Table == whole.Table.Name && tests(p, s.Name(), rule.Column.Name)
	})
}

// hides reports whether a condition on a source would also remove rows of others that must stay: those of outer joins
// on the other side.
func hides(p *plan.Plan, join int) bool {
	for i, j := range p.Joins {
		if j.Kind == plan.Full || j.Kind == plan.Right && i > join {
			return true
		}
	}
	return false
}

// tests reports whether a query refers to a column of a source. A name without a source counts: it may be that column.
func tests(p *plan.Plan, source, column string) bool {
	found := false
	look := func(e plan.Expr) {
		for _, c := range e.Columns() {
			found = found || c.Column == column && (c.Alias == source || c.Alias == "")
		}
	}
	for _, list := range [][]plan.Expr{p.Where, p.GroupBy, p.Having} {
		for _, e := range list {
			look(e)
		}
	}
	for _, o := range p.Select {
		look(o.Expr)
	}
	for _, j := range p.Joins {
		for _, e := range j.On {
			look(e)
		}
	}
	return found
}

// toOne reports whether a source is only looked up: each row of the others, or of the query around, has at most one
// of it. That a customer is deleted does not undo the orders.
func toOne(p *plan.Plan, s *plan.Source, r *semantic.Relation) bool {
	if len(r.Identity.Columns) == 0 {
		return false
	}
	on := slices.Clone(p.Where)
	for _, j := range p.Joins {
		on = append(on, j.On...)
	}
	for _, c := range r.Identity.Columns {
		if !slices.ContainsFunc(plan.Conjuncts(on), func(e plan.Expr) bool {
			left, right, ok := plan.Equality(e)
			if !ok {
				return false
			}
			a, isA := left.Column()
			b, isB := right.Column()
			own := plan.Ref{Alias: s.Name(), Column: c.Name}
			return isA && isB && (a == own && b.Alias != s.Name() || b == own && a.Alias != s.Name())
		}) {
			return false
		}
	}
	return true
}

// condition is the test that leaves out what a rule names, and keeps what is unknown.
func condition(g gap) plan.Expr {
	if g.whole != nil {
		return g.hangs()
	}
	return kept(g.source, g.rule)
}

// kept is the test that a row of a source is none that a rule leaves out.
func kept(source string, rule semantic.Rule) plan.Expr {
	c := plan.Col(source, rule.Column.Name)
	switch rule.Op {
	case semantic.IsTrue:
		return plan.IsNotTrue(c)
	case semantic.IsSet:
		return plan.IsNull(c, false)
	}
	return plan.Differs(c, plan.Str(rule.Value))
}

// hangs is the test that the row to which a part belongs counts.
func (g gap) hangs() plan.Expr {
	whole := "whole"
	if g.source == whole {
		whole = "whole_row"
	}
	to := g.whole.To.Table
	sub := &plan.Plan{Select: []plan.Output{{Expr: plan.Int(1)}}, From: &plan.Source{Schema: to.Schema, Table: to.Name, Alias: whole}}
	for i, c := range g.whole.Columns {
		sub.Where = append(sub.Where, plan.Op("=", plan.Col(whole, g.whole.RefColumns[i].Name), plan.Col(g.source, c.Name)))
	}
	sub.Where = append(sub.Where, kept(whole, g.rule))
	node, err := plan.SelectNode(sub)
	if err != nil {
		return plan.Bool(true) // never: all of its parts are there
	}
	return plan.Exists(node)
}
