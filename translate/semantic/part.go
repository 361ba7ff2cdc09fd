package semantic

import (
	"regexp"
	"slices"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// Part says that the rows of a relation are parts of those of another, as lines are of an order: they count only
// where the whole does.
type Part struct {
	Of *Key // to the whole
	Why
}

// findPart finds what the rows of a relation are parts of. A key that every row fills is needed, and more than that:
// every order must have a
// customer, and yet a deleted customer does not undo the orders. What has a mark of its own is left to that.
func findPart(r *Relation) {
	if r.Standing > Subset || slices.ContainsFunc(r.LeftOut, r.deletes) {
		return
	}
	best, unsure := 0, false
	for _, k := range r.Keys {
		if k.To == r || k.To.Standing > Subset || k.ManyTo || k.Alternative || r.says(k) || !k.filled() ||
			!k.Declared && k.Confidence < sureKey {
			continue
		}
		why, like := partOf(r, k)
		switch {
		case like == 0 || like < best:
		case like == best: // of two wholes none is certain
			unsure = true
		default:
			best, unsure, r.Part = like, false, &Part{k, why}
		}
	}
	if unsure {
		r.Part = nil
	}
}

// sureKey is how sure an undeclared key must be: its values were looked for and found.
const sureKey = 0.95

// filled reports whether every row refers to another.
func (k *Key) filled() bool {
	return !slices.ContainsFunc(k.Columns, func(c *schema.Column) bool {
		return !c.Always()
	})
}

// toldPart is what speaks for a part that a comment tells of: more than any words of a name.
const toldPart = 1000

// partOf says why the rows of a relation are parts of what a key leads to, and how much speaks for that; 0: nothing
// does.
func partOf(r *Relation, k *Key) (why Why, like int) {
	to := clean(k.To.Table.Name)
	like = calledAfter(r, k.To)
	last := wordform.Singular(r.Name.Words[len(r.Name.Words)-1])
	whole := k.To.People || customer(k.To)
	switch {
	case k.To.hangs != "" && !k.Optional:
		return Why{FromComment, k.To.hangs, 0.95}, toldPart
	case lexicon.In("part", last) && like > 0:
		return Why{FromName, "called like a part of " + to, 0.85}, 1 + like
	case lexicon.In("part", last) && numberedWithin(r, k):
		return Why{FromCatalog, "numbered within each row of " + to, 0.85}, 1
	case like > 0 && keyedBy(r, k) && !dated(r) && (!whole || onlyOf(r, k.To)):
		return Why{FromCatalog, "called after " + to + ", whose key is in its own", 0.85}, 1 + like
	case like > 0 && lexicon.In("appendix", last) && !whole:
		return Why{FromName, "called like what is added to " + to, 0.85}, 1 + like
	}
	return why, 0
}

// calledAfter returns how many words of the name of a relation are that of another, and more follow: order of
// order_line. What is called like
// a part may leave out what stands in front: declaration_line of customs_declaration.
func calledAfter(r, other *Relation) int {
	whole := other.Name.BareSingular()
	for _, ws := range [][]string{r.Name.Singular(), r.Name.WithoutModule()} {
		n := len(whole)
		if n > 0 && len(ws) > n && slices.Equal(ws[:n], whole) {
			return n
		}
		if head := len(ws) - 1; head > 0 && head < n && lexicon.In("part", ws[head]) && slices.Equal(ws[:head], whole[n-head:]) {
			return head
		}
	}
	return 0
}

// keyedBy reports whether the identity of a relation is a key to another and more.
func keyedBy(r *Relation, k *Key) bool {
	return len(r.Identity.Columns) > len(k.Columns) && r.Identity.Source == FromCatalog &&
		!slices.ContainsFunc(k.Columns, func(c *schema.Column) bool { return !slices.Contains(r.Identity.Columns, c) })
}

// dated reports whether the rows of a relation are true from a day, or are told apart by one: who attended a course
// on which day.
func dated(r *Relation) bool {
	return r.Validity != nil || slices.ContainsFunc(r.Identity.Columns, func(c *schema.Column) bool {
		return c.Class.Temporal() || lexicon.In("period unit", r.Column(c.Name).last()) ||
			slices.ContainsFunc(r.KeyOf(c), func(k *Key) bool { return lexicon.In("calendar", k.To.Name.SingularPhrase()) })
	})
}

// says reports whether a key says what a row is, by a code or the kind of an attribute, and not what it belongs to.
func (r *Relation) says(k *Key) bool {
	return r.Kinds != nil && r.Kinds.Kind == k ||
		slices.ContainsFunc(r.Columns, func(c *Column) bool {
			return c.Lookup != nil && c.Lookup.Key == k && !slices.Contains(r.Identity.Columns, c.Column)
		})
}

// onlyOf reports whether a relation says something of the rows of another and nothing that these did: the telephone
// numbers of a customer, and not the orders.
func onlyOf(r, other *Relation) bool {
	return !slices.ContainsFunc(r.Keys, func(k *Key) bool { return k.To != other }) &&
		!slices.ContainsFunc(r.Events, func(e Event) bool { return e.Date != nil && !entered(e) })
}

// numberedWithin reports whether the identity of a relation is a key to another and something that is no key.
func numberedWithin(r *Relation, k *Key) bool {
	inside := func(id *Column) bool { return slices.Contains(k.Columns, id.Column) }
	all, numbered := 0, false
	for _, id := range r.Identity.Columns {
		c := r.Column(id.Name)
		switch {
		case inside(c):
			all++
		case len(r.KeyOf(id)) > 0:
			return false
		default:
			numbered = true
		}
	}
	return numbered && all == len(k.Columns)
}

// hanging finds comments by which all that belongs to a row does not count either.
var hanging = regexp.MustCompile(`(?i)\b(?:everything|anything|all|whatever)\b.{0,20}\b(?:hangs?|depends?|belongs?|attached|refers?)\b`)

// findDeletion finds the columns that mark deleted rows by their names. Nothing else is left out by name alone: test,
// cancelled and superseded rows need a comment or a person.
func findDeletion(r *Relation) {
	for _, c := range r.Columns {
		if code := c.saidVoid(); code != nil {
			why := Why{FromComment, clean(c.Column.Comment), 0.9}
			r.addRule(Rule{Condition{Column: c.Column, Op: Is, Value: code.Value}, "", why})
			continue
		}
		if !c.among("deletion mark") {
			continue
		}
		why := Why{FromName, "called " + clean(c.Column.Name), 0.9}
		switch {
		case c.Column.Class == schema.Boolean:
			r.addRule(Rule{Condition{Column: c.Column, Op: IsTrue}, "", why})
		case c.Column.Class.Temporal() && !c.Column.NotNull:
			r.addRule(Rule{Condition{Column: c.Column, Op: IsSet}, "", why})
		case c.Yes != "":
			r.addRule(Rule{Condition{Column: c.Column, Op: Is, Value: c.Yes}, "", why})
		}
	}
}

// saidVoid returns the code of which a comment says that it marks what was taken back as if it had never been: the
// only one, or the one of several that says nothing else. nil: there is none.
func (c *Column) saidVoid() *Code {
	for i := range c.Codes {
		code := &c.Codes[i]
		ws := naming.Split(code.Label)
		if code.Source == FromComment && (len(c.Codes) == 1 || len(ws) == 1) &&
			slices.ContainsFunc(ws, func(w string) bool { return lexicon.In("void", w) }) {
			return code
		}
	}
	return nil
}

// deletes reports whether a rule leaves out deleted rows: of everything, by a column that is called so.
func (r *Relation) deletes(x Rule) bool {
	c := r.Column(x.Column.Name)
	return x.Scope == "" && c != nil && c.among("deletion mark")
}

// undoes reports whether a rule leaves out rows so that what they consist of does not count either: deleted ones, and
// those of which somebody says that they never count.
func (r *Relation) undoes(x Rule) bool {
	return x.Scope == "" && (x.Source != FromName || r.deletes(x))
}

// Wholes are the rules by which the whole of a part does not count, so that the part does not either.
func (r *Relation) Wholes() []Rule {
	if r.Part == nil {
		return nil
	}
	var out []Rule
	whole := r.Part.Of.To
	for _, x := range whole.LeftOut {
		if whole.undoes(x) {
			out = append(out, x)
		}
	}
	return out
}
