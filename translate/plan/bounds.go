package plan

import (
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// Bounds on a plan. They are far above what a question needs and far below what causes harm: the deparser recurses on
// the C stack, and PostgreSQL itself allows at most 1,664 output columns.
const (
	maxDepth   = 12     // plans inside plans
	maxPlans   = 64     // plans in all
	maxSources = 64     // tables and derived tables, over all levels
	maxOutputs = 1600   // output columns of one level
	maxClauses = 500    // conditions, grouping or sort keys in one list
	maxNodes   = 20_000 // parse tree nodes over all expressions
	maxNesting = 120    // expressions inside expressions
)

// FieldError is an invalid field of a plan. Field is a path as in the plan's JSON form, for example joins[1].on[0].
type FieldError struct {
	Field   string
	Problem string
}

func (e *FieldError) Error() string { return "plan: " + e.Field + ": " + e.Problem }

// Validate returns nil if the plan can be synthesised: it is complete, consistent and within bounds. The names in it
// need not exist; the review checks them. The error is a *FieldError.
func Validate(p *Plan) error {
	v := &validator{}
	v.plan("", p, 1)
	if v.err != nil {
		return v.err
	}
	return nil
}

// validator keeps the first problem, and counts the parts that are bounded over the whole plan.
type validator struct {
	err                   *FieldError
	plans, sources, nodes int
	draft                 bool // before the review: joins may lack conditions, and names may be too long
}

func (v *validator) fail(field, format string, args ...any) {
	if v.err == nil {
		v.err = &FieldError{Field: field, Problem: fmt.Sprintf(format, args...)}
	}
}

func (v *validator) plan(at string, p *Plan, depth int) {
	if v.err != nil {
		return
	}
	field := func(format string, args ...any) string { return at + fmt.Sprintf(format, args...) }
	if v.plans++; v.plans > maxPlans {
		v.fail(field("plan"), "more than %d plans in one", maxPlans)
		return
	}
	switch {
	case p == nil:
		v.fail(field("plan"), "is missing")
		return
	case depth > maxDepth:
		v.fail(field("plan"), "nested deeper than %d", maxDepth)
		return
	case len(p.Select) == 0:
		v.fail(field("select"), "no output column")
		return
	case len(p.Select) > maxOutputs:
		v.fail(field("select"), "more than %d output columns", maxOutputs)
		return
	}
	v.with(field, p, depth)
	for i, o := range p.Select {
		v.expr(field("select[%d].expr", i), o.Expr)
	}
	v.from(field, p, depth)
	v.list(field("where"), p.Where)
	v.list(field("group_by"), p.GroupBy)
	v.list(field("having"), p.Having)
	v.tail(field, p)
	for i, c := range p.Combine {
		if c.Op != Union && c.Op != Intersect && c.Op != Except {
			v.fail(field("combine[%d].op", i), "%q is not union, intersect or except", c.Op)
		}
		v.plan(field("combine[%d].plan.", i), c.Plan, depth+1)
		if v.err == nil && len(c.Plan.Select) != len(p.Select) && !HasStar(p) && !HasStar(c.Plan) {
			v.fail(field("combine[%d].plan.select", i), "%d columns, but the first query has %d", len(c.Plan.Select), len(p.Select))
		}
	}
}

func (v *validator) with(field func(string, ...any) string, p *Plan, depth int) {
	seen := make(map[string]bool, len(p.With))
	for i, c := range p.With {
		if c.Name == "" {
			v.fail(field("with[%d].name", i), "is missing")
		}
		if seen[c.Name] {
			v.fail(field("with[%d].name", i), "%q is used twice", c.Name)
		}
		seen[c.Name] = true
		v.name(field("with[%d].name", i), c.Name)
		v.plan(field("with[%d].plan.", i), c.Plan, depth+1)
	}
}

func (v *validator) from(field func(string, ...any) string, p *Plan, depth int) {
	if p.From == nil {
		if len(p.Joins) > 0 {
			v.fail(field("from"), "is missing, but there are joins")
		}
		return
	}
	seen := map[string]bool{}
	v.source(field("from"), p.From, seen, depth)
	for i := range p.Joins {
		j := &p.Joins[i]
		v.source(field("joins[%d].source", i), &j.Source, seen, depth)
		switch j.Kind {
		case Cross:
			if len(j.On) > 0 {
				v.fail(field("joins[%d].on", i), "a cross join has no condition")
			}
		case Inner, Left, Right, Full, "":
			if len(j.On) == 0 && !v.draft {
				v.fail(field("joins[%d].on", i), "no condition")
			}
		default:
			v.fail(field("joins[%d].kind", i), "%q is not inner, left, right, full or cross", j.Kind)
		}
		v.list(field("joins[%d].on", i), j.On)
	}
}

func (v *validator) source(at string, s *Source, seen map[string]bool, depth int) {
	if v.sources++; v.sources > maxSources {
		v.fail(at, "more than %d tables", maxSources)
	}
	switch {
	case s.Table == "" && s.Plan == nil:
		v.fail(at+".table", "is missing")
	case s.Table != "" && s.Plan != nil:
		v.fail(at+".plan", "a source is a table or a plan, not both")
	case s.Plan != nil && s.Alias == "":
		v.fail(at+".alias", "a derived table needs an alias")
	}
	v.name(at+".schema", s.Schema)
	v.name(at+".table", s.Table)
	v.name(at+".alias", s.Alias)
	name := s.Name()
	if seen[name] {
		v.fail(at+".alias", "%q is used twice", name)
	}
	seen[name] = true
	if s.Plan != nil {
		v.plan(at+".plan.", s.Plan, depth+1)
	}
}

func (v *validator) tail(field func(string, ...any) string, p *Plan) {
	if len(p.OrderBy) > maxClauses {
		v.fail(field("order_by"), "more than %d sort keys", maxClauses)
		return
	}
	for i, o := range p.OrderBy {
		v.expr(field("order_by[%d].expr", i), o.Expr)
		if o.Nulls != "" && o.Nulls != "first" && o.Nulls != "last" {
			v.fail(field("order_by[%d].nulls", i), "%q is not first or last", o.Nulls)
		}
	}
	if v.err == nil && len(p.Combine) > 0 {
		v.sortedOutputs(field, p)
	}
	if p.Limit != nil && *p.Limit < 0 {
		v.fail(field("limit"), "%d is negative", *p.Limit)
	}
	if p.Offset != nil && *p.Offset < 0 {
		v.fail(field("offset"), "%d is negative", *p.Offset)
	}
	for i, o := range p.Select {
		v.text(field("select[%d].as", i), o.As)
	}
}

// sortedOutputs checks that the sort keys of a set operation are output columns.
func (v *validator) sortedOutputs(field func(string, ...any) string, p *Plan) {
	names := OutputNames(p)
	for i, o := range p.OrderBy {
		if _, ok := byOutput(p, names, o.Expr); !ok {
			v.fail(field("order_by[%d].expr", i), "%s is no output column, and after a %s only those can be sorted by",
				o.Expr, p.Combine[0].Op)
		}
	}
}

func (v *validator) list(at string, exprs []Expr) {
	if len(exprs) > maxClauses {
		v.fail(at, "more than %d expressions", maxClauses)
		return
	}
	for i, e := range exprs {
		v.expr(fmt.Sprintf("%s[%d]", at, i), e)
	}
}

// expr checks every node of a tree, because a missing node ends the process in the deparser, which is written in C.
func (v *validator) expr(at string, e Expr) {
	if v.err != nil {
		return
	}
	if e.node == nil {
		v.fail(at, "is missing")
		return
	}
	v.node(at, e.node, 1)
}

func (v *validator) node(at string, n *pg.Node, depth int) {
	switch v.nodes++; {
	case v.err != nil:
	case n == nil || n.Node == nil:
		v.fail(at, "holds an empty part")
	case depth > maxNesting:
		v.fail(at, "nested deeper than %d", maxNesting)
	case v.nodes > maxNodes:
		v.fail(at, "more than %d parts in all expressions", maxNodes)
	default:
		if problem := malformed(n); problem != "" {
			v.fail(at, "%s", problem)
			return
		}
		eachChild(n, func(c *pg.Node) { v.node(at, c, depth+1) })
	}
}

// malformed returns what is missing in a node, "" when it is complete. The constructors of this package can produce
// such nodes; the parser never does.
func malformed(n *pg.Node) string {
	switch x := n.Node.(type) {
	case *pg.Node_AExpr:
		return malformedOperator(x.AExpr)
	case *pg.Node_BoolExpr:
		if len(x.BoolExpr.Args) == 0 {
			return "an AND or OR without conditions"
		}
	case *pg.Node_FuncCall:
		if LastName(x.FuncCall.Funcname) == "" {
			return "a function call without a name"
		}
	case *pg.Node_TypeCast:
		if x.TypeCast.Arg == nil || LastName(x.TypeCast.TypeName.GetNames()) == "" {
			return "an incomplete cast"
		}
	case *pg.Node_NullTest:
		if x.NullTest.Arg == nil {
			return "an IS NULL of nothing"
		}
	case *pg.Node_SubLink:
		s := x.SubLink
		if s.Subselect.GetSelectStmt() == nil || s.SubLinkType == pg.SubLinkType_ANY_SUBLINK && s.Testexpr == nil {
			return "an incomplete subquery"
		}
	case *pg.Node_ColumnRef:
		for _, f := range x.ColumnRef.Fields {
			if f.GetAStar() == nil && f.GetString_().GetSval() == "" {
				return "a column without a name"
			}
		}
	}
	return ""
}

// binaryOnly lists the operators that need a left operand.
var binaryOnly = map[string]bool{
	"=": true, "<>": true, "<": true, ">": true, "<=": true, ">=": true, "*": true, "/": true, "%": true, "^": true,
}

func malformedOperator(x *pg.A_Expr) string {
	if LastName(x.Name) == "" {
		return "an operator without a name"
	}
	if x.Rexpr == nil || x.Lexpr == nil && (x.Kind != pg.A_Expr_Kind_AEXPR_OP || binaryOnly[LastName(x.Name)]) {
		return "an operator without an operand"
	}
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_IN:
		if len(x.Rexpr.GetList().GetItems()) == 0 {
			return "an IN without values"
		}
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		if len(x.Rexpr.GetList().GetItems()) != 2 {
			return "a BETWEEN without two bounds"
		}
	}
	return ""
}

// name refuses a name that PostgreSQL would shorten, because references would then not find it.
func (v *validator) name(at, s string) {
	v.text(at, s)
	if len(s) > MaxName && !v.draft {
		v.fail(at, "a name of %d bytes; PostgreSQL keeps %d", len(s), MaxName)
	}
}

// text refuses characters that PostgreSQL does not allow in an identifier.
func (v *validator) text(at, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			v.fail(at, "holds a zero byte")
			return
		}
	}
}

// Reviewable returns an error for a plan that exceeds the bounds or has a problem that the review cannot repair. It
// must be called before anything walks the plan. A join may lack its condition, because the review finds it.
func Reviewable(p *Plan) error {
	v := &validator{draft: true}
	v.plan("", p, 1)
	if v.err != nil {
		return v.err
	}
	return nil
}
