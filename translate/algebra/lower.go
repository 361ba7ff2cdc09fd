package algebra

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/pgask/pgask/translate/plan"
)

// ErrUnresolved means that a tree has a relation whose path is not chosen.
var ErrUnresolved = errors.New("something is left open")

// ErrMeaning means that a tree refers to what is not there: a row that nothing ranges over, a column that is not shown.
var ErrMeaning = errors.New("the tree has no meaning")

// Lower returns the plan that fetches what a set shows. The error wraps ErrUnresolved, ErrMeaning or is one of plan's.
func Lower(s Set) (*plan.Plan, error) {
	l := &lowering{aliases: map[string]int{}, uses: map[Set]int{}, shared: map[Set]string{}}
	Walk(s, func(part any) bool {
		if rows, ok := part.(*Rows); ok && rows.Row.Of != nil {
			l.uses[rows.Row.Of]++
			return l.uses[rows.Row.Of] == 1 // what stands in it is counted once
		}
		return true
	})
	lv, err := l.set(s, nil)
	if err != nil {
		return nil, err
	}
	p := lv.finish()
	p.With = l.with
	return p, nil
}

// lowering is the state that the levels of one statement share.
type lowering struct {
	aliases map[string]int // how often each was used
	uses    map[Set]int    // how many rows range over a set
	shared  map[Set]string // the name of a set over which several do
	with    []plan.CTE
}

// stage is how much of a level's SELECT is settled. What belongs before its stage needs a level of its own.
type stage int

const (
	reading stage = iota // relations, joins and conditions may still be added
	grouped              // conditions are about groups
	ranked               // it is cut: conditions would come before
	shown                // its columns are chosen
)

// level is one SELECT that is being built.
type level struct {
	l      *lowering
	outer  *level // the level whose rows a subquery may refer to
	plan   *plan.Plan
	stage  stage
	groups bool
	rows   map[*Row]string // aliases
	inner  []*derived
	lists  map[*Row]plan.Expr // elements of lists
}

// derived is a level that another one reads. What that one needs of it, it shows.
type derived struct {
	alias string
	of    *level
	shows map[string]string // names of columns by the keys of values
}

func (l *lowering) level(outer *level) *level {
	return &level{l: l, outer: outer, plan: &plan.Plan{}, rows: map[*Row]string{}}
}

// alias returns a name that nothing else in the statement has.
func (l *lowering) alias(base string) string {
	if len(base) > 50 {
		base = "t"
	}
	l.aliases[base]++
	if n := l.aliases[base]; n > 1 {
		return l.alias(base + "_" + strconv.Itoa(n))
	}
	return base
}

func (l *lowering) set(s Set, outer *level) (*level, error) {
	switch x := s.(type) {
	case *Rows:
		return l.read(x.Row, outer)
	case *Once, nil:
		return l.level(outer), nil
	case *Join:
		return l.join(x, outer)
	case *Where:
		return l.where(x, outer)
	case *Group:
		return l.group(x, outer)
	case *Extreme:
		return l.extreme(x, outer)
	case *Show:
		return l.show(x, outer)
	case *Combine:
		return l.combine(x, outer)
	}
	return nil, fmt.Errorf("%w: %T is no set", ErrMeaning, s)
}

// read returns a level that reads what a row ranges over.
func (l *lowering) read(w *Row, outer *level) (*level, error) {
	if w.List != nil {
		return l.elements(w, l.level(outer))
	}
	lv := l.level(outer)
	src, err := l.source(w)
	if err != nil {
		return nil, err
	}
	lv.plan.From = src
	lv.rows[w] = src.Alias
	return lv, nil
}

// elements returns a level that reads another one, each of its rows with each element of a list.
func (l *lowering) elements(w *Row, of *level) (*level, error) {
	lv, err := l.sealed(of)
	if err != nil {
		return nil, err
	}
	e, err := lv.inner[0].show(w.List)
	lv.lists = map[*Row]plan.Expr{w: e}
	return lv, err
}

func (l *lowering) source(w *Row) (*plan.Source, error) {
	if w.Of == nil {
		return &plan.Source{Schema: w.Schema, Table: w.Table, Alias: l.alias(w.Table)}, nil
	}
	if name, known := l.shared[w.Of]; known {
		return &plan.Source{Table: name, Alias: l.alias(name)}, nil
	}
	inner, err := l.set(w.Of, nil)
	if err != nil {
		return nil, err
	}
	if inner.stage != shown {
		return nil, fmt.Errorf("%w: a row ranges over a set that does not name its columns", ErrMeaning)
	}
	if l.uses[w.Of] < 2 {
		return &plan.Source{Plan: inner.finish(), Alias: l.alias("t")}, nil
	}
	name := l.alias("part")
	l.with = append(l.with, plan.CTE{Name: name, Plan: inner.finish()})
	l.shared[w.Of] = name
	return &plan.Source{Table: name, Alias: l.alias(name)}, nil
}

// sealed returns a level that reads another one, which then stays as it is but for what it shows.
func (l *lowering) sealed(of *level) (*level, error) {
	if of.stage == shown {
		return nil, fmt.Errorf("%w: columns are chosen before the rows are", ErrMeaning)
	}
	lv := l.level(of.outer)
	d := &derived{alias: l.alias("t"), of: of, shows: map[string]string{}}
	lv.plan.From = &plan.Source{Plan: of.plan, Alias: d.alias}
	lv.inner = []*derived{d}
	return lv, nil
}

// upTo returns the level, or one that reads it if it is past a stage.
func (l *lowering) upTo(lv *level, last stage) (*level, error) {
	if lv.stage <= last {
		return lv, nil
	}
	return l.sealed(lv)
}

// where adds what must hold, each thing by itself: what is changed or told of a plan later is one of them.
func (l *lowering) where(x *Where, outer *level) (*level, error) {
	lv, err := l.set(x.Of, outer)
	if err == nil {
		lv, err = l.upTo(lv, grouped)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range conjuncts(x.If) {
		cond, err := lv.pred(p)
		if err != nil {
			return nil, err
		}
		if lv.groups {
			lv.plan.Having = append(lv.plan.Having, cond)
		} else {
			lv.plan.Where = append(lv.plan.Where, cond)
		}
	}
	return lv, nil
}

func (l *lowering) group(x *Group, outer *level) (*level, error) {
	lv, err := l.set(x.Of, outer)
	if err == nil {
		lv, err = l.upTo(lv, reading)
	}
	if err != nil {
		return nil, err
	}
	for _, v := range x.By {
		e, err := lv.value(v)
		if err != nil {
			return nil, err
		}
		lv.plan.GroupBy = append(lv.plan.GroupBy, e)
	}
	lv.plan.OrderBy = nil // groups have no order yet
	lv.stage, lv.groups = grouped, true
	return lv, nil
}

func (l *lowering) extreme(x *Extreme, outer *level) (*level, error) {
	lv, err := l.set(x.Of, outer)
	if err != nil {
		return nil, err
	}
	if x.N > 0 && (x.Within != nil || x.Ties) {
		return l.rank(x, lv)
	}
	if lv.stage == ranked || lv.stage == shown && (lv.plan.Limit != nil || lv.plan.Offset != nil) {
		if lv, err = l.sealed(lv); err != nil {
			return nil, err
		}
	}
	if x.By != nil {
		if lv.plan.OrderBy, err = lv.order(x.By); err != nil {
			return nil, err
		}
	}
	if x.N > 0 {
		lv.plan.Limit = &x.N
	}
	if x.Skip > 0 {
		lv.plan.Offset = &x.Skip
	}
	if lv.stage != shown && (x.N > 0 || x.Skip > 0) {
		lv.stage = ranked
	}
	return lv, nil
}

// rank keeps the first of each part by their ranks, which a level below computes.
func (l *lowering) rank(x *Extreme, lv *level) (*level, error) {
	window := &Window{Func: "row_number", By: x.Within, Order: x.By}
	if x.Ties {
		window.Func = "rank"
	}
	lv, err := l.sealed(lv)
	if err != nil {
		return nil, err
	}
	at, err := lv.inner[0].show(window)
	if err != nil {
		return nil, err
	}
	if x.Skip > 0 {
		lv.plan.Where = append(lv.plan.Where, plan.Op(">", at, plan.Int(x.Skip)))
	}
	lv.plan.Where = append(lv.plan.Where, plan.Op("<=", at, plan.Int(x.Skip+x.N)))
	return lv, nil
}

func (l *lowering) show(x *Show, outer *level) (*level, error) {
	lv, err := l.set(x.Of, outer)
	if err == nil && (lv.stage == shown || x.Distinct && lv.stage == ranked) {
		lv, err = l.sealed(lv)
	}
	if err != nil {
		return nil, err
	}
	for _, c := range x.Columns {
		e, err := lv.value(c.Value)
		if err != nil {
			return nil, err
		}
		name := c.Name
		if a, ok := c.Value.(*Attr); ok && name == "" {
			name = a.Column
		}
		lv.plan.Select = append(lv.plan.Select, plan.Output{Expr: e, As: name})
	}
	lv.plan.Distinct, lv.stage = x.Distinct, shown
	return lv, nil
}

func (l *lowering) combine(x *Combine, outer *level) (*level, error) {
	left, err := l.set(x.Left, outer)
	if err != nil {
		return nil, err
	}
	right, err := l.set(x.Right, outer)
	if err != nil {
		return nil, err
	}
	if left.stage != shown || right.stage != shown {
		return nil, fmt.Errorf("%w: sets are combined before their columns are chosen", ErrMeaning)
	}
	if p := left.plan; len(p.OrderBy) > 0 || p.Limit != nil || p.Offset != nil {
		left = l.around(left)
	}
	left.plan.Combine = append(left.plan.Combine, plan.Combine{Op: plan.SetOp(x.Op), All: x.All, Plan: right.finish()})
	return left, nil
}

// around returns a level that shows what another one shows.
func (l *lowering) around(of *level) *level {
	lv := l.level(of.outer)
	alias := l.alias("t")
	lv.plan.From = &plan.Source{Plan: of.finish(), Alias: alias}
	for _, name := range plan.OutputNames(of.plan) {
		lv.plan.Select = append(lv.plan.Select, plan.Output{Expr: plan.Col(alias, name), As: name})
	}
	lv.stage = shown
	return lv
}

// finish returns the plan of a level. One that only exists shows a one.
func (lv *level) finish() *plan.Plan {
	if len(lv.plan.Select) == 0 {
		lv.plan.Select = []plan.Output{{Expr: plan.Int(1), As: "one"}}
	}
	for _, d := range lv.inner {
		d.of.finish()
	}
	return lv.plan
}
