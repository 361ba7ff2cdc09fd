package auditcmd

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
)

func TestSelection(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := audit.Open(audit.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range []audit.Record{
		{ID: "a", Role: "ann", Question: "who earns most", SQL: "SELECT name FROM Salaries", Outcome: audit.Answered, Total: 2 * time.Second, TokensIn: 10},
		{ID: "b", Role: "bob", Question: "drop it", Outcome: audit.Refused, Total: time.Second},
		{ID: "c", Role: "ann", Question: "say \"hi\", twice\nover", Outcome: audit.Answered, Total: 4 * time.Second, TokensIn: 5},
	} {
		r.Time = time.Now().Add(time.Duration(i-3) * time.Hour)
		if err := l.Outcome(t.Context(), &r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		f          selection
		text, want string
	}{
		{selection{}, "", "cba"}, {selection{role: "ann"}, "", "ca"}, {selection{}, "salaries", "a"}, {selection{outcome: "refused"}, "", "b"},
		{selection{since: "90m"}, "", "c"}, {selection{since: "2999-01-01"}, "", ""}, {selection{role: "ann"}, "DROP", ""},
	} {
		q, err := tt.f.query(tt.text, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		found, _, err := audit.Newest(t.Context(), dir, q)
		got := ""
		groups, out := map[string]*usage{}, &bytes.Buffer{}
		write, flush := audit.CSV(out)
		for i := range found {
			got += found[i].ID
			count(groups, &found[i])
			if err := write(&found[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil || got != tt.want || flush() != nil {
			t.Errorf("%+v %s: %q, %v", tt.f, tt.text, got, err)
		}
		rows, err := csv.NewReader(out).ReadAll()
		if err != nil || len(rows) != len(found)+1 {
			t.Errorf("CSV: %v, %v", rows, err)
		}
		out.Reset()
		if err := printUsage(out, groups); err != nil {
			t.Fatal(err)
		}
		if tt.want == "cba" && !strings.Contains(out.String(), `{"of":"role ann","questions":2,"tokens_in":15,"tokens_out":0,"model_cost":0,"median_ns":4000000000,"p95_ns":4000000000}`) {
			t.Errorf("stats: %s", out)
		}
	}
	if _, err := (&selection{since: "soon"}).query("", time.Now()); err == nil {
		t.Error("soon is no time")
	}
}

// TestFollow: what is written while the log is followed is shown, once and in order, over its files.
func TestFollow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := audit.Open(audit.Config{Dir: dir, Rotation: audit.Rotation{Size: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	write := func(id string) {
		if err := l.Outcome(t.Context(), &audit.Record{ID: id}); err != nil {
			t.Error(err)
		}
	}
	write("a")
	write("b")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got := ""
	err = followLog(ctx, dir, 1, func(more []audit.Entry) error {
		for _, e := range more {
			got += e.ID
		}
		switch got {
		case "b":
			write("c")
			write("d")
		case "bcd":
			cancel()
		}
		return nil
	})
	if err != nil || got != "bcd" {
		t.Errorf("%q, %v", got, err)
	}
}
