package integration

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// driverCase is what a client program printed about one case.
type driverCase struct {
	Name    string     `json:"name"`
	Rows    [][]string `json:"rows"`
	Error   []*string  `json:"error"` // SQLSTATE, message, hint
	Notices int        `json:"notices"`
	After   int        `json:"after"`
}

// driverWant is what every driver must get, by case: rows, or the SQLSTATE of the error.
var driverWant = map[string]string{
	"function": "288", "function, apostrophe": "288", "function, interpolated": "288", "function, parameter beside": "288",
	"line comment": "288", "block comment": "288", "bare": "288", "bare, apostrophe": "288", "bare, question mark": "288",
	"binary": "288", "prepared at once": "288", "transaction": "288; 7", "refused in a transaction": "QA003 25P02",
	"server-side cursor": "1; 2; 3; 4; 5", "pipeline, synced": "7; 288", "copy": "288",
	"clarification": "error QA001", "clarification answered": "true", "nothing to answer with": "error QA002",
	"pipeline": "error QA007",
}

func TestPsycopg3(t *testing.T) {
	t.Parallel()
	drive(t, map[string]string{"function, parameter": "error QA007", "repeated": "288; 288; 288; 288; 288; 288; 288; 288"}, 22,
		systemPython(t, "psycopg", "python3-psycopg"), "clients/python/psycopg3_forms.py")
}

func TestPsycopg2(t *testing.T) {
	t.Parallel()
	// Parameters are put into the text by the client, so the question may be one.
	drive(t, map[string]string{"function, parameter": "288", "transaction": "288"}, 15,
		systemPython(t, "psycopg2", "python3-psycopg2"), "clients/python/psycopg2_forms.py")
}

func TestNodePostgres(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is missing; install nodejs")
	}
	if _, err := os.Stat("clients/node/node_modules/pg"); err != nil {
		t.Fatal("node-postgres is missing; run npm ci in integration/clients/node")
	}
	drive(t, map[string]string{"function, parameter": "error QA007", "repeated": "288; 288; 288; 288"}, 15, node, "clients/node/forms.js")
}

// systemPython is the interpreter that has a module; the first python3 on the path may not be the system's.
func systemPython(t *testing.T, module, pkg string) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+module).Run() == nil {
			return name
		}
	}
	t.Fatalf("no python3 has %s; install %s", module, pkg)
	return ""
}

// drive runs a client program and compares each of its cases.
func drive(t *testing.T, particular map[string]string, cases int, program, script string) {
	t.Helper()
	r := setup(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, script, r.url("demo"))
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%s: %v\n%s", script, err, errs.String())
	}
	seen := 0
	for scan := bufio.NewScanner(bytes.NewReader(out)); scan.Scan(); seen++ {
		var c driverCase
		if err := json.Unmarshal(scan.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", scan.Text(), err)
		}
		want, ok := particular[c.Name]
		if !ok {
			want = driverWant[c.Name]
		}
		if diff := cmp.Diff(want, c.got()); diff != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", c.Name, diff, scan.Text())
		}
		if c.After != 1 {
			t.Errorf("%s: the connection was not usable afterwards", c.Name)
		}
		c.checkClarification(t)
		if strings.HasPrefix(want, "288") && c.Notices == 0 && c.Name != "pipeline, synced" {
			t.Errorf("%s: no notice", c.Name)
		}
	}
	if seen != cases {
		t.Errorf("%d cases were run, want %d", seen, cases)
	}
}

// got is the outcome in the form of driverWant.
func (c driverCase) got() string {
	if len(c.Error) > 0 && c.Error[0] != nil {
		return "error " + *c.Error[0]
	}
	rows := make([]string, len(c.Rows))
	for i, row := range c.Rows {
		rows[i] = strings.ToLower(strings.Join(row, " "))
		if strings.HasPrefix(c.Name, "refused") {
			rows[i] = strings.Join(row, " ")
		}
	}
	return strings.Join(rows, "; ")
}

// checkClarification holds the error that stands for a clarification to what a program needs of it.
func (c driverCase) checkClarification(t *testing.T) {
	t.Helper()
	if c.Name != "clarification" {
		return
	}
	if len(c.Error) != 3 || c.Error[1] == nil || c.Error[2] == nil {
		t.Errorf("the clarification came as %+v", c)
		return
	}
	if !strings.Contains(*c.Error[1], "1. order_returns") || !strings.Contains(*c.Error[1], "2. supplier_returns") {
		t.Errorf("the choices are not in the message: %s", *c.Error[1])
	}
	if !strings.Contains(*c.Error[2], "SELECT * FROM ask('show returns', answer => '1')") {
		t.Errorf("the hint does not say how to answer: %s", *c.Error[2])
	}
}
