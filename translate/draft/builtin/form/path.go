package form

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// Ways remembers the ways between relations of a model.
type Ways struct {
	model *semantic.Model
	mu    sync.Mutex
	known map[[2]*semantic.Relation][]semantic.Path
	kinds map[oneKind]*semantic.Relation
	times map[oneTime]*semantic.Column
}

// oneKind is a kind of a relation of attributes and values.
type oneKind struct {
	of    *semantic.Relation
	label *semantic.Column
	value string
}

// oneTime is the time from one date to another.
type oneTime struct {
	from, to *semantic.Column
	unit     string
}

// maxKinds bounds the kinds, and the times, that are remembered.
const maxKinds = 5_000

// Time returns the time from one date to another as a column, the same for the same dates; nil: there is none.
func (w *Ways) Time(from, to *semantic.Column, unit string) *semantic.Column {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := oneTime{from, to, unit}
	c, ok := w.times[k]
	if !ok {
		if c = semantic.Between(from, to, unit); len(w.times) < maxKinds {
			w.times[k] = c
		}
	}
	return c
}

// OfKind returns the rows of a relation that are of one kind, the same for the same kind.
func (w *Ways) OfKind(of *semantic.Relation, label *semantic.Column, value string) *semantic.Relation {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := oneKind{of, label, value}
	r, ok := w.kinds[k]
	if !ok {
		if r = of.OfKind(label, value); len(w.kinds) < maxKinds {
			w.kinds[k] = r
		}
	}
	return r
}

// paths looks for the ways between two relations. To the rows of one kind they lead over what these are of.
func (w *Ways) paths(from, to *semantic.Relation) []semantic.Path {
	var before, after semantic.Path
	if from.Kind != nil {
		before = semantic.Path{{Key: from.Keys[0]}}
		from = from.Keys[0].To
	}
	if to.Kind != nil {
		after = semantic.Path{{Key: to.Keys[0], Back: true}}
		to = to.Keys[0].To
	}
	if before == nil && after == nil {
		return w.model.Graph.Paths(from, to, rivals)
	}
	if from == to {
		return []semantic.Path{slices.Concat(before, after)}
	}
	var out []semantic.Path
	for _, p := range w.model.Graph.Paths(from, to, rivals) {
		out = append(out, slices.Concat(before, p, after))
	}
	return out
}

// NewWays returns the ways of a model.
func NewWays(m *semantic.Model) *Ways {
	return &Ways{model: m, known: map[[2]*semantic.Relation][]semantic.Path{}, kinds: map[oneKind]*semantic.Relation{}, times: map[oneTime]*semantic.Column{}}
}

// Model returns the model whose ways these are.
func (w *Ways) Model() *semantic.Model { return w.model }

// Bounds of ways.
const (
	rivals   = 3      // ways between two relations that are tried
	maxKnown = 20_000 // pairs of relations that are remembered
)

// Between returns the ways from one relation to another, the cheapest first.
func (w *Ways) Between(from, to *semantic.Relation) []semantic.Path {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := [2]*semantic.Relation{from, to}
	paths, ok := w.known[k]
	if !ok {
		paths = w.paths(from, to)
		if len(w.known) < maxKnown {
			w.known[k] = paths
		}
	}
	return paths
}

// Far is what it costs at least to relate two relations: 0 for the same one, and unreachable where there is no way.
func (w *Ways) Far(from, to *semantic.Relation) float64 {
	if from == to {
		return 0
	}
	if paths := w.Between(from, to); len(paths) > 0 {
		return wayCost(paths[0], nil)
	}
	return unreachable
}

// ToOne reports whether the cheapest way leads to at most one row.
func (w *Ways) ToOne(from, to *semantic.Relation) bool {
	if from == to {
		return true
	}
	paths := w.Between(from, to)
	return len(paths) > 0 && paths[0].ToOne()
}

// Costs of ways.
const (
	unreachable = 12.0
	eachStep    = 0.35
	roleHeard   = 0.8 // less, where a word of the question is that of the role or of a relation on the way
	roleUnsaid  = 0.25
	roleElse    = 0.8 // more, where what somebody does in it is something else than was done: who closed a ticket is not who requested it
	longWay     = 0.3 // more for each step beyond mostNear: what is so far away is rarely meant
	mostNear    = 2
	elseSaid    = 1.0  // more for a relation on the way that says something else of those which it joins, beside one that does not
	besideOwn   = 1.2  // by what belongs to the rows, where they have a key of their own: the store of an employee is none of the orders
	onlyJoins   = 0.25 // less for a relation on the way that holds nothing but its keys
)

// wayCost returns what a way costs in a reading.
func wayCost(p semantic.Path, heard []string) float64 {
	cost := p.Cost() * eachStep
	if len(p) > 0 && p[len(p)-1].End().Kind != nil || len(p) == 1 && spellsOut(p[0]) {
		cost -= eachStep // it reads like a column of what it is of
	}
	cost += longWay * float64(max(steps(p)-mostNear, 0))
	for i, s := range p {
		told := slices.ContainsFunc(s.Role, func(w string) bool { return hears(heard, w) })
		switch {
		case told:
			cost -= roleHeard
		case len(s.Role) > 0 && doesElse(s, heard):
			cost += roleElse
		case len(s.Role) > 0:
			cost += roleUnsaid
		}
		if i+1 < len(p) && joins(p, i) {
			cost -= onlyJoins
		}
		if i+1 < len(p) && (slices.ContainsFunc(s.End().Name.Words, func(w string) bool { return hears(heard, w) && !calledBy(p, w) }) || len(deeds(s.End(), heard)) > 0) {
			cost -= roleHeard / 2
		}
	}
	return max(cost, 0.05)
}

// spellsOut reports whether a step leads to a table of nothing but codes and what they stand for: the status of an order
// is its own, and that of its invoice is not.
func spellsOut(s semantic.Step) bool {
	if s.Back || len(s.Key.Columns) != 1 || len(s.Key.To.Columns) > codeAndLabel {
		return false
	}
	c := s.Key.From.Column(s.Key.Columns[0].Name)
	return c.Lookup != nil && c.Lookup.Key == s.Key && c.Name.Words[len(c.Name.Words)-1] != "id"
}

// codeAndLabel is how many columns a table of codes has at most.
const codeAndLabel = 3

// doesElse reports whether it was said what happened to the rows of a key, and its role is that of somebody who does
// something else.
func doesElse(s semantic.Step, heard []string) bool {
	role := s.Role[len(s.Role)-1]
	return (strings.HasSuffix(role, "er") || strings.HasSuffix(role, "or")) && len(deeds(s.From, heard)) > 0
}

// calledBy reports whether a word is of the name of where a way ends: supplied, of suppliers, says nothing for
// supplier returns.
func calledBy(p semantic.Path, word string) bool {
	return slices.ContainsFunc(p[len(p)-1].End().Name.Words, func(w string) bool { return Alike(w, word) })
}

// unnamed returns what a way costs more because a history on it says something else of the two that it joins than
// that they belonged together, which nobody said, where another history does not: the managers of a department are
// not its employees.
func unnamed(p semantic.Path, among []semantic.Path, heard []string) float64 {
	for _, q := range among {
		at := -1
		for i := range min(len(p), len(q)) {
			switch {
			case p[i].End() == q[i].End():
			case at < 0 && i+1 < len(p):
				at = i
			default:
				at = len(p)
			}
		}
		if len(p) != len(q) || at < 0 || at+1 >= len(p) || p[at].End().Validity == nil || q[at].End().Validity == nil {
			continue
		}
		if more := besides(p[at], p[at+1]); len(more) > 0 && len(besides(q[at], q[at+1])) == 0 &&
			!slices.ContainsFunc(more, func(w string) bool { return hears(heard, w) }) {
			return elseSaid
		}
	}
	return 0
}

// besides returns the words of a relation between two steps that are none of those which it joins.
func besides(a, b semantic.Step) []string {
	ends := append(slices.Clip(a.Start().Name.Words), b.End().Name.Words...)
	return slices.DeleteFunc(slices.Clone(a.End().Name.Words), func(w string) bool { return hears(ends, w) })
}

// joins reports whether the step before another leads to what only joins: rows of keys alone, or the parts of the
// rows on one side of them, such as the lines of an order.
func joins(p semantic.Path, i int) bool {
	part := p[i].End().Part
	return p[i].End().Link || part != nil && (part.Of == p[i].Key || part.Of == p[i+1].Key)
}

// steps returns how many keys a way follows; two that only join are one.
func steps(p semantic.Path) int {
	n := len(p)
	for i := range p[:max(len(p)-1, 0)] {
		if joins(p, i) {
			n--
		}
	}
	return n
}

// deeds returns those of the words that say what happened to the rows of a relation: borrowed, of loans.
func deeds(r *semantic.Relation, heard []string) []string {
	return deedsOf(r, heard, func(semantic.Event) bool { return true })
}

// deedsOfAll returns those of the words that say what happened to all rows of a relation: not all bookings were
// cancelled.
func deedsOfAll(r *semantic.Relation, heard []string) []string {
	return deedsOf(r, heard, func(e semantic.Event) bool { return e.Date == nil || e.Date.NotNull || e.Kind == semantic.Birth })
}

func deedsOf(r *semantic.Relation, heard []string, fits func(semantic.Event) bool) []string {
	var out []string
	for _, h := range heard {
		base := lexicon.BaseOf(h)
		if base != "" && slices.ContainsFunc(r.Events, func(e semantic.Event) bool { return slices.Contains(e.Verbs, base) && fits(e) }) {
			out = append(out, h)
		}
	}
	return out
}

// hears reports whether one of the words is a form of another.
func hears(heard []string, w string) bool {
	return slices.ContainsFunc(heard, func(h string) bool { return Alike(h, w) || Doer(h, w) || gets(h, w) })
}

// Doer reports whether a word is what somebody is who does what a verb says: owner, of owns and owned; an assignee is
// none.
func Doer(verb, noun string) bool {
	stem, ok := strings.CutSuffix(noun, "er")
	if !ok {
		stem, ok = strings.CutSuffix(noun, "or")
	}
	rest, begun := strings.CutPrefix(verb, stem)
	return ok && len(stem) > 2 && begun && slices.Contains([]string{"", "s", "ed", "e", "es", "ing"}, rest)
}

// gets reports whether a word is what somebody is who gets or sends something, as a verb says.
func gets(verb, noun string) bool {
	base := cmp.Or(lexicon.BaseOf(verb), verb)
	return lexicon.In("receiving", base) && lexicon.In("receiver", noun) || lexicon.In("sending", base) && lexicon.In("sender", noun)
}

// Alike reports whether two lower-case words have the same beginning: manage and manager, direct and director.
func Alike(a, b string) bool {
	if a == b {
		return true
	}
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 4 && n >= min(len(a), len(b))-2 && max(len(a), len(b))-n <= 4 && !strings.ContainsAny(a[n:]+b[n:], " _")
}

// way returns the way from one relation to another that this run is to take; nil where there is none.
func (r *run) way(from, to *semantic.Relation, key *semantic.Key, heard []string) semantic.Path {
	paths := r.Ways.Between(from, to)
	if key != nil {
		var with []semantic.Path
		for _, p := range paths {
			if slices.ContainsFunc(p, func(s semantic.Step) bool { return s.Key == key }) {
				with = append(with, p)
			}
		}
		if len(with) == 0 && key.From == from && key.To == to {
			with = []semantic.Path{{{Key: key}}}
		}
		paths = with
		if from == to && key.From == key.To {
			paths = []semantic.Path{{{Key: key}}}
		}
	}
	if len(paths) == 0 {
		return nil
	}
	heard = append(slices.Clip(heard), r.Heard...)
	sorted := make([]costly, len(paths))
	for i, p := range paths {
		sorted[i] = costly{p, wayCost(p, heard) + unnamed(p, paths, heard)}
	}
	slices.SortStableFunc(sorted, func(a, b costly) int { return cmp.Compare(a.cost, b.cost) })
	i := r.chosen(from, to, key, heard, len(sorted))
	way := sorted[i].Path
	r.out.Cost += sorted[i].cost
	if own := sorted[0].Path; len(own) == 1 && own.ToOne() && own[0].Declared && !way.ToOne() {
		r.out.Cost += besideOwn
	}
	for _, s := range way {
		r.out.Used = append(append(append(r.out.Used, s.Role...), s.From.Name.Words...), s.To.Name.Words...)
		r.out.Used = append(append(r.out.Used, deedsOfAll(s.From, heard)...), deedsOfAll(s.To, heard)...)
		if !s.Declared {
			r.out.Inferred++
		}
	}
	r.out.Steps += len(way)
	return way
}

// chosen returns which of several ways to take, in the order in which they are wanted. The same two relations of which
// the same is said hang together in the same way: who borrowed both a novel and an atlas reserved neither.
func (r *run) chosen(from, to *semantic.Relation, key *semantic.Key, heard []string, ways int) int {
	for _, t := range r.taken {
		if t.from == from && t.to == to && t.key == key && t.ways == ways && slices.Equal(t.heard, heard) {
			return t.way
		}
	}
	i := 0
	if n := len(r.rivals); n < len(r.choice) {
		i = min(r.choice[n], ways-1)
	}
	r.rivals = append(r.rivals, ways)
	r.taken = append(r.taken, taken{from, to, key, heard, ways, i})
	return i
}

// taken is which of the ways between two relations was taken.
type taken struct {
	from, to  *semantic.Relation
	key       *semantic.Key
	heard     []string
	ways, way int
}

// costly is a way with what it costs.
type costly struct {
	semantic.Path
	cost float64
}

// Near returns the relations that one key connects with another.
func (w *Ways) Near(rel *semantic.Relation) []*semantic.Relation {
	var out []*semantic.Relation
	for _, s := range w.model.Graph.Steps(rel) {
		if end := s.End(); end != rel && !slices.Contains(out, end) {
			out = append(out, end)
		}
	}
	return out
}
