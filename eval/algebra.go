package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Expressed is whether the algebra expresses what a question asks: an accepted statement, read as algebra and lowered
// again, has the same rows.
type Expressed struct {
	Question *Question `json:"-"`
	ID       ID        `json:"id"`
	OK       bool      `json:"ok"`
	Kind     string    `json:"kind,omitempty"`    // of what it does not express
	Why      string    `json:"why,omitempty"`     // in detail
	SQL      string    `json:"sql,omitempty"`     // the statement that was made
	Reading  string    `json:"reading,omitempty"` // in words
	Parts    []string  `json:"parts,omitempty"`   // the kinds of parts of its tree
}

// Algebra measures what the algebra expresses of the answerable questions. normalise also brings each tree to its
// normal form first.
func Algebra(ctx context.Context, d *Databases, questions []Question, normalise bool) ([]Expressed, error) {
	catalogs := &Catalogs{Databases: d}
	var all []Expressed
	for i := range questions {
		q := &questions[i]
		if q.Expect != "" {
			continue
		}
		snap, err := catalogs.snapshot(ctx, q.DB)
		if err != nil {
			return nil, fmt.Errorf("question %s: %w", q.ID, err)
		}
		var best Expressed
		for i := range q.Accepted {
			e := expressed(ctx, d, snap, q, i, normalise)
			if i == 0 || e.OK {
				best = e
			}
			if e.OK {
				break
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all = append(all, best)
	}
	return all, nil
}

func expressed(ctx context.Context, d *Databases, snap *schema.Snapshot, q *Question, i int, normalise bool) Expressed {
	e := Expressed{Question: q, ID: q.ID}
	set, err := lift.SQL(q.Accepted[i], snap)
	if err == nil {
		if normalise {
			set = algebra.Normal(set)
		}
		e.Reading, e.Parts = algebra.Say(set), partsOf(set)
		var p *plan.Plan
		if p, err = algebra.Lower(set); err == nil {
			e.SQL, err = plan.Synthesise(p)
		}
	}
	var lacking *lift.Error
	if errors.As(err, &lacking) {
		e.Kind, e.Why = lacking.Kind, lacking.Text
		return e
	}
	if err != nil {
		e.Kind, e.Why = "cannot be lowered", err.Error()
		return e
	}
	want, err := acceptedRows(ctx, d, q, i)
	if err != nil {
		e.Kind, e.Why = "the accepted statement fails", err.Error()
		return e
	}
	got, err := d.run(ctx, q.DB, e.SQL)
	if err != nil {
		e.Kind, e.Why = "the server refuses it", err.Error()
		return e
	}
	if _, e.OK = want.matches(got, q.Ordered); !e.OK {
		e.Kind = "other rows"
	}
	return e
}

// partsOf returns the kinds of parts of a tree, each once.
func partsOf(set algebra.Set) []string {
	kinds := map[string]bool{}
	algebra.Walk(set, func(part any) bool {
		kinds[strings.TrimPrefix(fmt.Sprintf("%T", part), "*algebra.")] = true
		return true
	})
	return slices.Sorted(maps.Keys(kinds))
}

// ReportAlgebra writes how much is expressed by suite, in how many questions each kind of part occurs, and what is
// not expressed, by kind.
func ReportAlgebra(w io.Writer, all []Expressed) error {
	suites := map[string][2]int{}
	kinds := map[string][]Expressed{}
	for _, e := range all {
		for _, name := range []string{e.Question.Suite, "~all"} {
			n := suites[name]
			suites[name] = [2]int{n[0] + number(e.OK), n[1] + 1}
		}
		if !e.OK {
			kinds[e.Kind] = append(kinds[e.Kind], e)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(suites)) {
		n := suites[name]
		fmt.Fprintf(w, "%-20s %4d of %4d  %.3f\n", strings.TrimPrefix(name, "~"), n[0], n[1], share(n[0], n[1]))
	}
	reportParts(w, all)
	for _, kind := range slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(kinds[b]), len(kinds[a])), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(w, "%4d %s\n", len(kinds[kind]), kind)
		for _, e := range kinds[kind][:min(5, len(kinds[kind]))] {
			fmt.Fprintf(w, "       %s %s\n", e.ID, e.Why)
		}
	}
	_, err := fmt.Fprintln(w)
	return err
}

func reportParts(w io.Writer, all []Expressed) {
	uses := map[string]int{}
	for _, e := range all {
		for _, kind := range e.Parts {
			uses[kind]++
		}
	}
	var texts []string
	for _, kind := range slices.SortedFunc(maps.Keys(uses),
		func(a, b string) int { return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(a, b)) }) {
		texts = append(texts, fmt.Sprintf("%s %d", kind, uses[kind]))
	}
	fmt.Fprintf(w, "parts: %s\n", strings.Join(texts, ", "))
}
