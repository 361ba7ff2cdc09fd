package integration

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A panic in a goroutine that has no panics.Catch below it ends the process. Packages that read texts of users, of
// models and of the catalog start goroutines through a panics.Group, which hands the panic to the one that waits, or
// say here why not.
func TestGoroutinesCatchPanics(t *testing.T) {
	t.Parallel()
	catches := map[string]bool{ // files whose goroutines have a panics.Catch of their own, or read no such text
		"translate/model/stream.go": true, // the timer only ends a context
		"lessons/library.go":        true,
	}
	for _, root := range []string{"translate", "lessons", "policy", "pattern", "yamlshape", "proxy/recognise"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(path, "../"))
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil || catches[name] {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if _, ok := n.(*ast.GoStmt); ok {
					t.Errorf("%s: a goroutine that nothing catches", name)
				}
				return true
			})
			for _, forbidden := range []string{"sync.WaitGroup", "errgroup."} {
				if strings.Contains(string(source), forbidden) {
					t.Errorf("%s: %s instead of panics.Group", name, forbidden)
				}
			}
			if strings.Contains(string(source), "AfterFunc(") && !strings.Contains(string(source), "panics.") {
				t.Errorf("%s: a timer whose function nothing catches", name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A string becomes a display.Text by a function of that package, which escapes it, and never by a conversion.
func TestNothingIsConvertedToDisplayText(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == "display" || d.Name() == "node_modules" || d.Name() == ".git") {
			if d != nil && d.IsDir() && err == nil {
				return filepath.SkipDir
			}
			return err
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if to, ok := call.Fun.(*ast.SelectorExpr); ok && to.Sel.Name == "Text" {
				if of, ok := to.X.(*ast.Ident); ok && of.Name == "display" {
					t.Errorf("%s: a conversion to display.Text", path)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
