package integration

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// clientForm is one thing that clients are asked to do, as clients/forms.json lists them. The programs read the same
// file.
type clientForm struct {
	Group  string   `json:"group"` // on the first of each group
	Name   string   `json:"name"`
	How    string   `json:"how"` // what the program does: query, parameters, prepared, script, …
	SQL    string   `json:"sql"`
	Steps  []string `json:"steps"`
	Values []any    `json:"values"`
	Fetch  int      `json:"fetch"`  // rows at a time
	Want   string   `json:"want"`   // "*" for anything, or what clientOutcome.String returns, of every client that is not in its own list of differences
	Show   string   `json:"show"`   // a heading, if what the user sees of it goes into the docs
	Direct bool     `json:"direct"` // the same without a proxy between, to the letter
}

// clientOutcome is what a program printed about one form.
type clientOutcome struct {
	Form    string         `json:"form"`
	Results []clientResult `json:"results"`
	Notices []string       `json:"notices"`
	After   string         `json:"after"` // what SELECT 1 gave afterwards on the same connection
	Lacks   string         `json:"lacks"` // what the client has none of, so that the form cannot be run
}

// clientResult is what one statement gave.
type clientResult struct {
	Rows  [][]string   `json:"rows"`
	Error *clientError `json:"error"`
}

// clientError is an error as the client hands it to the program; Shown is what it prints by itself.
type clientError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
	Shown   string `json:"shown"`
}

// String is the outcome in the form of clientForm.Want: columns joined by a blank, rows by "; ", statements by " | ".
// Errors of a client's own have no SQLSTATE.
func (o clientOutcome) String() string {
	var results []string
	for _, r := range o.Results {
		if r.Error != nil {
			if r.Error.Code == "" {
				results = append(results, "error")
			} else {
				results = append(results, "error "+r.Error.Code)
			}
			continue
		}
		var rows []string
		for _, row := range r.Rows {
			rows = append(rows, strings.Join(strings.Fields(strings.Join(row, " ")), " "))
		}
		if len(rows) > 0 {
			results = append(results, strings.Join(rows, "; "))
		}
	}
	return strings.Join(results, " | ")
}

// failed reports whether there is an error among the results.
func (o clientOutcome) failed() bool {
	return slices.ContainsFunc(o.Results, func(r clientResult) bool { return r.Error != nil })
}

// everyClient lets a test through that needs what only "make integration" installs.
func everyClient(t *testing.T) {
	t.Helper()
	if os.Getenv("PGASK_INTEGRATION") == "" {
		t.Skip("needs clients that are not everywhere: make integration")
	}
}

func readForms(t *testing.T) []clientForm {
	t.Helper()
	text, err := os.ReadFile("clients/forms.json")
	if err != nil {
		t.Fatal(err)
	}
	var forms []clientForm
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&forms); err != nil {
		t.Fatalf("clients/forms.json: %v", err)
	}
	return forms
}

// TestClients runs every form by every client, through the proxy and where it says so without, and writes what came
// of it to docs/clients/.
func TestClients(t *testing.T) {
	everyClient(t)
	forms := readForms(t)
	seen := make([]map[string]clientOutcome, len(clients))
	var mu sync.Mutex
	p := compiled(t.TempDir())
	t.Run("client", func(t *testing.T) {
		for i, c := range clients {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				got := c.check(t, p, forms)
				mu.Lock()
				defer mu.Unlock()
				seen[i] = got
			})
		}
	})
	if t.Failed() {
		t.Log("the tables in docs/clients are not compared, because what they would be made of is wrong")
		return
	}
	compareDoc(t, "table.md", table(forms, seen))
	compareDoc(t, "seen.md", seenByUsers(forms, seen))
}

// check runs the forms by one client and compares.
func (c client) check(t *testing.T, p *programs, forms []clientForm) map[string]clientOutcome {
	t.Helper()
	// A proxy of its own, so that nothing is remembered of what another client asked.
	proxied := c.drive(t, p, setup(t).url("demo"), forms, nil)
	differs := make(map[string]bool)
	for _, f := range forms {
		got, ran := proxied[f.Name]
		if !ran {
			t.Errorf("%s: not run", f.Name)
			continue
		}
		want := f.Want
		if d, ok := c.differs[f.Name]; ok {
			differs[f.Name] = true
			if d.want == want {
				t.Errorf("%s: the difference is none", f.Name)
			}
			want = d.want
		}
		text, _ := json.MarshalIndent(got, "", " ")
		if got.Lacks == "" && got.String() != want && (want != "*" || got.String() == "" || got.failed()) {
			t.Errorf("%s: got %q, want %q\n%s", f.Name, got, want, text)
		}
		if got.After != "1" {
			t.Errorf("%s: the connection was not usable afterwards\n%s", f.Name, text)
		}
		if f.How == "query" && f.Want == "288" && got.String() == "288" && c.silent == (len(got.Notices) > 0) {
			t.Errorf("%s: notices: %q, but silent is %t", f.Name, got.Notices, c.silent)
		}
		c.checkClarification(t, f, got)
	}
	for name := range c.differs {
		if !differs[name] {
			t.Errorf("%s differs in a form that there is not: %s", c.name, name)
		}
	}
	direct := c.drive(t, p, sandboxtest.Server(t).URL(sandboxtest.Shop(t), "demo"), forms, func(f clientForm) bool { return f.Direct })
	for name, want := range direct {
		if diff := cmp.Diff(want, proxied[name]); diff != "" {
			t.Errorf("%s (-direct +proxied):\n%s", name, diff)
		}
	}
	return proxied
}

// checkClarification holds the error that stands for a question back to what people and programs need of it.
func (c client) checkClarification(t *testing.T, f clientForm, got clientOutcome) {
	t.Helper()
	if f.Want != "error QA001" || got.Lacks != "" {
		return
	}
	var told strings.Builder
	for _, r := range got.Results {
		if r.Error != nil {
			told.WriteString(r.Error.Shown)
		}
	}
	told.WriteString(strings.Join(got.Notices, "\n"))
	for _, part := range []string{"1. order_returns", "2. supplier_returns"} {
		if !strings.Contains(told.String(), part) {
			t.Errorf("%s: the user is not told %q: %s", f.Name, part, told.String())
		}
	}
}

// drive runs the program of a client on those forms that keep accepts, all if it is nil.
func (c client) drive(t *testing.T, p *programs, url string, forms []clientForm, keep func(clientForm) bool) map[string]clientOutcome {
	t.Helper()
	var kept []map[string]any
	for _, f := range forms {
		if keep == nil || keep(f) {
			kept = append(kept, map[string]any{"name": f.Name, "how": f.How, "sql": f.SQL, "steps": f.Steps, "values": f.Values, "fetch": f.Fetch})
		}
	}
	text, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "forms.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]clientOutcome, len(kept))
	for _, o := range c.outcomes(t, p, url, file) {
		seen[o.Form] = o
	}
	if len(seen) != len(kept) {
		t.Errorf("%d forms were run, not %d", len(seen), len(kept))
	}
	return seen
}

// outcomes runs the program and reads the lines that it prints.
func (c client) outcomes(t *testing.T, p *programs, args ...string) []clientOutcome {
	t.Helper()
	program, err := c.command(p)
	if err != nil {
		t.Fatalf("%v; it needs %s", err, c.needs)
	}
	args = append(append(program, args...), c.options...)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v; it needs %s\n%s\n%s", strings.Join(args, " "), err, c.needs, errs.String(), out)
	}
	var seen []clientOutcome
	scan := bufio.NewScanner(bytes.NewReader(out))
	scan.Buffer(nil, 4<<20)
	for scan.Scan() {
		var o clientOutcome
		if err := json.Unmarshal(scan.Bytes(), &o); err != nil {
			t.Fatalf("%s: %v", scan.Text(), err)
		}
		seen = append(seen, o)
	}
	return seen
}
