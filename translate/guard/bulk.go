package guard

import (
	"math"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// These constants serve to estimate how long, in bytes, a statement can make its values. A text or list that is
// joined with itself in twenty nested subqueries takes a gigabyte, and no timeout interrupts the server while it
// copies such a value. A value of a table counts as ordinaryBulk, however long it is, because the statement has not
// made it.
const (
	ordinaryBulk = 256
	numberBulk   = 8
	leastRows    = 16   // rows that an aggregate is assumed to collect
	maxSought    = 1e10 // length of a text times the length of the text searched for in it, in bytes
	maxComposed  = 50_000
)

// heavy returns the estimated length of an expression's value, and reports a finding when it exceeds maxVolume.
func (r *resolver) heavy(n *pg_query.Node) float64 {
	b := r.bulk(n)
	if b > maxVolume {
		r.report(invalid(RuleSize, "", "it makes values of over %d characters out of shorter ones, by joining them with themselves or quoting them again and again", maxVolume))
	}
	return b
}

// bulk returns the estimated length, in bytes, of the value of an expression.
func (r *resolver) bulk(n *pg_query.Node) float64 { return r.bulkOf(inner(n)) }

func (r *resolver) bulkOf(m any) float64 {
	switch m := m.(type) {
	case nil, *pg_query.SelectStmt, *pg_query.TypeName:
		return 0
	case *pg_query.A_Const:
		return float64(max(numberBulk, len(m.GetSval().GetSval())))
	case *pg_query.ColumnRef:
		return r.columnBulk(m)
	case *pg_query.TypeCast:
		switch inner(m.Arg).(type) {
		case *pg_query.A_ArrayExpr, *pg_query.RowExpr: // converting to text quotes quoted elements again
			return 2 * r.bulk(m.Arg)
		}
		return r.bulk(m.Arg)
	case *pg_query.A_Expr:
		if last(m.Name) == "||" {
			return r.bulk(m.Lexpr) + r.bulk(m.Rexpr)
		}
		return max(r.bulk(m.Lexpr), r.bulk(m.Rexpr))
	case *pg_query.FuncCall:
		return r.callBulk(m)
	case *pg_query.A_ArrayExpr:
		return r.sumOfBulks(m.Elements)
	case *pg_query.RowExpr:
		return r.sumOfBulks(m.Args)
	case *pg_query.SubLink:
		switch b := r.bulks[m.Subselect.GetSelectStmt()]; m.SubLinkType {
		case pg_query.SubLinkType_EXPR_SUBLINK:
			return b
		case pg_query.SubLinkType_ARRAY_SUBLINK:
			return b * leastRows
		}
		return numberBulk
	}
	most := 0.0 // CASE, coalesce, COLLATE and the like return one of their parts
	children(m, func(part any) { most = max(most, r.bulkOf(part)) })
	return most
}

func (r *resolver) sumOfBulks(list []*pg_query.Node) float64 {
	sum := 0.0
	for _, n := range list {
		sum += r.bulk(n)
	}
	return sum
}

// columnBulk returns the estimated length of a column, from the expression that computes it. For a whole row it
// returns the sum over its columns.
func (r *resolver) columnBulk(m *pg_query.ColumnRef) float64 {
	c, row := r.referred(m, true)
	switch {
	case c != nil:
		return c.bytes()
	case row != nil:
		sum := 0.0
		for _, c := range row.columns.list {
			sum += c.bytes()
		}
		return max(sum, ordinaryBulk)
	}
	return ordinaryBulk
}

// referred returns the column that a name of one or two parts refers to, searching from the nearest scope outwards.
// If rows is true, the name may also mean a whole row, and the item of that row is returned instead. Both results are
// nil when nothing is found.
func (r *resolver) referred(m *pg_query.ColumnRef, rows bool) (*column, *item) {
	parts := stringsOf(m.Fields)
	if len(parts) == 0 || len(parts) > 2 {
		return nil, nil
	}
	name, qualifier := parts[len(parts)-1], ""
	if len(parts) == 2 {
		qualifier = parts[0]
	}
	for s := r.scope; s != nil; s = s.outer {
		for _, i := range s.items {
			if qualifier != "" && i.name != qualifier || r.tooWide(i) {
				continue
			}
			if c := i.columns.find(name); c != nil {
				return c, nil
			}
			if rows && qualifier == "" && i.name == name {
				return nil, i
			}
		}
	}
	return nil, nil
}

// bytes returns the estimated length of the column's values; ordinaryBulk when there is no estimate.
func (c *column) bytes() float64 {
	if c.bulk == 0 {
		return ordinaryBulk
	}
	return c.bulk
}

// callBulk returns the estimated length of a function's result: for most functions that of the longest argument.
func (r *resolver) callBulk(m *pg_query.FuncCall) float64 {
	name := last(m.Funcname)
	if fixedBulk[name] {
		for _, a := range m.Args {
			r.heavy(a)
		}
		return numberBulk
	}
	// Each argument is visited once; otherwise the work would double with every nested call.
	most, sum := 0.0, 0.0
	bulks := make([]float64, len(m.Args))
	for i, a := range m.Args {
		bulks[i] = r.bulk(a)
		most, sum = max(most, bulks[i]), sum+bulks[i]
	}
	switch {
	case len(m.Args) > 1 && (name == "repeat" || name == "array_fill"):
		return bulks[0] * min(max(1, r.magnitude(m.Args[1])), maxGrowth)
	case len(m.Args) > 1 && (name == "lpad" || name == "rpad"):
		return max(bulks[0], min(r.magnitude(m.Args[1]), maxGrowth))
	case name == "format":
		return formatBulk(m, most)
	case name == "replace" && len(m.Args) > 2:
		return bulks[0] * max(1, written(m.Args[2], bulks[2])/max(1, float64(len(literal(m.Args[1])))))
	case name == "regexp_replace" && len(m.Args) > 2:
		return bulks[0] * max(1, written(m.Args[2], bulks[2]))
	case gatherers[name]:
		return sum * max(leastRows, r.around)
	case repeats[name]:
		return 2 * sum
	case lengthens[name], name == "array_to_string":
		return sum
	}
	return most
}

// written returns the length of n when it is a literal, even a short one; otherwise the estimate bulk.
func written(n *pg_query.Node, bulk float64) float64 {
	if inner(n) != nil && n.GetAConst() != nil {
		return float64(len(literal(n)))
	}
	return bulk
}

// formatBulk returns the estimated length of the result of format(): the number of placeholders times most, more for
// %L and %I, which quote.
func formatBulk(m *pg_query.FuncCall, most float64) float64 {
	if len(m.Args) == 0 {
		return 0
	}
	text := literal(m.Args[0])
	times := float64(strings.Count(text, "%"))
	if strings.ContainsAny(text, "LI") {
		times *= 2
	}
	return float64(len(text)) + times*most
}

// fixedBulk lists functions whose results are short whatever their arguments are.
var fixedBulk = map[string]bool{"length": true, "char_length": true, "character_length": true, "octet_length": true, "bit_length": true,
	"count": true, "md5": true, "sha224": true, "sha256": true, "sha384": true, "sha512": true, "hashtext": true, "hashtextextended": true, "strpos": true, "position": true,
	"array_length": true, "cardinality": true, "jsonb_array_length": true, "json_array_length": true, "starts_with": true,
	"row_number": true, "rank": true, "dense_rank": true, "ascii": true, "num_nulls": true, "num_nonnulls": true}

// searchers lists functions that search for their second argument in the first. In the worst case they compare every
// part of the first with the whole second.
var searchers = map[string]bool{"strpos": true, "position": true, "replace": true, "split_part": true, "string_to_array": true, "string_to_table": true}

// endless reports a finding for a call that takes quadratic time in the length of a text that the statement composes.
// The server cannot cancel such calls.
func (r *resolver) endless(m *pg_query.FuncCall) {
	name := last(m.Funcname)
	at := 0
	switch {
	case searchers[name] && len(m.Args) > 1:
		if r.bulk(m.Args[0])*r.bulk(m.Args[1]) > maxSought || r.gathered(m.Args[0]) && r.gathered(m.Args[1]) {
			r.report(invalid(RuleSize, name, "%s looks for one text that the statement composes in another: too much work that cannot be cancelled", name))
		}
		return
	case name == "normalize", name == "is_normalized", name == "polygon", name == "path":
	case letters[name] > 0:
		at = letters[name]
	default:
		return
	}
	if len(m.Args) > at {
		r.report(r.composed(name, m.Args[at]))
	}
}

// composed returns a finding when n is a long text that the statement has collected or concatenated; otherwise nil.
func (r *resolver) composed(name string, n *pg_query.Node) *finding {
	if b := r.bulk(n); b <= maxComposed && !math.IsNaN(b) && !r.gathered(n) {
		return nil
	}
	return invalid(RuleSize, name, "%s of a text that the statement collects or composes cannot be cancelled", name)
}

// longest returns the largest estimated length among some columns.
func longest(c columns) float64 {
	most := float64(numberBulk)
	for i := range c.list {
		most = max(most, c.list[i].bytes())
	}
	return most
}
