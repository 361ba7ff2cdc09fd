package console

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/usage"
)

func TestExport(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	for i := range questionsAPage + 10 {
		h.asked(fmt.Sprintf("q%03d", i), ago(time.Duration(1000-i)*time.Second), answered("SELECT 1"))
	}
	h.asked("evil", asking("=cmd|' /C calc'!A0"), by("bob", "shop"), answered("SELECT 2"))
	for query, want := range map[string]int{"": questionsAPage + 11, "?role=ann": questionsAPage + 10, "?role=bob": 1, "?role=nobody": 0, "?role=ann&before=3": 1} {
		r := h.get("/questions.csv" + query)
		rows, err := csv.NewReader(strings.NewReader(r.body)).ReadAll()
		if err != nil || r.code != http.StatusOK || len(rows) != want+1 {
			t.Fatalf("%q: %d, %v: %d lines, want %d behind a header", query, r.code, err, len(rows), want)
		}
		if !strings.HasPrefix(r.header.Get("Content-Type"), "text/csv") || r.header.Get("Content-Disposition") != `attachment; filename="questions.csv"` ||
			r.header.Get("X-Content-Type-Options") != "nosniff" || r.header.Get("Content-Security-Policy") == "" {
			t.Errorf("%q: %v", query, r.header)
		}
		if at := slices.Index(rows[0], "question"); query == "?role=bob" && rows[1][at] != "'=cmd|' /C calc'!A0" {
			t.Errorf("a spreadsheet takes %q for a formula", rows[1][at])
		}
	}
	if r := h.get("/questions.csv?from=never"); r.code != http.StatusBadRequest {
		t.Errorf("from=never: %d", r.code)
	}
	stranger := h.visitor()
	h.client = stranger
	if r := h.get("/questions.csv"); r.code != http.StatusSeeOther || strings.Contains(r.body, "SELECT") {
		t.Errorf("a stranger gets %d: %s", r.code, r.body)
	}
}

func TestHits(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	for i := range questionsAPage + 10 {
		h.asked(fmt.Sprintf("q%03d", i), ago(time.Duration(1000-i)*time.Second), answered("SELECT 1"))
	}
	for query, want := range map[string]string{"?count=on": "60 questions fit,", "?count=on&role=ann&before=20": "60 questions fit,", "?count=on&role=bob": "0 questions fit,",
		"?count=on&q=q007": "1 question fits,", "?role=ann": `href="/questions?count=on&amp;role=ann"`} {
		if body := h.page("/questions" + query); !strings.Contains(body, want) {
			t.Errorf("%q: there is no %q", query, want)
		}
	}
}

// counter is a table whose counts are known, and what they were asked for.
type counter struct {
	audit.Reader
	n     int64
	rest  []audit.Entry
	err   error
	asked usage.Query
	end   usage.End
}

func (c *counter) Usage(context.Context, usage.Query) (*usage.Counts, error) { return nil, c.err }

func (c *counter) Count(_ context.Context, q usage.Query, end usage.End) (int64, []audit.Entry, error) {
	c.asked, c.end = q, end
	return c.n, c.rest, c.err
}

// What counts are kept of is not read to be counted; of the rest each question counts that fits, and all else is read.
func TestHitsAreThoseOfTheCounts(t *testing.T) {
	t.Parallel()
	pay := entry(time.Minute, func(r *audit.Record) { r.Outcome, r.Policy, r.Role = audit.Refused, "pay", "ann" })
	c := &counter{n: 36_000, rest: []audit.Entry{pay, entry(time.Minute, nil)}}
	h := openHouse(t, func(cfg *Config) { c.Reader, cfg.Reader = audit.Files{Dir: cfg.AuditDir}, c }).signIn()
	h.asked("a", answered("SELECT 1"))
	for query, want := range map[string]string{"policy=pay&role=ann": "36,001 questions fit,", "outcome=open": "36,000 questions fit,", "role=ann": "36,002 questions fit,",
		"from=2026-03-12T11:00&outcome=refused": "36,001 questions fit,", "q=no+such+words": "0 questions fit,", "policy=pay&application=psql": "0 questions fit,"} {
		if body := h.page("/questions?count=on&" + query); !strings.Contains(body, want) {
			t.Errorf("%q: there is no %q", query, want)
		}
	}
	h.page("/questions?count=on&policy=pay&role=ann&to=2026-03-12&before=5")
	if want := (usage.End{Policy: "pay"}); c.end != want || c.asked.Role != "ann" || !slices.Equal(c.asked.Begins, []time.Time{usage.Ever[0], noon.Add(12 * time.Hour)}) {
		t.Errorf("asked for %+v, %+v", c.asked, c.end)
	}
	c.err = errors.New("not counted yet")
	if body := h.page("/questions?count=on&role=ann"); !strings.Contains(body, "1 question fits,") {
		t.Error("without counts it is not read")
	}
}

// The address of the export holds all that narrows the list, and nothing of the page.
func TestTheExportIsOfWhatIsListed(t *testing.T) {
	t.Parallel()
	h := furnished(t)
	body := h.page("/questions?role=ann&policy=a%26b&live=off&before=99")
	if want := `href="/questions.csv?` + strings.ReplaceAll(url.Values{"policy": {"a&b"}, "role": {"ann"}}.Encode(), "&", "&amp;") + `"`; !strings.Contains(body, want) {
		t.Errorf("there is no %s", want)
	}
}

func TestFoldedFilters(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("a", answered("SELECT 1"), func(r *audit.Record) { r.Client, r.Application, r.Engine = "192.0.2.1:4711", "psql", "builtin" })
	h.asked("b", answered("SELECT 1"), func(r *audit.Record) { r.Client, r.Application, r.Engine = "[2001:db8::1]:4712", "bi", "model" })
	h.asked("c", ended(audit.Refused, "QA003", "no"), func(r *audit.Record) { r.Policy, r.Client = "pay", "@" })
	for query, want := range map[string][]string{"client=192.0.2.1": {"a"}, "client=192.0.2.1:4711": {"a"}, "client=2001:db8::1": {"b"}, "client=[2001:db8::1]": {"b"},
		"client=@": {"c"}, "client=192.0.2": nil, "application=bi": {"b"}, "engine=model": {"b"}, "policy=pay": {"c"}} {
		body := h.page("/questions?" + strings.ReplaceAll(query, ":", "%3A"))
		wantIDs(t, body, want...)
		if !strings.Contains(body, "<details class=\"wide\" open>") || strings.Contains(body, `type="hidden" name="client"`) {
			t.Errorf("%s: the input that narrows is not to be seen, or is there twice", query)
		}
	}
	if body := h.page("/questions"); strings.Contains(body, "<details class=\"wide\" open>") || !strings.Contains(body, `<option value="psql">`) {
		t.Error("it is not folded, or offers nothing")
	}
}
