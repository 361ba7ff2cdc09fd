package lift

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Say says in plain English what a plan asks, in a sentence. Of what the algebra has no form for it says what is
// shown of which tables.
func Say(p *plan.Plan, snap *schema.Snapshot, names algebra.Names) string {
	if p == nil || len(p.Select) == 0 {
		return ""
	}
	if set := planned(p, snap); set != nil {
		return plan.Sentence(names.Say(set))
	}
	var tables []string
	for _, t := range p.Tables() {
		tables = append(tables, t.Table)
	}
	said := "what the statement shows"
	if shown := strings.Join(plan.OutputNames(p), ", "); strings.Trim(shown, ", ") != "" {
		said = shown
	}
	if len(tables) > 0 {
		said += " of " + strings.Join(tables, ", ")
	}
	return plan.Sentence(strings.ReplaceAll(said, "_", " ") + ", as the statement says")
}

// SayCondition says one of the conditions of a plan.
func SayCondition(p *plan.Plan, c plan.Condition, snap *schema.Snapshot, names algebra.Names) string {
	if set := planned(p.Only(c), snap); set != nil {
		if said := names.Conditions(set); said != "" {
			return said
		}
	}
	var all []string
	for _, e := range p.Only(c).Where {
		all = append(all, e.String())
	}
	return strings.Join(all, " AND ")
}

// planned returns what a plan asks; nil where the algebra has no form for it.
func planned(p *plan.Plan, snap *schema.Snapshot) algebra.Set {
	if snap == nil {
		return nil
	}
	sql, err := plan.Synthesise(p)
	if err != nil {
		return nil
	}
	set, err := SQL(sql, snap)
	if err != nil {
		return nil
	}
	return set
}

// Same reports whether two plans ask for the same, whatever their columns are called and where what is not known
// stands in their order.
func Same(a, b *plan.Plan, snap *schema.Snapshot) bool {
	key := func(p *plan.Plan) string {
		p = p.Clone()
		for i := range p.OrderBy {
			p.OrderBy[i].Nulls = ""
		}
		set := planned(p, snap)
		if show, ok := set.(*algebra.Show); ok {
			bare := *show
			bare.Columns = slices.Clone(show.Columns)
			for i := range bare.Columns {
				bare.Columns[i].Name = ""
			}
			set = &bare
		}
		if set == nil {
			return ""
		}
		return algebra.Key(algebra.Normal(set))
	}
	one := key(a)
	return one != "" && one == key(b)
}
