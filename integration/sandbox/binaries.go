package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// oldest is the first major version of PostgreSQL that the proxy supports.
const oldest = 13

// installations are the directories of the server's programs in usual packages, which are seldom on the PATH.
var installations = []string{
	"/usr/lib/postgresql/*/bin",                 // Debian, Ubuntu
	"/usr/pgsql-*/bin",                          // packages of the PostgreSQL project for Red Hat, Fedora, SUSE
	"/usr/lib/postgresql*/bin",                  // SUSE
	"/usr/libexec/postgresql*",                  // Alpine
	"/opt/homebrew/opt/postgresql@*/bin",        // Homebrew on Apple silicon
	"/opt/homebrew/opt/postgresql/bin",          //
	"/usr/local/opt/postgresql@*/bin",           // Homebrew on Intel
	"/usr/local/opt/postgresql/bin",             //
	"/home/linuxbrew/.linuxbrew/opt/p*sql*/bin", //
	"/Applications/Postgres.app/Contents/Versions/*/bin",
	"/Library/PostgreSQL/*/bin", // the graphical installer on macOS
	"/opt/postgresql*/bin",
	"/usr/local/pgsql/bin", // built from source
}

// findBinaries returns the directory with the newest initdb and postgres of this machine, "" if there is none that is
// new enough.
func findBinaries(ctx context.Context) string {
	var best string
	var bestVersion int
	for _, dir := range candidates(ctx) {
		if v := version(ctx, dir); v >= oldest && v > bestVersion {
			best, bestVersion = dir, v
		}
	}
	return best
}

// candidates lists directories that may hold a server's programs. What the user put first on the PATH wins among
// equals.
func candidates(ctx context.Context) []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil { // initdb looks for its files beside its real self
			dirs = append(dirs, filepath.Dir(real))
		}
	}
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	for _, pattern := range installations {
		found, _ := filepath.Glob(pattern) // the only error is a malformed pattern
		dirs = append(dirs, found...)
	}
	return dirs
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// version returns the major version of the server in dir, 0 if there is none that runs.
func version(ctx context.Context, dir string) int {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return 0
		}
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return 0
	}
	m := versionPattern.FindSubmatch(out)
	if m == nil {
		return 0
	}
	v, _ := strconv.Atoi(string(m[1]))
	return v
}

// within returns a directory of programs that every account may enter: the one given or, where root has it in a place
// of its own, a copy in dir with the lib and share that stand beside it.
func within(ctx context.Context, dir, programs string) (string, error) {
	if version(ctx, programs) == 0 {
		return "", fmt.Errorf("no PostgreSQL server that runs in %s", programs)
	}
	if os.Geteuid() != 0 || open(programs) {
		return programs, nil
	}
	copied := filepath.Join(dir, "postgresql")
	if err := os.CopyFS(copied, os.DirFS(filepath.Dir(programs))); err != nil {
		return "", fmt.Errorf("copy PostgreSQL to where its account may read it: %w", err)
	}
	return filepath.Join(copied, filepath.Base(programs)), nil
}

// open reports whether everybody may enter a directory.
func open(dir string) bool {
	for ; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err != nil || info.Mode()&0o001 == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// advice tells how to install a server on this system.
func advice() string {
	if runtime.GOOS == "darwin" {
		return "install one with: brew install postgresql@17"
	}
	managers := []struct{ file, command string }{
		{"/usr/bin/apt-get", "apt-get install postgresql"},
		{"/usr/bin/dnf", "dnf install postgresql-server"},
		{"/usr/bin/zypper", "zypper install postgresql-server"},
		{"/sbin/apk", "apk add postgresql"},
		{"/usr/bin/pacman", "pacman -S postgresql"},
	}
	i := slices.IndexFunc(managers, func(m struct{ file, command string }) bool {
		_, err := os.Stat(m.file)
		return err == nil
	})
	if i < 0 {
		return "install PostgreSQL " + strconv.Itoa(oldest) + " or newer with its server programs (initdb and postgres)"
	}
	return "install one with: " + managers[i].command
}
