package schema

import (
	"encoding/json"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/lineage"
)

// Origin is what is known about where the values of a relation come from. The relation may be one that the role may
// not read.
type Origin struct {
	Schema, Name string
	// Columns has the names of its columns by pg_attribute.attnum, from 1; "" for dropped ones. Nil where it takes part
	// in inheritance only. Categories has a letter of pg_type.typcategory for each.
	Columns    []string
	Categories string
	// Parents and Children are those of inheritance, which partitions have too, one step away.
	Parents, Children []uint32
	// Query is that of a view or materialised view; nil for others. Opaque: it has one that could not be traced.
	Query  *lineage.Query
	Opaque bool
	// Generated has the sources of generated columns, by number.
	Generated map[int][]lineage.Source
}

// Bounds on the trees of one snapshot.
const (
	maxTrees   = 64 << 20  // bytes of all stored queries
	maxOrigins = 1_000_000 // rows
)

// origin adds a row of sql/lineage.sql.
func (b *builder) origin(r *row) {
	what, oid, other, space, name := r.char(), r.oid(), r.oid(), b.once(r.text()), b.once(r.text())
	text, categories := r.json(), r.text()
	o := b.originOf(oid)
	o.Schema, o.Name = space, name
	switch what {
	case 'r':
		if text == nil {
			return
		}
		var names []*string
		r.note(json.Unmarshal(text, &names))
		o.Columns, o.Categories = make([]string, len(names)), b.once(categories)
		for i, n := range names {
			if n != nil {
				o.Columns[i] = b.once(*n)
			}
		}
	case 'i':
		o.Children = append(o.Children, other)
		child := b.originOf(other)
		child.Parents = append(child.Parents, oid)
	case 'v':
		q, err := lineage.Trace(string(text), func(operator uint32) bool { return b.equality[operator] })
		if o.Opaque = err != nil; !o.Opaque {
			o.Query = &q
		}
	case 'g':
		sources, err := lineage.Expression(string(text), oid)
		if err != nil {
			sources = []lineage.Source{{Relation: oid}} // some column of the row
		}
		if o.Generated == nil {
			o.Generated = map[int][]lineage.Source{}
		}
		o.Generated[int(other)] = sources
	}
}

func (b *builder) originOf(oid uint32) *Origin {
	o := b.snapshot.Origins[oid]
	if o == nil {
		o = &Origin{}
		b.snapshot.Origins[oid] = o
	}
	return o
}

// cutOrigins marks that relations may have origins that are not known.
func (b *builder) cutOrigins(result borrow.Result) {
	b.snapshot.OriginsOmitted = len(result.Rows) >= maxOrigins
}

// Number returns the number of a column of the relation, 0 when it is not known.
func (o *Origin) Number(column string) int {
	for i, name := range o.Columns {
		if name == column && name != "" {
			return i + 1
		}
	}
	return 0
}

func (o *Origin) size() int {
	n := 200 + 16*len(o.Columns) + 8*len(o.Parents) + 8*len(o.Children)
	if o.Query != nil {
		n += len(o.Query.Outline) + 24*(len(o.Query.Rows)+2*len(o.Query.Columns))
		for _, c := range o.Query.Columns {
			n += 24 * len(c)
		}
	}
	return n
}
