package builtin

import (
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// changeWords are words for how a number changes over time.
var changeWords = map[string]bool{"growth": true, "change": true, "changes": true, "increase": true, "increases": true, "decrease": true, "decline": true}

// growth reads "revenue growth by month", "month over month change in orders": a number for each period, with its
// difference from the period before.
func (p *parser) growth() (Result, bool) {
	toks, ok := p.withoutChange(p.toks[p.leadEnd():p.bodyEnd()])
	if !ok {
		return Result{}, false
	}
	g, ok := p.grouping(numbered(toks))
	if !ok {
		return Result{}, false
	}
	f := g.p.form
	if len(f.groups) != 1 || f.groups[0].trunc == "" || partNames[f.groups[0].trunc] != "" || len(g.plan.Select) != 2 || g.at != 1 {
		return Result{}, false
	}
	inner, unit, what := g.plan, f.groups[0].trunc, g.plan.Select[1].As
	when := inner.Select[0].As
	now := plan.Col("each_one", what)
	before := previous(now, plan.Col("each_one", when))
	out := &plan.Plan{From: &plan.Source{Plan: inner, Alias: "each_one"}, Select: []plan.Output{
		{Expr: plan.Col("each_one", when), As: when}, {Expr: now, As: what},
		{Expr: plan.Op("-", now, before), As: "change"},
		{Expr: changePercent(plan.Op("-", now, before), before), As: "change_percent"}},
		OrderBy: []plan.Order{{Expr: plan.Col("each_one", when)}}}
	out.Assumptions = append(inner.Assumptions, fmt.Sprintf("each %s is compared with the one before it that has any rows", unit))
	out.Reading = plan.Sentence(fmt.Sprintf("%s, and how much that differs from the %s before", lowerFirst(inner.Reading), unit))
	inner.Assumptions, inner.Reading = nil, ""
	return Result{Plan: out, Confidence: certainty(g.p.score) - 0.05, Matches: g.p.matches, Unseen: g.p.unseen[:min(len(g.p.unseen), maxUnseen)]}, true
}

// numbered returns the tokens as a question for a number: with "number of" before them, unless they name a number.
func numbered(toks []token) []token {
	if len(toks) > 0 && revenueWords[toks[0].low] {
		return toks
	}
	return counting(toks, nil)
}

// withoutChange removes the words for a change and adds the unit of time to group by: "growth of revenue by month"
// becomes "revenue by month". ok is false when the tokens have no such words.
func (p *parser) withoutChange(toks []token) (rest []token, ok bool) {
	unit, times := "", 0
	for _, t := range toks {
		if t.kind == when || t.kind == number && t.year {
			times++
		}
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		switch low := t.low; {
		case t.kind == word && changeWords[low] && !ok:
			ok = true
			if i+1 < len(toks) && (toks[i+1].low == "of" || toks[i+1].low == "in") {
				i++
			} else if i+1 < len(toks) && toks[i+1].low == "rate" {
				return nil, false // "growth rate": unclear whether the numbers themselves are wanted, too
			}
		case t.kind == word && adverbs[low] && i+1 < len(toks) && changeWords[toks[i+1].low]:
			unit = truncations[low] // "monthly growth of orders"
		case (separators[low] || low == "change") && times == 1 && relativeBefore(toks[i+1:]) > 0: // "per month compared to the previous month"
			ok = true
			i += relativeBefore(toks[i+1:])
		case t.kind == word && units[low] != "" && i+2 < len(toks) && (toks[i+1].low == "over" || toks[i+1].low == "on" || toks[i+1].low == "to") && toks[i+2].low == low:
			unit = units[low]
			i += 2
		default:
			rest = append(rest, t)
		}
	}
	if !ok || len(rest) == 0 {
		return nil, false
	}
	if unit != "" {
		rest = append(rest, tokenize("per "+unit)...)
	}
	return rest, true
}

// relativeBefore returns how many tokens "to the previous month" takes at the end of a question; 0 when the tokens
// are nothing like it.
func relativeBefore(toks []token) int {
	for i, t := range toks {
		switch {
		case t.kind == when && t.span.from.day == "" && t.span.from.n == -1 && !t.span.open && i == len(toks)-1:
			return i + 1
		case t.low != "to" && t.low != "with" && t.low != "the":
			return 0
		}
	}
	return 0
}

// previous returns the expression for the value in the row before, in the order of time.
func previous(value, time plan.Expr) plan.Expr {
	e := plan.Call("lag", value)
	e.Node().GetFuncCall().Over = &pg.WindowDef{FrameOptions: defaultFrame,
		OrderClause: []*pg.Node{{Node: &pg.Node_SortBy{SortBy: &pg.SortBy{Node: time.Node(), SortbyDir: pg.SortByDir_SORTBY_DEFAULT, SortbyNulls: pg.SortByNulls_SORTBY_NULLS_DEFAULT}}}}}
	return e
}

// changePercent returns a change in percent of the value before; NULL where that is 0.
func changePercent(change, before plan.Expr) plan.Expr {
	return plan.Op("/", plan.Op("*", plan.Num("100.0"), change), nullIfZero(before))
}

// periodName returns a period as part of the name of a column: march_2024.
func periodName(s period) string { return plainName(strings.ReplaceAll(s.text, "-", "_")) }
