package cost

import (
	"math"
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// maxVolume bounds a value that the statement makes, and all values that its constants make, in bytes.
const maxVolume = 100_000_000

// eval interprets an expression, and reports a value that is too long.
func (c *checker) eval(n *pg_query.Node) value {
	m := tree.Inner(n)
	if m == nil {
		return value{number: 1}
	}
	v := c.of(m)
	if v.isConstant {
		v.bytes = max(v.bytes, digits(v.constant))
	}
	if v.bytes >= maxVolume {
		c.report(Size, "", "it makes values of over %d characters out of shorter ones, by joining them with themselves or quoting them again and again", int(maxVolume))
	}
	if _, isColumn := m.(*pg_query.ColumnRef); !isColumn {
		v = v.fold()
	}
	if v.inlined.memory() > MaxMemory || v.pushed.memory() > MaxMemory {
		c.plan(v.inlined.largest(v.pushed))
	}
	return v
}

func (c *checker) of(m any) value {
	switch m := m.(type) {
	case *pg_query.A_Const:
		return constantOf(m)
	case *pg_query.ColumnRef:
		return c.column(m)
	case *pg_query.TypeCast:
		return c.cast(m)
	case *pg_query.A_Expr:
		return c.operator(m)
	case *pg_query.FuncCall:
		return c.call(m)
	case *pg_query.SubLink:
		return c.subLink(m)
	case *pg_query.SelectStmt:
		v, _ := c.subquery(m)
		return v
	case *pg_query.A_ArrayExpr:
		return c.list(m.Elements)
	case *pg_query.RowExpr:
		return c.list(m.Args)
	case *pg_query.SortBy:
		return c.eval(m.Node)
	case *pg_query.NamedArgExpr:
		return c.eval(m.Arg)
	case *pg_query.CaseExpr:
		return c.branches(m)
	case *pg_query.MinMaxExpr:
		return c.extreme(m)
	case *pg_query.JsonArrayConstructor, *pg_query.JsonObjectConstructor, *pg_query.JsonArrayQueryConstructor,
		*pg_query.JsonObjectAgg, *pg_query.JsonArrayAgg:
		return c.json(m)
	case *pg_query.TypeName:
		return value{number: 1} // looked at with the cast
	}
	p := c.parts(m)
	v := p.all.weighed(p.all) // coalesce, COLLATE and the like give one of their parts
	if _, ok := m.(*pg_query.CoalesceExpr); !ok {
		v.number, v.element = math.Inf(1), p.all.element
	}
	return v
}

// parts interprets everything directly below a message.
func (c *checker) parts(m any) (p parts) {
	p.all.number = 1
	tree.Children(m, tree.Visitor(func(part any) {
		if n, ok := part.(*pg_query.List); ok {
			for _, one := range n.Items {
				p.add(c.eval(one))
			}
			return
		}
		if _, ok := part.(*pg_query.String); !ok {
			p.add(c.of(part))
		}
	}))
	return p
}

func constantOf(m *pg_query.A_Const) value {
	v := value{inlined: one, pushed: one, bytes: numberBytes, number: math.Inf(1)}
	if s := m.GetSval(); s != nil {
		v.bytes = float64(len(s.Sval))
		v.words = onlyWords(s.Sval)
	}
	if v.constant, v.isConstant = constant(m); v.isConstant {
		v.number = math.Abs(v.constant)
	} else if m.Isnull {
		v.number = 1
	}
	v.element = v.number
	return v
}

// column returns the value of a column: where its name could be that of several, the worst of them.
func (c *checker) column(m *pg_query.ColumnRef) value {
	parts := make([]string, 0, 4)
	for _, f := range m.Fields {
		if s := f.GetString_(); s != nil {
			parts = append(parts, s.Sval)
		}
	}
	if len(parts) == 0 || len(parts) < len(m.Fields) {
		return c.row(parts)
	}
	name, alias := parts[len(parts)-1], ""
	if len(parts) > 1 {
		alias = parts[len(parts)-2]
	}
	found, v := false, data
	for s := c.scope; s != nil; s = s.outer {
		for at := range s.items {
			i := &s.items[at]
			if alias != "" && i.name != alias {
				continue
			}
			for j := range i.columns {
				if n := i.columns[j].name; n == name || n == anyName {
					if one := i.columns[j].value; found {
						v = v.either(one)
					} else {
						v, found = one, true
					}
				}
			}
			if alias == "" && i.name == name {
				v = v.either(i.row)
			}
		}
	}
	if v.inlined.nodes < 1 {
		v.inlined, v.pushed = one, v.pushed.largest(one)
	}
	return v
}

// row returns the value of * and t.*.
func (c *checker) row(parts []string) value {
	v := data
	for s := c.scope; s != nil; s = s.outer {
		for _, i := range s.items {
			if len(parts) == 0 || i.name == parts[len(parts)-1] {
				v = v.worst(i.row)
			}
		}
	}
	v.number = math.Inf(1)
	return v
}

// cast interprets a cast. Lists and rows that become text are quoted again.
func (c *checker) cast(m *pg_query.TypeCast) value {
	v := c.eval(m.Arg)
	cast := v.weighed(v)
	name := last(m.TypeName.GetNames())
	switch tree.Inner(m.Arg).(type) {
	case *pg_query.A_ArrayExpr, *pg_query.RowExpr:
		cast.bytes = times(2, v.bytes)
	}
	cast.isConstant = v.isConstant && (v.constant == math.Trunc(v.constant) || fractional[name])
	c.geometry(name, m.Arg, v)
	c.castRanges(m, v, &cast)
	c.castPath(name, m.Arg)
	mods := m.TypeName.GetTypmods()
	if (name == "bpchar" || name == "bit") && len(mods) > 0 { // values are padded
		if n := c.eval(mods[0]); n.isConstant {
			c.sized(name, n)
			cast.bytes = max(cast.bytes, n.constant)
		}
	}
	return cast
}

// operator interprets an operator and the constructs that have the form of one.
func (c *checker) operator(m *pg_query.A_Expr) value {
	left, right := c.operand(m.Lexpr), c.operand(m.Rexpr)
	both := copied(m, left).worst(right)
	if m.Kind == pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM || m.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM {
		both = both.worst(right)
	}
	v := both.weighed(both)
	v.element = math.Inf(1)
	if m.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
		v.number = left.number
		return v
	}
	op := last(m.Name)
	c.operated(op, m, &v)
	if a, b := m.Lexpr.GetColumnRef(), m.Rexpr.GetColumnRef(); op == "=" && a != nil && b != nil {
		if a, b := c.key(a), c.key(b); a != "" && b != "" {
			c.equate(a, b, left.equals, right.equals)
		}
	}
	if op == "=" && (m.Kind == pg_query.A_Expr_Kind_AEXPR_OP || m.Kind == pg_query.A_Expr_Kind_AEXPR_IN) {
		c.parted.joined(c.source(m.Lexpr.GetColumnRef(), left), c.source(m.Rexpr.GetColumnRef(), right))
	}
	if slices.Contains(containments, op) && left.gathered && right.gathered {
		c.report(Size, op, "%s between two lists that the statement collects cannot be cancelled: use a join, EXISTS or EXCEPT", op)
	}
	if op == "||" || op == "&&" {
		v.bytes = min(left.bytes+right.bytes, huge)
	}
	v.number = math.Inf(1)
	if m.Kind == pg_query.A_Expr_Kind_AEXPR_OP {
		if m.Lexpr == nil {
			left = value{isConstant: op == "-" || op == "+"}
		}
		v.constant, v.isConstant = arithmetic(op, left, right)
		if v.isConstant {
			v.number = math.Abs(v.constant)
		} else {
			v.number = c.arithmeticSize(op, left, right, m.Rexpr)
		}
	}
	return v
}

// copied returns the left side of an operator with the weight of all its copies: PostgreSQL makes comparisons of
// BETWEEN, and of IN when not all of its list are constants.
func copied(m *pg_query.A_Expr, left value) value {
	copies := 1.0
	switch m.Kind {
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		copies = 2
	case pg_query.A_Expr_Kind_AEXPR_BETWEEN_SYM, pg_query.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM:
		copies = 4
	case pg_query.A_Expr_Kind_AEXPR_IN:
		for _, n := range m.Rexpr.GetList().GetItems() {
			if n.GetAConst() == nil {
				copies++
			}
		}
	}
	return left.copies(copies)
}

// operand interprets one side of an operator, which is a list for IN and BETWEEN.
func (c *checker) operand(n *pg_query.Node) value {
	if l := n.GetList(); l != nil {
		return c.list(l.Items)
	}
	return c.eval(n)
}

// arithmeticSize returns the magnitude of a calculation.
func (c *checker) arithmeticSize(op string, left, right value, divisor *pg_query.Node) float64 {
	switch op {
	case "+":
		return left.number + right.number
	case "-":
		return max(left.number, right.number) // of the two operands, or of a number extracted from the larger one
	case "*":
		return left.number * right.number
	case "/":
		return max(1, left.number*shrinks(divisor))
	case "%":
		return right.number
	case "->", "->>", "#>", "#>>": // of data: the contents of a literal are not examined
		return left.number
	}
	return math.Inf(1)
}

// list interprets ARRAY[…], ROW(…) and IN (…). array_fill(x, ARRAY[a, b]) makes a·b elements, hence the number.
func (c *checker) list(elements []*pg_query.Node) value {
	var p parts
	product, constant, isConstant, element := 1.0, 1.0, true, 1.0
	for _, n := range elements {
		v := c.eval(n)
		p.add(v)
		product *= max(1, v.number)
		constant, isConstant, element = constant*v.constant, isConstant && v.isConstant, max(element, v.number, v.element)
	}
	v := p.all.weighed(p.all)
	v.bytes, v.number, v.element = p.bytes, product, element
	v.constant, v.isConstant = constant, isConstant
	return v
}

func (c *checker) branches(m *pg_query.CaseExpr) value {
	var conditions, results parts
	conditions.add(c.eval(m.Arg))
	results.add(c.eval(m.Defresult))
	for _, n := range m.Args {
		conditions.add(c.eval(n.GetCaseWhen().GetExpr()))
		results.add(c.eval(n.GetCaseWhen().GetResult()))
	}
	v := results.all.weighed(results.all)
	v.inlined, v.pushed = v.inlined.plus(conditions.all.inlined), v.pushed.plus(conditions.all.pushed)
	v.number, v.isConstant = max(1, v.number), false
	return v
}

func (c *checker) extreme(m *pg_query.MinMaxExpr) value {
	var p parts
	least := math.Inf(1)
	for _, n := range m.Args {
		v := c.eval(n)
		p.add(v)
		least = min(least, v.number)
	}
	v := p.all.weighed(p.all)
	v.number = max(1, v.number)
	if m.Op == pg_query.MinMaxOp_IS_LEAST {
		v.number = least
	}
	return v
}

// json interprets the constructors of SQL/JSON: all parts stand in the result, and texts are quoted.
func (c *checker) json(m any) value {
	p := c.parts(m)
	v := p.all.weighed(p.all)
	v.bytes, v.number, v.element = times(2, p.bytes), math.Inf(1), math.Inf(1)
	c.written("a constructor of JSON", p.all)
	switch m.(type) {
	case *pg_query.JsonObjectAgg, *pg_query.JsonArrayAgg, *pg_query.JsonArrayQueryConstructor:
		v.bytes, v.gathered = times(v.bytes, c.collected(v)), true
		v = v.listing()
		c.collect("JSON", v, p.bytes, c.around)
		if _, ok := m.(*pg_query.JsonArrayQueryConstructor); !ok {
			v.inlined.sets += c.perFunction()
		}
	}
	return v
}

// collected is the number of rows that an aggregate is assumed to collect.
func (c *checker) collected(v value) float64 {
	if v.stretch > 1 {
		return max(leastRows, c.around, c.tables)
	}
	return max(leastRows, c.around)
}

const leastRows = 16

func (c *checker) subLink(m *pg_query.SubLink) value {
	test := c.operand(m.Testexpr)
	v, rows := c.subquery(m.Subselect.GetSelectStmt())
	v.inlined, v.pushed = v.inlined.plus(test.inlined), v.pushed.plus(test.pushed)
	switch m.SubLinkType {
	case pg_query.SubLinkType_EXPR_SUBLINK:
		return v
	case pg_query.SubLinkType_ARRAY_SUBLINK:
		c.collect("ARRAY", v, v.bytes, rows)
		v.bytes, v.gathered, v.number = times(v.bytes, max(leastRows, rows)), true, math.Inf(1)
		v = v.listing()
		v.multi = v.ranged
		return v
	}
	if key := c.key(m.Testexpr.GetColumnRef()); key != "" { // IN: a join with the column of the subquery
		c.items++
		c.equate(key, strconv.Itoa(c.items), test.equals, v.equals)
		c.parted.joined(c.source(m.Testexpr.GetColumnRef(), test), v.source)
	}
	return fixed(v)
}

// subquery interprets a query inside an expression: a copy of the expression has a copy of the query. It returns the
// rows, too, that the query's constants make.
func (c *checker) subquery(m *pg_query.SelectStmt) (value, float64) {
	res := c.query(m)
	v := value{number: 1, bytes: numberBytes, element: 1}
	if len(res.columns) > 0 {
		v = res.columns[0].value
		for _, o := range res.columns[1:] {
			v = v.either(o.value)
		}
	}
	v.inlined = res.weight.plus(one)
	v.pushed, v.isConstant, v.read = v.inlined, false, true // it runs when the statement does
	return v, res.rows
}
