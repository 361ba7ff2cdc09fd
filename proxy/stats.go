package proxy

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

// Stats are the server's counters. What only grows is counted since New.
type Stats struct {
	Connections int              // open now, from accept to close, those included that are yet to log in
	Sessions    map[string]int   // open now, by datasource as it is configured
	Opened      map[string]int64 // sessions that were let in, by datasource
	Refused     map[string]int64 // connections that were not, by the limit that they met
	Turns       int64            // that ended in a ReadyForQuery for a client
	Bytes       Bytes
	Errors      map[Failure]int64 // that clients were told of
	Asking      int               // questions that are being worked on
	Waiting     int               // questions that wait for a place
	Startups    Histogram         // from accept to being let in
	Took        Histogram         // turns of plain SQL, from their first message to the upstream's ReadyForQuery
}

// Bytes are counts of what was read and written, TLS not included, of sessions that were let in.
type Bytes struct{ FromClients, ToClients, FromUpstreams, ToUpstreams int64 }

// Failure is a kind of error. There is a bounded number of them, whatever SQLSTATEs there are.
type Failure struct {
	SQLState string // or a class such as 22xxx, or other
	Upstream bool   // the upstream's, or else the proxy's
}

// Why connections are refused.
const (
	refusedTotal      = "connections"
	refusedRole       = "connections_per_role"
	refusedDatasource = "connections_per_datasource"
	refusedGuessing   = "max_failures"
)

// tally is what a server counts.
type tally struct {
	failures failures
	startups histogram
	turns    histogram
	counts   counts
}

// counts are the totals of sessions that have ended; the server's lock guards them.
type counts struct {
	sessions map[string]int64
	refused  map[string]int64
	turns    int64
	bytes    Bytes
}

func (srv *Server) countRefused(limit string) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.tally.counts.refused[limit]++
}

// Stats returns the current counts. It visits every session, so it should be called every few seconds at most.
func (srv *Server) Stats() Stats {
	st := Stats{Errors: srv.tally.failures.copy(), Startups: srv.tally.startups.snapshot(), Took: srv.tally.turns.snapshot()}
	st.Asking, st.Waiting = srv.asking.Counts()
	srv.mu.Lock()
	defer srv.mu.Unlock()
	c := srv.tally.counts // the sessions that are over
	for s := range srv.sessions {
		c.add(s)
	}
	st.Connections, st.Turns, st.Bytes = srv.open, c.turns, c.bytes
	st.Sessions = maps.Clone(srv.slots.datasources)
	st.Opened, st.Refused = maps.Clone(c.sessions), maps.Clone(c.refused)
	for name := range srv.cfg.Load().Datasources { // a time series begins at 0, and not with the first session
		st.Sessions[name] += 0
		st.Opened[name] += 0
	}
	return st
}

// add adds the counts of a session. Each session has counts of its own, so that no memory is shared between sessions
// per message.
func (c *counts) add(s *session) {
	c.turns += s.link.Exchange.Ended()
	c.bytes.FromClients += s.link.FromClient.Moved.Load()
	c.bytes.ToClients += s.link.Client.Moved.Load()
	c.bytes.FromUpstreams += s.link.FromUpstream.Moved.Load()
	c.bytes.ToUpstreams += s.link.Upstream.Moved.Load()
}

// summary returns the attributes of the log line about a session that has ended.
func (s *session) summary() []any {
	out := []any{"took", time.Since(s.began).Round(time.Millisecond)}
	if s.link.Exchange == nil {
		return out
	}
	return append(out, "turns", s.link.Exchange.Ended(), "questions", s.desk.Asked(),
		"bytes_in", s.link.FromClient.Moved.Load(), "bytes_out", s.link.Client.Moved.Load())
}

// failures counts errors that clients were told of.
type failures struct {
	mu sync.Mutex
	n  map[Failure]int64
}

func (f *failures) count(sqlState string, upstream bool) {
	k := Failure{failureLabel(sqlState), upstream}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n == nil {
		f.n = map[Failure]int64{}
	}
	f.n[k]++
}

func (f *failures) copy() map[Failure]int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.n)
}

// Histogram is a distribution of durations.
type Histogram struct {
	Count   uint64
	Sum     time.Duration
	Buckets map[time.Duration]uint64 // how many took this long at most
}

// histogramBounds cover turns and startups, from a look-up on the same machine to a timeout.
var histogramBounds = [...]time.Duration{100 * time.Microsecond, 250 * time.Microsecond, 500 * time.Microsecond,
	time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond,
	25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2500 * time.Millisecond, 5 * time.Second, 10 * time.Second, 30 * time.Second}

// histogram counts without a lock.
type histogram struct {
	buckets [len(histogramBounds) + 1]atomic.Uint64 // the last one: longer than every bound
	sum     atomic.Int64
}

func (h *histogram) observe(d time.Duration) {
	i := 0
	for i < len(histogramBounds) && d > histogramBounds[i] {
		i++
	}
	h.buckets[i].Add(1)
	h.sum.Add(int64(d))
}

func (h *histogram) snapshot() Histogram {
	out := Histogram{Sum: time.Duration(h.sum.Load()), Buckets: make(map[time.Duration]uint64, len(histogramBounds))}
	for i := range h.buckets {
		out.Count += h.buckets[i].Load()
		if i < len(histogramBounds) {
			out.Buckets[histogramBounds[i]] = out.Count
		}
	}
	return out
}
