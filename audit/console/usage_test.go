package console

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit"
)

// counted is a tally of a week with these questions.
func counted(t *testing.T, s span, all ...audit.Entry) *tally {
	t.Helper()
	c := newTally(s.begins(noon, time.UTC))
	for i := range all {
		c.add(&all[i])
	}
	c.close()
	return c
}

func entry(ago time.Duration, change func(*audit.Record)) audit.Entry {
	e := audit.Entry{Record: audit.Record{Event: audit.Finished, Time: noon.Add(-ago), Outcome: audit.Answered, Role: "ann", Engine: "builtin"}}
	if change != nil {
		change(&e.Record)
	}
	return e
}

func TestTally(t *testing.T) {
	t.Parallel()
	var all []audit.Entry
	for i := range 100 {
		all = append(all, entry(time.Hour, func(r *audit.Record) {
			r.Total = time.Duration(i+1) * time.Millisecond
			r.TokensIn, r.TokensOut, r.ModelCost, r.Calls = 10, 2, 0.5, 1
			r.Relations = []string{"public.a", "public.b"}
		}))
	}
	all = append(all,
		entry(26*time.Hour, func(r *audit.Record) { r.Outcome, r.SQLState, r.Rule = audit.Refused, "QA003", "denied" }),
		entry(27*time.Hour, func(r *audit.Record) { r.Outcome, r.SQLState, r.Rule, r.ID = audit.Refused, "QA003", "denied", "older" }),
		entry(28*time.Hour, func(r *audit.Record) { r.Outcome, r.Role, r.Verb = "", "ben", "bad" }),
		entry(7*24*time.Hour, nil), // before the span
		entry(-24*time.Hour, nil),  // behind it: a clock that went wrong
	)
	c := counted(t, spans[1], all...)
	if c.total.Questions != 103 || c.total.TokensIn != 1000 || c.total.Tokens() != 1200 || c.total.Cost != 50 || c.total.Calls != 100 || c.total.Bad != 1 {
		t.Errorf("in all %+v", c.total)
	}
	if c.total.Median != 50*time.Millisecond || c.total.P95 != 95*time.Millisecond || c.total.P99 != 99*time.Millisecond {
		t.Errorf("times %v %v %v", c.total.Median, c.total.P95, c.total.P99)
	}
	var slots []int
	for _, s := range c.slots {
		slots = append(slots, s.Questions)
	}
	if diff := cmp.Diff([]int{0, 0, 0, 0, 0, 3, 100}, slots); diff != "" {
		t.Error(diff)
	}
	if got := most(c.tables, 1); len(got) != 1 || got[0].Of != "public.a" || got[0].Questions != 100 {
		t.Errorf("tables %+v", got)
	}
	if got := most(c.roles, 9); len(got) != 2 || got[1].Of != "ben" {
		t.Errorf("roles %+v", got)
	}
	if got := mostReasons(c.reasons, 9); len(got) != 1 || got[0].Questions != 2 || got[0].Latest.ID != "" {
		t.Errorf("reasons %+v", got)
	}
	if c.outcomes[open].Questions != 1 {
		t.Error("what has no outcome is not counted")
	}
}

// Days have 23 to 25 hours, and hours begin where the clocks on the wall say.
func TestSlots(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	kolkata, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		span        span
		now         time.Time
		at          *time.Location
		first, last string
	}{
		{spans[1], time.Date(2026, 3, 30, 22, 30, 0, 0, time.UTC), berlin, "2026-03-25T00:00:00+01:00", "2026-04-01T00:00:00+02:00"},
		{spans[0], time.Date(2026, 10, 25, 1, 30, 0, 0, time.UTC), berlin, "2026-10-24T04:00:00+02:00", "2026-10-25T03:00:00+01:00"},
		{spans[0], time.Date(2026, 10, 25, 1, 45, 10, 5, time.UTC), kolkata, "2026-10-24T08:00:00+05:30", "2026-10-25T08:00:00+05:30"},
	} {
		b := tt.span.begins(tt.now, tt.at)
		if first, last := b[0].Format(time.RFC3339), b[len(b)-1].Format(time.RFC3339); first != tt.first || last != tt.last {
			t.Errorf("%s at %v: from %s to %s, want %s to %s", tt.span.Name, tt.now, first, last, tt.first, tt.last)
		}
		if now := tt.now; now.Before(b[len(b)-2]) || !now.Before(b[len(b)-1]) {
			t.Errorf("%v is not in the last slot", now)
		}
	}
}

func TestCeiling(t *testing.T) {
	t.Parallel()
	for f, want := range map[float64]float64{0: 4, 3: 4, 4: 4, 4.1: 6, 7: 10, 10: 10, 11: 20, 41: 60, 99: 100, 1234: 2000} {
		if got := ceiling(f, 4); got != want {
			t.Errorf("%v is under %v, want %v", f, got, want)
		}
	}
	if got := ceiling(0.03, 0); got < 0.03 || got > 0.0401 {
		t.Errorf("0.03 is under %v", got)
	}
}

// What is drawn stays in the drawing, and stands on what is below it.
func TestCharts(t *testing.T) {
	t.Parallel()
	c := counted(t, spans[1],
		entry(time.Hour, func(r *audit.Record) { r.Total, r.TokensIn, r.TokensOut = 2*time.Second, 100, 50 }),
		entry(2*time.Hour, func(r *audit.Record) { r.Total, r.Outcome = time.Second, audit.Failed }),
		entry(50*time.Hour, func(r *audit.Record) { r.Total = 3 * time.Second }))
	bars := outcomeChart(c, spans[1])
	if len(bars.Bars) != 3 || bars.Top != "4" || bars.Middle != "2" || len(bars.Keys) != 2 {
		t.Errorf("%+v", bars)
	}
	if b := bars.Bars[1:]; b[0].H != 25 || b[0].Y != 75 || b[1].Y != 50 || b[0].X != 6.1 {
		t.Errorf("a stack of %+v", b)
	}
	times := timeChart(c, spans[1])
	if times.Top != "4.00 s" || len(times.Lines) != 2 {
		t.Errorf("%+v", times)
	}
	// Two days without a question lie between them, so no line joins the two.
	if got := times.Lines[0].Path; got != "M4.50 25.00M6.50 50.00" {
		t.Errorf("the line goes %s", got)
	}
	if tokens := tokenChart(c, spans[1]); len(tokens.Bars) != 2 || tokens.Empty {
		t.Errorf("%+v", tokens)
	}
	none := counted(t, spans[1])
	if !outcomeChart(none, spans[1]).Empty || !timeChart(none, spans[1]).Empty || !tokenChart(none, spans[1]).Empty {
		t.Error("a chart of nothing is drawn")
	}
}

func TestUsagePage(t *testing.T) {
	t.Parallel()
	h := furnished(t)
	body := h.page("/usage")
	for _, want := range []string{`<dt>Questions</dt><dd>5</dd>`, `<dt>Answered</dt><dd>2 <small>40 %</small></dd>`, "public.customers",
		`href="/questions?from=2026-03-06T00%3A00&amp;table=public.orders"`, "denied_table", `href="/questions/q3"`, `aria-current="true">7 days`} {
		if !strings.Contains(body, want) {
			t.Errorf("usage does not hold %q", want)
		}
	}
	if body := h.page("/usage?role=bob"); !strings.Contains(body, `<dt>Questions</dt><dd>1</dd>`) || !strings.Contains(body, `href="/usage?role=bob&amp;span=24h"`) {
		t.Error("usage of one role is not that")
	}
	if body := h.page("/usage?span=24h"); !strings.Contains(body, `<dt>Questions</dt><dd>4</dd>`) {
		t.Error("usage of a day is not that")
	}
}

// Who looks often costs one look at the log.
func TestUsageIsRememberedForAMoment(t *testing.T) {
	t.Parallel()
	clock := noon
	h := openHouse(t, func(c *Config) { c.now = func() time.Time { return clock } }).signIn()
	total := func() string {
		_, rest, _ := strings.Cut(h.page("/usage"), "<dt>Questions</dt><dd>")
		n, _, _ := strings.Cut(rest, "<")
		return n
	}
	h.asked("q1", answered("SELECT 1"))
	if got := total(); got != "1" {
		t.Fatal(got)
	}
	h.asked("q2", answered("SELECT 1"))
	if got := total(); got != "1" {
		t.Errorf("%s questions at once", got)
	}
	clock = clock.Add(usageFor)
	if got := total(); got != "2" {
		t.Errorf("%s questions later", got)
	}
	for _, role := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r"} {
		h.page("/usage?role=" + role)
	}
	if n := len(h.console.usages.kept); n > maxUsages {
		t.Errorf("%d are kept", n)
	}
}

func TestNumbersAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{0: "–", 400: "1 µs", 850 * time.Microsecond: "850 µs", 12345 * time.Microsecond: "12.3 ms", 999600 * time.Microsecond: "1000 ms",
		4060 * time.Millisecond: "4.06 s", 125 * time.Second: "2 min 5 s", 2*time.Hour + 5*time.Minute: "2 h 5 min"} {
		if got := took(d); got != want {
			t.Errorf("%d ns is %q, want %q", d, got, want)
		}
	}
	for n, want := range map[any]string{0: "0", 999: "999", 1000: "1,000", int64(-1234567): "-1,234,567", uint64(12): "12"} {
		if got := number(n); got != want {
			t.Errorf("%v is %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.00 KiB", 64 << 20: "64.0 MiB", 1 << 62: "4.00 EiB"} {
		if got := size(n); got != want {
			t.Errorf("%d bytes are %q, want %q", n, got, want)
		}
	}
	if got := short(5, "a  b\ncäöü"); got != "a b …" {
		t.Errorf("short is %q", got)
	}
}
