package model

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// A condition may be written as a column, an operator and a value, so that the model need not quote the value.

type smallFilter struct {
	Column words           `json:"column"`
	Op     words           `json:"op"`
	Value  json.RawMessage `json:"value"`
}

// named returns the aggregate of the output with that name, because small models filter on an aggregate by its name.
// It returns a zero Expr when there is none.
func named(text string, outputs []plan.Output) plan.Expr {
	for _, o := range outputs {
		if o.As != "" && o.As == text && plan.HasAggregate(o.Expr) {
			return o.Expr
		}
	}
	return plan.Expr{}
}

// filter returns a condition made of a column, an operator and a value.
func (r *reader) filter(at string, column plan.Expr, f smallFilter) plan.Expr {
	op := strings.Join(strings.Fields(strings.ToLower(string(f.Op))), " ")
	switch op {
	case "!=":
		op = "<>"
	case "==", "equals", "eq", "is":
		op = "="
	}
	values := r.values(at+".value", f.Value)
	if !r.fits(at, op, values) || column.IsZero() {
		return plan.Expr{}
	}
	switch op {
	case "is null", "is not null":
		return plan.IsNull(column, op == "is not null")
	case "in", "not in":
		if sub := values[0].Node().GetSubLink(); len(values) == 1 && sub.GetSubLinkType() == pg.SubLinkType_EXPR_SUBLINK {
			e := plan.InQuery(column, sub.GetSubselect())
			if op == "not in" {
				e = plan.Not(e)
			}
			return e
		}
		return plan.In(column, op == "not in", values...)
	case "between":
		return plan.Between(column, values[0], values[1])
	case "=", "<>":
		if c := values[0].Node().GetAConst(); op == "=" && c.GetBoolval().GetBoolval() && isCondition(column) {
			return column // OR is written as one expression
		}
		if values[0].Node().GetAConst().GetIsnull() {
			return plan.IsNull(column, op == "<>")
		}
	case "like", "ilike":
		if s := values[0].Node().GetAConst().GetSval(); s != nil {
			if op == "like" {
				return plan.Like(column, s.Sval)
			}
			return plan.ILike(column, s.Sval)
		}
		r.wrong(at+".value", "%s wants a text", op)
		return plan.Expr{}
	}
	return plan.Op(op, column, values[0])
}

// isCondition reports whether the form of an expression makes it true or false.
func isCondition(e plan.Expr) bool {
	n := e.Node()
	if x := n.GetAExpr(); x != nil {
		switch x.Kind {
		case pg.A_Expr_Kind_AEXPR_OP:
			return slices.Contains([]string{"=", "<>", "<", "<=", ">", ">="}, x.Name[len(x.Name)-1].GetString_().GetSval())
		case pg.A_Expr_Kind_AEXPR_NULLIF:
			return false
		}
		return true
	}
	return n.GetBoolExpr() != nil || n.GetNullTest() != nil || n.GetBooleanTest() != nil ||
		n.GetSubLink().GetSubLinkType() == pg.SubLinkType_EXISTS_SUBLINK || n.GetSubLink().GetSubLinkType() == pg.SubLinkType_ANY_SUBLINK
}

// fits reports whether an operator is known and has the number of values that it needs.
func (r *reader) fits(at, op string, values []plan.Expr) bool {
	low, high := 1, 1
	switch op {
	case "is null", "is not null":
		return true
	case "in", "not in":
		high = maxParts
	case "between":
		low, high = 2, 2
	case "=", "<>", "<", "<=", ">", ">=", "like", "ilike":
	default:
		r.wrong(at+".op", "%q is no operator of this plan", op)
		return false
	}
	if len(values) < low || len(values) > high {
		r.wrong(at+".value", "%s does not take %d values", op, len(values))
		return false
	}
	return true
}

// query matches the beginning of a subquery that lacks the parentheses which an expression needs.
var query = regexp.MustCompile(`(?i)^\s*(select|with)\s`)

// values parses a literal, a list of literals, or an expression. Texts become literals unchanged.
func (r *reader) values(at string, raw json.RawMessage) []plan.Expr {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	if many, ok := v.([]any); ok {
		var out []plan.Expr
		var parts []json.RawMessage
		if json.Unmarshal(raw, &parts) != nil || !r.count(at, len(many)) {
			return nil
		}
		for i, part := range parts {
			out = append(out, r.value(fmt.Sprintf("%s[%d]", at, i), many[i], part))
		}
		return out
	}
	return []plan.Expr{r.value(at, v, raw)}
}

func (r *reader) value(at string, v any, raw json.RawMessage) plan.Expr {
	switch v := v.(type) {
	case nil:
		return plan.Null()
	case bool:
		return plan.Bool(v)
	case string:
		return plan.Str(v)
	case float64:
		return r.expr(at, words(strings.TrimSpace(string(raw)))) // as written, so that 12.50 keeps its digits
	case map[string]any:
		if text, ok := v["sql"].(string); ok {
			if query.MatchString(text) {
				text = "(" + strings.TrimRight(text, "; \t\r\n") + ")"
			}
			return r.expr(at+".sql", words(text))
		}
	}
	r.wrong(at, "a text, number, true, false, null, list or {\"sql\": …} is wanted")
	return plan.Null()
}
