package builtin

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/plan"
)

// grouping is a question that was read as one number for each group.
type grouping struct {
	p    *parser
	plan *plan.Plan
	at   int // the index of the number in plan.Select
}

// grouping reads the tokens as a question for one number for each group. ok is false when they are not one.
func (p *parser) grouping(toks []token) (grouping, bool) {
	sub := p.beside(toks)
	if !sub.parse() || sub.ambiguity() != nil {
		return grouping{}, false
	}
	f := sub.form
	measures := 0
	for _, it := range f.items {
		if it.measure != nil {
			measures++
		}
	}
	if f.limit > 0 || len(f.groups) == 0 || len(f.having) > 0 || measures != 1 || f.distinct {
		return grouping{}, false
	}
	pl, err := sub.build()
	if err != nil || pl.Distinct || len(pl.GroupBy) == 0 {
		return grouping{}, false
	}
	pl.OrderBy = nil
	at := slices.IndexFunc(pl.Select, func(o plan.Output) bool { return plan.HasAggregate(o.Expr) })
	return grouping{sub, pl, at}, at >= 0
}

// overGroups reads "the average number of orders per customer", "the highest revenue per month": an aggregate over
// the numbers of all groups.
func (p *parser) overGroups() (Result, bool) {
	i := p.leadEnd()
	ph, n := phraseAt(p.toks, i)
	if n == 0 || ph.role != aggOp || ph.arg == "sum" || i+n >= len(p.toks) {
		return Result{}, false
	}
	rest := p.toks[i+n:]
	for len(rest) > 0 {
		empty, k := phraseAt(rest, 0)
		if k == 0 || empty.role != filler {
			break
		}
		rest = rest[k:]
	}
	counted, k := phraseAt(rest, 0)
	if !(k > 0 && counted.role == countOf) && !(len(rest) > 0 && revenueWords[rest[0].low]) {
		return Result{}, false
	}
	g, ok := p.grouping(append([]token(nil), rest[:p.bodyEnd()-(len(p.toks)-len(rest))]...))
	if !ok {
		return Result{}, false
	}
	inner := g.plan
	what := inner.Select[g.at]
	inner.Select = []plan.Output{{Expr: what.Expr, As: what.As}}
	outer := &plan.Plan{From: &plan.Source{Plan: inner, Alias: "each_one"},
		Select: []plan.Output{{Expr: plan.Call(ph.arg, plan.Col("each_one", what.As)), As: aggregateWord[ph.arg] + "_" + what.As}}}
	outer.Assumptions = inner.Assumptions
	if g.p.form.groups[0].entity != nil && ph.arg != "max" {
		outer.Assumptions = append(outer.Assumptions, "those without any are not counted")
	}
	inner.Assumptions = nil
	outer.Reading = plan.Sentence(fmt.Sprintf("the %s of: %s", aggregateWord[ph.arg], lowerFirst(inner.Reading)))
	return Result{Plan: outer, Confidence: certainty(g.p.score) - 0.1, Matches: g.p.matches, Unseen: g.p.unseen[:min(len(g.p.unseen), maxUnseen)]}, true
}

// aggregateWord maps aggregates to the words for them in readings and names of columns.
var aggregateWord = map[string]string{"avg": "average", "max": "maximum", "min": "minimum", "sum": "total"}

// lowerFirst returns a sentence for use inside another one: with a lower-case first letter and without the period.
func lowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 || first == utf8.RuneError {
		return strings.TrimSuffix(s, ".")
	}
	return string(unicode.ToLower(first)) + strings.TrimSuffix(s[n:], ".")
}

// quotientPerGroup reads "the ratio of returns to orders per store": two numbers for each group, divided. separator
// is the word between them.
func (p *parser) quotientPerGroup(from int, separator string) (Result, bool) {
	end := p.bodyEnd()
	each := p.lastEach(from, end)
	if each < 0 {
		return Result{}, false
	}
	group := p.toks[each:end]
	for at := from + 1; at < each-1; at++ {
		if p.toks[at].low != separator || p.toks[at].kind == quoted {
			continue
		}
		above, ok := p.grouping(counting(p.toks[from:at], group))
		if !ok {
			continue
		}
		below, ok := p.grouping(counting(p.toks[at+1:each], group))
		if !ok || !sameGroups(above.p.form.groups, below.p.form.groups) {
			continue
		}
		return divideGroups(above, below)
	}
	return Result{}, false
}

// lastEach returns where "per store" or "for each store" begins, the last one in the tokens; -1 when there is none.
func (p *parser) lastEach(from, end int) int {
	for i := end - 2; i > from; i-- {
		if ph, n := phraseAt(p.toks, i); n > 0 && ph.role == each && (i == 0 || func() bool { q, k := phraseAt(p.toks, i-1); return k < n+1 || q.role != each }()) {
			return i
		}
	}
	return -1
}

// counting returns the question for how many of something there are in each group: "number of", the words what and
// the words group. When what begins with an aggregate already, nothing is put before it.
func counting(what, group []token) []token {
	toks := what
	if ph, n := phraseAt(what, 0); n == 0 || ph.role != countOf && ph.role != howMany && ph.role != aggOp {
		toks = append(tokenize("number of"), what...)
	}
	return append(append([]token(nil), toks...), group...)
}

// sameGroups reports whether two questions are grouped by the same things.
func sameGroups(a, b []item) bool {
	return slices.EqualFunc(a, b, func(x, y item) bool { return x.entity == y.entity && x.field == y.field && x.trunc == y.trunc })
}

// divideGroups returns the plan that joins two groupings on their groups and divides their numbers. Groups of below
// without a row in above count as 0 there; groups where below is 0 have no ratio.
func divideGroups(above, below grouping) (Result, bool) {
	a, b := above.plan, below.plan
	if len(a.GroupBy) != len(b.GroupBy) {
		return Result{}, false
	}
	keys := func(g grouping, names []string) {
		m := g.plan.Select[g.at].Expr
		g.plan.Select = nil
		for i, e := range g.plan.GroupBy {
			g.plan.Select = append(g.plan.Select, plan.Output{Expr: e, As: names[i]})
		}
		g.plan.Select = append(g.plan.Select, plan.Output{Expr: m, As: "amount"})
	}
	// The names of the keys, and the ones to show, which the question selects.
	names := make([]string, len(a.GroupBy))
	var shown []plan.Output
	for i, e := range b.GroupBy {
		names[i] = fmt.Sprintf("key_%d", i+1)
		for j, o := range b.Select {
			if j != below.at && o.Expr.String() == e.String() {
				shown = append(shown, plan.Output{Expr: plan.Col("whole", names[i]), As: o.As})
			}
		}
	}
	keys(above, names)
	keys(below, names)
	out := &plan.Plan{From: &plan.Source{Plan: b, Alias: "whole"}, Select: shown}
	j := plan.Join{Kind: plan.Left, Source: plan.Source{Plan: a, Alias: "part"}}
	for _, n := range names {
		j.On = append(j.On, plan.Op("=", plan.Col("part", n), plan.Col("whole", n)))
	}
	out.Joins = append(out.Joins, j)
	part := mustFragment("COALESCE(part.amount, 0)")
	out.Select = append(out.Select, plan.Output{As: "ratio",
		Expr: plan.Op("/", plan.Op("*", plan.Num("1.0"), part), nullIfZero(plan.Col("whole", "amount")))})
	out.Reading = plan.Sentence(fmt.Sprintf("ratio: %s, divided by %s", lowerFirst(a.Reading), lowerFirst(b.Reading)))
	out.Assumptions = append(a.Assumptions, b.Assumptions...)
	a.Assumptions, b.Assumptions = nil, nil
	return Result{Plan: out, Confidence: certainty(above.p.score*below.p.score) - 0.05, Matches: append(above.p.matches, below.p.matches...)}, true
}
