package plan

import (
	"maps"
	"regexp"
	"slices"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Rounded returns a plan whose averages and quotients have as many digits as people read: those that are stored, two
// at least, four of what is a part of one. What they are of, and the order of the rows, is as before.
func Rounded(p *Plan, snap *schema.Snapshot) *Plan {
	if p == nil || p.Distinct || len(p.Combine) > 0 {
		return p
	}
	shown := p.Clone()
	for i, name := range OutputNames(p) {
		n := (&figures{p: p, snap: snap}).of(p.Select[i].Expr.Node())
		if n == nil || !n.long {
			continue
		}
		e := p.Select[i].Expr
		if n.float {
			e = Cast(e, "numeric")
		}
		shown.Select[i] = Output{Expr: Call("round", e, Int(int64(n.shown()))), As: name}
	}
	return shown
}

// figure says what is known of a number: how many digits are stored behind its point, and whether computing it made
// more.
type figure struct {
	digits                        int
	long, float, whole, one, cent bool // one: a part of one; cent: of a hundred
	counted                       bool // a number of rows
}

// shown is how many digits are worth reading.
func (n *figure) shown() int {
	if n.one && !n.cent {
		return 4
	}
	return max(2, n.digits)
}

// figures reads expressions of a plan, or of a subquery in it.
type figures struct {
	p     *Plan
	snap  *schema.Snapshot
	under map[string]*schema.Table // the tables of a subquery
}

// of returns what is known of an expression; nil: it is no number, or not known to be one.
func (f *figures) of(n *pg.Node) *figure {
	switch {
	case n.GetColumnRef() != nil:
		return f.column(Expr{n}.Columns())
	case n.GetAConst().GetIval() != nil:
		return &figure{whole: true, cent: n.GetAConst().GetIval().GetIval() == 100}
	case n.GetAConst().GetFval() != nil:
		v, _ := strconv.ParseFloat(n.GetAConst().GetFval().GetFval(), 64)
		return &figure{cent: v == 100}
	case n.GetFuncCall() != nil:
		return f.call(n.GetFuncCall())
	case n.GetAExpr() != nil:
		return f.operation(n.GetAExpr())
	case n.GetCoalesceExpr() != nil:
		return f.of(n.GetCoalesceExpr().Args[0])
	case n.GetTypeCast() != nil:
		return f.cast(n.GetTypeCast())
	case n.GetSubLink() != nil:
		return f.subquery(n.GetSubLink().GetSubselect().GetSelectStmt())
	}
	return nil
}

// scale are the digits of a numeric type.
var scale = regexp.MustCompile(`,(\d+)\)$`)

func (f *figures) column(refs []Ref) *figure {
	if len(refs) != 1 {
		return nil
	}
	ref := refs[0]
	t := f.under[ref.Alias]
	for _, s := range f.p.Sources() {
		if t != nil || s.Name() != ref.Alias {
			continue
		}
		if s.Plan != nil {
			i := slices.Index(OutputNames(s.Plan), ref.Column)
			if i < 0 {
				return nil
			}
			return (&figures{p: s.Plan, snap: f.snap}).of(s.Plan.Select[i].Expr.Node())
		}
		t = f.snap.Table(s.Schema, s.Table)
	}
	if t == nil {
		return nil
	}
	c := t.Column(ref.Column)
	if c == nil || c.Array || c.Class != schema.Integer && c.Class != schema.Decimal || c.TypeName == "money" {
		return nil
	}
	n := &figure{whole: c.Class == schema.Integer, float: c.TypeName == "float8" || c.TypeName == "float4"}
	if m := scale.FindStringSubmatch(c.Type); m != nil {
		n.digits, _ = strconv.Atoi(m[1])
	} else if most, err := strconv.ParseFloat(c.Profile.Max, 64); err == nil && most > 0 && most <= 1 {
		n.digits = 4
	}
	return n
}

func (f *figures) call(c *pg.FuncCall) *figure {
	name := LastName(c.Funcname)
	switch {
	case name == "count":
		return &figure{whole: true, counted: true}
	case (name == "extract" || name == "date_part") && len(c.Args) > 0 &&
		!slices.Contains([]string{"epoch", "second", "julian"}, c.Args[0].GetAConst().GetSval().GetSval()):
		return &figure{whole: true} // a year, a weekday
	case name == "extract" || name == "date_part":
		return &figure{long: true, float: name == "date_part"}
	case len(c.Args) == 0 || !slices.Contains([]string{"avg", "sum", "min", "max", "abs", "stddev", "stddev_samp",
		"percentile_cont"}, name):
		return nil
	}
	arg := c.Args[0]
	if name == "percentile_cont" {
		if len(c.AggOrder) != 1 {
			return nil
		}
		arg = c.AggOrder[0].GetSortBy().GetNode()
	}
	n := f.of(arg)
	if n == nil {
		return nil
	}
	again := *n
	again.float = n.float || name == "percentile_cont"
	if slices.Contains([]string{"avg", "stddev", "stddev_samp", "percentile_cont"}, name) {
		again.long, again.whole, again.counted = true, false, false
	}
	return &again
}

func (f *figures) operation(x *pg.A_Expr) *figure {
	left := f.of(x.Lexpr)
	if x.Kind == pg.A_Expr_Kind_AEXPR_NULLIF {
		return left
	}
	right := f.of(x.Rexpr)
	if x.Kind != pg.A_Expr_Kind_AEXPR_OP || left == nil || right == nil {
		return nil
	}
	n := &figure{digits: max(left.digits, right.digits), long: left.long || right.long, float: left.float ||
		right.float, whole: left.whole && right.whole}
	switch LastName(x.Name) {
	case "+", "-":
	case "*":
		n.digits = min(n.digits, left.digits+right.digits)
		n.one, n.cent, n.counted = left.one || right.one, left.cent || right.cent, left.counted || right.counted
	case "/":
		n.long = n.long || !n.whole
		n.one, n.cent = (left.one || left.counted) && (right.one || right.counted), left.cent
	default:
		return nil
	}
	return n
}

// cast is of a number to another type of numbers; of anything else it is of a condition, as 0 or 1.
func (f *figures) cast(x *pg.TypeCast) *figure {
	to := LastName(x.TypeName.Names)
	float := to == "float8" || to == "float4"
	whole := slices.Contains([]string{"int4", "int8", "int2"}, to)
	if !float && !whole && to != "numeric" {
		return nil
	}
	n := f.of(x.Arg)
	if n == nil {
		return &figure{whole: whole, float: float, one: true}
	}
	again := *n
	again.float, again.whole, again.long = float, whole, n.long && !whole
	return &again
}

// subquery is a single value.
func (f *figures) subquery(s *pg.SelectStmt) *figure {
	if len(s.GetTargetList()) != 1 || len(s.GetFromClause()) == 0 {
		return nil
	}
	in := &figures{p: f.p, snap: f.snap, under: map[string]*schema.Table{}}
	maps.Copy(in.under, f.under)
	for _, from := range s.GetFromClause() {
		WalkNode(from, func(n *pg.Node) bool {
			if r := n.GetRangeVar(); r != nil {
				name := r.Relname
				if r.Alias != nil {
					name = r.Alias.Aliasname
				}
				in.under[name] = f.snap.Table(r.Schemaname, r.Relname)
			}
			return n.GetSelectStmt() == nil
		})
	}
	return in.of(s.GetTargetList()[0].GetResTarget().GetVal())
}
