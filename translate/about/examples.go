package about

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Example is a question that is answered here.
type Example struct {
	Question string
	Kind     string // of question, in a few words
}

// Examples are questions of several kinds about a database, each of which is answered.
type Examples struct {
	found []Example
	main  string // a table worth describing
	drawn string // one that is drawn well

	read func(question string) *plan.Plan
	left int
}

// Bounds of what is looked for.
const (
	exampleReads  = 60  // questions that are read
	perKind       = 8   // of one kind
	exampleTables = 12  // that are looked at
	exampleWidth  = 40  // characters of a question
	fewRows       = 20  // in a table that nobody asks much about
	manyGroups    = 300 // more than anybody compares
)

// ExamplesOf finds questions of which read returns the plan: it returns nil for what would not be answered.
func ExamplesOf(m *semantic.Model, read func(question string) *plan.Plan) *Examples {
	x := &Examples{read: read, left: exampleReads}
	rels := worthAsking(m)
	if len(rels) > 0 {
		x.main = strings.TrimPrefix(rels[0].Table.Qualified(), "public.")
		if rels[0].Table.Visible {
			x.main = rels[0].Table.Name
		}
	}
	late := map[*semantic.Relation]int{} // the further down the more it was asked about already
	for i, r := range rels {
		late[r] = i
	}
	for _, kind := range kinds {
		tried := 0
		slices.SortStableFunc(rels, func(a, b *semantic.Relation) int { return cmp.Compare(late[a], late[b]) })
		for _, r := range rels {
			if x.tryKind(kind.of(r), kind.said, r, &tried) {
				late[r]++
				break
			}
		}
	}
	return x
}

// tryKind takes the first of some questions that is answered from a table.
func (x *Examples) tryKind(questions []string, kind string, r *semantic.Relation, tried *int) bool {
	for _, q := range questions {
		if len(q) > exampleWidth || *tried >= perKind || x.left <= 0 {
			continue
		}
		x.left--
		*tried++
		if p := x.read(q); p == nil || !slices.ContainsFunc(p.Sources(), func(s *plan.Source) bool { return about(s, r) }) {
			continue
		}
		x.found = append(x.found, Example{q, kind})
		if strings.Contains(q, " per ") && x.drawn == "" {
			x.drawn = q
		}
		return true
	}
	return false
}

// about reports whether a source of a plan is a relation, or one that it has a key to.
func about(s *plan.Source, r *semantic.Relation) bool {
	is := func(r *semantic.Relation) bool { return s.Schema == r.Table.Schema && s.Table == r.Table.Name }
	return is(r) || slices.ContainsFunc(r.Keys, func(k *semantic.Key) bool { return is(k.To) })
}

// worthAsking returns the relations that people ask about most: those that others hang on, and of these the largest.
func worthAsking(m *semantic.Model) []*semantic.Relation {
	ties := map[*semantic.Relation]int{}
	var all []*semantic.Relation
	for _, r := range m.Relations {
		for _, k := range r.Keys {
			ties[r]++
			ties[k.To]++
		}
		if r.Standing == semantic.Base && !r.Link && r.Part == nil && r.Table.Rows >= fewRows {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b *semantic.Relation) int {
		return cmp.Or(cmp.Compare(ties[b], ties[a]), cmp.Compare(b.Table.Rows, a.Table.Rows))
	})
	return all[:min(len(all), exampleTables)]
}

// kinds are the kinds of questions, each with what it may be asked of a relation.
var kinds = []struct {
	said string
	of   func(r *semantic.Relation) []string
}{
	{"how many there are", func(r *semantic.Relation) []string { return []string{"how many " + many(r) + " are there"} }},
	{"how it changes over time", func(r *semantic.Relation) (out []string) {
		if r.Born() == nil || r.Table.Rows < manyGroups {
			return nil
		}
		return []string{many(r) + " per month", many(r) + " per year"}
	}},
	{"how many of each kind", func(r *semantic.Relation) (out []string) {
		for _, c := range r.Columns {
			if len(sorts(c)) > 1 {
				out = append(out, "number of "+many(r)+" by "+c.Name.Phrase())
			}
		}
		return out
	}},
	{"only those with a value", func(r *semantic.Relation) (out []string) {
		for _, c := range r.Columns {
			if all := sorts(c); len(all) > 1 && c.Column.Class != schema.Boolean {
				out = append(out, many(r)+" where "+c.Name.Phrase()+" is "+all[1])
			}
		}
		return out
	}},
	{"the first of a ranking", func(r *semantic.Relation) (out []string) {
		for _, k := range towards(r) {
			out = append(out, "top 5 "+many(k.To)+" by number of "+many(r))
		}
		return out
	}},
	{"what has none of something", func(r *semantic.Relation) (out []string) {
		for _, k := range towards(r) {
			out = append(out, many(k.To)+" without "+many(r))
		}
		return out
	}},
	{"a figure of each group", func(r *semantic.Relation) (out []string) {
		amount := r.Money()
		for _, m := range r.Measures {
			if c := r.Column(nameOf(m.Amount)); amount == nil && c != nil {
				amount = c
			}
		}
		if amount == nil {
			return nil
		}
		for _, c := range r.Columns {
			if len(sorts(c)) > 1 {
				out = append(out, "average "+amount.Name.Phrase()+" of "+many(r)+" by "+c.Name.Phrase())
			}
		}
		for _, k := range towards(r) {
			if k.To.Table.Rows > manyGroups {
				continue
			}
			out = append(out, "average "+amount.Name.Phrase()+" of "+many(r)+" by "+wordform.Singular(k.To.Name.Phrase()))
		}
		return out
	}},
	{"the newest", func(r *semantic.Relation) []string {
		if r.Born() == nil {
			return nil
		}
		return []string{"latest 3 " + many(r)}
	}},
}

// many returns what several rows of a relation are called.
func many(r *semantic.Relation) string { return wordform.Plural(wordform.Singular(r.Name.Phrase())) }

// towards returns the keys to relations that have a name of their own, which one would rank and look through.
func towards(r *semantic.Relation) (out []*semantic.Key) {
	for _, k := range r.Keys {
		if k.Declared && k.To != r && k.To.Standing == semantic.Base && len(k.To.Label.Columns) > 0 && k.To.Label.Via == nil && k.To.Table.Rows > 5 {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b *semantic.Key) int { return cmp.Compare(b.To.Table.Rows, a.To.Table.Rows) })
	return out
}

// A column of sorts has a few values.
const (
	fewSorts  = 12
	sortWidth = 16
)

// sorts returns the values of a column that sorts rows; nil: it does not.
func sorts(c *semantic.Column) []string {
	class, p := c.Column.Class, c.Column.Profile
	if c.Column.Masked || c.IsKey() || c.Yes != "" || slices.Contains(c.Relation.Label.Columns, c.Column) || class != schema.Text && class != schema.Enum || !p.Complete || len(p.Values) > fewSorts {
		return nil
	}
	for _, v := range p.Values {
		if len(v) > sortWidth || strings.Trim(strings.ToLower(v), "abcdefghijklmnopqrstuvwxyz ") != "" {
			return nil
		}
	}
	return p.Values
}

func nameOf(c *schema.Column) string {
	if c == nil {
		return ""
	}
	return c.Name
}
