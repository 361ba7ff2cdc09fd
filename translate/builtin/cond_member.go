package builtin

import (
	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// member reads a value that an array column holds among others, "with the tag 'gift'", "whose tags contain eco", and
// adds a holds condition to n.
func (p *parser) member(n *node, f field) bool {
	for {
		if _, ok := p.accept(prep, named, contains, either, be, with); !ok {
			break
		}
	}
	p.skip()
	t := p.tok()
	if f.column.Class != schema.Text && f.column.Class != schema.Enum || t.kind != quoted && t.kind != word {
		return false
	}
	if _, k := p.role(); k > 0 && t.kind != quoted {
		return false
	}
	v := t.text
	if known, ok := inColumn(f.column, v); ok {
		v = known
	} else if t.kind != quoted {
		p.doubt(0.85)
	}
	p.pos++
	n.conds = append(n.conds, cond{kind: holds, field: f, values: []value{{text: v}}})
	return true
}

// verbMember reads the value behind a verb that names an array column: "tagged gift", "labelled with 'eco'".
func (p *parser) verbMember(n *node, verb token) bool {
	for _, c := range n.table.Columns {
		ws := p.ix.info[n.table].columns[c]
		if c.Array && len(ws) > 0 && ws[len(ws)-1] == verb.stem {
			return p.member(n, field{n.table, c})
		}
	}
	return false
}

// heldBy returns the expression value = ANY (col), with the value of c.
func heldBy(col plan.Expr, c cond) plan.Expr {
	return plan.FromNode(&pg.Node{Node: &pg.Node_AExpr{AExpr: &pg.A_Expr{Kind: pg.A_Expr_Kind_AEXPR_OP_ANY, Name: []*pg.Node{pg.MakeStrNode("=")},
		Lexpr: literalOf(c.values[0]).Node(), Rexpr: col.Node()}}})
}
