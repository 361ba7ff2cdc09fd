package guard

import (
	"math"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// fractional lists the types to which a cast does not round.
var fractional = map[string]bool{"numeric": true, "float4": true, "float8": true}

// evaluate returns the value of a numeric expression of constants. It returns false when the expression is not one,
// or when its value depends on types: 1/2 is 0 or 0.5, and in a difference that decides the result.
func evaluate(n *pg_query.Node) (float64, bool) {
	switch m := inner(n).(type) {
	case *pg_query.A_Const:
		return constant(m)
	case *pg_query.TypeCast:
		v, ok := evaluate(m.Arg)
		return v, ok && (v == math.Trunc(v) || fractional[last(m.TypeName.GetNames())])
	case *pg_query.A_ArrayExpr:
		// array_fill(x, ARRAY[a, b]) makes a·b elements.
		product := 1.0
		for _, e := range m.Elements {
			v, ok := evaluate(e)
			if !ok {
				return 0, false
			}
			product *= v
		}
		return product, true
	case *pg_query.A_Expr:
		return arithmetic(m)
	case *pg_query.FuncCall:
		if name := last(m.Funcname); len(m.Args) == 2 && (name == "power" || name == "pow") {
			a, aok := evaluate(m.Args[0])
			b, bok := evaluate(m.Args[1])
			return math.Pow(a, b), aok && bok
		}
	}
	return 0, false
}

func arithmetic(m *pg_query.A_Expr) (float64, bool) {
	b, ok := evaluate(m.Rexpr)
	if !ok || m.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return 0, false
	}
	op := last(m.Name)
	if m.Lexpr == nil {
		switch op {
		case "-":
			return -b, true
		case "+":
			return b, true
		}
		return 0, false
	}
	a, ok := evaluate(m.Lexpr)
	if !ok {
		return 0, false
	}
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		return a / b, b != 0 && (math.Mod(a, b) == 0 || a != math.Trunc(a) || b != math.Trunc(b))
	case "%":
		return math.Mod(a, b), b != 0
	case "^":
		return math.Pow(a, b), true
	case "<<":
		v := a * math.Pow(2, b)
		return v, math.Abs(v) < 1<<31 // larger values lose bits
	}
	return 0, false
}

// constant returns the number that a constant holds. A string counts too, because a cast or the type of a function's
// argument converts it.
func constant(c *pg_query.A_Const) (float64, bool) {
	switch v := c.Val.(type) {
	case *pg_query.A_Const_Ival:
		return float64(v.Ival.GetIval()), true
	case *pg_query.A_Const_Fval:
		return number(v.Fval.GetFval())
	case *pg_query.A_Const_Sval:
		return number(v.Sval.GetSval())
	}
	return 0, false
}

// number parses what PostgreSQL takes for a number. Leading zeros are ignored.
func number(text string) (float64, bool) {
	for len(text) > 1 && text[0] == '0' && '0' <= text[1] && text[1] <= '9' {
		text = text[1:]
	}
	if v, err := strconv.ParseInt(text, 0, 64); err == nil {
		return float64(v), true
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil || math.IsInf(v, 0)
}
