package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// kindsOfRows reads "clerks" as the rows that have the value Clerk, where one column alone holds it.
func (p *parser) kindsOfRows(toks []token, values []stored, named bool) []sense {
	if len(toks) != 1 || len(values) != 1 || toks[0].kind != word || named {
		return nil
	}
	v := values[0]
	if one := singular(toks[0].low); one == toks[0].low || !strings.EqualFold(one, v.value) || v.column.Class != schema.Text && v.column.Class != schema.Enum {
		return nil
	}
	if f := (field{v.table, v.column}); p.identifies(f) {
		return p.rowsOfKind(f, v.value)
	}
	return []sense{{kind: tableSense, table: v.table, conds: []cond{equal(field{v.table, v.column}, v.value)}, score: 0.9}}
}

// rowsOfKind reads "suites" as the rooms whose type is called so: of the types themselves there is but one. Only one table
// may refer to the types.
func (p *parser) rowsOfKind(f field, value string) []sense {
	var of *schema.Table
	for _, e := range p.ix.graph.edges[f.table] {
		if e.toOne {
			continue
		}
		if of != nil {
			return nil
		}
		of = e.to
	}
	if of == nil || p.ix.info[of].link {
		return nil
	}
	return []sense{{kind: tableSense, table: of, conds: []cond{equal(f, value)}, score: 0.85}}
}
