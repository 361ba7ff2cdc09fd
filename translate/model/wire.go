package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// Bounds on a plan, over all its levels.
const (
	maxPlanDepth = 8
	maxPlans     = 32
	maxParts     = 500 // outputs, conditions, keys, joins
	maxProblems  = 8   // in one error
)

// reader converts wire plans into plans. It collects all errors, so that a single retry can correct them.
type reader struct {
	problems     []string
	plans, parts int
	ctes         []string // names of the CTEs in scope, as the plan will have them
}

func (r *reader) wrong(field, format string, args ...any) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, field+": "+clip(fmt.Sprintf(format, args...), maxForeign))
	}
}

func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	return nonsense(strings.Join(r.problems, "; "))
}

// count adds n parts to the total, and reports whether the plan is still within the bounds.
func (r *reader) count(field string, n int) bool {
	if r.parts += n; r.parts > maxParts {
		r.wrong(field, "the plan has more than %d parts", maxParts)
		return false
	}
	return true
}

// plan reads a plan. It returns nil when it has an error.
func (r *reader) plan(raw json.RawMessage) *plan.Plan {
	var w wirePlan
	if err := json.Unmarshal(raw, &w); err != nil {
		r.wrong("plan", "%s", misshapen(err))
		return nil
	}
	return r.level("plan", &w, 1)
}

// misshapen describes a decoding error in terms of JSON rather than of Go types.
func misshapen(err error) string {
	var t *json.UnmarshalTypeError
	if !errors.As(err, &t) {
		return err.Error()
	}
	wanted := "an object { … }"
	if t.Type.Kind() == reflect.Slice {
		wanted = "a list [ … ]"
	}
	if t.Field == "" {
		return fmt.Sprintf("%s is wanted, not a %s", wanted, t.Value)
	}
	return fmt.Sprintf("%s: %s is wanted, not a %s", t.Field, wanted, t.Value)
}

// level reads one level of a plan and the levels below it.
func (r *reader) level(at string, w *wirePlan, depth int) *plan.Plan {
	p := &plan.Plan{}
	if w == nil {
		r.wrong(at, "missing")
		return p
	}
	if r.plans++; depth > maxPlanDepth || r.plans > maxPlans {
		r.wrong(at, "more than %d plans, or nested deeper than %d", maxPlans, maxPlanDepth)
		return p
	}
	if !r.count(at, len(w.Select)+len(w.Joins)+len(w.Where)+len(w.GroupBy)+len(w.Having)+len(w.OrderBy)) {
		return p
	}
	outer := len(r.ctes)
	defer func() { r.ctes = r.ctes[:outer] }()
	for i, c := range w.With {
		field := fmt.Sprintf("%s.with[%d]", at, i)
		name := fold(string(c.Name))
		if name == "" {
			r.wrong(field, "it has no name")
		}
		p.With = append(p.With, plan.CTE{Name: name, Plan: r.level(field+".plan", c.Plan, depth+1)})
		r.ctes = append(r.ctes, name)
	}
	if w.From != nil && (w.From.Table != "" || w.From.Plan != nil) {
		from := r.source(at+".from", w.From, depth)
		p.From = &from
	}
	for i, j := range w.Joins {
		p.Joins = append(p.Joins, r.join(fmt.Sprintf("%s.joins[%d]", at, i), j, depth))
	}
	r.clauses(at, w, p)
	for i, c := range w.Combine {
		field := fmt.Sprintf("%s.combine[%d]", at, i)
		op, all := strings.ToLower(string(c.Op)), bool(c.All)
		if bare, ok := strings.CutSuffix(op, " all"); ok {
			op, all = bare, true
		}
		switch plan.SetOp(op) {
		case plan.Union, plan.Intersect, plan.Except:
		default:
			r.wrong(field+".op", "%q is none of union, intersect, except", op)
		}
		p.Combine = append(p.Combine, plan.Combine{Op: plan.SetOp(op), All: all, Plan: r.level(field+".plan", c.Plan, depth+1)})
	}
	return p
}

// clauses reads the clauses between FROM and the set operations.
func (r *reader) clauses(at string, w *wirePlan, p *plan.Plan) {
	names := make(map[string]bool)
	for i, o := range w.Select {
		out := r.output(fmt.Sprintf("%s.select[%d]", at, i), o)
		if out.As != "" {
			names[out.As] = true
		}
		p.Select = append(p.Select, out)
	}
	if len(p.Select) == 0 {
		r.wrong(at+".select", "it is empty")
	}
	p.Distinct = bool(w.Distinct)
	p.Where = r.conditions(at+".where", w.Where, p.Select)
	p.GroupBy = r.groups(at+".group_by", w.GroupBy, names)
	p.Having = r.conditions(at+".having", w.Having, p.Select)
	for i, o := range w.OrderBy {
		p.OrderBy = append(p.OrderBy, r.order(fmt.Sprintf("%s.order_by[%d]", at, i), o, names))
	}
	p.Limit = r.number(at+".limit", w.Limit)
	p.Offset = r.number(at+".offset", w.Offset)
}

func (r *reader) join(at string, w wireJoin, depth int) plan.Join {
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(string(w.Kind))), " ") // "left outer", "inner join"
	j := plan.Join{Kind: plan.JoinKind(kind)}
	switch j.Kind {
	case "", "join":
		j.Kind = plan.Inner
	case plan.Inner, plan.Left, plan.Right, plan.Full, plan.Cross:
	default:
		r.wrong(at+".kind", "%q is none of inner, left, right, full, cross", kind)
	}
	j.Source = r.source(at+".source", &w.Source, depth)
	j.On = r.conditions(at+".on", w.On, nil)
	if j.Kind == plan.Cross && len(j.On) > 0 {
		j.Kind = plan.Inner
	}
	return j
}

func (r *reader) source(at string, w *wireSource, depth int) plan.Source {
	var s plan.Source
	if w.Plan != nil && w.Table == "" {
		s.Plan = r.level(at+".plan", w.Plan, depth+1)
		if s.Alias = fold(string(w.Alias)); s.Alias == "" {
			r.wrong(at+".alias", "a derived table needs one")
		}
		return s
	}
	if w.Table == "" {
		r.wrong(at+".table", "missing")
		return s
	}
	s.Schema, s.Table = string(w.Schema), string(w.Table)
	if s.Schema == "" {
		s.Schema, s.Table = splitName(s.Table)
	}
	if s.Schema == "" {
		for _, c := range r.ctes {
			if strings.EqualFold(c, s.Table) {
				s.Table = c
			}
		}
	}
	s.Alias = fold(string(w.Alias))
	if s.Alias == "" || strings.EqualFold(s.Alias, s.Table) {
		s.Alias = s.Table
	}
	return s
}
