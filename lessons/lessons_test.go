package lessons

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file string
		want       []Lesson // for datasource shop
		wrong      []string // parts of the error, all of them
	}{
		{name: "empty", file: ""},
		{name: "none", file: "lessons: []\n"},
		{
			name: "scoped",
			file: "lessons:\n  - words: revenue\n    means: sum(i.q)\n  - words: EMEA\n    means: Europe\n    datasources: [shop]\n  - words: EMEA\n    means: other\n    datasources: [erp]\n",
			want: []Lesson{{Words: "revenue", Means: "sum(i.q)"}, {Words: "EMEA", Means: "Europe", Datasources: []string{"shop"}}},
		},
		{name: "every mistake", file: "lessons:\n  - words: a\n  - means: b\n  - word: c\n    means: d\n  - just text\n",
			wrong: []string{"line 2: means is missing", "line 3: words is missing", `line 4: unknown key "word"`, "line 6: a lesson is a mapping"}},
		{name: "twice", file: "lessons:\n  - {words: a, means: b}\n  - {words: A, means: c}\n", wrong: []string{`line 3: "A" is taught on line 2 already`}},
		{name: "too long", file: "lessons:\n  - {words: " + strings.Repeat("a", 200) + ", means: c}\n", wrong: []string{"line 2: words is longer"}},
		{name: "unknown section", file: "lesson: []\n", wrong: []string{"line 1"}},
		{name: "no YAML", file: "\t{", wrong: []string{"yaml"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "lessons.yaml")
			if err := os.WriteFile(path, []byte(tt.file), 0o600); err != nil {
				t.Fatal(err)
			}
			b, err := Load(path)
			for _, w := range tt.wrong {
				if err == nil || !strings.Contains(err.Error(), w) {
					t.Errorf("error %v does not say %q", err, w)
				}
			}
			if len(tt.wrong) > 0 {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, b.For("shop")); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLoadMissing(t *testing.T) {
	t.Parallel()
	if _, err := Load(filepath.Join(t.TempDir(), "none.yaml")); err == nil || !strings.Contains(err.Error(), "none.yaml") {
		t.Errorf("Load of a missing file: %v", err)
	}
}

func TestNilBook(t *testing.T) {
	t.Parallel()
	var b *Book
	if got := b.For("shop"); got != nil {
		t.Errorf("a nil book has lessons: %v", got)
	}
}
