package console

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
)

// Each visitor sees times in the zone that they chose, which every time names. What they type is in it, too.
func TestTimesInAChosenZone(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("winter", ago(2*time.Hour), answered("SELECT 1"))
	h.asked("late", ago(30*time.Minute), answered("SELECT 1"))
	r := h.submit("/zone", url.Values{"zone": {"Asia/Tokyo"}, "back": {"/questions?role=ann&zone=UTC"}})
	if r.code != http.StatusSeeOther || r.header.Get("Location") != "/questions?role=ann" {
		t.Fatalf("%d to %s: %s", r.code, r.header.Get("Location"), r.body)
	}
	body := h.page("/questions")
	for _, want := range []string{">19:00:00 JST<", ">20:30:00 JST<", "From (Asia/Tokyo)", "times are JST (UTC&#43;09:00)", `value="Asia/Tokyo"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the list does not hold %q", want)
		}
	}
	body = h.page("/questions?from=2026-03-12T20:00")
	wantIDs(t, body, "late")
	// An address that is kept or sent to somebody means the same there.
	if want := "/questions.csv?from=2026-03-12T20%3A00&amp;zone=Asia%2FTokyo"; !strings.Contains(body, want) {
		t.Errorf("the export is not at %s", want)
	}
	for path, want := range map[string]string{"/health": "21:00:00 JST", "/usage?span=24h": "Thu 21:00", "/questions/late": "2026-03-12 20:30:00 JST"} {
		if body := h.page(path); !strings.Contains(body, want) {
			t.Errorf("%s does not hold %q", path, want)
		}
	}
	other := &house{Server: h.Server, t: t, client: h.visitor()}
	other.signIn()
	wantIDs(t, other.page("/questions?from=2026-03-12T20:00&zone=Asia/Tokyo"), "late")
	if body := other.page("/questions?from=2026-03-12T11:00"); !strings.Contains(body, ">11:30:00 UTC<") || strings.Contains(body, "zone=") {
		t.Error("another visitor sees the zone that this one chose")
	}
	if r := h.submit("/zone", url.Values{"zone": {""}}); r.code != http.StatusSeeOther {
		t.Error(r.code)
	}
	if body := h.page("/questions"); !strings.Contains(body, ">11:30:00 UTC<") {
		t.Error("the choice is not taken back")
	}
}

// Days of usage begin when they do in the zone, and leads to their questions say so.
func TestUsageInAChosenZone(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("late", func(r *audit.Record) { r.Time = time.Date(2026, 3, 11, 16, 0, 0, 0, time.UTC) }, answered("SELECT 1"))
	if body := h.page("/usage?span=7d&zone=Asia/Tokyo"); !strings.Contains(body, "/questions?from=2026-03-12T00%3a00&amp;to=2026-03-13T00%3a00&amp;zone=Asia%2fTokyo") {
		t.Errorf("16 h UTC is not of the next day in Tokyo: %s", body)
	}
	if body := h.page("/usage?span=7d"); !strings.Contains(body, "/questions?from=2026-03-11T00%3a00&amp;to=2026-03-12T00%3a00\"") {
		t.Error("it is not of its day in UTC")
	}
}

// What is exported is the same in every zone: times in UTC, to the nanosecond.
func TestAnExportIsExactInEveryZone(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	at := time.Date(2026, 3, 12, 9, 0, 0, 123456789, time.UTC)
	h.asked("q1", func(r *audit.Record) { r.Time = at }, answered("SELECT 1"))
	plain := h.page("/questions.csv")
	h.submit("/zone", url.Values{"zone": {"America/New_York"}})
	if zoned := h.page("/questions.csv"); zoned != plain {
		t.Errorf("exported is %q, and %q elsewhere", zoned, plain)
	}
	rows, err := csv.NewReader(strings.NewReader(h.page("/questions.csv?from=2026-03-12T04:59:59&to=2026-03-12T05:00:01"))).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][1] != at.Format(time.RFC3339Nano) {
		t.Errorf("exported is %v, %v", rows, err)
	}
	if r := h.get("/questions.csv?zone=Nowhere/Land"); r.code != http.StatusBadRequest {
		t.Errorf("in no zone: %d", r.code)
	}
}

// Names of zones name files: others than zones are not opened.
func TestWhatIsNoZone(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("q1", answered("SELECT 1"))
	for _, name := range []string{"../../etc/passwd", "/etc/localtime", "Local", "Europe/../UTC", "Nowhere", strings.Repeat("A", 65), "UTC\n", "<b>"} {
		if r := h.submit("/zone", url.Values{"zone": {name}}); r.code != http.StatusUnprocessableEntity && strings.TrimSpace(name) != "UTC" {
			t.Errorf("%q: %d", name, r.code)
		}
		if body := h.page("/questions?zone=" + url.QueryEscape(name)); !strings.Contains(body, ">11:00:00 UTC<") || !strings.Contains(body, "There is no time zone") {
			t.Errorf("%q: not told", name)
		}
	}
	if r := h.post("/zone", url.Values{"zone": {"UTC"}}); r.code != http.StatusForbidden {
		t.Errorf("without the secret: %d", r.code)
	}
}

// However many zones visitors choose, a bounded number is kept.
func TestZonesThatAreKept(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	for i := range 14 {
		h.page(fmt.Sprintf("/questions?zone=Etc/GMT-%d", i))
		h.page(fmt.Sprintf("/questions?zone=Etc/GMT%%2b%d", min(i, 12)))
	}
	h.console.pages.zones.mu.Lock()
	defer h.console.pages.zones.mu.Unlock()
	if n := len(h.console.pages.zones.made); n > maxZones {
		t.Errorf("%d are kept", n)
	}
}
