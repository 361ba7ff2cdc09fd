// Package integration tests the product as a whole: against real servers, by real clients, and the shape of its code.
package integration

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/pgask/pgask"

// arrows lists, for every package, which of ours its code may import; tests may import more. An arrow from a
// directory to "…" reaches everything below it. What is not here is not allowed: who adds a package or an arrow asks
// first whether the picture still holds:
//
//	main → cmd → service → proxy → translate → lessons, policy, audit; proxy → audit; only cmd, what is below it, and service → conf
//	pattern, yamlshape and what has no line of its own import nothing
//	translate/semantic → translate/semantic/naming → translate/semantic/lexicon; semantic and naming → schema; the engines may stand on them
//	translate/{draft/builtin, model, guard, refine} → schema, plan, borrow; never one another, never translate
var arrows = map[string][]string{
	"":        {"cmd"},
	"cmd":     {"audit", "cmd/…", "conf", "lessons", "policy", "service", "translate", "translate/…"},
	"service": {"audit", "audit/console", "audit/fleet", "audit/sink", "conf", "lessons", "pattern", "policy", "proxy", "proxy/ask", "proxy/login", "state", "telemetry", "translate", "translate/…"},

	"cmd/auditcmd": {"audit", "audit/fleet", "audit/sink", "audit/usage", "cmd/cli", "conf", "service"},
	"cmd/cli":      {"conf"},
	"cmd/democmd":  {"cmd/cli", "cmd/rows", "conf", "integration/sandbox", "service"},
	"cmd/evalcmd":  {"cmd/cli", "conf", "eval", "service", "translate", "translate/…"},
	"cmd/rows":     {"cmd/cli", "display/plot"},

	"eval": {"translate", "translate/…"},

	"translate/algebra":      {"translate/plan", "translate/wordform"},
	"translate/algebra/lift": {"translate/algebra", "translate/plan", "translate/schema"},

	"audit":         {"pattern"},
	"audit/sink":    {"audit", "audit/usage"},
	"audit/fleet":   {"audit", "audit/usage"},
	"audit/usage":   {"audit"},
	"audit/console": {"audit", "audit/usage", "lessons", "pattern"},
	"conf":          {"spelling"},
	"lessons":       {"yamlshape"},
	"policy":        {"pattern", "yamlshape"},
	"yamlshape":     nil,
	"pattern":       nil,
	"spelling":      nil,
	"display":       nil,
	"display/plot":  nil,
	"panics":        nil,
	"state":         nil,

	"proxy":           {"proxy/ask", "proxy/login", "proxy/poll", "proxy/wire"},
	"proxy/ask":       {"audit", "display/plot", "proxy/login", "proxy/recognise", "proxy/wire", "translate", "translate/borrow", "translate/plan"},
	"proxy/poll":      nil,
	"proxy/recognise": nil,

	"proxy/login":         {"pattern", "proxy/scram", "proxy/wire"},
	"proxy/wire":          {"proxy/poll"},
	"proxy/wire/wiretest": nil,

	"telemetry":   {"audit", "proxy", "proxy/ask", "translate", "translate/spend"},
	"proxy/scram": nil,

	"translate":            {"audit", "display/plot", "lessons", "policy", "spelling", "translate/…"},
	"translate/about":      {"audit", "lessons", "translate/draft", "translate/grounding", "translate/intent", "translate/plan", "translate/plan/edit", "translate/plan/review", "translate/say", "translate/schema", "translate/semantic", "translate/wordform"},
	"translate/amend":      {"translate/plan", "translate/semantic", "translate/wordform"},
	"translate/assume":     {"translate/plan", "translate/schema", "translate/semantic", "translate/wordform"},
	"translate/borrow":     nil,
	"translate/guard":      {"pattern", "spelling", "translate/borrow", "translate/guard/…", "translate/lineage", "translate/plan", "translate/schema"},
	"translate/guard/gen":  nil,
	"translate/guard/tree": nil,
	"translate/lineage":    nil,
	"translate/keys":       nil,
	"translate/wordform":   nil,

	"translate/diagnose": {"spelling", "translate/guard", "translate/guard/cost", "translate/guard/normal", "translate/plan", "translate/plan/review", "translate/plan/validate", "translate/say", "translate/schema"},
	"translate/dialogue": {"translate/draft", "translate/link", "translate/model", "translate/offer", "translate/plan", "translate/say", "translate/schema", "translate/wordform"},
	"translate/doubt":    {"translate/dialogue", "translate/model", "translate/plan", "translate/plan/review", "translate/wordform"},
	"translate/followup": {"translate/algebra/lift", "translate/diagnose", "translate/dialogue", "translate/draft/builtin", "translate/plan", "translate/plan/edit", "translate/plan/review", "translate/say", "translate/schema"},
	"translate/intent":   {"translate/dialogue", "translate/say", "translate/wordform"},
	"translate/memory":   {"audit", "lessons", "translate/intent", "translate/link", "translate/plan", "translate/say", "translate/schema", "translate/semantic", "translate/wordform"},
	"translate/say":      nil,
	"translate/spend":    {"policy", "translate/model", "translate/say"},

	"translate/draft":                  {"translate/link", "translate/plan", "translate/semantic"},
	"translate/draft/builtin":          {"translate/algebra", "translate/draft", "translate/draft/builtin/…", "translate/link", "translate/plan", "translate/plan/validate", "translate/schema", "translate/semantic", "translate/semantic/lexicon", "translate/wordform"},
	"translate/draft/bymodel":          {"audit", "translate/diagnose", "translate/dialogue", "translate/draft", "translate/grounding", "translate/link", "translate/lookup", "translate/memory", "translate/model", "translate/plan", "translate/plan/review", "translate/plan/validate", "translate/say", "translate/schema", "translate/semantic", "translate/spend", "translate/wordform"},
	"translate/draft/builtin/assemble": {"translate/algebra", "translate/draft/builtin/attach", "translate/draft/builtin/chart", "translate/draft/builtin/facts", "translate/draft/builtin/form", "translate/draft/builtin/lattice", "translate/link", "translate/schema", "translate/semantic"},
	"translate/draft/builtin/attach":   {"translate/algebra", "translate/draft/builtin/chart", "translate/draft/builtin/facts", "translate/draft/builtin/form", "translate/draft/builtin/lattice", "translate/draft/builtin/wordlist", "translate/schema", "translate/semantic", "translate/semantic/lexicon", "translate/wordform"},
	"translate/draft/builtin/chart":    nil,
	"translate/draft/builtin/facts":    {"translate/algebra", "translate/draft/builtin/form", "translate/draft/builtin/wordlist", "translate/schema", "translate/semantic", "translate/semantic/lexicon", "translate/wordform"},
	"translate/draft/builtin/form":     {"translate/algebra", "translate/schema", "translate/semantic", "translate/semantic/lexicon"},
	"translate/draft/builtin/grammar":  {"translate/algebra", "translate/draft/builtin/attach", "translate/draft/builtin/chart", "translate/draft/builtin/facts", "translate/draft/builtin/form", "translate/draft/builtin/lattice", "translate/draft/builtin/wordlist", "translate/link", "translate/schema", "translate/semantic", "translate/semantic/lexicon", "translate/wordform"},
	"translate/draft/builtin/lattice":  {"translate/algebra", "translate/draft/builtin/chart", "translate/draft/builtin/facts", "translate/draft/builtin/form", "translate/draft/builtin/wordlist", "translate/link", "translate/schema", "translate/semantic", "translate/semantic/lexicon", "translate/wordform"},
	"translate/draft/builtin/merge":    {"translate/algebra", "translate/draft/builtin/assemble", "translate/draft/builtin/attach", "translate/draft/builtin/chart", "translate/draft/builtin/facts", "translate/draft/builtin/form", "translate/draft/builtin/lattice", "translate/schema", "translate/semantic"},
	"translate/draft/builtin/rank":     nil,
	"translate/draft/builtin/wordlist": {"spelling", "translate/algebra", "translate/link", "translate/semantic/lexicon", "translate/wordform"},

	"translate/link":          {"spelling", "translate/schema", "translate/semantic", "translate/semantic/lexicon", "translate/semantic/naming", "translate/wordform"},
	"translate/grounding":     {"translate/link", "translate/plan", "translate/schema", "translate/semantic", "translate/wordform"},
	"translate/lookup":        {"translate/borrow", "translate/link", "translate/schema", "translate/wordform"},
	"translate/guard/normal":  {"translate/guard/tree"},
	"translate/model":         {"translate/borrow", "translate/plan", "translate/schema"},
	"translate/offer":         {"spelling", "translate/plan", "translate/schema", "translate/wordform"},
	"translate/plan":          {"spelling", "translate/keys", "translate/schema", "translate/wordform"},
	"translate/plan/edit":     {"translate/plan", "translate/schema"},
	"translate/plan/plantest": {"translate/schema"},
	"translate/plan/readable": {"translate/plan", "translate/schema", "translate/semantic", "translate/wordform"},
	"translate/plan/review":   {"spelling", "translate/plan", "translate/schema"},
	"translate/plan/validate": {"translate/plan", "translate/schema"},
	"translate/preview":       {"translate/algebra/lift", "translate/diagnose", "translate/guard", "translate/plan", "translate/plan/validate", "translate/say", "translate/schema", "translate/semantic"},
	"translate/reads":         {"translate/borrow", "translate/diagnose", "translate/draft", "translate/guard", "translate/guard/cost", "translate/lookup", "translate/say", "translate/schema", "translate/semantic"},
	"translate/schema":        {"pattern", "translate/borrow", "translate/lineage", "translate/wordform"},
	"translate/semantic":      {"spelling", "translate/algebra", "translate/algebra/lift", "translate/keys", "translate/plan", "translate/schema", "translate/semantic/lexicon", "translate/semantic/naming", "yamlshape", "translate/wordform"},
	"translate/guard/cost":    {"translate/guard/tree", "translate/lineage", "translate/schema"},

	"translate/semantic/lexicon": {"translate/wordform"},
	"translate/semantic/naming":  {"translate/schema", "translate/semantic/lexicon", "translate/wordform"},

	"integration":                     nil,
	"integration/clients/golang":      nil,
	"integration/bench":               {"integration/sandbox"},
	"integration/fleet":               nil,
	"integration/sandbox":             nil,
	"integration/mutants":             nil,
	"integration/testca":              nil,
	"integration/testlog":             nil,
	"integration/sandbox/sandboxtest": {"integration/sandbox"},
}

// everywhere lists the packages that import nothing of ours and that everything of ours may import: how a panic
// becomes an error, and how a text of others becomes one for a terminal.
var everywhere = []string{"panics", "display"}

func TestImportsPointOneWay(t *testing.T) {
	t.Parallel()
	found := 0
	for _, p := range packages(t) {
		found++
		allowed, known := arrows[p.name]
		if !known {
			t.Errorf("package %q is not in the table of arrows", p.name)
			continue
		}
		for _, to := range p.imports {
			if !permitted(allowed, to) {
				t.Errorf("%q imports %q, which the table of arrows does not allow", p.name, to)
			}
		}
	}
	if found < 10 {
		t.Errorf("found only %d packages", found)
	}
}

// An arrow for which there is no code is a leftover, or a misspelt one.
func TestArrowsStartSomewhere(t *testing.T) {
	t.Parallel()
	var have []string
	for _, p := range packages(t) {
		have = append(have, p.name)
	}
	for name, allowed := range arrows {
		if !slices.Contains(have, name) {
			t.Errorf("the table of arrows knows package %q, which does not exist", name)
		}
		for _, to := range allowed {
			if dir, below := strings.CutSuffix(to, "…"); !below && !slices.Contains(have, to) ||
				below && !slices.ContainsFunc(have, func(h string) bool { return strings.HasPrefix(h, dir) }) {
				t.Errorf("the table of arrows lets %q import %q, which does not exist", name, to)
			}
		}
	}
}

func TestPermitted(t *testing.T) {
	t.Parallel()
	allowed := []string{"audit", "translate/…"}
	for to, want := range map[string]bool{
		"audit": true, "audit/console": false, "translate": false, "translate/plan": true, "translate/guard/gen": true,
		"translated": false, "": false,
	} {
		if got := permitted(allowed, to); got != want {
			t.Errorf("permitted(%q, %q) is %v", allowed, to, got)
		}
	}
}

func permitted(allowed []string, to string) bool {
	return slices.Contains(everywhere, to) || slices.ContainsFunc(allowed, func(a string) bool {
		dir, below := strings.CutSuffix(a, "…")
		return to == a || below && strings.HasPrefix(to, dir)
	})
}

// pkg is one of our packages and those of ours that its code imports, tests apart, all by their directories.
type pkg struct {
	name    string
	imports []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Imports", module+"/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var listed struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&listed); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		p := pkg{name: directory(listed.ImportPath)}
		for _, i := range listed.Imports {
			if i == module || strings.HasPrefix(i, module+"/") {
				p.imports = append(p.imports, directory(i))
			}
		}
		all = append(all, p)
	}
}

// directory is where a package of ours lives below the root, "" for main.
func directory(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }
