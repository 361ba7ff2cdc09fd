package state_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/state"
)

// crashDir and crashURL, when one is set, make the test binary a writer that is going to be killed.
const crashDir, crashURL = "STATE_TEST_CRASH_DIR", "STATE_TEST_CRASH_URL"

func TestMain(m *testing.M) {
	if dir, url := os.Getenv(crashDir), os.Getenv(crashURL); dir+url != "" {
		writeUntilKilled(state.Config{Dir: dir, URL: url})
	}
	os.Exit(m.Run())
}

// writeUntilKilled prints the number of each row once Write has returned.
func writeUntilKilled(c state.Config) {
	c.Timeout, c.Tables = time.Minute, []state.Tables{things(createThings)}
	s, err := state.Open(context.Background(), c)
	if err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	area := s.Area("crash", state.Limits{})
	var out sync.Mutex
	for g := range 4 {
		go func() {
			for i := 0; ; i++ {
				id := (os.Getpid()*4+g)*10_000 + i
				err := s.Write(context.Background(), insert(id, "row"))
				if err == nil {
					err = area.Put(context.Background(), fmt.Sprint(id), make([]byte, 100*g))
				}
				if err != nil {
					time.Sleep(time.Millisecond)
					continue // a write that fails, because the others keep the file locked for too long, say, promises nothing
				}
				out.Lock()
				fmt.Println(id)
				out.Unlock()
			}
		}()
	}
	select {}
}

const kills = 25

func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]state.Config{
		"sqlite":     {Dir: t.TempDir()},
		"postgresql": {URL: sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var promised []string
			for round := range kills {
				promised = append(promised, untilKilled(t, c, 5+7*round%40)...)
			}
			c.Tables, c.Timeout = []state.Tables{things(createThings)}, time.Minute
			s, err := state.Open(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			area := s.Area("crash", state.Limits{})
			for _, id := range promised {
				err := s.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
					var name string
					return tx.QueryRowContext(ctx, `SELECT name FROM pgask_things WHERE id = $1`, id).Scan(&name)
				})
				_, ok, aerr := area.Get(t.Context(), id)
				if err != nil || aerr != nil || !ok {
					t.Fatalf("of %d rows that were promised, %s is lost: %v, %v, %v", len(promised), id, err, ok, aerr)
				}
			}
			if c.URL == "" {
				var verdict string
				if err := s.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
					return tx.QueryRowContext(ctx, `PRAGMA integrity_check`).Scan(&verdict)
				}); err != nil || verdict != "ok" {
					t.Errorf("the file after %d kills: %s, %v", kills, verdict, err)
				}
			}
			t.Logf("%d kills, %d promises kept", kills, len(promised))
		})
	}
}

// untilKilled runs a writer, kills it after some promises, and returns all that it has made.
func untilKilled(t *testing.T, c state.Config, after int) (promised []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+c.Dir, crashURL+"="+c.URL)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewScanner(out)
	for r.Scan() {
		promised = append(promised, r.Text())
		if len(promised) == after {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) {
		t.Fatalf("the writer ended by itself: %v", err)
	}
	if len(promised) < after {
		t.Fatalf("a writer that should make %d promises made %q", after, promised)
	}
	return promised
}
