package plan

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// What other databases write and PostgreSQL does not: texts in double quotes, and functions of other names. Models that have seen
// more of those databases write it out of habit.

// borrowed reads one node, before the names below it are resolved.
func (r *reviewer) borrowed(n *pg.Node, s *scope) {
	if x := n.GetAExpr(); x != nil {
		if x.Kind == pg.A_Expr_Kind_AEXPR_OP && len(x.Name) == 1 && lastName(x.Name) == "==" {
			x.Name = []*pg.Node{pg.MakeStrNode("=")}
			r.fix(FixFunction, "==", "=", "PostgreSQL compares with =")
		}
		r.texts(x, s)
	}
	if f := n.GetFuncCall(); f != nil && len(f.Funcname) == 1 {
		before := Expr{n}.String()
		if after := translated(lastName(f.Funcname), f); after != nil {
			n.Node = after.node.Node
			r.fix(FixFunction, before, Expr{n}.String(), "%s is another database's; PostgreSQL has %s", before, Expr{n})
		}
	}
}

// texts reads names of nothing that are compared with something as texts.
func (r *reviewer) texts(x *pg.A_Expr, s *scope) {
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

// text makes a literal of a name that no source has: one that could only have been written in quotes, or one that is like no name
// and is compared with a text.
func (r *reviewer) text(n, other *pg.Node, s *scope) {
	parts, ok := columnName(n)
	if !ok || len(parts) != 1 || other.GetAConst() != nil {
		return
	}
	name := parts[0]
	var names []string
	for at := s; at != nil; at = at.outer {
		for _, src := range at.sources {
			if src.open {
				return
			}
			names = append(names, src.names()...)
		}
	}
	if slices.ContainsFunc(names, func(known string) bool { return strings.EqualFold(known, name) }) {
		return
	}
	if bareName.MatchString(name) {
		if sure, others := nearest(name, names, ""); sure != "" || len(others) > 0 || !r.comparesText(other, s) {
			return
		}
	}
	n.Node = Str(name).node.Node
	r.fix(FixValue, `"`+name+`"`, Expr{n}.String(), "there is no column %q, so it is a text", name)
}

// bareName is a name that may have been written without quotes.
var bareName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// comparesText says whether an expression is a column of texts. Its names may not be resolved yet.
func (r *reviewer) comparesText(n *pg.Node, s *scope) bool {
	parts, ok := columnName(n)
	if !ok {
		return n.GetFuncCall() != nil
	}
	for at := s; at != nil; at = at.outer {
		for _, src := range at.sources {
			if src.table == nil || len(parts) > 1 && src.name != parts[len(parts)-2] {
				continue
			}
			if c := src.table.Column(parts[len(parts)-1]); c != nil {
				return c.Class == schema.Text || c.Class == schema.Enum
			}
		}
	}
	return false
}

// renamedFunctions are functions that PostgreSQL has under another name, with the same arguments.
var renamedFunctions = map[string]string{"len": "length", "lcase": "lower", "ucase": "upper", "instr": "strpos", "getdate": "now", "sysdate": "now"}

// parts of a date that other databases have a function each for.
var datePartFunctions = []string{"year", "quarter", "month", "week", "day", "hour", "minute", "second"}

// translated is a call of a function that PostgreSQL lacks in words that it has; nil: it is not known.
func translated(name string, f *pg.FuncCall) *Expr {
	args := make([]Expr, len(f.Args))
	for i, a := range f.Args {
		args[i] = Expr{a}
	}
	some := func(e Expr) *Expr { return &e }
	switch n := len(args); {
	case (name == "ifnull" || name == "nvl" || name == "isnull") && n == 2:
		return some(Expr{&pg.Node{Node: &pg.Node_CoalesceExpr{CoalesceExpr: &pg.CoalesceExpr{Args: f.Args}}}})
	case (name == "if" || name == "iif") && n == 3:
		when := &pg.Node{Node: &pg.Node_CaseWhen{CaseWhen: &pg.CaseWhen{Expr: f.Args[0], Result: f.Args[1]}}}
		return some(Expr{&pg.Node{Node: &pg.Node_CaseExpr{CaseExpr: &pg.CaseExpr{Args: []*pg.Node{when}, Defresult: f.Args[2]}}}})
	case name == "curdate" && n == 0:
		return some(Expr{&pg.Node{Node: &pg.Node_SqlvalueFunction{SqlvalueFunction: &pg.SQLValueFunction{
			Op: pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE, Typmod: -1}}}})
	case slices.Contains(datePartFunctions, name) && n == 1:
		return some(Call("date_part", Str(name), args[0]))
	case name == "group_concat" && n == 1 && !f.AggDistinct && len(f.AggOrder) == 0:
		return some(Call("string_agg", Cast(args[0], "text"), Str(",")))
	case name == "date_add" && n == 2:
		return some(Op("+", args[0], args[1]))
	case name == "date_sub" && n == 2:
		return some(Op("-", args[0], args[1]))
	case name == "datediff" && n == 2:
		return some(Op("-", Cast(args[0], "date"), Cast(args[1], "date")))
	case name == "date_format" && n == 2:
		return formatted(args[0], args[1], mysqlFormats)
	case name == "strftime" && n == 2:
		return formatted(args[1], args[0], strftimeFormats)
	case renamedFunctions[name] != "":
		return some(Call(renamedFunctions[name], args...))
	}
	return nil
}

// What stands for the parts of a date in the formats of other databases, as to_char writes it.
var (
	mysqlFormats    = strings.NewReplacer("%Y", "YYYY", "%m", "MM", "%d", "DD", "%H", "HH24", "%i", "MI", "%s", "SS", "%b", "Mon", "%M", "FMMonth")
	strftimeFormats = strings.NewReplacer("%Y", "YYYY", "%m", "MM", "%d", "DD", "%H", "HH24", "%M", "MI", "%S", "SS")
)

// formatted writes a date; nil when the format is no literal, or holds what is not known.
func formatted(date, format Expr, known *strings.Replacer) *Expr {
	text := known.Replace(format.Node().GetAConst().GetSval().GetSval())
	if text == "" || strings.ContainsRune(text, '%') || date.Node().GetAConst() != nil {
		return nil
	}
	e := Call("to_char", date, Str(text))
	return &e
}
