package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/link"
)

// inName returns a text behind "in" that is taken for what the rows themselves are called: customers in 'Gotham' are nobody of that name.
func inName(c *checked) int {
	head := c.form.Head
	if head == nil {
		return -1
	}
	for i, w := range c.lattice.Words {
		if i == 0 || w.Shape != link.Quoted && !w.Upper || !slices.Contains([]string{"in", "from", "near"}, c.low(i-1)) {
			continue
		}
		if slices.ContainsFunc(c.parts, func(part any) bool {
			is, ok := part.(*algebra.Compare)
			if !ok || is.Op != algebra.Eq {
				return false
			}
			to, ok := is.Right.(*algebra.Const)
			col := c.column(is.Left)
			return ok && col != nil && col.Relation == head.Rel && slices.Contains(head.Rel.Label.Columns, col.Column) &&
				(to.Text == w.Text || strings.HasPrefix(to.Text, w.Text+" "))
		}) {
			return i
		}
	}
	return -1
}
