package review

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// This file repairs syntax of other databases that PostgreSQL lacks: texts in double quotes, and functions with other
// names. Models that have seen more of those databases often write it.

// borrowed repairs one node, before the names below it are resolved.
func (r *reviewer) borrowed(n *pg.Node, s *plan.Scope) {
	if x := n.GetAExpr(); x != nil {
		if x.Kind == pg.A_Expr_Kind_AEXPR_OP && len(x.Name) == 1 && plan.LastName(x.Name) == "==" {
			x.Name = []*pg.Node{pg.MakeStrNode("=")}
			r.fix(FixFunction, "==", "=", "PostgreSQL compares with =")
		}
		r.texts(x, s)
	}
	if f := n.GetFuncCall(); f != nil && len(f.Funcname) == 1 {
		if after := translated(plan.LastName(f.Funcname), f); after != nil {
			before := plan.FromNode(n).String()
			n.Node = after.Node().Node
			r.fix(FixFunction, before, plan.FromNode(n).String(), "%s is another database's; PostgreSQL has %s", before, plan.FromNode(n))
		}
	}
}

// texts repairs the operands of a comparison that were meant as texts but read as names.
func (r *reviewer) texts(x *pg.A_Expr, s *plan.Scope) {
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		if comparison(x) {
			r.text(x.Lexpr, x.Rexpr, s)
			r.text(x.Rexpr, x.Lexpr, s)
		}
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE:
		r.text(x.Rexpr, x.Lexpr, s)
	case pg.A_Expr_Kind_AEXPR_IN, pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		for _, item := range x.Rexpr.GetList().GetItems() {
			r.text(item, x.Lexpr, s)
		}
	}
}

// text replaces an unknown name by a text literal, if the name could only have been written in quotes, or if it
// resembles no known name and is compared with a text.
func (r *reviewer) text(n, other *pg.Node, s *plan.Scope) {
	parts, ok := plan.ColumnName(n)
	if !ok || len(parts) != 1 || other.GetAConst() != nil {
		return
	}
	name := parts[0]
	var names []string
	for at := s; at != nil; at = at.Outer {
		for _, src := range at.Sources {
			if src.Open {
				return
			}
			names = append(names, src.Names()...)
		}
	}
	if slices.ContainsFunc(names, func(known string) bool { return strings.EqualFold(known, name) }) {
		return
	}
	if bareName.MatchString(name) {
		if sure, others := plan.Nearest(name, names, ""); sure != "" || len(others) > 0 || !comparesText(other, s) {
			return
		}
	}
	n.Node = plan.Str(name).Node().Node
	r.fix(FixValue, `"`+name+`"`, plan.FromNode(n).String(), "there is no column %q, so it is a text", name)
}

// bareName matches a name that may have been written without quotes.
var bareName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// comparesText reports whether an expression is a text column. Its names may still be unresolved.
func comparesText(n *pg.Node, s *plan.Scope) bool {
	parts, ok := plan.ColumnName(n)
	if !ok {
		return n.GetFuncCall() != nil
	}
	for at := s; at != nil; at = at.Outer {
		for _, src := range at.Sources {
			if src.Table == nil || len(parts) > 1 && src.Name != parts[len(parts)-2] {
				continue
			}
			if c := src.Table.Column(parts[len(parts)-1]); c != nil {
				return c.Class == schema.Text || c.Class == schema.Enum
			}
		}
	}
	return false
}

// renamedFunctions maps functions of other databases to PostgreSQL's functions with the same arguments.
var renamedFunctions = map[string]string{"len": "length", "lcase": "lower", "ucase": "upper", "instr": "strpos",
	"getdate": "now", "sysdate": "now"}

// datePartFunctions are functions of other databases that return a part of a date.
var datePartFunctions = []string{"year", "quarter", "month", "week", "day", "hour", "minute", "second"}

// translated returns PostgreSQL's equivalent of a call of a function that it lacks; nil when there is none.
func translated(name string, f *pg.FuncCall) *plan.Expr {
	args := make([]plan.Expr, len(f.Args))
	for i, a := range f.Args {
		args[i] = plan.FromNode(a)
	}
	some := func(e plan.Expr) *plan.Expr { return &e }
	switch n := len(args); {
	case (name == "ifnull" || name == "nvl" || name == "isnull") && n == 2:
		return some(plan.FromNode(&pg.Node{Node: &pg.Node_CoalesceExpr{CoalesceExpr: &pg.CoalesceExpr{Args: f.Args}}}))
	case (name == "if" || name == "iif") && n == 3:
		when := &pg.Node{Node: &pg.Node_CaseWhen{CaseWhen: &pg.CaseWhen{Expr: f.Args[0], Result: f.Args[1]}}}
		return some(plan.FromNode(&pg.Node{Node: &pg.Node_CaseExpr{CaseExpr: &pg.CaseExpr{Args: []*pg.Node{when}, Defresult: f.Args[2]}}}))
	case name == "curdate" && n == 0:
		return some(plan.FromNode(&pg.Node{Node: &pg.Node_SqlvalueFunction{SqlvalueFunction: &pg.SQLValueFunction{
			Op: pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE, Typmod: -1}}}))
	case slices.Contains(datePartFunctions, name) && n == 1:
		return some(plan.Call("date_part", plan.Str(name), args[0]))
	case name == "group_concat" && n == 1 && !f.AggDistinct && len(f.AggOrder) == 0:
		return some(plan.Call("string_agg", plan.Cast(args[0], "text"), plan.Str(",")))
	case name == "date_add" && n == 2:
		return some(plan.Op("+", args[0], args[1]))
	case name == "date_sub" && n == 2:
		return some(plan.Op("-", args[0], args[1]))
	case name == "datediff" && n == 2:
		return some(plan.Op("-", plan.Cast(args[0], "date"), plan.Cast(args[1], "date")))
	case name == "date_format" && n == 2:
		return formatted(args[0], args[1], mysqlFormats)
	case name == "strftime" && n == 2:
		return formatted(args[1], args[0], strftimeFormats)
	case renamedFunctions[name] != "":
		return some(plan.Call(renamedFunctions[name], args...))
	}
	return nil
}

// The parts of a date in the formats of other databases, and in the format of to_char.
var (
	mysqlFormats = strings.NewReplacer("%Y", "YYYY", "%m", "MM", "%d", "DD", "%H", "HH24", "%i", "MI", "%s", "SS",
		"%b", "Mon", "%M", "FMMonth")
	strftimeFormats = strings.NewReplacer("%Y", "YYYY", "%m", "MM", "%d", "DD", "%H", "HH24", "%M", "MI", "%S", "SS")
)

// formatted returns a call of to_char; nil when the format is not a literal, or contains an unknown part.
func formatted(date, format plan.Expr, known *strings.Replacer) *plan.Expr {
	text := known.Replace(format.Node().GetAConst().GetSval().GetSval())
	if text == "" || strings.ContainsRune(text, '%') || date.Node().GetAConst() != nil {
		return nil
	}
	e := plan.Call("to_char", date, plan.Str(text))
	return &e
}
