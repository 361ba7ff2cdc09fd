package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// personWords are words for people in general, which do not say which table holds them.
var personWords = map[string]bool{"person": true, "people": true, "persons": true, "someone": true, "somebody": true, "anyone": true,
	"everyone": true, "everybody": true, "anybody": true, "individual": true, "individuals": true}

// personSenses returns the table of people that a word such as "person" at token i means: the only one that the
// question names, else the only one in the schema. It returns nil when there is none, or more than one.
func (p *parser) personSenses(i, j int) []sense {
	if j != i+1 || p.toks[i].kind != word || !personWords[p.toks[i].low] {
		return nil
	}
	var named, all []*schema.Table
	for _, t := range p.ix.people() {
		all = append(all, t)
		if p.mentioned[t] >= 0.75 {
			named = append(named, t)
		}
	}
	for _, list := range [][]*schema.Table{named, all} {
		if len(list) == 1 {
			return []sense{{kind: tableSense, table: list[0], score: 0.9}}
		}
		if len(list) > 1 {
			return nil
		}
	}
	return nil
}

type peopleKey struct{}

// people returns the tables whose rows are persons; see isPeople.
func (ix *index) people() []*schema.Table {
	return ix.snap.Derive(peopleKey{}, func() any {
		var out []*schema.Table
		for _, t := range ix.snap.Tables {
			if ix.info[t] != nil && t.Kind != schema.View && t.Kind != schema.Materialised && ix.isPeople(t) {
				out = append(out, t)
			}
		}
		return out
	}).([]*schema.Table)
}

// whoever returns the tables that "who" may refer to: those of people, and those whose rows are rows of these, such
// as coaches.
func (ix *index) whoever() []*schema.Table {
	out := slices.Clone(ix.people())
	for _, t := range ix.people() {
		for _, x := range ix.extensions(t) {
			if e := ix.info[x].parent; e != nil && e.to == t && !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// sameRows reports whether the rows of one of two tables are rows of the other; see inherits.
func (ix *index) sameRows(a, b *schema.Table) bool {
	return ix.info[a].parent != nil && ix.info[a].parent.to == b || ix.info[b].parent != nil && ix.info[b].parent.to == a
}

// isPeople reports whether a table has columns that only people have: a first or last name, or a name together with a
// gender, birth date, nationality, salary or age.
func (ix *index) isPeople(t *schema.Table) bool {
	named := false
	personal := 0
	for _, c := range t.Columns {
		ws := stems(expand(unstem(ix.info[t], c)))
		has := func(w string) bool { return slices.Contains(ws, stem(w)) }
		switch {
		case has("name") && (has("first") || has("last") || has("family") || has("given")):
			return true
		case has("surname"), has("forename"):
			return true
		case has("name") && !has("user"):
			named = true
		case has("gender"), has("sex"), has("birth"), has("birthday"), has("nationality"), has("salary"), len(ws) == 1 && has("age"):
			personal++
		}
	}
	return named && personal > 0
}

// byCalling returns the tables that only their names show to be of people: couriers, with a name but no column that
// only people have.
func (ix *index) byCalling() []*schema.Table {
	var out []*schema.Table
	for _, t := range ix.snap.Tables {
		ti := ix.info[t]
		if ti == nil || t.Kind == schema.View || t.Kind == schema.Materialised || len(ti.words) == 0 {
			continue
		}
		if calling[ti.words[len(ti.words)-1]] && ix.hasOwnName(t) && !slices.Contains(ix.people(), t) {
			out = append(out, t)
		}
	}
	return out
}

// calling holds stems of words for people in a job or role.
var calling = wordSet(`employee worker staff agent clerk nurse doctor physician surgeon dentist teacher professor lecturer instructor tutor student pupil
	driver pilot captain courier rider coach trainer player athlete swimmer singer musician artist painter author writer editor journalist lawyer judge
	engineer technician mechanic researcher scientist scholar customer client patient member guest visitor passenger tenant landlord volunteer donor
	applicant candidate participant salesperson cashier waiter chef cook librarian farmer person friend resident citizen manager supervisor`)

// hasOwnName reports whether a table has a text column called just "name" or "full name".
func (ix *index) hasOwnName(t *schema.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		ws := stems(expand(unstem(ix.info[t], c)))
		if own := cutTable(ws, ix.info[t].words); len(own) > 0 {
			ws = own
		}
		return c.Class == schema.Text && (slices.Equal(ws, []string{"name"}) || slices.Equal(ws, []string{stem("full"), "name"}))
	})
}
