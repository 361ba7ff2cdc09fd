package builtin

import (
	"strconv"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// bornBefore is "older than 60" where a table has no age and a date of birth.
func (p *parser) bornBefore(n *node) bool {
	ph, ok := p.accept(compar)
	if !ok || ph.hint != "age" || p.tok().kind != number {
		return false
	}
	c := p.bornOf(n.table)
	years, err := strconv.Atoi(p.tok().num)
	if c == nil || err != nil || years < 0 || years > 200 {
		return false
	}
	p.pos++
	p.try(func() bool { return p.word("years", "year") && (p.word("old", "of") || true) })
	p.word("age")
	m := moment{unit: "year", n: -years, shift: true}
	op := map[string]string{">": "<", "<": ">"}[ph.arg]
	n.conds = append(n.conds, cond{kind: inPeriod, field: field{n.table, c}, op: op,
		span: period{from: m, to: m, text: strconv.Itoa(years) + " years ago"}})
	return true
}

// yearsOld is "3 years old" and "3 years of age", where a column holds ages.
func (p *parser) yearsOld(n *node) bool {
	f, ok := p.measureOf(n.table, "age")
	t := p.tok()
	if !ok || t.kind != number {
		return false
	}
	p.pos++
	if !p.word("years", "year") || !p.word("old") && !(p.word("of") && p.word("age")) {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: f, op: "=", values: []value{{t.num, true}}})
	return true
}

// ageMeasure is "the average age of patients" where only the date of birth is known. fn is the aggregate.
func (p *parser) ageMeasure(fn string) *measure {
	if !p.word("age", "ages") {
		return nil
	}
	var of *node
	if p.form.subject != nil {
		of = p.form.subject
	} else if !p.try(func() bool {
		if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "for" && ph.arg != "among" {
			return false
		}
		p.articles()
		senses, k := p.noun(nil)
		if k == 0 {
			return false
		}
		s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
		if ok {
			of = p.node(s, k)
		}
		return ok
	}) {
		return nil
	}
	c := p.bornOf(of.table)
	if c == nil || p.hasAge(of.table) {
		return nil
	}
	years := plan.Call("date_part", plan.Str("year"), plan.Call("age", plan.Col(of.table.Name, c.Name)))
	return &measure{expr: plan.Call(fn, years), of: of, as: map[string]string{"avg": "average", "max": "maximum", "min": "minimum"}[fn] + "_age"}
}

// ageOf says whether a bare number said of people may be their age: "members over 30".
func (p *parser) ageOf(t *schema.Table, number token) bool {
	years, err := strconv.Atoi(number.num)
	return err == nil && years <= 120 && p.ix.isPeople(t) && (p.bornOf(t) != nil || p.hasAge(t))
}

// hasAge says whether a table keeps ages themselves.
func (p *parser) hasAge(t *schema.Table) bool {
	_, ok := p.measureOf(t, "age")
	return ok
}
