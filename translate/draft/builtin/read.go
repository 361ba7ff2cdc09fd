package builtin

import (
	"cmp"
	"math"
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/assemble"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
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
	Found    []Found      // by validators
	Trial    *draft.Trial // what it returned; nil: it was not run
	names    algebra.Names
	defined  map[string]string // what of it somebody defined, by algebra.Likeness
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
	emptied    *Reading           // that was first, and surely, until it was run and found nothing; nil: there is none
	Dropped    []*Reading         // readings that can be no answer, the best first
	fillings   map[string]*Result // how questions with a hole filled were read: what asks for one may be looked for twice
	apart      []string           // without a reading: the parts of the question that could not be put together
}

// Bounds of reading.
const (
	maxCovers = 60
	maxForms  = 24
	fewForms  = 8 // of a question with a hole filled, which is simple where it fits
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
	seen := map[uint64]*candidate{}
	add := func(f *form.Form, cover chart.Cover, cost float64) {
		switch was := seen[f.Sum()]; {
		case was == nil:
			one := &candidate{cover: cover, form: f, cost: cost, skip: skip, lattice: l, Reader: r}
			seen[f.Sum()] = one
			drafts = append(drafts, one)
		case cover.Cost+cost < was.cover.Cost+was.cost: // what was put together costs more than what was said in one
			was.cover, was.form, was.cost = cover, f, cost
		}
	}
	for _, cover := range c.Covers(maxCovers, skip, loosePart, r.grammar.Whole) {
		f, cost := assemble.Form(r.grammar.Rules, cover.Parts)
		if f == nil && unfit == nil {
			unfit = cover.Parts
		}
		if f == nil {
			continue
		}
		add(f, cover, cost)
		for _, rival := range assemble.Rivals(f) {
			add(rival.Form, cover, cost+rival.Cost)
		}
	}
	slices.SortStableFunc(drafts, func(a, b *candidate) int {
		return cmp.Compare(a.cover.Cost+a.cost, b.cover.Cost+b.cost)
	})
	res.Readings, res.Dropped = r.build(drafts, n)
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

	*Reader
	lattice *link.Lattice
	before  *Reading      // what it changes; nil: it is a question by itself
	ends    []*chart.Edge // what the derivations of its cover begin with, once they were asked for …
	called  []string      // … and the words of their names
}

// ever reports whether rows of any time are asked for.
func (d *candidate) ever() bool {
	return wordlist.Ever(d.lattice.Words) || d.before != nil && d.before.ever
}

// build returns the readings of forms, each meaning once, the best n in order, and those before them that can be no
// answer.
func (r *Reader) build(drafts []*candidate, n int) (valid []*Reading, not []*Reading) {
	ever := len(drafts) > 0 && drafts[0].ever()
	var all []*Reading
	c := &checked{}
	best := math.Inf(1)
	most := maxForms
	if n < compete {
		most = fewForms
	}
	for i, d := range drafts {
		if i >= most && len(all) > 0 {
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
			c = d.reading(built, c)
			c.direct = direct
			one := c.one
			one.form, one.heard, one.lattice, one.ever = d.form, heard, d.lattice, ever
			one.defined = built.Defined
			ok := c.check()
			one.Cost = one.Features.Cost()
			one.Signs[rank.Unexplained] = float64(len(one.Skipped))
			if !ok {
				not = append(not, one)
				continue
			}
			if direct == nil {
				direct = one
			}
			best = min(best, d.cover.Cost+d.cost+built.Cost)
			all = append(all, one)
		}
	}
	byCost := func(a, b *Reading) int { return cmp.Compare(a.Cost, b.Cost) }
	slices.SortStableFunc(all, byCost)
	built, known := map[string]bool{}, map[string]bool{}
	for _, one := range all {
		if len(valid) == n {
			break
		}
		asBuilt := algebra.Key(one.Set)
		if built[asBuilt] { // a normal form is dear to make: of those alone that may be among the best
			continue
		}
		one.key = algebra.Key(algebra.Normal(one.Set))
		if built[asBuilt] = true; known[one.key] {
			continue
		}
		known[one.key] = true
		if r.fits(one) {
			valid = append(valid, one)
		} else {
			not = append(not, one)
		}
	}
	slices.SortStableFunc(not, byCost)
	return valid, not
}

// fits lowers a reading, and reports whether its plan can be an answer.
func (r *Reader) fits(one *Reading) bool {
	p, err := algebra.Lower(r.shown(algebra.Grouped(one.Set, r.tellsApart), one.said()))
	if err != nil {
		one.Found = append(one.Found, Found{"no-plan", err.Error(), ""})
		return false
	}
	one.Plan = p
	wrong := validate.Check(p, r.model.Snapshot)
	for _, f := range wrong {
		one.Found = append(one.Found, Found{string(f.Kind), f.Message, ""})
	}
	return len(wrong) == 0
}

// said returns the words that a reading is of.
func (one *Reading) said() []link.Word {
	if one.lattice == nil {
		return nil
	}
	return one.lattice.Words
}

// column returns what a stored column means that a value is; nil: it is none of the database.
func (r *Reader) column(v algebra.Value) *semantic.Column {
	a, ok := v.(*algebra.Attr)
	if !ok || a.Row.Table == "" {
		return nil
	}
	rel := r.model.Relation(r.model.Snapshot.Table(a.Row.Schema, a.Row.Table))
	if rel == nil {
		return nil
	}
	return rel.Column(a.Column)
}

// relation returns the relation that a stored column is of; nil: it is none of the database.
func (r *Reader) relation(a *algebra.Attr) *semantic.Relation {
	if col := r.column(a); col != nil {
		return col.Relation
	}
	return nil
}

// tellsApart reports whether columns tell the rows of a relation apart.
func (r *Reader) tellsApart(w *algebra.Row, columns []string) bool {
	t := r.model.Snapshot.Table(w.Schema, w.Table)
	return t != nil && t.HasKey(columns)
}
