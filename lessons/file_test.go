package lessons

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestLoad(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file string
		want       string   // words = means, for datasource shop
		wrong      []string // parts of the error, all of them
	}{
		{name: "empty", file: ""},
		{name: "none", file: "lessons: []\n"},
		{
			name: "scoped",
			file: "lessons:\n  - words: revenue\n    means: sum(i.q)\n  - words: EMEA\n    means: Europe\n    datasources: [shop]\n  - words: EMEA\n    means: other\n    datasources: [erp]\n",
			want: "column revenue = sum(i.q); column EMEA = Europe",
		},
		{
			name: "all kinds",
			file: "lessons:\n  - {kind: table, words: customers, means: crm_customers, rule: prefix crm_}\n  - {kind: query, words: how many customers, means: SELECT count(*) FROM crm_customers}\n" +
				"  - {kind: error, words: sum of a text, means: cast it, role: ann, note: seen twice}\n  - {words: x, means: y, status: disabled}\n",
			want: "table customers = crm_customers; query how many customers = SELECT count(*) FROM crm_customers",
		},
		{name: "wrong kinds", file: "lessons:\n  - {kind: view, words: a, means: b}\n  - {words: a, means: b, status: good}\n  - {words: a, means: b, rule: prefix x}\n" +
			"  - {kind: table, words: a, means: b, rule: prefix x_}\n  - {kind: table, words: a, means: b, rule: suffix}\n",
			wrong: []string{`line 2: kind "view"`, `line 3: status "good"`, "line 4: only a lesson of kind table", "line 5: the rule prefix x_ makes x_a of a, not b", `line 6: "suffix" is not a rule`}},
		{name: "every mistake", file: "lessons:\n  - words: a\n  - means: b\n  - word: c\n    means: d\n  - just text\n",
			wrong: []string{"line 2: means is missing", "line 3: words is missing", `line 4: unknown key "word"`, "line 6: a lesson is a mapping"}},
		{name: "all of one", file: "lessons:\n  - words: ''\n    kind: view\n    status: good\n    means: " + strings.Repeat("b", 3000) +
			"\n    colour: red\n    sise: 3\n    datasources: shop\n  - {words: c, means: d, kind: tabel}\n",
			wrong: []string{"line 2: words is missing", `line 3: kind "view"`, `line 4: status "good"`, "line 5: means is longer", `line 6: unknown key "colour"`,
				`line 7: unknown key "sise"`, "line 8: ", `line 9: kind "tabel"`}},
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
			var got []string
			for _, l := range Fixed(b...).For("shop", "bob") {
				got = append(got, fmt.Sprintf("%s %s = %s", l.Kind, l.Words, l.Means))
			}
			if got := strings.Join(got, "; "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
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

// A file that is cut off in the middle could still be read, and would hold fewer lessons, or others.
func TestReadTooMuch(t *testing.T) {
	t.Parallel()
	text := "lessons:\n  - {words: revenue, means: sum(orders.total)}\n"
	text += strings.Repeat("#"+strings.Repeat("x", 1000)+"\n", maxFile/1000)
	if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("%d bytes: %v", len(text), err)
	}
	if all, err := Read(strings.NewReader(text[:maxFile])); err != nil || len(all) != 1 {
		t.Errorf("%d bytes: %d lessons, %v", maxFile, len(all), err)
	}
}

// What Write writes, parse reads.
func TestWrite(t *testing.T) {
	t.Parallel()
	want := []Lesson{
		{Kind: Column, Words: "revenue: net", Means: "sum(a.b)", Status: Approved, Datasources: []string{"shop", "erp"}, Note: "by Ann"},
		{Kind: Table, Words: "x", Means: "crm_x", Rule: Rule{Prefix: "crm_"}, Status: Proposed, Role: "ann"},
	}
	var b bytes.Buffer
	if err := Write(&b, want); err != nil {
		t.Fatal(err)
	}
	got, err := parse(b.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(Lesson{}, "ID", "Source", "Confidence"), cmpopts.IgnoreUnexported(Lesson{})); d != "" {
		t.Error(d)
	}
}

func TestNilLibrary(t *testing.T) {
	t.Parallel()
	var l *Library
	if got := l.For("shop", "ann"); got != nil {
		t.Errorf("a nil library has lessons: %v", got)
	}
	if _, _, ok := l.Pinned("shop", "x"); ok || l.Learns() {
		t.Error("a nil library knows something")
	}
	l.Learn(Lesson{})
	l.RecordUse([]string{"x"}, true)
	l.RecordFeedback([]string{"x"}, true)
	l.RecordPinUse("x")
	l.Asked("shop", "q", "SELECT 1")
	l.Close()
}
