package form

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic"
)

// ofRows returns a defined value of the head's own rows as what it is of each, and any other item as it is.
func (q *query) ofRows(i *Item) *Item {
	if i.Term == nil || i.Term.Kind != semantic.TermValue || i.Term.Relation != q.Head.Rel {
		return i
	}
	one := *i
	one.Func = ""
	return &one
}

// amountName returns what a column is called that shows an amount that no single column holds, or one in another
// unit: revenue, for prices by quantities; avg_weight_kg, of grams. "": what its column is called tells.
func amountName(i *Item) string {
	if i.Key != nil {
		return ledName(i)
	}
	if i.Whether != nil {
		return i.Said
	}
	if i.Term != nil { // as those call it who defined it
		name := strings.ReplaceAll(i.Term.Phrase(), " ", "_")
		if i.Term.Kind == semantic.TermFigure || i.Func == "" {
			return name
		}
		return strings.Replace(i.Func, "avg", "average", 1) + "_" + name
	}
	if i.Col != nil && i.Over == nil && (i.Col.Span != nil || i.Unit != "") {
		name := i.Col.Name.Words
		if stored := i.Col.Unit; stored != nil && len(name) > 1 && name[len(name)-1] == stored.Name {
			name = name[:len(name)-1]
		}
		unit := i.Unit
		if unit == "" && i.Col.Span.To != nil {
			unit = i.Col.Unit.Name
		}
		if slices.Contains(name, "after") { // it has no name of its own
			name = nil
		}
		return strings.Trim(strings.Join(slices.Concat([]string{strings.Replace(i.Func, "avg", "average", 1)}, name,
			[]string{unit}), "_"), "_")
	}
	if i.Measure == nil || i.Measure.Quantity == nil {
		return ""
	}
	name := strings.ReplaceAll(i.Measure.Name, " ", "_")
	if i.Over != nil && i.Over.Func == "count" { // of each of what they belong to
		return "average_" + name
	} else if i.Over != nil {
		return ""
	}
	switch i.Func {
	case "sum":
		return name
	case "avg":
		return "average_" + name
	}
	return i.Func + "_" + name
}
