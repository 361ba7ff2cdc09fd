package lessons_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/state"
)

// eachStore runs a test on both databases. open opens another process's view of one and the same state.
func eachStore(t *testing.T, test func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store))) {
	t.Helper()
	run := func(name string, where func(t *testing.T) state.Config) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := where(t)
			c.Timeout, c.Tables = time.Minute, []state.Tables{{Owner: "lessons", Migrations: lessons.Migrations()}}
			test(t, func(cfg lessons.Config) (*lessons.Library, *state.Store) {
				s, err := state.Open(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { s.Close() })
				cfg.Store = s
				l, err := lessons.Open(t.Context(), cfg)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(l.Close)
				return l, s
			})
		})
	}
	run("sqlite", func(t *testing.T) state.Config { return state.Config{Dir: t.TempDir()} })
	run("postgresql", func(t *testing.T) state.Config {
		return state.Config{URL: sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")}
	})
}

// until waits for what another goroutine does soon.
func until(t *testing.T, what string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain for " + what)
		}
	}
}

func words(all []lessons.Lesson) string {
	var list []string
	for _, l := range all {
		list = append(list, l.Words)
	}
	return strings.Join(list, " ")
}

func learned(words, author string) lessons.Lesson {
	return lessons.Lesson{Kind: lessons.Column, Words: words, Means: "t.c", Datasources: []string{"shop"}, Author: author,
		Source: lessons.FromError, Confidence: 0.8}
}

// What is learned is its author's alone until it is approved.
func TestReview(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		l, _ := open(lessons.Config{Every: 10 * time.Millisecond})
		l.Learn(learned("turnover", "ann"))
		if got := words(l.For("shop", "ann")); got != "turnover" {
			t.Errorf("ann has %q at once", got)
		}
		until(t, "what was learned to be kept", func() bool { all, err := l.All(t.Context()); return err == nil && len(all) == 1 })
		if got := words(l.For("shop", "bob")) + words(l.For("erp", "ann")); got != "" {
			t.Errorf("a proposal reaches others: %s", got)
		}
		id := l.For("shop", "ann")[0].ID
		if err := l.SetStatus(t.Context(), id, lessons.Approved, "carl"); err != nil {
			t.Fatal(err)
		}
		if a, c := words(l.For("shop", "ann")), words(l.For("shop", "carl")); a != "" || c != "turnover" {
			t.Errorf("approved for carl: ann has %q, carl %q", a, c)
		}
		if err := l.SetStatus(t.Context(), id, lessons.Approved, ""); err != nil {
			t.Fatal(err)
		}
		if got := words(l.For("shop", "bob")); got != "turnover" {
			t.Errorf("approved for all: bob has %q", got)
		}
		if err := l.SetStatus(t.Context(), id, lessons.Disabled, ""); err != nil {
			t.Fatal(err)
		}
		l.Learn(learned("turnover", "ann")) // once more: it stays disabled
		l.Learn(learned("later", "ann"))
		until(t, "the other lesson", func() bool { return words(l.For("shop", "ann")) == "later" })
		if err := l.SetStatus(t.Context(), "nothing", lessons.Approved, ""); err == nil || !strings.Contains(err.Error(), "none with this id") {
			t.Errorf("approving what is not there: %v", err)
		}
	})
}

func TestLearningModes(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		off, _ := open(lessons.Config{Learn: lessons.Off})
		off.Learn(learned("never", "ann"))
		auto, _ := open(lessons.Config{Learn: lessons.Auto, Every: 10 * time.Millisecond})
		auto.Learn(learned("at_once", "ann"), lessons.Lesson{Kind: lessons.Column, Words: "", Means: "x", Author: "ann"}, learned("anonymous", ""))
		until(t, "what was learned", func() bool { return words(auto.For("shop", "bob")) != "" })
		if got := words(auto.For("shop", "bob")); got != "at_once" {
			t.Errorf("bob has %q", got)
		}
	})
}

// Two proxies on one state see each other's lessons and pins within seconds.
func TestTwoProxies(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		one, _ := open(lessons.Config{})
		two, _ := open(lessons.Config{})
		began := time.Now()
		one.Learn(learned("turnover", "ann"))
		pin, err := lessons.NewPin("shop", "how many orders", "SELECT count(*) FROM orders")
		if err != nil {
			t.Fatal(err)
		}
		if err := one.AddPin(t.Context(), pin); err != nil {
			t.Fatal(err)
		}
		if _, _, ok := one.Pinned("shop", "how many orders"); !ok {
			t.Error("the proxy that pinned does not see it at once")
		}
		until(t, "the other proxy", func() bool {
			_, _, ok := two.Pinned("shop", "How many orders?")
			return ok && words(two.For("shop", "ann")) == "turnover"
		})
		t.Logf("seen after %v", time.Since(began))
		if err := two.RemovePin(t.Context(), pin.ID); err != nil {
			t.Fatal(err)
		}
		until(t, "the removal", func() bool { _, _, ok := one.Pinned("shop", "how many orders"); return !ok })
	})
}

func TestCountsAndDecay(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		l, _ := open(lessons.Config{Every: -1})
		if err := l.Import(t.Context(), []lessons.Lesson{{Kind: lessons.Column, Words: "mine", Means: "x", Confidence: 1, Status: lessons.Approved}}); err != nil {
			t.Fatal(err)
		}
		l.Learn(learned("turnover", "ann"))
		find := func(word string) (found lessons.Lesson) {
			all, err := l.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range all {
				if one.Words == word {
					found = one
				}
			}
			return found
		}
		until(t, "what was learned", func() bool { return find("turnover").ID != "" })
		ids := []string{find("turnover").ID, find("mine").ID}
		l.RecordUse(ids, true)
		l.RecordUse(ids, false)
		until(t, "the counts", func() bool { return find("mine").Failures == 1 && find("turnover").Confidence < 0.8 })
		got := find("turnover")
		if got.Uses != 2 || got.Rate() != 0.5 || got.Confidence > 0.7 || got.LastUse.IsZero() {
			t.Errorf("after a success and a failure: %+v", got)
		}
		if c := find("mine").Confidence; c != 1 {
			t.Errorf("what a person wrote lost confidence: %v", c)
		}
		l.RecordFeedback(ids[:1], true)
		until(t, "praise", func() bool { return find("turnover").Confidence > got.Confidence })
		for range 4 {
			l.RecordFeedback(ids[:1], false)
		}
		until(t, "blame", func() bool { return find("turnover").Confidence < 0.2 })
		l.Refresh(t.Context())
		if got := words(l.For("shop", "ann")); got != "mine" {
			t.Errorf("after much blame ann has %q", got)
		}
	})
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		l, _ := open(lessons.Config{Every: -1})
		for i := range 4 {
			l.Asked("shop", fmt.Sprintf("Top %d customers?", i+1), "SELECT 1")
		}
		l.Asked("shop", "how many orders", "SELECT 2")
		suggested := func() []lessons.Suggestion {
			all, err := l.Suggestions(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		until(t, "a suggestion", func() bool { s := suggested(); return len(s) > 0 && s[0].Times == 4 })
		if s := suggested(); len(s) != 1 || s[0].Question != "Top 4 customers?" || s[0].Statement != "SELECT 1" {
			t.Errorf("suggested: %+v", s)
		}
		pin, err := lessons.NewPin("shop", "top 3 customers", "SELECT 1 LIMIT 3")
		if err != nil {
			t.Fatal(err)
		}
		if err := l.AddPin(t.Context(), pin); err != nil {
			t.Fatal(err)
		}
		if s := suggested(); len(s) != 0 {
			t.Errorf("what is pinned is suggested: %+v", s)
		}
	})
}

func TestFileIsReloaded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lessons.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("lessons: [{words: one, means: x}]")
	l, err := lessons.Open(t.Context(), lessons.Config{File: path, Every: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, tt := range []struct{ file, want string }{
		{"lessons: [{words: one, means: x}, {words: two, means: y}]", "one two"},
		{"lessons: [{words: one, means: x, nonsense: y}]", "one two"}, // with a mistake: those of before stay
		{"lessons: [{words: three, means: y}]", "three"},
	} {
		write(tt.file)
		l.Refresh(t.Context())
		if got := words(l.For("shop", "ann")); got != tt.want {
			t.Errorf("after %s: %q, want %q", tt.file, got, tt.want)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	l.Refresh(t.Context())
	if got := words(l.For("shop", "ann")); got != "three" {
		t.Errorf("after the file is gone: %q", got)
	}
}

// Without the store there are the lessons of the file, what is learned holds in this process, and changes say why they
// cannot be.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lessons.yaml")
	if err := os.WriteFile(path, []byte("lessons: [{words: one, means: x}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := state.Open(t.Context(), state.Config{Dir: filepath.Join(path, "no", "directory")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l, err := lessons.Open(t.Context(), lessons.Config{File: path, Store: s})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.Learn(learned("x", "ann"))
	if got := words(l.For("shop", "ann")); got != "one x" {
		t.Errorf("got %q", got)
	}
	if err := l.RemovePin(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), "unavailable") {
		t.Errorf("RemovePin: %v", err)
	}
}

// lazy keeps what may be written later until it is told to.
type lazy struct {
	lessons.Store
	mu   sync.Mutex
	held []func(context.Context, *sql.Tx) error
}

func (s *lazy) WriteAsync(f func(context.Context, *sql.Tx) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = append(s.held, f)
}

// What was learned does not vanish for a moment because somebody else's change is read before it is written.
func TestLearnedStays(t *testing.T) {
	t.Parallel()
	s, err := state.Open(t.Context(), state.Config{Dir: t.TempDir(), Timeout: time.Minute,
		Tables: []state.Tables{{Owner: "lessons", Migrations: lessons.Migrations()}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	slow := &lazy{Store: s}
	l, err := lessons.Open(t.Context(), lessons.Config{Store: slow, Every: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.Learn(learned("turnover", "ann"))
	others := func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE pgask_taught SET version = version + 1 WHERE id = 1`)
		return err
	}
	if err := s.Write(t.Context(), others); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(200 * time.Millisecond); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if got := words(l.For("shop", "ann")); got != "turnover" {
			t.Fatalf("ann has %q", got)
		}
	}
	for _, f := range slow.held {
		if err := s.Write(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	l.Refresh(t.Context())
	if got := words(l.For("shop", "ann")); got != "turnover" {
		t.Errorf("at last ann has %q", got)
	}
}

// hookedStore calls before and after each read of a store.
type hookedStore struct {
	lessons.Store
	before, after func()
}

func (s *hookedStore) Read(ctx context.Context, f func(context.Context, *sql.Tx) error) error {
	s.before()
	err := s.Store.Read(ctx, f)
	s.after()
	return err
}

// What a question teaches shows at once, and does not wait for a store that is slow to be read; nor does what was
// read before take it back.
func TestLearningDoesNotWaitForTheStore(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		other, store := open(lessons.Config{Every: -1})
		nothing := func() {}
		hooked := &hookedStore{store, nothing, nothing}
		l, err := lessons.Open(t.Context(), lessons.Config{Every: -1, Store: hooked})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := other.Import(t.Context(), []lessons.Lesson{{Kind: lessons.Column, Words: "imported", Means: "x", Status: lessons.Approved, Confidence: 1}}); err != nil {
			t.Fatal(err)
		}
		learned := make(chan bool)
		hooked.after = func() {
			go func() {
				defer close(learned)
				l.Learn(lessons.Lesson{Kind: lessons.Column, Words: "learned", Means: "y", Author: "ann", Source: lessons.FromCorrection,
					Datasources: []string{"shop"}, Confidence: 0.95})
			}()
			select {
			case <-learned:
			case <-time.After(time.Minute):
				t.Error("learning waits for the store to be read")
			}
		}
		l.Refresh(t.Context())
		<-learned
		if got := words(l.For("shop", "ann")); got != "learned" {
			t.Errorf("ann has %q after the store was read meanwhile", got)
		}
		hooked.after = nothing
		until(t, "both", func() bool { l.Refresh(t.Context()); return words(l.For("shop", "ann")) == "imported learned" })
	})
}
