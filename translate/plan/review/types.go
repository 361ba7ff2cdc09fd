package review

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/translate/schema"
)

// literals replaces literals by the stored values that they mean, and gives the operands of comparisons types that
// PostgreSQL can compare.
func (r *reviewer) literals(p *plan.Plan, s *plan.Scope) {
	r.replace(p, func(_ string, n *pg.Node) bool {
		if n.GetSubLink() != nil {
			// The subquery has been reviewed in its own scope. Only its comparison with the outer expression is left.
			return true
		}
		r.literal(n, s)
		return true
	})
}

// literal reviews one node: a comparison, or an aggregate that needs numbers.
func (r *reviewer) literal(n *pg.Node, s *plan.Scope) {
	x := n.GetAExpr()
	if x == nil {
		r.argument(n, s)
		return
	}
	col, ref := plan.ColumnOf(x.Lexpr, s)
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		if folded, like := inAnyCase(x); like != nil {
			if col, ref = plan.ColumnOf(folded, s); col != nil && !col.Array {
				r.pattern(n, like, col, ref)
			}
			return
		}
		if other, right := plan.ColumnOf(x.Rexpr, s); other != nil && col != nil {
			r.pair(x, col, other)
			return
		} else if other != nil && comparison(x) {
			col, ref = other, right
			r.compare(n, x, &x.Rexpr, &x.Lexpr, col, ref)
			return
		}
		if col != nil && comparison(x) {
			r.compare(n, x, &x.Lexpr, &x.Rexpr, col, ref)
		}
	case pg.A_Expr_Kind_AEXPR_IN:
		if col != nil {
			for _, item := range x.Rexpr.GetList().GetItems() {
				r.operand(n, x, item, &x.Lexpr, col, ref)
			}
		}
	case pg.A_Expr_Kind_AEXPR_BETWEEN:
		if col != nil {
			r.between(n, x, col)
		}
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE, pg.A_Expr_Kind_AEXPR_SIMILAR:
		if col != nil && !slices.Contains([]schema.Class{schema.Text, schema.Other}, col.Class) && !col.Array {
			r.cast(&x.Lexpr, "text", "a pattern is compared with %s as text")
		}
		if col != nil && !col.Array && x.Kind != pg.A_Expr_Kind_AEXPR_SIMILAR {
			r.pattern(n, x, col, ref)
		}
	}
}

// inAnyCase returns the column of lower(column) = 'text', or upper, and the same comparison as a pattern; nil for
// others.
func inAnyCase(x *pg.A_Expr) (*pg.Node, *pg.A_Expr) {
	f := x.Lexpr.GetFuncCall()
	op := map[string]string{"=": "~~*", "<>": "!~~*", "!=": "!~~*"}[plan.LastName(x.Name)]
	if f == nil || op == "" || len(f.Args) != 1 || x.Rexpr.GetAConst().GetSval() == nil ||
		!slices.Contains([]string{"lower", "upper"}, plan.LastName(f.Funcname)) {
		return nil, nil
	}
	return f.Args[0], &pg.A_Expr{Kind: pg.A_Expr_Kind_AEXPR_ILIKE, Name: []*pg.Node{pg.MakeStrNode(op)}, Lexpr: f.Args[0], Rexpr: x.Rexpr}
}

// pattern reviews a LIKE whose pattern matches only one text. Models write it in place of = when they do not know the
// case. If the pattern would match no stored value, the stored value that it means is used.
func (r *reviewer) pattern(n *pg.Node, x *pg.A_Expr, col *schema.Column, ref plan.Place) {
	text := x.Rexpr.GetAConst().GetSval().GetSval()
	if text == "" || strings.ContainsAny(text, `%_\`) {
		return
	}
	if stored, _ := storedValues(col); x.Kind == pg.A_Expr_Kind_AEXPR_ILIKE &&
		slices.ContainsFunc(stored, func(v string) bool { return strings.EqualFold(v, text) }) {
		return
	}
	lit := proto.Clone(x.Rexpr).(*pg.Node)
	r.value(lit, col, ref)
	meant := lit.GetAConst().GetSval().GetSval()
	if r.err != nil || meant == text || x.Kind == pg.A_Expr_Kind_AEXPR_ILIKE && strings.EqualFold(meant, text) {
		return
	}
	op := "="
	if strings.HasPrefix(plan.LastName(x.Name), "!") {
		op = "<>"
	}
	n.Node = plan.Op(op, plan.FromNode(x.Lexpr), plan.Str(meant)).Node().Node
}

func comparison(x *pg.A_Expr) bool {
	switch plan.LastName(x.Name) {
	case "=", "<>", "!=", "<", ">", "<=", ">=":
		return true
	}
	return false
}

// cast puts a cast around an operand, in place, and records the fix.
func (r *reviewer) cast(side **pg.Node, typ, what string) {
	before := plan.FromNode(*side)
	after := plan.Cast(before, typ)
	*side = after.Node()
	r.fix(FixType, before.String(), after.String(), what, before)
}

// pair reviews a comparison of two columns: text and a number are compared as text.
func (r *reviewer) pair(x *pg.A_Expr, a, b *schema.Column) {
	if !comparison(x) || a.Array || b.Array {
		return
	}
	const what = "a text is compared with %s, so it is compared as text"
	castable := func(c schema.Class) bool {
		return c.Numeric() || c == schema.UUID || c == schema.Boolean || c.Temporal() || c == schema.Enum
	}
	switch {
	case a.Class == schema.Text && castable(b.Class):
		r.cast(&x.Rexpr, "text", what)
	case b.Class == schema.Text && castable(a.Class):
		r.cast(&x.Lexpr, "text", what)
	}
}

// compare reviews the comparison of a column with a literal. Both sides are parameters because the column may stand
// on the right.
func (r *reviewer) compare(n *pg.Node, x *pg.A_Expr, column, other **pg.Node, col *schema.Column, ref plan.Place) {
	if col.Class == schema.Instant && other == &x.Rexpr && r.day(n, x) {
		return
	}
	r.operand(n, x, *other, column, col, ref)
}

// operand reviews one literal that is compared with a column.
func (r *reviewer) operand(n *pg.Node, x *pg.A_Expr, lit *pg.Node, column **pg.Node, col *schema.Column, ref plan.Place) {
	c := lit.GetAConst()
	if c == nil || c.Isnull || col.Array {
		return
	}
	equal := slices.Contains([]string{"=", "<>", "!="}, plan.LastName(x.Name))
	// set replaces one side and records the comparison before and after.
	set := func(side *pg.Node, to plan.Expr, what string) {
		before := plan.FromNode(n).String()
		side.Node = to.Node().Node
		r.fix(FixType, before, plan.FromNode(n).String(), what, ref)
	}
	switch number, isNumber := numberText(c); {
	case isNumber && (col.Class == schema.Text || col.Class == schema.Enum) && equal:
		set(lit, plan.Str(number), "%s holds text, so the number is compared as text")
		r.value(lit, col, ref)
	case isNumber && col.Class == schema.Text:
		if (*column).GetTypeCast() == nil {
			r.cast(column, "numeric", "%s holds text that is compared as a number")
		}
	case isNumber && col.Class == schema.Boolean && equal && (number == "0" || number == "1"):
		set(lit, plan.Bool(number == "1"), "%s is true or false")
	case c.GetBoolval() != nil && col.Class == schema.Integer && equal:
		one := plan.Int(0)
		if c.GetBoolval().Boolval {
			one = plan.Int(1)
		}
		set(lit, one, "%s holds 0 or 1")
	case isNumber && col.Class.Temporal() && year(number):
		if (*column).GetColumnRef() != nil {
			was := &pg.Node{Node: (*column).Node}
			set(*column, plan.Call("date_part", plan.Str("year"), plan.FromNode(was)), "%s is a date that is compared with a year")
		}
	case c.GetSval() != nil && equal:
		if !r.spellings(n, x, lit, col, ref) {
			r.value(lit, col, ref)
		}
	}
}

func numberText(c *pg.A_Const) (string, bool) {
	if f := c.GetFval(); f != nil {
		return f.Fval, true
	}
	if i := c.GetIval(); i != nil {
		return strconv.Itoa(int(i.Ival)), true
	}
	return "", false
}

func year(s string) bool {
	return len(s) == 4 && (s[0] == '1' || s[0] == '2') && !strings.Contains(s, ".")
}

// day makes a comparison of a point in time with a date mean the whole day: at = '2024-05-01' becomes a range from the
// first moment of that day to its last, and at <= '2024-05-01' includes the day. It returns false when the literal is
// not a date without a time.
func (r *reviewer) day(n *pg.Node, x *pg.A_Expr) bool {
	d, next, ok := dayAndNext(x.Rexpr)
	if !ok {
		return false
	}
	left := plan.FromNode(x.Lexpr)
	var after plan.Expr
	switch plan.LastName(x.Name) {
	case "=":
		after = plan.And(plan.Op(">=", left, plan.Str(d)), plan.Op("<", left, plan.Str(next)))
	case "<>", "!=":
		after = plan.Or(plan.Op("<", left, plan.Str(d)), plan.Op(">=", left, plan.Str(next)))
	case "<=":
		after = plan.Op("<", left, plan.Str(next))
	case ">":
		after = plan.Op(">=", left, plan.Str(next))
	default:
		return true // < and >= already use the first moment of the day
	}
	before := plan.FromNode(n).String()
	n.Node = after.Node().Node
	r.fix(FixType, before, after.String(), "%s means the whole day", d)
	return true
}

// dayAndNext returns the day of a literal that is a date without a time, and the day after.
func dayAndNext(n *pg.Node) (day, next string, ok bool) {
	c := n
	if t := n.GetTypeCast(); t != nil && plan.LastName(t.TypeName.GetNames()) == "date" {
		c = t.Arg
	}
	t, err := time.Parse(time.DateOnly, c.GetAConst().GetSval().GetSval())
	if err != nil {
		return "", "", false
	}
	return t.Format(time.DateOnly), t.AddDate(0, 0, 1).Format(time.DateOnly), true
}

// between reviews the bounds of a range. A range of days includes its last day.
func (r *reviewer) between(n *pg.Node, x *pg.A_Expr, col *schema.Column) {
	items := x.Rexpr.GetList().GetItems()
	if len(items) != 2 {
		return
	}
	left := plan.FromNode(x.Lexpr)
	if _, next, ok := dayAndNext(items[1]); ok && col.Class == schema.Instant {
		after := plan.And(plan.Op(">=", left, plan.FromNode(items[0])), plan.Op("<", left, plan.Str(next)))
		before := plan.FromNode(n).String()
		n.Node = after.Node().Node
		r.fix(FixType, before, after.String(), "the last day of the range belongs to it")
		return
	}
	_, low := numberText(items[0].GetAConst())
	_, high := numberText(items[1].GetAConst())
	number, _ := numberText(items[0].GetAConst())
	switch {
	case low && high && col.Class == schema.Text:
		r.cast(&x.Lexpr, "numeric", "%s holds text that is compared as a number")
	case low && high && col.Class.Temporal() && year(number):
		before := plan.FromNode(n).String()
		x.Lexpr = plan.Call("date_part", plan.Str("year"), left).Node()
		r.fix(FixType, before, plan.FromNode(n).String(), "%s is a date that is compared with years", left)
	}
}

// argument casts a text argument of an aggregate that needs numbers.
func (r *reviewer) argument(n *pg.Node, s *plan.Scope) {
	f := n.GetFuncCall()
	if f == nil || len(f.Args) != 1 || !slices.Contains([]string{"sum", "avg"}, plan.LastName(f.Funcname)) {
		return
	}
	col, ref := plan.ColumnOf(f.Args[0], s)
	switch {
	case col == nil || col.Array:
	case col.Class == schema.Text:
		r.cast(&f.Args[0], "numeric", "%s holds text that is added up as numbers")
	case col.Class == schema.Boolean:
		before := plan.FromNode(f.Args[0])
		f.Args[0] = plan.Cast(before, "integer").Node()
		r.fix(FixType, ref.String(), plan.FromNode(f.Args[0]).String(), "%s is true or false, counted as 1 and 0", ref)
	}
}
