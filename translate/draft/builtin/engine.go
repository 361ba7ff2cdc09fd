package builtin

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
)

// Engine reads questions as a draft engine.
type Engine struct {
	// Bar is the confidence from which on a reading is the answer without a question back.
	Bar float64
}

// compete is how many readings compete for an answer.
const compete = 12

// Draft implements draft.Engine.
func (e Engine) Draft(ctx context.Context, q draft.Question) (draft.Result, error) {
	if len(q.After) > 0 {
		read, err := e.follow(ctx, q)
		if err != nil {
			return draft.Result{}, err
		}
		return e.outcome(ctx, q, read)
	}
	l, err := q.Links(ctx)
	if err != nil {
		return draft.Result{}, err
	}
	if at := slices.IndexFunc(l.Words, func(w link.Word) bool { return w.Low == ";" }); at >= 0 && at+1 < len(l.Words) {
		return draft.Result{Reason: "The question goes on behind a semicolon. Ask one thing at a time; if a lone apostrophe hid the semicolon " +
			"from psql, use :ask or /* ask: … */.", Unplaced: []string{";"}}, nil
	}
	return e.outcome(ctx, q, Of(q.Model).Read(l, compete))
}

// outcome decides what becomes of what was read.
func (e Engine) outcome(ctx context.Context, q draft.Question, read *Result) (draft.Result, error) {
	read.obey(q.Settled)
	out := draft.Result{Matches: read.matches(), Explain: read.aspects}
	if chosen := read.chosen(q.Settled); chosen != nil {
		out.Plan, out.Confidence, out.Read = chosen.described(), 1, chosen.Key()
		return out, nil
	}
	if err := read.try(ctx, q.Try); err != nil {
		return draft.Result{}, err
	}
	v := read.Judge(e.Bar)
	if len(q.Complaints) > 0 && len(read.Readings) > 0 {
		if told := read.told(cmp.Or(v.Answer, read.Readings[0]), q.Complaints); told != nil {
			v = Verdict{Answer: told, Confidence: 1}
		}
	}
	switch {
	case v.Answer != nil:
		out.Plan, out.Confidence, out.Read = v.Answer.described(), v.Confidence, v.Answer.Key()
	case v.Ask != nil:
		out.Confidence, out.Ask = v.Confidence, v.Ask.back()
	default:
		out.Unplaced = v.Silent.Unexplained
		var unknown []string
		unknown, out.Unfit = read.known(v.Silent.Unexplained)
		out.Reason = read.silence(unknown, out.Unfit)
		if len(q.After) > 0 {
			out.Reason = read.unread(q.Text)
		} else if len(out.Unfit) == 0 {
			if near := e.nearest(Of(q.Model), link.Of(q.Model), read); near != "" {
				out.Reason += " “" + near + "” could be answered."
			}
		}
	}
	return out, nil
}

// described returns the plan of a reading with the reading in words.
func (r *Reading) described() *plan.Plan {
	p := r.Plan.Clone()
	p.Reading = plan.Sentence(r.names.SayDefined(r.Set, r.defined))
	if len(p.OrderBy) == 0 && p.Limit == nil {
		p.OrderBy = r.orderOfGroups(p)
	}
	named := map[string]bool{}
	for _, o := range p.Select {
		named[o.As] = true
	}
	for i := range p.Select {
		p.Select[i].As = cmp.Or(besideName(p, i), p.Select[i].As)
		if o := &p.Select[i]; o.As == "" {
			if name := figureName(p, o.Expr); name != "" && !named[name] {
				o.As, named[name] = name, true
			}
		}
		if o := &p.Select[i]; calledBy(o.Expr) == "date_trunc" &&
			slices.Contains(dayOrMore, o.Expr.Node().GetFuncCall().Args[0].GetAConst().GetSval().GetSval()) {
			o.Expr = plan.Cast(o.Expr, "date")
		}
		if o := &p.Select[i]; o.As == "weekday" && calledBy(o.Expr) == "extract" {
			o.Expr = plan.Call("to_char", plan.Op("+", plan.Cast(plan.Str("2023-01-01"), "date"),
				plan.Cast(o.Expr, "int")), plan.Str("FMDay")) // a Sunday, day 0
		}
	}
	return p
}

// dayOrMore are periods that are told by the day on which they begin: no hour and no time zone of it means anything.
var dayOrMore = []string{"day", "week", "month", "quarter", "year"}

// chosen returns the reading that the user chose when asked back; nil: none, or it is no reading of the question any
// more.
func (res *Result) chosen(settled []plan.Constraint) *Reading {
	for _, c := range slices.Backward(settled) {
		if c.Kind != plan.ReadAs {
			continue
		}
		if chosen := res.Chosen(c.Value); chosen != nil {
			return chosen
		}
		for _, find := range []func() *Ask{holes{res}.hole, holes{res}.vague} {
			if ask := find(); ask != nil {
				if at := slices.IndexFunc(ask.Choices, func(one Choice) bool { return one.Reading.Key() == c.Value }); at >= 0 {
					return ask.Choices[at].Reading
				}
			}
		}
	}
	return nil
}

// obey keeps the readings that do as the user said, if there are any: those that use every table which must be used,
// and that relate two tables as was settled.
func (res *Result) obey(settled []plan.Constraint) {
	for _, c := range settled {
		var obeys func(r *Reading) bool
		switch {
		case c.Kind == plan.UseTable:
			obeys = func(r *Reading) bool {
				return slices.ContainsFunc(r.Plan.Tables(),
					func(n plan.Name) bool { return n.Table == c.Table && (c.Schema == "" || n.Schema == c.Schema) })
			}
		case c.Kind == plan.DropTable:
			obeys = func(r *Reading) bool {
				return !slices.ContainsFunc(r.Plan.Tables(),
					func(n plan.Name) bool { return n.Table == c.Table && (c.Schema == "" || n.Schema == c.Schema) })
			}
		case c.Kind == plan.UseJoin:
			obeys = func(r *Reading) bool { return !r.joinsOtherwise(c) }
		default:
			continue
		}
		var obeying []*Reading
		for _, r := range res.Readings {
			if obeys(r) {
				obeying = append(obeying, r)
			}
		}
		if len(obeying) > 0 && len(obeying) < len(res.Readings) {
			res.Readings = obeying
			res.settle()
		}
	}
}

// back returns a question back in the form that all engines have.
func (a *Ask) back() *draft.Back {
	b := &draft.Back{Kind: cmp.Or(a.Kind, "reading"), Phrase: a.Phrase, Before: a.Before,
		Message: cmp.Or(a.Message, "This can be read in several ways. Which is meant?")}
	if a.Phrase != "" && a.Message == "" {
		b.Message = fmt.Sprintf("“%s” can be read in several ways. Which is meant?", a.Phrase)
	}
	for _, c := range a.Choices {
		o := draft.Option{Label: c.Label, Meaning: c.Meaning, Settles: c.Settles}
		if o.Settles == nil {
			o.Settles = []plan.Constraint{{Kind: plan.ReadAs, Phrase: c.Label, Value: c.Reading.Key()}}
		}
		if said := c.Reading.Say(); said != c.Label && o.Meaning == "" {
			o.Meaning = said
		}
		b.Options = append(b.Options, o)
	}
	return b
}

// known parts words that the best reading leaves out: those that nothing explains, and those that say something, in
// the database or in any question, and of which nothing could be made beside the others.
func (res *Result) known(words []string) (unknown, unfit []string) {
	for _, w := range words {
		low := strings.ToLower(w)
		linked := slices.ContainsFunc(res.Lattice.Chunks, func(c link.Chunk) bool {
			return c.To == c.From+1 && res.Lattice.Words[c.From].Low == low && c.Links[0].Score >= knownWord
		})
		if number := strings.Trim(low, "0123456789.,:-") == ""; linked || grammar.Says(low) || number &&
			len(low) > 2 { // a year, or an amount
			unfit = append(unfit, w)
		} else {
			unknown = append(unknown, w)
		}
	}
	return unknown, unfit
}

// knownWord is how well a word must be found in the database to be known.
const knownWord = 0.7

// quoted lists words for people, each once.
func quoted(words []string) string {
	var out []string
	for _, w := range words {
		if w = "“" + w + "”"; !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

// silence says why there is no answer: which words nothing explains, or which parts could not be put together.
func (res *Result) silence(unknown, unfit []string) string {
	switch {
	case len(unknown) > 0:
		return "Nothing here explains " + quoted(unknown) + "."
	case len(unfit) > 0:
		return "The words are known, but no reading of the whole question was found: it would leave out " + quoted(unfit) + "."
	case len(res.apart) > 1:
		return fmt.Sprintf("Each part of the question is known, but “%s” could not be joined to “%s”.", res.apart[1], res.apart[0])
	case len(res.Dropped) > 0 && len(res.Readings) == 0 && !res.Dropped[0].isTwin():
		return fmt.Sprintf("Read as “%s”, %s.", res.Dropped[0].Say(), res.Dropped[0].Found[len(res.Dropped[0].Found)-1].Why)
	case len(res.Readings) > 0 && res.Readings[0].Signs.Complete():
		return fmt.Sprintf("The nearest reading is too unlikely to be what was meant: “%s”.", res.Readings[0].Say())
	case len(res.Readings) > 0:
		return fmt.Sprintf("The best reading leaves out part of the question: “%s”.", res.Readings[0].Say())
	}
	if len(res.Dropped) > 0 {
		return fmt.Sprintf("Read as “%s”, it would say nothing that a shorter question does not.", res.Dropped[0].Say())
	}
	return "No part of the question names anything here."
}

// isTwin reports whether a reading was dropped because another says the same: that is nothing to tell anybody.
func (r *Reading) isTwin() bool {
	return slices.ContainsFunc(r.Found, func(f Found) bool { return f.Validator == "detour" })
}

// nearest returns the question without the words that nothing explains, if it would be answered; "": it would not.
// What says no more than which rows there are is left out: a list of all rows is near to every question.
func (e Engine) nearest(r *Reader, x *link.Index, read *Result) string {
	if len(read.Readings) == 0 || len(read.Unplaced) == 0 || 2*len(read.Unplaced) > len(read.Lattice.Words) ||
		reverses(read.Lattice.Words) {
		return ""
	}
	var kept []string
	for _, w := range read.Lattice.Words {
		if slices.Contains(read.Unplaced, w.Text) || slices.Contains(read.Unplaced, w.Low) {
			kept = ended(kept) // by what: that goes with it
			continue
		}
		text := w.Text
		if w.Shape == link.Quoted {
			text = "'" + text + "'"
		}
		if w.Shape == link.Punct && len(kept) > 0 {
			kept[len(kept)-1] += text
			continue
		}
		kept = append(kept, text)
	}
	near := strings.Trim(strings.Join(ended(kept), " "), " ,.?!;")
	again := r.Read(x.Read(near, nil), compete)
	if len(again.Readings) == 0 || again.Confidence < e.Bar {
		return "" // which is known before it is looked for what to ask
	}
	if p := again.Readings[0].Plan; len(p.Where)+len(p.GroupBy)+len(p.OrderBy)+len(p.Joins) == 0 || again.Judge(e.Bar).Answer == nil {
		return ""
	}
	return near
}

// ended returns words without those at their end that cannot end a question.
func ended(words []string) []string {
	for len(words) > 0 && loose[strings.ToLower(strings.Trim(words[len(words)-1], ",.?!;"))] {
		words = words[:len(words)-1]
	}
	return words
}

// loose are words that cannot end a question: what followed them is gone.
var loose = map[string]bool{"are": true, "is": true, "were": true, "was": true, "be": true, "been": true, "that": true,
	"which": true, "who": true,
	"with": true, "have": true, "has": true, "had": true, "and": true, "or": true, "of": true, "in": true, "by": true,
	"from": true, "the": true,
	"a": true, "an": true, "to": true, "for": true, "on": true, "at": true, "their": true, "its": true}

// negations reverse what a question means; without the words around them nobody knows what.
var negations = map[string]bool{"not": true, "no": true, "never": true, "nothing": true, "none": true, "nobody": true,
	"without": true, "except": true,
	"neither": true, "nor": true, "only": true, "all": true, "but": true, "unless": true}

func reverses(words []link.Word) bool {
	return slices.ContainsFunc(words, func(w link.Word) bool { return negations[w.Low] || strings.HasSuffix(w.Low, "n't") })
}
