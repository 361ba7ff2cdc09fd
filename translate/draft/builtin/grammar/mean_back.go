package grammar

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// toUs is how they say that it is to us.
var toUs = regexp.MustCompile(`(?i)\bus\b`)

// moneyBack sums what was given back: refunds to customers per month, how much did suppliers give us back. Whose it
// is tells which amount, where there are several.
func moneyBack(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	groups, _ := attach.Part[form.Groups](p, 0)
	if len(groups) > 0 && !periodic(groups) {
		return nil, 0
	}
	if arg == "us" && n != nil && attach.Buys(n.Rel) {
		return nil, 0 // who buys gives nothing back
	}
	c := g.amountBack(n, strings.TrimPrefix(arg, "count"))
	if c == nil || arg == "" && facts.NamedOf(c.Relation.Name.Words, "moneyback") { // rows that are called refunds are counted
		return nil, 0
	}
	if arg == "count" {
		return form.Items{List: []*form.Item{{Func: "count", Noun: &form.Noun{Rel: c.Relation, Named: true}}}, Groups: groups}, 0
	}
	i := &form.Item{Func: "sum", Col: c}
	if n != nil && len(n.Conds)+len(n.Ranks) > 0 {
		i.Noun = (&form.Noun{Rel: c.Relation}).With(&form.Related{Noun: n})
	}
	return form.Items{List: []*form.Item{i}, Groups: groups}, 0
}

// amountBack returns the only amount that is given back, or that nearest to those who get or give it; nil: there is
// none, or several are.
func (g *Grammar) amountBack(n *form.Noun, to string) *semantic.Column {
	var found *semantic.Column
	least, tie := 0.0, false
	for _, c := range g.Known().Back {
		r, told := c.Relation, c.Column.Comment
		if r.Standing > semantic.Subset || n != nil && (r == n.Rel || !g.Ways.ToOne(r, n.Rel)) ||
			to != "" && told != "" && toUs.MatchString(told) != (to == "us") {
			continue
		}
		far := 0.0
		if n != nil {
			far = g.Far(r, n.Rel)
		} else if !facts.NamedOf(c.Name.Words, "moneyback") {
			far = 1 // it is only told
		}
		switch {
		case found == nil || far < least:
			found, least, tie = c, far, false
		case far == least:
			tie = true
		}
	}
	if tie {
		return nil
	}
	return found
}

// periodic reports whether groups are of periods.
func periodic(groups form.Groups) bool {
	return slices.ContainsFunc(groups, func(g *form.Group) bool { return g.Unit != "" })
}
