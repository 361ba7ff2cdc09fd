package semantic

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// Patterns by which a comment says what the numbers of a column are in.
var (
	hundredths = regexp.MustCompile(`(?i)\b(?:(?:(euro|dollar|us|eur|usd) )?cents?|hundredths(?: of (?:the )?([\pL\pN_ ]{1,30}))?|pence)\b`)
	percent    = regexp.MustCompile(`(?i)(?:\bper ?cent\b|%|\bpercentage\b|\bprozent\b)`)
	ofOne      = regexp.MustCompile(`(?i)\b0?[.,]\d+\s*(?:=|:|is|means|stands for|for)\s*\d+(?:[.,]\d+)?\s*(?:%|per ?cent\b)` +
		`|\bfractions?\b|\b(?:share|part) of (?:1|one)\b|\bbetween 0 and 1\b|\bfrom 0 to 1\b`)
	inUnit = regexp.MustCompile(`(?i)^(?:[\pL ]{0,40}\b(?:in|measured in|unit:?|units:?) )?(?:whole )?((?:cubic|square) met(?:er` +
		`|re)s|twenty-foot equivalent units|\pL+\d?)\b`)
	unitAmid   = regexp.MustCompile(`(?i)^[^.:;]{0,80}\bin (\pL+)[:;,]`)
	unitBehind = regexp.MustCompile(`(?i)(?:,|\bin|\() ?(?:whole )?((?:cubic|square) met(?:er|re)s|\pL+)\)?\.?$`)
	currency   = regexp.MustCompile(`(?:^|\s|\()(EUR|USD|GBP|CHF)\)?\.?$`)
	perHundred = regexp.MustCompile(`(?i)\bin 100 (?:grams|g)\b|\bper 100 ?(?:grams|g)\b`)
)

// findUnits finds what the numbers of the columns of a relation are in.
func findUnits(r *Relation) {
	for _, c := range r.Columns {
		if !c.Column.Class.Numeric() || c.IsKey() || c.Column.Masked || c.Column.Array {
			continue
		}
		if c.Unit = unitInComment(r, c); c.Unit == nil {
			c.Unit = unitInName(c)
			if u := c.Unit; u != nil && u.Name == "percent" && fractions(c.Column.Profile) {
				c.Unit = measuredIn(u.Of, "1", "fraction", Why{FromValues, "all known values are between 0 and 1", 0.85})
			}
		}
		if c.Unit == nil && money(c) {
			if k := currencyColumn(r, c); k != nil {
				c.Unit = measuredIn("money", "1", "units of the currency", Why{FromName, "an amount beside " + clean(k.Name), 0.85})
				c.Unit.Currency = k
			}
		} else if c.Unit != nil && c.Unit.Of == "money" && c.Unit.Currency == nil &&
			!strings.Contains(strings.ToLower(c.Unit.Text), "euro") {
			c.Unit.Currency = currencyColumn(r, c)
		}
	}
}

func measuredIn(of, size, name string, why Why) *Unit {
	return &Unit{Unit: lexicon.Unit{Of: of, Size: size, Name: name}, Why: why}
}

func unitInComment(r *Relation, c *Column) *Unit {
	text := c.Column.Comment
	if text == "" {
		return nil
	}
	why := Why{FromComment, clean(text), 0.95}
	if ofOne.MatchString(text) {
		return measuredIn("share", "1", "fraction", why)
	}
	if percent.MatchString(text) {
		return measuredIn("share", "0.01", "percent", why)
	}
	if h := hundredths.FindStringSubmatch(text); h != nil {
		u := measuredIn("money", "0.01", "cents", why)
		for _, w := range strings.Fields(h[2]) {
			if k := r.Table.Column(w); k != nil {
				u.Currency = k
			}
		}
		return u
	}
	if perHundred.MatchString(text) {
		return nil
	}
	if s := currency.FindStringSubmatch(text); s != nil {
		return &Unit{Unit: lexicon.UnitOf(strings.ToLower(s[1])), Why: why}
	}
	for _, p := range []*regexp.Regexp{inUnit, unitBehind, unitAmid} {
		if s := p.FindStringSubmatch(text); s != nil {
			name := strings.ToLower(s[1])
			if u := lexicon.UnitNamed(name); u.Of != "" && len(name) > 2 && u.Of != "share" && !(c.Column.Class == schema.Integer &&
				lexicon.In("period unit", name) && c.is(name)) {
				return &Unit{Unit: u, Why: why}
			}
		}
	}
	return nil
}

// letterUnits are the quantities that must be spoken of in the name of a column for its last letter to be a unit:
// weight_g, length_m.
var letterUnits = map[string][2]string{"g": {"mass", "1"}, "m": {"length", "1"}, "t": {"mass", "1000000"}, "s": {"time", "1"},
	"h": {"time", "3600"}, "l": {"volume", "0.001"}}

var quantityWords = map[string]string{"weight": "mass", "mass": "mass", "load": "mass", "length": "length", "height": "length",
	"elevation": "length", "altitude": "length",
	"depth": "length", "width": "length", "distance": "length", "duration": "time", "time": "time", "runtime": "time",
	"delay": "time", "volume": "volume", "area": "area"}

func unitInName(c *Column) *Unit {
	raw := c.Name.Raw
	n := len(raw)
	if n == 0 || n > 1 && raw[n-2] == "per" {
		return nil
	}
	last, why := raw[n-1], Why{FromName, "called " + clean(c.Column.Name), 0.93}
	if l, ok := letterUnits[last]; ok {
		for _, w := range c.Name.Words {
			if quantityWords[w] == l[0] {
				return measuredIn(l[0], l[1], last, why)
			}
		}
		return nil
	}
	if centsEnd(last) && n > 1 && money(c) {
		return measuredIn("money", "0.01", "cents", why)
	}
	if last == "abv" { // alcohol by volume
		return measuredIn("share", "0.01", "percent", why)
	}
	if n > 1 {
		if u := lexicon.UnitNamed(raw[n-2] + " " + last); u.Of != "" {
			return &Unit{Unit: u, Why: why}
		}
	}
	u := lexicon.UnitOf(last)
	plain := lexicon.In("plain unit", last)
	switch {
	case u.Of == "" || n == 1 && (len(last) < 4 || plain):
		return unitInside(c, why)
	case last == "min" && !slices.ContainsFunc(c.Name.Words, func(w string) bool {
		return quantityWords[w] == "time" ||
			w == "length" || w == "wait" || w == "call"
	}):
		return nil // price_min is the least price
	case lexicon.In("period unit", last):
		return nil // fiscal_year is a date
	}
	return &Unit{Unit: u, Why: why}
}

// unitInside returns the unit that a number's name begins with, where the rest says what is measured: gm_wgt,
// minutes_spent.
func unitInside(c *Column, why Why) *Unit {
	raw := c.Name.Raw
	if len(raw) < 2 {
		return nil
	}
	u := lexicon.UnitOf(raw[0])
	measures := u.Of == "share" && u.Size == "0.01" || slices.ContainsFunc(c.Name.Words[1:], func(w string) bool {
		return quantityWords[w] != "" || lexicon.In("used", w)
	})
	if u.Of == "" || !measures || len(raw[0]) < 2 {
		return nil
	}
	return &Unit{Unit: u, Why: why}
}

func money(c *Column) bool {
	return slices.ContainsFunc(c.Name.Words, func(w string) bool { return lexicon.In("money", wordform.Singular(w)) })
}

// currencyColumn returns the only column that holds the currency of the amounts of a relation, or the one that is
// called like the amount: goods_currency for goods_value.
func currencyColumn(r *Relation, amount *Column) *schema.Column {
	var found []*Column
	for _, c := range r.Columns {
		if c.Has("currency") && c.Column.Class == schema.Text {
			found = append(found, c)
		}
	}
	for _, c := range found {
		if len(found) > 1 && len(amount.Own) > 0 && c.Own[0] == amount.Own[0] {
			return c.Column
		}
	}
	if len(found) == 1 {
		return found[0].Column
	}
	return nil
}

// Quantity returns the quantity of which one of the words is a measure: time of duration; empty: of none.
func Quantity(attributes []string) string {
	for _, a := range attributes {
		if of := quantityWords[a]; of != "" && a != "length" { // which is of time, too
			return of
		}
	}
	return ""
}

// UnitAlone reports whether a column is called by nothing but the unit of its numbers: milliseconds.
func (c *Column) UnitAlone() bool {
	for _, w := range c.Own {
		if c.Unit == nil || lexicon.UnitOf(w).Of != c.Unit.Of {
			return false
		}
	}
	return len(c.Own) > 0
}

// Plain returns the words of the name of a column without those at its end that only say how it is stored, and nobody
// says: the unit of its numbers, code, flag.
func (c *Column) Plain(ws []string) []string {
	for len(ws) > 1 {
		last := ws[len(ws)-1]
		if !c.storedIn(last) || last == "code" && c.IsKey() {
			break
		}
		ws = ws[:len(ws)-1]
	}
	return ws
}

// Often returns the adjectives for the period of which a column says in its name that it is an amount of each.
func (c *Column) Often() []string {
	if !money(c) || len(c.Own) < 2 {
		return nil
	}
	for _, w := range c.Own[1:] {
		if often := oftens[w]; often != nil {
			return often
		}
	}
	return nil
}

var oftens = map[string][]string{"month": {"monthly"}, "year": {"yearly", "annual"}, "week": {"weekly"}, "day": {"daily"}, "hour": {"hourly"}}

// storedIn reports whether the last word of the name of a column only says how it is stored.
func (c *Column) storedIn(last string) bool {
	if lexicon.In("how stored", last) || lexicon.In("period unit", last) && money(c) || year.MatchString(last) {
		return true
	}
	return c.Unit != nil && (lexicon.UnitOf(last).Of == c.Unit.Of || c.Unit.Of == "money" && centsEnd(last))
}

// year ends the names of columns that hold what was so in that year: population_2024.
var year = regexp.MustCompile(`^(?:19|20)\d\d$`)

// centsEnd reports whether the last word of the name of an amount says that it is in cents.
func centsEnd(w string) bool { return w == "ct" || w == "cts" || w == "cnts" }

// centsWords end the names of amounts in cents.
var centsWords = []string{"_ct", "_cts", "_cnts", "_cent", "_cents", "_pence"}

// CentsEnd reports whether a name says that an amount is in cents.
func CentsEnd(name string) bool { return WithoutCents(name) != name }

// WithoutCents returns the name of an amount without the word that says that it is in cents.
func WithoutCents(name string) string {
	for _, end := range centsWords {
		if rest, ok := strings.CutSuffix(name, end); ok && rest != "" {
			return rest
		}
	}
	return name
}

// findCents takes the numbers of columns that are called like those of which a comment says that they are in cents
// for the same.
func (m *making) findCents() {
	said := map[string]bool{}
	ends := func(c *Column) string {
		if n := len(c.Name.Raw); n > 1 && centsEnd(c.Name.Raw[n-1]) {
			return c.Name.Raw[n-1]
		}
		return ""
	}
	each := func(f func(c *Column, end string)) {
		for _, r := range m.Relations {
			for _, c := range r.Columns {
				if end := ends(c); end != "" {
					f(c, end)
				}
			}
		}
	}
	each(func(c *Column, end string) {
		if u := c.Unit; u != nil && u.Of == "money" && u.Size == "0.01" && u.Why.Source == FromComment {
			said[end] = true
		}
	})
	each(func(c *Column, end string) {
		if c.Unit == nil && said[end] && c.Column.Class.Numeric() && !c.IsKey() && !c.Column.Masked && !c.Column.Array {
			c.Unit = measuredIn("money", "0.01", "cents", Why{FromName, "called like others in cents", 0.9})
		}
	})
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
