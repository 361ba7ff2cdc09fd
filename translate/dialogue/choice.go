package dialogue

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/wordform"
)

// Dropping lists replies that reject all choices.
var Dropping = []string{"no", "none", "neither", "nothing", "cancel", "never mind", "nevermind", "none of them",
	"none of these", "none of those",
	"neither of them", "no thanks", "forget it", "abort", "quit"}

// Drops reports whether a reply rejects all choices. A choice with that name takes precedence.
func (c *Asked) Drops(reply string) bool {
	if _, named := c.choiceNamed(reply); named {
		return false
	}
	return slices.Contains(Dropping, strings.Join(wordform.Plain(reply), " "))
}

// agreeing lists replies that take the only choice.
var agreeing = []string{"y", "yes", "yep", "yeah", "ok", "okay", "sure", "right", "correct", "exactly", "true",
	"yes please", "that is right",
	"that s right"}

// undecided lists replies that take all choices, or leave it open which.
var undecided = []string{"both", "all", "all of them", "both of them", "either", "any", "any of them", "everything", "whichever", "each"}

// agreed returns the only choice for a reply that agrees.
func (c *Asked) agreed(reply string) (Option, bool) {
	if len(c.Options) != 1 || !slices.Contains(agreeing, strings.Join(wordform.Plain(reply), " ")) {
		return Option{}, false
	}
	return c.Options[0], true
}

// Several reports whether a reply fits more than one choice, so that it has to be asked again: "both", "yes", or
// words that several have in their names.
func (c *Asked) Several(reply string) bool {
	if _, one := c.choiceNamed(reply); one || len(c.Options) < 2 {
		return false
	}
	words := wordform.Plain(strings.ReplaceAll(reply, "_", " "))
	if said := strings.Join(words, " "); slices.Contains(agreeing, said) || slices.Contains(undecided, said) {
		return true
	}
	if _, one := c.Number(reply); one || len(words) > 0 && asking[words[0]] {
		return false
	}
	words = slices.DeleteFunc(words, func(w string) bool { return pointing[w] })
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	if _, one := c.choiceMeant(reply, true); one {
		return false
	}
	n := 0
	for _, o := range c.Options {
		if holdsAll(o.Label, words) {
			n++
		}
	}
	return n > 1
}

// ordinals maps words to the positions of choices.
var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "one": 1, "two": 2,
	"three": 3, "four": 4, "five": 5}

// Number parses a reply that gives the position of a choice: 2, #2, number 2, the second, the second one, the last
// one.
func (c *Asked) Number(reply string) (int, bool) {
	if n, err := strconv.Atoi(strings.TrimLeft(reply, "#")); err == nil {
		return n, true
	}
	if c.AsksWhich() { // "the first" may be a name here
		return 0, false
	}
	words := wordform.Plain(reply)
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	switch {
	case len(words) == 2 && (words[0] == "number" || words[0] == "choice" || words[0] == "option"):
		if n, err := strconv.Atoi(words[1]); err == nil {
			return n, true
		}
		words = words[1:]
	case len(words) == 2 && (words[1] == "one" || words[1] == "choice" || words[1] == "option"):
		words = words[:1]
	}
	if len(words) != 1 {
		return 0, false
	}
	if words[0] == "last" && len(c.Options) > 0 {
		return len(c.Options), true
	}
	n, ok := ordinals[words[0]]
	return n, ok
}

// only returns the single choice for which fits is true; false if there are none or several.
func (c *Asked) only(fits func(Option) bool) (Option, bool) {
	i := slices.IndexFunc(c.Options, fits)
	if i < 0 || slices.ContainsFunc(c.Options[i+1:], fits) {
		return Option{}, false
	}
	return c.Options[i], true
}

// choiceNamed returns the choice with a name, or the only one that differs from it only in a part before a dot: a
// schema that only one of the two has, or a table.
func (c *Asked) choiceNamed(name string) (Option, bool) {
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), `"`, "")) }
	if name = plain(name); name == "" {
		return Option{}, false
	}
	if i := slices.IndexFunc(c.Options, func(o Option) bool { return plain(o.Label) == name }); i >= 0 {
		return c.Options[i], true
	}
	return c.only(func(o Option) bool {
		return strings.HasSuffix(plain(o.Label), "."+name) || strings.HasSuffix(name, "."+plain(o.Label))
	})
}

// oneNamed returns the only choice whose name occurs in a longer reply.
func (c *Asked) oneNamed(reply string) ([]plan.Constraint, string, bool) {
	words := " " + strings.Join(wordform.Plain(reply), " ") + " "
	o, ok := c.only(func(o Option) bool { return strings.Contains(words, " "+bareName(o.Label)+" ") })
	return o.Settles, o.Rephrased, ok
}

func bareName(s string) string {
	s = strings.ToLower(strings.Trim(strings.TrimSpace(s), `"`))
	if i := strings.LastIndexByte(s, '.'); i >= 0 {
		s = s[i+1:]
	}
	return strings.Trim(s, `"`)
}

// pointing lists words that refer to a choice without naming it.
var pointing = map[string]bool{"the": true, "one": true, "ones": true, "that": true, "those": true, "this": true,
	"of": true, "in": true, "from": true,
	"by": true, "for": true, "table": true, "column": true, "please": true, "a": true, "an": true, "its": true,
	"it": true, "is": true, "i": true,
	"mean": true, "meant": true}

// asking lists words that a new question begins with, and no reply.
var asking = map[string]bool{"how": true, "which": true, "what": true, "who": true, "whose": true, "when": true,
	"where": true, "why": true, "show": true,
	"list": true, "give": true, "find": true, "get": true, "count": true, "display": true, "return": true, "tell": true,
	"are": true, "do": true,
	"does": true, "did": true, "has": true, "have": true, "describe": true, "top": true}

// choiceMeant returns the only choice whose name contains all words of a reply, each in the singular: "reviews" for
// reviews.rating and suppliers.rating, "the supplier ones" for order_returns and supplier_returns, "the city of the
// warehouse" for warehouses.city; or what is said of it, "the customer one" for goods that customers sent back. bare
// says that nothing but its words makes the text a reply: one that reads as a new question is none.
func (c *Asked) choiceMeant(reply string, bare bool) (Option, bool) {
	words := wordform.Plain(strings.ReplaceAll(reply, "_", " "))
	if bare && len(words) > 0 && asking[words[0]] {
		return Option{}, false
	}
	said := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return pointing[w] })
	if len(said) == 0 || len(said) > 4 {
		return Option{}, false
	}
	if o, ok := c.only(func(o Option) bool {
		table, _, isColumn := strings.Cut(strings.ToLower(strings.ReplaceAll(o.Label, `"`, "")), ".")
		return isColumn && slices.Equal(said, []string{table})
	}); ok {
		return o, true
	}
	if o, ok := c.only(func(o Option) bool { return holdsAll(o.Label, said) }); ok {
		return o, true
	}
	points := slices.Contains(words, "one") || slices.Contains(words, "ones")
	if reads := c.Kind == AskReading && len(said) > 1; bare && !points && !reads { // without payments, of what a reading says
		return Option{}, false
	}
	return c.only(func(o Option) bool { return holdsAll(o.Label+" "+o.Meaning, said) })
}

// holdsAll reports whether a name holds all words, whatever their number.
func holdsAll(label string, words []string) bool {
	in := wordform.Plain(strings.ReplaceAll(label, "_", " "))
	for i, w := range in {
		in[i] = wordform.Singular(w)
	}
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(in, wordform.Singular(w)) })
}
