package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// overdueState is what "overdue" says of rows of t: the only date by which something is due has passed, and the only date, or
// flag, that tells that it was done is missing.
func (p *parser) overdueState(t *schema.Table, w token) (cond, bool) {
	if w.low != "overdue" || w.kind != word || holdsWord(t, "overdue") {
		return cond{}, false
	}
	due, dones := p.dueOn(t), p.endings(t)
	if due == nil || len(dones) != 1 {
		return cond{}, false
	}
	done := dones[0]
	// The condition is what the word says; the reading tells what it was taken to be.
	missing := plan.IsNull(plan.Col(t.Name, done.Name), false)
	if done.Class == schema.Boolean {
		missing = plan.Not(plan.Col(t.Name, done.Name))
	}
	return cond{kind: stated, field: field{table: t}, pattern: "overdue: " + due.Name + " has passed, " + done.Name + " is missing",
		expr: plan.And(plan.Op("<", plan.Col(t.Name, due.Name), currentDate), missing)}, true
}

// dueOn is the only date of t whose name says that something is due.
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

// fulfilled are the stems of verbs that say that what was due was done.
var fulfilled = wordSet("return pay settle complete finish close resolve deliver submit")

// endings are the columns of t that tell that what was due was done: a date that may be missing, or a flag.
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
