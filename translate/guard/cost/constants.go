package cost

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// fractional lists the types to which a cast does not round.
var fractional = map[string]bool{"numeric": true, "float4": true, "float8": true}

// evaluate returns the value of a numeric expression of constants. It returns false when the expression is not one,
// or when its value depends on types: 1/2 is 0 or 0.5, and in a difference that decides the result.
func evaluate(n *pg_query.Node) (float64, bool) {
	switch m := tree.Inner(n).(type) {
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
		return binary(m)
	case *pg_query.FuncCall:
		if name := last(m.Funcname); len(m.Args) == 2 && (name == "power" || name == "pow") {
			a, aok := evaluate(m.Args[0])
			b, bok := evaluate(m.Args[1])
			return math.Pow(a, b), aok && bok
		}
	}
	return 0, false
}

func binary(m *pg_query.A_Expr) (float64, bool) {
	if m.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return 0, false
	}
	operand := func(n *pg_query.Node) value {
		v, ok := evaluate(n)
		return value{constant: v, isConstant: ok || n == nil}
	}
	return arithmetic(last(m.Name), operand(m.Lexpr), operand(m.Rexpr))
}

// arithmetic returns what an operator makes of two constants; of one, with 0 as the left.
func arithmetic(op string, left, right value) (float64, bool) {
	if !left.isConstant || !right.isConstant {
		return 0, false
	}
	a, b := left.constant, right.constant
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

// maxDigits is how many digits a numeric may have before the point.
const maxDigits = 131_072

// digits returns how long a number may be as text that a few characters write: 1e131071, 9 ^ 130000. It is 0 for
// ordinary ones.
func digits(v float64) float64 {
	switch v = math.Abs(v); {
	case math.IsInf(v, 0) || math.IsNaN(v):
		return maxDigits
	case v < math.MaxInt64:
		return 0
	}
	return math.Log10(v)
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

// holdsDigits reports whether an expression contains a constant with a digit in it.
func holdsDigits(n *pg_query.Node) bool {
	found := false
	eachConstant(n, func(c *pg_query.A_Const) {
		_, isNumber := constant(c)
		found = found || isNumber || strings.ContainsAny(c.GetSval().GetSval(), "0123456789")
	})
	return found
}

// eachConstant calls each for every constant of an expression, apart from those in type names.
func eachConstant(n *pg_query.Node, each func(*pg_query.A_Const)) {
	var visit tree.Visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeName:
			return
		case *pg_query.A_Const:
			each(m)
			return
		}
		tree.Children(m, visit)
	}
	visit.Node(n)
}

// shrinks returns the factor by which dividing by divisor can enlarge a number, from the constants of the divisor
// alone.
func shrinks(divisor *pg_query.Node) float64 {
	if by, ok := evaluate(divisor); ok && by != 0 {
		return 1 / math.Abs(by)
	}
	product, fraction, adds := 1.0, false, false
	eachConstant(divisor, func(c *pg_query.A_Const) {
		if v, ok := constant(c); ok && v != 0 {
			product *= max(math.Abs(v), 1/math.Abs(v))
			fraction = fraction || v != math.Trunc(v)
		}
	})
	var visit tree.Visitor
	visit = func(m any) {
		if e, ok := m.(*pg_query.A_Expr); ok && (last(e.Name) == "-" || last(e.Name) == "+") {
			adds = true
		}
		tree.Children(m, visit)
	}
	visit.Node(divisor)
	if fraction && adds { // for example n/n - 0.999999
		return math.Inf(1)
	}
	return product
}
