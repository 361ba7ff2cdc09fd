package guard

import (
	"strings"

	"github.com/pgask/pgask/translate/lineage"
	"github.com/pgask/pgask/translate/schema"
)

// connected says which stored columns hold values of one another, so that comparing them tells only which rows belong
// together: a column and itself, the same column along inheritance, and columns that declared keys connect. What
// anybody can put beside a masked column, in a table of his own, is none of these.
type connected map[named]named

// of returns the column that stands for all that a column is connected with.
func (k connected) of(c named) named {
	for up, ok := k[c]; ok; up, ok = k[c] {
		c = up
	}
	return c
}

func (k connected) join(a, b named) {
	if a, b = k.of(a), k.of(b); a != b {
		k[a] = b
	}
}

// temporary reports whether a schema holds the temporary tables of a session.
func temporary(space string) bool { return strings.HasPrefix(space, "pg_temp") }

// connected returns which columns of a snapshot are connected. A key that is inferred, or that older rows may
// violate, is none: it does not say which values there are.
func (j *judge) connected() connected {
	k := connected{}
	for _, t := range j.snapshot.Tables {
		for _, fk := range t.ForeignKeys {
			if fk.Inferred || fk.Unchecked {
				continue
			}
			for i, c := range fk.Columns {
				if col := t.Column(c); col == nil || strings.HasSuffix(col.TypeName, "range") {
					continue // of a temporal key: a period lies within others, and equals none
				}
				k.join(named{t.Schema, t.Name, c}, named{fk.RefSchema, fk.RefTable, fk.RefColumns[i]})
			}
		}
		o := j.snapshot.Origins[t.OID]
		if o == nil {
			continue
		}
		for _, other := range j.inheritance(o) {
			for _, c := range t.Columns {
				if j.has(other, c.Name) {
					k.join(named{t.Schema, t.Name, c.Name}, named{other.Schema, other.Name, c.Name})
				}
			}
		}
	}
	return k
}

// has reports whether a relation is known to have a column.
func (j *judge) has(o *schema.Origin, column string) bool {
	if t := j.snapshot.Table(o.Schema, o.Name); t != nil {
		return t.Column(column) != nil
	}
	return o.Number(column) > 0
}

// homeOf returns what a masked column may be compared with, and whether it holds values that may not even be compared
// with one another.
func (j *judge) homeOf(st *standing, name string, made []lineage.Source) (home named, mixed bool) {
	switch {
	case temporary(st.space) && (st.origin == nil || st.origin.Query == nil):
		return named{}, false
	case st.origin == nil || st.origin.Query == nil:
		if j.related == nil {
			j.related = j.connected()
		}
		return j.related.of(named{st.space, st.name, name}), false
	}
	for i, source := range made {
		one := j.source(source)
		switch {
		case source.Use != lineage.Shown || one.Access != Masked:
			return named{}, false
		case i > 0 && (one.Home != home || home == named{}):
			return named{}, true
		}
		home = one.Home
	}
	return home, false
}
