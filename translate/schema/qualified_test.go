package schema

import (
	"testing"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A user who may create functions, operators or types in a schema on the caller's path could make the agent run them
// with the caller's rights. The agent's own SQL therefore qualifies every name with its schema.
func TestOwnSQLIsQualified(t *testing.T) {
	t.Parallel()
	texts := map[string]string{"fingerprint": fingerprintSQL, "versions": versionsSQL, "probe": probeSQL("pg_catalog", "t", []string{"a", `b"`})}
	for _, name := range []string{"relations", "columns", "keys", "constraints", "statistics", "definitions", "conversions"} {
		texts[name] = overReadable(name, []string{}).SQL
	}
	for _, name := range []string{"types", "enums", "shadows", "casts", "extensions", "queries"} {
		texts[name] = sqlFile(name)
	}
	for name, text := range texts {
		for _, problem := range unqualified(t, text) {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

func TestUnqualifiedIsFound(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{
		"SELECT 1 + 1", "SELECT pg_catalog.abs(-1)", "SELECT abs(1)", "SELECT 'a'::text", "SELECT FROM pg_class",
		"SELECT 1 IN (1, 2)", "SELECT 1 BETWEEN 0 AND 2", "SELECT 'a' LIKE 'b'", "SELECT nullif(1, 2)",
		"SELECT 1 IS DISTINCT FROM 2", "SELECT CASE 1 WHEN 1 THEN 2 END", "SELECT 1 IN (SELECT 1)",
		"SELECT FROM pg_catalog.pg_class a JOIN pg_catalog.pg_class b USING (oid)",
		"SELECT FROM pg_catalog.pg_class a NATURAL JOIN pg_catalog.pg_class b", "SELECT 1 ORDER BY 1 USING <",
		"SELECT 1 = ANY (ARRAY[1])", "SELECT ROW(1, 2) = ROW(1, 2)",
	} {
		want := sql != "SELECT pg_catalog.abs(-1)" // a negative constant is not an operator
		if got := len(unqualified(t, sql)) > 0; got != want {
			t.Errorf("%s: found is %v", sql, got)
		}
	}
}

// unqualified returns the names in a statement that would be looked up along the search path.
func unqualified(t *testing.T, sql string) []string {
	t.Helper()
	tree, err := pg.Parse(sql)
	if err != nil {
		t.Fatal(err)
	}
	w := &pathWalk{ctes: map[string]bool{}}
	w.each(tree.ProtoReflect(), func(m protoreflect.Message) {
		if c, ok := m.Interface().(*pg.CommonTableExpr); ok {
			w.ctes[c.Ctename] = true
		}
	})
	w.each(tree.ProtoReflect(), w.check)
	return w.problems
}

type pathWalk struct {
	ctes     map[string]bool
	problems []string
}

func (w *pathWalk) each(m protoreflect.Message, f func(protoreflect.Message)) {
	f(m)
	m.Range(func(d protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case d.IsList() && d.Message() != nil:
			for i := range v.List().Len() {
				w.each(v.List().Get(i).Message(), f)
			}
		case d.Message() != nil && !d.IsMap():
			w.each(v.Message(), f)
		}
		return true
	})
}

func (w *pathWalk) check(m protoreflect.Message) {
	switch n := m.Interface().(type) {
	case *pg.A_Expr:
		switch n.Kind {
		case pg.A_Expr_Kind_AEXPR_OP, pg.A_Expr_Kind_AEXPR_OP_ANY, pg.A_Expr_Kind_AEXPR_OP_ALL:
			w.named("operator", n.Name)
		default:
			w.problems = append(w.problems, n.Kind.String())
		}
	case *pg.SubLink:
		if n.Testexpr != nil {
			w.named("operator", n.OperName)
		}
	case *pg.FuncCall:
		w.named("function", n.Funcname)
	case *pg.TypeName:
		w.named("type", n.Names)
	case *pg.RangeVar:
		if n.Schemaname != "pg_catalog" && (n.Schemaname != "" || !w.ctes[n.Relname]) {
			w.problems = append(w.problems, "relation "+n.Relname)
		}
	case *pg.CaseExpr:
		if n.Arg != nil {
			w.problems = append(w.problems, "CASE with an argument")
		}
	case *pg.JoinExpr:
		if n.IsNatural || len(n.UsingClause) > 0 {
			w.problems = append(w.problems, "join by name")
		}
	case *pg.SortBy:
		if n.SortbyDir == pg.SortByDir_SORTBY_USING {
			w.problems = append(w.problems, "ORDER BY USING")
		}
	}
}

func (w *pathWalk) named(what string, name []*pg.Node) {
	if len(name) != 2 || name[0].GetString_().GetSval() != "pg_catalog" {
		w.problems = append(w.problems, what+" "+pgNames(name))
	}
}

func pgNames(nodes []*pg.Node) string {
	text := ""
	for _, n := range nodes {
		text += "." + n.GetString_().GetSval()
	}
	return text
}
