package builtin

import (
	"cmp"
	"math"
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/grammar"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
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
	Skipped  []string // content words that nothing explains
	parts    []*chart.Edge
	key      string
}

// Result is all that was read.
type Result struct {
	Lattice    *link.Lattice
	Readings   []*Reading // the best first
	Confidence float64    // of the first, 0 to 1
	Steps      int        // rules tried
	Unplaced   []string   // words that no reading explains
}

// Bounds of reading.
const (
	maxCovers = 60
	maxForms  = 24
	maxBuilt  = 60
	beyond    = 4.0  // forms that cost so much more than the best reading are not built
	judged    = 12   // readings that margin and mass are taken from
	loosePart = 0.45 // what each further part of a cover costs
)

// Read returns the readings of a question, at most n.
func (r *Reader) Read(l *link.Lattice, n int) *Result {
	res := &Result{Lattice: l}
	if len(l.Words) == 0 {
		return res
	}
	edges, skip := grammar.Lattice(l)
	c := r.grammar.Parse(len(l.Words), edges)
	res.Steps = c.Steps
	var drafts []*candidate
	seenForms := map[uint64]bool{}
	for _, cover := range c.Covers(maxCovers, skip, loosePart, r.grammar.Whole) {
		f, cost := r.grammar.Assemble(cover.Parts)
		if f == nil || seenForms[f.Sum()] {
			continue
		}
		seenForms[f.Sum()] = true
		drafts = append(drafts, &candidate{cover: cover, form: f, cost: cost, skip: skip, words: l.Words})
	}
	slices.SortStableFunc(drafts, func(a, b *candidate) int {
		return cmp.Compare(a.cover.Cost+a.cost, b.cover.Cost+b.cost)
	})
	res.Readings = r.build(drafts[:min(len(drafts), maxForms)], n)
	if len(res.Readings) > 0 {
		first := res.Readings[0]
		res.Confidence, res.Unplaced = first.Signs.Confidence(), first.Skipped
	} else {
		res.Unplaced = unlinked(l, skip)
	}
	return res
}

// candidate is a form of one cover of the question.
type candidate struct {
	cover chart.Cover
	form  *form.Form
	cost  float64 // of assembling it
	skip  []float64
	words []link.Word
}

// build returns the readings of forms, each meaning once, the best n in order.
func (r *Reader) build(drafts []*candidate, n int) []*Reading {
	byKey := map[string]*Reading{}
	ever := len(drafts) > 0 && grammar.Ever(drafts[0].words)
	var all []*Reading
	best := math.Inf(1)
	for _, d := range drafts {
		if d.cover.Cost+d.cost > best+beyond {
			break
		}
		heard := d.heard()
		b := &form.Builder{Model: r.model, Ways: r.ways, Ever: ever, Heard: heard}
		for _, built := range b.Build(d.form) {
			if len(all) >= maxBuilt {
				break
			}
			one := d.reading(built)
			best = min(best, one.Cost)
			one.key = algebra.Key(algebra.Normal(built.Set))
			if same := byKey[one.key]; same != nil {
				if one.Cost < same.Cost {
					*same = *one
				}
				continue
			}
			byKey[one.key] = one
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b *Reading) int { return cmp.Compare(a.Cost, b.Cost) })
	var valid []*Reading
	for _, one := range all {
		if len(valid) == n {
			break
		}
		if r.valid(one) {
			valid = append(valid, one)
		}
	}
	sign(valid)
	return valid
}

// valid lowers a reading and reports whether it can be an answer.
func (r *Reader) valid(one *Reading) bool {
	p, err := algebra.Lower(one.Set)
	if err != nil {
		return false
	}
	one.Plan = p
	return len(validate.Check(p, r.model.Snapshot)) == 0
}

// sign fills in what tells whether the first reading is right.
func sign(all []*Reading) {
	costs := make([]float64, min(len(all), judged))
	for i, one := range all[:len(costs)] {
		costs[i] = one.Cost
	}
	_, margin, mass := rank.Order(costs)
	for _, one := range all {
		one.Share = mass * math.Exp(all[0].Cost-one.Cost)
		one.Signs[rank.Bias], one.Signs[rank.Margin], one.Signs[rank.Mass] = 1, margin, mass
		one.Signs[rank.Total] = min(one.Cost, 12)
	}
}

// contentWord is what a word costs at least that should be explained.
const contentWord = 0.5

// unknownWord is what a word costs at least that may change the meaning, and not only tell a way.
const unknownWord = 1.5

// needed is what a word costs at least that must be explained.
const needed = 6

// heard returns the words that the cover leaves out and that may tell a way.
func (d *candidate) heard() []string {
	var out []string
	for _, i := range d.cover.Skipped {
		if d.skip[i] >= contentWord {
			out = append(out, d.words[i].Low)
		}
	}
	for _, e := range d.cover.Parts {
		e.Walk(func(p *chart.Edge) {
			if h, ok := p.Meaning.(grammar.Heard); ok {
				out = append(out, h.Text)
			}
		})
	}
	return out
}

// names returns the words of the names of what the words of a cover were linked to: said once more, they explain nothing new.
func (d *candidate) names() []string {
	var out []string
	for _, e := range d.cover.Parts {
		e.Walk(func(p *chart.Edge) {
			l, ok := p.Meaning.(grammar.Linked)
			if !ok || p.Rule != nil {
				return
			}
			if l.Column != nil {
				out = append(out, l.Column.Name.Words...)
			}
			if l.Relation != nil {
				out = append(out, l.Relation.Name.Words...)
			}
		})
	}
	return out
}

// reading returns a form that was built as a reading, with its features.
func (d *candidate) reading(b form.Built) *Reading {
	one := &Reading{Set: b.Set, parts: d.cover.Parts}
	f := &one.Features
	weakest := 1.0
	whole := 0.0
	b.Used = append(b.Used, d.names()...)
	for _, e := range d.cover.Parts {
		whole += e.Cost
		e.Walk(func(p *chart.Edge) {
			if l, ok := p.Meaning.(grammar.Linked); ok && p.Rule == nil {
				f[rank.Links] += p.Cost
				weakest = min(weakest, l.Score)
			}
			if h, ok := p.Meaning.(grammar.Heard); ok && p.Rule == nil {
				if restates(b.Used, h.Text) {
					f[rank.Syntax] -= p.Cost
				} else if p.Cost >= unknownWord/2 {
					one.Skipped = append(one.Skipped, h.Text)
				}
			}
		})
	}
	f[rank.Syntax] += whole - f[rank.Links]
	for _, i := range d.cover.Skipped {
		if d.skip[i] >= contentWord && restates(b.Used, d.words[i].Low) {
			continue
		}
		f[rank.Skips] += d.skip[i]
		if d.skip[i] >= needed {
			one.Signs[rank.Dropped]++
		}
		if d.skip[i] >= unknownWord {
			one.Skipped = append(one.Skipped, d.words[i].Text)
		}
	}
	f[rank.Floats] = loosePart * float64(len(d.cover.Parts)-1)
	f[rank.Assembly], f[rank.Ways] = d.cost, b.Cost
	one.Cost = f.Cost()
	one.Signs[rank.Weakest], one.Signs[rank.Unexplained] = weakest, float64(len(one.Skipped))
	one.Signs[rank.Loose], one.Signs[rank.Way], one.Signs[rank.Guessed] = float64(len(d.cover.Parts)-1), min(b.Cost, 6), float64(b.Inferred)
	one.Signs[rank.Defaults] = float64(b.LeftOut)
	return one
}

// restates reports whether a word says again what a reading passes over.
func restates(used []string, w string) bool {
	return slices.ContainsFunc(used, func(u string) bool { return form.Alike(w, u) })
}

// unlinked returns the content words that the lattice does not explain.
func unlinked(l *link.Lattice, skip []float64) []string {
	var out []string
	for i, w := range l.Words {
		if skip[i] >= contentWord && !slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool { return c.From <= i && i < c.To }) {
			out = append(out, w.Text)
		}
	}
	return out
}
