package fleet

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// before is the release before the commit of a working tree, which state and logs must go back to: the newest tag
// behind that commit, and e87de84 where there is none, as before 0.1.0 and in a clone without tags.
func before(t *testing.T, tree string) string {
	t.Helper()
	tag, err := exec.CommandContext(t.Context(), "git", "-C", tree, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD^").Output()
	if err != nil {
		return "e87de84"
	}
	return strings.TrimSpace(string(tag))
}

func TestReleaseBefore(t *testing.T) {
	t.Parallel()
	tree := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", tree, "-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	for _, step := range []struct{ tag, want string }{
		{"", "e87de84"},       // one commit
		{"v0.1.0", "e87de84"}, // the first release itself
		{"", "v0.1.0"},        // behind it
		{"nightly", "v0.1.0"}, // which is no release
		{"v0.2.0", "v0.1.0"},
		{"", "v0.2.0"},
	} {
		git("commit", "-q", "--allow-empty", "-m", "c")
		if step.tag != "" {
			git("tag", step.tag)
		}
		if got := before(t, tree); got != step.want {
			t.Errorf("at %q: %s, want %s", step.tag, got, step.want)
		}
	}
}

// release builds the release before from the history of the repository.
func release(t *testing.T) string {
	t.Helper()
	dir, before := t.TempDir(), before(t, ".")
	t.Log("the release before is", before)
	script := fmt.Sprintf(`set -e; root=$(git rev-parse --show-toplevel); git -C "$root" archive %s | tar -x -C %s; cd %[2]s; go build -trimpath -o pgask .`, before, dir)
	if out, err := exec.CommandContext(t.Context(), "/bin/sh", "-c", script).CombinedOutput(); err != nil {
		t.Fatalf("build release %s, which needs the history of the repository (git fetch --unshallow --tags): %v\n%s", before, err, out)
	}
	return filepath.Join(dir, "pgask")
}

// restart ends a proxy and starts it as another release.
func (e *edge) restart(binary string) {
	e.signal(syscall.SIGTERM)
	e.end()
	e.run(binary)
	time.Sleep(time.Second) // until the balancer knows
}

// TestUpgrade: proxies of this release and of the one before share state and table, one is upgraded after the other
// under load, and all go back again; nobody's question is lost from the log, and no log is copied twice.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	needed(t)
	if !whole() {
		t.Skip("builds the release before: make fleet")
	}
	old := release(t)
	f := newFleetOf(t, 3, "pins.writers: [demo]\n", old)
	var loads []*load
	step := func(name string, all ...string) {
		for i, binary := range all {
			if binary != "" {
				f.proxies[i].restart(binary)
			}
		}
		l := f.churn(4)
		time.Sleep(4 * time.Second)
		l.stop()
		loads = append(loads, l)
		t.Logf("%s: %s", name, l)
		if l.turned.Load() > 0 || l.broke.Load() > 0 {
			t.Errorf("%s: %s", name, l)
		}
	}
	now := self(t)
	step("all of the release before")
	if _, err := f.count("ASK pin: how many goods are there => SELECT count(*) FROM products"); err != nil && !strings.Contains(err.Error(), "may not pin") {
		t.Error(err)
	}
	step("one of this release", now)
	step("all of this release", "", now, now)
	f.agree(t, loads...)
	step("one back", old)
	step("all back", "", old, old)
	step("all of this release again", now, now, now)
	f.agree(t, loads...)
	eventually(t, "the copies do not verify", func() bool {
		out, err := f.proxies[0].pgask("audit", "verify", "--table")
		if err != nil {
			t.Logf("verify: %v\n%s", err, out)
		}
		return err == nil && !strings.Contains(out, "NOT OK")
	})
	for _, e := range f.proxies {
		if out, err := e.pgask("audit", "verify", "--strict"); err != nil {
			t.Errorf("%s: %v\n%s", e.name, err, out)
		}
		if _, err := os.Stat(filepath.Join(e.dir, "audit", "log.id")); err != nil {
			t.Error(err)
		}
	}
}
