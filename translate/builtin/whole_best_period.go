package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// bestPeriod reads "in which month were the most orders placed", "the year with the highest revenue", "busiest month
// for loans". Its plan computes the number for each such period, and returns the one where it is the highest or
// lowest.
func (p *parser) bestPeriod() (Result, bool) {
	toks := p.toks[:p.bodyEnd()]
	unit, what, desc, ok := asksForPeriod(toks, p.leadEnd())
	if !ok || len(what) == 0 {
		return Result{}, false
	}
	g, ok := p.grouping(append(slices.Clone(what), worded("per "+unit, toks[0].start)...))
	if !ok || len(g.p.form.groups) != 1 || g.p.form.groups[0].trunc == "" && unit != "year" {
		return Result{}, false
	}
	one := int64(1)
	key := plan.Order{Expr: g.plan.Select[g.at].Expr, Desc: desc}
	if desc {
		key.Nulls = "last"
	}
	g.plan.OrderBy, g.plan.Limit = []plan.Order{key}, &one
	if f := g.p.form.groups[0].field; f.column != nil && !f.column.NotNull { // rows without a date belong to no period
		for _, e := range g.plan.GroupBy {
			g.plan.Where = append(g.plan.Where, plan.IsNull(e, true))
		}
	}
	g.plan.Reading = plan.Sentence("the " + unit + map[bool]string{true: " with the highest of: ", false: " with the lowest of: "}[desc] + lowerFirst(g.plan.Reading))
	return Result{Plan: g.plan, Confidence: certainty(g.p.score * 0.97), Matches: g.p.matches, Unseen: g.p.unseen[:min(len(g.p.unseen), maxUnseen)]}, true
}

// asksForPeriod splits such a question into the unit of time, the question for the number in each unit, and whether
// the highest is asked for (desc). lead is the end of the words that only ask to show something.
func asksForPeriod(toks []token, lead int) (unit string, what []token, desc, ok bool) {
	i := lead
	for i < len(toks) && (toks[i].low == "in" || toks[i].low == "on" || toks[i].low == "which" || toks[i].low == "what" || toks[i].low == "the") {
		i++
	}
	if i < len(toks) && toks[i].low == "busiest" && i+1 < len(toks) {
		unit = periodUnit(toks, i+1)
		rest := toks[i+1+unitWidth(toks, i+1):]
		if unit == "" || len(rest) < 2 || rest[0].low != "for" && rest[0].low != "of" {
			return "", nil, false, false
		}
		return unit, slices.Concat(worded("number of", toks[0].start), rest[1:]), true, true
	}
	if i >= len(toks) {
		return "", nil, false, false
	}
	if unit = periodUnit(toks, i); unit == "" {
		return "", nil, false, false
	}
	i += unitWidth(toks, i)
	does := false
	switch role, n := phraseAt(toks, i); {
	case n > 0 && (role.role == be || role.role == have || role.role == with):
		i += n
		if role.role == with && strings.HasSuffix(toks[i-1].low, "the") {
			i-- // "with the" is one phrase, but "the" belongs to "the most"
		}
	case n == 1 && role.role == do:
		does = true
		i++
	default:
		return "", nil, false, false
	}
	for i < len(toks) && (toks[i].low == "there" || toks[i].low == "we" || toks[i].low == "have") {
		i++
	}
	role, n := phraseAt(toks, i)
	if n == 0 || role.role != mostOp && !(role.role == superl && role.hint == "") {
		return "", nil, false, false
	}
	rest := toks[i+n:]
	if role.role == superl {
		return unit, rest, role.arg == "desc", len(rest) > 0
	}
	if does {
		rest = inThePast(rest)
	}
	return unit, slices.Concat(worded("number of", toks[0].start), rest), role.arg == "desc", len(rest) > 0
}

// inThePast replaces the bare verb in "did most members join" by its past form: "members joined".
func inThePast(toks []token) []token {
	for i := len(toks) - 1; i > 0; i-- {
		t := toks[i]
		if t.kind != word || !genericVerbs[t.stem] || participle(t) || strings.HasSuffix(t.low, "s") {
			continue
		}
		past := t.low + "ed"
		if strings.HasSuffix(t.low, "e") {
			past = t.low + "d"
		}
		if stem(past) != t.stem {
			return toks
		}
		return slices.Concat(toks[:i], worded(past, t.start), toks[i+1:])
	}
	return toks
}

// periodUnit returns the unit of time at token i; empty when none stands there.
func periodUnit(toks []token, i int) string {
	switch low := toks[i].low; low {
	case "month", "year", "quarter", "week", "weekday":
		return low
	case "day":
		if unitWidth(toks, i) > 1 {
			return "weekday"
		}
		return low
	}
	return ""
}

// unitWidth returns how many tokens the unit at token i takes: 3 for "day of week", 4 for "day of the week", 1 for
// others.
func unitWidth(toks []token, i int) int {
	if i < len(toks) && toks[i].low == "day" && i+2 < len(toks) && toks[i+1].low == "of" {
		if toks[i+2].low == "week" {
			return 3
		}
		if i+3 < len(toks) && toks[i+2].low == "the" && toks[i+3].low == "week" {
			return 4
		}
	}
	return 1
}
