package guard

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestServerReadsCorpora: the statements of every other test, those of the corpora and those that stand in the tests'
// code, as servers read them that have the databases which most of them are about.
func TestServerReadsCorpora(t *testing.T) {
	t.Parallel()
	statements := literals(t)
	for _, file := range []string{"allow", "extensions", "attacks", "reject", "trapped"} {
		for _, b := range corpus(t, "testdata/"+file+".sql") {
			statements = append(statements, b.sql)
		}
	}
	all := Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}}
	trapped := func(t *testing.T, file, path string) *reads {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		owner, _ := workshop(t, strings.ReplaceAll(string(script), "WITH (security_invoker = true) ", "")) // which 14 does not know
		return readsOf(t, owner, sandboxtest.Server(t).URL(databaseOf(t, owner), "guard_reader"), path, Policy{},
			Policy{MaskedColumns: []string{"email", "amount"}, DeniedColumns: []string{"iban", "note"}})
	}
	for name, database := range map[string]func(*testing.T) *reads{
		"oracle.sql": func(t *testing.T) *reads {
			o := newOracle(t, withPostGIS)
			return readsOf(t, o.observer, o.url, "pg_catalog, app, public", all,
				Policy{MaskedColumns: []string{"amount", "city"}, DeniedColumns: []string{"iban", "attrs"}, DeniedTables: []string{"categories"}})
		},
		"traps.sql":        func(t *testing.T) *reads { return trapped(t, "testdata/traps.sql", "app, public, evil") },
		"dependencies.sql": func(t *testing.T) *reads { return trapped(t, "testdata/dependencies.sql", "app, public") },
		"servertree.sql":   func(t *testing.T) *reads { return newReads(t) },
		"shop": func(t *testing.T) *reads {
			name := sandboxtest.OwnShop(t)
			return readsOf(t, dial(t, name, sandbox.Superuser), sandboxtest.Server(t).URL(name, "demo"), "public", Policy{},
				Policy{MaskedColumns: []string{"email", "price"}, DeniedColumns: []string{"city"}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := database(t)
			ways, read, failed := ways, 0, 0
			if os.Getenv("PGASK_ORACLE") == "" {
				ways = ways[2:4]
			}
			for _, how := range ways {
				for _, a := range r.judge(t, how, statements) {
					if a.err != nil {
						failed++
						continue
					}
					if read++; len(a.wrong) > 0 && !(how.text != sent && fieldOfRow.MatchString(a.sql)) {
						t.Errorf("%s: the server sees more than the guard:\n%s\n%s", how, strings.Join(a.wrong, "\n"), a.sql)
					}
				}
			}
			t.Logf("%d statements read, %d refused by the server, of %d in %d ways", read, failed, len(statements), len(ways))
			if read < 100*len(ways) {
				t.Errorf("only %d statements are read", read)
			}
		})
	}
}

// fieldOfRow matches (row).column. A server wants the right to all of the row for it, whatever it shows; what is sent
// has row.column instead.
var fieldOfRow = regexp.MustCompile(`\(\w+\)\.\w`)

var beginsQuery = regexp.MustCompile(`(?i)^\s*(SELECT|WITH|VALUES|TABLE)\s`)

// literals returns the texts in the code of all tests that begin like a query.
func literals(t *testing.T) []string {
	t.Helper()
	var all []string
	seen := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == "node_modules" || d.Name() == "testdata" {
			if d != nil && d.IsDir() && err == nil {
				return fs.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == gotoken.STRING {
				text, err := strconv.Unquote(l.Value)
				if err == nil && beginsQuery.MatchString(text) && !seen[text] && len(text) < MaxBytes {
					seen[text] = true
					all = append(all, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 1_000 {
		t.Errorf("only %d texts", len(all))
	}
	return all
}
