package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// fullDisk makes the log of a directory a link to a device that is always full.
func fullDisk(t *testing.T) (dir string) {
	t.Helper()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full here: Linux has it")
	}
	dir = t.TempDir()
	if err := os.Symlink("/dev/full", filepath.Join(dir, "audit.jsonl")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFullDisk: on a disk that is full questions are refused, or run and told of, as audit.on_failure says. Ordinary
// SQL goes on, and metrics count it in either case.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{"refuse": "QA006", "warn": "2400"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := startProcess(t, "audit.dir: "+fullDisk(t)+"\naudit.on_failure: "+mode+"\n")
			conn := p.connect()
			for _, sql := range []string{"ASK how many customers are there?", "SELECT * FROM ask('how many customers are there?') t"} {
				if got := query(conn, sql); got != want {
					t.Errorf("%s: %s, want %s", sql, got, want)
				}
			}
			if got := query(conn, "SELECT 7"); got != "7" {
				t.Errorf("ordinary SQL: %s", got)
			}
			p.said.wait(t, `level=ERROR msg="write audit log".*no space left on device`)
			if mode == "warn" {
				p.said.wait(t, `level=ERROR msg="question not recorded"`)
			}
			if got := p.value("pgask_audit_failures_total", map[string]string{"event": "intent"}); got < 2 {
				t.Errorf("%v intents were not written", got)
			}
		})
	}
}

// TestNoPlaceForTheLog: a proxy that cannot open its log does not start, and says why, whatever audit.on_failure is.
func TestNoPlaceForTheLog(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, mode := range []string{"refuse", "warn"} {
		code, _, said := h.pgask(t.Context(), "", "serve", "--listen", "127.0.0.1:0", "--upstream", "postgres://"+sandboxtest.Server(t).Addr(),
			"--set", "audit.dir=/proc/no/such/place", "--set", "audit.on_failure="+mode)
		if code == cli.OK || !strings.Contains(said, "open audit log") || !strings.Contains(said, "/proc/no") {
			t.Errorf("%s: exit %d, %s", mode, code, said)
		}
	}
}
