package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// The words and metrics of a lessons file become synonyms and terms, which are checked against the database with
// their lines.
func TestDescribeConverts(t *testing.T) {
	t.Parallel()
	dsn := sandboxtest.Server(t).URL(sandboxtest.Shop(t), sandbox.Superuser)
	dir := t.TempDir()
	h := house{t, dir, dsn}
	pgask := func(args ...string) (int, string, string) { return h.pgask(t.Context(), "", args...) }
	file := filepath.Join(dir, "lessons.yaml")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(file, `lessons:
  - {words: clients, means: customers}
  - {words: turnover, means: sum(order_items.quantity * order_items.unit_price)}
  - {words: dear, means: products.price > 100}
  - {words: sticker, means: products.price}
  - {words: pair, means: sum(order_items.quantity * products.price)}
  - {kind: query, words: all of them, means: SELECT 1}
`)
	code, out, errOut := pgask("describe", "--dsn", dsn, "--convert", file, "--out", "-")
	if code != 0 {
		t.Fatalf("%d: %s", code, errOut)
	}
	for _, want := range []string{"synonyms: [clients]", "turnover: sum(quantity * unit_price)  # figure", "dear: price > 100  # condition", "synonyms: [sticker]"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, want := range []string{"stays in lessons.file: pair:", "stays in lessons.file: all of them:"} {
		if !strings.Contains(errOut, want) {
			t.Errorf("no %q in %q", want, errOut)
		}
	}

	written, wrong := filepath.Join(dir, "shop.yaml"), filepath.Join(dir, "wrong.yaml")
	write(written, out)
	write(wrong, "\"*\":\n  products:\n    terms:\n      dear: prize > 100\n")
	if code, out, errOut := pgask("describe", "--dsn", dsn, "--check", written); code != 0 || out != "ok\n" {
		t.Errorf("%d: %s%s", code, out, errOut)
	}
	for _, args := range [][]string{{"describe", "--dsn", dsn, "--check", wrong}, {"config", "check", "--dsn", dsn, "--set", "schema.descriptions=" + wrong}} {
		if code, _, errOut := pgask(args...); code != cli.Usage || !strings.Contains(errOut, `line 4: products: dear: there is no column "prize"`) {
			t.Errorf("%v: %d: %s", args[:2], code, errOut)
		}
	}
}
