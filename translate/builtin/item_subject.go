package builtin

import (
	"math"
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// chooseSubject sets the subject: a table that an item names, or the table that the columns belong to.
func (p *parser) chooseSubject(list []*wanted) bool {
	return p.subjectNamed(list) || p.subjectOfColumns(list)
}

// subjectNamed makes the table that an item names the subject, or else one whose rows an item counts.
func (p *parser) subjectNamed(list []*wanted) bool {
	for _, w := range list {
		if w.metric != nil {
			continue
		}
		s := w.senses[0]
		if s.kind == tableSense && !w.count || s.owned {
			if s.kind == tableSense {
				s, _ = p.pick(w.senses, p.text(w.from, w.to), tableSense)
			}
			p.form.subject = p.keep(&node{table: s.table, conds: s.conds})
			if s.kind == columnSense {
				p.form.subject.table = s.field.table
			}
			return true
		}
	}
	for _, w := range list {
		if w.metric != nil {
			continue
		}
		if s := w.senses[0]; s.kind == tableSense {
			s, _ = p.pick(w.senses, p.text(w.from, w.to), tableSense)
			p.form.subject = p.keep(&node{table: s.table})
			return true
		}
	}
	return false
}

// subjectOfColumns makes the table that has the columns of all items the subject. It must have that of the first item.
// If tables tie, it lowers the score and may register a tie.
func (p *parser) subjectOfColumns(list []*wanted) bool {
	best, bestFit, second := sense{}, -1.0, -1.0
	if list[0].metric != nil {
		return false
	}
	first := list[0].senses
	if t := p.groupedBy(); t != nil && len(list[0].aggs) > 0 {
		first = p.figuresOf(first, t)
	}
	phrase := p.text(list[0].from, list[0].to)
	if s, ok := p.settledSense(first, phrase); ok && len(list) == 1 && s.kind == columnSense {
		p.form.subject, p.form.implied = p.keep(&node{table: s.field.table}), true
		return true
	}
	var good []sense
	for _, s := range first {
		if s.kind != columnSense {
			continue
		}
		fit := s.fit
		for _, w := range list[1:] {
			fit += bestIn(w.senses, s.field.table)
		}
		if fit > bestFit-tieMargin {
			good = append(good, s)
		}
		if fit > bestFit {
			best, bestFit, second = s, fit, bestFit
		} else if fit > second {
			second = fit
		}
	}
	if bestFit < 0 {
		return false
	}
	if bestFit-second < tieMargin {
		if near, ok := p.nearest(first, best); ok && len(list) == 1 {
			best = near
			p.doubt(0.97)
		} else if t := p.origin(best.field); t != nil && len(list) == 1 {
			// When a key column ties with the column that it refers to, take the latter, which has each value once.
			p.doubt(0.93)
			best.field.table = t
		} else {
			p.doubt(0.6) // another table has these columns as well
			if t := (&tie{kind: "column", phrase: phrase, taken: true}); len(list) == 1 {
				t.add(slices.DeleteFunc(good, func(s sense) bool { return s.fit <= bestFit-tieMargin })...)
				p.ties = append(p.ties, t)
			}
		}
	}
	p.form.subject, p.form.implied = p.keep(&node{table: best.field.table}), true
	return true
}

// nearest returns, of the columns that fit as well as best, the one whose table is nearest to a table that the question
// names. "The city with the most complaints" is that of customers, who complain, not that of antennas. ok is false when
// two are equally near.
func (p *parser) nearest(senses []sense, best sense) (near sense, ok bool) {
	cost := math.Inf(1)
	for _, s := range senses {
		if s.kind != columnSense || best.fit-s.fit >= tieMargin {
			continue
		}
		if p.origin(s.field) != nil {
			return sense{}, false
		}
		for t, w := range p.mentioned {
			if w < 0.75 {
				continue
			}
			ps := p.paths(s.field.table, t)
			if len(ps) == 0 {
				continue
			}
			switch c := p.ix.pathCost(ps[0]); {
			case c < cost-0.4:
				near, ok, cost = s, true, c
			case c <= cost+0.4 && s.field != near.field:
				ok = false
				cost = min(cost, c)
			}
		}
	}
	return near, ok
}

// origin returns the table that the column f is the primary key of or refers to, or nil.
func (p *parser) origin(f field) *schema.Table {
	for _, e := range p.ix.graph.edges[f.table] {
		if e.toOne && e.declared && len(e.fromCols) == 1 && e.fromCols[0] == f.column.Name {
			return e.to
		}
	}
	if len(f.table.PrimaryKey) == 1 && f.table.PrimaryKey[0] == f.column.Name {
		return f.table
	}
	return nil
}

func bestIn(senses []sense, t *schema.Table) float64 {
	for _, s := range senses {
		if s.kind == columnSense && s.field.table == t {
			return s.fit
		}
	}
	return 0
}

// groupedBy returns the table that stands next behind "per" or "by", or nil. It consumes nothing.
func (p *parser) groupedBy() *schema.Table {
	m := p.mark()
	defer p.reset(m)
	if ph, ok := p.accept(each, prep); !ok || ph.role == prep && ph.arg != "by" {
		return nil
	}
	p.articles()
	if senses, k := p.noun(nil); k > 0 && senses[0].kind == tableSense {
		return senses[0].table
	}
	return nil
}
