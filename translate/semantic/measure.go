package semantic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// findMeasures finds the amounts of a relation: revenue where price, quantity and discount stand side by side, else
// single columns.
func findMeasures(r *Relation) {
	if r.Link || r.Standing == Log {
		return
	}
	findRevenue(r)
	for _, c := range r.Columns {
		if !c.Column.Class.Numeric() || c.Column.Array || c.Column.Masked || c.key() || len(c.Codes) > 0 || c.Yes != "" ||
			c.Lookup != nil || len(c.Own) == 0 ||
			in("not measured", c.last()) || c == columnOf(r, r.Code) || c.is("ordinal", "sort") || c.Name.Words[0] == "sort" {
			continue
		}
		why := Why{FromName, "called " + clean(c.Column.Name), 0.85}
		additive := !slices.ContainsFunc(c.Name.Words, func(w string) bool { return in("not summed", wordform.Singular(w)) }) || additiveValue(c)
		if len(c.Name.Words) > 1 && c.Name.Words[0] == "unit" {
			additive = false
		}
		if c.Unit != nil && (c.Unit.Of == "share" || c.Unit.Of == "temperature") {
			additive = false
		}
		r.Measures = append(r.Measures, Measure{Name: measureName(c), Amount: c.Column, Additive: additive, Why: why})
	}
}

// measureName returns the words of an amount without those of its unit.
func measureName(c *Column) string {
	for _, ws := range [][]string{c.Own, c.Name.Words} {
		if n := len(ws); c.Unit != nil && n > 1 && (words().units[ws[n-1]].Of == c.Unit.Of || ws[n-1] == c.Unit.Name) {
			if said := strings.Join(ws[:n-1], " "); !in("period word", said) {
				return said
			}
			return ws[0] + " " + c.Relation.Name.Phrase()
		}
	}
	if len(c.Own) == 1 && in("bare amount", c.Own[0]) {
		return c.Name.Phrase()
	}
	return strings.Join(c.Own, " ")
}

func columnOf(r *Relation, c *schema.Column) *Column {
	if c == nil {
		return nil
	}
	return r.Column(c.Name)
}

// additiveValue reports whether a column with a word such as value or price is an amount of the row as a whole:
// total_price, goods_value.
func additiveValue(c *Column) bool {
	if c.Has("unit") || c.Has("average") || c.Has("rate") || c.Has("percent") {
		return false
	}
	return c.Has("total") || c.Has("value") && (c.Unit != nil && c.Unit.Of == "money" || slices.ContainsFunc(c.Name.Words, wholeValue))
}

func wholeValue(w string) bool {
	return in("whole value", wordform.Singular(w)) || in("whole value", w)
}

// findRevenue finds price × quantity less the discount that stands beside them.
func findRevenue(r *Relation) {
	var price, quantity, discount, total *Column
	for _, c := range r.Columns {
		if !c.Column.Class.Numeric() || c.Column.Array || c.Column.Masked || c.key() {
			continue
		}
		switch {
		case c.Has("discount") || c.Has("rebate"):
			discount = c
		case c.Has("quantity") || c.is("unit", "pieces", "order qty"):
			quantity = first(quantity, c)
		case c.among("price"):
			price = first(price, c)
		case c.among("line total"):
			total = first(total, c)
		}
	}
	if price == nil || quantity == nil {
		return
	}
	f := Measure{Name: "revenue", Amount: price.Column, Quantity: quantity.Column, Additive: true, Why: Why{FromName,
		"price and quantity stand side by side", 0.88}}
	if total != nil {
		f.Amount, f.Quantity, f.Why.Text = total.Column, nil, clean(total.Column.Name)+" is the amount of the line"
	} else if discount != nil {
		f.Discount = discount.Column
		share := discount.Unit != nil && discount.Unit.Of == "share"
		f.Fraction = share && discount.Unit.Size == "1"
		f.Percent = !f.Fraction && (share || discount.Has("percent"))
		f.Fraction = f.Fraction || !f.Percent && withinOne(discount.Column.Profile)
		f.Why.Text += ", and " + clean(discount.Column.Name)
	}
	if price.Has("cost") {
		f.Name = "cost"
	}
	r.Measures = append(r.Measures, f)
}

func first(a, b *Column) *Column {
	if a != nil {
		return a
	}
	return b
}

// fractions reports whether all known values of a column are shares of 1, and not all of them whole.
func fractions(p schema.Profile) bool {
	return withinOne(p) && slices.ContainsFunc(append([]string{p.Min, p.Max}, p.Values...), func(v string) bool {
		return strings.Trim(strings.TrimLeft(v, "01"), ".0") != ""
	})
}

// withinOne reports whether all known values of a column are shares of 1.
func withinOne(p schema.Profile) bool {
	known := false
	for _, v := range append([]string{p.Min, p.Max}, p.Values...) {
		n, err := strconv.ParseFloat(v, 64)
		if err != nil {
			continue
		}
		if known = true; n < 0 || n > 1 {
			return false
		}
	}
	return known
}
