package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
)

// namesakes returns the question back about somebody of whose first and last name there are several, where something
// of one is asked for: the phone number of Eva Lund. nil: it is of one alone, or nobody has looked.
func (res *Result) namesakes() *Ask {
	first := res.Readings[0]
	show, ok := first.Set.(*algebra.Show)
	if !ok || res.reader == nil || first.Trial == nil || first.Trial.Count < 2 || first.form == nil || len(first.form.Items) == 0 {
		return nil
	}
	where, ok := show.Of.(*algebra.Where)
	if !ok {
		return nil
	}
	rows, ok := where.Of.(*algebra.Rows)
	if !ok {
		return nil
	}
	rel := res.reader.model.Relation(res.reader.model.Snapshot.Table(rows.Row.Schema, rows.Row.Table))
	if rel == nil || rel.Label.Via != nil || len(rel.Label.Columns) < 2 || len(rel.Identity.Columns) == 0 {
		return nil
	}
	if slices.ContainsFunc(show.Columns, func(c algebra.Column) bool {
		a, ok := c.Value.(*algebra.Attr)
		return !ok || a.Row != rows.Row
	}) {
		return nil
	}
	var name []string
	for _, c := range rel.Label.Columns {
		part := held(first.Set, rows.Row, c.Name)
		if part == "" {
			return nil
		}
		name = append(name, part)
	}
	called := strings.Join(name, " ")
	return &Ask{Kind: "row", Phrase: called, Choices: []Choice{{Label: "all of them", Reading: first}},
		Message: fmt.Sprintf("Several rows of %s are called “%s”. Which is meant? Ask for one by its %s, or for all of them.", rel.Table.Name, called,
			rel.Identity.Columns[0].Name)}
}

// held returns the text that a column of a row is to equal; "": none.
func held(s algebra.Set, row *algebra.Row, column string) (text string) {
	for _, part := range partsOf(s) {
		x, ok := part.(*algebra.Compare)
		if !ok || x.Op != algebra.Eq {
			continue
		}
		a, is := x.Left.(*algebra.Attr)
		to, fixed := x.Right.(*algebra.Const)
		if is && fixed && a.Row == row && a.Column == column {
			text = to.Text
		}
	}
	return text
}
