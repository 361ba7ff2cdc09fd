package algebra

import (
	"fmt"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// functions are those that Call may name. What a question can mean by them is said in say.go.
var functions = []string{"abs", "age", "array_length", "btrim", "cardinality", "ceil", "ceiling", "char_length",
	"coalesce", "concat", "concat_ws",
	"current_date", "current_timestamp", "date", "floor", "format", "generate_series", "greatest", "initcap",
	"jsonb_array_elements", "jsonb_array_elements_text", "jsonb_array_length", "least", "left", "length", "lower",
	"lpad", "ltrim", "make_date", "mod", "now", "nullif", "position", "power", "regexp_replace",
	"regexp_split_to_array", "regexp_split_to_table", "replace", "reverse", "right", "round", "rtrim", "sign", "split_part",
	"sqrt", "string_to_array", "string_to_table", "strpos", "substr", "substring", "to_char", "to_date", "to_number",
	"to_timestamp", "trim", "trunc", "unnest", "upper", "ln", "exp",
	"make_interval", "justify_days", "timezone", "array"}

// Function reports whether Call may name a function.
func Function(name string) bool { return slices.Contains(functions, name) }

// lists are the functions whose value is a list, by element.
var lists = []string{"generate_series", "jsonb_array_elements", "jsonb_array_elements_text", "regexp_split_to_table",
	"string_to_table", "unnest"}

// Lists reports whether a function may be what a row ranges over.
func Lists(name string) bool { return slices.Contains(lists, name) }

// call writes a function, some of which SQL has a syntax for.
func (lv *level) call(x *Call) (plan.Expr, error) {
	if !Function(x.Name) {
		return plan.Expr{}, fmt.Errorf("%w: no function %q", ErrMeaning, x.Name)
	}
	args, err := lv.values(x.Args)
	if err != nil {
		return plan.Expr{}, err
	}
	nodes := make([]*pg.Node, len(args))
	for i, a := range args {
		nodes[i] = a.Node()
	}
	switch x.Name {
	case "coalesce":
		return plan.FromNode(&pg.Node{Node: &pg.Node_CoalesceExpr{CoalesceExpr: &pg.CoalesceExpr{Args: nodes}}}), nil
	case "greatest", "least":
		m := &pg.MinMaxExpr{Op: pg.MinMaxOp_IS_GREATEST, Args: nodes}
		if x.Name == "least" {
			m.Op = pg.MinMaxOp_IS_LEAST
		}
		return plan.FromNode(&pg.Node{Node: &pg.Node_MinMaxExpr{MinMaxExpr: m}}), nil
	case "nullif":
		return plan.FromNode(pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_NULLIF, []*pg.Node{pg.MakeStrNode("=")}, nodes[0], nodes[1], 0)), nil
	case "array":
		return plan.FromNode(&pg.Node{Node: &pg.Node_AArrayExpr{AArrayExpr: &pg.A_ArrayExpr{Elements: nodes}}}), nil
	case "current_date", "current_timestamp":
		op := pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE
		if x.Name == "current_timestamp" {
			op = pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP
		}
		return plan.FromNode(&pg.Node{Node: &pg.Node_SqlvalueFunction{SqlvalueFunction: &pg.SQLValueFunction{Op: op, Typmod: -1}}}), nil
	}
	return plan.Call(x.Name, args...), nil
}
