package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// joinsOf returns the keys of a relation whose rows only join others, and have no name: those are told apart by these
// keys alone. What they lead to is shown in place of their numbers: who is a member of what, who has which skill.
func joinsOf(rel *semantic.Relation) []*semantic.Key {
	if !isNameless(rel) {
		return nil
	}
	var keys []*semantic.Key
	var columns []string
	for _, k := range rel.Keys {
		if k.To != rel && !k.Alternative && k.Declared && len(k.Columns) == 1 && k.To.Label.Via == nil && !isNameless(k.To) &&
			!slices.ContainsFunc(keys, func(o *semantic.Key) bool { return o.To == k.To }) {
			keys, columns = append(keys, k), append(columns, k.Columns[0].Name)
		}
	}
	if len(keys) != 2 || !rel.Table.HasKey(columns) {
		return nil
	}
	if keys[1].To.People && !keys[0].To.People { // of whom it is told first
		keys[0], keys[1] = keys[1], keys[0]
	}
	return keys
}

// reachJoined joins what the rows that are shown join.
func (q *query) reachJoined() error {
	before := q.out
	var shown []*semantic.Relation
	if q.Head != nil && q.lists() {
		shown = append(shown, q.Head.Rel)
	}
	for _, i := range q.plain {
		if i.Noun != nil && i.Col == nil && i.Key == nil && i.Term == nil && i.Whether == nil {
			shown = append(shown, i.Noun.Rel)
		}
	}
	for _, rel := range shown {
		for _, k := range joinsOf(rel) {
			if len(q.figures) > 0 || len(q.Groups) > 0 || q.led[k] != nil {
				continue
			}
			if err := q.reachLed(k, true); err != nil {
				return err
			}
		}
	}
	q.out = before
	return nil
}

// joinedNames returns what the rows that a row joins are called, as far as they were joined.
func (q *query) joinedNames(rel *semantic.Relation) []algebra.Value {
	var all []algebra.Value
	for _, k := range joinsOf(rel) {
		if q.led[k] == nil {
			return nil
		}
		led, err := q.ledValues(&Item{Beside: Beside{Key: k}})
		if err != nil {
			return nil
		}
		all = append(all, led...)
	}
	return all
}
