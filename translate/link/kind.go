package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// kinds are the words that people add to the name of a column to say what kind of thing it holds, though the name has
// no such word: phone number, snatch score, hire date.
var kinds = map[string]func(*semantic.Column) bool{
	"number":  called("phone", "telephone", "mobile", "cell", "cellphone", "fax", "account"),
	"address": called("email", "mail", "ip"),
	"code":    called("zip", "postal", "iso"),
	"date":    func(c *semantic.Column) bool { return c.Column.Class.Temporal() },
	"time": func(c *semantic.Column) bool {
		return c.Column.Class == schema.Instant || c.Unit != nil && c.Unit.Of == "time"
	},
	"score":      amounts,
	"point":      amounts,
	"value":      amounts,
	"amount":     amounts,
	"level":      amounts,
	"percentage": amounts,
	"percent":    amounts,
}

// called returns whether the last word of a column is one of some.
func called(names ...string) func(*semantic.Column) bool {
	return func(c *semantic.Column) bool { return len(c.Own) > 0 && slices.Contains(names, c.Own[len(c.Own)-1]) }
}

// amounts reports whether a column holds numbers that are no keys.
func amounts(c *semantic.Column) bool {
	return c.Column.Class.Numeric() && !c.IsKey()
}

// momentWords end the names of dates.
var momentWords = []string{"on", "at"}

// kindSaid is the factor for a name with the kind of thing behind it.
const kindSaid = 0.95

// ofKind returns the columns that words name with the kind of thing behind it.
func (r *reading) ofKind(stems, low []string) []Link {
	n := len(low) - 1
	last := wordform.Singular(low[n])
	fits := kinds[last]
	if fits == nil {
		return nil
	}
	var out []Link
	for _, k := range r.named(stems[:n], singular(low[:n])) {
		whole := k.How <= Stemmed && k.Score >= scoreTabled*inflected
		if own := len(low); k.Kind == Column && !whole && len(k.Column.Own) == own &&
			(slices.Contains(momentWords, k.Column.Own[n]) || k.Column.Unit != nil && k.Column.Unit.Name == k.Column.Own[n]) {
			k.How, k.Score, whole = Stemmed, scoreBare*inflected,
				true // the promised date, of promised_on; the travel time, of travel_seconds
		}
		if k.Kind == Column && whole && fits(k.Column) {
			k.Score *= kindSaid
			out = append(out, k)
		}
	}
	return out
}

// denied returns the columns that say yes or no of which a word says no: inactive, of active; broken, of working.
func (r *reading) denied(low string) []Link {
	var out []Link
	rests := words().contraries[low]
	for _, prefix := range []string{"in", "un", "non"} {
		if rest, ok := strings.CutPrefix(low, prefix); ok && len(rest) >= minPart {
			rests = append(slices.Clip(rests), rest)
		}
	}
	for _, rest := range rests {
		for _, k := range r.named([]string{wordform.Stem(rest)}, rest) {
			if k.Kind == Column && k.How <= Stemmed && (k.Column.Column.Class == schema.Boolean || k.Column.No != "") {
				k.Not, k.Score = true, k.Score*kindSaid
				out = append(out, k)
			}
		}
	}
	return out
}

// plainly returns the score of what a column is called without its unit, period or code: there may be another in
// dollars.
func plainly(r *semantic.Relation, c *semantic.Column, plain []string) float64 {
	if slices.ContainsFunc(r.Columns, func(other *semantic.Column) bool {
		return other != c && slices.Equal(other.Plain(other.Own), plain)
	}) {
		return scorePlain
	}
	return scorePlainly
}
