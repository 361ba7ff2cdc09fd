package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// stored is a value that a column is known to hold, and how well words name it.
type stored struct {
	table  *schema.Table
	column *schema.Column
	value  string // as stored
	score  float64
}

// maxValueWords is how many words a value may have to be indexed.
const maxValueWords = 6

// addValues indexes the known values of the text and enum columns of a table. Values that are numbers or single
// characters are left out: a question can name them only together with their column.
func (ix *index) addValues(t *schema.Table) {
	for _, c := range t.Columns {
		if c.Array || c.Class != schema.Text && c.Class != schema.Enum {
			continue
		}
		for _, v := range known(c) {
			ix.addValue(t, c, v)
		}
	}
}

// known returns the values of a column that the snapshot lists: those of the enum type, or of the profile.
func known(c *schema.Column) []string {
	if c.Class == schema.Enum {
		return c.Enum
	}
	return c.Profile.Values
}

// addValue indexes a value under its words, also without a leading "the", and under its stems behind "~".
func (ix *index) addValue(t *schema.Table, c *schema.Column, v string) {
	if len(v) > 80 {
		return
	}
	words := valueWords(v)
	if len(words) == 0 || len(words) > maxValueWords {
		return
	}
	key := strings.Join(words, " ")
	if len(key) < 2 || strings.Trim(key, "0123456789.-:/ ") == "" {
		return
	}
	ix.values[key] = append(ix.values[key], stored{table: t, column: c, value: v, score: 1})
	if rest, ok := strings.CutPrefix(key, "the "); ok && len(rest) > 2 {
		// Rules consume an article before they look for a value.
		ix.values[rest] = append(ix.values[rest], stored{table: t, column: c, value: v, score: 0.97})
	}
	if s := strings.Join(stems(words), " "); s != key {
		ix.values["~"+s] = append(ix.values["~"+s], stored{table: t, column: c, value: v, score: 0.9})
	}
}

// valueWords splits a value, or a phrase of the question, into lower-case words.
func valueWords(v string) []string {
	return strings.FieldsFunc(strings.ToLower(v), func(r rune) bool {
		return r == ' ' || r == '_' || r == '-' || r == '(' || r == ')' || r == ',' || r == '"' || r == '\t'
	})
}

// findValues returns the stored values that a span of at most maxValueWords words may mean.
func (ix *index) findValues(toks []token) []stored {
	var low []string
	for _, t := range toks {
		low = append(low, valueWords(t.text)...)
	}
	if len(low) == 0 || len(low) > maxValueWords {
		return nil
	}
	key := strings.Join(low, " ")
	out := append([]stored(nil), ix.values[key]...)
	if len(toks) == 1 {
		for _, alt := range demonyms[key] {
			for _, s := range ix.values[alt] {
				s.score = 0.9
				out = append(out, s)
			}
		}
		if _, ok := genders[toks[0].low]; ok {
			out = append(out, ix.genderValues(toks[0].low)...)
		}
	}
	stemmed := strings.Join(stems(low), " ")
	out = append(out, ix.values["~"+stemmed]...)
	if stemmed != key {
		for _, s := range ix.values[stemmed] { // the value is the stem itself: Clerk for "clerks"
			s.score = 0.9
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		out = ix.codedCountries(key)
	}
	return uniqueValues(out)
}

// genderValues returns how each column of genders stores the gender w: as a word or a letter.
func (ix *index) genderValues(w string) []stored {
	var out []stored
	for _, t := range ix.snap.Tables {
		ti := ix.info[t]
		if ti == nil {
			continue
		}
		for _, c := range t.Columns {
			ws := strings.Join(ti.columns[c], " ")
			if !strings.Contains(ws, "gender") && !strings.HasSuffix(ws, "sex") {
				continue
			}
			if v := genderIn(c, genders[w]); v != "" {
				out = append(out, stored{table: t, column: c, value: v, score: 1})
			}
		}
	}
	return out
}

// genderIn returns how a column stores a gender; forms are the ways in which that may be written. When the profile of
// the column is incomplete and lists only the other gender, it returns the form and case that correspond to that one.
func genderIn(c *schema.Column, forms []string) string {
	for _, v := range known(c) {
		if slices.Contains(forms, strings.ToLower(v)) {
			return v
		}
	}
	if c.Profile.Complete {
		return ""
	}
	for _, v := range known(c) {
		for i, other := range genders[counterpart[forms[1]]] {
			if strings.ToLower(v) != other {
				continue
			}
			form := forms[i]
			switch {
			case v == strings.ToUpper(v):
				return strings.ToUpper(form)
			case v[:1] == strings.ToUpper(v[:1]):
				return strings.ToUpper(form[:1]) + form[1:]
			}
			return form
		}
	}
	return ""
}

// counterpart maps each gender to the other.
var counterpart = map[string]string{"male": "female", "female": "male"}

// uniqueValues returns the first entry for each column and value.
func uniqueValues(in []stored) []stored {
	var out []stored
next:
	for _, s := range in {
		for _, o := range out {
			if o.column == s.column && o.value == s.value {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}

// inColumn returns how a column stores the value v: exactly so, or in another case. ok is false when no known value
// of the column is equal to it.
func inColumn(c *schema.Column, v string) (string, bool) {
	fold := ""
	for _, k := range known(c) {
		if k == v {
			return v, true
		}
		if fold == "" && strings.EqualFold(k, v) {
			fold = k
		}
	}
	return fold, fold != ""
}
