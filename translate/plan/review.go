package plan

import (
	"errors"
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Review repairs what can be repaired without a model, on a copy, and writes each repair down. The plan it returns names
// only what the snapshot holds, every table with its schema and every column with its source, and is valid.
//
// What it cannot decide alone is a *Complaint; a plan that is malformed is a *FieldError. The fixes made until then are
// returned with either. What the user has settled decides where the review would otherwise complain, and a plan that goes
// against it is repaired or complained about.
func Review(p *Plan, snap *schema.Snapshot, settled []Constraint) (*Plan, []Fix, error) {
	return ReviewWith(p, snap, settled, Options{})
}

// Options of a review. The zero value of a field means its default.
type Options struct {
	// JoinConfidence, 0 to 1: of several ways to join two tables the surest is taken when its share of the confidence of all
	// is at least this; otherwise it is a Complaint. Default DefaultJoinConfidence.
	JoinConfidence float64
	// Unseen is told of every literal that is compared with a text column of which it is not known whether it holds it. It may
	// be nil.
	Unseen func(t *schema.Table, column, text string)
}

// DefaultJoinConfidence lets one declared key stand against an inferred one of little confidence, and no two declared keys
// against each other.
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
	if err := Validate(c); err != nil {
		return nil, r.fixes, err
	}
	return c, r.fixes, nil
}

// Reviewable bounds a plan before anything walks it, and says what is wrong with it that no review mends. A join may still lack
// its condition: the review finds it.
func Reviewable(p *Plan) error {
	v := &validator{draft: true}
	v.plan("", p, 1)
	if v.err != nil {
		return v.err
	}
	return nil
}

// reviewer collects fixes until the first error; after that every rule is a no-op.
type reviewer struct {
	snap    *schema.Snapshot
	graph   *Graph // see keys
	settled []Constraint
	options Options
	fixes   []Fix
	err     error
}

// keys is the key graph, built when a join first needs it.
func (r *reviewer) keys() *Graph {
	if r.graph == nil {
		r.graph = NewGraph(r.snap)
	}
	return r.graph
}

func (r *reviewer) fix(kind FixKind, before, after, format string, args ...any) {
	r.fixes = append(r.fixes, Fix{Kind: kind, What: fmt.Sprintf(format, args...), Before: before, After: after})
}

func (r *reviewer) complain(kind ComplaintKind, phrase string, candidates []Candidate, format string, args ...any) {
	if r.err == nil {
		r.err = &Complaint{Kind: kind, Phrase: phrase, Message: fmt.Sprintf(format, args...), Candidates: candidates}
	}
}

// careless marks the complaint that was just made.
func (r *reviewer) careless() {
	var c *Complaint
	if errors.As(r.err, &c) {
		c.Careless = true
	}
}

// level reviews one SELECT after those inside it, and returns what it looks like from outside. The rules run in the order
// in which they need each other: names first, then joins, then what the names' types and keys tell.
func (r *reviewer) level(p *Plan, outer *scope) *scope {
	s := r.open(p, outer)
	rules := []func(*Plan, *scope){
		r.stars, r.columns, r.joins, r.literals, r.filters, r.grouping, r.sorting, r.unused,
	}
	for _, rule := range rules {
		if r.err != nil {
			return s
		}
		rule(p, s)
	}
	for _, c := range p.Combine {
		if r.err == nil {
			r.level(c.Plan, &scope{outer: outer, ctes: s.ctes})
		}
	}
	return s
}

// open resolves the CTEs and sources of a level and makes its scope.
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

// known are the output columns of a plan; nil when a * hides them.
func known(p *Plan) []string {
	if hasStar(p) {
		return nil
	}
	return OutputNames(p)
}

// replace edits every expression of a level. f sees the nodes of this level from the top, and returns false to leave out
// what is below one; subqueries inside expressions are left to inside.
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
