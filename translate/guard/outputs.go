package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

const maxOutputs = 1664 // PostgreSQL's own limit

// targets returns the output columns of a SELECT list.
func (r *resolver) targets(list []*pg_query.Node) columns {
	c := columns{complete: true}
	for _, n := range list {
		t := n.GetResTarget()
		switch {
		case t.GetName() != "":
			r.outputs[t.Name] = true
			c.list = append(c.list, column{name: t.Name, value: r.compositeOf(t.Val)})
		case t != nil && starOf(t.Val.GetAIndirection()) || r.loose():
			c.complete = false // of the outermost SELECT: nothing refers to it
		default:
			r.report(unbound("an output without a name"))
		}
	}
	if len(c.list) > maxOutputs {
		r.report(invalid(RuleBounds, "", "it has more than %d output columns", maxOutputs))
	}
	return c
}

// starOf reports whether an expression is (…).*.
func starOf(m *pg_query.A_Indirection) bool {
	return m != nil && m.Indirection[len(m.Indirection)-1].GetAStar() != nil
}
