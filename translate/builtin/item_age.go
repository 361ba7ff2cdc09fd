package builtin

import (
	"strconv"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// bornBefore reads "older than 60" and adds a condition on the date of birth to n, where the table has one. Ages above
// 200 are not accepted.
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

// yearsOld reads "3 years old" or "3 years of age" and adds a comparison with the age column to n, where the table has
// one.
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

// ageMeasure reads "age" in "the average age of patients" and returns the aggregate fn of the age computed from the
// date of birth. It returns nil when there is no date of birth, or when a column holds the age.
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

// ageOf reports whether a number said of rows of t may be their age, "members over 30": the rows are people of known
// age, and the number is at most 120.
func (p *parser) ageOf(t *schema.Table, number token) bool {
	years, err := strconv.Atoi(number.num)
	return err == nil && years <= 120 && p.ix.isPeople(t) && (p.bornOf(t) != nil || p.hasAge(t))
}

// hasAge reports whether t has an age column.
func (p *parser) hasAge(t *schema.Table) bool {
	_, ok := p.measureOf(t, "age")
	return ok
}
