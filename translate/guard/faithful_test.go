package guard

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// TestFaithful: what is sent has the tree of the draft, but for the schemas that were filled in. Held for the corpus,
// and for statements made of its pieces.
func TestFaithful(t *testing.T) {
	t.Parallel()
	m := newMutator(t)
	g := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	known := facts()
	r := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for i := range 3 * len(m.statements) {
		edits := make([]byte, 4*(i/len(m.statements))) // none the first time
		for j := range edits {
			edits[j] = byte(r.Uint32())
		}
		draft := m.mutate(uint16(i), edits)
		v := g.Check(draft, known)
		if v.Decision != Allow {
			continue
		}
		compared++
		if !bytes.Equal(bareTree(t, draft), bareTree(t, v.SQL)) {
			t.Errorf("%s\nis sent as something else:\n%s", draft, v.SQL)
		}
	}
	if compared < 300 {
		t.Errorf("only %d were compared", compared)
	}
}

// bareTree is the tree of a statement without positions and without the schemas of relations and types.
func bareTree(t *testing.T, sql string) []byte {
	t.Helper()
	tree, err := pg_query.Parse(sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	var visit visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			m.Schemaname = ""
		case *pg_query.TypeName:
			m.Names = m.Names[len(m.Names)-1:]
		case *pg_query.A_Const: // the name of a relation, as a text
			if s := m.GetSval(); s != nil && strings.Contains(s.Sval, "app") {
				s.Sval = strings.TrimPrefix(strings.ReplaceAll(s.Sval, `"`, ""), "app.")
			}
		}
		children(m, visit)
	}
	visit(tree.Stmts[0].Stmt.GetSelectStmt())
	text, err := canonical(tree)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestWrittenWithinBounds: the parentheses that a text needs may not be more than can be checked again.
func TestWrittenWithinBounds(t *testing.T) {
	t.Parallel()
	signs := "SELECT 3" + strings.Repeat(" * + 3", maxNesting+20) + " FROM orders"
	if v := mustNew(t, Policy{}).Check(signs, facts()); v.Decision != Invalid || v.Rule != RuleBounds {
		t.Errorf("many signs: %+v", v)
	}
}

// TestFixedPoint: what is sent, and what people read, are sent again as they are, byte for byte, over all that is
// allowed, also with every extension in reach.
func TestFixedPoint(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	for _, own := range []bool{true, false} {
		known, proven := facts(), 0
		known.OwnPath = own
		for _, file := range []string{"testdata/allow.sql", "testdata/analytic.sql", "testdata/extensions.sql"} {
			for i, b := range corpus(t, file) {
				if !own && i%4 > 0 { // the path decides about few of them
					continue
				}
				v := g.Check(b.sql, known)
				if v.Decision != Allow {
					continue
				}
				proven++
				if again := g.check(v.Sent, known, formLimits); again.Sent != v.Sent {
					t.Errorf("%s, line %d: %s %s\n%s\n%s", file, b.line, again.Rule, again.Why, v.Sent, again.Sent)
				}
				if again := g.Check(v.SQL, known); again.Sent != v.Sent || again.SQL != v.SQL {
					t.Errorf("%s, line %d, as people read it: %s %s\n%s\n%s", file, b.line, again.Rule, again.Why, v.Sent, again.Sent)
				}
			}
		}
		if t.Logf("own path %v: %d", own, proven); proven < 100 {
			t.Errorf("only %d statements are allowed", proven)
		}
	}
}
