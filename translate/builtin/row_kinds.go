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
	return []sense{{kind: tableSense, table: v.table, conds: []cond{equal(field{v.table, v.column}, v.value)}, score: 0.9}}
}
