package facts

import (
	"regexp"
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Leads reports whether a column is a key to rows that are called something else than the word that was said: a
// supervisor, not the region of region_id.
func Leads(c *semantic.Column, said string) bool {
	return slices.ContainsFunc(c.Relation.KeyOf(c.Column), func(k *semantic.Key) bool {
		named := wordform.Singular(k.To.Name.Phrase()) == wordform.Singular(said)
		return !named && len(k.Columns) == 1 && len(k.To.Label.Columns) > 0 && !slices.Contains(k.To.Identity.Columns, k.To.Label.Columns[0])
	})
}

// Additive reports whether amounts of a column add up over rows.
func Additive(c *semantic.Column) bool {
	if !form.Class(c).Numeric() || c.IsKey() || c.Yes != "" {
		return false
	}
	return !slices.ContainsFunc(c.Name.Words, func(w string) bool { return wordlist.Among("levels", w) })
}

// Tongue reports whether a column says in which language something is.
func Tongue(c *semantic.Column) bool { return NamedOf(c.Name.Words, "tongues") }

// IsFlag reports whether a column says yes or no.
func IsFlag(c *semantic.Column) bool { return c.Yes != "" || c.Column.Class == schema.Boolean }

// givenBack is how comments say that money is given back.
var givenBack = regexp.MustCompile(`(?i)\b(?:gave|given?|gives|paid|pays?|got|received?) (?:\S+ )?back\b`)

// givesBack reports whether a column holds money that is given back.
func givesBack(c *semantic.Column) bool {
	return (NamedOf(c.Name.Words, "moneyback") || givenBack.MatchString(c.Column.Comment)) && form.Class(c).Numeric() && !c.IsKey() &&
		Additive(c) && !slices.ContainsFunc(c.Name.Words, wordlist.Counts)
}

// Mailed reports whether a word of a column's name says that it holds addresses that mail goes to: a gmail address is
// no street.
func Mailed(w string) bool { return w == "email" || w == "mail" }

// Titled reports whether rows have a name of their own.
func Titled(r *semantic.Relation) bool {
	return len(r.Label.Columns) > 0 && r.Label.Columns[0].Class == schema.Text && r.Column(r.Label.Columns[0].Name) != nil
}

// NamedOf reports whether one of the words of a name is in a list.
func NamedOf(name []string, list string) bool {
	return slices.ContainsFunc(name, func(w string) bool { return wordlist.Among(list, w) })
}

// Differs reports whether nearly all rows have a value of their own in a column.
func Differs(c *semantic.Column) bool { return c.Column.Profile.Distinct <= -nearlyAll }

// nearlyAll is the share of rows that are nearly all.
const nearlyAll = 0.8

// ManyValues is from how many different values on nobody wants a group for each.
const ManyValues = 40
