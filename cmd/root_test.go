package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pgask": func() { os.Exit(Main()) }, "exits": exits})
}

// exits runs the rest of its command line, and fails unless that ends with the exit code given first.
func exits() {
	want, err := strconv.Atoi(os.Args[1])
	if err != nil || os.Args[2] != "pgask" {
		fmt.Fprintln(os.Stderr, "usage: exits CODE pgask ARGS…")
		os.Exit(1)
	}
	code := run(context.Background(), os.Args[3:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
	if code != want {
		fmt.Fprintf(os.Stderr, "exit code %d, want %d\n", code, want)
		os.Exit(1)
	}
}

// TestScripts runs testdata/script: flags, settings, exit codes. None needs a server.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("STATE_DIRECTORY", filepath.Join(e.WorkDir, "state"))
			return nil
		},
	})
}
