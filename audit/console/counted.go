package console

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/usage"
)

// Counter is a Reader that knows what questions add up to without reading them.
type Counter interface {
	Usage(ctx context.Context, q usage.Query) (*usage.Counts, error)
	Count(ctx context.Context, q usage.Query, end usage.End) (n int64, rest []audit.Entry, err error)
}

// counted is what questions add up to by the counts that are kept beside the table of records; false: there are none,
// or they take too long.
func (l *records) counted(ctx context.Context, k usageKey, begins []time.Time) (u usageResult, ok bool, err error) {
	counter, ok := l.reader.(Counter)
	if !ok {
		return u, false, nil
	}
	limited, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	found, err := counter.Usage(limited, usage.Query{Begins: begins, Datasource: k.datasource, Role: k.role, Proxy: k.proxy})
	if err != nil {
		l.log.Debug("console: usage is counted anew", "error", err)
		return u, false, ctx.Err()
	}
	u = usageResult{tally: newTally(begins), rounded: true,
		known: known{Roles: found.Known, Datasources: found.Datasources, Proxies: found.Proxies}}
	u.tally.addCounts(found)
	return u, true, nil
}

// countedWords are the fields of a filter by which questions are counted.
var countedWords = []string{"datasource", "role", "proxy", "outcome", "engine", "model", "sqlstate", "rule", "policy"}

// hitsCounted is hits by those counts; false: they do not say it, or take too long.
func (l *records) hitsCounted(ctx context.Context, f *filter) (n int, ok bool, err error) {
	counter, ok := l.reader.(Counter)
	for name := range f.words {
		ok = ok && slices.Contains(countedWords, name)
	}
	if !ok {
		return 0, false, nil
	}
	q := usage.Query{Begins: usage.Ever[:], Datasource: f.words["datasource"], Role: f.words["role"], Proxy: f.words["proxy"]}
	if !f.from.IsZero() || !f.to.IsZero() {
		q.Begins = []time.Time{cmp.Or(f.from, usage.Ever[0]), cmp.Or(f.to, usage.Ever[1])}
	}
	limited, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	counted, rest, err := counter.Count(limited, q, usage.End{Outcome: f.words["outcome"], Engine: f.words["engine"],
		Model:    f.words["model"],
		SQLState: f.words["sqlstate"], Rule: f.words["rule"], Policy: f.words["policy"]})
	if err != nil {
		l.log.Debug("console: questions are counted anew", "error", err)
		return 0, false, ctx.Err()
	}
	n = int(counted)
	for i := range rest {
		if f.has(&rest[i], l.order(&rest[i])) {
			n++
		}
	}
	return n, true, nil
}

// addCounts adds questions that somebody else has counted, all before any other.
func (t *tally) addCounts(found *usage.Counts) {
	into := func(m map[string]*counts, of string) *counts {
		if m[of] == nil && of != "" {
			m[of] = &counts{Of: of}
		}
		return m[of]
	}
	for _, r := range found.Rows {
		for _, c := range []*counts{&t.total, &t.slots[r.Slot], into(t.outcomes, r.Outcome), into(t.engines, r.Engine),
			into(t.models, r.Model)} {
			c.addSum(r.Outcome, r.Sum)
		}
	}
	for _, r := range found.Took {
		t.total.addTimes(r.Times)
		t.slots[r.Slot].addTimes(r.Times)
	}
	for _, r := range found.Ended {
		into(t.outcomes, r.Outcome).addTimes(r.Times)
		into(t.engines, r.Engine).addTimes(r.Times)
	}
	for _, named := range []struct {
		to  map[string]*counts
		all []usage.Named
	}{{t.roles, found.Roles}, {t.tables, found.Tables}} {
		for _, n := range named.all {
			c := into(named.to, n.Of)
			c.addSum("", n.Sum)
			c.addTimes(n.Times)
		}
	}
	for _, why := range found.Reasons {
		key := reason{why.Outcome, why.SQLState, why.Rule, why.Policy}
		t.reasons[key] = &reasonCount{reason: key, Questions: int(why.Questions), Latest: why.Latest}
	}
	for i := range found.Rest {
		t.add(&found.Rest[i])
	}
	// Of those that were not among the first, only the questions of Rest are known.
	keepCounted(t.roles, found.Roles)
	keepCounted(t.tables, found.Tables)
}

func keepCounted(m map[string]*counts, all []usage.Named) {
	if len(all) < usage.TopNamed {
		return
	}
	counted := map[string]bool{}
	for _, n := range all {
		counted[n.Of] = true
	}
	for of := range m {
		if !counted[of] {
			delete(m, of)
		}
	}
}

func (c *counts) addSum(outcome string, s usage.Sum) {
	if c == nil {
		return
	}
	c.Questions += int(s.Questions)
	c.Calls, c.Spared = c.Calls+s.Calls, c.Spared+s.Spared
	c.TokensIn, c.TokensOut = c.TokensIn+s.TokensIn, c.TokensOut+s.TokensOut
	c.Cost += s.Cost
	c.Good, c.Bad = c.Good+int(s.Good), c.Bad+int(s.Bad)
	if outcome == "" {
		return
	}
	if c.byOutcome == nil {
		c.byOutcome = map[string]int{}
	}
	c.byOutcome[outcome] += int(s.Questions)
}

func (c *counts) addTimes(times usage.Times) {
	if c == nil {
		return
	}
	if c.widths == nil {
		c.widths = usage.Times{}
	}
	for w, n := range times {
		c.widths[w] += n
	}
}
