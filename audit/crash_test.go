package audit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

// crashDir, when it is set, makes the test binary a writer that is going to be killed.
const crashDir = "AUDIT_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		writeUntilKilled(dir)
	}
	os.Exit(m.Run())
}

// writeUntilKilled prints the ID of each intent once Intent has returned.
func writeUntilKilled(dir string) {
	l, err := Open(Config{Dir: dir, Key: testKey})
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	var out sync.Mutex
	for g := range 8 {
		go func() {
			for i := 0; ; i++ {
				r := record(fmt.Sprintf("%d-%d-%d", os.Getpid(), g, i))
				r.Question = strings.Repeat("long ", g*500)
				err := l.Intent(context.Background(), r)
				out.Lock()
				if err != nil {
					fmt.Println("error:", err)
				}
				fmt.Println(r.ID)
				out.Unlock()
			}
		}()
	}
	select {}
}

func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var promised []string
	for round := range 5 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), crashDir+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewScanner(out)
		for n := 0; r.Scan(); n++ {
			promised = append(promised, r.Text())
			if n == 20+round*13 {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) {
			t.Fatalf("the writer ended by itself: %v", err)
		}
	}
	start(t, Config{Dir: dir, Key: testKey}).Close()
	clean(t, dir, testKey)
	kept := map[string]bool{}
	for e, err := range Records(dir) {
		if err == nil {
			kept[e.ID] = true
		}
	}
	for _, id := range promised {
		if !kept[id] {
			t.Errorf("intent %s was promised and is not in the log", id)
		}
	}
	t.Logf("%d intents promised, %d kept", len(promised), len(kept))
}

func TestTornLineIsRepaired(t *testing.T) {
	t.Parallel()
	// How much of the last line is left, and what the log then says of itself.
	tests := []struct {
		name string
		keep func(line int) int
		note bool
	}{
		{"half", func(n int) int { return n / 2 }, true},
		{"one byte", func(int) int { return 1 }, true},
		{"all but the last byte", func(n int) int { return n - 1 }, true},
		{"all but the newline", func(n int) int { return n }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, path, all := written(t)
			size := 0
			for _, line := range all[:4] {
				size += len(line)
			}
			if err := os.Truncate(path, int64(size+tt.keep(len(all[4])))); err != nil {
				t.Fatal(err)
			}
			l := start(t, Config{Dir: dir, Key: testKey})
			if err := l.Intent(t.Context(), record("next")); err != nil {
				t.Fatal(err)
			}
			clean(t, dir, testKey)
			last, err := Tail(dir, 2)
			if err != nil || len(last) != 2 || last[1].ID != "next" {
				t.Fatalf("tail %+v, %v", last, err)
			}
			if got := last[0].Event == Note && strings.HasPrefix(last[0].Message, "a torn line of "); got != tt.note {
				t.Errorf("before it: %+v", last[0])
			}
		})
	}
}

func TestALogOfSomethingElse(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"garbage": strings.Repeat("x", 3*maxLine), "empty lines": "\n\n\n", "JSON": `{"seq":1}` + "\n", "zeros": string(make([]byte, 9000)),
	} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		l := start(t, Config{Dir: dir})
		if err := l.Intent(t.Context(), record("a")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if found, err := Find(dir, "a"); err != nil || len(found) != 1 {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
		if last, err := Tail(dir, 1); err != nil || len(last) != 1 || last[0].ID != "a" {
			t.Errorf("%s: tail %v, %v", name, last, err)
		}
		if r, err := Verify(dir, nil); err != nil || name != "garbage" && len(r.Findings) == 0 && name != "zeros" {
			t.Errorf("%s: verify %+v, %v", name, r, err)
		}
	}
}

// FuzzRead: whatever a log holds, reading it ends and does not panic.
func FuzzRead(tf *testing.F) {
	f := mutants.Of(tf)
	var c chain
	b, err := body(record("a"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(c.appendLine(c.appendLine(nil, b), b))
	f.Add([]byte(`{"seq":1,"hash":"` + strings.Repeat("0", 64) + `"}`))
	dir := f.TempDir() // one for all: making and removing it takes longer than what is tested
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, FileName), data, 0o600); err != nil {
			t.Fatal(err)
		}
		forward := 0
		for _, err := range Records(dir) {
			if err == nil {
				forward++
			}
		}
		if last, err := Tail(dir, 1<<30); err != nil || len(last) != forward {
			t.Errorf("%d records forward, %d backward, %v", forward, len(last), err)
		}
		if _, err := Verify(dir, testKey); err != nil {
			t.Error(err)
		}
	})
}
