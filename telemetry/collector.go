package telemetry

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// Sources are the parts that count for themselves. They are read at each scrape, so that nothing is done for the
// metrics while messages pass.
type Sources struct {
	Server func() proxy.Stats
	Caches *translate.Counters
	Audit  func() (intents, outcomes int64) // that could not be written
	Sinks  func() map[string]SinkState      // copies of the audit log, by name; nil: there are none
}

// SinkState is the state of a copy of the audit log; see sink.State.
type SinkState struct{ Behind, Failures, Lost int64 }

// Watch adds what others count. It is called once.
func (m *Metrics) Watch(s Sources) { m.registry.MustRegister(&collector{s}) }

type collector struct{ sources Sources }

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	descConnections = desc("pgask_connections", "Connections of clients that are open, those included that have not logged in yet.")
	descSessions    = desc("pgask_sessions", "Sessions that are open, by datasource.", "datasource")
	descOpened      = desc("pgask_sessions_total", "Sessions that were let in, by datasource.", "datasource")
	descRefused     = desc("pgask_connections_refused_total", "Connections that met a limit, by the setting of that limit.", "limit")
	descStartup     = desc("pgask_startup_seconds", "Time from accept until a session was let in.")
	descTook        = desc("pgask_turn_seconds", "Time from a request until its ReadyForQuery came from the upstream, for plain SQL.")
	descTurns       = desc("pgask_turns_total", "Turns: requests of clients up to their ReadyForQuery.")
	descBytes       = desc("pgask_bytes_total", "Bytes of sessions, by peer (client, upstream) and direction (received, sent), without TLS.", "peer", "direction")
	descErrors      = desc("pgask_errors_total", "Errors that clients were told of, by SQLSTATE (the rarer ones by class) and by who raised them (pgask, upstream).", "sqlstate", "source")
	descAsking      = desc("pgask_questions_in_progress", "Questions that are being worked on.")
	descWaiting     = desc("pgask_questions_waiting", "Questions that wait for others to end, because of limits.questions.")
	descAudit       = desc("pgask_audit_failures_total",
		"Records that could not be written to the audit log: intents, so that the question was not run unless audit.on_failure is warn, and outcomes.", "event")
	descBehind    = desc("pgask_audit_sink_behind_records", "Records of the audit log that a sink has not got yet.", "sink")
	descSinkFails = desc("pgask_audit_sink_failures_total",
		"Times that a sink of the audit log could not be written to; it is tried again.", "sink")
	descSinkLost = desc("pgask_audit_sink_lost_total", "Records that were removed before a sink had got them.", "sink")
	descCaches   = desc("pgask_cache_requests_total",
		"Look-ups in a cache, by whether they found something (hit, miss).", "cache", "result")
)

// Describe implements prometheus.Collector.
func (c *collector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{descConnections, descSessions, descOpened, descRefused, descStartup, descTurns,
		descTook, descBytes, descErrors,
		descAsking, descWaiting, descAudit, descBehind, descSinkFails, descSinkLost, descCaches} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	count := func(d *prometheus.Desc, n int64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
	}
	st := c.sources.Server()
	gauge(descConnections, st.Connections)
	for name, n := range st.Sessions {
		gauge(descSessions, n, strings.ToValidUTF8(name, "?"))
	}
	for name, n := range st.Opened {
		count(descOpened, n, strings.ToValidUTF8(name, "?"))
	}
	for limit, n := range st.Refused {
		count(descRefused, n, limit)
	}
	histogram(ch, descStartup, st.Startups)
	histogram(ch, descTook, st.Took)
	count(descTurns, st.Turns)
	count(descBytes, st.Bytes.FromClients, "client", "received")
	count(descBytes, st.Bytes.ToClients, "client", "sent")
	count(descBytes, st.Bytes.FromUpstreams, "upstream", "received")
	count(descBytes, st.Bytes.ToUpstreams, "upstream", "sent")
	for f, n := range st.Errors {
		source := "pgask"
		if f.Upstream {
			source = "upstream"
		}
		count(descErrors, n, f.SQLState, source)
	}
	gauge(descAsking, st.Asking)
	gauge(descWaiting, st.Waiting)
	intents, outcomes := c.sources.Audit()
	count(descAudit, intents, "intent")
	count(descAudit, outcomes, "outcome")
	if c.sources.Sinks != nil {
		for name, s := range c.sources.Sinks() {
			gauge(descBehind, int(s.Behind), name)
			count(descSinkFails, s.Failures, name)
			count(descSinkLost, s.Lost, name)
		}
	}
	for name, r := range c.sources.Caches.All() {
		hits, misses := r.Counts()
		count(descCaches, hits, name, "hit")
		count(descCaches, misses, name, "miss")
	}
}

func histogram(ch chan<- prometheus.Metric, d *prometheus.Desc, h proxy.Histogram) {
	buckets := make(map[float64]uint64, len(h.Buckets))
	for most, n := range h.Buckets {
		buckets[most.Seconds()] = n
	}
	ch <- prometheus.MustNewConstHistogram(d, h.Count, h.Sum.Seconds(), buckets)
}
