package semantic

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// target is a column that others may refer to.
type target struct {
	relation *Relation
	column   *schema.Column
	whole    bool // it is unique
	weight   float64
}

// targets are the columns that others may refer to, by name.
type targets struct {
	exact map[string][]target // by the name in lower case
	words map[string][]target // by words in the singular
	table map[string][]target // by the name of the table in lower case
	// called are the columns that declared keys of others refer to, by how the columns of these are called: slsrep.
	called map[string][]target
	// persons is the only relation of persons with a key of one column; nil: there is none, or more than one.
	persons *target
	// roles are relations of persons of which a column says what each is, by what it says: users, of adjusters.
	roles map[string][]target
}

func (m *making) targets() *targets {
	ts := &targets{exact: map[string][]target{}, words: map[string][]target{}, table: map[string][]target{},
		called: m.calledKeys(), roles: map[string][]target{}}
	persons := 0
	for _, r := range m.Relations {
		m.pace.Step()
		if r.Table.Kind == schema.View || r.Table.Extension != "" || r.Standing != Base {
			continue
		}
		ids := identifying(r)
		if slices.ContainsFunc(r.Columns, func(c *Column) bool {
			return c.among("first name") || c.among("last name") || c.is("full name")
		}) {
			if persons++; len(ids) > 0 && ids[0].whole {
				ts.persons = &ids[0]
				ts.byRole(ids[0])
			}
		}
		for _, x := range ids {
			ts.exact[strings.ToLower(x.column.Name)] = append(ts.exact[strings.ToLower(x.column.Name)], x)
			own, called := r.Name.SingularPhrase(), m.byColumn[x.column].own
			if lexicon.In("key tail", m.byColumn[x.column].last()) || x.column.Class != schema.Text {
				ts.words[own+" "+called] = append(ts.words[own+" "+called], x)
				if all := m.byColumn[x.column].Name.SingularPhrase(); all != own+" "+called && !lexicon.In("common key", all) {
					ts.words[all] = append(ts.words[all], x)
				}
			}
			for _, other := range r.aliases() {
				if both := other + " " + called; both != m.byColumn[x.column].Name.SingularPhrase() {
					ts.words[both] = append(ts.words[both], x)
				}
			}
			if x.weight == 1 {
				x.weight = likeTable / likeTableKey
				for _, name := range append(r.aliases(), own) {
					ts.words[name] = append(ts.words[name], x)
				}
			}
			ts.table[strings.ToLower(r.Table.Name)] = append(ts.table[strings.ToLower(r.Table.Name)], x)
		}
	}
	if persons != 1 {
		ts.persons = nil
	}
	m.bound(ts.exact)
	m.bound(ts.words)
	return ts
}

// mostRoles is how many values a column has that says what persons are.
const mostRoles = 30

// byRole adds what persons are by a column that says it of each of them.
func (ts *targets) byRole(x target) {
	for _, c := range x.relation.Columns {
		known := c.Column.Profile.Values
		if c.Column.Masked || len(known) > mostRoles || !lexicon.In("role of persons", c.last()) {
			continue
		}
		for _, value := range known {
			role := strings.Join(wordform.Singulars(naming.Split(value)), " ")
			if role != "" && !slices.Contains(ts.roles[role], x) {
				ts.roles[role] = append(ts.roles[role], x)
			}
		}
	}
}

// calledKeys returns what declared keys refer to, by the names of their columns, where all that are called so refer
// to the same.
func (m *making) calledKeys() map[string][]target {
	out := map[string][]target{}
	for _, r := range m.Relations {
		for _, fk := range r.Table.ForeignKeys {
			to := m.byTable[m.Snapshot.References(fk)]
			if fk.Inferred || len(fk.Columns) != 1 || to == nil || to.Table.Column(fk.RefColumns[0]) == nil || r.Column(fk.Columns[0]) == nil {
				continue
			}
			name, x := strings.ToLower(fk.Columns[0]), target{to, to.Table.Column(fk.RefColumns[0]), true, 1}
			if named := r.Column(fk.Columns[0]); lexicon.In("common key", name) || lexicon.Role(named.Own[0]) == "parent" {
				x.whole = false
			}
			if known := out[name]; len(known) == 0 || known[0] != x {
				out[name] = append(known, x)
			}
		}
	}
	for name, all := range out {
		if len(all) > 1 || !all[0].whole {
			delete(out, name)
		}
	}
	return out
}

// byInitial calls f with what a column refers to that is called by the first letter of that and what keys end with:
// vid.
func (ts *targets) byInitial(c *Column, f func(target)) {
	name := strings.ToLower(c.Column.Name)
	if len(name) < 3 || !lexicon.In("initial key", name[1:]) || c.Column.Class != schema.Integer {
		return
	}
	seen := map[*schema.Column]bool{}
	for _, all := range ts.exact {
		for _, x := range all {
			if ws := x.relation.Name.Bare(); x.whole && !seen[x.column] && x.relation != c.Relation && len(ws) == 1 && ws[0][0] == name[0] {
				seen[x.column] = true
				f(x)
			}
		}
	}
}

// minBareKey is the length of a name of a key, without the prefix of its table, by which others may refer to it.
const minBareKey = 4

// aliases returns what else a relation is called where others refer to it: its name without its module, what its
// comment calls its rows, the last word of that, these cut short, and the initials of its name: prop_no of the
// property master, wo_id of work orders.
func (r *Relation) aliases() []string {
	var out []string
	add := func(s string) {
		if s != r.Name.SingularPhrase() && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(strings.Join(r.Name.WithoutModule(), " "))
	if n := len(r.Title); n > 0 {
		add(strings.Join(r.Title, " "))
		last := r.Title[n-1]
		add(last)
		for _, short := range naming.Beginnings(last) {
			add(short)
		}
	}
	if ws := r.Name.BareSingular(); len(ws) > 1 {
		add(naming.Initials(ws))
	}
	return out
}

// bound shortens long lists of columns of one name, to those first that are named after their relation.
func (m *making) bound(alike map[string][]target) {
	for name, all := range alike {
		if len(all) > mostAlike {
			named := slices.DeleteFunc(slices.Clone(all), func(x target) bool { return !m.namesake(x) })
			alike[name] = append(named, all...)[:mostAlike]
		}
	}
}

// identifying returns the columns of a relation that others may refer to: single-column keys, and the only column
// beside dates of a key of several columns.
func identifying(r *Relation) []target {
	var out []target
	add := func(names []string, whole bool, weight float64) {
		if len(names) != 1 {
			return
		}
		if c := r.Table.Column(names[0]); c != nil && refers(c) && !slices.ContainsFunc(out, func(x target) bool { return x.column == c }) {
			out = append(out, target{r, c, whole, weight})
		}
	}
	add(r.Table.PrimaryKey, true, 1)
	for _, key := range r.Table.Unique {
		add(key, true, 0.95)
	}
	if len(out) == 0 && len(r.Identity.Columns) == 1 {
		add([]string{r.Identity.Columns[0].Name}, true, 0.9)
	}
	var rest []string
	for _, c := range r.Identity.Columns {
		if !c.Class.Temporal() {
			rest = append(rest, c.Name)
		}
	}
	if len(rest) < len(r.Identity.Columns) {
		add(rest, false, 0.9)
	}
	return out
}
