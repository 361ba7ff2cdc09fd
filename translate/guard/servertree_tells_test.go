package guard

import (
	"slices"
	"strconv"
)

// Tells returns the columns picked by hidden whose values get further in a statement than a masked column's may:
// anywhere but into count(c), c IS NULL, a comparison by = of two such columns, and GROUP BY. equals holds the
// operators called =, counts the function count("any").
//
// It is the rule of share.masked once more, read from the server's tree, where every column is a number: no name
// decides.
func (t *serverTree) Tells(hidden func(relation uint32, attribute int) bool, equals map[uint32]bool, count uint32) []serverColumn {
	f := treeFlow{hidden: hidden, equals: equals, count: count}
	for _, n := range t.roots {
		f.node(n, nil)
	}
	return f.told
}

type treeFlow struct {
	hidden func(uint32, int) bool
	equals map[uint32]bool
	count  uint32
	told   []serverColumn
}

// node looks at an expression or a query. around are the queries that it stands in, innermost last.
func (f *treeFlow) node(n *serverNode, around []*serverNode) {
	switch n.Kind {
	case "QUERY":
		around = append(slices.Clip(around), n)
	case "VAR":
		f.told = append(f.told, f.columns(n, around)...)
		return
	case "TARGETENTRY":
		if f.groupedOnly(n, around) {
			return
		}
	case "NULLTEST":
		if v := n.node("arg"); v != nil && v.Kind == "VAR" {
			return
		}
	case "AGGREF":
		if args := n.nodes("args"); treeNumber(n.of("aggfnoid")) == f.count && len(args) == 1 && treeVariable(args[0].node("expr")) {
			f.value(n.of("aggfilter"), around)
			f.value(n.of("aggorder"), around)
			return
		}
	case "OPEXPR":
		if args := n.nodes("args"); f.equals[treeNumber(n.of("opno"))] && len(args) == 2 && f.isHidden(args[0], around) &&
			f.isHidden(args[1], around) {
			return
		}
	case "RTE", "RANGETBLENTRY":
		for _, field := range n.fields {
			if field.name == "subquery" && (treeViewIn(n) != nil || treeNumber(n.of("relid")) != 0) {
				continue // hidden tells which of its columns show a masked one
			}
			switch field.name {
			case "joinaliasvars": // what the names of a join stand for, whether they are used or not
			case "groupexprs":
				for _, e := range n.nodes("groupexprs") {
					if !treeVariable(e) {
						f.node(e, around)
					}
				}
			default:
				f.value(field.value, around)
			}
		}
		return
	}
	for _, field := range n.fields {
		f.value(field.value, around)
	}
}

func (f *treeFlow) value(v any, around []*serverNode) {
	switch v := v.(type) {
	case *serverNode:
		f.node(v, around)
	case treeList:
		for _, one := range v {
			f.value(one, around)
		}
	}
}

func treeVariable(n *serverNode) bool { return n != nil && n.Kind == "VAR" }

// groupedOnly reports whether an entry of a target list is a column that is there for GROUP BY alone.
func (f *treeFlow) groupedOnly(n *serverNode, around []*serverNode) bool {
	if len(around) == 0 || n.atom("resjunk") != "true" || !treeVariable(n.node("expr")) {
		return false
	}
	query, ref := around[len(around)-1], n.atom("ressortgroupref")
	for _, w := range query.nodes("windowClause") {
		if treeRefers(w.nodes("partitionClause"), ref) || treeRefers(w.nodes("orderClause"), ref) {
			return false
		}
	}
	return treeRefers(query.nodes("groupClause"), ref) && !treeRefers(query.nodes("sortClause"), ref) && !treeRefers(query.nodes("distinctClause"), ref)
}

func treeRefers(clauses []*serverNode, ref string) bool {
	return slices.ContainsFunc(clauses, func(c *serverNode) bool { return c.atom("tleSortGroupRef") == ref })
}

// isHidden reports whether an operand is a hidden column, perhaps converted unseen.
func (f *treeFlow) isHidden(n *serverNode, around []*serverNode) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == "RELABELTYPE":
		return f.isHidden(n.node("arg"), around)
	case n.Kind == "FUNCEXPR" && n.atom("funcformat") == treeImplicitCast && len(n.nodes("args")) == 1:
		return f.isHidden(n.nodes("args")[0], around)
	}
	return n.Kind == "VAR" && len(f.columns(n, around)) > 0
}

// columns returns the hidden columns that a variable stands for.
func (f *treeFlow) columns(v *serverNode, around []*serverNode) []serverColumn {
	up := int(treeNumber(v.of("varlevelsup")))
	if up >= len(around) {
		return nil
	}
	at := around[:len(around)-up]
	entries := at[len(at)-1].nodes("rtable")
	entry := int(treeNumber(v.of("varno")))
	attribute, err := strconv.Atoi(v.atom("varattno"))
	if err != nil || attribute < 0 { // a system column
		return nil
	}
	if entry < 1 || entry > len(entries) {
		return nil
	}
	e := entries[entry-1]
	if standsFor := append(e.nodes("joinaliasvars"), e.nodes("groupexprs")...); len(standsFor) > 0 {
		return f.among(standsFor, attribute, at)
	}
	relation := treeNumber(e.of("relid"))
	if own := treeViewIn(e); own != nil {
		relation = treeNumber(own.of("relid"))
	}
	if relation == 0 || !f.hidden(relation, attribute) {
		return nil
	}
	return []serverColumn{{Relation: relation, Attribute: attribute}}
}

// among returns the hidden columns in what a column of a join or of GROUP BY stands for; 0 is the whole row.
func (f *treeFlow) among(standsFor []*serverNode, attribute int, at []*serverNode) []serverColumn {
	if attribute > len(standsFor) {
		return nil
	}
	if attribute > 0 {
		standsFor = standsFor[attribute-1 : attribute]
	}
	inside := treeFlow{hidden: f.hidden, equals: f.equals, count: f.count}
	for _, n := range standsFor {
		inside.node(n, at)
	}
	return inside.told
}
