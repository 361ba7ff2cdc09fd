package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestCommittedLists: the lists in the repository are what the servers of all versions give, so that no edit by hand
// stays in them unseen. "make versions" runs it.
func TestCommittedLists(t *testing.T) {
	t.Parallel()
	var dsns []string
	for _, v := range sandboxtest.Versions(t) {
		server, err := sandbox.Start(t.Context(), sandbox.Options{Programs: v.Programs})
		if err != nil {
			t.Fatalf("PostgreSQL %d: %v", v.Major, err)
		}
		t.Cleanup(func() { _ = server.Close() })
		dsns = append(dsns, server.URL("postgres", sandbox.Superuser))
	}
	dir := t.TempDir()
	if err := run(t.Context(), dsns, dir); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(written) != 2+len(lists) {
		t.Errorf("%d files, want %d", len(written), 2+len(lists))
	}
	for _, f := range written {
		want, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("..", "data", f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("data/%s (-generated +committed), see main.go for how to write it:\n%s", f.Name(), diff)
		}
	}
}
