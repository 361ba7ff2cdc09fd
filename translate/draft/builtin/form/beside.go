package form

import "github.com/pgask/pgask/translate/algebra"

// Beside says what a figure stands beside, or over.
type Beside struct {
	Over   *Item // it is divided by this figure
	OfEach bool  // it is of what belongs to each row, and shown beside the row
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

// ofEach returns a figure of what belongs to a row, beside the row.
func (q *query) ofEach(i *Item) (algebra.Value, error) {
	if rel := i.Relation(); q.isGrouped && (rel == nil || rel == q.scope.base) {
		return q.scope.measure(i)
	}
	rel := q.scope.base
	if q.Head != nil && q.scope.rows[q.Head.Rel] != nil {
		rel = q.Head.Rel
	}
	v, _, err := q.scope.rankValue(rel, q.scope.rows[rel], &Rank{Item: i, Desc: true})
	return v, err
}
