package plan

import (
	"fmt"

	"github.com/pgask/pgask/translate/schema"
)

// InferredKeys returns a sentence for each key that a reviewed plan joins along and that the schema does not declare.
func InferredKeys(p *Plan, snap *schema.Snapshot) []string {
	var said []string
	p.Plans(func(_ string, level *Plan) {
		tables := map[string]*schema.Table{}
		for _, src := range level.Sources() {
			if t := snap.Table(src.Schema, src.Table); t != nil && src.Plan == nil && src.Schema != "" {
				tables[src.Name()] = t
			}
		}
		for _, e := range joinConditions(level) {
			a, b, ok := ColumnsEqual(e.node)
			if !ok {
				continue
			}
			for _, sides := range [][2][2]string{{a, b}, {b, a}} {
				if fk := inferredKey(tables[sides[0][0]], sides[0][1], tables[sides[1][0]], sides[1][1]); fk != nil {
					said = append(said, fmt.Sprintf("%s.%s refers to %s.%s (inferred, %.2f)", tables[sides[0][0]].Name, fk.Columns[0],
						fk.RefTable, fk.RefColumns[0], fk.Confidence))
				}
			}
		}
	})
	return said
}

// joinConditions returns the conditions of a level that may relate two of its sources.
func joinConditions(p *Plan) []Expr {
	all := p.Where
	for _, j := range p.Joins {
		all = append(all[:len(all):len(all)], j.On...)
	}
	return Conjuncts(all)
}

// inferredKey returns the inferred key by which a column refers to another; nil when there is none.
func inferredKey(t *schema.Table, column string, ref *schema.Table, refColumn string) *schema.ForeignKey {
	if t == nil || ref == nil {
		return nil
	}
	for i, fk := range t.ForeignKeys {
		if fk.Inferred && len(fk.Columns) == 1 && fk.Columns[0] == column && fk.RefSchema == ref.Schema &&
			fk.RefTable == ref.Name && fk.RefColumns[0] == refColumn {
			return &t.ForeignKeys[i]
		}
	}
	return nil
}
