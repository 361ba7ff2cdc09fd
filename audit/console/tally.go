package console

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/usage"
)

// span is a time that usage is shown of, in slots of an hour or a day.
type span struct {
	Name, Label string
	slots       int
	hourly      bool
}

var spans = []span{{"24h", "24 hours", 24, true}, {"7d", "7 days", 7, false}, {"30d", "30 days", 30, false}, {"90d", "90 days", 90, false}}

// begins lists when each slot begins, and after them when the last one ends. The last is the one that now is in.
func (s span) begins(now time.Time, at *time.Location) []time.Time {
	now = now.In(at)
	hour := now.Add(-time.Duration(now.Minute())*time.Minute - time.Duration(now.Second())*time.Second - time.Duration(now.Nanosecond()))
	out := make([]time.Time, s.slots+1)
	for i := range out {
		back := s.slots - 1 - i
		if s.hourly {
			out[i] = hour.Add(-time.Duration(back) * time.Hour)
		} else {
			out[i] = time.Date(now.Year(), now.Month(), now.Day()-back, 0, 0, 0, 0, at)
		}
	}
	return out
}

// counts are statistics over some questions.
type counts struct {
	Of                  string // what they have in common
	Questions           int
	Calls, Spared       int64
	TokensIn, TokensOut int64
	Cost                float64
	Good, Bad           int           // feedback that was given
	Median, P95, P99    time.Duration // of the total time; 0: not known
	byOutcome           map[string]int
	times               []time.Duration
	widths              usage.Times // of questions that are counted already; nil: there are none
	slot                time.Time   // when it begins, of a slot
}

func (c *counts) add(e *audit.Entry) {
	c.Questions++
	c.Calls, c.Spared = c.Calls+int64(e.Calls), c.Spared+int64(e.CachedCalls)
	c.TokensIn, c.TokensOut = c.TokensIn+int64(e.TokensIn), c.TokensOut+int64(e.TokensOut)
	c.Cost += e.ModelCost
	switch e.Verb { // the opinion itself, and not the answer that it is about
	case "good":
		c.Good++
	case "bad":
		c.Bad++
	}
	if e.Total > 0 {
		c.times = append(c.times, e.Total)
	}
	if c.byOutcome == nil {
		c.byOutcome = map[string]int{}
	}
	c.byOutcome[ending(*e)]++
}

// close works out the percentiles, by the nearest rank.
func (c *counts) close() {
	if len(c.widths) > 0 {
		for _, took := range c.times {
			c.widths[usage.Width(took)]++
		}
		c.Median, c.P95, c.P99 = c.widths.Quantile(50), c.widths.Quantile(95), c.widths.Quantile(99)
	} else if n := len(c.times); n > 0 {
		slices.Sort(c.times)
		rank := func(percent int) time.Duration { return c.times[min(n-1, (n*percent+99)/100-1)] }
		c.Median, c.P95, c.P99 = rank(50), rank(95), rank(99)
	}
	c.times, c.widths = nil, nil
}

// Tokens returns the number of tokens of prompts and answers together.
func (c *counts) Tokens() int64 { return c.TokensIn + c.TokensOut }

// Outcome returns the number of questions with an outcome.
func (c *counts) Outcome(name string) int { return c.byOutcome[name] }

// reason is the key by which unanswered questions are counted.
type reason struct{ Outcome, SQLState, Rule, Policy string }

// reasonCount is the number of questions with a reason, and one of them.
type reasonCount struct {
	reason
	Questions int
	Latest    audit.Entry
}

// tally counts the questions of a span.
type tally struct {
	begins                                   []time.Time
	slots                                    []counts
	total                                    counts
	outcomes, engines, models, roles, tables map[string]*counts
	reasons                                  map[reason]*reasonCount
}

func newTally(begins []time.Time) *tally {
	t := &tally{begins: begins, slots: make([]counts, len(begins)-1), outcomes: map[string]*counts{}, engines: map[string]*counts{},
		models: map[string]*counts{}, roles: map[string]*counts{}, tables: map[string]*counts{}, reasons: map[reason]*reasonCount{}}
	for i := range t.slots {
		t.slots[i].slot = begins[i]
	}
	return t
}

// maxKinds bounds what is counted apart, by name: names come from outside. What is beyond them counts in the total
// alone.
const maxKinds = 20_000

// add counts a question, if it is of the span. Questions come the newest first.
func (t *tally) add(e *audit.Entry) {
	i, exact := slices.BinarySearchFunc(t.begins, e.Time, time.Time.Compare)
	if !exact {
		i--
	}
	if i < 0 || i >= len(t.slots) {
		return
	}
	t.slots[i].add(e)
	t.total.add(e)
	into := func(m map[string]*counts, of string) {
		c := m[of]
		if c == nil && (of == "" || len(m) >= maxKinds) {
			return
		}
		if c == nil {
			c = &counts{Of: of}
			m[of] = c
		}
		c.add(e)
	}
	into(t.outcomes, ending(*e))
	into(t.engines, e.Engine)
	into(t.models, e.Model)
	into(t.roles, e.Role)
	for _, r := range e.Relations {
		into(t.tables, r)
	}
	t.addReason(e)
}

func (t *tally) addReason(e *audit.Entry) {
	switch e.Outcome {
	case audit.Refused, audit.Failed, audit.Unanswered:
	default:
		return
	}
	why := reason{string(e.Outcome), e.SQLState, e.Rule, e.Policy}
	if t.reasons[why] == nil {
		if len(t.reasons) >= maxKinds {
			return
		}
		t.reasons[why] = &reasonCount{reason: why, Latest: *e}
	}
	t.reasons[why].Questions++
}

// close works out all percentiles.
func (t *tally) close() {
	t.total.close()
	for i := range t.slots {
		t.slots[i].close()
	}
	for _, m := range []map[string]*counts{t.outcomes, t.engines, t.models, t.roles, t.tables} {
		for _, c := range m {
			c.close()
		}
	}
}

// most lists the n largest, the largest first.
func most(m map[string]*counts, n int) []*counts {
	all := slices.SortedFunc(maps.Values(m), func(a, b *counts) int {
		return cmp.Or(cmp.Compare(b.Questions, a.Questions), cmp.Compare(a.Of, b.Of))
	})
	return all[:min(n, len(all))]
}

func mostReasons(m map[reason]*reasonCount, n int) []*reasonCount {
	all := slices.SortedFunc(maps.Values(m), func(a, b *reasonCount) int {
		return cmp.Or(cmp.Compare(b.Questions, a.Questions), cmp.Compare(a.SQLState, b.SQLState), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Policy, b.Policy), cmp.Compare(a.Outcome, b.Outcome))
	})
	return all[:min(n, len(all))]
}
