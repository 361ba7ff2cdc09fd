package about

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/say"
)

func TestLogSince(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"":                     {},
		"2026-01-31":           time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC),
		"2026-01-31 10:00":     time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC),
		"2026-01-31T10:00:00Z": time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC),
		"7 days":               now.AddDate(0, 0, -7),
		"1 hour":               now.Add(-time.Hour),
		" 2 weeks ":            now.AddDate(0, 0, -14),
	} {
		if got, err := readSince(text, now); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"soon", "7", "-7 days", "7 months", "99999999999999999999 days", "days", "' OR true"} {
		if got, err := readSince(text, now); say.Code(err) != say.CodeForm {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// TestLogData: what a log holds cannot leave its literal, and more than fits is left out.
func TestLogData(t *testing.T) {
	t.Parallel()
	hostile := audit.Entry{Record: audit.Record{ID: "a", Question: "') AS v(id text); DROP TABLE x; -- \\' \x00 $$"}}
	data, n, err := logData([]audit.Entry{hostile})
	if err != nil || n != 1 || strings.Contains(data, `\u0000`) {
		t.Fatalf("%s, %d, %v", data, n, err)
	}
	sql, err := logStatement(data)
	if err != nil || strings.Count(sql, "DROP TABLE") != 1 {
		t.Fatalf("%s, %v", sql, err)
	}
	long := make([]audit.Entry, 20)
	for i := range long {
		long[i].Question = strings.Repeat("x", 1<<20)
	}
	if data, n, err = logData(long); err != nil || len(data) > maxLogData+1 || n < 10 || n == 20 {
		t.Errorf("%d bytes, %d of 20, %v", len(data), n, err)
	}
}

// TestLogUnreadable: who operates the proxy is told how to find out why, be it a file or the table.
func TestLogUnreadable(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	_, _, err := Questions{Log: func(context.Context, audit.Query) ([]audit.Entry, bool, error) { return nil, false, broken }}.Statement(t.Context())
	var told *say.Error
	if !errors.As(err, &told) || told.Code != say.CodeAudit || !errors.Is(err, broken) || strings.Contains(told.Message+told.Hint, "broken") ||
		!strings.Contains(told.Hint, "audit verify") || !strings.Contains(told.Hint, "--table") {
		t.Errorf("%#v", err)
	}
}
