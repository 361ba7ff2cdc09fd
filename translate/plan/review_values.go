package plan

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// covered is the share of a column's rows that its known values must account for before anything but a difference of case
// is read into a literal: what is not known might be stored just as it was asked for.
const covered = 0.95

// value puts the stored value that a literal means in its place. A literal that is itself stored is never changed.
func (r *reviewer) value(lit *pg.Node, col *schema.Column, ref place) {
	if col.Class != schema.Text && col.Class != schema.Enum {
		return
	}
	text := lit.GetAConst().GetSval().GetSval()
	stored, complete := storedValues(col)
	if text == "" || slices.Contains(stored, text) {
		return
	}
	if v, ok := r.settledValue(text, col, ref); ok {
		if v != text {
			r.setValue(lit, v, ref)
		}
		return
	}
	var same []string
	for _, v := range stored {
		if strings.EqualFold(strings.TrimSpace(v), strings.TrimSpace(text)) {
			same = append(same, v)
		}
	}
	if len(same) == 0 && complete {
		same = alike(text, stored)
	}
	switch {
	case len(same) == 1:
		r.setValue(lit, same[0], ref)
	case len(same) > 1:
		r.complain(UnclearValue, text, valueCandidates(text, ref, same), "%q may mean several values of %s; which one?", text, ref)
	case col.Class == schema.Enum && len(stored) > 0:
		r.complain(UnclearValue, text, valueCandidates(text, ref, stored), "%q is not one of the values of %s; which one is meant?", text, ref)
	case r.options.Unseen != nil && ref.table != nil:
		r.options.Unseen(ref.table, ref.column, text)
	}
}

func (r *reviewer) setValue(lit *pg.Node, v string, ref place) {
	before := Expr{lit}.String()
	lit.Node = Str(v).node.Node
	r.fix(FixValue, before, Expr{lit}.String(), "%s holds %s, not %s", ref, Expr{lit}, before)
}

// storedValues are the values that a column is known to hold, and whether they are nearly all.
func storedValues(col *schema.Column) (values []string, complete bool) {
	if col.Class == schema.Enum {
		return col.Enum, true
	}
	share := 0.0
	for _, f := range col.Profile.Freqs {
		share += f
	}
	return col.Profile.Values, col.Profile.Complete || share >= covered*(1-col.Profile.NullFrac)
}

// alike lists the stored values that a text abbreviates or misspells: those that start with it, else those that hold it as
// whole words, else those a typing error away.
func alike(text string, stored []string) []string {
	if len([]rune(text)) < 3 {
		return nil
	}
	plain := strings.Join(flat(text), " ")
	for _, like := range []func(v string) bool{
		func(v string) bool { return stemmed(v) == stemmed(text) },
		func(v string) bool { return strings.HasPrefix(v, plain+" ") },
		func(v string) bool { return strings.Contains(" "+v+" ", " "+plain+" ") },
		func(v string) bool { return strings.ReplaceAll(v, " ", "") == strings.ReplaceAll(plain, " ", "") },
		func(v string) bool { return typos(plain) > 0 && distance(v, plain, typos(plain)+1) <= typos(plain) },
	} {
		var found []string
		for _, v := range stored {
			if plain != "" && like(strings.Join(flat(v), " ")) {
				found = append(found, v)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// flat splits a value at what is neither letter nor digit, in lower case, without regard to capitals inside words.
func flat(v string) []string { return words(strings.ToLower(v)) }

// settledValue is the stored value that the user said a text means.
func (r *reviewer) settledValue(text string, col *schema.Column, ref place) (string, bool) {
	for _, c := range r.settled {
		if c.Kind != UseValue || !strings.EqualFold(c.Phrase, text) || c.Column != "" && c.Column != col.Name {
			continue
		}
		if c.Table == "" || r.constrained(c) == ref.table {
			return c.Value, true
		}
	}
	return "", false
}

func valueCandidates(text string, ref place, values []string) []Candidate {
	var all []Candidate
	for _, v := range values[:min(len(values), maxCandidates)] {
		all = append(all, Candidate{Label: v, Meaning: ref.String() + " is " + v,
			Settles: []Constraint{{Kind: UseValue, Phrase: text, Schema: ref.table.Schema, Table: ref.table.Name,
				Column: ref.column, Value: v}}})
	}
	return all
}
