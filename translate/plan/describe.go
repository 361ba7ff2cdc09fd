package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/schema"
)

// Describe returns one English sentence that restates a plan, for example "Counts orders per region where status is
// 'shipped', largest first, first 5." It describes the plan, not the question, so that users see how they were
// understood. snap, which may be nil, tells dates from numbers.
func Describe(p *Plan, snap *schema.Snapshot) string {
	if p == nil || len(p.Select) == 0 {
		return ""
	}
	return Sentence(newDescriber(p, snap, nil).sentence())
}

// Sentence returns s with a capital first letter and a period at its end.
func Sentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	if first != utf8.RuneError {
		s = string(unicode.ToUpper(first)) + s[n:]
	}
	return strings.TrimSuffix(s, ".") + "."
}

// describer describes one level of a plan.
type describer struct {
	p     *Plan
	snap  *schema.Snapshot
	scope *Scope
	ctes  map[string]*Plan
	depth int
}

func newDescriber(p *Plan, snap *schema.Snapshot, outer *describer) *describer {
	d := &describer{p: p, snap: snap, scope: &Scope{}, ctes: map[string]*Plan{}}
	if outer != nil {
		d.scope.Outer, d.ctes, d.depth = outer.scope, outer.ctes, outer.depth+1
	}
	for _, c := range p.With {
		d.ctes[c.Name] = c.Plan
	}
	for _, src := range p.Sources() {
		n := &Named{Name: src.Name(), Open: true}
		if snap != nil && src.Table != "" {
			n.Table = snap.Table(src.Schema, src.Table)
		}
		if n.Table == nil {
			n.Was = src.Table
		}
		d.scope.Sources = append(d.scope.Sources, n)
	}
	return d
}

// sentence returns the description without a capital at its start and a period at its end, so that it can be part of
// another sentence.
func (d *describer) sentence() string {
	var b strings.Builder
	b.WriteString(d.head())
	if groups := d.groups(); len(groups) > 0 {
		b.WriteString(" per " + list(groups, "and"))
	}
	if len(d.p.Where) > 0 {
		b.WriteString(" where " + d.all(d.p.Where))
	}
	if len(d.p.Having) > 0 {
		b.WriteString(", keeping those where " + d.all(d.p.Having))
	}
	for _, c := range d.p.Combine {
		b.WriteString(d.combined(c))
	}
	if order := d.order(); order != "" {
		b.WriteString(", " + order)
	}
	b.WriteString(d.cut())
	b.WriteString(d.inner())
	return b.String()
}

func (d *describer) combined(c Combine) string {
	if d.depth > 3 || c.Plan == nil || len(c.Plan.Select) == 0 {
		return ", combined with another result"
	}
	right := newDescriber(c.Plan, d.snap, d).sentence()
	switch c.Op {
	case Intersect:
		return ", if it is also in what " + right
	case Except:
		return ", without what " + right
	}
	return ", together with what " + right
}

// head describes what is shown: "counts orders", "sums the total of orders", "lists the name of customers".
func (d *describer) head() string {
	var shown []Output
	aggregates := 0
	for _, o := range d.p.Select {
		if HasAggregate(o.Expr) {
			aggregates++
			shown = append(shown, o)
		} else if !d.p.Grouped() {
			shown = append(shown, o)
		}
	}
	subject := d.subject()
	if len(shown) == 1 && aggregates == 1 {
		return d.aggregate(shown[0], subject)
	}
	if len(shown) == 0 { // only the groups are shown
		return "lists the groups of " + subject
	}
	what := d.outputs(shown)
	verb := "lists "
	if aggregates > 0 {
		verb = "shows "
	}
	if d.p.Distinct {
		verb += "the different "
	}
	switch {
	case d.p.From == nil:
		return verb + what
	case what == "":
		return verb + subject
	case d.p.Distinct:
		return verb + what + " of " + subject
	}
	return verb + "the " + strings.TrimPrefix(what, "the ") + " of " + subject
}

// outputs lists what is shown; "" when that is every column.
func (d *describer) outputs(shown []Output) string {
	var names []string
	for _, o := range shown {
		if Starred(o.Expr.node) {
			return ""
		}
		name := d.phrase(o.Expr)
		if n := countedRows(o.Expr); n {
			name = "number"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if d.wholeTable(shown) {
		return ""
	}
	if len(names) > 6 {
		return strconv.Itoa(len(names)) + " columns"
	}
	return list(names, "and")
}

func (d *describer) wholeTable(shown []Output) bool {
	t := d.scope.Sources
	if len(t) != 1 || t[0].Table == nil || len(shown) < len(t[0].Table.Columns) {
		return false
	}
	return !slices.ContainsFunc(shown, func(o Output) bool { _, ok := ColumnName(o.Expr.node); return !ok })
}

// aggregate describes an answer of one number per group.
func (d *describer) aggregate(o Output, subject string) string {
	f := o.Expr.node.GetFuncCall()
	if countedRows(o.Expr) {
		return "counts " + subject
	}
	verb := map[string]string{"sum": "sums", "avg": "averages", "count": "counts", "min": "finds the smallest", "max": "finds the largest"}[LastName(f.GetFuncname())]
	if verb == "" || len(f.GetArgs()) != 1 || f.GetAggFilter() != nil {
		return "shows " + d.phrase(o.Expr) + " of " + subject
	}
	arg := Expr{f.Args[0]}
	switch {
	case f.AggDistinct:
		verb += " different"
	case LastName(f.Funcname) == "count":
		return "counts " + subject + " with a known " + d.phrase(arg)
	case d.temporal(arg):
		verb = strings.NewReplacer("smallest", "earliest", "largest", "latest").Replace(verb)
	}
	return verb + " " + d.phrase(arg) + " of " + subject
}

func countedRows(e Expr) bool {
	f := e.node.GetFuncCall()
	return f != nil && f.AggStar && f.AggFilter == nil && f.Over == nil && LastName(f.Funcname) == "count"
}

// subject returns a name for the rows.
func (d *describer) subject() string {
	if d.p.From == nil {
		return "nothing"
	}
	if d.p.From.Plan != nil || d.ctes[d.p.From.Table] != nil && d.p.From.Schema == "" {
		return "the rows of " + strings.Join(Words(d.p.From.Name()), " ")
	}
	return plural(d.p.From.Table)
}

// groups returns names for what the answer has a row for: its outputs that are not aggregated, or else its GROUP BY
// keys. A name column is described by the thing that it names.
func (d *describer) groups() []string {
	var names []string
	add := func(e Expr) {
		if HasAggregate(e) || HasWindow(e) || Starred(e.node) {
			return
		}
		if name := d.phrase(e); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !d.p.Grouped() {
		return nil
	}
	for _, o := range d.p.Select {
		add(o.Expr)
	}
	if len(names) == 0 {
		for _, g := range d.p.GroupBy {
			add(g)
		}
	}
	return names
}

// order describes the sort keys: "largest first" for the only number shown, "sorted by name" otherwise.
func (d *describer) order() string {
	var keys []string
	for _, o := range d.p.OrderBy {
		e := d.output(o.Expr)
		first, last := "smallest first", "largest first"
		switch {
		case d.temporal(e):
			first, last = "oldest first", "newest first"
		case !d.numeric(e):
			first, last = "", "in descending order"
		}
		how := first
		if o.Desc {
			how = last
		}
		if len(d.p.OrderBy) == 1 && HasAggregate(e) && d.shownAggregates() == 1 && d.shows(e) && how != "" {
			return how
		}
		key := d.phrase(e)
		if how != "" {
			key += " (" + how + ")"
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return ""
	}
	return "sorted by " + strings.Join(keys, ", then ")
}

// output returns the expression of the output column that a sort key names.
func (d *describer) output(e Expr) Expr {
	if parts, ok := ColumnName(e.node); ok && len(parts) == 1 {
		if i := slices.Index(OutputNames(d.p), parts[0]); i >= 0 {
			return d.p.Select[i].Expr
		}
	}
	if at := e.node.GetAConst().GetIval(); at != nil && at.Ival > 0 && int(at.Ival) <= len(d.p.Select) {
		return d.p.Select[at.Ival-1].Expr
	}
	return e
}

func (d *describer) shows(e Expr) bool {
	return slices.ContainsFunc(d.p.Select, func(o Output) bool { return Equal(o.Expr, e) })
}

func (d *describer) shownAggregates() int {
	n := 0
	for _, o := range d.p.Select {
		if HasAggregate(o.Expr) {
			n++
		}
	}
	return n
}

func (d *describer) cut() string {
	s := ""
	if d.p.Limit != nil {
		s = fmt.Sprintf(", first %d", *d.p.Limit)
		if *d.p.Limit == 1 {
			s = ", only the first"
		}
	}
	if d.p.Offset != nil && *d.p.Offset > 0 {
		s += fmt.Sprintf(", after skipping %d", *d.p.Offset)
	}
	return s
}

// inner describes the derived tables and CTEs that the sentence names.
func (d *describer) inner() string {
	if d.depth > 2 {
		return ""
	}
	s := ""
	explain := func(name string, p *Plan) {
		if p != nil && len(p.Select) > 0 {
			s += "; " + strings.Join(Words(name), " ") + " " + newDescriber(p, d.snap, d).sentence()
		}
	}
	for _, c := range d.p.With {
		explain(c.Name, c.Plan)
	}
	for _, src := range d.p.Sources() {
		explain(src.Name(), src.Plan)
	}
	return s
}

// list joins words as in prose: "a, b and c".
func list(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " " + last + " " + items[len(items)-1]
}
