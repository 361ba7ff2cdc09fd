package builtin

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// conditionOf makes a term of a condition on one table: "seniors refers to age > 60", "rare have is_rare = true". Only
// comparisons of columns with constants are read, joined by AND, OR and NOT.
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

// isOperand says whether a node is a column, a constant, or one of these cast or negated.
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

func isList(n *pg.Node) bool {
	l := n.GetList()
	return l != nil && len(l.Items) > 0 && !slices.ContainsFunc(l.Items, func(i *pg.Node) bool { return !isOperand(i) })
}

// homeOfValue is, of several tables with the column of "city = 'Paris'", the only one that is known to hold the value.
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

// Sentences that define something in another order, or with another verb.
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

// reorder brings a sentence of evidence into the form of a definition: the phrase and its meaning. ok is false when it is
// none that is known.
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

// arithmetic turns "dividing a by b" and DIVIDE(a, b) into operators.
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

// nullTerm reads "student.minor is null for students who have not declared a minor": who has declared one, has a value.
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
	// The phrase is what is true of those who have a value, when it is missing for the others.
	return Term{Phrase: phrase, Table: t.Name, Cond: plan.IsNull(plan.Col(t.Name, c.Name), m[2] == "")}, true
}

var articles = regexp.MustCompile(`(?i)\b(?:the|an?|their|its|his|her|any)\b`)

// saidSo is a condition that evidence gave a name to, said of n: "who have declared a minor", "that are not rare".
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

// words consumes the words of a phrase, with articles between them; the last one may be left out where it only names
// what the others say.
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
