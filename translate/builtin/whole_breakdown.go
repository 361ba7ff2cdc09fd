package builtin

import (
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// sharePerGroup reads "the share of orders by channel", "percentage of revenue per category": the number for each
// group divided by the sum over all groups. The only condition allowed is a time: in "percentage of cancelled orders
// per month" it is open whether the whole is all cancelled orders or all orders of the month.
func (p *parser) sharePerGroup(from int) (Result, bool) {
	toks := p.toks[from:p.bodyEnd()]
	sub := p.beside(append(tokenize("number of"), toks...))
	if at := p.articlesEnd(toks); at < len(toks) && (revenueWords[toks[at].low] || wholes(toks[at:])) {
		sub = p.beside(toks)
	}
	if !sub.parse() || sub.ambiguity() != nil || !sub.breaksDown() {
		return Result{}, false
	}
	pl, err := sub.build()
	if err != nil {
		return Result{}, false
	}
	figure := pl.Select[len(pl.Select)-1].Expr
	word := p.toks[from-2].low
	whole := plan.Call("sum", figure)
	whole.Node().GetFuncCall().Over = &pg.WindowDef{FrameOptions: defaultFrame}
	share := plan.Op("/", plan.Op("*", plan.Num(fmt.Sprintf("%d.0", percent(word))), figure), nullIfZero(whole))
	pl.Select = append(pl.Select, plan.Output{Expr: share, As: word})
	pl.Reading = plan.Sentence(fmt.Sprintf("%s of the whole: %s", word, lowerFirst(pl.Reading)))
	return Result{Plan: pl, Confidence: certainty(sub.score) - 0.05, Matches: sub.matches, Unseen: sub.unseen[:min(len(sub.unseen), maxUnseen)]}, true
}

// defaultFrame is the value of FrameOptions in the parse tree of a window without a frame clause.
const defaultFrame = 1058

// wholes reports whether the tokens begin with a count or a total.
func wholes(toks []token) bool {
	ph, n := phraseAt(toks, 0)
	return n > 0 && (ph.role == countOf || ph.role == howMany || ph.role == aggOp && ph.arg == "sum")
}

// breaksDown reports whether the form is one total or count for each group, without conditions other than a time.
func (p *parser) breaksDown() bool {
	f := p.form
	if len(f.groups) == 0 || f.limit > 0 || len(f.having) > 0 || len(f.items) < 2 {
		return false
	}
	last := f.items[len(f.items)-1].measure
	if last == nil || last.distinct || last.fn != "count" && last.fn != "sum" {
		return false
	}
	for _, it := range f.items[:len(f.items)-1] {
		if it.measure != nil {
			return false
		}
	}
	for _, n := range []*node{f.subject, last.of} {
		for _, c := range n.conds {
			if c.kind != inPeriod {
				return false
			}
		}
	}
	return true
}
