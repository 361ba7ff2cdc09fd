package integration

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What leads a newcomer through the code must not name what has gone.

// goFile matches the name of a Go file that stands by itself, without a directory.
var goFile = regexp.MustCompile(`(?:^|[\s(])([a-z_0-9]+\.go)\b`)

// TestPackageCommentsNameFiles holds the maps of the packages against their directories.
func TestPackageCommentsNameFiles(t *testing.T) {
	t.Parallel()
	const root = ".."
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && file != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil || parsed.Doc == nil {
			return err
		}
		for _, m := range goFile.FindAllStringSubmatch(parsed.Doc.Text(), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s: the package comment names %s", file, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// quotedPath matches a path or a file's name in the code font of Markdown.
var quotedPath = regexp.MustCompile("`([A-Za-z_./-]+(?:/|\\.go|\\.md|\\.json|\\.txt))`")

// TestContributingNamesFiles holds CONTRIBUTING.md against the tree. A path in it is from the root, or from one of
// the directories that it speaks of.
func TestContributingNamesFiles(t *testing.T) {
	t.Parallel()
	const root = ".."
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	from := []string{"", "cmd", "proxy", "service", "translate", "audit/console", "integration"}
	for _, m := range quotedPath.FindAllStringSubmatch(string(text), -1) {
		exists := func(dir string) bool {
			_, err := os.Stat(filepath.Join(root, dir, m[1]))
			return err == nil
		}
		if !strings.Contains(m[1], "LANGUAGE") && !slices.ContainsFunc(from, exists) {
			t.Errorf("CONTRIBUTING.md names %s", m[1])
		}
	}
}

// TestContributingNamesPackages holds the house in CONTRIBUTING.md against the packages.
func TestContributingNamesPackages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, house, _ := strings.Cut(string(text), "## The house")
	house, _, _ = strings.Cut(house, "Imports run one way")
	for name := range arrows {
		// What a package has for itself alone is described in it.
		if own := name == "" || name == "translate/guard/gen" || path.Base(path.Dir(name)) == "clients" || name == "integration/sandbox/sandboxtest"; own {
			continue
		}
		if !strings.Contains(house, " "+path.Base(name)+"/") {
			t.Errorf("CONTRIBUTING.md does not say where %s belongs", name)
		}
	}
}

// TestDecisionsAreListed holds that the index of the decisions names every page, and that a page has the date of its
// name.
func TestDecisionsAreListed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "docs", "decisions")
	index, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "[0-9]*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("%d pages; %v", len(pages), err)
	}
	for _, p := range pages {
		if !strings.Contains(string(index), "("+filepath.Base(p)+")") {
			t.Errorf("docs/decisions/README.md does not name %s", filepath.Base(p))
		}
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		const date = "2006-01-02"
		if lines := strings.SplitN(string(text), "\n", 4); len(lines) < 4 || lines[2] != filepath.Base(p)[:len(date)] {
			t.Errorf("%s: its third line is not the date in its name", p)
		}
	}
}
