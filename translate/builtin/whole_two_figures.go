package builtin

import (
	"fmt"

	"github.com/pgask/pgask/translate/plan"
)

// sideBySide reads "how many orders and how many reviews do we have", "the number of users and the number of teams":
// two counts of different tables in one row. Each is read by a parser of its own.
func (p *parser) sideBySide() (Result, bool) {
	i, end := p.leadEnd(), p.bodyEnd()
	at := -1
	for k := i + 2; k < end-1; k++ {
		ph, n := phraseAt(p.toks, k+1)
		if p.toks[k].low != "and" || p.toks[k].kind == quoted || n == 0 || ph.role != howMany && ph.role != countOf {
			continue
		}
		if at >= 0 {
			return Result{}, false
		}
		at = k
	}
	if first, n := phraseAt(p.toks, i); at < 0 || n == 0 || first.role != howMany && first.role != countOf {
		return Result{}, false
	}
	a, ok := p.figure(i, at)
	if !ok {
		return Result{}, false
	}
	b, ok := p.figure(at+1, end)
	if !ok || a.p.form.subject.table == b.p.form.subject.table || len(a.conds())+len(b.conds()) > 0 {
		return Result{}, false // unclear whether a condition at the end holds for both
	}
	out := &plan.Plan{}
	for _, f := range []figure{a, b} {
		n, err := plan.SelectNode(f.plan)
		if err != nil {
			return Result{}, false
		}
		out.Select = append(out.Select, plan.Output{Expr: plan.Scalar(n), As: f.plan.Select[0].As})
		out.Assumptions = append(out.Assumptions, f.plan.Assumptions...)
	}
	out.Reading = plan.Sentence(fmt.Sprintf("%s; and %s", lowerFirst(a.plan.Reading), lowerFirst(b.plan.Reading)))
	return Result{Plan: out, Confidence: certainty(a.p.score * b.p.score), Matches: append(a.p.matches, b.p.matches...)}, true
}
