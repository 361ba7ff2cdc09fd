package plan

import (
	"errors"
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Review repairs a copy of a plan as far as possible without a model, and returns the repairs. The plan it returns is
// valid and names only what the snapshot holds, every table with its schema and every column with its source.
//
// The error is a *Complaint when the review cannot decide something, and a *FieldError when the plan is malformed;
// the fixes made until then are returned with it. Where the review would complain, the user's constraints decide. A
// plan that contradicts a constraint is repaired or complained about.
func Review(p *Plan, snap *schema.Snapshot, settled []Constraint) (*Plan, []Fix, error) {
	return ReviewWith(p, snap, settled, Options{})
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
	// Rivals asks which way is meant when two tables that no key relates directly can be joined on ways of different length. Without it the
	// shorter way is taken.
	Rivals bool
}

// DefaultJoinConfidence prefers a declared key to an inferred one of low confidence, but never one declared key to
// another.
const DefaultJoinConfidence = 0.75

// ReviewWith is Review with options.
func ReviewWith(p *Plan, snap *schema.Snapshot, settled []Constraint, o Options) (*Plan, []Fix, error) {
	if o.JoinConfidence == 0 {
		o.JoinConfidence = DefaultJoinConfidence
	}
	r := &reviewer{snap: snap, settled: settled, options: o}
	if err := Reviewable(p); err != nil {
		return nil, nil, err
	}
	c := p.Clone()
	cutNames(c)
	r.level(c, nil)
	if r.err == nil {
		r.constraints(c)
	}
	if r.err != nil {
		return nil, r.fixes, r.err
	}
	if err := validate(c); err != nil {
		return nil, r.fixes, err
	}
	return c, r.fixes, nil
}

// Reviewable returns an error for a plan that exceeds the bounds or has a problem that the review cannot repair. It
// must be called before anything walks the plan. A join may lack its condition, because the review finds it.
func Reviewable(p *Plan) error {
	v := &validator{draft: true}
	v.plan("", p, 1)
	if v.err != nil {
		return v.err
	}
	return nil
}

// reviewer collects fixes until the first error. After an error every rule does nothing.
type reviewer struct {
	snap    *schema.Snapshot
	settled []Constraint
	options Options
	fixes   []Fix
	err     error
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
func (r *reviewer) level(p *Plan, outer *scope) {
	s := r.open(p, outer)
	rules := []func(*Plan, *scope){
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
			r.level(c.Plan, &scope{outer: outer, ctes: s.ctes})
		}
	}
}

// open resolves the CTEs and sources of a level and returns its scope.
func (r *reviewer) open(p *Plan, outer *scope) *scope {
	s := &scope{outer: outer, ctes: map[string][]string{}}
	for i := range p.With {
		if r.err != nil {
			return s
		}
		c := &p.With[i]
		r.level(c.Plan, &scope{outer: outer, ctes: s.ctes})
		s.ctes[c.Name] = known(c.Plan)
	}
	for _, src := range p.Sources() {
		if r.err != nil {
			return s
		}
		s.sources = append(s.sources, r.source(src, s))
	}
	return s
}

// known returns the output columns of a plan; nil when a * makes them unknown.
func known(p *Plan) []string {
	if hasStar(p) {
		return nil
	}
	return OutputNames(p)
}

// replace calls f for the expressions of a level, which f may change. f sees the nodes from the top, and returns
// false to skip what is below a node. Subqueries inside expressions are skipped; inside reviews them.
func (r *reviewer) replace(p *Plan, f func(field string, n *pg.Node) bool) {
	p.exprs(func(field string, e *Expr) {
		if r.err != nil {
			return
		}
		*e = edit(*e, func(n *pg.Node) bool {
			return r.err == nil && n.GetSelectStmt() == nil && f(field, n)
		})
	})
}
