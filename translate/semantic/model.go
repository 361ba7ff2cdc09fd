package semantic

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Model is what the schema of a snapshot means. It does not change once it is made.
type Model struct {
	Snapshot  *schema.Snapshot
	Relations []*Relation // in the order of the snapshot
	Graph     *Graph
	// Terms are what people defined in a file: names with an expression, as written there.
	Terms []Term
	// Unused are words that people defined there by what is not in the snapshot.
	Unused []Unused

	byTable  map[*schema.Table]*Relation
	byColumn map[*schema.Column]*Column
}

// making is a model while it is made, with what is needed for that alone.
type making struct {
	*Model
	naming  *naming.Schema
	likes   map[string][]*Relation // by words; see namedLike
	pace    *schema.Pace
	keyed   bool                    // its keys were found
	guessed map[*Column][]candidate // what columns may refer to, until the keys are found; nil: not looked for

	referred map[*Relation]bool // what keys lead to, when they are found; nil: not looked for
}

// Relation is what one table or view means.
type Relation struct {
	Table    *schema.Table
	Name     naming.Name
	Synonyms []string // other names that people gave it
	Columns  []*Column
	Keys     []*Key // from this relation to others

	Identity Columns        // what tells its rows apart
	Code     *schema.Column // a short code or number by which people know a row; nil: none
	Label    Label          // what a row is called
	Shown    []*schema.Column

	Standing    Standing
	Of          *Relation   // what it repeats; nil: nothing, or not known
	Filter      []Condition // of a Subset: what its rows meet, on columns of Of
	StandingWhy Why

	People   bool // its rows are persons
	Link     bool // all of its columns are keys, but for flags and when its rows were written
	LeftOut  []Rule
	Part     *Part   // nil: its rows count in their own right
	Events   []Event // the birth of a row first
	Validity *Validity
	Measures []Measure
	Spans    []*Column // times that its dates tell, by name; they are not among Columns
	Dues     []Due
	Period   *Period
	Rates    *Rates   // nil: it holds no rates of currencies
	Kinds    *Kinds   // nil: its rows are no attributes of something
	Kind     *OneKind // nil: it is not the rows of one kind of another relation

	Title []string   // what its comment calls a row, in the singular; nil: nothing
	Also  [][]string // other words for it there

	called string // see Called
	hangs  string // the comment that says that all which hangs on rows that do not count does not count either; empty: none
}

// Column is what one column means.
type Column struct {
	Column   *schema.Column
	Relation *Relation
	Name     *naming.Name // its words; columns that are called alike share it
	Own      []string     // its words without those of its table: {"name"} for customer_name
	Synonyms []string
	Codes    []Code  // labels of codes, from a comment, the type or a person
	Lookup   *Lookup // labels of codes in a look-up table; nil: none
	Set      *Set    // where the labels of Codes stand; nil: in no table
	// Yes and No are the values of a flag: Y and N, J and N, 1 and 0. Both are empty when the column is none.
	Yes, No string
	Empty   string // what NULL means, as the comment says: "still open"
	// Obsolete says that the comment tells not to use the column, and Instead which of the same relation to use; nil: none.
	Obsolete bool
	Instead  *Column
	own      string // Own in the singular, joined with spaces: the end of Name.SingularPhrase
	Unit     *Unit
	Reading  *Reading
	Span     *Span // nil: it is stored
	// Akin has a key that is called like the column and of another type, so that the column holds it in another
	// spelling or something else; nil: none. No join is made of it.
	Akin *Relation
}

// Options change how a model is made.
type Options struct {
	// Infer allows keys that only names and values suggest. Without it only declared keys, keys that a comment names
	// and columns with the very name of another relation's key are taken.
	Infer bool
	// File is what people wrote; nil: nothing.
	File *File
}

// modelKey is the key under which a snapshot keeps its model.
type modelKey struct{ infer bool }

// Of returns the model of a snapshot without a file. It is made at the first call and kept with the snapshot.
func Of(s *schema.Snapshot, infer bool) *Model {
	return s.Derive(modelKey{infer}, func() any { return Build(s, Options{Infer: infer}) }).(*Model)
}

// Build makes the model of a snapshot.
func Build(s *schema.Snapshot, o Options) *Model {
	defer schema.Apart(len(s.Tables))()
	m := begun(s).Swap(nil)
	if m == nil || !m.keyed || !o.Infer {
		m = identified(s)
		m.findKeys(o)
	}
	m.each(readComments)
	m.findCodeSets() // before what holds two of them is taken for a flag
	m.each(findFlags, findDeletion, findReadings, findPeople, findValidity)
	m.each(m.inheritValidity, findLabel)
	m.each(findLookups, findKinds, findRates, findEvents, findUnits)
	m.findCents()
	m.each(inheritColumns, m.findMeasures, findPeriod, findPart, findSpans)
	if o.File != nil {
		m.apply(o.File)
	}
	m.each(inheritLabel, findShown)
	m.callRelations()
	m.Graph = newGraph(m)
	return m.Model
}

// identified returns a model that knows names, standings and identities only.
func identified(s *schema.Snapshot) *making {
	columns := 0
	for _, t := range s.Tables {
		columns += len(t.Columns)
	}
	m := &making{Model: &Model{Snapshot: s, Relations: make([]*Relation, 0, len(s.Tables)),
		byTable: make(map[*schema.Table]*Relation, len(s.Tables)), byColumn: make(map[*schema.Column]*Column, columns)},
		naming: naming.New(s), pace: s.Pace()}
	for _, t := range s.Tables {
		m.addRelation(t)
		m.pace.Step()
	}
	m.each(m.findStanding, findIdentity)
	return m
}

// each takes the steps for one relation after another: what a step finds of a relation, those behind it may read of
// this relation only, and of others in the next call.
func (m *making) each(steps ...func(*Relation)) {
	for _, r := range m.Relations {
		for _, step := range steps {
			step(r)
		}
		m.pace.Step()
	}
}

func (m *making) addRelation(t *schema.Table) {
	r := &Relation{Table: t, Name: m.naming.Table(t)}
	r.Title, r.Also = naming.Titles(t.Comment)
	names := m.naming.Columns(t, &r.Name)
	columns := make([]Column, len(t.Columns))
	r.Columns = make([]*Column, len(t.Columns))
	for i, c := range t.Columns {
		col := &columns[i]
		col.Column, col.Relation, col.Name = c, r, names[i]
		cut := col.Name.TableWords(&r.Name)
		col.Own, col.own = col.Name.Words[cut:], col.Name.SingularFrom(cut)
		r.Columns[i] = col
		m.byColumn[c] = col
	}
	m.Relations = append(m.Relations, r)
	m.byTable[t] = r
}

// Relation returns what a table means; nil when it is not of this model.
func (m *Model) Relation(t *schema.Table) *Relation { return m.byTable[t] }

// Column returns what a column means; nil when it is not of this model.
func (m *Model) Column(c *schema.Column) *Column { return m.byColumn[c] }

// Named returns the relations with this name, as name or schema.name, without regard to case.
func (m *Model) Named(name string) []*Relation {
	var out []*Relation
	for _, r := range m.Relations {
		if strings.EqualFold(r.Table.Name, name) || strings.EqualFold(r.Table.Qualified(), name) {
			out = append(out, r)
		}
	}
	return out
}

// Column returns what a column of the relation with this name means, or nil.
func (r *Relation) Column(name string) *Column {
	for _, c := range r.Columns {
		if c.Column.Name == name {
			return c
		}
	}
	return nil
}

// KeyOf returns the keys of the relation that a column is part of.
func (r *Relation) KeyOf(c *schema.Column) []*Key {
	var out []*Key
	for _, k := range r.Keys {
		if slices.Contains(k.Columns, c) {
			out = append(out, k)
		}
	}
	return out
}

// Has reports whether the words of the column contain the word, in the singular.
func (c *Column) Has(word string) bool {
	return slices.ContainsFunc(c.Name.Words, func(w string) bool { return w == word || wordform.Singular(w) == word })
}

// is reports whether the own words of the column, in the singular, are one of the phrases.
func (c *Column) is(phrases ...string) bool {
	return slices.Contains(phrases, c.own) || slices.Contains(phrases, c.Name.SingularPhrase())
}

// among reports whether the own words of the column, or all of them, in the singular, are in a set of words.
func (c *Column) among(set string) bool {
	return lexicon.In(set, c.own) || lexicon.In(set, c.Name.SingularPhrase())
}

// last returns the last word of the column in the singular; empty when it has none.
func (c *Column) last() string {
	return c.Name.SingularPhrase()[strings.LastIndexByte(c.Name.SingularPhrase(), ' ')+1:]
}

// IsKey reports whether the column is part of the identity or of a key of its relation.
func (c *Column) IsKey() bool {
	return slices.Contains(c.Relation.Identity.Columns, c.Column) || len(c.Relation.KeyOf(c.Column)) > 0
}
