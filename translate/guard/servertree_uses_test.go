package guard

import (
	"fmt"
	"slices"
	"strconv"
)

// serverTree is what a server has read in a statement.
type serverTree struct {
	Relations []serverRelation
	Columns   []serverColumn
	Objects   []serverObject
	roots     []*serverNode
}

// serverRelation is a relation that is read.
type serverRelation struct {
	OID    uint32
	Behind bool // a view or a policy reads it, not the statement itself
}

// serverColumn is a column for which the server wants the right to SELECT. Attribute 0 is a whole row, and negative
// ones are the system's.
type serverColumn struct {
	Relation  uint32
	Attribute int
	Behind    bool
}

// serverKind says what an Object is.
type serverKind byte

// The kinds of objects.
const (
	serverCalled    serverKind = iota // a function that is called by its name, or by the name of a column
	serverCast                        // a function that a cast calls, written or not
	serverImplied                     // a function that a construct of the grammar brings along
	serverOperator                    // written or implied
	serverConverts                    // a type that values are brought to by text: its input function runs
	serverChecks                      // a domain that values are brought to: its CHECKs run
	serverType                        // any other type
	serverCollation                   // of a COLLATE; those that columns bring along are the columns'
)

// serverObject is a function, an operator, a type or a collation.
type serverObject struct {
	Kind   serverKind
	OID    uint32
	Behind bool
	// Over are the types of an operator's operands, as far as the tree tells them. A row without a type of its own is
	// a record.
	Over []uint32
}

// serverParse reads the text that a server sends as the DETAIL of "rewritten parse tree", or an expression in a
// catalog. An error names what is not known, so that no construct of a new version is passed over.
func serverParse(text string) (*serverTree, error) {
	roots, err := treeRead(text)
	if err != nil {
		return nil, err
	}
	t := &serverTree{roots: roots}
	w := treeWalk{tree: t, objects: map[string]bool{}}
	for _, n := range roots {
		w.node(n, treePlace{})
	}
	return t, w.unknown
}

// treeKinds are the nodes of queries, by the names that any of 14 to 18 print.
var treeKinds = map[string]bool{}

func init() {
	for _, k := range []string{"QUERY", "RTE", "RANGETBLENTRY", "RTEPERMISSIONINFO", "ALIAS", "RANGETBLFUNCTION", "TABLESAMPLECLAUSE",
		"FROMEXPR", "JOINEXPR", "RANGETBLREF", "TARGETENTRY", "COMMONTABLEEXPR", "CTESEARCHCLAUSE", "CTECYCLECLAUSE", "SETOPERATIONSTMT",
		"SORTGROUPCLAUSE", "GROUPINGSET", "WINDOWCLAUSE", "VAR", "CONST", "PARAM", "FUNCEXPR", "OPEXPR", "DISTINCTEXPR", "NULLIFEXPR",
		"SCALARARRAYOPEXPR", "BOOLEXPR", "SUBLINK", "AGGREF", "GROUPINGFUNC", "WINDOWFUNC", "SUBSCRIPTINGREF", "NAMEDARGEXPR",
		"FIELDSELECT", "RELABELTYPE", "COERCEVIAIO", "ARRAYCOERCEEXPR", "CONVERTROWTYPEEXPR", "COLLATE", "COLLATEEXPR", "CASE", "CASEEXPR",
		"WHEN", "CASEWHEN", "CASETESTEXPR", "ARRAY", "ARRAYEXPR", "ROW", "ROWEXPR", "ROWCOMPARE", "ROWCOMPAREEXPR", "COALESCE", "COALESCEEXPR",
		"MINMAX", "MINMAXEXPR", "SQLVALUEFUNCTION", "NULLTEST", "BOOLEANTEST", "COERCETODOMAIN", "COERCETODOMAINVALUE",
		"JSONFORMAT", "JSONRETURNING", "JSONVALUEEXPR", "JSONCONSTRUCTOREXPR", "JSONISPREDICATE", "JSONEXPR", "JSONBEHAVIOR"} {
		treeKinds[k] = true
	}
}

// treeFields are those that hold numbers of objects. The function of an operator, opfuncid, is that of the catalog.
var treeFields = map[string]serverKind{
	"funcid": serverCalled, "aggfnoid": serverCalled, "winfnoid": serverCalled, "tsmhandler": serverImplied, "startInRangeFunc": serverImplied, "endInRangeFunc": serverImplied,
	"opno": serverOperator, "opnos": serverOperator, "eqop": serverOperator, "sortop": serverOperator, "cycle_mark_neop": serverOperator,
	"vartype": serverType, "consttype": serverType, "funcresulttype": serverType, "opresulttype": serverType, "resulttype": serverType, "aggtype": serverType, "wintype": serverType,
	"paramtype": serverType, "array_typeid": serverType, "element_typeid": serverType, "row_typeid": serverType, "casetype": serverType, "coalescetype": serverType,
	"minmaxtype": serverType, "refcontainertype": serverType, "refelemtype": serverType, "refrestype": serverType, "typeId": serverType, "type": serverType, "typid": serverType,
	"collOid":  serverCollation,
	"colTypes": serverType, "coltypes": serverType, "ctecoltypes": serverType, "funccoltypes": serverType, "cycle_mark_type": serverType, "aggargtypes": serverType,
}

// treePlace is where a node stands.
type treePlace struct {
	behind  bool // in a view or a policy
	implied bool // directly in the place of what a construct calls
	query   *serverNode
}

type treeWalk struct {
	tree    *serverTree
	objects map[string]bool // seen
	unknown error
}

func (w *treeWalk) node(n *serverNode, at treePlace) {
	if !treeKinds[n.Kind] {
		w.unknown = fmt.Errorf("a node %s, which is not known", n.Kind)
		return
	}
	implied := at.implied
	at.implied = false
	switch n.Kind {
	case "QUERY":
		at.query = n
	case "RTE", "RANGETBLENTRY":
		if !treeOfRule(n, "old") && !treeOfRule(n, "new") {
			w.entry(n, at)
		}
		return
	case "RTEPERMISSIONINFO":
		w.columns(n, at.behind)
		return
	}
	for _, f := range n.fields {
		if kind, ok := treeFields[f.name]; ok && (f.name != "type" || n.Kind == "SQLVALUEFUNCTION") {
			w.object(n, treeKindIn(n, f.name, kind, implied), f.value, at)
			continue
		}
		below := at
		below.implied = n.Kind == "JSONCONSTRUCTOREXPR" && f.name != "args" || n.Kind == "JSONVALUEEXPR" && f.name == "formatted_expr"
		w.value(f.value, below)
	}
}

func (w *treeWalk) value(v any, at treePlace) {
	switch v := v.(type) {
	case *serverNode:
		w.node(v, at)
	case treeList:
		for _, one := range v {
			w.value(one, at)
		}
	}
}

// Forms of a call, of enum CoercionForm.
const (
	treeExplicitCast = "1"
	treeImplicitCast = "2"
)

// treeKindIn returns the kind of the object in a field of a node.
func treeKindIn(n *serverNode, name string, kind serverKind, implied bool) serverKind {
	switch form := n.atom("funcformat"); {
	case kind == serverCalled && implied:
		return serverImplied
	case kind == serverCalled && (form == treeExplicitCast || form == treeImplicitCast):
		return serverCast
	case name == "resulttype" && n.Kind == "COERCEVIAIO":
		return serverConverts
	case name == "resulttype" && n.Kind == "COERCETODOMAIN":
		return serverChecks
	}
	return kind
}

// entry records an item of FROM. A view has become a subquery; its own entry is beside it, inside, or nowhere, by the
// version.
func (w *treeWalk) entry(n *serverNode, at treePlace) {
	relation := treeNumber(n.of("relid"))
	if relation != 0 {
		w.tree.Relations = append(w.tree.Relations, serverRelation{relation, at.behind})
	}
	w.columns(n, at.behind)
	for _, f := range n.fields {
		below := at
		switch f.name {
		case "joinaliasvars": // what its names stand for, whether they are used or not
			w.merges(n.nodes(f.name), at)
			continue
		case "securityQuals":
			below.behind = true
		case "subquery":
			if own := treeViewIn(n); own != nil {
				w.entry(own, at)
				below.behind = true
			} else if relation != 0 {
				below.behind = true
			}
		}
		if kind, ok := treeFields[f.name]; ok {
			w.object(n, kind, f.value, at)
		} else {
			w.value(f.value, below)
		}
	}
}

// merges looks at the columns of a join that are more than a column of one side.
func (w *treeWalk) merges(columns []*serverNode, at treePlace) {
	for _, c := range columns {
		if !treeVariable(c) {
			w.node(c, at)
		}
	}
}

// treeViewIn returns the entry of the view whose query an item of FROM has become, which PostgreSQL before 16 keeps
// in there, or nil.
func treeViewIn(n *serverNode) *serverNode {
	query := n.node("subquery")
	if query == nil {
		return nil
	}
	if entries := query.nodes("rtable"); len(entries) > 0 && treeOfRule(entries[0], "old") {
		return entries[0]
	}
	return nil
}

// treeOfRule reports whether an entry is one of those that the rule of a view has for the view itself.
func treeOfRule(n *serverNode, name string) bool {
	alias := n.node("alias")
	return alias != nil && alias.atom("aliasname") == name && n.atom("relkind") == "v" && n.atom("inFromCl") == "false"
}

// firstLowInvalid is FirstLowInvalidHeapAttributeNumber: sets of columns hold the difference to it.
const treeFirstLowInvalid = -7

func (w *treeWalk) columns(n *serverNode, behind bool) {
	set, _ := n.of("selectedCols").(treeList)
	for i, v := range set {
		if i == 0 {
			continue // the letter b
		}
		c := serverColumn{treeNumber(n.of("relid")), int(treeNumber(v)) + treeFirstLowInvalid, behind}
		if !slices.Contains(w.tree.Columns, c) {
			w.tree.Columns = append(w.tree.Columns, c)
		}
	}
}

// object records the numbers in a field: one, or a list such as (o 23 25).
func (w *treeWalk) object(n *serverNode, kind serverKind, v any, at treePlace) {
	values, ok := v.(treeList)
	if !ok {
		values = treeList{v}
	}
	for _, v := range values {
		o := serverObject{Kind: kind, OID: treeNumber(v), Behind: at.behind}
		if o.OID == 0 {
			continue
		}
		if kind == serverOperator {
			o.Over = treeOperands(n, at.query)
		}
		key := fmt.Sprint(o)
		if !w.objects[key] {
			w.objects[key] = true
			w.tree.Objects = append(w.tree.Objects, o)
		}
	}
}

// treeOperands returns the types that an operator of a node is applied to.
func treeOperands(n *serverNode, query *serverNode) []uint32 {
	args := n.nodes("args")
	if n.Kind == "SORTGROUPCLAUSE" && query != nil {
		ref := n.atom("tleSortGroupRef")
		for _, t := range query.nodes("targetList") {
			if t.atom("ressortgroupref") == ref {
				args = append(args, t.node("expr"))
			}
		}
	}
	args = append(append(args, n.nodes("largs")...), n.nodes("rargs")...)
	var types []uint32
	for _, a := range args {
		if t := treeTypeOf(a); t != 0 && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types
}

// treeTypeOf returns the type of an expression; 0 where it has none of its own.
func treeTypeOf(n *serverNode) uint32 {
	for _, name := range []string{"vartype", "consttype", "funcresulttype", "opresulttype", "resulttype", "aggtype", "wintype", "paramtype",
		"array_typeid", "row_typeid", "casetype", "coalescetype", "minmaxtype", "refrestype", "typeId"} {
		if t := treeNumber(n.of(name)); t != 0 {
			return t
		}
	}
	return 0
}

func treeNumber(v any) uint32 {
	text, _ := v.(string)
	n, _ := strconv.ParseUint(text, 10, 32) // <> and what else is no number counts as 0
	return uint32(n)
}
