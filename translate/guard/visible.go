package guard

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// visibleKey is the key under which a snapshot keeps what may be seen of it.
type visibleKey struct{ guard *Guard }

// Visible returns the part of a snapshot that a translator may see: without what the guard denies, and without the
// values of masked columns. Prompts, look-ups, clarifications, ask_schema() and the built-in translator see nothing
// else, and therefore cannot show what a statement may not.
func (g *Guard) Visible(s *schema.Snapshot) *schema.Snapshot {
	if !g.Rules(s) && !slices.ContainsFunc(s.Tables, g.keepsSecrets) {
		return s
	}
	return s.Derive(visibleKey{g}, func() any {
		seen := *s
		seen.Tables = nil
		for _, t := range s.Tables {
			// A relation that is masked as a whole cannot be read either.
			if g.Ruling(s, t.Schema, t.Name, "").Access == Readable {
				seen.Tables = append(seen.Tables, g.visibleTable(s, t))
			}
		}
		return schema.New(seen)
	}).(*schema.Snapshot)
}

func (g *Guard) visibleTable(s *schema.Snapshot, t *schema.Table) *schema.Table {
	kept := g.keepsSecrets(t)
	gone := func(column string) bool { return g.Ruling(s, t.Schema, t.Name, column).Access == Denied }
	seen := *t
	seen.Comment, seen.Query = g.tellable(s, t.Comment), g.tellable(s, t.Query)
	seen.Columns, seen.Unique, seen.ForeignKeys, seen.Checks = nil, nil, nil, t.Checks
	for _, c := range t.Columns {
		ruling := g.Ruling(s, t.Schema, t.Name, c.Name)
		if ruling.Access != Readable {
			seen.Checks = without(seen.Checks, c.Name)
		}
		switch ruling.Access {
		case Denied:
		case Masked:
			bare := *c
			bare.Masked = true
			bare.Comment, bare.Enum, bare.Profile = "", nil, schema.Profile{NullFrac: c.Profile.NullFrac, Distinct: c.Profile.Distinct}
			seen.Columns = append(seen.Columns, &bare)
		default:
			told, settings := g.tellable(s, c.Comment), kept && keepsValues(c.Name)
			if told != c.Comment || settings {
				bare := *c
				bare.Comment = told
				if settings {
					bare.Profile = schema.Profile{NullFrac: c.Profile.NullFrac, Distinct: c.Profile.Distinct}
				}
				c = &bare
			}
			seen.Columns = append(seen.Columns, c)
		}
	}
	if slices.ContainsFunc(t.PrimaryKey, gone) {
		seen.PrimaryKey = nil
	}
	for _, key := range t.Unique {
		if !slices.ContainsFunc(key, gone) {
			seen.Unique = append(seen.Unique, key)
		}
	}
	for _, fk := range t.ForeignKeys {
		refGone := func(column string) bool {
			return g.Ruling(s, fk.RefSchema, fk.RefTable, column).Access == Denied
		}
		if !slices.ContainsFunc(fk.Columns, gone) && !slices.ContainsFunc(fk.RefColumns, refGone) {
			seen.ForeignKeys = append(seen.ForeignKeys, fk)
		}
	}
	return &seen
}

// without returns the CHECKs that cannot be about a column: those whose text does not hold its name. The text of a long
// one is cut, so that it may.
func without(checks []string, column string) []string {
	quoted := strings.ReplaceAll(column, `"`, `""`)
	return slices.DeleteFunc(slices.Clone(checks), func(check string) bool {
		return strings.Contains(check, quoted) || len(check) >= schema.MaxCheckText
	})
}

// Withholds returns whether the values of a column must not be read for a question.
func (g *Guard) Withholds(s *schema.Snapshot) func(*schema.Table, *schema.Column) bool {
	return func(t *schema.Table, c *schema.Column) bool {
		return g.Ruling(s, t.Schema, t.Name, c.Name).Access != Readable || keepsValues(c.Name) && g.keepsSecrets(t)
	}
}

// keepsSecrets reports whether a table has settings, a name and a value in each row, and secrets among their names.
// Who may read its values can ask for them; they stand in no prompt, choice or look-up.
func (g *Guard) keepsSecrets(t *schema.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return keepsValues(c.Name) }) &&
		slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
			return slices.ContainsFunc(c.Profile.Values, func(v string) bool { return len(v) <= maxSettingName && g.secret(v, 0) })
		})
}

// maxSettingName bounds the name of a setting, in bytes.
const maxSettingName = 200

// keepsValues reports whether a column is named like that of the values of settings.
func keepsValues(column string) bool {
	words := strings.Split(inWords(column), "_")
	return settingValues[words[len(words)-1]]
}

var settingValues = listed("value values val setting content data text wert valeur valor")

// tellable returns a text of the database's own, a comment for instance, or nothing if it is about what may not be
// known.
func (g *Guard) tellable(s *schema.Snapshot, text string) string {
	if !g.MayTell(s, text) {
		return ""
	}
	return text
}
