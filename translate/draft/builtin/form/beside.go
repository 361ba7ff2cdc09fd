package form

import (
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// Beside says what an item stands beside, or over.
type Beside struct {
	Key    *semantic.Key    // it is of the row that this key of the rows leads to: of their manager, who may be another of them
	Over   *Item            // it is divided by this figure
	Period string           // it is of the months of a date, or of other periods, and not of the date
	OfEach bool             // it is of what belongs to each row, and shown beside the row
	Alike  *semantic.Column // it is of the rows alone that have in this what the row at hand has
}

// quotient returns a figure divided by another over the same rows.
func (s *scope) quotient(i *Item) (algebra.Value, error) {
	part, err := s.measure(i)
	if err != nil {
		return nil, err
	}
	whole, err := s.measure(i.Over)
	return &algebra.Ratio{Part: part, Whole: whole}, err
}

// quotientOf returns a figure of what belongs to a row divided by another over the same.
func (s *scope) quotientOf(rel *semantic.Relation, row *algebra.Row, of *Related, i *Item) (algebra.Value, error) {
	var both []algebra.Value
	for _, one := range []*Item{i, i.Over} {
		in, err := s.belonging(rel, row, of)
		if err != nil {
			return nil, err
		}
		m, err := in.measure(one)
		if err != nil {
			return nil, err
		}
		m.Over = in.whole()
		both = append(both, m)
	}
	return &algebra.Ratio{Part: both[0], Whole: both[1]}, nil
}

// ofEach returns a figure of what belongs to a row, beside the row.
func (q *query) ofEach(i *Item) (algebra.Value, error) {
	if rel := i.Relation(); q.isGrouped && (rel == nil || rel == q.scope.base) {
		return q.scope.measure(i)
	}
	rel := q.scope.base
	if q.Head != nil && q.scope.row(q.Head.Rel) != nil {
		rel = q.Head.Rel
	}
	v, _, err := q.scope.rankValue(rel, q.scope.row(rel), &Rank{Item: i, Desc: true})
	return v, err
}

// amongAlike returns a figure over the rows that have the same in a column as the row at hand: the average of their
// category.
func (s *scope) amongAlike(rel *semantic.Relation, row *algebra.Row, i *Item) (algebra.Value, error) {
	if i.Col == nil || i.Col.Relation != rel || i.Alike.Relation != rel {
		return nil, errUnfit
	}
	in := s.run.scope(rel)
	in.conds = append(in.conds, &algebra.Compare{Op: algebra.Eq, Left: s.attrIn(in, i.Alike), Right: s.attr(row, i.Alike)})
	m, err := in.measure(i)
	if err != nil {
		return nil, err
	}
	m.Over = in.whole()
	return m, nil
}

// reachLed joins the row that a key leads to beside the rows, also of those that have none if these stay: another row,
// where a key leads from a relation to itself.
func (q *query) reachLed(k *semantic.Key, stay bool) error {
	if _, err := q.scope.reach(q.scope.base, k.From, nil, nil); err != nil {
		return err
	}
	was := q.scope.beside
	q.scope.beside = stay
	row := q.scope.follow(k.From, semantic.Path{{Key: k}})
	q.scope.beside = was
	if q.led == nil {
		q.led = map[*semantic.Key]*algebra.Row{}
	}
	q.led[k] = row
	q.out.Used = append(append(q.out.Used, k.Role...), k.To.Name.Words...)
	q.out.Steps++
	return nil
}

// ledValues returns what is shown of the row that a key leads to: a column, or what it is called.
func (q *query) ledValues(i *Item) ([]algebra.Value, error) {
	row := q.led[i.Key]
	if i.Col != nil {
		return []algebra.Value{q.scope.attrShown(row, i.Col)}, nil
	}
	if i.Key.To.Label.Via != nil || len(i.Key.To.Label.Columns) == 0 {
		return nil, errUnfit
	}
	var all []algebra.Value
	for _, c := range i.Key.To.Label.Columns {
		all = append(all, &algebra.Attr{Row: row, Column: c.Name})
	}
	return all, nil
}

// ledKeys returns what tells apart the rows that a key leads to, and what they are called.
func (q *query) ledKeys(k *semantic.Key) (keys, names []algebra.Value, err error) {
	for _, c := range identity(k.To) {
		keys = append(keys, &algebra.Attr{Row: q.led[k], Column: c.Name})
	}
	names, err = q.ledValues(&Item{Beside: Beside{Key: k}})
	return keys, names, err
}

// ledName returns what a column is called that is of the row that a key leads to: manager, and manager_email.
func ledName(i *Item) string {
	words := i.Key.Role
	if len(words) == 0 {
		return ""
	}
	if i.Col != nil {
		words = append(words[:len(words):len(words)], i.Col.Name.Words...)
	}
	return strings.Join(words, "_")
}
