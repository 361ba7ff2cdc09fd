package builtin

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// quotient reads a question that is taken apart into several: two numbers divided, such as "the ratio of loans to
// members" and "what percentage of members have a loan", differences, periods, and growth. Each number is read by a
// parser of its own. ok is false when the question is none of these, or one of its numbers cannot be read.
func (p *parser) quotient() (Result, bool) {
	for _, read := range []func() (Result, bool){p.overGroups, p.periods, p.growth, p.sideBySide} {
		if r, ok := read(); ok {
			return r, true
		}
	}
	i := p.leadEnd()
	if i+2 >= len(p.toks) {
		return Result{}, false
	}
	next := p.toks[i+1].low
	switch p.toks[i].low {
	case "ratio":
		if next == "of" || next == "between" {
			separator := map[string]string{"of": "to", "between": "and"}[next]
			if r, ok := p.quotientPerGroup(i+2, separator); ok {
				return r, true
			}
			return p.ratio(i+2, separator)
		}
	case "difference":
		if next == "between" {
			return p.difference(i + 2)
		}
	case "percentage", "percent", "share", "proportion", "fraction":
		if next == "of" {
			if r, ok := p.sharePerGroup(i + 2); ok {
				return r, true
			}
			return p.share(i + 2)
		}
	}
	return Result{}, false
}

// leadEnd returns the index after the words at the beginning that only ask to show something.
func (p *parser) leadEnd() int {
	i := 0
	for i < len(p.toks) && i < 8 {
		ph, n := phraseAt(p.toks, i)
		if n == 0 || ph.role != opener && ph.role != filler && ph.role != pronoun && ph.role != be && ph.role != ever {
			break
		}
		i += n
	}
	return i
}

// ratio divides the number before the separator by the one after it. from is where the first begins.
func (p *parser) ratio(from int, separator string) (Result, bool) {
	end := p.bodyEnd()
	for at := from + 1; at < end-1; at++ {
		if p.toks[at].low != separator || p.toks[at].kind == quoted {
			continue
		}
		above, ok := p.figure(from, at)
		if !ok {
			continue
		}
		below, ok := p.figure(at+1, end)
		if !ok {
			continue
		}
		if !above.sharing(below) {
			return Result{}, false
		}
		return p.divide(above, below, "ratio", 1), true
	}
	return Result{}, false
}

// sharing adds conditions of the second figure to the first when both are about rows of the same table: "in Paris" at
// the end of "the ratio of good to bad hotels in Paris" holds for both. It is false when the plan of the first cannot
// be built with them.
func (f figure) sharing(second figure) bool {
	a, b := f.p.form.subject, second.p.form.subject
	if a.table != b.table || len(a.conds) == 0 {
		return true
	}
	var more []cond
	for _, c := range b.conds {
		if !slices.ContainsFunc(a.conds, func(o cond) bool { return o.kind == c.kind && o.field == c.field }) {
			more = append(more, c)
		}
	}
	if len(more) == 0 || len(more) == len(b.conds) {
		return true // no further condition, or none in common
	}
	a.conds = append(slices.Clip(a.conds), more...)
	pl, err := f.p.build()
	if err != nil || len(pl.Select) != 1 {
		return false
	}
	pl.OrderBy = nil
	*f.plan = *pl
	return true
}

// share divides the number of rows for which a condition holds by the number of all such rows: "percentage of members
// who have a loan".
func (p *parser) share(from int) (Result, bool) {
	end := p.bodyEnd()
	part, ok := p.figure(from, end)
	if !ok {
		return Result{}, false
	}
	for at := end - 1; at > from; at-- {
		whole, ok := p.figure(from, at)
		// With more than one condition it would be unclear which of them also hold for the whole.
		if !ok || whole.p.form.subject.table != part.p.form.subject.table || len(part.conds())-len(whole.conds()) != 1 {
			continue
		}
		if ph, _ := phraseAt(p.toks, at); at < end-1 && len(whole.conds()) > 0 && ph.role != pronoun && ph.role != be && ph.role != have && ph.role != do {
			return Result{}, false
		}
		word := p.toks[from-2].low
		return p.divide(part, whole, word, percent(word)), true
	}
	return Result{}, false
}

// percent returns the factor for a quotient: 100 for a percentage, 1 for a share.
func percent(word string) int64 {
	if strings.HasPrefix(word, "percent") {
		return 100
	}
	return 1
}

// bodyEnd returns where the question ends, without the punctuation behind it.
func (p *parser) bodyEnd() int {
	end := len(p.toks)
	for end > 0 && p.toks[end-1].kind == punct {
		end--
	}
	return end
}

// figure is a question that was read as one number.
type figure struct {
	p    *parser
	plan *plan.Plan
}

func (f figure) conds() []cond { return f.p.form.subject.conds }

// figure reads some tokens as a question for one number. When they name only rows, the number is their count.
func (p *parser) figure(from, to int) (figure, bool) {
	return p.figureOf(append([]token(nil), p.toks[from:to]...))
}

// figureOf does the same as figure, for any tokens.
func (p *parser) figureOf(toks []token) (figure, bool) {
	sub := p.beside(append(tokenize("how many"), toks...))
	if ph, n := phraseAt(toks, p.articlesEnd(toks)); n > 0 && (ph.role == countOf || ph.role == howMany || ph.role == aggOp || ph.role == superl) {
		sub = p.beside(toks)
	}
	if at := p.articlesEnd(toks); at < len(toks) && revenueWords[toks[at].low] {
		sub = p.beside(toks)
	}
	if !sub.parse() || sub.ambiguity() != nil {
		return figure{}, false
	}
	f := sub.form
	if f.limit > 0 || len(f.groups) > 0 || len(f.having) > 0 || len(f.items) != 1 || f.items[0].measure == nil {
		return figure{}, false
	}
	pl, err := sub.build()
	if err != nil || len(pl.Select) != 1 || len(pl.GroupBy) > 0 || pl.Distinct {
		return figure{}, false
	}
	pl.OrderBy = nil
	return figure{sub, pl}, true
}

// articlesEnd returns the index after the fillers and quantifiers at the beginning of the tokens.
func (p *parser) articlesEnd(toks []token) int {
	i := 0
	for i < len(toks) {
		ph, n := phraseAt(toks, i)
		if n == 0 || ph.role != filler && ph.role != ever {
			break
		}
		i += n
	}
	return i
}

// beside returns a new parser for other tokens of the same question.
func (p *parser) beside(toks []token) *parser {
	q := newParser(p.ix, toks, p.settled)
	q.glossary, q.evidence, q.lookedUp = p.glossary, p.evidence, p.lookedUp
	return q
}

// divide returns the result for one figure divided by another, multiplied with times. what names the output. A
// divisor of 0 gives NULL, not an error.
func (p *parser) divide(above, below figure, what string, times int64) Result {
	pl := above.plan
	n, err := plan.SelectNode(below.plan)
	if err != nil {
		return Result{Reason: plan.Sentence(err.Error())}
	}
	// The factor has a decimal point, because dividing two integers would truncate.
	e := plan.Op("/", plan.Op("*", plan.Num(fmt.Sprintf("%d.0", times)), pl.Select[0].Expr), nullIfZero(plan.Scalar(n)))
	pl.Select = []plan.Output{{Expr: e, As: what}}
	pl.Reading = plan.Sentence(fmt.Sprintf("%s: %s, divided by %s", what, lowerFirst(pl.Reading), lowerFirst(below.plan.Reading)))
	return Result{Plan: pl, Confidence: certainty(above.p.score*below.p.score) - 0.05,
		Matches: append(above.p.matches, below.p.matches...), Unseen: above.p.unseen[:min(len(above.p.unseen), maxUnseen)]}
}

// nullIfZero returns NULLIF(e, 0), which prevents a division by zero.
func nullIfZero(e plan.Expr) plan.Expr {
	return plan.FromNode(&pg.Node{Node: &pg.Node_AExpr{AExpr: &pg.A_Expr{Kind: pg.A_Expr_Kind_AEXPR_NULLIF, Name: []*pg.Node{pg.MakeStrNode("=")},
		Lexpr: e.Node(), Rexpr: plan.Int(0).Node()}}})
}

// difference reads "the difference between revenue in 2025 and revenue in 2024", "… between the highest and the
// lowest price of products": the first number minus the second.
func (p *parser) difference(from int) (Result, bool) {
	end := p.bodyEnd()
	for at := from + 1; at < end-1; at++ {
		if p.toks[at].low != "and" || p.toks[at].kind == quoted {
			continue
		}
		below, ok := p.figure(at+1, end)
		if !ok {
			continue
		}
		above, ok := p.figure(from, at)
		if !ok { // "the highest and the lowest price": the noun after the second belongs to both
			ph, n := phraseAt(p.toks, at+1)
			if n == 0 || ph.role != superl && ph.role != aggOp {
				continue
			}
			if above, ok = p.figureOf(append(append([]token(nil), p.toks[from:at]...), p.toks[at+1+n:end]...)); !ok {
				continue
			}
		}
		node, err := plan.SelectNode(below.plan)
		if err != nil {
			return Result{}, false
		}
		pl := above.plan
		pl.Select = []plan.Output{{Expr: plan.Op("-", pl.Select[0].Expr, plan.Scalar(node)), As: "difference"}}
		pl.Reading = plan.Sentence(fmt.Sprintf("difference: %s, less %s", lowerFirst(pl.Reading), lowerFirst(below.plan.Reading)))
		return Result{Plan: pl, Confidence: certainty(above.p.score*below.p.score) - 0.05, Matches: append(above.p.matches, below.p.matches...)}, true
	}
	return Result{}, false
}
