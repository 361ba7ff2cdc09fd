package form

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Beside says what an item stands beside, or over.
type Beside struct {
	Key    *semantic.Key // it is of the row that this key of the rows leads to: of their manager, who may be another of them
	Over   *Item         // it is divided by this figure
	Period string        // it is of the months of a date, or of other periods, and not of the date
	OfEach bool          // it is of what belongs to each row, and shown beside the row
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
	if q.Head != nil && q.scope.rows[q.Head.Rel] != nil {
		rel = q.Head.Rel
	}
	v, _, err := q.scope.rankValue(rel, q.scope.rows[rel], &Rank{Item: i, Desc: true})
	return v, err
}

// reachLed joins the row that a key leads to beside the rows, whether they have one or not: another row, where a key leads from a
// relation to itself.
func (q *query) reachLed(k *semantic.Key) error {
	if _, err := q.scope.reach(q.scope.base, k.From, nil, nil); err != nil {
		return err
	}
	was := q.scope.beside
	q.scope.beside = true
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

// keysNamed is how many keys of a row are shown with what they lead to.
const keysNamed = 3

// nameKeys joins what the keys of listed rows lead to, where the rows have no name of their own: of a stock, what the product is called.
func (q *query) nameKeys() {
	if q.Head == nil || q.isGrouped || !q.lists() || q.scope.fans || !isNameless(q.Head.Rel) || q.scope.rows[q.Head.Rel] == nil {
		return
	}
	q.called = map[*schema.Column]algebra.Column{}
	for _, k := range q.Head.Rel.Keys {
		if len(q.called) == keysNamed {
			return
		}
		label := k.To.Label
		if !k.Declared || k.Optional || k.ManyTo || k.Alternative || len(k.Columns) != 1 || k.To == k.From || k.To.Validity != nil || isNameless(k.To) ||
			label.Via != nil || len(label.Columns) != 1 || label.Columns[0].Masked || k.To.Table.RowSecurity {
			continue
		}
		if _, twice := q.called[k.Columns[0]]; twice {
			continue
		}
		row := q.scope.joined(k)
		if row == nil {
			row = q.scope.follow(k.From, semantic.Path{{Key: k}})
		}
		as := k.Role
		if len(as) == 0 {
			as = []string{strings.ReplaceAll(wordform.Singular(k.To.Name.Phrase()), " ", "_")}
		}
		q.called[k.Columns[0]] = algebra.Column{Value: &algebra.Attr{Row: row, Column: label.Columns[0].Name}, Name: strings.Join(as, "_") + "_" + label.Columns[0].Name}
	}
}

// joined returns the row that a key of the rows at hand is joined to already; nil: none.
func (s *scope) joined(k *semantic.Key) *algebra.Row {
	for set := s.set; ; {
		j, ok := set.(*algebra.Join)
		if !ok {
			return nil
		}
		if via, ok := j.On.(*algebra.Via); ok && via.From == s.rows[k.From] && len(via.Path) == 1 && slices.Equal(via.Path[0].Columns, []string{k.Columns[0].Name}) && via.To.Table == k.To.Table.Name {
			return via.To
		}
		set = j.Left
	}
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
