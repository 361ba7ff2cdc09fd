package semantic

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Confidence in a key that is not declared, before values are looked at.
const (
	likePointed  = 1.1  // the comment points to the relation: as good as declared
	likeComment  = 0.9  // the comment of the column names the relation or its key
	likeSame     = 0.9  // the column has the name of the key, which is no common one
	likeTableKey = 0.85 // brewery_id for breweries.id
	likeRole     = 0.75 // billing_address_id for addresses.id
	likeTable    = 0.6  // brewery for breweries.id
	leastInfer   = 0.4  // least confidence of a key that is taken
	likeNothing  = 0.35 // country for country.name, of which the statistics say nothing, or inspector for the only persons: taken only when it is measured
	leastGuess   = 0.2  // least confidence of a key that is worth being measured
	mostInfer    = 0.95
	rivalry      = 0.08 // less than that between two candidates says nothing
	maxTargets   = 3    // relations that one column may refer to
)

// inferring finds the keys that are not declared.
type inferring struct {
	*making
	targets  *targets // what may be referred to
	measured fits
}

// inferKeys adds the keys that are not declared.
func (m inferring) inferKeys(o Options) {
	m.referring(func(r *Relation, c *Column) {
		best, known := m.guessed[c]
		if !known || !o.Infer {
			best = m.candidates(r, c, o.Infer)
		}
		for _, x := range ranked(m.measured.judge(c, best)) {
			addKey(&Key{From: r, To: x.relation, Columns: []*schema.Column{c.Column}, RefColumns: []*schema.Column{x.column}, Why: x.why,
				Alternative: x.rival})
		}
	})
	m.guessed = nil
	// The histories of what a column refers to have the same key, and it does not refer to them.
	for _, r := range m.Relations {
		r.Keys = slices.DeleteFunc(r.Keys, func(k *Key) bool { return !k.Declared && k.ManyTo && len(k.To.KeyOf(k.RefColumns[0])) > 0 })
	}
}

// referring calls f for the columns that may refer to others and of which no key is declared.
func (m *making) referring(f func(*Relation, *Column)) {
	for _, r := range m.Relations {
		m.pace.Step()
		if r.Table.Kind == schema.View || r.Table.Extension != "" {
			continue
		}
		for _, c := range r.Columns {
			declared := func(k *Key) bool { return k.Declared && slices.Contains(k.Columns, c.Column) }
			if refers(c.Column) && !slices.ContainsFunc(r.Keys, declared) {
				f(r, c)
			}
		}
	}
}

// refers reports whether a column can hold a key.
func refers(c *schema.Column) bool {
	return !c.Array && !c.Masked && (c.Class == schema.Integer || c.Class == schema.Text || c.Class == schema.UUID)
}

// mostAlike is how many columns of one name others may refer to: of more, such as the codes of thousands of tables,
// none is likelier.
const mostAlike = 64

// candidate is a relation that a column may refer to.
type candidate struct {
	target
	why   Why
	fit   float64 // measured; 0: not
	rival bool
}

// candidates returns what a column may refer to, before anything is measured.
func (m inferring) candidates(r *Relation, c *Column, infer bool) []candidate {
	var best []candidate
	consider := func(x target, confidence float64, source Source, text string) {
		if x.column == c.Column {
			return
		}
		if !sameType(c.Column, x.column) {
			if source == FromName && confidence*x.weight >= likeTableKey {
				c.Akin = x.relation
			}
			return
		}
		sure := min(mostInfer, confidence*x.weight+fit(c.Column, x))
		if r.Table.Schema != x.relation.Table.Schema && source == FromName {
			sure -= 0.05
		}
		if confidence*x.weight <= likeTable+0.01 && source == FromName && ordinal(c.Column.Profile, x.column.Profile, r.Table.Rows) {
			return
		}
		if sure < leastGuess {
			return
		}
		at := slices.IndexFunc(best, func(y candidate) bool { return y.relation == x.relation })
		if at >= 0 && sure <= best[at].why.Confidence {
			return
		}
		if source == FromName {
			text += x.relation.Table.Name
		}
		found := candidate{target: x, why: Why{source, clean(text), math.Round(100*sure) / 100}}
		if at >= 0 {
			best[at] = found
		} else {
			best = append(best, found)
		}
	}
	m.fromComment(c, consider)
	alone := len(r.Identity.Columns) == 1 && r.Identity.Columns[0] == c.Column && r.Identity.Source != FromName
	lower := strings.ToLower(c.Column.Name)
	sure := likeSame
	if lexicon.In("common key", lower) {
		sure = likeNothing
	}
	if bare := strings.Join(c.Name.Raw, "_"); bare != lower && len(c.Name.Raw) == 1 && len(bare) >= minBareKey { // prno of unprno in unmast
		for _, x := range m.targets.exact[bare] {
			consider(x, likeTableKey, FromName, "without its prefix the name of the key of ")
		}
	}
	for _, x := range m.targets.exact[lower] {
		switch {
		case alone && !(sure == likeSame && m.namesake(x) && c.Column.Class != schema.Text):
		case sure == likeSame || infer && c.Column.Class == schema.Text && x.weight == 1:
			consider(x, sure, FromName, "the name of the key of ")
		}
	}
	if infer && !alone {
		for _, x := range m.targets.called[lower] {
			consider(x, likeRole, FromName, "called like a key of others to ")
		}
		m.fromWords(c, consider)
		m.targets.byInitial(c, func(x target) { consider(x, likeNothing, FromName, "the first letter of ") })
	} else if infer { // a row of it is a row of another relation: restaurant_id of locations
		for _, x := range m.targets.words[c.Name.SingularPhrase()] {
			if ws := c.Name.Singular(); len(ws) > 1 && slices.Equal(ws[:len(ws)-1], x.relation.Name.BareSingular()) && x.relation != r {
				consider(x, likeTableKey, FromName, "named like ")
			}
		}
	}
	if infer && !alone {
		m.fromPersons(c, consider)
	}
	if !infer && !alone { // beside a key by a role that leads back: regions have a town as their seat, and towns a region_code
		m.fromWords(c, func(x target, confidence float64, source Source, text string) {
			if confidence >= likeTableKey && x.relation != r && onlyByRole(x.relation, r) {
				consider(x, confidence, source, text)
			}
		})
	}
	return m.preferNamesake(r.preferOwn(best))
}

// fromPersons considers those whose stored role a column is called by, and the only persons where it is called by what
// somebody is.
func (m inferring) fromPersons(c *Column, consider func(target, float64, Source, string)) {
	if ws := c.Name.Singular(); len(ws) > 1 && lexicon.In("key tail", ws[len(ws)-1]) {
		for _, x := range m.targets.roles[strings.Join(ws[:len(ws)-1], " ")] {
			consider(x, likeRole, FromName, "what some are of ")
		}
	}
	if x := m.targets.persons; x != nil && actor(c) {
		consider(*x, likeNothing, FromName, "somebody of ")
	}
}

// actor reports whether a column is called by what somebody is or did: an inspector, found by, its buyer.
func actor(c *Column) bool {
	last := c.last() // empty where the name is of signs alone
	return len(c.Name.Singular()) > 1 && last == "by" || lexicon.In("person", last) || lexicon.In("customer", last) ||
		lexicon.Role(last) == "actor" || lexicon.In("boss", last)
}

// onlyByRole reports whether the declared keys between two relations lead from one to the other, each to what has a
// role there: one of them cannot stand for what the other belongs to.
func onlyByRole(from, to *Relation) bool {
	declared := func(r, to *Relation) (all, roles int) {
		for _, k := range r.Keys {
			if k.Declared && k.To == to {
				all++
				if len(k.Role) > 0 {
					roles++
				}
			}
		}
		return all, roles
	}
	all, roles := declared(from, to)
	back, _ := declared(to, from)
	return all > 0 && all == roles && back == 0
}

// namesake reports whether a column that others may refer to is named after its relation: course_id of courses.
func (m *making) namesake(x target) bool {
	ws := m.byColumn[x.column].Name.Singular()
	return len(ws) > 1 && lexicon.In("key tail", ws[len(ws)-1]) && slices.Equal(ws[:len(ws)-1], x.relation.Name.BareSingular())
}

// preferNamesake returns the candidates without relations whose key only has the same name where there is one that it
// is named after.
func (m *making) preferNamesake(all []candidate) []candidate {
	if len(all) < 2 {
		return all
	}
	at := slices.IndexFunc(all, func(x candidate) bool { return m.namesake(x.target) })
	if at < 0 {
		return all
	}
	name := all[at].column.Name
	return slices.DeleteFunc(all, func(x candidate) bool { return x.column.Name == name && !m.namesake(x.target) })
}

// preferOwn returns the candidates without those of a key of one name that are called after other relations than the
// one that is called after this one: the status of an invoice stands in invoice_status and not in order_status.
func (r *Relation) preferOwn(all []candidate) []candidate {
	own := r.Name.BareSingular()
	mine := func(x candidate) bool {
		ws := x.relation.Name.BareSingular()
		return len(ws) > len(own) && slices.Equal(ws[:len(own)], own)
	}
	at := slices.IndexFunc(all, mine)
	if at < 0 {
		return all
	}
	name := all[at].column.Name
	return slices.DeleteFunc(all, func(x candidate) bool { return x.column.Name == name && !mine(x) })
}

// fromWords considers the relations that the words of a column name, behind words for a role.
func (m inferring) fromWords(c *Column, consider func(target, float64, Source, string)) {
	ws := c.Name.Singular()
	for from := range ws {
		rest := ws[from:]
		if len(rest) == 1 && lexicon.In("key tail", rest[0]) {
			break // a bare id may refer to anything
		}
		how := likeTableKey
		if from > 0 {
			how = likeRole
		}
		for _, x := range m.targets.words[strings.Join(rest, " ")] {
			sure := how
			if len(rest) == 1 && (c.Column.Class == schema.Text && fit(c.Column, x) <= 0 || from > 0 && c.Column.Class != schema.Text) {
				sure = likeNothing // country may hold the name of a country rather than its key
			}
			consider(x, sure, FromName, "named like ")
		}
	}
	if len(ws) == 2 && ws[0] == "parent" && lexicon.In("key tail", ws[1]) && len(c.Relation.Identity.Columns) == 1 {
		consider(target{c.Relation, c.Relation.Identity.Columns[0], true, 1}, likeRole, FromName, "parent of the same kind as ")
	}
}

// fromComment considers the relations and keys that the comment of a column names: "See customerSegment", "accountNo
// in crm", "driver -> emp".
func (m inferring) fromComment(c *Column, consider func(target, float64, Source, string)) {
	if c.Column.Comment == "" {
		return
	}
	if said := strings.Join(wordform.Singulars(naming.Split(c.Column.Comment)), " "); strings.Contains(said, " ") && len(said) < 40 {
		for _, x := range m.targets.words[said] { // "Employee number"
			consider(x, likeTableKey, FromComment, c.Column.Comment)
		}
	}
	before := ""
	for i, w := range strings.FieldsFunc(c.Column.Comment, func(r rune) bool { return strings.ContainsRune(" ,;:()=\"'", r) }) {
		w = strings.ToLower(strings.TrimRight(w, "."))
		pointed := lexicon.In("points to", before) // "driver -> emp"
		before = w
		schema, name, qualified := strings.Cut(w, ".")
		if qualified {
			w = name[strings.LastIndexByte(name, '.')+1:]
			qualified = slices.ContainsFunc(m.targets.table[w],
				func(x target) bool { return strings.EqualFold(x.relation.Table.Schema, schema) })
		}
		distinct := qualified || strings.ContainsAny(w, "_0123456789") || len(naming.Split(w)) == 1 && m.naming.Glued(w)
		see := strings.HasPrefix(strings.ToLower(c.Column.Comment), "see ")
		if (len(w) < 4 || !distinct) && !see && !pointed {
			continue
		}
		for _, x := range slices.Concat(m.targets.table[w], m.targets.exact[w]) {
			if (x.relation != c.Relation || i == 0 || pointed) && !lexicon.In("common key", w) { // "persno of the line manager" is of the same table
				sure := likeComment
				if pointed {
					sure = likePointed
				}
				consider(x, sure, FromComment, c.Column.Comment)
			}
		}
	}
}

// ranked returns the candidates whose confidence is near that of the best, at most maxTargets. Where there are several
// the confidence is divided, so that a user of the key sees the choice.
func ranked(out []candidate) []candidate {
	if len(out) == 0 {
		return nil
	}
	slices.SortFunc(out, func(a, z candidate) int {
		return cmp.Or(cmp.Compare(z.why.Confidence, a.why.Confidence),
			cmp.Compare(a.relation.Table.Qualified(), z.relation.Table.Qualified()))
	})
	near := 0
	for near < min(len(out), maxTargets) && out[near].why.Confidence > out[0].why.Confidence-rivalry {
		near++
	}
	out = out[:near]
	for i := range out {
		if near > 1 {
			out[i].rival = true
			out[i].why.Confidence = math.Round(100*out[i].why.Confidence/float64(near)) / 100
		}
	}
	return slices.DeleteFunc(out, func(x candidate) bool { return x.why.Confidence < leastInfer })
}
