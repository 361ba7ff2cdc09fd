package lattice

import (
	"fmt"
	"strconv"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Word is a phrase of a word list.
type Word struct{ List, Value, Text string }

// Sum is equal for equal words.
func (w Word) Sum() uint64 { return form.Hash(w) }

// Linked is what the linker found words to be.
type Linked struct {
	link.Link
	Said  string // the words, in lower case
	Like  bool   // a value that contains the words, and not one in particular
	Sole  bool   // a relation that stands for the amount of its rows
	Part  bool   // the words are a part of the name of a relation that was said whole
	Aux   string // the auxiliary verb before what happened: did we
	Every bool   // something is said of each of them
	Leads bool   // a relation whose name begins that of a column of its own: payment method
	Kinds bool   // a value that is a kind, in the plural: rows of the kind are spoken of, and not the row of the kind
}

// Barely reports whether a column was said by a word that every table may have one for, as "name", and by no other.
func (l Linked) Barely() bool { return l.Kind == link.Column && everywhere[l.Said] }

// everywhere are words that every table may have a column for.
var everywhere = map[string]bool{"name": true, "names": true, "id": true, "ids": true, "code": true, "codes": true, "description": true, "descriptions": true,
	"number": true, "numbers": true}

// Sum is equal for links of the same meaning.
func (l Linked) Sum() uint64 {
	if l.Like {
		l.Value = l.Said
	}
	return form.Hash(linkKey{l.Like, l.Not, l.Kind, l.Relation, l.Column, l.Key, l.Event, l.Term, l.Value, l.More})
}

type linkKey struct {
	like, not bool
	kind      link.Kind
	relation  *semantic.Relation
	column    *semantic.Column
	key       *semantic.Key
	event     *semantic.Event
	term      *semantic.Term
	value     string
	more      bool
}

// Number is a number that was said, Literal a text that nothing in the database is known to be, Heard a word that may
// tell a way.
type (
	Number  struct{ Text string }
	Literal struct {
		Text   string
		Quoted bool
	}
	Heard struct{ Text string }
)

// FullName is the first and last name of persons, where their names are asked for.
type FullName struct{ Of *semantic.Relation }

// Sum is equal for the names of the same relation.
func (n FullName) Sum() uint64 { return form.Hash(n) }

// Sum is equal for equal numbers.
func (n Number) Sum() uint64 { return form.Hash(n) }

// Sum is equal for equal texts.
func (l Literal) Sum() uint64 { return form.Hash(l) }

// Sum is equal for equal words.
func (h Heard) Sum() uint64 { return form.Hash(h) }

// String says what words were linked to.
func (l Linked) String() string {
	switch {
	case l.Value != "":
		return fmt.Sprintf("%s.%s='%s'", l.Relation.Table.Name, l.Column.Column.Name, l.Value)
	case l.Key != nil:
		return l.Key.Describe()
	case l.Term != nil:
		return fmt.Sprintf("%s %s: %s", l.Kind, l.Term.Phrase(), l.Term.Expr)
	case l.Column != nil:
		return fmt.Sprintf("%s %s.%s", l.Kind, l.Relation.Table.Name, l.Column.Column.Name)
	case l.Relation != nil:
		return l.Kind.String() + " " + l.Relation.Table.Name
	}
	return l.Kind.String()
}

// FlagIs says that a flag holds, or that it does not.
func FlagIs(c *semantic.Column, holds bool) chart.Meaning {
	switch {
	case c.Column.Class == schema.Boolean:
		return &form.Test{Col: c, Op: algebra.Eq, To: form.Operand{Values: []algebra.Const{{Kind: algebra.Boolean,
			Text: strconv.FormatBool(holds)}}}}
	case holds:
		return form.Equals(c, c.Yes)
	}
	return form.Equals(c, c.No)
}

// Numeric returns a number as something to compare with.
func Numeric(n Number) form.Operand {
	return form.Operand{Values: []algebra.Const{{Kind: algebra.Number, Text: n.Text}}}
}

// ValueIs returns that a column has the value of a link, or contains its words.
func ValueIs(l Linked) *form.Test {
	if !l.Like {
		return form.Equals(l.Column, l.Value)
	}
	t := form.Equals(l.Column, "%"+form.LikeEscape.Replace(l.Said)+"%")
	t.Op = algebra.ILike
	return t
}
