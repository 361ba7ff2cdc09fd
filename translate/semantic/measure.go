package semantic

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// findMeasures finds the amounts of a relation: revenue where price, quantity and discount stand side by side, else
// single columns.
func (m *making) findMeasures(r *Relation) {
	if r.Link || r.Standing == Log {
		return
	}
	findRevenue(r)
	kind := m.kindOfRows(r)
	for _, c := range r.Columns {
		if !c.measured() || c.yearly(r) || c == columnOf(r, r.Code) {
			continue
		}
		r.Measures = append(r.Measures, Measure{Name: measureName(c), Amount: c.Column, Additive: c.additive(r) && !(kind && c.ofEach()),
			Why: Why{FromName, "called " + clean(c.Column.Name), 0.85}})
	}
}

// kindOfRows reports whether each row of a relation is a kind of others, as a plan is of subscriptions: it refers to
// nothing, nothing happened to it, and others refer to it.
func (m *making) kindOfRows(r *Relation) bool {
	if len(r.Keys) > 0 || len(r.Events) > 0 {
		return false
	}
	if m.referred == nil {
		m.referred = map[*Relation]bool{}
		for _, x := range m.Relations {
			for _, k := range x.Keys {
				m.referred[k.To] = true
			}
		}
	}
	return m.referred[r]
}

// ofEach reports whether a number of a kind is said of each row of that kind: what it costs, and how long it takes.
func (c *Column) ofEach() bool {
	return c.Unit != nil && (c.Unit.Of == "time" || c.Unit.Of == "capacity") ||
		slices.ContainsFunc(c.Name.Words, func(w string) bool { return lexicon.In("of each", wordform.Singular(w)) })
}

// additive reports whether the sum of a column says something of several rows.
func (c *Column) additive(r *Relation) bool {
	if c.Name.Words[0] == "unit" || strings.HasPrefix(strings.ToLower(c.Column.Comment), "price per ") {
		return len(c.Name.Words) == 1
	}
	if c.Unit != nil && (c.Unit.Of == "share" || c.Unit.Of == "temperature" || c.Unit.Of == "speed") || c.shareOfOne() {
		return false
	}
	if c.PerOne() {
		return false
	}
	if c.own == "amount" && c.Unit == nil && slices.ContainsFunc(r.Columns, (*Column).tellsMeasure) { // cups beside spoons
		return false
	}
	return additiveValue(c) || c.charged(r) || !slices.ContainsFunc(c.Name.Words, func(w string) bool {
		return !lexicon.In("counted", w) && (lexicon.In("not summed", w) || lexicon.In("not summed", wordform.Singular(w)))
	})
}

// PerOne reports whether a column says what of one thing comes to one of another: price per gallon.
func (c *Column) PerOne() bool {
	raw := c.Name.Raw
	return len(raw) > 2 && slices.Contains(raw[1:len(raw)-1], "per")
}

// tellsMeasure reports whether a text says in each row in what the amount beside it is.
func (c *Column) tellsMeasure() bool {
	return c.Column.Class == schema.Text && !c.IsKey() && slices.ContainsFunc(c.Own, func(w string) bool { return lexicon.In("own measure", w) }) &&
		!(c.Column.Profile.Complete && len(c.Column.Profile.Values) == 1)
}

// shareOfOne reports whether a discount is a share of the price, by what is known of its values.
func (c *Column) shareOfOne() bool {
	return (c.Has("discount") || c.Has("rebate")) && fractions(c.Column.Profile)
}

// measured reports whether the numbers of a column may be amounts by what it is called and holds: neither keys,
// codes, flags nor places in an order.
func (c *Column) measured() bool {
	if !c.Column.Class.Numeric() || c.Column.Array || c.Column.Masked || c.IsKey() || len(c.Codes) > 0 && c.Unit == nil || c.Yes != "" || c.Lookup != nil ||
		len(c.Own) == 0 || c.among("present") || c.dated() || c.Obsolete {
		return false
	}
	last := c.Name.Words[len(c.Name.Words)-1]
	if c.Unit == nil && lexicon.In("place number", last) || len(c.Name.Words) > 1 && last == "by" { // by whom
		return false
	}
	return !lexicon.In("not measured", c.last()) && !c.is("ordinal", "sort") && c.Name.Words[0] != "sort"
}

// yearly reports whether the numbers of a column are years, or it is the date of an event.
func (c *Column) yearly(r *Relation) bool {
	return c.Column.Class == schema.Integer && slices.Contains(c.Name.Words, "year") && !money(c) && (c.Unit == nil || c.years()) ||
		c.years() && c.happened() ||
		slices.ContainsFunc(r.Events, func(e Event) bool { return e.Date == c.Column })
}

// firstYear and lastYear bound the numbers that are years and hardly anything else.
const firstYear, lastYear = 1500, 2100

// years reports whether all that is known of the numbers of a column are years.
func (c *Column) years() bool {
	low, err := strconv.Atoi(c.Column.Profile.Min)
	high, wrong := strconv.Atoi(c.Column.Profile.Max)
	return c.Column.Class == schema.Integer && err == nil && wrong == nil && low >= firstYear && high <= lastYear
}

// happened reports whether a column is called by what happened and nothing else: founded.
func (c *Column) happened() bool {
	if len(c.Own) != 1 {
		return false
	}
	w := c.Own[0]
	base := lexicon.BaseOf(w)
	return base != "" && w != base && !strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ing")
}

// charged reports whether a price is that of the row as a whole: what it is of has a price of its own, or a customer
// had the row when it came to be; and no quantity stands beside it.
func (c *Column) charged(r *Relation) bool {
	if !c.Has("price") || c.Has("unit") || slices.ContainsFunc(r.Columns, func(x *Column) bool { return x.Has("quantity") }) {
		return false
	}
	had := c.own == "price" && len(r.Events) > 0 && r.Events[0].Kind == Birth && r.Events[0].Date != nil && !entered(r.Events[0])
	return slices.ContainsFunc(r.Keys, func(k *Key) bool {
		return k.To != r && (had && customer(k.To) || slices.ContainsFunc(k.To.Columns, func(x *Column) bool {
			return x.own == c.own && x.Column.Class == c.Column.Class
		}))
	})
}

// measureName returns the words of an amount without those of its unit.
func measureName(c *Column) string {
	for _, ws := range [][]string{c.Own, c.Name.Words} {
		n := len(ws) - c.unitWords(ws)
		switch said := strings.Join(ws[:n], " "); {
		case n == len(ws):
		case n == 0: // square feet
			return c.Unit.Of
		case lexicon.In("period word", said):
			return said + " " + c.Relation.Name.Phrase()
		default:
			return said
		}
	}
	if len(c.Own) == 1 && lexicon.In("bare amount", c.Own[0]) {
		return c.Name.Phrase()
	}
	return strings.Join(c.Own, " ")
}

// unitWords returns how many words at the end of a name are its unit; 0 also where a unit of one word is all of it.
func (c *Column) unitWords(ws []string) int {
	n := len(ws)
	switch {
	case c.Unit == nil || n < 2:
		return 0
	case lexicon.UnitNamed(ws[n-2]+" "+ws[n-1]).Of != "":
		return 2
	case lexicon.UnitOf(ws[n-1]).Of == c.Unit.Of || ws[n-1] == c.Unit.Name:
		return 1
	}
	return 0
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
	return lexicon.In("whole value", wordform.Singular(w)) || lexicon.In("whole value", w)
}

// pricePer returns a price and how many there are of what it is the price of: price_per_case and cases.
func pricePer(r *Relation) (price, quantity *Column) {
	for _, c := range r.Columns {
		at := slices.Index(c.Name.Raw, "per")
		if at < 1 || at+2 != len(c.Name.Raw) || !c.Column.Class.Numeric() || c.Column.Masked || c.IsKey() || !money(c) {
			continue
		}
		for _, q := range r.Columns {
			if q.Name.SingularPhrase() == wordform.Singular(c.Name.Raw[at+1]) && q.Column.Class.Numeric() && !q.IsKey() {
				return c, q
			}
		}
	}
	return nil, nil
}

// findRevenue finds price × quantity less the discount that stands beside them.
func findRevenue(r *Relation) {
	var price, quantity, discount, total *Column
	for _, c := range r.Columns {
		if !c.Column.Class.Numeric() || c.Column.Array || c.Column.Masked || c.IsKey() {
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
		if price, quantity = pricePer(r); price == nil {
			return
		}
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
	switch {
	case price.Has("cost"):
		f.Name = "cost"
	case slices.ContainsFunc(r.Name.Singular(), func(w string) bool { return lexicon.In("only offered", w) }):
		f.Name = "offered amount"
	}
	r.Measures = append(r.Measures, f)
}

func first(a, b *Column) *Column {
	if a != nil {
		return a
	}
	return b
}

// Money returns the amount of money that the rows of a relation are about: that which is all of it, before others,
// and those before their parts and what the rows cost us. nil: there is none, or nothing tells which of several.
func (r *Relation) Money() *Column {
	var only *Column
	best := 0
	for _, c := range r.Columns {
		switch n := c.moneyed(); {
		case n == 0 || n < best:
		case n == best:
			only = nil
		default:
			only, best = c, n
		}
	}
	return only
}

// moneyed returns how much of an amount of money a column is: 0 none, 1 a part, 3 the whole.
func (c *Column) moneyed() int {
	if !c.Column.Class.Numeric() || c.Column.Masked || c.IsKey() || c.Obsolete {
		return 0
	}
	is, rank := c.Unit != nil && c.Unit.Of == "money", 2
	for _, w := range c.Name.Words {
		w = wordform.Singular(w)
		is = is || c.Unit == nil && OfMoney(w)
		if lexicon.In("money part", w) {
			rank = 1
		} else if lexicon.In("money whole", w) && rank == 2 {
			rank = 3
		}
	}
	if !is {
		return 0
	}
	return rank
}

// OfMoney reports whether a word, in the singular, is what an amount of money is called.
func OfMoney(word string) bool { return lexicon.In("money", word) || lexicon.In("money said", word) }
