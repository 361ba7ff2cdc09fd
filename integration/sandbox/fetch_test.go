package sandbox

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bareMachine is one without PostgreSQL, whose downloads come from h. What it changes is the whole process's, so its
// tests are not parallel.
func bareMachine(t *testing.T, h http.HandlerFunc) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	was, places := repository, installations
	repository, installations = server.URL, nil
	t.Cleanup(func() { repository, installations = was, places })
	t.Setenv("PATH", "/nonexistent")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

func TestProgramsAreFetchedOnce(t *testing.T) {
	programs, err := os.ReadFile("testdata/programs.txz") // scripts that know their version only
	if err != nil {
		t.Fatal(err)
	}
	var jar bytes.Buffer
	z := zip.NewWriter(&jar)
	w, err := z.Create("postgres-any.txz")
	if err != nil {
		t.Fatal(err)
	}
	w.Write(programs) // to memory
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(jar.Bytes())
	downloads := 0
	bareMachine(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".sha256") {
			io.WriteString(w, hex.EncodeToString(sum[:]))
			return
		}
		downloads++
		w.Write(jar.Bytes())
	})
	if dir := findBinaries(t.Context()); dir != "" {
		t.Fatalf("the bare machine has %s", dir)
	}
	t.Setenv("PATH", "/usr/bin:/bin") // the scripts need a shell
	for range 2 {
		dir := t.TempDir()
		bin, err := fetchBinaries(t.Context(), dir, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if v := version(t.Context(), bin); v != 16 {
			t.Errorf("version of what was fetched is %d, want 16", v)
		}
		if _, err := os.Stat(filepath.Join(dir, "decoy")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the decoy is still there: %v", err)
		}
	}
	if downloads != 1 {
		t.Errorf("%d downloads, want 1", downloads)
	}
}

func TestNoPostgresSaysWhatToInstall(t *testing.T) {
	bareMachine(t, http.NotFound)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	server, err := Start(t.Context(), Options{})
	if err == nil {
		server.Close()
		t.Fatal("it started")
	}
	for _, want := range []string{"no PostgreSQL server on this machine", "install"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not mention %q", err, want)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "pgask-sandbox-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestVersion is not parallel: a fork elsewhere could hold a script open for writing just when it is to be run.
func TestVersion(t *testing.T) {
	for text, want := range map[string]int{
		"postgres (PostgreSQL) 16.9":                           16,
		"postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)": 15,
		"postgres (PostgreSQL) 19devel":                        19,
		"something else 17":                                    0,
	} {
		dir := t.TempDir()
		for _, name := range []string{"initdb", "postgres"} {
			script := "#!/bin/sh\necho '" + text + "'\n"
			if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if got := version(t.Context(), dir); got != want {
			t.Errorf("version of %q is %d, want %d", text, got, want)
		}
	}
	if got := version(t.Context(), t.TempDir()); got != 0 {
		t.Errorf("version of an empty directory is %d", got)
	}
}
