package integration

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/semantic"
)

var (
	prompted = regexp.MustCompile(`^shop[=-]> `)
	inCode   = regexp.MustCompile("`(ASK [^`…]+;)`")
)

// TestReadme: what README.md shows of a session is what psql shows, and what it says can be typed does something.
func TestReadme(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(page), "```\n")
	block, _, ok := strings.Cut(block, "```\n")
	if !ok || !strings.HasPrefix(block, "shop=> ") {
		t.Fatalf("README.md does not begin with a session: %.80q", block)
	}
	meaning, err := semantic.ParseFile(bytes.NewReader(sandbox.ShopMeaning))
	if err != nil {
		t.Fatal(err)
	}
	r := setup(t, withMemory(t, state.Config{Dir: t.TempDir()}), func(_ *proxy.Config, c *translate.Config) { // as the demo has it
		c.Meaning, c.Descriptions = meaning, meaning.Descriptions()
	})
	var typed, want strings.Builder
	for line := range strings.Lines(block) {
		if said := prompted.ReplaceAllString(line, ""); said != line {
			typed.WriteString(said)
			line = said
		}
		want.WriteString(plainLine(line))
	}
	// One session for all of it, since what is typed later is about what was answered before.
	var seen strings.Builder
	for line := range strings.Lines(r.converse("demo", typed.String())) {
		seen.WriteString(plainLine(line))
	}
	if diff := cmp.Diff(want.String(), seen.String()); diff != "" {
		t.Errorf("(-README +psql):\n%s", diff)
	}

	// psql -q keeps quiet about SET, and shows everything else.
	var all strings.Builder
	all.WriteString("ASK top 3 products by price;\n")
	for _, m := range inCode.FindAllStringSubmatch(string(page), -1) {
		if m[1] != "ASK question;" { // stands for any
			all.WriteString(m[1] + "\n")
		}
	}
	out := r.converse("dba", all.String())
	if strings.Contains(out, "ERROR") || strings.Contains(out, "I am not sure") || strings.Count(all.String(), "\n") < 6 {
		t.Errorf("what README.md says can be typed:\n%s", out)
	}
}

// plainLine is a line without what differs from run to run, and without spaces at its end; nothing for what psql -q leaves out.
func plainLine(line string) string {
	line = ids.ReplaceAllString(strings.TrimRight(line, " \n"), "ID")
	if line == "" || line == "SET" {
		return ""
	}
	return line + "\n"
}
