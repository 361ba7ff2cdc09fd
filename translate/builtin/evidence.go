package builtin

import (
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// matching is how the evidence wants texts to be compared.
type matching byte

const (
	asStored  matching = iota // as they are, the default
	folded                    // ignoring case
	contained                 // ignoring case, anywhere in the text
)

// evidence is what could be read with certainty from the text that an expert added to a question. Advice on joins is
// ignored, because the keys of the schema decide them.
type evidence struct {
	terms []Term
	match matching
	names bool // match applies only to columns with "name" in their name
}

// Limits of evidence, in bytes, statements and words. Longer texts and phrases are ignored.
const (
	maxEvidence     = 4000
	maxStatements   = 40
	maxPhraseWords  = 5
	maxMeaningWords = 8
)

var (
	statementEnd = regexp.MustCompile(`[;\n]|\.\s|\.$`)
	definition   = regexp.MustCompile(`(?i)^(?:the )?([\pL][\pL\pN_ -]{0,60}?)\s*(?:\([^()]*\))?\s*(?:=|\brefers? to\b|\bmeans?\b|\bstands? for\b|\bis (?:defined|calculated|computed|short|given) (?:as|for|by)\b|\bshould be read as\b|\bcan be calculated (?:as|by)\b)\s*(.+)$`)
	wordsOnly    = regexp.MustCompile(`^[\pL\pN_' -]+$`)
)

// readEvidence reads the statements in the text, each with its own rule. Statements that cannot be read are ignored.
func readEvidence(text string, ix *index) evidence {
	var e evidence
	if len(text) > maxEvidence || !isText(text) {
		return e
	}
	var styles []matching
	for i, s := range statementEnd.Split(text, -1) {
		s = strings.TrimSpace(s)
		if i == maxStatements {
			break
		}
		if style, names, ok := matchingStyle(s); ok {
			styles, e.names = append(styles, style), names
		} else if t, ok := readStatement(s, ix); ok {
			e.terms = append(e.terms, t)
		}
	}
	// Two statements about the same thing may contradict each other; both are ignored.
	if len(styles) == 1 {
		e.match = styles[0]
	}
	e.terms = slices.DeleteFunc(e.terms, func(t Term) bool {
		n := 0
		for _, o := range e.terms {
			if strings.EqualFold(o.Phrase, t.Phrase) {
				n++
			}
		}
		return n > 1
	})
	return e
}

// matchingStyle reads "always filter names using ILIKE with wildcards". names says that it is only about names.
func matchingStyle(s string) (style matching, names, ok bool) {
	low := strings.ToLower(s)
	has := func(any ...string) bool {
		return slices.ContainsFunc(any, func(a string) bool { return strings.Contains(low, a) })
	}
	if len(low) > 120 || !has("filter", "match", "compare") || !has("name", "string", "text", "attribute", "value") {
		return 0, false, false
	}
	names = !has("string", "text", "attribute", "value")
	switch {
	case has("exact"):
		return asStored, names, true
	case has("ilike") && has("percent", "wildcard", "%"):
		return contained, names, true
	case has("ilike", "case insensitive", "case-insensitive", "case insensitively", "regardless of case", "ignoring case", "ignore case"):
		return folded, names, true
	}
	return 0, false, false
}

// readStatement reads one statement that defines a phrase. ok is false when it has none of the known forms.
func readStatement(s string, ix *index) (Term, bool) {
	s = strings.ReplaceAll(s, "`", `"`)
	if t, ok := nullTerm(s, ix); ok {
		return t, true
	}
	// "rare books have is_rare = true": the phrase ends at the verb, not at "="
	if m := defineHave.FindStringSubmatch(s); m != nil && len(strings.Fields(m[1])) <= maxPhraseWords {
		if e, err := plan.Fragment(m[2]); err == nil {
			if t, ok := termOf(m[1], e, ix); ok && t.Column != "" && t.Value != "" {
				return t, true
			}
			if t, ok := conditionOf(m[1], e, ix); ok {
				return t, true
			}
		}
	}
	if t, ok := define(s, ix); ok {
		return t, true
	}
	if phrase, meaning, ok := reorder(s); ok {
		return means(strings.TrimSpace(phrase), strings.TrimSpace(meaning), ix)
	}
	return Term{}, false
}

// define reads "margin = sum(price - cost)", "rare refers to is_rare = 't'", "clients means customers".
func define(s string, ix *index) (Term, bool) {
	m := definition.FindStringSubmatch(s)
	if m == nil {
		return Term{}, false
	}
	return means(strings.TrimSpace(m[1]), strings.TrimSpace(m[2]), ix)
}

// means returns the term for a phrase and its meaning: an expression, a formula in words, or other words.
func means(phrase, meaning string, ix *index) (Term, bool) {
	if n := len(strings.Fields(phrase)); n == 0 || n > maxPhraseWords {
		return Term{}, false
	}
	meaning = arithmetic(meaning)
	if e, err := plan.Fragment(meaning); err == nil {
		if t, ok := termOf(phrase, e, ix); ok {
			return t, true
		}
		if t, ok := conditionOf(phrase, e, ix); ok {
			return t, true
		}
	}
	if e, ok := formula(meaning, ix); ok {
		return termOf(phrase, e, ix)
	}
	if e, ok := rowFormula(meaning, ix); ok {
		return termOf(phrase, e, ix)
	}
	if wordsOnly.MatchString(meaning) && !strings.Contains(meaning, " - ") && len(strings.Fields(meaning)) <= maxMeaningWords && !strings.EqualFold(phrase, meaning) {
		return Term{Phrase: phrase, Synonym: meaning}, true
	}
	return Term{}, false
}

// termOf returns the term for an expression whose columns all belong to one table: a column, a column and its value,
// an aggregate, or arithmetic over columns.
func termOf(phrase string, e plan.Expr, ix *index) (Term, bool) {
	t := ix.home(e)
	if t == nil {
		return Term{}, false
	}
	if c := e.Node().GetColumnRef(); c != nil {
		col := columnFold(t, columnName(c))
		return Term{Phrase: phrase, Table: t.Name, Column: col.Name}, true
	}
	if x := e.Node().GetAExpr(); x != nil && x.Kind == pg.A_Expr_Kind_AEXPR_OP && len(x.Name) == 1 && x.Name[0].GetString_().GetSval() == "=" {
		c, v := x.Lexpr.GetColumnRef(), x.Rexpr.GetAConst()
		if c == nil || v == nil {
			return Term{}, false
		}
		col := columnFold(t, columnName(c))
		switch {
		case v.GetSval() != nil && col.Class != schema.Boolean:
			return Term{Phrase: phrase, Table: t.Name, Column: col.Name, Value: v.GetSval().Sval}, true
		case v.GetIval() != nil && col.Class.Numeric():
			return Term{Phrase: phrase, Table: t.Name, Column: col.Name, Value: plan.FromNode(x.Rexpr).String()}, true
		}
		return Term{}, false
	}
	if !plan.HasAggregate(e) && !isArithmetic(e.Node()) {
		return Term{}, false
	}
	return Term{Phrase: phrase, Table: t.Name, Expr: qualified(e, t)}, true
}

// home returns the only table that has every column of an expression; nil when there is none, or more than one.
func (ix *index) home(e plan.Expr) *schema.Table {
	var home *schema.Table
	columns := e.Columns()
	if len(columns) == 0 {
		return nil
	}
next:
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil || ix.snap.Table("", t.Name) != t {
			continue
		}
		for _, c := range columns {
			if c.Alias != "" && !strings.EqualFold(c.Alias, t.Name) || columnFold(t, c.Column) == nil {
				continue next
			}
		}
		if home != nil {
			return nil
		}
		home = t
	}
	return home
}

// columnFold returns the column with the name, exactly or ignoring case; nil when there is none.
func columnFold(t *schema.Table, name string) *schema.Column {
	if c := t.Column(name); c != nil {
		return c
	}
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

func columnName(c *pg.ColumnRef) string {
	return c.Fields[len(c.Fields)-1].GetString_().GetSval()
}

// qualified changes the columns of e to the spelling of the table t, qualified by its name, and returns e.
func qualified(e plan.Expr, t *schema.Table) plan.Expr {
	eachColumn(e.Node().ProtoReflect(), func(c *pg.ColumnRef) {
		if col := columnFold(t, columnName(c)); col != nil {
			c.Fields = []*pg.Node{pg.MakeStrNode(t.Name), pg.MakeStrNode(col.Name)}
		}
	})
	return e
}

var (
	operand        = regexp.MustCompile(`[\pL_][\pL\pN_ ]*`)
	aggregatePhase = regexp.MustCompile(`(?i)^(?:the )?(sum|total|average|avg|mean|maximum|max|minimum|min) (?:of )?(?:the )?(.+)$`)
	aggregateNames = map[string]string{"sum": "sum", "total": "sum", "average": "avg", "avg": "avg", "mean": "avg",
		"maximum": "max", "max": "max", "minimum": "min", "min": "min"}
)

// formula reads arithmetic whose operands are aggregates in words: "(total amount - total tax) / total amount * 100".
// The words of each operand must be the full name of exactly one numeric column.
func formula(s string, ix *index) (plan.Expr, bool) {
	if !strings.ContainsAny(s, "+-*/") || strings.ContainsAny(s, `'",%`) {
		return plan.Expr{}, false
	}
	certain := true
	sql := operand.ReplaceAllStringFunc(s, func(words string) string {
		m := aggregatePhase.FindStringSubmatch(strings.TrimSpace(words))
		if m == nil {
			certain = false
			return words
		}
		f, ok := ix.named(m[2])
		if !ok || !f.column.Class.Numeric() {
			certain = false
			return words
		}
		// The cast is needed because dividing two integers truncates.
		return aggregateNames[strings.ToLower(m[1])] + "(" + identifier(f.table.Name) + "." + identifier(f.column.Name) + ")::pg_catalog.numeric "
	})
	if !certain {
		return plan.Expr{}, false
	}
	e, err := plan.Fragment(sql)
	return e, err == nil
}

// rowFormula reads arithmetic over columns of one row, in words: "unit price * quantity". The words of each operand
// must be the full name of exactly one numeric column.
func rowFormula(s string, ix *index) (plan.Expr, bool) {
	if !strings.ContainsAny(s, "+-*/") || strings.ContainsAny(s, `'",%`) {
		return plan.Expr{}, false
	}
	certain := true
	sql := operand.ReplaceAllStringFunc(s, func(words string) string {
		if at := strings.Index(words, " of the "); at > 0 {
			words = words[:at] // "the capacity of the stadium"
		}
		f, ok := ix.named(strings.TrimPrefix(strings.TrimSpace(words), "the "))
		if !ok || !f.column.Class.Numeric() {
			certain = false
			return words
		}
		return identifier(f.table.Name) + "." + identifier(f.column.Name) + "::pg_catalog.numeric "
	})
	if !certain {
		return plan.Expr{}, false
	}
	e, err := plan.Fragment(sql)
	return e, err == nil
}

// isArithmetic reports whether an expression consists of columns and numbers joined by + - * and / only.
func isArithmetic(n *pg.Node) bool {
	x := n.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || len(x.Name) != 1 || !strings.Contains("+-*/", x.Name[0].GetString_().GetSval()) {
		return false
	}
	for _, side := range []*pg.Node{x.Lexpr, x.Rexpr} {
		if side == nil || side.GetAConst().GetSval() != nil || !isOperand(side) && !isArithmetic(side) {
			return false
		}
	}
	return true
}

// named returns the only column whose full name the words are. ok is false when there is none, or more than one.
func (ix *index) named(words string) (field, bool) {
	var found field
	for _, n := range ix.find(tokenize(words)) {
		if n.column == nil || !n.full || n.score < 0.99 {
			continue
		}
		if found.column != nil {
			return field{}, false
		}
		found = field{n.table, n.column}
	}
	return found, found.column != nil
}

// identifier returns a name as a quoted SQL identifier.
func identifier(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// wildcards maps ways of matching to patterns as in cond.pattern, with s in place of the text.
var wildcards = map[matching]string{folded: "s", contained: "%s%"}

// compares returns how a text is to be compared with the field.
func (e evidence) compares(f field, ix *index) matching {
	if e.match == asStored || f.column.Class != schema.Text || f.column.Array ||
		e.names && !slices.Contains(ix.info[f.table].columns[f.column], "name") {
		return asStored
	}
	return e.match
}
