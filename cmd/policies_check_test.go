package cmd

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
)

// A policy that names what is not there protects nothing: config check says so, with a database to look at.
func TestCheckPolicies(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	policies := h.file("policies.yaml", `policies:
  - name: goods
    deny: {tables: [products, "public.ord*"], columns: [customers.email, "suppliers.*"]}
  - name: typo
    deny: {tables: [costumers], columns: [products.cost_prize]}
`)
	file := h.file("check.yaml", "policies.file: "+policies+"\n")
	code, out, said := h.pgask(t.Context(), "", "config", "check", "--config", file, "--dsn", h.dsn)
	for _, want := range []string{`the policy "typo" names the table "costumers"`, `the policy "typo" names the column "products.cost_prize"`} {
		if !strings.Contains(out+said, want) {
			t.Errorf("not told: %s\n%s%s", want, out, said)
		}
	}
	if code == cli.OK || strings.Contains(out+said, `"goods" names`) {
		t.Errorf("exit %d\n%s%s", code, out, said)
	}
}

// A proxy, which has no login of its own, says so in its log when the first question reads a database.
func TestServeTellsOfMisspeltPolicies(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	policies := h.file("policies.yaml", `policies:
  - name: goods
    deny: {tables: [pg_class, "public.ord*"], columns: [customers.email]}
  - name: typo
    deny: {tables: [costumers], columns: [products.cost_prize]}
`)
	p := startProcess(t, "policies.file: "+policies+"\n")
	p.talk()
	p.said.wait(t, "policies name what the database does not have")
	p.stop()
	for _, want := range []string{"costumers", "products.cost_prize"} {
		if !strings.Contains(p.said.String(), want) {
			t.Errorf("%s is not named", want)
		}
	}
	if strings.Contains(p.said.String(), "goods") || strings.Count(p.said.String(), "does not have, which") != 1 {
		t.Error("what there is was told, or it was told more than once")
	}
}
