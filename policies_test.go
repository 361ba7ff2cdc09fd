package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pgask/pgask/audit"
)

// TestPoliciesBySignal: policies come into force with SIGHUP, in sessions that are open and for what they have prepared;
// mistakes in them do not; quotas are counted, recorded and measured.
func TestPoliciesBySignal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "policies.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("policies: []")
	p := startProcess(t, "policies.file: "+file+"\n")
	conn := p.connect()
	if _, err := conn.Prepare(t.Context(), "kept", "SELECT * FROM ask('how many customers are there?') t", nil); err != nil {
		t.Fatal(err)
	}
	run := func() string {
		r := conn.ExecPrepared(t.Context(), "kept", nil, nil, nil).Read()
		if r.Err != nil {
			return r.Err.Error()
		}
		return string(r.Rows[0][0])
	}
	if got := run(); got != "2400" {
		t.Fatal(got)
	}
	write("policies:\n- {name: a, deny: {questions: ['(']}}\n- {name: b}\n")
	p.signal(syscall.SIGHUP)
	p.said.wait(t, `bad setting.*policy at line 2.*missing closing`)
	p.said.wait(t, `bad setting.*policy at line 3.*forbids nothing`)
	if got := run(); got != "2400" {
		t.Errorf("after mistakes: %s", got)
	}
	write("policies:\n- {name: private, deny: {tables: [customers]}}\n- {name: few, quota: {questions: 2}}\n")
	p.signal(syscall.SIGHUP)
	p.said.wait(t, `settings reloaded`)
	if got := run(); !strings.Contains(got, "QA003") || !strings.Contains(got, "customers") {
		t.Errorf("what was prepared: %s", got)
	}
	for _, want := range []string{"QA002", "12", "QA005"} { // of a table that is not to be seen; allowed; beyond the quota
		sql := "ASK how many suppliers are there?"
		if want == "QA002" {
			sql = "ASK how many customers are there?"
		}
		if got := query(conn, sql); got != want && (want != "12" || strings.HasPrefix(got, "QA")) {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
	if got := p.value("pgask_quota_exhausted_total", map[string]string{"quota": "questions"}); got != 1 {
		t.Errorf("%v quotas used up", got)
	}
	last, err := audit.Tail(filepath.Join(p.dir, "audit"), 1)
	if err != nil || len(last) != 1 || last[0].Policy != "few" || last[0].Rule != "quota_questions" {
		t.Errorf("%+v, %v", last, err)
	}
}
