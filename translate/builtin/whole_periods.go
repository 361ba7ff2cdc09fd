package builtin

import (
	"fmt"
	"slices"

	"github.com/pgask/pgask/translate/plan"
)

// twoPeriods is a question for the same number in two periods.
type twoPeriods struct {
	what           []token // the words for the number, without the periods
	at             int     // where the periods stood in what
	earlier, later token
}

// periods reads "compare revenue in 2023 and 2024", "orders this month vs last month", "growth of revenue from 2023
// to 2024": one number for two periods in one row, and their difference. With groups there is one row for each.
func (p *parser) periods() (Result, bool) {
	c, ok := p.twoPeriods(p.toks[p.leadEnd():p.bodyEnd()])
	if !ok {
		return Result{}, false
	}
	if r, ok := p.periodsOfAll(c); ok {
		return r, true
	}
	return p.periodsPerGroup(c)
}

// separators between two periods always ask for a comparison. "And" and "to" do so only where other words of the
// question ask for one.
var separators = map[string]bool{"vs": true, "vs.": true, "versus": true, "against": true, "compared": true}

// twoPeriods finds the two periods in a question and the words for what is compared. ok is false when there are not
// two, or nothing asks for a comparison.
func (p *parser) twoPeriods(toks []token) (twoPeriods, bool) {
	asked := false
	if len(toks) > 0 && (toks[0].low == "compare" || toks[0].low == "comparison") {
		asked, toks = true, toks[1:]
		if len(toks) > 0 && toks[0].low == "of" {
			toks = toks[1:]
		}
	}
	if rest, ok := p.withoutChange(toks); ok {
		asked, toks = true, rest
	}
	var at []int
	for i, t := range toks {
		if t.kind == when || t.kind == number && t.year {
			at = append(at, i)
		}
	}
	if len(at) != 2 {
		return twoPeriods{}, false
	}
	i, j := at[0], at[1]
	between := toks[i+1 : j]
	said := slices.ContainsFunc(between, func(t token) bool { return separators[t.low] })
	for _, t := range between {
		if !separators[t.low] && !slices.Contains([]string{"and", "to", "with", "in", "for", "of", "the", "that", "those", "from", "over"}, t.low) {
			return twoPeriods{}, false
		}
	}
	if !asked && !said || len(between) == 0 || len(between) > 4 {
		return twoPeriods{}, false
	}
	start := i
	for start > 0 && slices.Contains([]string{"in", "for", "from", "between", "during", "of"}, toks[start-1].low) {
		start--
	}
	c := twoPeriods{what: append(slices.Clone(toks[:start]), toks[j+1:]...), at: start}
	a, b := spanOf(toks[i]), spanOf(toks[j])
	switch before, ok := a.before(b); {
	case !ok || len(c.what) == 0:
		return twoPeriods{}, false
	case before:
		c.earlier, c.later = toks[i], toks[j]
	default:
		c.earlier, c.later = toks[j], toks[i]
	}
	return c, true
}

// spanOf returns the period of a token that is a period or a year.
func spanOf(t token) period {
	if t.kind == when {
		return t.span
	}
	return yearPeriod(atoi(t.num))
}

// before reports whether p begins before o. ok is false when they begin together, or when it depends on today.
func (p period) before(o period) (before, ok bool) {
	a, b := p.from, o.from
	switch {
	case a.day != "" && b.day != "":
		return a.day < b.day, a.day != b.day
	case a.day == "" && b.day == "" && a.unit == b.unit && !a.shift && !b.shift && !p.open && !o.open:
		return a.n < b.n, a.n != b.n
	}
	return false, false
}

// during returns the question for the number in one of the periods.
func (c twoPeriods) during(when token) []token {
	in := token{kind: word, text: "in", low: "in", stem: "in"}
	return append(append(slices.Clone(c.what[:c.at]), in, when), c.what[c.at:]...)
}

// periodsOfAll compares one number over all rows. A column of each row, such as "invoice amount", is summed when adds
// allows it.
func (p *parser) periodsOfAll(c twoPeriods) (Result, bool) {
	first, ok := p.figureOf(c.during(c.earlier))
	if !ok { // "invoice amount" is a column: try its total
		c.what, c.at = append(tokenize("total"), c.what...), c.at+1
		if first, ok = p.figureOf(c.during(c.earlier)); !ok || !first.p.adds(first.p.form.items[0].measure) {
			return Result{}, false
		}
	}
	second, ok := p.figureOf(c.during(c.later))
	if !ok || first.plan.Select[0].As != second.plan.Select[0].As {
		return Result{}, false
	}
	what := first.plan.Select[0].As
	names := []string{what + "_" + periodName(spanOf(c.earlier)), what + "_" + periodName(spanOf(c.later))}
	first.plan.Select[0].As, second.plan.Select[0].As = names[0], names[1]
	out := &plan.Plan{From: &plan.Source{Plan: first.plan, Alias: "earlier"},
		Joins:  []plan.Join{{Kind: plan.Cross, Source: plan.Source{Plan: second.plan, Alias: "later"}}},
		Select: changeOf(plan.Col("earlier", names[0]), plan.Col("later", names[1]), names)}
	return c.result(out, first.p, second.p, first.plan, second.plan), true
}

// sumWords holds stems in names of columns that people mean to be summed: amounts, but not marks.
var sumWords = wordSet("amount total revenue fee cost quantity value payment spending profit budget sale tax salary expense volume hour")

// adds reports whether a measure is a sum of such a column.
func (p *parser) adds(m *measure) bool {
	return m != nil && m.fn == "sum" && slices.ContainsFunc(p.ix.info[m.field.table].columns[m.field.column], func(w string) bool { return sumWords[w] })
}

// changeOf returns the outputs for two numbers, their difference, and that in percent of the first.
func changeOf(a, b plan.Expr, names []string) []plan.Output {
	return []plan.Output{{Expr: a, As: names[0]}, {Expr: b, As: names[1]}, {Expr: plan.Op("-", b, a), As: "change"},
		{Expr: changePercent(plan.Op("-", b, a), a), As: "change_percent"}}
}

// result sets the reading, the assumptions and the confidence for the plan of a comparison.
func (c twoPeriods) result(out *plan.Plan, x, y *parser, first, second *plan.Plan) Result {
	out.Reading = plan.Sentence(fmt.Sprintf("%s, beside the same of %s, and the change", lowerFirst(first.Reading), spanOf(c.later).text))
	out.Assumptions = first.Assumptions
	for _, t := range []token{c.earlier, c.later} {
		if s := spanOf(t); s.from.day == "" && s.from.n == 0 {
			out.Assumptions = append(out.Assumptions, "“"+s.text+"” is not over yet")
		}
	}
	for _, pl := range []*plan.Plan{first, second} {
		pl.Reading, pl.Assumptions = "", nil
	}
	return Result{Plan: out, Confidence: certainty(min(x.score, y.score)) - 0.05, Matches: x.matches, Unseen: x.unseen[:min(len(x.unseen), maxUnseen)]}
}

// periodsPerGroup compares one number for each group. A group that has rows in only one of the periods has 0 in the
// other.
func (p *parser) periodsPerGroup(c twoPeriods) (Result, bool) {
	first, ok := p.grouping(numbered(c.during(c.earlier)))
	if !ok {
		return Result{}, false
	}
	second, ok := p.grouping(numbered(c.during(c.later)))
	if !ok || !sameGroups(first.p.form.groups, second.p.form.groups) || first.at != second.at || len(first.plan.Select) != len(second.plan.Select) {
		return Result{}, false
	}
	for _, g := range first.p.form.groups {
		if g.trunc != "" {
			return Result{}, false // the months of one year are not the months of another
		}
	}
	if m := first.p.form.items[len(first.p.form.items)-1].measure; m == nil || m.fn != "count" && m.fn != "sum" {
		return Result{}, false // an average over no rows does not exist
	}
	what := first.plan.Select[first.at].As
	names := []string{what + "_" + periodName(spanOf(c.earlier)), what + "_" + periodName(spanOf(c.later))}
	shown, keys := c.sides(first.plan, second.plan, first.at)
	reading, assumptions := first.plan.Reading, first.plan.Assumptions
	all := first.plan
	all.Reading, all.Assumptions = "", nil
	all.Combine = []plan.Combine{{Op: plan.Union, All: true, Plan: second.plan}}
	out := &plan.Plan{From: &plan.Source{Plan: all, Alias: "periods"}}
	for _, as := range append(keys, shown...) {
		out.GroupBy = append(out.GroupBy, plan.Col("periods", as))
	}
	for _, as := range shown {
		out.Select = append(out.Select, plan.Output{Expr: plan.Col("periods", as), As: as})
	}
	out.Select = append(out.Select, changeOf(plan.Call("sum", plan.Col("periods", earlierSide)), plan.Call("sum", plan.Col("periods", laterSide)), names)...)
	return c.result(out, first.p, second.p, &plan.Plan{Reading: reading, Assumptions: assumptions}, second.plan), true
}

// earlierSide and laterSide name the columns of the two numbers in the halves of the union.
const earlierSide, laterSide = "earlier", "later"

// sides makes each half select the number for its own period, 0 for the other one, and its groups. It returns the
// names of the columns to show, and of those that only tell groups apart.
func (c twoPeriods) sides(first, second *plan.Plan, at int) (shown, keys []string) {
	for n, pl := range []*plan.Plan{first, second} {
		number := pl.Select[at].Expr
		pl.Select = slices.Delete(pl.Select, at, at+1)
		if n == 0 {
			for _, o := range pl.Select {
				shown = append(shown, o.As)
			}
		}
		for i, e := range pl.GroupBy {
			key := fmt.Sprintf("key_%d", i+1)
			if n == 0 {
				keys = append(keys, key)
			}
			pl.Select = append(pl.Select, plan.Output{Expr: e, As: key})
		}
		figures := []plan.Expr{number, plan.Int(0)}
		if n == 1 {
			slices.Reverse(figures)
		}
		pl.Select = append(pl.Select, plan.Output{Expr: figures[0], As: earlierSide}, plan.Output{Expr: figures[1], As: laterSide})
	}
	return shown, keys
}
