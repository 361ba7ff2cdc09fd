package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// joinTie is the error that several ways to join two tables are equally good.
type joinTie struct {
	from, to *schema.Table
	paths    []path
}

func (t *joinTie) Error() string { return errJoin.Error() }

// maxJoins is the greatest number of paths that a question back offers.
const maxJoins = 6

// ask returns the question back to the user: which of the paths is meant. It returns nil when there are more than
// maxJoins paths, or when no single key distinguishes them.
func (t *joinTie) ask() *Ambiguity {
	if len(t.paths) > maxJoins {
		return nil
	}
	a := &Ambiguity{Kind: "join", Phrase: t.from.Name + " " + t.to.Name,
		Message: fmt.Sprintf("“%s” and “%s” can be joined in more than one way. Which is meant?", t.from.Name, t.to.Name)}
	for _, p := range t.paths {
		own := t.telling(p)
		if own == nil {
			return nil
		}
		a.Options = append(a.Options, own.option())
	}
	for i, o := range a.Options {
		for _, other := range a.Options[:i] {
			if other.Label == o.Label {
				return nil
			}
		}
	}
	return a
}

// telling returns the first edge of a path that some other path of the tie does not have, or nil.
func (t *joinTie) telling(p path) *edge {
	for i := range p {
		everywhere := true
		for _, q := range t.paths {
			everywhere = everywhere && slices.ContainsFunc(q, func(e edge) bool { return e.same(p[i]) })
		}
		if !everywhere {
			return &p[i]
		}
	}
	return nil
}

// same reports whether two edges join the same columns, in either direction.
func (e edge) same(o edge) bool {
	return e.from == o.from && e.to == o.to && slices.Equal(e.fromCols, o.fromCols) && slices.Equal(e.toCols, o.toCols) ||
		e.from == o.to && e.to == o.from && slices.Equal(e.fromCols, o.toCols) && slices.Equal(e.toCols, o.fromCols)
}

// option returns the choice of this edge for a question back. Its label is the name of the column that holds the key.
func (e edge) option() Option {
	if !e.toOne {
		e.from, e.to, e.fromCols, e.toCols = e.to, e.from, e.toCols, e.fromCols
	}
	o := Option{Label: e.from.Name + "." + strings.Join(e.fromCols, "_")}
	var pairs []string
	for i := range e.fromCols {
		pairs = append(pairs, e.from.Name+"."+e.fromCols[i]+" = "+e.to.Name+"."+e.toCols[i])
		o.Settles = append(o.Settles, plan.Constraint{Kind: plan.UseJoin, Schema: e.from.Schema, Table: e.from.Name, Column: e.fromCols[i],
			RefSchema: e.to.Schema, RefTable: e.to.Name, RefColumn: e.toCols[i]})
	}
	o.Meaning = strings.Join(pairs, " and ")
	if c := e.from.Column(e.fromCols[0]); c != nil && c.Comment != "" {
		o.Meaning += ": " + c.Comment
	}
	return o
}

// settledEdges returns how many edges of a path were fixed by clarifications.
func (p *parser) settledEdges(q path) int {
	n := 0
	for _, c := range p.settled {
		if c.Kind != plan.UseJoin {
			continue
		}
		if slices.ContainsFunc(q, func(e edge) bool { return e.fixedBy(c) }) {
			n++
		}
	}
	return n
}

func (e edge) fixedBy(c plan.Constraint) bool {
	is := func(schemaName, table, column string, t *schema.Table, name string) bool {
		return (schemaName == "" || schemaName == t.Schema) && strings.EqualFold(table, t.Name) && strings.EqualFold(column, name)
	}
	for i := range e.fromCols {
		if is(c.Schema, c.Table, c.Column, e.from, e.fromCols[i]) && is(c.RefSchema, c.RefTable, c.RefColumn, e.to, e.toCols[i]) ||
			is(c.Schema, c.Table, c.Column, e.to, e.toCols[i]) && is(c.RefSchema, c.RefTable, c.RefColumn, e.from, e.fromCols[i]) {
			return true
		}
	}
	return false
}
