package dialogue

import (
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Alternatives returns the choices for a question whose attempts all failed: existing names that resemble the missing
// ones.
func Alternatives(nearby []string, s *schema.Snapshot) []Option {
	var all []Option
	for _, name := range nearby[:min(len(nearby), maxAlternatives)] {
		var o Option
		if t := s.Called(name); t != nil {
			o.Settles = []plan.Constraint{{Kind: plan.UseTable, Schema: t.Schema, Table: t.Name}}
			o.Meaning = "use the table " + name
		} else if space, table, column, ok := schema.SplitColumn(name); ok {
			if t = s.Called(strings.TrimPrefix(space+"."+table, ".")); t == nil {
				continue
			}
			o.Settles = []plan.Constraint{{Kind: plan.UseColumn, Schema: t.Schema, Table: t.Name, Column: column}}
			o.Meaning = "use the column " + name
		}
		if o.Settles != nil {
			o.Label = name
			all = append(all, o)
		}
	}
	return all
}

// maxAlternatives bounds the result of Alternatives.
const maxAlternatives = 5
