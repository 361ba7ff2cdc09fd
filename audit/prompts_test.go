package audit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// call is what a model was asked about a question, in which the word secret is the user's.
func call(at string) *Exchange {
	return &Exchange{At: at, Model: "m", System: "You plan.", User: "tables: people; question: secret", Answer: `{"sql": "secret"}`, Schema: "{}",
		Plain: func() string { return "tables: people; question: (masked)" }}
}

// keepPrompts writes an intent after one call, and an outcome after another, and returns the outcome.
func keepPrompts(t *testing.T, l *Log, dir string, r Record) Entry {
	t.Helper()
	r.Exchanges = []*Exchange{call("judge")}
	if err := l.Intent(t.Context(), &r); err != nil {
		t.Fatal(err)
	}
	r.Exchanges, r.Outcome = append(r.Exchanges, call("plan")), Answered
	if err := l.Outcome(t.Context(), &r); err != nil {
		t.Fatal(err)
	}
	last, err := Tail(dir, 1)
	if err != nil || len(last) != 1 {
		t.Fatalf("%v, %v", last, err)
	}
	return last[0]
}

// TestPrompts: what is kept of prompts is as the settings say, redaction included.
func TestPrompts(t *testing.T) {
	t.Parallel()
	masked := func(at string) Exchange {
		return Exchange{At: at, Model: "m", System: "You plan.", Schema: "{}", Masked: true, User: "tables: people; question: (masked)", Answer: "(masked, 17 bytes)"}
	}
	full := func(at string) Exchange {
		x := *call(at)
		x.Plain = nil
		return x
	}
	for _, tt := range []struct {
		name   string
		mode   string
		redact Redaction
		change func(*Exchange)
		want   func(at string) Exchange // nil: nothing
	}{
		{name: "by default", mode: ""},
		{name: "off", mode: PromptsOff},
		{name: "full", mode: PromptsFull, want: full},
		{name: "masked", mode: PromptsMasked, want: masked},
		{name: "questions are redacted", mode: PromptsFull, redact: Redaction{Questions: Mask}, want: masked},
		{name: "literals are redacted", mode: PromptsFull, redact: Redaction{Literals: Hash}, want: masked},
		{name: "another role is redacted", mode: PromptsFull, redact: Redaction{Questions: Mask, Roles: []string{"bob"}}, want: full},
		{name: "a column that it reads is redacted", mode: PromptsFull, redact: Redaction{Columns: []string{"name"}}, want: masked},
		{name: "another column is redacted", mode: PromptsFull, redact: Redaction{Columns: []string{"salary"}}, want: full},
		{name: "another column is redacted, and the prompt has values", mode: PromptsFull, redact: Redaction{Columns: []string{"salary"}},
			change: func(x *Exchange) { x.Values = true }, want: masked},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			l := start(t, Config{Dir: dir, Key: testKey, Prompts: tt.mode, Redaction: tt.redact})
			r := Record{ID: "a1", Role: "ann", Question: "secret", Verdict: "allow", Columns: []string{"public.people.name"}, Exchanges: []*Exchange{call("plan")}}
			if tt.change != nil {
				tt.change(r.Exchanges[0])
			}
			if err := l.Outcome(t.Context(), &r); err != nil {
				t.Fatal(err)
			}
			last, err := Tail(dir, 1)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Prompts(dir, &last[0].Record)
			if err != nil {
				t.Fatal(err)
			}
			var want []Exchange
			if tt.want != nil {
				want = []Exchange{tt.want("plan")}
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Exchange{})); diff != "" {
				t.Error(diff)
			}
			if r.Prompts != nil {
				t.Error("the caller's record was changed")
			}
		})
	}
}

// TestPromptsOfAttempts: what was kept with the intent is named by the outcome, too, and is kept once.
func TestPromptsOfAttempts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir, Key: testKey, Prompts: PromptsFull})
	e := keepPrompts(t, l, dir, Record{ID: "a1"})
	calls, err := Prompts(dir, &e.Record)
	if err != nil || len(calls) != 2 || calls[0].At != "judge" || calls[1].At != "plan" || len(e.Prompts) != 2 {
		t.Errorf("%+v, %v, in %v", calls, err, e.Prompts)
	}
	files, err := filepath.Glob(filepath.Join(dir, PromptsDir, e.Time.Format(time.DateOnly), "*"))
	if err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil || strings.Contains(string(text), "secret") {
		t.Errorf("the log has what only the files should have: %s, %v", text, err)
	}
}

// TestTamperedPrompts: verify finds a file of prompts that was changed, removed or put in the place of another, and
// nobody is shown it.
func TestTamperedPrompts(t *testing.T) {
	t.Parallel()
	path := func(dir string, e *Entry, i int) string {
		return filepath.Join(dir, PromptsDir, e.Time.Format(time.DateOnly), e.Prompts[i].Name)
	}
	for _, tt := range []struct {
		name   string
		tamper func(dir string, e *Entry) error
		want   string // "": nothing is found
		error  error
	}{
		{"nothing", func(string, *Entry) error { return nil }, "", nil},
		{"removed", func(dir string, e *Entry) error { return os.Remove(path(dir, e, 1)) }, "line 2: prompts are missing: a1-", ErrPromptsGone},
		{"cut", func(dir string, e *Entry) error { return os.Truncate(path(dir, e, 0), 20) }, "line 1: the prompts of question a1 were changed: a1-", ErrPromptsChanged},
		{"another's", func(dir string, e *Entry) error { return os.Rename(path(dir, e, 0), path(dir, e, 1)) }, "line 2: the prompts of question a1 were changed: a1-", ErrPromptsChanged},
		{"written anew", func(dir string, e *Entry) error { return writeCompressed(path(dir, e, 0), []byte("{}\n")) }, "line 1: the prompts of question a1 were changed: a1-", ErrPromptsChanged},
		{"longer", func(dir string, e *Entry) error {
			text, err := readPrompts(dir, &e.Record, &e.Prompts[0])
			return errors.Join(err, writeCompressed(path(dir, e, 0), append(text, "{}\n"...)))
		}, "line 1: the prompts of question a1 were changed: a1-", ErrPromptsChanged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			l := start(t, Config{Dir: dir, Key: testKey, Prompts: PromptsFull})
			e := keepPrompts(t, l, dir, Record{ID: "a1"})
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if err := tt.tamper(dir, &e); err != nil {
				t.Fatal(err)
			}
			report, err := Verify(dir, testKey)
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "" && (len(report.Findings) > 0 || report.Prompts != 2) || tt.want != "" && (len(report.Findings) == 0 ||
				!strings.HasPrefix(report.Findings[0].String(), tt.want)) {
				t.Errorf("found %v, want %s", report.Findings, tt.want)
			}
			calls, err := Prompts(dir, &e.Record)
			if !errors.Is(err, tt.error) || err == nil && len(calls) != 2 || err != nil && len(calls) > 1 {
				t.Errorf("read %d calls, %v", len(calls), err)
			}
		})
	}
}

// TestPromptsRetention: prompts go when their time is over, a note accounts for it, and one that goes before its time
// is missing.
func TestPromptsRetention(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		retain, logRetain time.Duration
		left              int
	}{{0, 0, 3}, {72 * time.Hour, 0, 2}, {0, 72 * time.Hour, 2}, {time.Hour, 72 * time.Hour, 1}} {
		dir := t.TempDir()
		l := start(t, Config{Dir: dir, Key: testKey, Prompts: PromptsFull})
		var all []Entry
		for _, ago := range []int{0, 2, 9} {
			all = append(all, keepPrompts(t, l, dir, Record{ID: "a1", Time: time.Now().AddDate(0, 0, -ago)}))
		}
		x := expirePrompts(l, Config{Dir: dir, PromptsRetain: tt.retain, Rotation: Rotation{Retain: tt.logRetain}})
		if x != nil {
			x.close() // what it does by itself is over, at whatever point
			if err := x.expire(t.Context(), time.Now()); err != nil {
				t.Error(err)
			}
		}
		left := 0
		for i := range all {
			if _, err := Prompts(dir, &all[i].Record); err == nil {
				left++
			} else if !errors.Is(err, ErrPromptsGone) {
				t.Error(err)
			}
		}
		if left != tt.left {
			t.Errorf("%v, %v: %d days are left, want %d", tt.retain, tt.logRetain, left, tt.left)
		}
		if report, err := Verify(dir, testKey); err != nil || len(report.Findings) > 0 {
			t.Errorf("%v, %v", report.Findings, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, PromptsDir, all[0].Time.Format(time.DateOnly))); err != nil {
			t.Fatal(err)
		}
		if report, err := Verify(dir, testKey); err != nil || len(report.Findings) != 2 {
			t.Errorf("of what somebody removed: %v, %v", report.Findings, err)
		}
	}
}

// TestPromptsThatCannotBeKept: without its prompts a question is not run, or run and told of; its outcome is written
// in any case.
func TestPromptsThatCannotBeKept(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{Refuse, Warn} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, PromptsDir), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		l := start(t, Config{Dir: dir, Prompts: PromptsFull, OnFailure: mode})
		r := Record{ID: "a1", Exchanges: []*Exchange{call("plan"), call("plan")}}
		if err := l.Intent(t.Context(), &r); (err == nil) != (mode == Warn) || err != nil && !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v", mode, err)
		}
		if err := l.Outcome(t.Context(), &r); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		last, err := Tail(dir, 1)
		if err != nil || len(last) != 1 || last[0].Event != Finished || last[0].PromptsLost != 2 {
			t.Errorf("%s: %+v, %v", mode, last, err)
		}
	}
}

// TestManyPrompts: a question of very many calls keeps a bounded part of them, and counts the rest.
func TestManyPrompts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := start(t, Config{Dir: dir, Prompts: PromptsFull})
	r := Record{ID: "a1"}
	for range maxPromptCalls + 5 {
		x := call("judge")
		x.User = strings.Repeat("long ", 20_000)
		r.Exchanges = append(r.Exchanges, x)
	}
	r.Exchanges[0].User = strings.Repeat("x", maxPromptText+1)
	if err := l.Outcome(t.Context(), &r); err != nil {
		t.Fatal(err)
	}
	last, err := Tail(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	calls, err := Prompts(dir, &last[0].Record)
	if err != nil || len(calls) == 0 || len(calls)+last[0].PromptsLost != len(r.Exchanges) || last[0].Prompts[0].Bytes > maxPromptFile+1<<20 {
		t.Errorf("%d calls, %d lost, %+v, %v", len(calls), last[0].PromptsLost, last[0].Prompts, err)
	}
	if !strings.Contains(calls[0].User, "cut from") {
		t.Error("a text that is too long is whole")
	}
}

// TestNamesOfPrompts: a log that was tampered with leads to no other file.
func TestNamesOfPrompts(t *testing.T) {
	t.Parallel()
	digest := strings.Repeat("a", 64)
	for _, tt := range []struct{ id, name, digest string }{
		{"../x", "../x-aaaaaaaaaaaaaaaa.jsonl.gz", digest}, {"x", "../../etc/passwd", digest}, {"x", "x-.jsonl.gz", ""}, {"", "-aaaaaaaaaaaaaaaa.jsonl.gz", digest},
		{"x", "x-../../../../../x.jsonl.gz", "../../../../../x" + digest[16:]},
	} {
		if _, err := Prompts(t.TempDir(), &Record{ID: tt.id, Prompts: []Kept{{Name: tt.name, Digest: tt.digest}}}); !errors.Is(err, ErrPromptsChanged) {
			t.Errorf("%q: %v", tt.name, err)
		}
	}
}
