package builtin

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// conditionOf returns the term for a condition on one table: "seniors refers to age > 60", "rare have is_rare =
// true". It accepts comparisons of columns and constants, and tests for NULL, joined by AND, OR and NOT.
func conditionOf(phrase string, e plan.Expr, ix *index) (Term, bool) {
	if !isCondition(e.Node()) {
		return Term{}, false
	}
	t := ix.home(e)
	if t == nil {
		t = ix.homeOfValue(e)
	}
	if t == nil {
		return Term{}, false
	}
	return Term{Phrase: phrase, Table: t.Name, Cond: qualified(e, t)}, true
}

// isCondition reports whether a node is a condition that conditionOf accepts.
func isCondition(n *pg.Node) bool {
	switch x := n.GetNode().(type) {
	case *pg.Node_BoolExpr:
		return len(x.BoolExpr.Args) > 0 && !slices.ContainsFunc(x.BoolExpr.Args, func(a *pg.Node) bool { return !isCondition(a) })
	case *pg.Node_NullTest:
		return x.NullTest.Arg.GetColumnRef() != nil
	case *pg.Node_AExpr:
		return isOperand(x.AExpr.Lexpr) && (isOperand(x.AExpr.Rexpr) || isList(x.AExpr.Rexpr))
	}
	return false
}

// isOperand reports whether a node is a column, a constant, one of these cast to a type, or a negated constant.
func isOperand(n *pg.Node) bool {
	switch x := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		return len(x.ColumnRef.Fields) > 0 && x.ColumnRef.Fields[len(x.ColumnRef.Fields)-1].GetString_() != nil
	case *pg.Node_AConst:
		return true
	case *pg.Node_TypeCast:
		return isOperand(x.TypeCast.Arg)
	case *pg.Node_AExpr:
		return x.AExpr.Lexpr == nil && x.AExpr.Rexpr.GetAConst() != nil
	}
	return false
}

// isList reports whether a node is a list of operands, as after IN.
func isList(n *pg.Node) bool {
	l := n.GetList()
	return l != nil && len(l.Items) > 0 && !slices.ContainsFunc(l.Items, func(i *pg.Node) bool { return !isOperand(i) })
}

// homeOfValue returns, for an expression such as "city = 'Paris'", the only table with that column that is known to
// hold the value; nil when there is none, or more than one.
func (ix *index) homeOfValue(e plan.Expr) *schema.Table {
	x := e.Node().GetAExpr()
	if x == nil || x.Lexpr.GetColumnRef() == nil || x.Rexpr.GetAConst().GetSval() == nil {
		return nil
	}
	var home *schema.Table
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil || ix.snap.Table("", t.Name) != t {
			continue
		}
		c := columnFold(t, columnName(x.Lexpr.GetColumnRef()))
		if c == nil {
			continue
		}
		if _, ok := inColumn(c, x.Rexpr.GetAConst().GetSval().Sval); !ok {
			continue
		}
		if home != nil {
			return nil
		}
		home = t
	}
	return home
}

// Patterns of statements that define something with another verb or in another order than definition.
var (
	defineHave  = regexp.MustCompile(`(?i)^(?:the |an? )?([\pL][\pL\pN_ -]{0,60}?)\s+(?:have|has|are (?:those|rows) (?:with|where)|are|is|where|with|:)\s+(.+)$`)
	defineUse   = regexp.MustCompile(`(?i)^(?:when|if) (?:asked|asking|the question asks|someone asks|a question asks) (?:for|about) (?:the |an? )?(.{1,60}?),? (?:please )?(?:use|take|look at|return|filter (?:on|by)|compute|calculate) (?:the column |the )?(.+)$`)
	defineFor   = regexp.MustCompile(`(?i)^(?:for |to get |to find |to compute |to calculate )(?:the )?(.{1,60}?),? (?:always |please )?use (?:the column |the )?(.+)$`)
	defineUseAs = regexp.MustCompile(`(?i)^(?:always )?use (?:the column )?(.+?) (?:for|as|to get|to find) (?:the )?([\pL][\pL\pN_ -]{0,60})$`)
	defineKnown = regexp.MustCompile(`(?i)^(?:the )?(.{1,60}?) (?:is|are) (?:also )?(?:known as|called|referred to as|abbreviated (?:as|to)|nicknamed) (?:the )?(.{1,60})$`)
	defineColon = regexp.MustCompile(`^([\pL][\pL\pN_ -]{0,60}?)\s*:\s+(.+)$`)
	nullFor     = regexp.MustCompile(`(?i)^([\pL_][\pL\pN_.]*) is (not )?null (?:for|when|if|where) (?:the )?(?:[\pL_]+) (?:who|that|which)? ?(?:have|has|are|were|did|do|does)(?: not|n't) (?:yet )?(.{1,60})$`)
	calculated  = regexp.MustCompile(`(?i)^(?:by )?(dividing|divding|multiplying|subtracting|adding) (?:the )?(.+?) (?:by|to|with|and|from) (?:the )?(.+)$`)
	functions   = regexp.MustCompile(`(?i)\b(divide|multiply|subtract|add)\s*\(([^(),]*(?:\([^()]*\))?[^(),]*),([^(),]*(?:\([^()]*\))?[^(),]*)\)`)
)

// reorder splits a statement of evidence into the phrase and its meaning. ok is false when it matches none of the
// patterns.
func reorder(s string) (phrase, meaning string, ok bool) {
	if m := defineKnown.FindStringSubmatch(s); m != nil {
		return m[2], m[1], true
	}
	for _, r := range []*regexp.Regexp{defineUse, defineFor, defineColon} {
		if m := r.FindStringSubmatch(s); m != nil {
			return m[1], m[2], true
		}
	}
	if m := defineUseAs.FindStringSubmatch(s); m != nil {
		return m[2], m[1], true
	}
	return "", "", false
}

// arithmetic replaces "dividing a by b" and DIVIDE(a, b) by operators.
func arithmetic(s string) string {
	if m := calculated.FindStringSubmatch(s); m != nil {
		switch strings.ToLower(m[1]) {
		case "dividing", "divding":
			return m[2] + " / " + m[3]
		case "multiplying":
			return m[2] + " * " + m[3]
		case "adding":
			return m[2] + " + " + m[3]
		case "subtracting": // "a from b"
			return m[3] + " - " + m[2]
		}
	}
	return functions.ReplaceAllStringFunc(s, func(call string) string {
		m := functions.FindStringSubmatch(call)
		op := map[string]string{"divide": "/", "multiply": "*", "subtract": "-", "add": "+"}[strings.ToLower(m[1])]
		return "((" + m[2] + ")" + op + "(" + m[3] + "))"
	})
}

// nullTerm reads "student.minor is null for students who have not declared a minor": the phrase "declared minor" then
// means that the column is not null.
func nullTerm(s string, ix *index) (Term, bool) {
	m := nullFor.FindStringSubmatch(s)
	if m == nil {
		return Term{}, false
	}
	e, err := plan.Fragment(m[1])
	if err != nil || e.Node().GetColumnRef() == nil {
		return Term{}, false
	}
	t := ix.home(e)
	if t == nil {
		return Term{}, false
	}
	c := columnFold(t, columnName(e.Node().GetColumnRef()))
	phrase := strings.TrimSpace(articles.ReplaceAllString(m[3], " "))
	if n := len(strings.Fields(phrase)); n == 0 || n > maxPhraseWords {
		return Term{}, false
	}
	// The statement is about rows without a value, and its phrase, without the "not", about rows with one.
	return Term{Phrase: phrase, Table: t.Name, Cond: plan.IsNull(plan.Col(t.Name, c.Name), m[2] == "")}, true
}

// articles matches articles and pronouns, which are removed from the phrase.
var articles = regexp.MustCompile(`(?i)\b(?:the|an?|their|its|his|her|any)\b`)

// saidSo reads a condition that the evidence gave a name to: "who have declared a minor", "that are not rare". It
// adds the condition to n.
func (p *parser) saidSo(n *node) bool {
	p.accept(pronoun)
	p.skip(have, with, be, do, ever)
	not := p.not()
	p.skip(have, with, be, do, ever)
	for _, g := range p.glossary {
		t := p.ix.snap.Table("", g.Table)
		if g.Cond.IsZero() || t != n.table {
			continue
		}
		m := p.pos
		if !p.words(tokenize(g.Phrase)) {
			p.pos = m
			continue
		}
		n.conds = append(n.conds, cond{kind: stated, field: field{table: t}, expr: g.Cond, pattern: g.Phrase, not: not})
		return true
	}
	return false
}

// words consumes the words of a phrase, with fillers between them, and reports whether it did. The last of three or
// more words may be missing.
func (p *parser) words(toks []token) bool {
	for i, t := range toks {
		p.skip()
		if p.tok().kind == quoted || p.tok().stem != t.stem {
			return i > 1 && i == len(toks)-1
		}
		p.pos++
	}
	return len(toks) > 0
}
