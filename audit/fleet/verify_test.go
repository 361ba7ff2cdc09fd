package fleet

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/sink"
)

// What was done to the table shows: by its own chain, by the files, by what was known of its end.
func TestVerifyTable(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		sql  string
		want string // in a finding; empty: none
	}{
		"nothing":                  {"SELECT 1", ""},
		"a record changed":         {"UPDATE records SET line = replace(line, 'many', 'few') WHERE seq = 4", "record 4 was changed"},
		"another log's record":     {"UPDATE records r SET line = s.line FROM records s WHERE r.log < s.log AND r.seq = 4 AND s.seq = 4", "record 4"},
		"a hole":                   {"DELETE FROM records WHERE seq = 5", "record 5 is missing before record 6"},
		"the end cut off":          {"DELETE FROM records WHERE seq > 8", "the copy ends with record 8, and record 10 was known"},
		"one log gone":             {"DELETE FROM records WHERE log = (SELECT min(log) FROM records)", "the copy ends with record 0, and record 10 was known"},
		"the beginning dropped":    {"DELETE FROM records WHERE seq < 4", ""},
		"copied by an old release": {"UPDATE records SET line = NULL WHERE seq < 7", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFleet(t, "edge-1", "edge-2")
			for _, m := range f.members {
				for i := range 5 {
					m.ask("q", i)
				}
			}
			f.copied()
			r := f.reader(0)
			before, err := r.Verify(t.Context(), nil, nil)
			if err != nil || len(before) != 2 {
				t.Fatal(before, err)
			}
			file := filepath.Join(t.TempDir(), "anchor")
			key := []byte("0123456789abcdef")
			if err := os.WriteFile(file, []byte(AnchorOf(before, time.Now()).Seal(key)), 0o600); err != nil {
				t.Fatal(err)
			}
			f.exec(tt.sql)
			known := anchored(t, file, key)
			var found []string
			after, err := r.Verify(t.Context(), nil, known)
			if err != nil {
				t.Fatal(err)
			}
			for _, log := range after {
				for _, finding := range log.Findings {
					found = append(found, finding.What)
				}
				if name == "nothing" && log.Log == r.Log && log.Compared != 10 {
					t.Errorf("%d were compared", log.Compared)
				}
			}
			all := strings.Join(found, "\n")
			if (all == "") != (tt.want == "") || !strings.Contains(all, tt.want) {
				t.Errorf("found %q, want %q", all, tt.want)
			}
			f.refill(r, after)
		})
	}
}

// refill copies again what the own log lacks; it is whole then.
func (f *fleet) refill(r *Reader, found []audit.CopyReport) {
	f.t.Helper()
	for _, c := range found {
		if c.Log != r.Log || c.Lacks == 0 {
			continue
		}
		table := sink.Table{URL: r.URL, Name: r.Table, Log: r.Log}
		if err := table.Refill(f.t.Context(), c.Lacking); err != nil {
			f.t.Fatal(err)
		}
		again, err := r.Verify(f.t.Context(), nil, nil)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, c := range again {
			if c.Log == r.Log && (len(c.Findings) > 0 || c.Lacks > 0) {
				f.t.Errorf("copied again: %+v", c)
			}
		}
	}
}

func (f *fleet) exec(sql string) {
	f.t.Helper()
	conn, err := pgx.Connect(f.t.Context(), f.url)
	if err != nil {
		f.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(f.t.Context(), sql); err != nil {
		f.t.Fatal(err)
	}
}

func anchored(t *testing.T, file string, key []byte) map[string][]audit.Head {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{strings.Replace(string(text), "10 ", "11 ", 1), string(text[:len(text)-2]), "", "x"} {
		if _, err := audit.ReadAnchor(strings.NewReader(bad), key); err == nil {
			t.Errorf("an anchor that was changed is taken: %q", bad)
		}
	}
	if _, err := audit.ReadAnchor(strings.NewReader(string(text)), []byte("another key of its own")); err == nil {
		t.Error("an anchor of another key is taken")
	}
	a, err := audit.ReadAnchor(strings.NewReader(string(text)), key)
	if err != nil || len(a.Heads) != 2 {
		t.Fatal(a, err)
	}
	known := map[string][]audit.Head{}
	for log, h := range a.Heads {
		known[log] = []audit.Head{h}
	}
	return known
}
