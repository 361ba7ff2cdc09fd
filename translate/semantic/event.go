package semantic

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// planned are words that make an event one that is to happen.
var planned = regexp.MustCompile(`(?i)\b(?:due|planned|scheduled|expected|promised|estimated|target|required|deadline|requested` +
	`|faellig|geplant)\b`)

// over are the first words of a comment on a day since which something is so no more.
var over = regexp.MustCompile(`(?i)^(?:no longer|not any ?more|nicht mehr)\b`)

// dateEvent is a date column and what it tells.
type dateEvent struct {
	Event
	rank float64 // how likely it is the birth of the row
}

// findEvents finds what happened to the rows of a relation, when, and by whom. The birth of the row comes first.
func findEvents(r *Relation) {
	if r.Table.Extension != "" {
		return
	}
	var found []dateEvent
	own := ownVerbs(r)
	for _, c := range r.Columns {
		if !c.dated() || c.Obsolete || r.Validity != nil && (c.Column == r.Validity.From || c.Column == r.Validity.Until) {
			continue
		}
		if e, ok := eventOf(r, c, own); ok {
			found = append(found, e)
		} else if spoken(c, "valid from") {
			found = append(found, dateEvent{Event{Begin, []string{"start", "begin"}, c.Column, nil, Why{FromName,
				"called " + clean(c.Column.Name), 0.9}}, 3})
		} else if spoken(c, "valid until") {
			found = append(found, dateEvent{Event{End, []string{"end"}, c.Column, nil,
				Why{FromName, "called " + clean(c.Column.Name), 0.9}}, 0})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].rank > found[j].rank })
	for _, c := range r.Columns {
		if e, ok := yearEvent(c, found); ok {
			found = append(found, e)
		}
	}
	for i, e := range found {
		if i == 0 && e.rank > 0 && e.Kind != Plan && e.Kind != Remove {
			e.Kind = Birth
			e.Verbs = merge(e.Verbs, own)
		} else if e.Kind == Birth {
			e.Kind = Change
		}
		r.Events = append(r.Events, e.Event)
	}
	if (len(r.Events) == 0 || r.Events[0].Kind != Birth) && len(own) > 0 && r.Standing == Base && len(r.Keys) > 0 {
		r.Events = append([]Event{{Kind: Birth, Verbs: own, Why: Why{FromName, "called " + clean(r.Table.Name), 0.75}}}, r.Events...)
	}
	findActors(r)
	findStay(r)
	findSignUp(r)
}

// findSignUp says of accounts of which only a date of creation is known that they signed up then: users, customers,
// members; and of those who were hired that they joined.
func findSignUp(r *Relation) {
	if ws := r.Name.Singular(); len(r.Events) == 0 || !r.People && !lexicon.In("customer", ws[len(ws)-1]) {
		return
	}
	switch e := &r.Events[0]; {
	case e.Kind != Birth || len(e.Verbs) != 1:
	case slices.Contains([]string{"create", "sign up", "register", "join"}, e.Verbs[0]):
		e.Verbs = merge(e.Verbs, []string{"sign up", "register", "join"})
	case e.Verbs[0] == "hire" || e.Verbs[0] == "employ" || e.Verbs[0] == "recruit":
		e.Verbs = append(e.Verbs, "join", "start")
	}
}

// yearEvent reads a column of years as an event, such as publication_year, or founded by its values, unless a date says
// the same. It is never when a row came to be,
// as what asks for that needs a date.
func yearEvent(c *Column, dated []dateEvent) (dateEvent, bool) {
	called := len(c.Name.Words) > 1 && slices.Contains(c.Name.Words, "year") || c.years() && c.happened()
	if !called || !c.Column.Class.Numeric() || c.Column.Array || c.Column.Masked || c.IsKey() ||
		planned.MatchString(strings.Join(c.Name.Words, " ")) {
		return dateEvent{}, false
	}
	v := verbIn(c.Name.Words)
	if v == nil || slices.ContainsFunc(dated, func(e dateEvent) bool { return slices.Contains(e.Verbs, v.Base) }) {
		return dateEvent{}, false
	}
	return dateEvent{Event: Event{Kind: v.Kind, Verbs: []string{v.Base}, Date: c.Column,
		Why: Why{FromName, "called " + clean(c.Column.Name), 0.9}}}, true
}

// findStay gives a history of people the verbs of coming and going.
func findStay(r *Relation) {
	if r.Validity == nil || r.Validity.Until == nil || r.Standing > Subset || !joins(r) {
		return
	}
	why := Why{FromName, "a person from " + clean(r.Validity.From.Name) + " until " + clean(r.Validity.Until.Name), 0.75}
	r.Events = append(r.Events, Event{Kind: Begin, Verbs: []string{"work", "start", "join"}, Date: r.Validity.From, Why: why},
		Event{Kind: End, Verbs: []string{"end", "leave", "quit"}, Date: r.Validity.Until, Why: why})
}

// joins reports whether a relation joins a person with something else.
func joins(r *Relation) bool {
	people, others := false, false
	for _, k := range r.Keys {
		people, others = people || k.To.People, others || !k.To.People && k.To != r
	}
	return people && others && !slices.ContainsFunc(r.Columns, func(c *Column) bool {
		return c.Column.Class.Numeric() && len(r.KeyOf(c.Column)) == 0 &&
			!slices.Contains(r.Identity.Columns, c.Column) // an amount is no stay
	})
}

// ownVerbs returns the verbs of which the name of a relation is the record: place and order of orders.
func ownVerbs(r *Relation) []string {
	ws := r.Name.Bare()
	if len(ws) == 0 || r.People || r.Validity != nil {
		return nil
	}
	var out []string
	for _, v := range lexicon.VerbsOf(wordform.Singular(ws[len(ws)-1])) {
		if v.Kind <= End {
			out = append(out, v.Base)
		}
	}
	return out
}

// eventOf reads a date column as an event.
func eventOf(r *Relation, c *Column, own []string) (dateEvent, bool) {
	e := dateEvent{Event: Event{Kind: Change, Date: c.Column, Why: Why{FromName, "called " + clean(c.Column.Name), 0.9}}}
	v := verbIn(c.Own) // loan_returned says what happened to a loan
	if v == nil {
		v = verbIn(c.Name.Words)
	}
	if v == nil {
		if v = verbIn(naming.Split(naming.Headline(c.Column.Comment))); v != nil {
			e.Why = Why{FromComment, clean(c.Column.Comment), 0.85}
			if over.MatchString(c.Column.Comment) { // "no longer sold since"
				e.Kind, e.Verbs = End, []string{"end", "discontinue"}
				return e, true
			}
		}
	}
	if v != nil && len(c.Own) > 1 && c.Own[0] == "first" {
		return e, false // the day of the first purchase is none of when somebody bought something
	}
	bare := spoken(c, "bare date") || ownDate(c)
	if own := c.Own; v == nil && len(own) == 2 && lexicon.In("bare date", own[1]) {
		e.Verbs = unlisted(own[0], c.Column.NotNull)
	}
	if v != nil {
		e.Verbs, e.Kind = []string{v.Base}, v.Kind
	}
	if planned.MatchString(strings.Join(c.Name.Words, " ")) || planned.MatchString(naming.Headline(c.Column.Comment)) {
		e.Kind = Plan
		e.Verbs = plannedVerbs(c)
	}
	if c.among("expiry") {
		e.Kind = End
	}
	e.rank = birthRank(r, c, e.Event, own, bare)
	return e, v != nil || bare || e.Kind == Plan || e.rank > 0
}

// ownDate reports whether a date is called by the first letters of its table and nothing else: cmp_dt, of cmpl.
func ownDate(c *Column) bool {
	raw := naming.Tokens(c.Column.Name)
	return len(raw) == 2 && len(raw[0]) > 1 && lexicon.In("bare date", c.last()) && c.Relation.startsWith(raw[0])
}

// unlisted returns the verb of a participle that is on no list: contact of contacted_at. Some participles are words
// of their own, injured_on, and say that something happened to each row or to none.
func unlisted(participle string, each bool) []string {
	base, ok := strings.CutSuffix(participle, "ed")
	switch {
	case !ok:
		return nil
	case lexicon.English(participle):
		if each {
			return []string{participle}
		}
		return nil
	case lexicon.English(base):
		return []string{base}
	case lexicon.English(base + "e"):
		return []string{base + "e"}
	}
	return nil
}

// plannedVerbs returns the verbs of a date that was planned: first that of planning, then what was planned.
func plannedVerbs(c *Column) []string {
	var out []string
	for _, ws := range [][]string{c.Name.Words, naming.Split(naming.Headline(c.Column.Comment))} {
		rest := slices.DeleteFunc(slices.Clone(ws), func(w string) bool { return planned.MatchString(w) })
		if len(rest) < len(ws) {
			if v := verbIn(ws); v != nil && v.Kind == Plan && v.Base != "schedule" {
				out = merge(out, []string{v.Base})
			}
		}
		if v := verbIn(rest); v != nil {
			out = merge(out, []string{v.Base})
		}
	}
	return out
}

// birthRank returns how likely a date is that at which its row came to be; 0: it is not.
func birthRank(r *Relation, c *Column, e Event, own []string, bare bool) float64 {
	routine := len(e.Verbs) > 0 && lexicon.In("bookkeeping", e.Verbs[0])
	rank := 0.0
	said := slices.ContainsFunc(e.Verbs, func(v string) bool { return slices.Contains(own, v) })
	switch {
	case e.Kind == Plan || e.Kind == Remove || e.Kind == End && !said: // a row of returns begins with what ends an order
		return 0
	case said, slices.Contains(r.Name.Words, c.Own[0]) && len(e.Verbs) > 0 && !routine:
		rank = 5
	case bare && !strings.Contains(c.Column.Name, "upd"):
		rank = 4.5
	case len(e.Verbs) > 0 && e.Verbs[0] == "bear":
		rank = 1
	case e.Kind == Birth && !routine:
		rank = 4
	case e.Kind == Begin:
		rank = 3
	case routine && lexicon.In("later", e.Verbs[0]):
		return 0
	case routine:
		rank = 2
	case len(e.Verbs) > 0:
		rank = 0.8
	}
	if c.Column.NotNull && rank > 0 {
		rank += 0.6
	} else if c.Column.Profile.NullFrac > 0.02 {
		rank = max(0.1, rank-3)
	}
	return rank
}

// verbIn returns the verb that words tell of, two words together before one, the first before later ones.
func verbIn(ws []string) *lexicon.Verb {
	for i := range len(ws) - 1 {
		if v := lexicon.VerbOf(ws[i] + " " + ws[i+1]); v != nil {
			return v
		}
	}
	for _, w := range ws {
		if v := lexicon.VerbOf(w); v != nil && !lexicon.In("no verb", w) {
			return v
		}
		if vs := lexicon.VerbsOf(w); len(vs) > 0 && !lexicon.In("no verb", w) {
			return vs[0]
		}
		if w == "birth" {
			return lexicon.VerbOf("born")
		}
	}
	return nil
}

func merge(a, b []string) []string {
	for _, v := range b {
		if !slices.Contains(a, v) {
			a = append(a, v)
		}
	}
	return a
}

// findActors finds by whom what happened was done: the key with the verb and "by" in its name, and of the birth of the
// row the only key to a person or a customer.
func findActors(r *Relation) {
	for _, k := range r.Keys {
		if len(k.Role) < 2 || k.Role[len(k.Role)-1] != "by" {
			continue
		}
		v := verbIn(k.Role[:len(k.Role)-1])
		if v == nil {
			continue
		}
		i := slices.IndexFunc(r.Events, func(e Event) bool { return slices.Contains(e.Verbs, v.Base) && e.Actor == nil })
		if i < 0 {
			r.Events = append(r.Events, Event{Kind: max(v.Kind, Change), Verbs: []string{v.Base}, Actor: k, Why: Why{FromName,
				"called " + clean(k.Columns[0].Name), 0.9}})
		} else {
			r.Events[i].Actor = k
		}
	}
	if len(r.Events) == 0 || r.Events[0].Kind != Birth || r.Events[0].Actor != nil || r.People ||
		entered(r.Events[0]) || suffered(r.Events[0]) {
		return // nobody enters people or rows because they refer to him
	}
	var all, plain []*Key
	for _, k := range r.Keys {
		if !k.Alternative && !k.OneToOne && customer(k.To) && k.To != r && k.To != r.Of {
			all = append(all, k)
			if len(k.Role) == 0 {
				plain = append(plain, k)
			}
		}
	}
	if len(plain) == 1 {
		r.Events[0].Actor = plain[0]
	} else if len(all) == 1 {
		r.Events[0].Actor = all[0]
	}
}

// entered reports whether an event is no more than that somebody entered the row.
func entered(e Event) bool {
	return len(e.Verbs) > 0 && !slices.ContainsFunc(e.Verbs, func(v string) bool { return !lexicon.In("bookkeeping", v) })
}

// suffered reports whether an event is what is done for customers and never by them: an invoice is issued.
func suffered(e Event) bool {
	return len(e.Verbs) > 0 && !slices.ContainsFunc(e.Verbs, func(v string) bool { return !lexicon.In("done for", v) })
}

// customer reports whether the rows of a relation are those who order, rent or visit.
func customer(r *Relation) bool {
	ws := r.Name.Bare()
	if n := len(ws); n > 1 && wordform.Singular(ws[n-1]) == "account" {
		ws = ws[:n-1]
	}
	return slices.ContainsFunc(ws[max(0, len(ws)-1):], func(w string) bool {
		return lexicon.In("customer", wordform.Singular(w))
	})
}

// Events returns the events of the relation for a verb in base form, the birth first.
func (r *Relation) EventsOf(verb string) []Event {
	var out []Event
	for _, e := range r.Events {
		if slices.Contains(e.Verbs, verb) {
			out = append(out, e)
		}
	}
	return out
}

// Born returns the date at which a row came to be; nil when none is known.
func (r *Relation) Born() *schema.Column {
	if len(r.Events) > 0 && r.Events[0].Kind == Birth {
		return r.Events[0].Date
	}
	return nil
}
