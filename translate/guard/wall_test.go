package guard

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
)

var update = flag.Bool("update", false, "write what was found into the docs")

// What the generated part of the page stands between.
const (
	securityPage = "../../docs/security.md"
	wallBegin    = "<!-- begin: go test ./translate/guard -run TestSecondWall -update -->\n"
	wallEnd      = "<!-- end -->\n"
)

const timedOut = "Stopped by statement_timeout"

// outcomes of a statement with the guard off, in the order of the page.
var outcomes = []string{
	"It takes effect", "It leaves the read-only transaction", "It runs", "Stopped by READ ONLY", "Stopped by the role's rights",
	"Stopped by the extended protocol", timedOut, "It costs time and memory", "Fails by itself",
}

// background is an effect that the server may have by itself, once in a while: what a statement does it does each time.
const background = "write-ahead log"

// TestSecondWall runs every refused statement of the corpus with the guard off, as a plain role within the wrap that
// the proxy puts around a question, and keeps the list in docs/security.md of what that wrap alone stops.
func TestSecondWall(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes some ten seconds")
	}
	o := newOracle(t)
	if o.snapshot.Server/10000 != 15 {
		t.Skip("the list is that of PostgreSQL 15")
	}
	script, err := os.ReadFile("testdata/wall.sql")
	if err != nil {
		t.Fatal(err)
	}
	do(t, o.observer, string(script))
	do(t, o.observer, "VACUUM (FREEZE, ANALYZE)")
	do(t, o.observer, "CHECKPOINT")
	if outcome, detail := o.unguarded(t, "SELECT count(*) FROM app.customers", "1min"); outcome != "It runs" { // and catalogs are read once
		t.Logf("a first statement: %s %s", outcome, detail)
	}
	found := map[string][]string{}
	for _, b := range corpus(t, "testdata/reject.sql") {
		sql := strings.Join(strings.Fields(b.sql), " ")
		if len(b.comments) > 1 || strings.HasPrefix(b.sql, "--") {
			continue
		}
		outcome, detail := "It costs time and memory", ""
		if rule := b.comments[0]; !strings.HasSuffix(rule, RuleSize) && !strings.HasSuffix(rule, RuleRecursion) {
			outcome, detail = o.unguarded(t, sql, "900ms")
			for try := 0; try < 3 && detail == background; try++ {
				outcome, detail = o.unguarded(t, sql, "900ms")
			}
			if outcome == timedOut && !strings.Contains(sql, "g_sleep") {
				outcome, detail = o.unguarded(t, sql, "1min") // only what sleeps takes so long on a machine that is not busy
			}
		}
		line := "- `" + sql + "`"
		if strings.Contains(sql, "`") {
			t.Errorf("a backquote in %s", sql)
		}
		if detail != "" {
			line += ": " + detail
		}
		found[outcome] = append(found[outcome], line)
	}
	var text strings.Builder
	total := 0
	for _, outcome := range outcomes {
		total += len(found[outcome])
		fmt.Fprintf(&text, "\n### %s (%d)\n\n", outcome, len(found[outcome]))
		for _, line := range found[outcome] {
			text.WriteString(line + "\n")
		}
	}
	if total < 150 || len(found[outcomes[0]]) == 0 || len(found[outcomes[3]]) == 0 {
		t.Errorf("%d statements, %d of which take effect", total, len(found[outcomes[0]]))
	}
	compareSection(t, securityPage, text.String()+"\n")
}

func compareSection(t *testing.T, file, want string) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), wallBegin)
	got, tail, ok2 := strings.Cut(rest, wallEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no section for the list", file)
	}
	if *update {
		if err := os.WriteFile(file, []byte(head+wallBegin+want+wallEnd+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("%s (-page +now; -update writes it):\n%s", file, diff)
	}
}

// unguarded runs a statement in a session of its own, and says what became of it.
func (o *oracle) unguarded(t *testing.T, sql, timeout string) (outcome, detail string) {
	conn, err := pgconn.Connect(t.Context(), o.url)
	if err != nil {
		t.Fatal(err)
	}
	o.pid = fmt.Sprint(conn.PID())
	defer func() { // and wait until it is gone: the next one must not see it
		_ = conn.Close(context.Background())
		for o.one(t, o.observer, "SELECT count(*) FROM pg_stat_activity WHERE pid = "+o.pid)[0] != "0" {
		}
	}()
	before := o.digest(t)
	do(t, conn, "SET search_path = pg_catalog, app, public")
	settings := "SELECT string_agg(name || '=' || setting, chr(10) ORDER BY name) FROM pg_settings WHERE name NOT LIKE 'transaction%'"
	wanted := o.one(t, conn, settings)[0]
	do(t, conn, "BEGIN READ ONLY")
	do(t, conn, "SELECT pg_catalog.set_config('statement_timeout', '"+timeout+"', true)")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	reader := conn.ExecParams(ctx, sql, nil, nil, nil, nil)
	for reader.NextRow() {
	}
	_, failed := reader.Close()
	if conn.IsClosed() {
		return "It takes effect", "the session ends"
	}
	escaped := conn.TxStatus() == 'I' || conn.TxStatus() == 'T' && o.one(t, conn, "SHOW transaction_read_only")[0] != "on"
	changed := changes(before, o.digest(t))
	if conn.TxStatus() != 'I' {
		do(t, conn, "ROLLBACK")
		// Numbers of transactions are seen once these are over.
		changed = append(changed, changes(before, o.digest(t))...)
		slices.Sort(changed)
		changed = slices.Compact(changed)
	}
	if o.one(t, conn, settings)[0] != wanted {
		changed = append(changed, "settings")
	}
	return judgement(failed, escaped, changed)
}

func judgement(failed error, escaped bool, changed []string) (outcome, detail string) {
	var pgErr *pgconn.PgError
	errors.As(failed, &pgErr)
	switch {
	case escaped:
		return "It leaves the read-only transaction", strings.Join(changed, ", ")
	case len(changed) > 0:
		return "It takes effect", strings.Join(changed, ", ")
	case failed == nil:
		return "It runs", ""
	case pgErr == nil:
		return "Fails by itself", failed.Error()
	case pgErr.Code == "25006" || pgErr.Code == "25001":
		return "Stopped by READ ONLY", ""
	case pgErr.Code == "42501":
		return "Stopped by the role's rights", ""
	case pgErr.Code == "57014":
		return timedOut, ""
	case strings.Contains(pgErr.Message, "multiple commands"):
		return "Stopped by the extended protocol", ""
	}
	return "Fails by itself", pgErr.Code
}

func changes(before, after []string) []string {
	var list []string
	for i, d := range digests {
		if before[i] != after[i] {
			list = append(list, d[0])
		}
	}
	slices.Sort(list)
	return list
}
