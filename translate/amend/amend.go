// Package amend reads what a person says is wrong with an answer, "revenue must subtract the discount", as what a word
// means from then on.
package amend

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Meaning is what a word of a question means.
type Meaning struct {
	Words string // as they stand in questions: revenue
	Means string // an SQL expression over columns that are written with their tables: sum(orders.total - orders.discount)
}

// maxReason bounds the text that is read, in bytes.
const maxReason = 400

var (
	defining    = regexp.MustCompile(`(?i)^(?:the |by )?(.{2,60}?) (?:is|are|means?|should be|must be|ought to be|i mean|=) +(.+)$`)
	subtracting = regexp.MustCompile(`(?i)^(?:the )?(.{2,60}?) (?:must|should|has to|have to|needs to|need to|ought to) (?:subtract|deduct|exclude|leave out|be net of|be without|be less|be minus) (.+)$`)
	adding      = regexp.MustCompile(`(?i)^(?:the )?(.{2,60}?) (?:must|should|has to|have to|needs to|need to|ought to) (?:add|include|be with|contain) (.+)$`)
	imperative  = regexp.MustCompile(`(?i)^(subtract|deduct|add|include) (?:the )?(.{2,60}?) (?:from|to|in) (?:the )?(.{2,60})$`)
	replacing   = regexp.MustCompile(`(?i)^(?:it (?:must|should) )?(?:use|take|sum|by) (?:the )?(.{2,60}?)(?:,? and not |,? not |,? instead of |,? rather than )(?:the )?(.{2,60})$`)
	article     = regexp.MustCompile(`(?i)^(?:the|any|all|its|their) `)
)

func trimmed(reason string) string {
	if len(reason) > maxReason {
		return ""
	}
	return strings.TrimRight(strings.Join(strings.Fields(reason), " "), ".!; ")
}

// Read returns what a reason, said of the answer with plan p to a question, tells of a word of the question. ok is
// false where it tells nothing that can be computed with certainty: a column that the answer does not read or that
// several tables have, a word that is no figure of the answer, or an expression that names what is not there.
func Read(reason, question string, p *plan.Plan, model *semantic.Model) (Meaning, bool) {
	reason = trimmed(reason)
	if reason == "" || p == nil {
		return Meaning{}, false
	}
	r := reader{question: question, plan: p, model: model}
	if m := subtracting.FindStringSubmatch(reason); m != nil {
		return r.changed(m[1], m[2], "-")
	}
	if m := adding.FindStringSubmatch(reason); m != nil {
		return r.changed(m[1], m[2], "+")
	}
	if m := imperative.FindStringSubmatch(reason); m != nil {
		op := "+"
		if verb := strings.ToLower(m[1]); verb == "subtract" || verb == "deduct" {
			op = "-"
		}
		return r.changed(m[3], m[2], op)
	}
	if m := replacing.FindStringSubmatch(reason); m != nil {
		return r.replaced(m[1], m[2])
	}
	if m := defining.FindStringSubmatch(reason); m != nil {
		return r.defined(m[1], m[2])
	}
	return Meaning{}, false
}

type reader struct {
	question string
	plan     *plan.Plan
	model    *semantic.Model
}

// figure is a column of the answer that aggregates.
type figure struct {
	words string // of the question
	expr  plan.Expr
}

// figure returns the figure of the answer that words name; without words the only one.
func (r *reader) figure(words string) (figure, bool) {
	var found []figure
	names := plan.OutputNames(r.plan)
	for i, o := range r.plan.Select {
		if len(plan.Aggregates(o.Expr)) != 1 {
			continue
		}
		said := strings.ReplaceAll(names[i], "_", " ")
		if words == "" || wordform.Singular(strings.ToLower(said)) == wordform.Singular(strings.ToLower(words)) {
			found = append(found, figure{words: said, expr: o.Expr})
		}
	}
	if len(found) != 1 || !r.asked(found[0].words) {
		return figure{}, false
	}
	return found[0], true
}

// asked reports whether the question has the words.
func (r *reader) asked(words string) bool {
	return strings.Contains(" "+strings.ToLower(strings.Join(strings.Fields(r.question), " "))+" ", " "+strings.ToLower(words)+" ")
}

// changed adds a column to what a figure sums, or takes it off: an amount as it is, a share as a factor.
func (r *reader) changed(words, column, op string) (Meaning, bool) {
	f, ok := r.figure(article.ReplaceAllString(words, ""))
	if !ok {
		return Meaning{}, false
	}
	aggregate := plan.Aggregates(f.expr)[0]
	if aggregate.Name != "sum" && aggregate.Name != "avg" {
		return Meaning{}, false
	}
	of := map[string]bool{}
	for _, c := range f.expr.Columns() {
		of[c.Alias] = true
	}
	ref, c, ok := r.column(article.ReplaceAllString(column, ""), of)
	if !ok || slices.Contains(f.expr.Columns(), ref) {
		return Meaning{}, false
	}
	changed := false
	expr := f.expr.Edited(func(n *pg.Node) bool {
		call := n.GetFuncCall()
		if call == nil || len(call.Args) != 1 || changed || call.Funcname[len(call.Funcname)-1].GetString_().GetSval() != aggregate.Name {
			return !changed
		}
		inner, other := plan.FromNode(call.Args[0]), plan.Col(ref.Alias, ref.Column)
		switch whole := share(c); whole {
		case "":
			call.Args[0] = plan.Op(op, inner, orZero(other)).Node()
		case "1":
			call.Args[0] = plan.Op("*", inner, plan.Op(op, plan.Int(1), orZero(other))).Node()
		default:
			part := plan.Op("/", orZero(other), plan.Num(whole))
			call.Args[0] = plan.Op("*", inner, plan.Op(op, plan.Int(1), part)).Node()
		}
		changed = true
		return false
	})
	if !changed {
		return Meaning{}, false
	}
	return r.meaning(f.words, expr)
}

// orZero takes a column without a value for 0, which changes no sum.
func orZero(e plan.Expr) plan.Expr {
	return plan.FromNode(&pg.Node{Node: &pg.Node_CoalesceExpr{CoalesceExpr: &pg.CoalesceExpr{Args: []*pg.Node{e.Node(),
		plan.Int(0).Node()}}}})
}

// share returns what stands for the whole in a column of shares, 1 or 100.0; "" for a column of amounts.
func share(c *semantic.Column) string {
	switch {
	case c.Unit == nil || c.Unit.Of != "share":
		return ""
	case c.Unit.Size == "0.01":
		return "100.0"
	}
	return "1"
}

// replaced puts a column of the same table into the place of another one in the answer's only figure.
func (r *reader) replaced(column, instead string) (Meaning, bool) {
	f, ok := r.figure("")
	if !ok {
		return Meaning{}, false
	}
	of := map[string]bool{}
	for _, c := range f.expr.Columns() {
		of[c.Alias] = true
	}
	to, _, ok := r.column(column, of)
	from, _, known := r.column(instead, of)
	if !ok || !known || to == from || !slices.Contains(f.expr.Columns(), from) {
		return Meaning{}, false
	}
	return r.meaning(f.words, f.expr.Edited(func(n *pg.Node) bool {
		if c, ok := plan.FromNode(n).Column(); ok && c == from {
			n.Node = plan.Col(to.Alias, to.Column).Node().Node
			return false
		}
		return true
	}))
}

// defined reads SQL: "revenue is sum(orders.total - orders.discount)". Every column is written with its table.
func (r *reader) defined(words, sql string) (Meaning, bool) {
	words = strings.ToLower(article.ReplaceAllString(words, ""))
	e, err := plan.Fragment(sql)
	if err != nil || !r.asked(words) || len(e.Columns()) == 0 {
		return Meaning{}, false
	}
	for _, c := range e.Columns() {
		if named := r.model.Named(c.Alias); len(named) != 1 || named[0].Column(c.Column) == nil {
			return Meaning{}, false
		}
	}
	return Meaning{Words: words, Means: e.String()}, true
}

// column finds the one column that words name among the sources of the plan with these names.
func (r *reader) column(words string, of map[string]bool) (ref plan.Ref, found *semantic.Column, ok bool) {
	want := strings.Fields(strings.ToLower(words))
	for i, w := range want {
		want[i] = wordform.Singular(w)
	}
	if len(want) == 0 {
		return plan.Ref{}, nil, false
	}
	best, several := 0, false
	for _, s := range r.plan.Sources() {
		rel := r.relation(s)
		if rel == nil || !of[s.Name()] {
			continue
		}
		for _, c := range rel.Columns {
			have := make([]string, len(c.Name.Words))
			for i, w := range c.Name.Words {
				have[i] = wordform.Singular(w)
			}
			if slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) }) || !c.Column.Class.Numeric() {
				continue
			}
			score := 1
			if len(have) == len(want) {
				score = 2 // the whole name goes before a part of one
			}
			switch {
			case score > best:
				ref, found, best, several = plan.Ref{Alias: s.Name(), Column: c.Column.Name}, c, score, false
			case score == best:
				several = true
			}
		}
	}
	return ref, found, best > 0 && !several
}

func (r *reader) relation(s *plan.Source) *semantic.Relation {
	if t := r.model.Snapshot.Table(s.Schema, s.Table); t != nil {
		return r.model.Relation(t)
	}
	return nil
}

// meaning writes an expression with the names of tables in place of aliases. ok is false where a name of a table does
// not say which table it is.
func (r *reader) meaning(words string, e plan.Expr) (Meaning, bool) {
	tables := map[string]string{}
	for _, s := range r.plan.Sources() {
		if rel := r.relation(s); rel != nil && len(r.model.Snapshot.Named(s.Table)) == 1 {
			tables[s.Name()] = s.Table
		}
	}
	ok := true
	e = e.Edited(func(n *pg.Node) bool {
		if c, is := plan.FromNode(n).Column(); is {
			if tables[c.Alias] == "" {
				ok = false
				return false
			}
			n.Node = plan.Col(tables[c.Alias], c.Column).Node().Node
			return false
		}
		return n.GetSubLink() == nil
	})
	return Meaning{Words: strings.ToLower(words), Means: e.String()}, ok
}
