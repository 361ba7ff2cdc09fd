package integration

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// coded is a schema in which one table holds the codes of all columns.
const coded = `
CREATE TABLE cdtab (ctyp text, cd text, txt text, PRIMARY KEY (ctyp, cd));
INSERT INTO cdtab VALUES ('CSTA', 'A', 'Active'), ('CSTA', 'H', 'On hold'), ('CSTA', 'C', 'Closed'), ('CTYP', '1', 'Retail'), ('CTYP', '2', 'Public sector'),
	('OSTA', 'N', 'New'), ('OSTA', 'P', 'Packed'), ('OSTA', 'S', 'Shipped');
CREATE TABLE cust (cust_no int PRIMARY KEY, name text, sta text, custtyp text);
INSERT INTO cust SELECT g, 'customer ' || g, (ARRAY['A', 'A', 'H', 'C'])[g % 4 + 1], (g % 2 + 1)::text FROM generate_series(1, 40) g;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo; ANALYZE`

// TestCodeTables: what codes stand for is read once, with an intent in the record, asked for and shown; and not where
// the caller may not see the table or what is in it.
func TestCodeTables(t *testing.T) {
	t.Parallel()
	sandboxtest.Shop(t) // makes the role demo
	db := sandboxtest.Empty(t)
	mustExec(t, sandboxtest.Server(t), db, coded)
	infer := func(_ *proxy.Config, c *translate.Config) { c.InferForeignKeys = true }
	read := func(r *rig) (columns []string) {
		r.journal.mu.Lock()
		defer r.journal.mu.Unlock()
		for _, rec := range r.journal.own {
			if rec.Own == string(translate.OwnCodes) && strings.Contains(rec.SQL, " codes */") && slices.Equal(rec.Relations, []string{"public.cdtab"}) {
				columns = append(columns, rec.Columns...)
			}
		}
		return columns
	}
	r := setupOn(t, db, infer)
	for range 2 {
		r.answers(t, map[string]string{
			"how many customers are on hold":     "10",
			"number of customers by status":      "Active 20; Closed 10; On hold 10",
			"number of customers by custtyp":     "Public sector 20; Retail 20",
			"how many public sector customers":   "20",
			"show cust_no and status for cust 3": "3 Closed",
		})
	}
	if got, want := read(r), []string{"public.cdtab.ctyp", "public.cdtab.cd", "public.cdtab.txt"}; !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
	for name, change := range map[string]func(*proxy.Config, *translate.Config){
		"denied": func(_ *proxy.Config, c *translate.Config) {
			set, err := policy.Parse([]byte("policies: [{name: codes, roles: [demo], deny: {tables: [cdtab]}}]"))
			if err != nil {
				t.Fatal(err)
			}
			c.Policies = set
		},
		"masked": func(_ *proxy.Config, c *translate.Config) { c.Guard.MaskedColumns = []string{"cdtab.txt"} },
	} {
		hidden := setupOn(t, db, infer, change)
		if got := asked(t, hidden.connect(), "ASK number of customers by status"); strings.Contains(got, "Active") || !strings.Contains(got, "H") {
			t.Errorf("%s: %s", name, got)
		}
		if got := read(hidden); len(got) > 0 {
			t.Errorf("%s: it read %v", name, got)
		}
	}
}
