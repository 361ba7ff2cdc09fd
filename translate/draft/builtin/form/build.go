package form

import (
	"cmp"
	"errors"
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// Builder builds forms over one model.
type Builder struct {
	Model *semantic.Model
	Ways  *Ways
	// Ever takes rows of any time where a relation says from when until when they are valid; else those that are
	// valid now.
	Ever  bool
	Heard []string // words of the question that nothing else explains: they may tell a way
	named bool     // groups are by what rows are called alone
	then  bool     // a period is when rows were valid that connect persons with others, and not when the persons came
}

// Built is a form as algebra, in one of the ways in which its parts may hang together.
type Built struct {
	Set      algebra.Set
	Cost     float64  // of the ways, and of what was guessed
	Used     []string // words of the names that it passes over
	Steps    int      // keys that it follows
	Inferred int      // of these, that nobody declared
	LeftOut  int      // conditions that go without saying
	// Defined is what of it somebody defined, and its name, by algebra.Likeness.
	Defined map[string]string
	cut     bool // one row was taken where several may be as extreme
	named   bool // groups of the same name are kept apart
}

var errUnfit = errors.New("the parts do not fit together")

// maxBuilds bounds the ways in which one form is built.
const maxBuilds = 5

// tied is what it costs to show all rows that are as extreme as the first.
const tied = 0.8

// byName is what it costs to put rows of the same name into one group.
const byName = 0.9

// Build returns a form in the ways in which it can be built, the cheapest first: each relation by its cheapest way,
// and then one at a time by a dearer one.
func (b *Builder) Build(f *Form) []Built {
	b, first, rivals, err := b.first(f)
	if err != nil {
		return nil
	}
	all := []Built{first}
	if first.named {
		if one, _, err := b.byNames().once(f, nil, false); err == nil {
			one.Cost += byName
			all = append(all, one)
		}
	}
	if first.cut {
		if one, _, err := b.once(f, nil, true); err == nil {
			one.Cost += tied
			all = append(all, one)
		}
	}
	for i, n := range rivals {
		for j := 1; j < n && len(all) < maxBuilds; j++ {
			choice := make([]int, i+1)
			choice[i] = j
			if one, _, err := b.once(f, choice, false); err == nil {
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Built) int { return cmp.Compare(x.Cost, y.Cost) })
	return all
}

// first returns the cheapest way of building a form, and the builder for the others: one to which a period of persons is
// when they belonged somewhere, where rows tell that.
func (b *Builder) first(f *Form) (*Builder, Built, []int, error) {
	if periodIn(f) != nil {
		then := *b
		then.then = true
		if one, rivals, err := then.once(f, nil, false); err == nil {
			return &then, one, rivals, nil
		}
	}
	one, rivals, err := b.once(f, nil, false)
	return b, one, rivals, err
}

// byNames returns the builder that puts rows of the same name into one group.
func (b *Builder) byNames() *Builder {
	again := *b
	again.named = true
	return &again
}

// run is one way of building a form.
type run struct {
	*Builder
	choice  []int // which of the ways to take, in the order in which they are wanted; 0 for further ones
	rivals  []int // how many there were
	taken   []taken
	ties    bool // extremes are all that are as extreme
	out     Built
	depth   int
	now     bool               // what rows have is so now, and not over
	at      algebra.Value      // the day at which rows were valid; nil: now
	in      *During            // the period in which they were; nil: in none
	wasThen bool               // rows of that day are read
	aged    *semantic.Relation // whose rows are as old as they are today
	stands  *semantic.Relation // whose rows have a stored state that says that they are so now
	clocked *semantic.Relation // whose rows are of a period that no word says anything of
}

// define notes that a part of it was defined by somebody.
func (b *Built) define(part any, t *semantic.Term) {
	if _, plain := part.(*algebra.Attr); plain {
		return
	}
	if b.Defined == nil {
		b.Defined = map[string]string{}
	}
	b.Defined[algebra.Likeness(part)] = t.Phrase()
}

func (b *Builder) once(f *Form, choice []int, ties bool) (Built, []int, error) {
	r := &run{Builder: b, choice: choice, ties: ties, out: Built{Used: make([]string, 0, 16)}}
	set, err := r.form(f)
	r.out.Set = set
	return r.out, r.rivals, err
}

// form builds a whole question.
func (r *run) form(f *Form) (algebra.Set, error) {
	q := &query{run: r, Form: f}
	for _, i := range f.Items {
		if i.Figure() {
			q.figures = append(q.figures, i)
		} else if !i.OfEach {
			q.plain = append(q.plain, i)
		}
	}
	grain := q.grain()
	if grain == nil {
		return nil, errUnfit
	}
	r.at, r.in = dayOf(f), nil
	if r.then {
		r.in = periodIn(f)
	}
	if f.Head.standsNow() {
		r.stands = f.Head.Rel
	}
	q.scope = r.scope(grain)
	r.now = speaksOfNow(f)
	q.scope.beside = f.Beside
	for _, i := range f.Items {
		if i.OfEach {
			continue
		}
		if err := q.reachItem(i); err != nil {
			return nil, err
		}
	}
	q.scope.beside = false
	for _, g := range f.shownGroups() {
		if err := q.reachGroup(g); err != nil {
			return nil, err
		}
	}
	q.reachLabels()
	if err := q.reachJoined(); err != nil {
		return nil, err
	}
	if err := q.said(); err != nil {
		return nil, err
	}
	set, err := q.grouped()
	if err != nil {
		return nil, err
	}
	if (r.at != nil || r.in != nil) && !r.wasThen {
		return nil, errUnfit // nothing tells what was so on that day
	}
	if set, err = q.shown(set); r.aged != nil && r.aged == r.clocked {
		return nil, errUnfit // how old pets were in 2025 is not how old those are that came then
	}
	return set, err
}

// query is a form that is being built.
type query struct {
	*run
	*Form
	scope          *scope
	figures, plain []*Item
	groups         []algebra.Value                // what is grouped by
	led            map[*semantic.Key]*algebra.Row // what keys lead to beside the rows
	best           []algebra.Column               // the figures by which rows are the first
	isGrouped      bool
}

// shownGroups returns what an answer is grouped by or shows the first of each of.
func (f *Form) shownGroups() []*Group {
	groups := f.Groups
	for _, r := range f.Ranks {
		if r.Each != nil && !slices.Contains(groups, r.Each) {
			groups = append(slices.Clip(groups), r.Each)
		}
	}
	return groups
}

// grain returns the relation whose rows the question counts or shows.
func (q *query) grain() *semantic.Relation {
	for _, i := range q.figures {
		if rel := i.Relation(); rel != nil {
			return rel
		}
	}
	if q.Head != nil {
		return q.Head.Rel
	}
	for _, i := range q.plain {
		if i.Noun != nil {
			return i.Noun.Rel
		}
		if rel := i.Relation(); rel != nil {
			return rel
		}
	}
	return nil
}

// reachItem joins what an item is of.
func (q *query) reachItem(i *Item) error {
	if i.Key != nil {
		return q.reachLed(i.Key, true)
	}
	if i.Noun != nil {
		if _, err := q.scope.reach(q.scope.base, i.Noun.Rel, nil, i.Noun.Role); err != nil {
			return err
		}
	}
	rel := i.Relation()
	if i.Col == nil && i.Term == nil {
		return nil
	}
	from := q.scope.base
	if i.Noun != nil {
		from = i.Noun.Rel
	} else if q.Head != nil && q.scope.row(q.Head.Rel) != nil {
		from = q.Head.Rel
	}
	if i.Col != nil {
		q.out.Used = append(q.out.Used, i.Col.Name.Words...)
	}
	_, err := q.scope.reach(from, rel, nil, nil)
	if err == nil && i.Term != nil { // what it speaks of beside
		_, err = q.scope.defined(i.Term)
	}
	return err
}

func (q *query) reachGroup(g *Group) error {
	if g.within() {
		return q.reachLed(g.Key, false)
	}
	rel := groupRelation(g)
	from := q.scope.base
	if q.Head != nil && q.scope.row(q.Head.Rel) != nil {
		from = q.Head.Rel
	}
	var heard []string
	if g.Noun != nil {
		heard = g.Noun.Role
	}
	_, err := q.scope.reach(from, rel, g.Key, heard)
	return err
}

// reachLabels joins what rows are called by, where that is another relation's.
func (q *query) reachLabels() {
	var rels []*semantic.Relation
	if q.lists() && q.Head != nil {
		rels = append(rels, q.Head.Rel)
	}
	for _, i := range q.plain {
		if i.Col == nil && i.Term == nil && i.Whether == nil {
			rels = append(rels, i.Noun.Rel)
		}
	}
	for _, g := range q.Groups {
		if g.Noun != nil {
			rels = append(rels, g.Noun.Rel)
		}
	}
	for _, rel := range rels {
		if via := rel.Label.Via; via != nil && q.scope.row(rel) != nil && q.scope.row(via.To) == nil {
			q.scope.follow(rel, semantic.Path{{Key: via}})
		}
	}
}

// lists reports whether the rows themselves are shown, and not only what is asked for of them.
func (q *query) lists() bool { return q.Rows || len(q.Items) == 0 && len(q.Groups) == 0 }

func groupRelation(g *Group) *semantic.Relation {
	if g.Noun != nil {
		return g.Noun.Rel
	}
	return g.Col.Relation
}

// within reports whether a group is of rows to which others of their own relation belong: employees per manager.
func (g *Group) within() bool { return g.Key != nil && g.Key.From == g.Key.To }

// said adds all that is said of the nouns of the question.
func (q *query) said() error {
	done := map[*Noun]bool{}
	add := func(n *Noun) error {
		if n == nil || done[n] {
			return nil
		}
		done[n] = true
		if q.scope.row(n.Rel) == nil {
			return q.scope.related(q.scope.base, q.scope.row(q.scope.base), &Related{Noun: n})
		}
		if err := q.scope.add(n.Rel, n.Conds); err != nil {
			return err
		}
		q.leaveOut(n.Rel)
		return nil
	}
	if err := add(q.Head); err != nil {
		return err
	}
	for _, i := range q.Items {
		if i.OfEach {
			continue
		}
		if err := add(i.Noun); err != nil {
			return err
		}
	}
	for _, g := range q.shownGroups() {
		if err := add(g.Noun); err != nil {
			return err
		}
	}
	if q.Head == nil {
		q.leaveOut(q.scope.base)
	}
	return nil
}

// leaveOut counts the rules by which rows never count. Package assume adds them to the finished plan.
func (q *query) leaveOut(rel *semantic.Relation) {
	for _, rule := range rel.LeftOut {
		if rule.Scope == "" {
			q.out.LeftOut++
		}
	}
}
