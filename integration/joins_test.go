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

// undeclared is a schema without a foreign key: two tables have a key of the name that sale.lot_no has, and only one
// has its values.
const undeclared = `
CREATE TABLE crop (lot_no text PRIMARY KEY, grower text); INSERT INTO crop SELECT 'C' || g, 'grower ' || g % 3 FROM generate_series(1, 60) g;
CREATE TABLE shed (lot_no text PRIMARY KEY, town text); INSERT INTO shed SELECT 'S' || g, 'town ' || g % 3 FROM generate_series(1, 60) g;
CREATE TABLE clerk (id int PRIMARY KEY, name text); INSERT INTO clerk SELECT g, 'clerk ' || g FROM generate_series(1, 20) g;
CREATE TABLE vault (lot_no text PRIMARY KEY, worth int); INSERT INTO vault SELECT 'C' || g, g FROM generate_series(1, 60) g;
CREATE TABLE own_row (lot_no text PRIMARY KEY); INSERT INTO own_row SELECT 'C' || g FROM generate_series(1, 60) g; ALTER TABLE own_row ENABLE ROW LEVEL SECURITY;
CREATE TABLE sale (id int PRIMARY KEY, lot_no text, clerk_id int, weight int);
INSERT INTO sale SELECT g, 'C' || g % 60 + 1, g % 20 + 1, g FROM generate_series(1, 400) g;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo; ANALYZE`

// TestMeasuredJoins: joins that nobody declared are measured once, outside the caller's transaction, with an intent
// in the record, and only over what the caller may see; they tell which of two tables is meant.
func TestMeasuredJoins(t *testing.T) {
	t.Parallel()
	sandboxtest.Shop(t) // makes the role demo
	db := sandboxtest.Empty(t)
	mustExec(t, sandboxtest.Server(t), db, undeclared)
	const question = "number of sales per grower"
	infer := func(_ *proxy.Config, c *translate.Config) { c.InferForeignKeys = true }
	hidden := func(_ *proxy.Config, c *translate.Config) {
		set, err := policy.Parse([]byte("policies: [{name: vaults, roles: [demo], deny: {tables: [vault]}}]"))
		if err != nil {
			t.Fatal(err)
		}
		c.Policies, c.Guard.MaskedColumns = set, []string{"shed.lot_no"}
	}
	measured := func(r *rig) (columns []string) {
		r.journal.mu.Lock()
		defer r.journal.mu.Unlock()
		for _, rec := range r.journal.own {
			if rec.Own == string(translate.OwnJoin) {
				columns = append(columns, strings.ReplaceAll(strings.Join(rec.Columns, " in "), "public.", ""))
				if !strings.Contains(rec.SQL, " join */") || rec.Role != "demo" || len(rec.Relations) != 2 {
					t.Errorf("intent %+v", rec)
				}
			}
		}
		slices.Sort(columns)
		return columns
	}

	off := setupOn(t, db)
	asked(t, off.connect(), "ASK "+question)
	if got := measured(off); len(got) > 0 {
		t.Errorf("without the setting it measured %v", got)
	}

	r := setupOn(t, db, infer, hidden)
	conn := r.connect()
	asked(t, conn, "BEGIN")
	asked(t, conn, "SELECT * FROM ask('how many sales are there') t")
	if got := measured(r); len(got) > 0 {
		t.Errorf("in the caller's transaction it measured %v", got)
	}
	asked(t, conn, "ROLLBACK")
	for range 2 {
		r.answers(t, map[string]string{question: "grower 2 134; grower 0 133; grower 1 133"})
	}
	want := []string{"sale.clerk_id in clerk.id", "sale.lot_no in crop.lot_no"}
	if got := measured(r); !slices.Equal(got, want) {
		t.Errorf("measured %v, want %v", got, want)
	}
	if got := asked(t, conn, "ASK explain table sale"); !strings.Contains(got, "measured") || strings.Contains(got, "vault") || strings.Contains(got, "shed") {
		t.Errorf("explained: %s", got)
	}
}
