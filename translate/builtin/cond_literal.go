package builtin

import (
	"math/big"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// moreValues reads further values of the same column, ", X or Y", and appends them to c.values.
func (p *parser) moreValues(c *cond) {
	for p.try(func() bool {
		sep := p.word(",")
		if _, ok := p.accept(disj); !ok {
			if !sep {
				return false
			}
			p.accept(disj)
		}
		p.skip(prep)
		p.try(func() bool { // "or the state of Wisconsin": the column is said again
			senses, k := p.noun(c.field.table)
			if k == 0 || senses[0].kind != columnSense || senses[0].field != c.field {
				return false
			}
			p.pos += k
			p.skip(prep)
			return true
		})
		v, ok := p.literal(c.field)
		if ok {
			c.values = append(c.values, v)
			p.columnSaid(c.field)
		}
		return ok
	}) {
	}
}

// columnSaid passes over the name of the column behind the last of several values: "king or queen beds", "red or blue
// color".
func (p *parser) columnSaid(f field) {
	p.try(func() bool {
		t := p.tok()
		if _, k := p.role(); k > 0 || t.kind != word || deedOnly(f.column.Name, t) || !slices.Contains(p.ix.info[f.table].columns[f.column], t.stem) {
			return false
		}
		p.pos++
		return true
	})
}

// atoi returns the number that the leading digits of s make, 0 if there are none. It stops once the number exceeds
// 1<<20.
func atoi(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 1<<20 {
			return n
		}
		n = 10*n + int(r-'0')
	}
	return n
}

// unitWords are words that may follow a number and add nothing to the column's meaning.
var unitWords = map[string]bool{"dollar": true, "dollars": true, "euro": true, "euros": true, "usd": true, "eur": true, "pounds": true,
	"percent": true, "%": true, "kg": true, "kilograms": true, "lbs": true, "km": true, "kilometers": true, "miles": true, "meters": true,
	"feet": true, "cm": true, "inches": true, "hours": true, "minutes": true, "seconds": true, "mm": true, "grams": true, "$": true, "€": true, "points": true}

// number reads a number as a value of f, with a unit behind it. It converts the number to the unit of the column, and
// fails if that is not possible.
func (p *parser) number(f field) (value, bool) {
	p.skip()
	t := p.tok()
	if t.kind != number {
		return value{}, false
	}
	p.pos++
	num := t.num
	said, unit := measureUnits[p.tok().low]
	if own, ok := unitOf(f.column); ok && !unit && letterUnits[p.tok().low].of == own.of {
		said, unit = letterUnits[p.tok().low], true // "6 m"
	}
	switch {
	case unit && p.tok().kind == word:
		if num, unit = p.inUnitOf(f, num, said); !unit {
			return value{}, false
		}
		p.pos++
		p.try(func() bool { // "20 hours per week", where the column says so
			return p.word("per", "a", "each") && slices.Contains(split(f.column.Name), "per") && p.word(split(f.column.Name)...)
		})
	case minorUnits(f.column) && (money[p.tok().low] || minorWords[p.tok().low]):
		if !minorWords[p.tok().low] {
			num = hundredfold(num)
		}
		p.pos++
	case minorUnits(f.column):
		p.doubt(0.6) // "over 400" of amount_cents may mean euros or cents
	case unitWords[p.tok().low] && p.tok().kind != quoted:
		p.pos++
	case p.tok().low == "years" || p.tok().low == "year":
		if p.ahead(1).low == "old" {
			p.pos += 2
		} else if len(p.ix.info[f.table].columns[f.column]) > 0 && slices.Contains(p.ix.info[f.table].columns[f.column], "age") {
			p.pos++
		}
	}
	return value{num, true}, true
}

// minorWords are names of a hundredth of a currency unit.
var minorWords = map[string]bool{"cent": true, "cents": true, "pence": true, "pennies": true, "centimes": true}

// minorUnits reports whether c is a number whose name says that it counts hundredths of a currency unit, such as
// amount_cents.
func minorUnits(c *schema.Column) bool {
	ws := split(c.Name)
	return c.Class.Numeric() && len(ws) > 1 && minorWords[ws[len(ws)-1]]
}

// hundredfold returns the decimal number num times 100; num itself if it is no number or longer than 30 characters.
func hundredfold(num string) string {
	n, ok := new(big.Rat).SetString(num)
	if !ok || len(num) > 30 {
		return num
	}
	text := n.Mul(n, big.NewRat(100, 1)).FloatString(6)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// literal reads a value of f: a stored value in the column's spelling, a quoted one, a number, or a code that the
// profile does not hold. It fails for dates and booleans.
func (p *parser) literal(f field) (value, bool) {
	p.skip()
	t := p.tok()
	switch {
	case t.kind == quoted:
		return p.quoted(f)
	case t.kind == number && f.column.Class.Numeric():
		return p.number(f)
	case f.column.Class.Numeric() || f.column.Class.Temporal() || f.column.Class == schema.Boolean:
		return value{}, false
	}
	for k := min(maxNoun, len(p.toks)-p.pos); k > 0; k-- {
		for _, s := range p.ix.findValues(p.toks[p.pos : p.pos+k]) {
			if s.column == f.column {
				p.note(p.pos, p.pos+k, sense{kind: valueSense, table: f.table, field: f, value: s.value, score: s.score})
				p.pos += k
				return value{text: s.value}, true
			}
		}
	}
	if t.kind == word && (t.upper || len(t.low) > 2) {
		if v, ok := inColumn(f.column, t.text); ok {
			p.pos++
			return value{text: v}, true
		}
	}
	if t.kind == number {
		if len(known(f.column)) == 0 || f.column.Profile.Complete {
			if v, ok := inColumn(f.column, t.text); ok {
				p.pos++
				return value{text: v}, true
			}
		}
		p.pos++
		p.doubt(0.88)
		return value{text: t.text}, true
	}
	return p.code(f)
}

// quoted reads a quoted value of f. It returns the column's own spelling if that is known, else the text as it is, with
// less confidence the less likely the column holds it. It fails for numeric columns.
func (p *parser) quoted(f field) (value, bool) {
	t := p.tok()
	if f.column.Class.Numeric() {
		return value{}, false
	}
	p.pos++
	if v, ok := inColumn(f.column, t.text); ok {
		return value{text: v}, true
	}
	for _, s := range p.ix.findValues([]token{t}) {
		if s.column == f.column {
			return value{text: s.value}, true
		}
	}
	switch {
	case f.column.Profile.Complete || f.column.Class == schema.Enum:
		p.doubt(0.66) // the profile is complete and does not hold the value
		return value{text: t.text}, true
	case p.elsewhere(t, f):
		return p.unverified(f, t.text, 0.6)
	}
	if s, ok := p.seen(f, t.text); ok && len(s.Values) == 0 {
		p.doubt(0.95) // the user quoted it, so it is meant as is, and no row has it
		return value{text: t.text}, true
	}
	return p.unverified(f, t.text, 0.95)
}

// elsewhere reports whether another column of f's table is known to hold the value.
func (p *parser) elsewhere(t token, f field) bool {
	for _, s := range p.ix.findValues([]token{t}) {
		if s.table == f.table {
			return true
		}
	}
	return false
}

// code reads up to four capitalized words as a value that the profile does not hold. It fails for columns that are not
// text or whose profile is complete.
func (p *parser) code(f field) (value, bool) {
	t := p.tok()
	if t.kind != word || !t.upper || f.column.Class != schema.Text || f.column.Profile.Complete {
		return value{}, false
	}
	var text []string
	for t = p.tok(); t.kind == word && t.upper && len(text) < 4; t = p.tok() {
		text = append(text, t.text)
		p.pos++
	}
	return p.unverified(f, strings.Join(text, " "), 0.85)
}
