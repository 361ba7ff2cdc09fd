package builtin

import (
	"fmt"

	"github.com/pgask/pgask/translate/plan"
)

// union reads "the cities of stores and suppliers": the same columns from two tables that no key joins directly. Each
// half is read by a parser of its own.
func (p *parser) union() (Result, bool) {
	end := p.bodyEnd()
	for at := end - 2; at > 2; at-- {
		if p.toks[at].kind != word || p.toks[at].low != "and" && p.toks[at].low != "or" {
			continue
		}
		second, k := p.tableAt(at+1, end)
		if k != end {
			continue
		}
		of := at - 1
		for of > 0 && p.toks[of].low != "of" && p.toks[of].low != "for" {
			of--
		}
		first, k := p.tableAt(of+1, at)
		if of == 0 || k != at || first.table == second.table || p.ix.graph.joined(first.table, second.table) {
			return Result{}, false
		}
		return p.unite(p.toks[:at], append(append([]token(nil), p.toks[:of+1]...), p.toks[at+1:end]...), first, second)
	}
	return Result{}, false
}

// tableAt reads the tokens from i up to end as a table without conditions. It returns its sense, and end; 0 when they
// are not one.
func (p *parser) tableAt(i, end int) (sense, int) {
	for i < end {
		ph, n := phraseAt(p.toks, i)
		if n == 0 || ph.role != filler && ph.role != ever && ph.role != either {
			break
		}
		i += n
	}
	if i >= end {
		return sense{}, 0
	}
	for _, s := range p.explain(i, end, nil) {
		if s.kind == tableSense && s.score >= 0.84 && len(s.conds) == 0 {
			return s, end
		}
	}
	return sense{}, 0
}

// unite reads the two halves a and b, about the tables of first and second, and returns the union of their rows.
func (p *parser) unite(a, b []token, first, second sense) (Result, bool) {
	x, y := p.beside(append([]token(nil), a...)), p.beside(b)
	if !x.parse() || !y.parse() || x.ambiguity() != nil || y.ambiguity() != nil {
		return Result{}, false
	}
	for i, q := range []*parser{x, y} {
		f := q.form
		if f.subject.table != []sense{first, second}[i].table || len(f.subject.conds) > 0 || len(f.groups) > 0 || len(f.order) > 0 || f.limit > 0 {
			return Result{}, false
		}
		for _, it := range f.items {
			if it.field.column == nil || it.field.table != f.subject.table || it.follow != nil {
				return Result{}, false
			}
		}
	}
	if len(x.form.items) != len(y.form.items) {
		return Result{}, false
	}
	for i := range x.form.items {
		if x.form.items[i].field.column.Class != y.form.items[i].field.column.Class {
			return Result{}, false
		}
	}
	pl, err := x.build()
	if err != nil {
		return Result{}, false
	}
	other, err := y.build()
	if err != nil {
		return Result{}, false
	}
	pl.Distinct, other.Distinct = false, false
	pl.Combine = []plan.Combine{{Op: plan.Union, Plan: other}}
	pl.Assumptions = append(pl.Assumptions, other.Assumptions...)
	pl.Reading = plan.Sentence(fmt.Sprintf("%s, and %s, each once", lowerFirst(pl.Reading), lowerFirst(other.Reading)))
	other.Reading, other.Assumptions = "", nil
	return Result{Plan: pl, Confidence: certainty(x.score * y.score), Matches: append(x.matches, y.matches...)}, true
}
