package service

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/conf"
)

func TestConsoleToken(t *testing.T) {
	t.Parallel()
	s := &conf.Settings{}
	s.State.Dir = filepath.Join(t.TempDir(), "state")
	first, err := ConsoleToken(s)
	if err != nil || len(first) < 20 {
		t.Fatalf("%q, %v", first, err)
	}
	path := filepath.Join(s.State.Dir, TokenFile)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if again, err := ConsoleToken(s); err != nil || again != first {
		t.Errorf("after a restart it is %q, %v", again, err)
	}
	if left, err := os.ReadDir(s.State.Dir); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := ConsoleToken(s); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a token that others can read: %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ConsoleToken(s); err == nil {
		t.Error("a token that is too short")
	}
	s.Console.Token = "set by the operator"
	if got, err := ConsoleToken(s); err != nil || got != "set by the operator" {
		t.Errorf("%q, %v", got, err)
	}
}
