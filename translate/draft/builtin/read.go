package builtin

import (
	"cmp"
	"math"
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Reader reads questions about one database.
type Reader struct {
	model   *semantic.Model
	ways    *form.Ways
	grammar *grammar.Grammar
}

// readerKey is the key under which a snapshot keeps the reader of its model.
type readerKey struct{ model *semantic.Model }

// Of returns the reader of a model, made at the first call.
func Of(m *semantic.Model) *Reader {
	return m.Snapshot.Derive(readerKey{m}, func() any {
		ways := form.NewWays(m)
		return &Reader{m, ways, grammar.New(ways)}
	}).(*Reader)
}

// Reading is what a question may ask.
type Reading struct {
	Set      algebra.Set
	Plan     *plan.Plan
	Cost     float64
	Share    float64 // of it among the best readings, 0 to 1
	Features rank.Features
	Signs    rank.Signs
	Skipped  []string     // content words that nothing explains
	Trial    *draft.Trial // what it returned; nil: it was not run
	names    algebra.Names
	parts    []*chart.Edge
	key      string
	// What it was built of, for changes of it.
	form    *form.Form
	heard   []string
	ever    bool
	lattice *link.Lattice
	dearer  bool // it is the first for what it explains, though one that leaves something out is cheaper
}

// Result is all that was read.
type Result struct {
	Lattice    *link.Lattice
	Readings   []*Reading // the best first
	Confidence float64    // of the first, 0 to 1
	Steps      int        // rules tried
	Unplaced   []string   // words that no reading explains
	reader     *Reader
	tried      bool
	dropped    []dropped // readings that can be no answer, the best first
	apart      []string  // without a reading: the parts of the question that could not be put together
}

// Bounds of reading.
const (
	maxCovers = 60
	maxForms  = 24
	maxBuilt  = 60
	beyond    = 4.0  // forms that cost so much more than the best reading are not built
	loosePart = 0.45 // what each further part of a cover costs
)

// Read returns the readings of a question, at most n.
func (r *Reader) Read(l *link.Lattice, n int) *Result {
	res := r.read(l, n)
	res.reader = r
	return res
}

func (r *Reader) read(l *link.Lattice, n int) *Result {
	res := &Result{Lattice: l}
	if len(l.Words) == 0 {
		return res
	}
	edges, skip := r.grammar.Lattice(l)
	c := r.grammar.Parse(len(l.Words), edges)
	res.Steps = c.Steps
	var drafts []*candidate
	var unfit []*chart.Edge // of the first cover that is no form
	seenForms := map[uint64]bool{}
	for _, cover := range c.Covers(maxCovers, skip, loosePart, r.grammar.Whole) {
		f, cost := r.grammar.Assemble(cover.Parts)
		if f == nil && unfit == nil {
			unfit = cover.Parts
		}
		if f == nil || seenForms[f.Sum()] {
			continue
		}
		seenForms[f.Sum()] = true
		drafts = append(drafts, &candidate{cover: cover, form: f, cost: cost, skip: skip, lattice: l, model: r.model})
		for _, rival := range grammar.Rivals(f) {
			if sum := rival.Form.Sum(); !seenForms[sum] {
				seenForms[sum] = true
				drafts = append(drafts, &candidate{cover: cover, form: rival.Form, cost: cost + rival.Cost, skip: skip, lattice: l, model: r.model})
			}
		}
	}
	slices.SortStableFunc(drafts, func(a, b *candidate) int {
		return cmp.Compare(a.cover.Cost+a.cost, b.cover.Cost+b.cost)
	})
	res.Readings, res.dropped = r.build(drafts, n)
	if len(res.Readings) > 0 {
		res.settle()
	} else {
		res.Unplaced = unlinked(l, skip)
		if len(drafts) > 0 {
			unfit = drafts[0].cover.Parts
		}
		for _, e := range unfit {
			res.apart = append(res.apart, res.text(e.From, e.To))
		}
	}
	return res
}

// candidate is a form of one cover of the question.
type candidate struct {
	cover chart.Cover
	form  *form.Form
	cost  float64 // of assembling it
	skip  []float64

	lattice *link.Lattice
	model   *semantic.Model
	before  *Reading // what it changes; nil: it is a question by itself
}

// ever reports whether rows of any time are asked for.
func (d *candidate) ever() bool {
	return grammar.Ever(d.lattice.Words) || d.before != nil && d.before.ever
}

// build returns the readings of forms, each meaning once, the best n in order, and those before them that can be no answer.
func (r *Reader) build(drafts []*candidate, n int) (valid []*Reading, not []dropped) {
	ever := len(drafts) > 0 && drafts[0].ever()
	var all []*Reading
	best := math.Inf(1)
	for i, d := range drafts {
		if i >= maxForms && len(all) > 0 {
			break
		}
		if d.cover.Cost+d.cost > best+beyond {
			break
		}
		heard := d.heard()
		if d.before != nil {
			heard = append(slices.Clip(d.before.heard), heard...)
		}
		b := &form.Builder{Model: r.model, Ways: r.ways, Ever: ever, Heard: heard}
		var direct *Reading
		for _, built := range b.Build(d.form) {
			if len(all) >= maxBuilt {
				break
			}
			if d.pointless(built.Set) || contradicts(built.Set) {
				continue
			}
			one := d.reading(built)
			one.form, one.heard, one.lattice, one.ever = d.form, heard, d.lattice, ever
			if direct == nil {
				direct = one
			} else if r.detours(one, direct) {
				continue
			}
			best = min(best, d.cover.Cost+d.cost+built.Cost)
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b *Reading) int { return cmp.Compare(a.Cost, b.Cost) })
	known := map[string]bool{}
	for _, one := range all {
		if len(valid) == n {
			break
		}
		one.key = algebra.Key(algebra.Normal(one.Set)) // dear to make: of those alone that may be among the best
		if known[one.key] {
			continue
		}
		known[one.key] = true
		if why := r.wrong(one); why == "" {
			valid = append(valid, one)
		} else if len(not) < toldDropped {
			not = append(not, dropped{one, why})
		}
	}
	return valid, not
}

// detours reports whether a reading of the same form differs from another in a longer way alone, over rows of which there is one for each, where
// one key leads there: by store, over the employees of orders that have a store themselves.
func (r *Reader) detours(one, direct *Reading) bool {
	toOne := true
	algebra.Walk(one.Set, func(part any) bool {
		if v, ok := part.(*algebra.Via); ok {
			for _, s := range v.Path {
				toOne = toOne && r.tellsApart(s.Row, s.To)
			}
		}
		return toOne
	})
	if !toOne {
		return false
	}
	own, its := stepsOf(one.Set), stepsOf(direct.Set)
	without := func(all, others []plan.Constraint) int {
		n := 0
		for _, s := range all {
			if !slices.Contains(others, s) {
				n++
			}
		}
		return n
	}
	return without(its, own) == 1 && without(own, its) > 1
}

// dropped is a reading that can be no answer, with why.
type dropped struct {
	*Reading
	Why string
}

// wrong lowers a reading and returns why it can be no answer; "": it can.
func (r *Reader) wrong(one *Reading) string {
	p, err := algebra.Lower(algebra.Grouped(one.Set, r.tellsApart))
	if err != nil {
		return err.Error()
	}
	one.Plan = p
	if key := r.keyFigure(one.Set); key != "" {
		return key + " only says which row is meant, so that it has no highest, lowest, sum or average"
	}
	if flag := r.flagList(one.Set); flag != "" {
		return "a list of " + flag + " says yes and no, and of whom it does not"
	}
	if found := validate.Check(p, r.model.Snapshot); len(found) > 0 {
		return found[0].Message
	}
	return ""
}

// keyFigure returns the key to other rows that a set makes a figure of, or ranks by; "": none. The highest driver is not the highest number of one.
func (r *Reader) keyFigure(s algebra.Set) (key string) {
	look := func(v algebra.Value) {
		a, ok := v.(*algebra.Attr)
		if !ok || key != "" {
			return
		}
		if c := r.column(a); c != nil && slices.ContainsFunc(c.Relation.KeyOf(c.Column), func(k *semantic.Key) bool { return len(k.Columns) == 1 && !k.OneToOne }) {
			key = a.Column
		}
	}
	algebra.Walk(s, func(part any) bool {
		switch x := part.(type) {
		case *algebra.Measure:
			if len(x.Of) == 1 && slices.Contains([]string{"min", "max", "sum", "avg"}, x.Func) {
				look(x.Of[0])
			}
		case *algebra.Extreme:
			if x.N > 0 && len(x.By) > 0 {
				look(x.By[0].Value)
			}
		}
		return key == ""
	})
	return key
}

// flagList returns the flag that a set shows of many rows, and nothing else; "": it does not. The captains are not the yes and no of everybody.
func (r *Reader) flagList(s algebra.Set) string {
	show, ok := s.(*algebra.Show)
	if !ok || len(show.Columns) != 1 || has[*algebra.Where](s) || has[*algebra.Group](s) {
		return ""
	}
	a, ok := show.Columns[0].Value.(*algebra.Attr)
	if !ok {
		return ""
	}
	if c := r.column(a); c != nil && (c.Column.Class == schema.Boolean || c.Yes != "") {
		return c.Name.Phrase()
	}
	return ""
}

// column returns what the column of an attribute means; nil: it is none of the database.
func (r *Reader) column(a *algebra.Attr) *semantic.Column {
	rel := r.model.Relation(r.model.Snapshot.Table(a.Row.Schema, a.Row.Table))
	if rel == nil {
		return nil
	}
	return rel.Column(a.Column)
}

// tellsApart reports whether columns tell the rows of a relation apart.
func (r *Reader) tellsApart(w *algebra.Row, columns []string) bool {
	t := r.model.Snapshot.Table(w.Schema, w.Table)
	return t != nil && t.HasKey(columns)
}
