package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// overdueState returns the condition for "overdue" on rows of t: the only due date has passed, and the only date or
// flag that tells that it was done is missing or false. ok is false for other words, or when t does not have exactly
// one of each.
func (p *parser) overdueState(t *schema.Table, w token) (cond, bool) {
	if w.low != "overdue" || w.kind != word || holdsWord(t, "overdue") {
		return cond{}, false
	}
	due, dones := p.dueOn(t), p.endings(t)
	if due == nil || len(dones) != 1 {
		return cond{}, false
	}
	done := dones[0]
	// pattern is how Reading states the condition.
	missing := plan.IsNull(plan.Col(t.Name, done.Name), false)
	if done.Class == schema.Boolean {
		missing = plan.Not(plan.Col(t.Name, done.Name))
	}
	return cond{kind: stated, field: field{table: t}, pattern: "overdue: " + due.Name + " has passed, " + done.Name + " is missing",
		expr: plan.And(plan.Op("<", plan.Col(t.Name, due.Name), currentDate), missing)}, true
}

// dueOn returns the only date of t whose name says that something is due; nil when there is none, or more than one.
func (p *parser) dueOn(t *schema.Table) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		if !c.Class.Temporal() || !slices.ContainsFunc(p.ix.info[t].columns[c], func(w string) bool { return w == "due" || w == "deadlin" }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// fulfilled holds stems of verbs in names of columns that tell that what was due is done.
var fulfilled = wordSet("return pay settle complete finish close resolve deliver submit")

// endings returns the columns of t that tell that what was due is done: nullable dates and flags.
func (p *parser) endings(t *schema.Table) []*schema.Column {
	var found []*schema.Column
	for _, c := range t.Columns {
		if slices.ContainsFunc(p.ix.info[t].columns[c], func(w string) bool { return fulfilled[w] }) &&
			(c.Class.Temporal() && !c.NotNull || c.Class == schema.Boolean) {
			found = append(found, c)
		}
	}
	return found
}
