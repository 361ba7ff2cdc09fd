package semantic

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"go.yaml.in/yaml/v3"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Term is a name that people defined, about the rows of one relation. What it means is algebra, composed like a
// column; prose serves a model only.
type Term struct {
	Relation   *Relation
	Name       string
	Expression string // as written; empty: there is prose only
	Prose      string // for a model; may be empty

	Kind TermKind
	// Set is what the term says of all rows: a Where for a condition, a Show of one column for a value and a figure.
	// nil: prose only.
	Set     algebra.Set
	Expr    plan.Expr        // the expression with the terms in it written out, its columns qualified by the name of the table
	Columns []*schema.Column // that it uses, also of other relations
}

// TermKind is what a term is.
type TermKind byte

// The kinds of terms.
const (
	TermProse     TermKind = iota // words only
	TermCondition                 // holds for a row or not: overdue
	TermValue                     // a value of a row: margin
	TermFigure                    // a figure over rows: turnover
)

func (k TermKind) String() string { return [...]string{"prose", "condition", "value", "figure"}[k] }

// TermEntry is a defined term as it is written; a text alone is the expression.
type TermEntry struct {
	Is   string `yaml:"is"`   // an SQL expression over the columns of the relation, and its other terms
	Says string `yaml:"says"` // in words, for a model
}

// UnmarshalYAML reads a text as the expression.
func (t *TermEntry) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&t.Is)
	}
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if key := n.Content[i]; key.Value != "is" && key.Value != "says" {
			return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: a term has is and says, and no %q", key.Line, key.Value)}}
		}
	}
	type bare TermEntry
	return n.Decode((*bare)(t))
}

// maxTermDepth bounds terms that are made of others.
const maxTermDepth = 8

// applyTerms reads the terms of a relation. What is not understood is told and left out.
func (m *Model) applyTerms(r *Relation, terms map[string]TermEntry, bad complaint) {
	for _, name := range slices.Sorted(maps.Keys(terms)) {
		t, err := m.term(r, name, terms)
		if err != nil {
			bad([]string{"terms", name}, "%s: %w", name, err)
			continue
		}
		m.Terms = append(m.Terms, t)
	}
}

// term reads one term.
func (m *Model) term(r *Relation, name string, terms map[string]TermEntry) (Term, error) {
	e := terms[name]
	t := Term{Relation: r, Name: name, Expression: e.Is, Prose: e.Says}
	if e.Is == "" {
		return t, nil
	}
	expr, err := r.expanded(name, terms, maxTermDepth)
	if err != nil {
		return t, err
	}
	err = m.define(&t, r.qualified(expr))
	return t, err
}

// Defined returns an expression about the rows of a relation as a term. Its columns are qualified by their tables,
// which may be several: keys
// lead from the relation to one row of each.
func (m *Model) Defined(r *Relation, name string, e plan.Expr) (*Term, error) {
	t := &Term{Relation: r, Name: name, Expression: e.String()}
	if err := m.define(t, e); err != nil {
		return nil, err
	}
	return t, nil
}

// define fills in what an expression says.
func (m *Model) define(t *Term, expr plan.Expr) error {
	t.Kind, t.Expr = termKind(t.Relation, expr), expr
	from := " FROM " + schema.Quoted(t.Relation.Table.Schema) + "." + schema.Quoted(t.Relation.Table.Name)
	named := map[string]bool{t.Relation.Table.Name: true}
	for _, ref := range expr.Columns() {
		if other := m.Snapshot.Named(ref.Alias); !named[ref.Alias] && len(other) == 1 {
			named[ref.Alias] = true
			from += " CROSS JOIN " + schema.Quoted(other[0].Schema) + "." + schema.Quoted(other[0].Name)
		}
	}
	sql := "SELECT " + expr.String() + " AS x" + from
	if t.Kind == TermCondition {
		sql = "SELECT *" + from + " WHERE " + expr.String()
	}
	set, err := lift.SQL(sql, m.Snapshot)
	if err != nil {
		return termError(err)
	}
	if t.Kind == TermCondition {
		set = where(set)
	}
	t.Set = set
	algebra.Walk(set, func(part any) bool {
		if a, ok := part.(*algebra.Attr); ok && a.Row.Table != "" {
			if c := m.Snapshot.Table(a.Row.Schema, a.Row.Table).Column(a.Column); c != nil && !slices.Contains(t.Columns, c) {
				t.Columns = append(t.Columns, c)
			}
		}
		return true
	})
	return nil
}

// where returns the rows for which a condition holds, without what is shown of them.
func where(s algebra.Set) algebra.Set {
	for {
		switch x := s.(type) {
		case *algebra.Show:
			s = x.Of
		default:
			return s
		}
	}
}

// expanded returns the expression of a term with the terms in it written out.
func (r *Relation) expanded(name string, terms map[string]TermEntry, depth int) (plan.Expr, error) {
	if depth == 0 {
		return plan.Expr{}, fmt.Errorf("terms refer to one another more than %d deep", maxTermDepth)
	}
	expr, err := plan.Fragment(terms[name].Is)
	if err != nil {
		return plan.Expr{}, errors.New("it is no SQL expression; words for a model are written as {says: …}")
	}
	var failed error
	expr = expr.Edited(func(n *pg.Node) bool {
		fields := n.GetColumnRef().GetFields()
		if len(fields) != 1 {
			return true
		}
		other := fields[0].GetString_().GetSval()
		if r.Table.Column(other) != nil || terms[other].Is == "" {
			return true
		}
		inner, err := r.expanded(other, terms, depth-1)
		if err != nil {
			failed = errors.Join(failed, err)
			return false
		}
		n.Node = inner.Node().Node
		return false
	})
	return expr, failed
}

// qualified returns an expression with the name of the table before the columns of the relation, those in subqueries
// apart.
func (r *Relation) qualified(e plan.Expr) plan.Expr {
	return e.Edited(func(n *pg.Node) bool {
		if fields := n.GetColumnRef().GetFields(); len(fields) == 1 {
			if name := fields[0].GetString_().GetSval(); r.Table.Column(name) != nil {
				n.Node = plan.Col(r.Table.Name, name).Node().Node
			}
			return false
		}
		return n.GetSubLink() == nil
	})
}

// Phrase returns the name of the term as people say it.
func (t *Term) Phrase() string { return phrase(t.Name) }

func phrase(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '_' || c == ' ' || c == '-' }), " ")
}

// termKind tells conditions and figures from values by their form.
func termKind(r *Relation, e plan.Expr) TermKind {
	if len(plan.Aggregates(e)) > 0 {
		return TermFigure
	}
	n := e.Node()
	if x := n.GetAExpr(); x != nil {
		comparing := x.Kind != pg.A_Expr_Kind_AEXPR_OP && x.Kind != pg.A_Expr_Kind_AEXPR_NULLIF
		if op := x.Name; len(op) > 0 && x.Kind == pg.A_Expr_Kind_AEXPR_OP {
			comparing = strings.ContainsAny(op[0].GetString_().GetSval(), "<>=~")
		}
		if comparing {
			return TermCondition
		}
	}
	if n.GetBoolExpr() != nil || n.GetNullTest() != nil || n.GetBooleanTest() != nil || n.GetSubLink() != nil &&
		n.GetSubLink().SubLinkType != pg.SubLinkType_EXPR_SUBLINK {
		return TermCondition
	}
	if ref := n.GetColumnRef(); ref != nil && len(ref.Fields) > 0 {
		if c := r.Table.Column(ref.Fields[len(ref.Fields)-1].GetString_().GetSval()); c != nil && c.Class == schema.Boolean {
			return TermCondition
		}
	}
	return TermValue
}

// termError says in words what the algebra has no form for.
func termError(err error) error {
	var none *lift.Error
	if errors.As(err, &none) && none.Kind == "an unknown column" {
		return absent(fmt.Sprintf("there is no column %q", none.Text))
	}
	if errors.As(err, &none) && none.Kind == "an unknown relation" {
		return absent(fmt.Sprintf("there is no relation %q", none.Text))
	}
	return fmt.Errorf("it cannot be composed with questions (%w)", err)
}
