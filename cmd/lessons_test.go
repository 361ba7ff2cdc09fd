package cmd

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
)

func TestLessonsCommands(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	file := h.file("taught.yaml", "lessons:\n  - words: turnover\n    means: sum(orders.total_amount)\n  - {kind: table, words: clients, means: customers}\n  - {words: zork, means: orders.no_such_column}\n")
	try := func(want int, in string, args ...string) string {
		t.Helper()
		code, out, errOut := h.pgask(t.Context(), in, args...)
		if code != want {
			t.Fatalf("pgask %s: exit %d, want %d\n%s%s", strings.Join(args, " "), code, want, out, errOut)
		}
		return out + errOut
	}
	if got := try(cli.OK, "", "lessons", "check"); got != "ok\n" {
		t.Errorf("check of nothing: %s", got)
	}
	if got := try(cli.OK, "", "lessons", "import", file); got != "3 lessons imported\n" {
		t.Errorf("import: %s", got)
	}
	if got := try(cli.Failed, "", "lessons", "check", "--dsn", h.dsn); !strings.Contains(got, "zork names what does not exist in shop: orders.no_such_column") || !strings.Contains(got, "1 findings") {
		t.Errorf("check: %s", got)
	}
	misspelt := h.file("misspelt.yaml", "lessons:\n  - {words: punters, means: custommers}\n  - {words: takings, means: sum(total_amuont)}\n  - {words: bargain, means: cheap thing}\n  - {words: patron, means: client}\n")
	for _, got := range []string{try(cli.Failed, "", "lessons", "check", "--dsn", h.dsn, "--set", "lessons.file="+misspelt)} {
		for _, want := range []string{"punters names what does not exist in shop: custommers; did you mean customers?", "total_amuont; did you mean total_amount?", "3 findings"} {
			if !strings.Contains(got, want) {
				t.Errorf("check: no %q in %s", want, got)
			}
		}
	}
	// The store's lessons count at once.
	if got := try(cli.OK, "", "ask", "--dsn", h.dsn, "--sql", "how many clients are there"); !strings.Contains(got, "customers") {
		t.Errorf("ask: %s", got)
	}
	listed := try(cli.OK, "", "lessons", "list", "--format", "csv")
	id := ""
	for line := range strings.Lines(listed) {
		if strings.Contains(line, "clients") {
			id, _, _ = strings.Cut(line, ",")
		}
	}
	if id == "" || !strings.Contains(listed, "approved,table,clients,customers") {
		t.Fatalf("list: %s", listed)
	}
	try(cli.OK, "", "lessons", "disable", id)
	if got := try(cli.OK, "", "lessons", "list", "--status", "disabled", "--format", "json"); !strings.Contains(got, `"words": "clients"`) && !strings.Contains(got, `"words":"clients"`) {
		t.Errorf("list --status disabled: %s", got)
	}
	if got := try(cli.Failed, "", "lessons", "approve", "nosuch"); !strings.Contains(got, "nosuch: lessons: there is none with this id") {
		t.Errorf("approve: %s", got)
	}
	if got := try(cli.OK, "", "lessons", "export"); !strings.Contains(got, "words: turnover") || !strings.Contains(got, "status: disabled") {
		t.Errorf("export: %s", got)
	}
	if got := try(cli.OK, "lessons: [{words: turnover, means: sum(orders.shipping)}]", "lessons", "import", "-"); got != "1 lessons imported\n" {
		t.Errorf("import: %s", got)
	}
	if got := try(cli.OK, "", "lessons", "export"); strings.Contains(got, "total_amount") {
		t.Errorf("the same words again do not replace: %s", got)
	}
	if got := try(cli.Failed, "lessons: [{words: x}]", "lessons", "import", "-"); !strings.Contains(got, "line 1: means is missing") {
		t.Errorf("import of a mistake: %s", got)
	}
	other := h.file("file.yaml", "lessons:\n  - {words: turnover, means: sum(orders.tax)}\n")
	if got := try(cli.Failed, "", "lessons", "check", "--set", "lessons.file="+other); !strings.Contains(got, "contradicts line 2 of lessons.file: turnover is sum(orders.shipping), and sum(orders.tax)") {
		t.Errorf("check of a contradiction: %s", got)
	}
}

func TestPinsCommands(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	try := func(want int, args ...string) string {
		t.Helper()
		code, out, errOut := h.pgask(t.Context(), "", args...)
		if code != want {
			t.Fatalf("pgask %s: exit %d, want %d\n%s%s", strings.Join(args, " "), code, want, out, errOut)
		}
		return out + errOut
	}
	if got := try(cli.Usage, "pins", "add", "x"); !strings.Contains(got, "--dsn is needed") {
		t.Errorf("add without a database: %s", got)
	}
	if got := try(cli.Failed, "pins", "add", "--dsn", h.dsn, "x", "DELETE FROM orders"); !strings.Contains(got, "refused as unsafe") {
		t.Errorf("add of a write: %s", got)
	}
	got := try(cli.OK, "pins", "add", "--dsn", h.dsn, "busy 3 customers", "SELECT name FROM customers ORDER BY id LIMIT 3")
	if !strings.HasPrefix(got, "pinned ") || !strings.Contains(got, "busy [number] customers") || !strings.Contains(got, "LIMIT $1;") {
		t.Errorf("add: %s", got)
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(got, "pinned "), ":")
	if got := try(cli.OK, "ask", "--dsn", h.dsn, "Busy 5 customers?"); !strings.Contains(got, "LIMIT 5") || !strings.Contains(got, "(5 rows, ") {
		t.Errorf("ask: %s", got)
	}
	if got := try(cli.OK, "pins", "list", "--format", "csv"); !strings.Contains(got, id+",approved,shop,busy 3 customers,") {
		t.Errorf("list: %s", got)
	}
	if got := try(cli.OK, "pins", "check", "--dsn", h.dsn); got != "ok\n" {
		t.Errorf("check: %s", got)
	}
	try(cli.OK, "pins", "disable", "--note", "wrong", id)
	if code, _, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "Busy 5 customers?"); strings.Contains(errOut, "pinned") {
		t.Errorf("a disabled pin is used: exit %d\n%s", code, errOut)
	}
	try(cli.OK, "pins", "approve", id)
	for range 3 {
		try(cli.OK, "ask", "--dsn", h.dsn, "how many customers are there")
	}
	if got := try(cli.OK, "pins", "suggest", "--format", "csv"); !strings.Contains(got, "shop,3,how many customers are there,SELECT count(*)") {
		t.Errorf("suggest: %s", got)
	}
	try(cli.OK, "pins", "remove", id)
	if got := try(cli.Failed, "pins", "remove", id); !strings.Contains(got, "none with this id") {
		t.Errorf("remove again: %s", got)
	}
}
