package audit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMovedAway: a tool that moves the file, and perhaps makes a new one, breaks neither the chain nor what reads it.
func TestMovedAway(t *testing.T) {
	t.Parallel()
	for name, makesNew := range map[string]bool{"create": true, "nocreate": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			l := start(t, Config{Dir: dir, Key: testKey})
			path := filepath.Join(dir, FileName)
			for i := range 3 {
				fill(t, l, 2*i, 2)
				if err := os.Rename(path, filepath.Join(dir, fmt.Sprintf("moved.%d", i))); err != nil {
					t.Fatal(err)
				}
				if makesNew {
					if err := os.WriteFile(path, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			fill(t, l, 6, 1)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if r := clean(t, dir, testKey); r.Records != 7 || r.Seq != 7 {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestLogrotate is the same by logrotate itself.
func TestLogrotate(t *testing.T) {
	t.Parallel()
	logrotate, err := exec.LookPath("/usr/sbin/logrotate")
	switch {
	case err != nil && os.Getenv("CI") != "":
		t.Fatal("logrotate is missing; .ci/run installs it")
	case err != nil:
		t.Skip("logrotate is missing; install logrotate")
	}
	for _, mode := range []string{"create 0600", "nocreate"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			dir, conf := t.TempDir(), filepath.Join(t.TempDir(), "conf")
			rules := fmt.Sprintf("%q {\n  size 1\n  rotate 10\n  %s\n}\n", filepath.Join(dir, FileName), mode)
			if err := os.WriteFile(conf, []byte(rules), 0o600); err != nil {
				t.Fatal(err)
			}
			l := start(t, Config{Dir: dir, Key: testKey})
			for i := range 4 {
				fill(t, l, 3*i, 3)
				if out, err := exec.CommandContext(t.Context(), logrotate, "-f", "-s", conf+".state", conf).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			fill(t, l, 12, 1)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(dir, FileName+".4")); err != nil {
				t.Errorf("logrotate has not rotated: %v", err)
			}
			if r := clean(t, dir, testKey); r.Records != 13 || r.Seq != 13 {
				t.Errorf("%+v", r)
			}
		})
	}
}
