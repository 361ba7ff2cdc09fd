package offer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// standIns are adjectives that a question uses in place of a name.
var standIns = map[string]bool{"certain": true, "specific": true, "particular": true, "given": true, "usual": true}

// determiners are the words that must stand before such an adjective. "The given name", "no particular order" and "any
// given day" have other meanings.
var determiners = map[string]bool{"a": true, "an": true, "some": true, "one": true}

// periods are nouns that are dropped when a value replaces them: "in 2024", not "in year 2024".
var periods = map[string]bool{"year": true, "month": true, "day": true, "date": true, "week": true, "quarter": true,
	"period": true, "number": true}

// Filter asks which one is meant when a question says "a certain customer" or "a particular status". It applies even
// when the question could be read, because it would then be read as being about all of them. It returns nil when
// nothing is missing.
func Filter(a Asked) *Offer {
	words := wordsOf(a.Question)
	for i := 1; i+1 < len(words); i++ {
		if !standIns[words[i].low] || !determiners[words[i-1].low] && words[i].low != "usual" || named(a.Snapshot, words[i].low) {
			continue
		}
		if i > 1 && words[i-2].low == "in" && strings.HasPrefix(words[i+1].low, "order") {
			continue // "in a particular order" names no row
		}
		for n := min(3, len(words)-i-1); n > 0; n-- {
			noun := a.Question[words[i+1].start:words[i+n].end]
			if o := a.which(noun, words[i-1].start, words[i+n].end); o != nil {
				return o
			}
		}
	}
	return nil
}

// named reports whether a name in the schema contains a word. With a column given_name, "given" is not a stand-in.
func named(s *schema.Snapshot, word string) bool {
	has := func(name string) bool { return slices.Contains(strings.Fields(spokenName(name)), word) }
	return slices.ContainsFunc(s.Tables, func(t *schema.Table) bool {
		return has(t.Name) || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return has(c.Name) })
	})
}

// which returns the question back about a noun, or nil when the noun names neither a column nor a table.
func (a *Asked) which(noun string, start, end int) *Offer {
	phrase := a.Question[start:end]
	o := &Offer{Kind: MissingFilter, Phrase: phrase, Noun: noun,
		Message: fmt.Sprintf("Which %s? The question says “%s” and not which.", noun, phrase)}
	switch values, known := a.values(noun); {
	case periods[strings.ToLower(noun)]:
		o.Noun = ""
	case known:
		for _, v := range values {
			c := Choice{Label: clip(v), Rephrased: instead(a.Question, start, end, o.filled(v))}
			if p := a.read(c.Rephrased); p != nil {
				c.Meaning = p.Reading
				o.Choices = append(o.Choices, c)
			}
		}
	case a.table(noun) == nil:
		return nil
	}
	return o
}

// fewValues is the greatest number of values of a column for which all of them are offered.
const fewValues = 10

// values returns the values of the text columns that a noun names, if all of them are known and there are at most
// fewValues. known reports whether there is such a column.
func (a *Asked) values(noun string) (values []string, known bool) {
	want := stems(noun)
	for _, t := range a.Snapshot.Tables {
		for _, c := range t.Columns {
			if !slices.Equal(stems(c.Name), want) || c.Class != schema.Text && c.Class != schema.Enum {
				continue
			}
			known = true
			of := c.Enum
			if len(of) == 0 && c.Profile.Complete {
				of = c.Profile.Values
			}
			for _, v := range of {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
		}
	}
	if len(values) > fewValues {
		values = nil
	}
	return values, known
}

// filled returns a reply in the form that replaces the phrase in the question.
func (o *Offer) filled(reply string) string { return Filled(o.Noun, reply) }

// Filled returns a reply in the form that replaces "a certain customer" in a question: the noun, then the reply in
// quotes. A reply that contains the noun, or comes without a noun, is returned unchanged. Numbers and replies in quotes
// are not quoted again.
func Filled(noun, reply string) string {
	reply = strings.TrimSpace(reply)
	quoted := strings.ContainsAny(reply[:min(1, len(reply))], `'"“`)
	switch {
	case noun == "" || slices.Contains(strings.Fields(strings.ToLower(reply)), strings.ToLower(noun)):
		return reply
	case quoted || strings.Trim(reply, "0123456789.") == "":
		return noun + " " + reply
	}
	return noun + " '" + strings.ReplaceAll(reply, "'", "’") + "'"
}
