package builtin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// pick returns the best sense of the wanted kinds; ok is false when there is none. A settled sense wins. When others
// are as good as the best and nothing decides between them, it records a tie, which becomes a question back.
func (p *parser) pick(all []sense, phrase string, kinds ...senseKind) (sense, bool) {
	var good []sense
	for _, s := range all {
		for _, k := range kinds {
			if s.kind == k && s.fit > -1 {
				good = append(good, s)
			}
		}
	}
	if len(good) == 0 {
		return sense{}, false
	}
	if s, ok := p.settledSense(good, phrase); ok {
		return s, true
	}
	first := good[0]
	var rivals []sense
	for _, s := range good[1:] {
		if first.fit-s.fit < tieMargin && rival(first, s) && !p.ix.sameKey(first, s) {
			rivals = append(rivals, s)
		}
	}
	if s, ok := p.saidBefore(append([]sense{first}, rivals...)); ok {
		return s, true
	}
	if s, ok := p.ix.asWritten(append([]sense{first}, rivals...), phrase); ok {
		return s, true
	}
	for _, s := range rivals {
		p.compete(phrase, first, s)
	}
	return first, true
}

// asWritten returns the one of several senses that is closest to the spelling of the phrase: the only value of one
// table stored in the same case, or a table when the others only link its rows. ok is false when there is no such
// sense, or more than one.
func (ix *index) asWritten(senses []sense, phrase string) (only sense, ok bool) {
	if len(senses) < 2 {
		return sense{}, false
	}
	n := 0
	for _, s := range senses {
		v := s
		if s.kind == tableSense && len(s.conds) == 1 && s.conds[0].holdsText() {
			v = s.held()
		}
		switch {
		case s.kind == tableSense && len(s.conds) == 0 && !slices.ContainsFunc(senses, func(o sense) bool { return o.table != s.table && !ix.links(o.table, s.table) }):
			only, n = s, n+1
		case v.kind == valueSense && s.table == senses[0].table && strings.Contains(phrase, v.value):
			only, n = s, n+1
		case v.kind == valueSense && s.table != senses[0].table:
			return sense{}, false
		}
	}
	return only, n == 1
}

// links reports whether each row of pairs is a pair of rows, one of them of t: route_stops links stops to routes. The
// primary key of pairs has several columns, and one of them refers to t.
func (ix *index) links(pairs, t *schema.Table) bool {
	if len(pairs.PrimaryKey) < 2 {
		return false
	}
	return slices.ContainsFunc(ix.graph.edges[pairs], func(e edge) bool {
		return e.toOne && e.to == t && len(e.fromCols) == 1 && slices.Contains(pairs.PrimaryKey, e.fromCols[0])
	})
}

// saidBefore returns the one of several columns that the question named before with a better match: after "the
// easiness score", "both scores" means that column. ok is false when there is none, or more than one.
func (p *parser) saidBefore(senses []sense) (sense, bool) {
	if len(senses) < 2 || senses[0].kind != columnSense {
		return sense{}, false
	}
	var said []sense
	for _, s := range senses {
		for _, m := range p.matches {
			if m.Meaning == s.meaning() && m.Score > s.score {
				said = append(said, s)
				break
			}
		}
	}
	if len(said) != 1 {
		return sense{}, false
	}
	said[0].score = max(said[0].score, 0.95)
	return said[0], true
}

// sameKey reports whether column a is a declared foreign key to column b. Where their tables are joined, both hold
// the same value.
func (ix *index) sameKey(a, b sense) bool {
	if a.kind != columnSense || b.kind != columnSense {
		return false
	}
	for _, e := range ix.graph.edges[a.field.table] {
		if e.to == b.field.table && e.declared && len(e.fromCols) == 1 && e.fromCols[0] == a.field.column.Name && e.toCols[0] == b.field.column.Name {
			return true
		}
	}
	return false
}

// tieMargin is by how much the fit of a sense must exceed that of the next one for the sense to be taken without
// asking.
const tieMargin = 0.02

// rival reports whether two senses would give different answers.
func rival(a, b sense) bool {
	if a.kind != b.kind {
		return false
	}
	if a.kind == tableSense {
		return a.table != b.table || otherColumn(a, b)
	}
	return a.field != b.field
}

// otherColumn reports whether two senses are rows of one table that hold a text in different columns: "red seats".
func otherColumn(a, b sense) bool {
	if len(a.conds) != 1 || len(b.conds) != 1 {
		return false
	}
	x, y := a.conds[0], b.conds[0]
	return x.holdsText() && y.holdsText() && x.field != y.field
}

// holdsText reports whether a condition says that a column is equal to one text.
func (c cond) holdsText() bool {
	return c.kind == compare && c.op == "=" && len(c.values) == 1 && c.values[0].text != "" && !c.values[0].number
}

// held returns the value in the only condition of s as a sense of its own.
func (s sense) held() sense {
	c := s.conds[0]
	return sense{kind: valueSense, table: c.field.table, field: c.field, value: c.values[0].text, score: s.score}
}

// compete records that several senses of a phrase are equally good.
func (p *parser) compete(phrase string, senses ...sense) {
	if a := senses[0]; len(senses) == 2 && a.kind == tableSense && a.table == senses[1].table && otherColumn(a, senses[1]) {
		senses = []sense{a.held(), senses[1].held()}
	}
	kind := "column"
	if senses[0].kind == tableSense {
		kind = "table"
	} else if senses[0].kind == valueSense {
		kind = "value"
	}
	for _, t := range p.ties {
		if t.phrase == phrase && t.kind == kind {
			t.add(senses...)
			return
		}
	}
	t := &tie{kind: kind, phrase: phrase}
	t.add(senses...)
	p.ties = append(p.ties, t)
}

// tie is a phrase with several equally good senses.
type tie struct {
	kind, phrase string
	senses       []sense
	taken        bool // the first sense is used nevertheless, with less confidence
}

// add adds the senses that would give an answer different from those present.
func (t *tie) add(senses ...sense) {
next:
	for _, s := range senses {
		for _, o := range t.senses {
			if !rival(o, s) {
				continue next
			}
		}
		t.senses = append(t.senses, s)
	}
}

// settledSense returns the sense that the user has chosen for the phrase in a clarification. ok is false when none
// was chosen.
func (p *parser) settledSense(senses []sense, phrase string) (sense, bool) {
	for _, c := range p.settled {
		if c.Phrase != "" && !strings.EqualFold(c.Phrase, phrase) {
			continue
		}
		for _, s := range senses {
			t, col := s.table, ""
			if s.kind != tableSense {
				t, col = s.field.table, s.field.column.Name
			}
			if t.Name != c.Table || c.Schema != "" && t.Schema != c.Schema {
				continue
			}
			switch {
			case c.Kind == plan.UseTable && s.kind == tableSense,
				c.Kind == plan.UseColumn && s.kind == columnSense && col == c.Column,
				c.Kind == plan.UseValue && s.kind == valueSense && col == c.Column && s.value == c.Value,
				c.Kind == plan.UseValue && s.kind == tableSense && s.holds(c):
				s.score = 1
				return s, true
			}
		}
	}
	return sense{}, false
}

// holds reports whether s means rows with the value of the constraint in its column.
func (s sense) holds(c plan.Constraint) bool {
	return len(s.conds) == 1 && s.conds[0].holdsText() && s.conds[0].field.column.Name == c.Column && s.conds[0].values[0].text == c.Value
}

// ambiguity returns the question back for the first tie that was not taken, tables before columns before values; nil
// when there is none.
func (p *parser) ambiguity() *Ambiguity {
	for _, kind := range []string{"table", "column", "value"} {
		for _, t := range p.ties {
			if t.kind == kind && len(t.senses) > 1 && !t.taken {
				return t.ask()
			}
		}
	}
	return nil
}

// doubtful returns the question back about a sense that was used although others are as good; nil when there is none.
func (p *parser) doubtful() *Ambiguity {
	for _, t := range p.ties {
		if t.taken && len(t.senses) > 1 {
			return t.ask()
		}
	}
	return nil
}

// ask returns the question back for a tie, with one option for each sense.
func (t *tie) ask() *Ambiguity {
	a := &Ambiguity{Kind: t.kind, Phrase: t.phrase, Message: fmt.Sprintf("“%s” fits more than one %s. Which is meant?", t.phrase, t.kind)}
	if message, ok := t.ofDates(); ok {
		a.Message = message
	}
	for _, s := range t.senses {
		a.Options = append(a.Options, s.option(t.phrase))
	}
	return a
}

// option returns the option that a question back shows for the sense.
func (s sense) option(phrase string) Option {
	c := plan.Constraint{Kind: plan.UseTable, Phrase: phrase, Schema: s.table.Schema, Table: s.table.Name}
	if s.kind == tableSense {
		meaning := s.table.Comment
		if meaning == "" {
			meaning = "the " + s.table.Kind.String() + " " + s.table.Name
		}
		return Option{Label: s.table.Name, Meaning: meaning, Settles: []plan.Constraint{c}}
	}
	c.Schema, c.Table, c.Column, c.Kind = s.field.table.Schema, s.field.table.Name, s.field.column.Name, plan.UseColumn
	o := Option{Label: c.Table + "." + c.Column, Meaning: s.field.column.Comment}
	if s.kind == valueSense {
		c.Kind, c.Value = plan.UseValue, s.value
		o.Meaning = fmt.Sprintf("%s is %s", o.Label, s.value)
	}
	if o.Meaning == "" {
		o.Meaning = "the column " + c.Column + " of " + c.Table
	}
	o.Settles = []plan.Constraint{c}
	return o
}
