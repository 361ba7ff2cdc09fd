package review

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/schema"
)

// covered is the share of a column's rows that its known values must cover before a literal is replaced by a value
// that differs in more than case. Below it, the literal may be one of the unknown stored values.
const covered = 0.95

// value replaces a literal by the stored value that it means. It never changes a literal that is stored itself.
func (r *reviewer) value(lit *pg.Node, col *schema.Column, ref plan.Place) {
	if col.Class != schema.Text && col.Class != schema.Enum {
		return
	}
	text := lit.GetAConst().GetSval().GetSval()
	stored, complete := storedValues(col)
	if text == "" || slices.Contains(stored, text) {
		return
	}
	if v, ok := r.settledValue(text, col, ref); ok {
		if v != text {
			r.setValue(lit, v, ref)
		}
		return
	}
	var same []string
	for _, v := range stored {
		if strings.EqualFold(strings.TrimSpace(v), strings.TrimSpace(text)) {
			same = append(same, v)
		}
	}
	if len(same) == 0 && complete {
		same = alike(text, stored)
	}
	switch {
	case len(same) == 1:
		r.setValue(lit, same[0], ref)
	case len(same) > 1:
		r.complain(UnclearValue, text, valueCandidates(text, ref, same), "%q may mean several values of %s; which one?", text, ref)
	case col.Class == schema.Enum && len(stored) > 0:
		r.complain(UnclearValue, text, valueCandidates(text, ref, stored),
			"%q is not one of the values of %s; which one is meant?", text, ref)
	case r.options.Unseen != nil && ref.Table != nil:
		r.options.Unseen(ref.Table, ref.Column, text)
	}
}

// spellings makes a comparison with a text take all values that are the text in another case, when several are and
// the text itself is none. A user who is asked which one is meant can only say: all. It reports false when there are
// fewer.
func (r *reviewer) spellings(n *pg.Node, x *pg.A_Expr, lit *pg.Node, col *schema.Column, ref plan.Place) bool {
	text := lit.GetAConst().GetSval().GetSval()
	stored, _ := storedValues(col)
	if col.Class != schema.Text || text == "" || slices.Contains(stored, text) {
		return false
	}
	if _, settled := r.settledValue(text, col, ref); settled {
		return false
	}
	var same []*pg.Node
	held := 0
	listed := func(v string) bool {
		return slices.ContainsFunc(x.Rexpr.GetList().GetItems(), func(i *pg.Node) bool { return i.GetAConst().GetSval().GetSval() == v })
	}
	for _, v := range stored {
		if strings.EqualFold(strings.TrimSpace(v), strings.TrimSpace(text)) {
			if held++; !listed(v) {
				same = append(same, plan.Str(v).Node())
			}
		}
	}
	if held < 2 || len(same) == 0 {
		return held >= 2 // the list has them all
	}
	before := plan.FromNode(n).String()
	switch {
	case x.Kind == pg.A_Expr_Kind_AEXPR_IN:
		x.Rexpr.GetList().Items = append(x.Rexpr.GetList().Items, same...)
	case x.Kind == pg.A_Expr_Kind_AEXPR_OP && lit == x.Rexpr:
		op := "="
		if plan.LastName(x.Name) != "=" {
			op = "<>"
		}
		list := &pg.Node{Node: &pg.Node_List{List: &pg.List{Items: same}}}
		n.Node = &pg.Node_AExpr{AExpr: &pg.A_Expr{Kind: pg.A_Expr_Kind_AEXPR_IN, Name: []*pg.Node{pg.MakeStrNode(op)},
			Lexpr: x.Lexpr, Rexpr: list}}
	default:
		return false
	}
	r.fix(FixValue, before, plan.FromNode(n).String(), "%s holds %s in %d spellings, and all are taken", ref, plan.Str(text), len(same))
	return true
}

func (r *reviewer) setValue(lit *pg.Node, v string, ref plan.Place) {
	before := plan.FromNode(lit).String()
	lit.Node = plan.Str(v).Node().Node
	r.fix(FixValue, before, plan.FromNode(lit).String(), "%s holds %s, not %s", ref, plan.FromNode(lit), before)
}

// storedValues returns the known values of a column, and whether they cover nearly all rows.
func storedValues(col *schema.Column) (values []string, complete bool) {
	if col.Class == schema.Enum {
		return col.Enum, true
	}
	share := 0.0
	for _, f := range col.Profile.Freqs {
		share += f
	}
	return col.Profile.Values, col.Profile.Complete || share >= covered*(1-col.Profile.NullFrac)
}

// alike returns the stored values that a text abbreviates or misspells: those that start with it, else those that
// contain it as whole words, else those within the distance of a typing error.
func alike(text string, stored []string) []string {
	if len([]rune(text)) < 3 {
		return nil
	}
	plain := strings.Join(flat(text), " ")
	for _, like := range []func(v string) bool{
		func(v string) bool { return plan.Stemmed(v) == plan.Stemmed(text) },
		func(v string) bool { return strings.HasPrefix(v, plain+" ") },
		func(v string) bool { return strings.Contains(" "+v+" ", " "+plain+" ") },
		func(v string) bool { return strings.ReplaceAll(v, " ", "") == strings.ReplaceAll(plain, " ", "") },
		func(v string) bool { return misspelt(v, plain) },
	} {
		var found []string
		for _, v := range stored {
			if plain != "" && like(strings.Join(flat(v), " ")) {
				found = append(found, v)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// misspelt reports whether two texts are no farther apart than typing errors bring them.
func misspelt(v, plain string) bool {
	n := spelling.Typos(plain)
	return n > 0 && spelling.Distance(v, plain, n) <= n
}

// flat splits a value at characters that are neither letters nor digits, in lower case. Capitals inside words do not
// split it.
func flat(v string) []string { return plan.Words(strings.ToLower(v)) }

// settledValue returns the stored value that the user chose for a text.
func (k *basis) settledValue(text string, col *schema.Column, ref plan.Place) (string, bool) {
	for _, c := range k.settled {
		if c.Kind != plan.UseValue || !strings.EqualFold(c.Phrase, text) || c.Column != "" && c.Column != col.Name {
			continue
		}
		if c.Table == "" || k.constrained(c) == ref.Table {
			return c.Value, true
		}
	}
	return "", false
}

func valueCandidates(text string, ref plan.Place, values []string) []Candidate {
	var all []Candidate
	for _, v := range values[:min(len(values), plan.MaxCandidates)] {
		all = append(all, Candidate{Label: v, Meaning: ref.String() + " is " + v,
			Settles: []plan.Constraint{{Kind: plan.UseValue, Phrase: text, Schema: ref.Table.Schema, Table: ref.Table.Name,
				Column: ref.Column, Value: v}}})
	}
	return all
}
