package sandboxtest

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Version is a release of PostgreSQL, whatever this machine has.
type Version struct {
	// Major is its number: 18.
	Major int
	// Programs is the directory of its initdb and postgres, see sandbox.Options.
	Programs string
	// Library is the directory of its libpq, for LD_LIBRARY_PATH.
	Library string
}

func (v Version) String() string { return strconv.Itoa(v.Major) }

// Majors are the versions that integration/versions/package.json names, oldest first.
var Majors = []int{14, 15, 16, 17, 18}

// Versions returns the releases that "make versions" fetches from npm, oldest first. Without it the test is skipped:
// the packages exist for Linux on x86-64 only.
func Versions(tb testing.TB) []Version {
	tb.Helper()
	if os.Getenv("PGASK_INTEGRATION") == "" {
		tb.Skip("needs PostgreSQL in several versions: make versions")
	}
	root := moduleRoot(tb)
	var all []Version
	for _, major := range Majors {
		native := filepath.Join(root, "integration", "versions", "node_modules", "postgres-"+strconv.Itoa(major), "native")
		v := Version{major, filepath.Join(native, "bin"), filepath.Join(native, "lib")}
		if _, err := os.Stat(v.Programs); err != nil {
			tb.Fatalf("PostgreSQL %d: %v; make versions fetches it, on Linux on x86-64", major, err)
		}
		all = append(all, v)
	}
	return all
}

// moduleRoot returns the directory of go.mod; tests run in the directories of their packages.
func moduleRoot(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			tb.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}
