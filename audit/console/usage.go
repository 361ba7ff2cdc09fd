package console

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/pgask/pgask/audit"
)

const (
	usageFor  = 10 * time.Second // how long counts are shown to others who ask for the same
	maxUsages = 16               // that are kept meanwhile
	topKinds  = 12               // of a kind that are listed
)

// usagePage shows statistics over the questions of a span.
type usagePage struct {
	Span     span
	Spans    []choice
	Typed    url.Values
	Known    known
	Total    *counts
	Outcomes []*counts
	Engines  []*counts
	Models   []*counts
	Roles    []*counts
	Tables   []*counts
	Reasons  []*reasonCount
	Charts   []chart
	Slots    []slotRow
	From     time.Time
	Partial  bool
	Rounded  bool   // times are of counts, and not of each question
	Since    string // the span's beginning, for links
	Zone     string // that days begin in
}

// choice is one of several, with its address.
type choice struct {
	Label, Address string
	Current        bool
}

// slotRow is a line of the table that says what the charts show.
type slotRow struct {
	Label, From, To string
	*counts
}

// usageKey identifies one computation of statistics.
type usageKey struct{ span, datasource, role, proxy, zone string }

// usageCache keeps counts for a moment, so that many who look cost one look at the log. The zero value is ready.
type usageCache struct {
	mu   sync.Mutex
	kept map[usageKey]usageResult
}

type usageResult struct {
	at      time.Time
	tally   *tally
	known   known
	partial bool
	rounded bool
}

// usagePages add up questions.
type usagePages struct {
	*Console
	cache *usageCache
}

// usage shows what was asked over a time.
func (c usagePages) usage(w http.ResponseWriter, r *http.Request, v *visitor) error {
	typed := r.URL.Query()
	s := spans[1]
	if i := slices.IndexFunc(spans, func(s span) bool { return s.Name == typed.Get("span") }); i >= 0 {
		s = spans[i]
	}
	k := usageKey{s.Name, clipWord(typed.Get("datasource")), clipWord(typed.Get("role")), clipWord(typed.Get("proxy")), ""}
	at := c.zone(r)
	u, err := c.count(r.Context(), k, s, at)
	if err != nil {
		return err
	}
	t := u.tally
	body := usagePage{Span: s, Typed: typed, Known: u.known, Total: &t.total,
		Outcomes: most(t.outcomes, len(outcomes)+4), Engines: most(t.engines, topKinds),
		Models: most(t.models, topKinds), Roles: most(t.roles, topKinds), Tables: most(t.tables, topKinds),
		Reasons: mostReasons(t.reasons, topKinds),
		Charts:  []chart{outcomeChart(t, s), timeChart(t, s)}, From: t.begins[0], Partial: u.partial, Rounded: u.rounded,
		Since: t.begins[0].Format("2006-01-02T15:04"), Zone: c.zoneName(at)}
	if t.total.TokensIn+t.total.TokensOut > 0 {
		body.Charts = append(body.Charts, tokenChart(t, s))
	}
	for _, other := range spans {
		to := url.Values{"span": {other.Name}}
		if k.datasource != "" {
			to.Set("datasource", k.datasource)
		}
		if k.proxy != "" {
			to.Set("proxy", k.proxy)
		}
		if k.role != "" {
			to.Set("role", k.role)
		}
		body.Spans = append(body.Spans, choice{other.Label, "/usage?" + to.Encode(), other.Name == s.Name})
	}
	const minutes = "2006-01-02T15:04"
	for i := range t.slots {
		body.Slots = append(body.Slots, slotRow{s.label(t.begins[i]), t.begins[i].Format(minutes),
			t.begins[i+1].Format(minutes), &t.slots[i]})
	}
	slices.Reverse(body.Slots)
	return c.show(w, r, v, http.StatusOK, "usage", page{Title: "Usage", Here: "/usage", Body: body})
}

func clipWord(text string) string {
	if len(text) > maxWord {
		return ""
	}
	return text
}

// count reads counts or the log, or returns the result of having done so before.
func (c usagePages) count(ctx context.Context, k usageKey, s span, at *time.Location) (usageResult, error) {
	k.zone = at.String() // days begin when they begin there
	c.cache.mu.Lock()    // concurrent requests share one read of the log
	defer c.cache.mu.Unlock()
	now := c.cfg.now()
	if u, ok := c.cache.kept[k]; ok && now.Sub(u.at) < usageFor {
		return u, nil
	}
	u, counted, err := c.records.counted(ctx, k, s.begins(now, at))
	if err != nil {
		return u, err
	}
	if !counted {
		if u, err = c.countAnew(ctx, k, s.begins(now, at)); err != nil {
			return u, err
		}
	}
	u.at = now
	u.tally.close()
	if c.cache.kept == nil || len(c.cache.kept) >= maxUsages {
		c.cache.kept = map[usageKey]usageResult{}
	}
	c.cache.kept[k] = u
	return u, nil
}

// countAnew reads the questions themselves, as far as a look goes.
func (c usagePages) countAnew(ctx context.Context, k usageKey, begins []time.Time) (usageResult, error) {
	u := usageResult{tally: newTally(begins)}
	seen := newKnown()
	_, partial, err := c.records.look(ctx, audit.Query{Since: u.tally.begins[0], Scan: scanBytes, Proxy: k.proxy},
		func(e *audit.Entry) (fits, enough bool) {
			seen.add(e)
			if (k.datasource == "" || e.Datasource == k.datasource) && (k.role == "" || e.Role == k.role) {
				u.tally.add(e)
			}
			return false, false // counted, and not kept
		})
	u.known, u.partial = seen.known(), partial
	return u, err
}
