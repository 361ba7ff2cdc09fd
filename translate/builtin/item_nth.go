package builtin

import (
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// nthWords maps ordinals that may stand before a superlative to their numbers.
var nthWords = map[string]int64{"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}

// maxNth is the greatest ordinal that is read, as in "the 57th largest".
const maxNth = 1000

// nth consumes the ordinal of "the second most expensive" or "the 3rd largest", but not the superlative, and returns
// its number. Without an ordinal it consumes nothing and returns 1.
func (p *parser) nth() int64 {
	m := p.pos
	p.skip()
	t := p.tok()
	n := nthWords[t.low]
	if len(t.low) > 2 && t.kind == word {
		if digits, end := t.low[:len(t.low)-2], t.low[len(t.low)-2:]; strings.Contains("st nd rd th", end) {
			if v, err := strconv.ParseInt(digits, 10, 32); err == nil && v > 0 && v <= maxNth {
				n = v
			}
		}
	}
	if n == 0 || t.kind == quoted {
		p.pos = m
		return 1
	}
	p.pos++
	if ph, k := p.role(); k == 0 || ph.role != superl && ph.role != mostOp && ph.role != common {
		p.pos = m
		return 1
	}
	return n
}

// nthValue makes the level select the nth of the distinct values of e. The level must have its joins and conditions
// already.
func (l *level) nthValue(e plan.Expr, desc bool, nth int64) {
	one, skip := int64(1), nth-1
	l.plan.Select = []plan.Output{{Expr: e}}
	l.plan.Distinct = true
	l.plan.Where = append(l.plan.Where, plan.IsNull(e, true))
	l.plan.OrderBy = []plan.Order{{Expr: e, Desc: desc}}
	l.plan.Limit, l.plan.Offset = &one, &skip
}

// nthWord returns an ordinal with a space behind it, "2nd ", for use in a reading, and "" for the first.
func nthWord(n int64) string {
	if n <= 1 {
		return ""
	}
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		end = map[int64]string{1: "st", 2: "nd", 3: "rd"}[n%10]
		if end == "" {
			end = "th"
		}
	}
	return strconv.FormatInt(n, 10) + end + " "
}

// figureFollows reports whether a numeric column stands n tokens ahead, behind a superlative: "second highest price".
func (p *parser) figureFollows(n int) bool {
	m := p.pos
	defer func() { p.pos = m }()
	p.pos += n
	senses, k := p.noun(nil)
	return k > 0 && senses[0].kind == columnSense && senses[0].field.column.Class.Numeric()
}
