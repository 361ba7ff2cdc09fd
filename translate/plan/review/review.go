// Package review repairs plans, and complains of what it cannot repair, without a model.
//
//	review.go      the rules, in the order in which they run
//	tables.go      sources; columns.go and bare.go names of columns, stars
//	joins.go       joins along keys; along_keys.go joins that are none
//	types.go       what is compared with what; values.go stored values; borrowed.go functions and texts of other databases
//	groups.go      grouping, sorting, joins that nothing needs; constraints.go what the user settled
//	fix.go         the results: fixes and complaints
package review

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Plan repairs a copy of a plan as far as possible without a model, and returns the repairs. The plan it returns is
// valid and names only what the snapshot holds, every table with its schema and every column with its source.
//
// The error is a *Complaint when the review cannot decide something, and a *FieldError when the plan is malformed;
// the fixes made until then are returned with it. Where the review would complain, the user's constraints decide. A
// plan that contradicts a constraint is repaired or complained about.
func Plan(p *plan.Plan, snap *schema.Snapshot, settled []plan.Constraint) (*plan.Plan, []Fix, error) {
	return With(p, snap, settled, Options{})
}

// Options of a review. The zero value of a field means its default.
type Options struct {
	// JoinConfidence, 0 to 1, decides between several ways to join two tables. The most certain one is taken when its
	// share of the sum of all confidences is at least this; otherwise the review complains. Default
	// DefaultJoinConfidence.
	JoinConfidence float64
	// Unseen is called for every literal that is compared with a text column when the column is not known
	// to hold it. It may be nil.
	Unseen func(t *schema.Table, column, text string)
	// Rivals asks which way is meant when two tables that no key relates directly can be joined on ways of different
	// length. Without it the shorter way is taken.
	Rivals bool
}

// With is Plan with options.
func With(p *plan.Plan, snap *schema.Snapshot, settled []plan.Constraint, o Options) (*plan.Plan, []Fix, error) {
	o.JoinConfidence = cmp.Or(o.JoinConfidence, plan.DefaultJoinConfidence)
	r := &reviewer{basis: basis{snap: snap, settled: settled, options: o}}
	if err := plan.Reviewable(p); err != nil {
		return nil, nil, err
	}
	c := p.Clone()
	plan.CutNames(c)
	r.level(c, nil)
	if r.err == nil {
		r.constraints(c)
	}
	if r.err != nil {
		return nil, r.fixes, r.err
	}
	if err := plan.Validate(c); err != nil {
		return nil, r.fixes, err
	}
	return c, r.fixes, nil
}

// reviewer collects fixes until the first error. After an error every rule does nothing.
type reviewer struct {
	basis
	fixes []Fix
	err   error
}

// basis is what a review goes by. Its methods tell what holds, and change and complain of nothing.
type basis struct {
	snap    *schema.Snapshot
	settled []plan.Constraint
	options Options
}

func (r *reviewer) fix(kind FixKind, before, after, format string, args ...any) {
	r.fixes = append(r.fixes, Fix{Kind: kind, What: fmt.Sprintf(format, args...), Before: before, After: after})
}

func (r *reviewer) complain(kind ComplaintKind, phrase string, candidates []Candidate, format string, args ...any) {
	if r.err == nil {
		r.err = &Complaint{Kind: kind, Phrase: phrase, Message: fmt.Sprintf(format, args...), Candidates: candidates}
	}
}

// careless marks the complaint that was just made as Careless.
func (r *reviewer) careless() {
	var c *Complaint
	if errors.As(r.err, &c) {
		c.Careless = true
	}
}

// level reviews one SELECT after those inside it. The rules run in the order in which they
// depend on each other: names, joins, then the rules that use the types and keys of the names.
func (r *reviewer) level(p *plan.Plan, outer *plan.Scope) {
	s := r.open(p, outer)
	rules := []func(*plan.Plan, *plan.Scope){
		r.stars, r.columns, r.joins, r.literals, r.filters, r.grouping, r.sorting, r.unused,
	}
	for _, rule := range rules {
		if r.err != nil {
			return
		}
		rule(p, s)
	}
	for _, c := range p.Combine {
		if r.err == nil {
			r.level(c.Plan, &plan.Scope{Outer: outer, Ctes: s.Ctes})
		}
	}
}

// open resolves the CTEs and sources of a level and returns its scope.
func (r *reviewer) open(p *plan.Plan, outer *plan.Scope) *plan.Scope {
	s := &plan.Scope{Outer: outer, Ctes: map[string][]string{}}
	for i := range p.With {
		if r.err != nil {
			return s
		}
		c := &p.With[i]
		r.level(c.Plan, &plan.Scope{Outer: outer, Ctes: s.Ctes})
		s.Ctes[c.Name] = known(c.Plan)
	}
	for _, src := range p.Sources() {
		if r.err != nil {
			return s
		}
		s.Sources = append(s.Sources, r.source(src, s))
	}
	return s
}

// known returns the output columns of a plan; nil when a * makes them unknown.
func known(p *plan.Plan) []string {
	if plan.HasStar(p) {
		return nil
	}
	return plan.OutputNames(p)
}

// replace calls f for the expressions of a level, which f may change. f sees the nodes from the top, and returns
// false to skip what is below a node. Subqueries inside expressions are skipped; inside reviews them.
func (r *reviewer) replace(p *plan.Plan, f func(field string, n *pg.Node) bool) {
	p.Exprs(func(field string, e *plan.Expr) {
		if r.err != nil {
			return
		}
		*e = plan.Edit(*e, func(n *pg.Node) bool {
			return r.err == nil && n.GetSelectStmt() == nil && f(field, n)
		})
	})
}
