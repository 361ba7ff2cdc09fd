package builtin

import (
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// weekdays maps words to days of the week, numbered as isodow in PostgreSQL: 1 is Monday.
var weekdays = map[string][]int{"monday": {1}, "tuesday": {2}, "wednesday": {3}, "thursday": {4}, "friday": {5}, "saturday": {6}, "sunday": {7},
	"weekend": {6, 7}, "weekday": {1, 2, 3, 4, 5}, "workday": {1, 2, 3, 4, 5}}

// dayParts maps phrases such as "hour of the day" to the part of a time to group by, as the date_part function of
// PostgreSQL names it.
var dayParts = []struct{ words, part string }{{"day of the week", "isodow"}, {"day of week", "isodow"}, {"weekday", "isodow"}, {"weekdays", "isodow"},
	{"hour of the day", "hour"}, {"hour of day", "hour"}, {"hour", "hour"}, {"hours", "hour"}}

// onWeekday reads days of the week, "on a Monday", "on weekends", and adds a condition on the date of n.
func (p *parser) onWeekday(n *node) bool {
	return p.onDaysOf(n, field{})
}

// onDaysOf is onWeekday for the date f that a verb has named. An empty f means the date of n's rows.
func (p *parser) onDaysOf(n *node, f field) bool {
	if ph, ok := p.accept(prep); !ok || ph.arg != "on" && ph.arg != "at" && ph.arg != "during" {
		return false
	}
	p.skip(each)
	days := weekdays[strings.TrimSuffix(p.tok().low, "s")]
	if days == nil || p.tok().kind != word {
		return false
	}
	said := p.tok().text
	p.pos++
	if f.column == nil {
		var ok bool
		if f, ok = p.happened(n); !ok {
			return false
		}
	}
	c := cond{kind: onDays, field: f, op: "=", pattern: said}
	for _, d := range days {
		c.values = append(c.values, value{strconv.Itoa(d), true})
	}
	n.conds = append(n.conds, c)
	return true
}

// groupPart reads a part of a time, "weekday", "hour of the day", and adds it to the groups.
func (p *parser) groupPart() bool {
	table := p.factTable()
	if table == nil || !p.aggregating() && !p.countableItem() {
		return false
	}
	for _, d := range dayParts {
		ws := strings.Fields(d.words)
		if p.pos+len(ws) > len(p.toks) || strings.Join(strings.Fields(strings.ToLower(p.text(p.pos, p.pos+len(ws)))), " ") != d.words {
			continue
		}
		f, ok := p.dateField(p.keep(&node{table: table}))
		if !ok || d.part == "hour" && f.column.Class == schema.Date {
			return false
		}
		p.pos += len(ws)
		p.form.groups = append(p.form.groups, item{field: f, trunc: d.part})
		return true
	}
	return false
}

// part returns the expression for one part of the time c, as an integer.
func part(unit string, c plan.Expr) plan.Expr {
	return plan.Cast(plan.Call("date_part", plan.Str(unit), c), "integer")
}

// partNames maps parts of times to the names of their output columns.
var partNames = map[string]string{"isodow": "weekday", "hour": "hour"}
