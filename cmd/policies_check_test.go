package cmd

import (
	"strings"
	"testing"
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
	if code == exitOK || strings.Contains(out+said, `"goods" names`) {
		t.Errorf("exit %d\n%s%s", code, out, said)
	}
}
