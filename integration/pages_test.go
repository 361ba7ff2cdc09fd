package integration

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/semantic"
)

var (
	typedSpan = regexp.MustCompile("`((?:ASK|SELECT) [^`]+)`")
	// standsFor are what stands in an example for something else, …, a parameter, an id, a question, and what is for another server.
	standsFor = regexp.MustCompile(`create_distributed_table|…|[$:{?]['\w]|\b(?:id|question|x)\b|\{\{`)
	// replies answer a question back, of which there is none, or take a change back.
	replies = regexp.MustCompile(`(?i)^ASK (?:answer|yes|no|undo|[0-9]+|use table)\b`)
)

// TestPagesAsTyped: what the documentation says can be typed does something, each after an answer that it may change.
func TestPagesAsTyped(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var typed []string
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range typedSpan.FindAllStringSubmatch(string(text), -1) {
			said := strings.TrimSuffix(m[1], ";") + ";"
			if asks := strings.HasPrefix(said, "ASK ") && strings.HasSuffix(m[1], ";") || strings.Contains(said, "ask"); asks &&
				!standsFor.MatchString(m[1]) && !replies.MatchString(said) && !slices.Contains(typed, said) {
				typed = append(typed, said)
			}
		}
	}
	if len(typed) < 10 {
		t.Fatalf("few examples: %q", typed)
	}
	meaning, err := semantic.ParseFile(bytes.NewReader(sandbox.ShopMeaning))
	if err != nil {
		t.Fatal(err)
	}
	r := setup(t, withMemory(t, state.Config{Dir: t.TempDir()}), func(_ *proxy.Config, c *translate.Config) {
		c.Meaning, c.Descriptions = meaning, meaning.Descriptions()
	})
	var all strings.Builder
	for _, said := range typed {
		all.WriteString("ASK orders per month in 2025;\n\\echo == " + said + "\n" + said + "\n")
	}
	for _, part := range strings.Split(r.converse("dba", all.String()), "== ")[1:] {
		if said, seen, _ := strings.Cut(part, "\n"); strings.Contains(seen, "ERROR") {
			t.Errorf("%s\n%s", said, seen)
		}
	}
}
