package memory

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// DefinedTerms returns the terms of the schema's file that the question speaks of, as notes for a prompt.
func (ls Lessons) DefinedTerms() []string {
	var out []string
	said := " " + strings.Join(wordform.Plain(ls.Question.Text), " ") + " "
	for _, t := range ls.Model().Terms {
		if !strings.Contains(said, " "+t.Phrase()) || len(out) >= maxTerms {
			continue
		}
		note := fmt.Sprintf("%q of %s means", t.Phrase(), t.Relation.Table.Name)
		if t.Expression != "" {
			note += " " + t.Expr.String()
		}
		if t.Prose != "" {
			note += " (" + t.Prose + ")"
		}
		out = append(out, note)
	}
	return out
}

// Taught returns what phrases of a question mean by what the user settled and by lessons, the former first.
func (ls Lessons) Taught(settled []plan.Constraint) []link.Taught {
	m := ls.Model()
	var all []link.Taught
	for _, c := range settled {
		if k, ok := ls.linkTo(m, c); ok && c.Phrase != "" {
			all = append(all, link.Taught{Phrase: c.Phrase, Links: []link.Link{k}})
		}
	}
	for _, l := range ls.Recalled {
		if c, ok := ls.constraint(l); ok && c.Phrase != "" {
			if k, ok := ls.linkTo(m, c); ok {
				all = append(all, link.Taught{Phrase: c.Phrase, Links: []link.Link{k}})
			}
		} else if t := ls.definedBy(m, l); t != nil {
			all = append(all, link.Taught{Phrase: l.Words, Links: []link.Link{{Kind: link.Term, Relation: t.Relation, Term: t}}})
		}
	}
	return all
}

// definedBy returns the term that a lesson defines by an expression; nil: it defines none that can be composed.
func (ls Lessons) definedBy(m *semantic.Model, l lessons.Lesson) *semantic.Term {
	e, err := plan.Fragment(l.Means)
	if err != nil || l.Kind != lessons.Table && l.Kind != lessons.Column || len(e.Columns()) == 0 || e.Columns()[0].Alias == "" {
		return nil
	}
	r := m.Relation(ls.Snapshot.Called(ls.baseTable(e)))
	if r == nil {
		return nil
	}
	t, err := m.Defined(r, l.Words, e)
	if err != nil {
		return nil
	}
	return t
}

// linkTo returns what a constraint says that its phrase is.
func (ls Lessons) linkTo(m *semantic.Model, c plan.Constraint) (k link.Link, ok bool) {
	t := ls.Snapshot.CalledIn(c.Schema, c.Table)
	if t == nil {
		return k, false
	}
	r := m.Relation(t)
	k = link.Link{Relation: r, Value: c.Value}
	switch c.Kind {
	case plan.UseTable:
		return k, r != nil
	case plan.UseValue, plan.UseColumn:
		k.Kind, k.Column = link.Column, r.Column(c.Column)
		if c.Kind == plan.UseValue {
			k.Kind = link.Value
		}
		return k, k.Column != nil
	}
	return k, false
}

// InWords returns a text with the phrases replaced that stand for other words, by what the user settled and by lessons.
func (ls Lessons) InWords(text string, settled []plan.Constraint) string {
	for _, c := range settled {
		if c.Kind == plan.UseWords {
			text = insteadOf(text, c.Phrase, c.Value)
		}
	}
	for _, l := range ls.Recalled {
		if _, known := ls.constraint(l); known || l.Kind != lessons.Table && l.Kind != lessons.Column {
			continue
		}
		if e, err := plan.Fragment(l.Means); err == nil && len(e.Columns()) > 0 && e.Columns()[0].Alias != "" {
			continue // an expression, and no words
		}
		text = insteadOf(text, l.Words, l.Means)
	}
	return text
}

// insteadOf replaces a phrase wherever it stands in a text as words of its own, in the singular or the plural.
func insteadOf(text, phrase, by string) string {
	text = link.Straight(text)
	said, words := link.Split(text), link.Split(phrase)
	if len(words) == 0 || len(by) > intent.MaxQuestion {
		return text
	}
	var b strings.Builder
	from := 0
	for i := 0; i+len(words) <= len(said); i++ {
		if !stands(said[i:i+len(words)], words) {
			continue
		}
		last := said[i+len(words)-1]
		b.WriteString(text[from:said[i].Start])
		b.WriteString(by)
		from = last.Start + len(last.Text)
		i += len(words) - 1
	}
	b.WriteString(text[from:])
	return b.String()
}

// stands reports whether words of a text are those of a phrase, in the singular or the plural.
func stands(said, phrase []link.Word) bool {
	return slices.EqualFunc(said, phrase, func(o, p link.Word) bool {
		return o.Shape != link.Quoted && (o.Low == p.Low || p.Shape == link.Plain && o.Stem == p.Stem)
	})
}

// maxHomeSteps bounds the number of joins between the tables of an expression and its base table.
const maxHomeSteps = 4

// baseTable returns the table whose rows an expression is about: the only one, or the one from which every other is
// reached along keys that lead to one row each. Joining those repeats no rows, and the review adds the joins. Every
// aggregate must be over a column of this table; otherwise it would count rows of another table as often as they are
// joined. It returns "" when there is no such table: only the model can use the expression.
func (ls Lessons) baseTable(e plan.Expr) string {
	refs := e.Columns()
	for _, r := range refs {
		if from := ls.Snapshot.Called(r.Alias); from != nil && ls.leads(from, refs) && overRowsOf(e, r.Alias) {
			return r.Alias
		}
	}
	return ""
}

func (ls Lessons) leads(from *schema.Table, refs []plan.Ref) bool {
	graph := plan.NewGraph(ls.Snapshot)
	for _, r := range refs {
		to := ls.Snapshot.Called(r.Alias)
		if to == from {
			continue
		}
		if to == nil {
			return false
		}
		paths := graph.Paths(from, to, maxHomeSteps)
		if len(paths) == 0 || paths[0].Multiplies() {
			return false
		}
	}
	return true
}

// overRowsOf reports whether all columns belong to one table, or every aggregate has a column of it.
func overRowsOf(e plan.Expr, table string) bool {
	if !slices.ContainsFunc(e.Columns(), func(r plan.Ref) bool { return r.Alias != table }) {
		return true
	}
	all := true
	e.Walk(func(n *pg.Node) bool {
		f := n.GetFuncCall()
		if f == nil || !plan.HasAggregate(plan.FromNode(n)) || !plan.IsAggregate(f.Funcname[len(f.Funcname)-1].GetString_().GetSval()) {
			return true
		}
		mine := slices.ContainsFunc(plan.FromNode(n).Columns(), func(r plan.Ref) bool { return r.Alias == table })
		all = all && mine
		return false
	})
	return all
}
