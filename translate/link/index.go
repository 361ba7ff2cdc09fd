package link

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Index holds the phrases by which things of a database can be called. It is made once for a model and does not change.
type Index struct {
	model  *semantic.Model
	stems  stems             // while it is made
	phrase []byte            // while it is made: the one that is looked up
	tails  map[string]int    // while it is made: with what names of relations end, and how many
	names  map[string][]Link // by key: relations, columns, keys, terms
	values *values
	spelt  *speller // of all words of names and values
	events map[string][]Link
	short  map[byte][]string // words of names that no language has, by their first letter: they may be cut short
	// letters are the relations whose names are two letters of a word, or the initials of two, by these.
	letters map[string][]Link
	units   map[string][]Link                           // columns by the quantity that their numbers are of
	views   map[*semantic.Relation][]*semantic.Relation // that have some or all of the rows of a relation
}

// Bounds of an index.
const (
	maxNameWords = 6  // of a name that is indexed
	maxPerPhrase = 48 // things that one phrase can mean; further ones are left out
)

// Scores by how much of a name the words are.
const (
	scoreWhole    = 1.0  // the name, or what a person called it
	scoreBare     = 0.97 // without a word that people leave out
	scoreTabled   = 0.95 // a column by its table and its own name: customer name
	scoreTitle    = 0.93 // a relation by what its comment calls its rows
	scoreTail     = 0.85 // the last words of several: request line of purchase request line
	scoreComment  = 0.75 // the first words of its comment
	scorePhrase   = 0.9  // the first words of its comment, where they are several: nobody says these by chance
	scoreHead     = 0.75 // its last word
	scorePlainly  = 0.9  // without its unit, period or code, where only one is called so
	scorePlain    = 0.74 // the same where others are: less than what is said in other words must have
	scoreHeadline = 0.7  // the last word of what its comment begins with
	scoreInner    = 0.55 // another word of it
	scoreRemark   = 0.45 // a word of its comment
	scoreAgent    = 0.9  // director for directed by
	scoreSpan     = 0.9  // a time that two dates tell, and no column
	scoreLabel    = 0.8  // "name" for the label of a row, whatever its column is called

	scorePlanned = 0.7  // factor for when something was to be done, where another date tells when it was
	obsolete     = 0.6  // factor for a column that is not to be used
	inflected    = 0.93 // factor for another form than the singular and the plural: booked for booking
)

// derivedKey is the key under which a snapshot keeps the index of its model.
type derivedKey struct{ model *semantic.Model }

// Of returns the index of a model, made at the first call.
func Of(m *semantic.Model) *Index {
	return m.Snapshot.Derive(derivedKey{m}, func() any { return New(m) }).(*Index)
}

// New makes the index of a model.
func New(m *semantic.Model) *Index {
	x := &Index{model: m, tails: tailsOf(m), stems: stems{}, names: map[string][]Link{}, values: newValues(),
		spelt: newSpeller(), events: map[string][]Link{}, short: map[byte][]string{}, letters: map[string][]Link{}, units: map[string][]Link{},
		views: map[*semantic.Relation][]*semantic.Relation{}}
	pace := m.Snapshot.Pace()
	for _, r := range m.Relations {
		pace.Step()
		x.addRelation(r)
		if r.Of != nil && (r.Standing == semantic.Subset || r.Standing == semantic.SameRows) {
			x.views[r.Of] = append(x.views[r.Of], r)
		}
		for _, c := range r.Columns {
			x.addColumn(r, c)
			x.values.add(r, c, x.stems)
			x.addUnit(r, c)
		}
		for _, c := range r.Spans {
			for _, s := range c.Synonyms {
				x.add(strings.Fields(s), Link{Kind: Column, Relation: r, Column: c}, Named, scoreSpan)
			}
		}
		for _, k := range r.Keys {
			x.addKey(r, k)
		}
		for i := range r.Events {
			x.addEvent(r, &r.Events[i])
		}
	}
	for i := range m.Terms {
		t := &m.Terms[i]
		x.add(strings.Fields(t.Phrase()), Link{Kind: Term, Relation: t.Relation, Term: t}, Named, scoreWhole)
	}
	x.stems, x.tails, x.phrase, x.values.made = nil, nil, nil, nil // readings are made by several goroutines at once
	for phrase := range x.names {
		pace.Step()
		x.spelt.learn(phrase)
	}
	for phrase := range x.values.exact {
		pace.Step()
		x.spelt.learn(phrase)
	}
	return x
}

// add indexes a link under words.
func (x *Index) add(ws []string, k Link, how How, score float64) {
	if len(ws) == 0 || len(ws) > maxNameWords {
		return
	}
	if i := slices.Index(ws, "e"); i >= 0 && i+1 < len(ws) { // e_mail, as e-mail is read
		ws = slices.Concat(ws[:i], []string{"e" + ws[i+1]}, ws[i+2:])
	}
	if n := len(ws) - 1; ws[n] == "representative" {
		x.add(append(slices.Clone(ws[:n]), "rep"), k, how, score)
	}
	x.phrase = x.phrase[:0] // most phrases are there already, and are looked up without a text of their own
	for i, w := range ws {
		if i > 0 {
			x.phrase = append(x.phrase, ' ')
		}
		x.phrase = append(x.phrase, x.stems.of(w).stem...)
	}
	known := x.names[string(x.phrase)]
	if words().empty[string(x.phrase)] && !words().commands[string(x.phrase)] || len(known) >= maxPerPhrase {
		return
	}
	k.How, k.Score, k.called = how, score, x.stems.singular(ws)
	if k.guess > 0 {
		k.How, k.Score = max(how, Stemmed), score*k.guess
	}
	x.names[string(x.phrase)] = append(known, k)
}

// sureName is how sure the words of a name must be for it to be called by them without doubt.
const sureName = 0.9

// guessed returns the factor for a name whose words are so sure.
func guessed(sure float64) float64 {
	if sure >= sureName {
		return 0
	}
	return inflected
}

func (x *Index) addRelation(r *semantic.Relation) {
	k := Link{Kind: Relation, Relation: r, guess: guessed(r.Name.Sure)}
	ws, bare := r.Name.Words, r.Name.Bare()
	x.shorten(ws)
	x.add(ws, k, Exact, scoreWhole)
	if len(bare) < len(ws) {
		score := scoreBare
		if x.tails[singular(bare)] > 1 || detailOf(r) { // wks_ord and the purchase orders are orders
			score = scoreHead
		}
		x.add(bare, k, Exact, score)
	}
	for _, s := range r.Synonyms {
		x.add(strings.Fields(strings.ToLower(s)), k, Named, scoreWhole)
	}
	x.worth(r)
	x.parts(bare, k)
	if n := len(bare); n > 1 && x.tails[singular(bare[n-1:])] == 1 && r.Standing == semantic.Base && !slices.Equal(r.Name.Raw, r.Name.Words) {
		x.add(bare[n-1:], k, Part, scoreTail) // nothing else is called so
	}
	x.initials(r, k)
	x.add(r.Name.Raw, k, Exact, scoreBare)
	x.unsplit(r.Table.Name, k)
	x.titled(r, k)
	x.add(naming.Heading(r.Table.Comment), k, Comment, scoreComment)
	x.headline(r.Table.Comment, k)
	x.remarks(r.Table.Comment, k)
	if r.People && r.Standing <= semantic.Subset {
		x.add([]string{"person"}, k, Named, scoreLabel)
	}
}

// unsplit indexes a link under a name in one word as it is written: what was taken for two words glued together may
// be one, township.
func (x *Index) unsplit(name string, k Link) {
	if low := strings.ToLower(name); len(low) <= maxValueBytes &&
		!strings.ContainsFunc(low, func(r rune) bool { return !unicode.IsLetter(r) }) {
		x.add([]string{low}, k, Exact, scoreBare)
	}
}

// titled indexes a relation under what its comment calls its rows: customers, of "Customers. Test accounts must be
// left out".
func (x *Index) titled(r *semantic.Relation, k Link) {
	if len(r.Title) == 0 || r.Standing > semantic.Subset {
		return
	}
	x.add(r.Title, k, Named, scoreTitle)
	for _, other := range r.Also {
		x.add(other, k, Comment, scoreComment)
	}
}

// headline indexes a relation under what its comment begins with, up to a word that says more of it: invoices, of
// "Invoices to customers".
func (x *Index) headline(comment string, k Link) {
	ws := strings.Fields(wordform.Fold(comment[:min(len(comment), headlineBytes)]))
	if n := slices.IndexFunc(ws, func(w string) bool { return slices.Contains(further, w) }); n >= 0 {
		ws = ws[:n]
	}
	for len(ws) > 1 && slices.Contains(leading, ws[0]) {
		ws = ws[1:]
	}
	if len(ws) == 0 || len(ws) > maxHeadline {
		return
	}
	x.add(ws, k, Comment, scoreComment)
	if n := len(ws); n > 1 && ws[n-1] != "data" {
		if wordform.Singular(ws[n-1]) == "account" {
			x.add(ws[:n-1], k, Comment, scoreComment)
		}
		x.add(ws[n-1:], k, Comment, scoreHeadline)
	}
}

// phraseWords is from how many words on what a comment begins with is a phrase that nobody says by chance.
const phraseWords = 3

// How many words a thing is called by in a comment at most, and how far into it they are looked for.
const maxHeadline, headlineBytes = 3, 60

// further are the words behind which a comment says more of what it has named, leading those before the name.
var (
	further = []string{"of", "to", "at", "on", "for", "from", "with", "in", "by", "per", "that", "which", "who", "and",
		"or", "is", "are", "where", "used", "as"}
	leading = []string{"the", "a", "an", "all", "each", "one", "single", "every", "list", "table"}
)

// addUnit indexes a column under the quantity of its unit, also where the unit stands in its values.
func (x *Index) addUnit(r *semantic.Relation, c *semantic.Column) {
	of := ""
	if c.Unit != nil {
		of = c.Unit.Of
	} else if c.Reading != nil && c.Reading.Kind == semantic.UnitNumber && len(c.Reading.Units) > 0 {
		of = lexicon.UnitNamed(strings.ToLower(c.Reading.Units[0])).Of
	}
	if of != "" && len(x.units[of]) < maxPerPhrase {
		x.units[of] = append(x.units[of], Link{Kind: Column, Relation: r, Column: c, How: Part, Score: scoreInner})
	}
	if c.Unit != nil && c.UnitAlone() { // milliseconds: a duration
		for i, name := range quantities[of] {
			x.add([]string{name}, Link{Kind: Column, Relation: r, Column: c}, Synonym, scoreHead-0.02*float64(i))
		}
	}
}

// parts indexes a link under the last words of a name, its last word, and each of the others.
func (x *Index) parts(ws []string, k Link) {
	n := len(ws)
	for i := 1; i < n-1; i++ {
		x.add(ws[i:], k, Part, scoreTail)
	}
	if n > 1 {
		x.add(ws[n-1:], k, Part, scoreHead)
	}
	for i := 0; i < n-1; i++ {
		x.add(ws[i:i+1], k, Part, scoreInner)
		if i+2 < n {
			x.add(ws[:i+2], k, Part, scoreHead)
		}
	}
}

func (x *Index) addColumn(r *semantic.Relation, c *semantic.Column) {
	k := Link{Kind: Column, Relation: r, Column: c, guess: guessed(c.Name.Sure)}
	if c.Obsolete { // its words mean what took its place
		k.guess = obsolete
		if c.Instead != nil {
			k.Column, k.guess = c.Instead, inflected
		}
	}
	x.shorten(c.Own)
	x.add(c.Own, k, Exact, scoreWhole)
	if len(c.Own) < len(c.Name.Words) {
		x.add(c.Name.Words, k, Exact, scoreWhole)
	}
	for _, s := range c.Synonyms {
		x.add(strings.Fields(strings.ToLower(s)), k, Named, scoreWhole)
	}
	own := c.Own
	if len(own) > 1 && slices.Contains(flagWords, own[0]) {
		own = own[1:]
		x.add(own, k, Exact, scoreBare)
	}
	if plain := c.Plain(own); len(plain) < len(own) {
		if n := len(own); slices.Contains(flagEnds, own[n-1]) {
			x.add(plain, k, Exact, scoreBare)
			own = plain
		} else {
			x.add(plain, k, Exact, plainly(r, c, plain))
		}
	}
	x.add(agent(own), k, Stemmed, scoreAgent)
	for _, often := range c.Often() { // monthly salary
		x.add(append([]string{often}, c.Plain(c.Own)...), k, Exact, scoreWhole)
	}
	if bare := r.Name.Bare(); len(bare) > 0 {
		x.add(append(slices.Clone(bare), own...), k, Exact, scoreTabled)
		if len(bare) > 1 {
			x.add(append(bare[len(bare)-1:len(bare):len(bare)], own...), k, Exact, scoreTabled)
		}
		if len(own) > 1 { // net invoice amount
			x.add(slices.Concat(own[:len(own)-1], bare[len(bare)-1:], own[len(own)-1:]), k, Exact, scoreTabled)
		}
	}
	x.parts(own, k)
	x.add(c.Name.Raw, k, Exact, scoreBare)
	x.unsplit(c.Column.Name, k)
	switch heading := naming.Heading(c.Column.Comment); {
	case len(c.Codes) > 0 && strings.HasPrefix(c.Column.Comment, c.Codes[0].Value+" "): // it begins with a label: A in service
	case len(heading) >= phraseWords:
		x.add(heading, k, Named, scorePhrase)
	default:
		x.add(heading, k, Comment, scoreComment)
	}
	if c.Column.Class == schema.Enum { // mode, of the type transport_mode
		x.add(naming.Tokens(c.Column.TypeName), k, Named, scoreTabled)
	}
	x.remarks(c.Column.Comment, k)
	if len(r.Label.Columns) == 1 && r.Label.Via == nil && r.Label.Columns[0] == c.Column &&
		(c.Column.Class == schema.Text || !slices.Contains(r.Identity.Columns, c.Column)) { // a number that stands for a name is none
		x.add([]string{"name"}, k, Named, scoreLabel)
	}
	if r.Born() == c.Column && r.Standing <= semantic.Subset && !c.Has("date") {
		x.add([]string{"date"}, k, Named, scoreLabel) // when it was, whatever that is called
	}
}

// flagEnds end the names of columns that say yes or no.
var flagEnds = []string{"yn", "flag", "ind", "indicator", "ct", "cts"}

// flagWords begin the names of columns that say yes or no.
var flagWords = []string{"is", "has", "was", "are", "can", "does"}

func (x *Index) addKey(r *semantic.Relation, k *semantic.Key) {
	link := Link{Kind: Key, Relation: r, Key: k}
	x.add(k.Role, link, Exact, scoreWhole)
	if len(k.Role) > 0 {
		x.add(append(slices.Clone(k.Role), k.To.Name.Bare()...), link, Exact, scoreWhole)
		x.add(k.Role[:1], link, Part, scoreHead)
	}
	x.add([]string{k.RoleKind}, link, Named, scoreLabel)
	if own := x.model.Column(k.Columns[0]); len(k.Role) == 0 && len(k.Columns) == 1 && own.Lookup != nil && own.Lookup.Key == k {
		if n := len(own.Own); n > 1 && own.Own[n-1] == "code" && x.tails[singular(own.Own[:n-1])] > 1 {
			x.add(own.Own[:n-1], link, Exact, scorePlain) // the status of an invoice: others have theirs in other relations
		}
	}
	if c := x.model.Column(k.Columns[0]); len(k.Columns) == 1 && c != nil && (k.To.People || k.From == k.To) { // curator, of a key with this comment
		x.add(naming.Heading(c.Column.Comment), link, Comment, scoreComment)
	}
}

func (x *Index) addEvent(r *semantic.Relation, e *semantic.Event) {
	k := Link{Kind: Event, Relation: r, Event: e, How: Stemmed, Score: 0.8 + 0.2*e.Confidence}
	if e.Date != nil {
		k.Column = x.model.Column(e.Date)
	}
	if e.Date == nil && e.Kind == semantic.Birth && detailOf(r) {
		return // what it has the details of was ordered
	}
	for _, v := range e.Verbs {
		k := k
		if e.Kind == semantic.Plan && done(r, v) {
			k.Score *= scorePlanned // "delivered" is when it was, not when it was promised
		}
		if verb := x.stems.key(strings.Fields(v)); len(x.events[verb]) < maxPerPhrase {
			x.events[verb] = append(x.events[verb], k)
		}
	}
}

// done reports whether another date of a relation tells when what a verb says was done, and not when it was to be.
func done(r *semantic.Relation, verb string) bool {
	return slices.ContainsFunc(r.Events, func(e semantic.Event) bool {
		return e.Kind != semantic.Plan && e.Date != nil && slices.Contains(e.Verbs, verb)
	})
}

// visible reports whether values of a column may be known at all.
func visible(c *schema.Column) bool { return !c.Masked }
