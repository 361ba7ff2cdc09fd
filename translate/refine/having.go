package refine

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan/edit"

	"github.com/pgask/pgask/translate/plan"
)

// comparisons maps words that compare with a number to operators.
var comparisons = map[string]string{"more than": ">", "greater than": ">", "over": ">", "above": ">", "at least": ">=", "no fewer than": ">=",
	"no less than": ">=", "less than": "<", "fewer than": "<", "under": "<", "below": "<", "at most": "<=", "no more than": "<=",
	"exactly": "=", "equal to": "="}

const (
	compares = `(more than|greater than|over|above|at least|no fewer than|no less than|less than|fewer than|under|below|at most|no more than|exactly|equal to)`
	amount   = `([0-9]+(?:\.[0-9]+)?)`
	subject  = `^(?:only |just )?(?:the )?(?:(those|these|them|the ones|ones|[a-z_ ]+?) )??(?:that |which |who )?`
)

var (
	// "only countries with more than 100 orders", "at least 5"
	countHaving = regexp.MustCompile(subject + `(?:(?:with|having|have|has|had) )?` + compares + ` ` + amount + `(?: ([a-z_ ]+))?$`)
	// "those whose average price is above 50"
	namedHaving = regexp.MustCompile(subject + `(?:where|whose|with|having|have|has|had) (?:an? |the |their |its )?([a-z_ ]+?)(?: is| are| was| were| of)? ` +
		compares + ` ` + amount + `$`)
)

// having reads a condition on an aggregate of the answer's groups. It applies to the groups as shown, after all other
// conditions.
func (r *reader) having(c change) ([]Step, bool) {
	if !r.plan.Grouped() || len(r.plan.GroupBy) == 0 || len(r.plan.Combine) > 0 {
		return nil, false
	}
	if m := countHaving.FindStringSubmatch(c.lower); m != nil && r.group(m[1]) {
		if column, ok := r.computedAs(m[4]); ok {
			return condition(column, m[2], m[3]), true
		}
	}
	if m := namedHaving.FindStringSubmatch(c.lower); m != nil && r.group(m[1]) {
		if column, ok := r.aggregate(m[2]); ok {
			return condition(column, m[3], m[4]), true
		}
	}
	return nil, false
}

func condition(column, words, number string) []Step {
	return steps(edit.Patch{Operation: edit.AddFilter, Column: column, Operator: comparisons[words], Value: json.Number(number)})
}

// group reports whether a word can stand for the groups of the answer: "", a pronoun, a table of the answer or one of
// its columns.
func (r *reader) group(word string) bool {
	word = strings.TrimSpace(word)
	switch word {
	case "", "those", "these", "them", "the ones", "ones", "rows", "groups":
		return true
	}
	return r.isTable(word) || slices.ContainsFunc(plan.OutputNames(r.plan), func(name string) bool { return slices.Equal(plain(name), plain(word)) })
}

// computedAs returns the output column, or plan.Rows, that counts what a phrase names. Without a phrase it returns the
// only aggregate.
func (r *reader) computedAs(phrase string) (string, bool) {
	if phrase == "" || rowWord.MatchString(phrase) {
		names := r.aggregates()
		if len(names) == 1 {
			return names[0], true
		}
		return "", false
	}
	if name, ok := r.aggregate(phrase); ok {
		return name, true
	}
	if name, ok := r.aggregate("number of " + phrase); ok {
		return name, true
	}
	return edit.Rows, r.counts(phrase)
}

// aggregates returns the names of the output columns that are aggregates.
func (r *reader) aggregates() []string {
	var all []string
	for i, name := range plan.OutputNames(r.plan) {
		if name != "" && plan.HasAggregate(r.plan.Select[i].Expr) {
			all = append(all, name)
		}
	}
	return all
}

// aggregate returns the aggregate output column of exactly this name.
func (r *reader) aggregate(phrase string) (string, bool) {
	for _, name := range r.aggregates() {
		if slices.Equal(plain(name), plain(phrase)) {
			return name, true
		}
	}
	return "", false
}

// counts reports whether counting the rows of each group counts the rows of the table that a phrase names: the plan
// starts from that table, and no join adds rows.
func (r *reader) counts(phrase string) bool {
	sources := r.sources()
	if r.plan.From == nil || r.plan.From.Plan != nil || len(sources) != 1+len(r.plan.Joins) || !slices.Equal(plain(sources[0].table.Name), plain(phrase)) {
		return false
	}
	for i, j := range r.plan.Joins {
		joined := sources[i+1]
		var by []string
		for _, cond := range j.On {
			if e := cond.Node().GetAExpr(); len(e.GetName()) != 1 || e.Name[0].GetString_().GetSval() != "=" {
				return false
			}
			for _, c := range cond.Columns() {
				if c.Alias == joined.name {
					by = append(by, c.Column)
				}
			}
		}
		key := joined.table.PrimaryKey
		if j.Kind != plan.Inner && j.Kind != plan.Left || len(key) == 0 || slices.ContainsFunc(key, func(k string) bool { return !slices.Contains(by, k) }) {
			return false
		}
	}
	return true
}
