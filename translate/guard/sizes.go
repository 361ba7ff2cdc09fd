package guard

import (
	"math"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// Limits on constants that make huge values: statement_timeout does not interrupt every function that then works on
// them, and nothing bounds the server's memory.
const (
	maxSize   = 10_000      // one repeat, padding, array or format width
	maxGrowth = 1_000_000   // the product of all of them
	maxPoints = 1_000       // corners of polygon(n, circle)
	maxVolume = 100_000_000 // all of them in all rows that constants make
	maxSeries = 10_000_000  // rows that the series of one FROM may make
	freeSize  = 16          // factors up to this are ordinary formatting
)

// sizeArguments says which arguments of a function are sizes; -1: every one from the second on is a list of them.
var sizeArguments = map[string]int{"repeat": 1, "lpad": 1, "rpad": 1, "array_fill": 1}

// sizes judges the constants of one call.
func (s *shape) sizes(name string, m *pg_query.FuncCall) *finding {
	if at, ok := sizeArguments[name]; ok && len(m.Args) > at {
		return s.grow(name, m.Args[at])
	}
	switch name {
	case "format":
		return s.format(m)
	case "polygon":
		if len(m.Args) == 2 {
			if n, ok := evaluate(m.Args[0]); !ok || n > maxPoints {
				return invalid(RuleSize, name, "polygon() may be given at most %d corners, as a number", maxPoints)
			}
		}
	case "generate_series":
		if seriesRows(m) > maxSeries {
			return invalid(RuleSize, name, "generate_series makes over %d rows", maxSeries)
		}
	}
	return nil
}

// grow accounts for a size, which is a constant, or an expression over data with small constants in it.
func (s *shape) grow(name string, size *pg_query.Node) *finding {
	n, ok := upperBound(size)
	if !ok {
		return invalid(RuleSize, name, "the size given to %s cannot be bounded", name)
	}
	if n > maxSize {
		return invalid(RuleSize, name, "the size given to %s is over %d", name, maxSize)
	}
	if n > freeSize {
		s.growth *= n
	}
	if s.growth > maxGrowth {
		return invalid(RuleSize, name, "the sizes given to %s and others multiply to over %d", name, maxGrowth)
	}
	return nil
}

// format bounds the widths in a format string, which must be a literal.
func (s *shape) format(m *pg_query.FuncCall) *finding {
	if len(m.Args) == 0 {
		return nil
	}
	text := m.Args[0].GetAConst().GetSval()
	if text == nil {
		if _, ok := inner(m.Args[0]).(*pg_query.A_Const); ok {
			return nil // format(NULL)
		}
		return invalid(RuleSize, "format", "the first argument of format must be a literal")
	}
	for rest := text.Sval; ; {
		at := strings.IndexByte(rest, '%')
		if at < 0 {
			return nil
		}
		rest = rest[at+1:]
		if after, ok := strings.CutPrefix(rest, "%"); ok {
			rest = after
			continue
		}
		// Of %[position$][-][width]type, every number may be the width.
		spec := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789$-*"))]
		if strings.Contains(spec, "*") {
			return invalid(RuleSize, "format", "a width of format must be written as a number")
		}
		for n := range strings.FieldsFuncSeq(spec, func(c rune) bool { return c == '$' || c == '-' }) {
			if width, err := strconv.Atoi(n); err != nil || width > maxSize {
				return invalid(RuleSize, "format", "a width given to format is over %d", maxSize)
			}
		}
	}
}

// upperBound estimates how large an integer expression can get by its constants alone: data is taken for 1.
func upperBound(n *pg_query.Node) (float64, bool) {
	if v, ok := evaluate(n); ok {
		return math.Abs(v), true
	}
	bound, ok := 1.0, true
	var visit visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeName:
			return // numeric(10,2)
		case *pg_query.A_Const:
			v, isNumber := constant(m)
			if isNumber && math.Abs(v) > 1 {
				bound *= math.Abs(v)
			}
			return
		case *pg_query.A_Expr:
			if op := last(m.Name); op == "^" || op == "<<" || op == "!!" {
				ok = false
			}
		case *pg_query.FuncCall:
			switch last(m.Funcname) {
			case "power", "pow", "dpow", "numeric_power", "exp", "dexp", "numeric_exp", "factorial", "int4shl", "int8shl":
				ok = false
			}
		case *pg_query.SelectStmt:
			// A subquery's rows are data; its constants are counted like any other.
		}
		children(m, visit)
	}
	visit.node(n)
	return bound, ok
}

// evaluate computes a numeric expression of constants; false when it is not one.
func evaluate(n *pg_query.Node) (float64, bool) {
	switch m := inner(n).(type) {
	case *pg_query.A_Const:
		return constant(m)
	case *pg_query.TypeCast:
		return evaluate(m.Arg)
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
		return a / b, b != 0
	case "%":
		return math.Mod(a, b), b != 0
	case "^":
		return math.Pow(a, b), true
	case "<<":
		return a * math.Pow(2, b), true
	}
	return 0, false
}

// constant reads a number, also out of a string, which a cast or a function's argument type turns into one.
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

func number(text string) (float64, bool) {
	if v, err := strconv.ParseInt(text, 0, 64); err == nil {
		return float64(v), true
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil || math.IsInf(v, 0)
}
