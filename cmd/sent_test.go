package cmd

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/service"
)

// tableBefore is the audit table as a version made it that knew of one text of a statement only.
const tableBefore = `CREATE TABLE NAME (log text NOT NULL, seq int8 NOT NULL, time timestamptz NOT NULL, event text NOT NULL, id text, outcome text, sqlstate text,
	datasource text, role text, application text, claimed_actor text, question text, sql text, fingerprint text, relations text[], columns text[],
	engine text, model text, tokens int8, model_cost float8, rule text, policy text, rows int8, total_time interval, record jsonb NOT NULL,
	PRIMARY KEY (log, seq, time)) PARTITION BY RANGE (time)`

// TestBothTexts: a statement is recorded as people read it and, where that differs, as the server got it: in the
// files, in ask_log(), in the table, one that an earlier version made among them, in exports and on the console's
// page.
func TestBothTexts(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	url1 := server.URL(sandboxtest.Empty(t), "postgres")
	owner, err := pgconn.Connect(t.Context(), url1)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	do := func(sql string) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	do(strings.ReplaceAll(tableBefore, "NAME", "public.log"))
	p := startProcess(t, "engine: builtin\nconsole.listen: 127.0.0.1:0\naudit.key: 0123456789abcdef\naudit.table_url: "+url1+"\naudit.table_name: public.log\n")
	conn := p.connect()
	if got := query(conn, "ASK how many customers are there?"); got != "2400" {
		t.Fatal(got)
	}
	if got := query(conn, "SELECT n + 1 FROM (SELECT * FROM ask('how many products are there?')) t (n)"); got == "" {
		t.Fatal(got)
	}
	var whole, within audit.Entry
	for _, e := range p.records() {
		if e.Event != audit.Finished {
			continue
		}
		if strings.Contains(e.Question, "products") {
			within = e
		} else {
			whole = e
		}
	}
	if !strings.Contains(whole.SQL, "SELECT count(*)") || !strings.Contains(whole.Sent, "pg_catalog.count(*)") || whole.Sent == whole.SQL ||
		!strings.HasSuffix(whole.Sent, "*/") || strings.Contains(whole.SQL, "pg_catalog.count") {
		t.Errorf("a whole question: %q, sent %q", whole.SQL, whole.Sent)
	}
	if !strings.Contains(within.Sent, "pg_catalog.count(*)") || strings.Contains(within.SQL, "pg_catalog.count") {
		t.Errorf("within a statement: %q, sent %q", within.SQL, within.Sent)
	}
	if got := query(conn, "SELECT count(*) FROM ask_log() WHERE sql LIKE '%SELECT count(*)%' AND sent LIKE '%pg_catalog.count(*)%'"); got != "2" {
		t.Errorf("ask_log() has %s", got)
	}
	// The table had no such column; copying is behind, but not for long.
	table := func(sql string) string { t.Helper(); return query(owner, sql) }
	for end := 0; end < 600 && table("SELECT count(*) FROM log WHERE event = 'outcome' AND sent LIKE '%pg_catalog.count(*)%' AND sql NOT LIKE '%pg_catalog.count%' AND record->>'sent' = sent") != "2"; end++ {
		table("SELECT pg_sleep(0.1)")
	}
	if got := table("SELECT count(DISTINCT id)::text FROM log WHERE sent LIKE '%pg_catalog.count(*)%' AND record->>'sent' = sent"); got != "2" {
		t.Errorf("the table has %s; log:\n%s", got, p.said)
	}
	code, out, errOut := p.pgask(t.Context(), "", "audit", "export", "--csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if code != cli.OK || err != nil || len(rows) < 3 {
		t.Fatalf("export: %d %v %s%s", code, err, out, errOut)
	}
	sql, sent := slices.Index(rows[0], "sql"), slices.Index(rows[0], "sent")
	found := 0
	for _, row := range rows[1:] {
		if strings.Contains(row[sent], "pg_catalog.count(*)") && !strings.Contains(row[sql], "pg_catalog.count") {
			found++
		}
	}
	if found < 2 {
		t.Errorf("export has it %d times: %s", found, out)
	}
	if code, out, _ := p.pgask(t.Context(), "", "audit", "show", whole.ID); code != cli.OK || !strings.Contains(out, whole.Sent[:40]) {
		t.Errorf("show: %s", out)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client, web := &http.Client{Jar: jar}, "http://"+p.said.wait(t, `msg=console listen=(\S+)`)[1]
	token, err := os.ReadFile(filepath.Join(p.dir, service.TokenFile))
	if err != nil {
		t.Fatal(err)
	}
	visit(t, client, http.MethodPost, web+"/login", url.Values{"token": {string(token)}})
	_, story := visit(t, client, http.MethodGet, web+"/questions/"+whole.ID, nil)
	plain := regexp.MustCompile("<[^>]*>").ReplaceAllString(story, "")
	if at := strings.Index(plain, "As it went to the server"); at < 0 || !strings.Contains(plain[at:], "pg_catalog.count") {
		t.Errorf("the console: %s", plain)
	}
	// Both texts are under the seal of their line: whoever changes one is found out.
	dir := filepath.Join(p.dir, "audit")
	key := []byte("0123456789abcdef")
	if report, err := audit.Verify(dir, key); err != nil || len(report.Findings) > 0 {
		t.Errorf("verify: %+v %v", report.Findings, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	before, err := json.Marshal(whole.Sent)
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(string(text), string(before[1:20]), "SELECT 1, "+string(before[10:20]), 1)
	other := t.TempDir()
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err == nil && f == files[0] {
			b = []byte(forged)
		}
		if err != nil || os.WriteFile(filepath.Join(other, filepath.Base(f)), b, 0o600) != nil {
			t.Fatal(err)
		}
	}
	if report, err := audit.Verify(other, key); forged == string(text) || err == nil && len(report.Findings) == 0 {
		t.Errorf("nobody sees that sent was changed: %v", err)
	}
}
