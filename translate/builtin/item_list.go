package builtin

import (
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// wanted is one thing that the question asks for, before its owner is known.
type wanted struct {
	senses   []sense
	from, to int // the range of its tokens
	aggs     []string
	distinct bool
	count    bool
	all      bool // every column is asked for
	top      *topping
	owner    *node
	explicit bool // the owner stands beside it: "names of singers"
	metric   *measure
	again    *measure // "the count": the measure that was counted before
}

// items reads the list of wanted things and their owner, and adds the items to the form.
func (p *parser) items() bool {
	var list []*wanted
	for {
		w := &wanted{}
		ok := p.try(func() bool { return p.wanted(w) })
		if !ok {
			if len(list) == 0 {
				return false
			}
			break
		}
		list = append(list, w)
		p.shareAggregates(list)
		p.owner(list)
		if !p.more() {
			break
		}
	}
	p.try(func() bool { return p.eachOwner(list) })
	return p.resolve(list)
}

// shareAggregates applies the aggregate of one wanted thing to the next one in the list: in "the average height and
// weight", the weight is averaged as well.
func (p *parser) shareAggregates(list []*wanted) {
	if len(list) < 2 {
		return
	}
	w, before := list[len(list)-1], list[len(list)-2]
	if w.metric != nil || before.metric != nil || w.from == 0 {
		return
	}
	bare := p.toks[w.from-1].low == "and" || p.toks[w.from-1].low == ","
	if len(before.aggs) == 0 || len(w.aggs) > 0 || w.count || w.top != nil || !bare {
		return
	}
	if s := w.senses[0]; s.kind == columnSense && s.field.column.Class.Numeric() && !p.ix.isKey(s.field.table, s.field.column) {
		w.aggs = before.aggs
	}
}

// more consumes a separator when another item follows it.
func (p *parser) more() bool {
	return p.try(func() bool {
		if !p.separator() {
			return false
		}
		return p.startsItem()
	})
}

func (p *parser) separator() bool {
	any := false
	for {
		if p.word(",") {
			any = true
			continue
		}
		if _, ok := p.accept(conj, also); ok {
			any = true
			continue
		}
		return any
	}
}

// startsItem reports whether an item may begin here. It consumes nothing.
func (p *parser) startsItem() bool {
	m := p.mark()
	defer p.reset(m)
	p.skip(opener, ever)
	if ph, n := p.role(); n > 0 {
		switch ph.role {
		case countOf, howMany, aggOp, distinct:
			return true
		case superl, mostOp, common:
			return false
		}
	}
	if p.peekMetric() {
		return true
	}
	senses, _ := p.noun(nil)
	return len(senses) > 0 && senses[0].kind != valueSense
}

// wanted reads one item into w.
func (p *parser) wanted(w *wanted) bool {
	p.skip(opener, ever)
	if len(p.form.items) == 0 && p.form.subject == nil {
		p.skip(each) // as in "list each owner's name"
	}
	if _, ok := p.accept(everything); ok {
		w.all = true
	}
	p.try(func() bool { // "how much revenue"
		_, ok := p.accept(howMuch)
		return ok && (p.peekMetric() || p.tok().low == "we")
	})
	p.skip(ever)
	p.countings(w)
	p.topping(w)
	p.aggregates(w)
	if _, ok := p.accept(distinct); ok {
		w.distinct = true
		p.try(func() bool { return p.word("kinds") && p.word("of") })
	}
	p.skip(ever)
	if w.top == nil {
		p.topping(w)
	}
	var owner *schema.Table
	if p.form.subject != nil {
		owner = p.form.subject.table
	}
	if len(w.aggs) == 1 && w.aggs[0] != "sum" && !w.count && w.top == nil {
		var m *measure
		if p.try(func() bool { m = p.ageMeasure(w.aggs[0]); return m != nil }) {
			w.metric = m
			return true
		}
	}
	m := p.metric()
	if m == nil {
		m = p.earned()
	}
	if m != nil {
		w.metric = m
		if m.perRow {
			if len(w.aggs) != 1 || w.count || w.top != nil || w.all {
				return false
			}
			m.expr, m.perRow, m.as = plan.Call(w.aggs[0], m.expr), false, aggregateWord[w.aggs[0]]+"_"+m.as
			return true
		}
		return !w.count && w.top == nil && !w.all && (len(w.aggs) == 0 || len(w.aggs) == 1 && w.aggs[0] == m.fn)
	}
	senses, n := p.noun(owner)
	if n > 1 && onlyValues(senses) {
		senses, n = p.rowsBefore(owner, n)
	}
	if n == 0 || onlyValues(senses) {
		return false
	}
	w.senses, w.from, w.to = senses, p.pos, p.pos+n
	p.pos += n
	return true
}

// rowsBefore returns the senses of a shorter noun phrase of fewer than n tokens that names a table, and its width. It
// applies where the whole phrase is a value with the name of its column, "paintings restored by Ann Lee": the question
// asks for the rows that have this value.
func (p *parser) rowsBefore(owner *schema.Table, n int) ([]sense, int) {
	for n > 1 {
		var senses []sense
		if senses, n = p.nounUpTo(owner, n-1); n > 0 && senses[0].kind == tableSense && senses[0].score > 0.9 {
			return senses, n
		}
	}
	return nil, 0
}

func onlyValues(senses []sense) bool {
	for _, s := range senses {
		if s.kind != valueSense {
			return false
		}
	}
	return true
}

// countings reads "how many", "the number of" or "how many different" into w.
func (p *parser) countings(w *wanted) {
	p.try(func() bool {
		// A column may itself be a number of something. Prefer it when the words are its whole name.
		if senses, n := p.noun(nil); n >= 3 && senses[0].kind == columnSense && senses[0].full {
			return false
		}
		if _, ok := p.accept(howMany, countOf); !ok {
			return false
		}
		w.count = true
		p.skip(ever)
		p.word("total") // evidence may put it there: "how many total active customers"
		if _, ok := p.accept(distinct); ok {
			w.distinct = true
			p.try(func() bool { return p.word("kinds") && p.word("of") })
		}
		return true
	})
}
