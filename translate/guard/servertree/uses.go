package servertree

import (
	"fmt"
	"slices"
	"strconv"
)

// Tree is what a server has read in a statement.
type Tree struct {
	Relations []Relation
	Columns   []Column
	Objects   []Object
	roots     []*Node
}

// Relation is a relation that is read.
type Relation struct {
	OID    uint32
	Behind bool // a view or a policy reads it, not the statement itself
}

// Column is a column for which the server wants the right to SELECT. Attribute 0 is a whole row, and negative ones are the
// system's.
type Column struct {
	Relation  uint32
	Attribute int
	Behind    bool
}

// Kind says what an Object is.
type Kind byte

// The kinds of objects.
const (
	Called    Kind = iota // a function that is called by its name, or by the name of a column
	Cast                  // a function that a cast calls, written or not
	Implied               // a function that a construct of the grammar brings along
	Operator              // written or implied
	Converts              // a type that values are brought to by text: its input function runs
	Checks                // a domain that values are brought to: its CHECKs run
	Type                  // any other type
	Collation             // of a COLLATE; those that columns bring along are the columns'
)

// Object is a function, an operator, a type or a collation.
type Object struct {
	Kind   Kind
	OID    uint32
	Behind bool
	// Over are the types of an operator's operands, as far as the tree tells them. A row without a type of its own is a record.
	Over []uint32
}

// Parse reads the text that a server sends as the DETAIL of "rewritten parse tree", or an expression in a catalog. An error names
// what this package does not know, so that no construct of a new version is passed over.
func Parse(text string) (*Tree, error) {
	roots, err := read(text)
	if err != nil {
		return nil, err
	}
	t := &Tree{roots: roots}
	w := walk{tree: t, objects: map[string]bool{}}
	for _, n := range roots {
		w.node(n, place{})
	}
	return t, w.unknown
}

// kinds are the nodes of queries, by the names that any of 14 to 18 print.
var kinds = map[string]bool{}

func init() {
	for _, k := range []string{"QUERY", "RTE", "RANGETBLENTRY", "RTEPERMISSIONINFO", "ALIAS", "RANGETBLFUNCTION", "TABLESAMPLECLAUSE",
		"FROMEXPR", "JOINEXPR", "RANGETBLREF", "TARGETENTRY", "COMMONTABLEEXPR", "CTESEARCHCLAUSE", "CTECYCLECLAUSE", "SETOPERATIONSTMT",
		"SORTGROUPCLAUSE", "GROUPINGSET", "WINDOWCLAUSE", "VAR", "CONST", "PARAM", "FUNCEXPR", "OPEXPR", "DISTINCTEXPR", "NULLIFEXPR",
		"SCALARARRAYOPEXPR", "BOOLEXPR", "SUBLINK", "AGGREF", "GROUPINGFUNC", "WINDOWFUNC", "SUBSCRIPTINGREF", "NAMEDARGEXPR",
		"FIELDSELECT", "RELABELTYPE", "COERCEVIAIO", "ARRAYCOERCEEXPR", "CONVERTROWTYPEEXPR", "COLLATE", "COLLATEEXPR", "CASE", "CASEEXPR",
		"WHEN", "CASEWHEN", "CASETESTEXPR", "ARRAY", "ARRAYEXPR", "ROW", "ROWEXPR", "ROWCOMPARE", "ROWCOMPAREEXPR", "COALESCE", "COALESCEEXPR",
		"MINMAX", "MINMAXEXPR", "SQLVALUEFUNCTION", "NULLTEST", "BOOLEANTEST", "COERCETODOMAIN", "COERCETODOMAINVALUE",
		"JSONFORMAT", "JSONRETURNING", "JSONVALUEEXPR", "JSONCONSTRUCTOREXPR", "JSONISPREDICATE", "JSONEXPR", "JSONBEHAVIOR"} {
		kinds[k] = true
	}
}

// fields are those that hold numbers of objects. The function of an operator, opfuncid, is that of the catalog.
var fields = map[string]Kind{
	"funcid": Called, "aggfnoid": Called, "winfnoid": Called, "tsmhandler": Implied, "startInRangeFunc": Implied, "endInRangeFunc": Implied,
	"opno": Operator, "opnos": Operator, "eqop": Operator, "sortop": Operator, "cycle_mark_neop": Operator,
	"vartype": Type, "consttype": Type, "funcresulttype": Type, "opresulttype": Type, "resulttype": Type, "aggtype": Type, "wintype": Type,
	"paramtype": Type, "array_typeid": Type, "element_typeid": Type, "row_typeid": Type, "casetype": Type, "coalescetype": Type,
	"minmaxtype": Type, "refcontainertype": Type, "refelemtype": Type, "refrestype": Type, "typeId": Type, "type": Type, "typid": Type,
	"collOid":  Collation,
	"colTypes": Type, "coltypes": Type, "ctecoltypes": Type, "funccoltypes": Type, "cycle_mark_type": Type, "aggargtypes": Type,
}

// place is where a node stands.
type place struct {
	behind  bool // in a view or a policy
	implied bool // directly in the place of what a construct calls
	query   *Node
}

type walk struct {
	tree    *Tree
	objects map[string]bool // seen
	unknown error
}

func (w *walk) node(n *Node, at place) {
	if !kinds[n.Kind] {
		w.unknown = fmt.Errorf("a node %s, which is not known", n.Kind)
		return
	}
	implied := at.implied
	at.implied = false
	switch n.Kind {
	case "QUERY":
		at.query = n
	case "RTE", "RANGETBLENTRY":
		if !ofRule(n, "old") && !ofRule(n, "new") {
			w.entry(n, at)
		}
		return
	case "RTEPERMISSIONINFO":
		w.columns(n, at.behind)
		return
	}
	for _, f := range n.fields {
		if kind, ok := fields[f.name]; ok && (f.name != "type" || n.Kind == "SQLVALUEFUNCTION") {
			w.object(n, kindIn(n, f.name, kind, implied), f.value, at)
			continue
		}
		below := at
		below.implied = n.Kind == "JSONCONSTRUCTOREXPR" && f.name != "args" || n.Kind == "JSONVALUEEXPR" && f.name == "formatted_expr"
		w.value(f.value, below)
	}
}

func (w *walk) value(v any, at place) {
	switch v := v.(type) {
	case *Node:
		w.node(v, at)
	case list:
		for _, one := range v {
			w.value(one, at)
		}
	}
}

// Forms of a call, of enum CoercionForm.
const (
	explicitCast = "1"
	implicitCast = "2"
)

// kindIn returns the kind of the object in a field of a node.
func kindIn(n *Node, name string, kind Kind, implied bool) Kind {
	switch form := n.atom("funcformat"); {
	case kind == Called && implied:
		return Implied
	case kind == Called && (form == explicitCast || form == implicitCast):
		return Cast
	case name == "resulttype" && n.Kind == "COERCEVIAIO":
		return Converts
	case name == "resulttype" && n.Kind == "COERCETODOMAIN":
		return Checks
	}
	return kind
}

// entry records an item of FROM. A view has become a subquery; its own entry is beside it, inside, or nowhere, by the version.
func (w *walk) entry(n *Node, at place) {
	relation := number(n.of("relid"))
	if relation != 0 {
		w.tree.Relations = append(w.tree.Relations, Relation{relation, at.behind})
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
			if own := viewIn(n); own != nil {
				w.entry(own, at)
				below.behind = true
			} else if relation != 0 {
				below.behind = true
			}
		}
		if kind, ok := fields[f.name]; ok {
			w.object(n, kind, f.value, at)
		} else {
			w.value(f.value, below)
		}
	}
}

// merges looks at the columns of a join that are more than a column of one side.
func (w *walk) merges(columns []*Node, at place) {
	for _, c := range columns {
		if !variable(c) {
			w.node(c, at)
		}
	}
}

// viewIn returns the entry of the view whose query an item of FROM has become, which PostgreSQL before 16 keeps in there, or nil.
func viewIn(n *Node) *Node {
	query := n.node("subquery")
	if query == nil {
		return nil
	}
	if entries := query.nodes("rtable"); len(entries) > 0 && ofRule(entries[0], "old") {
		return entries[0]
	}
	return nil
}

// ofRule reports whether an entry is one of those that the rule of a view has for the view itself.
func ofRule(n *Node, name string) bool {
	alias := n.node("alias")
	return alias != nil && alias.atom("aliasname") == name && n.atom("relkind") == "v" && n.atom("inFromCl") == "false"
}

// firstLowInvalid is FirstLowInvalidHeapAttributeNumber: sets of columns hold the difference to it.
const firstLowInvalid = -7

func (w *walk) columns(n *Node, behind bool) {
	set, _ := n.of("selectedCols").(list)
	for i, v := range set {
		if i == 0 {
			continue // the letter b
		}
		c := Column{number(n.of("relid")), int(number(v)) + firstLowInvalid, behind}
		if !slices.Contains(w.tree.Columns, c) {
			w.tree.Columns = append(w.tree.Columns, c)
		}
	}
}

// object records the numbers in a field: one, or a list such as (o 23 25).
func (w *walk) object(n *Node, kind Kind, v any, at place) {
	values, ok := v.(list)
	if !ok {
		values = list{v}
	}
	for _, v := range values {
		o := Object{Kind: kind, OID: number(v), Behind: at.behind}
		if o.OID == 0 {
			continue
		}
		if kind == Operator {
			o.Over = operands(n, at.query)
		}
		key := fmt.Sprint(o)
		if !w.objects[key] {
			w.objects[key] = true
			w.tree.Objects = append(w.tree.Objects, o)
		}
	}
}

// operands returns the types that an operator of a node is applied to.
func operands(n *Node, query *Node) []uint32 {
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
		if t := typeOf(a); t != 0 && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	return types
}

// typeOf returns the type of an expression; 0 where it has none of its own.
func typeOf(n *Node) uint32 {
	for _, name := range []string{"vartype", "consttype", "funcresulttype", "opresulttype", "resulttype", "aggtype", "wintype", "paramtype",
		"array_typeid", "row_typeid", "casetype", "coalescetype", "minmaxtype", "refrestype", "typeId"} {
		if t := number(n.of(name)); t != 0 {
			return t
		}
	}
	return 0
}

func number(v any) uint32 {
	text, _ := v.(string)
	n, _ := strconv.ParseUint(text, 10, 32) // <> and what else is no number counts as 0
	return uint32(n)
}
