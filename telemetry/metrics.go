package telemetry

import (
	"runtime"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Metrics are the metrics of one process. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry

	questions *prometheus.CounterVec   // by outcome, engine
	seconds   *prometheus.HistogramVec // by phase
	unsafe    *prometheus.CounterVec   // by rule
	quotas    *prometheus.CounterVec   // by quota
	calls     *prometheus.CounterVec   // by result
	tokens    *prometheus.CounterVec   // by direction
	reloads   *prometheus.CounterVec   // by result
	reloaded  prometheus.Gauge
}

// questionBuckets go from a remembered translation to a slow model, in seconds.
var questionBuckets = []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120}

// New makes the metrics of a process. version is that of the program.
func New(version string) *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		questions: counter("pgask_questions_total",
			"Questions that have ended, by outcome and by the engine that translated them.", "outcome", "engine"),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "pgask_question_seconds",
			Help:    "Time that questions took: translate until there was a proven statement, total until the end, and each state that they passed.",
			Buckets: questionBuckets}, []string{"phase"}),
		unsafe: counter("pgask_questions_unsafe_total",
			"Questions refused as unsafe, by the rule of the guard, or intent when they asked for a change.", "rule"),
		quotas: counter("pgask_quota_exhausted_total",
			"Questions refused because a quota of the role's day was used up: questions, tokens or cost.", "quota"),
		calls: counter("pgask_model_calls_total",
			"Calls of a model, and those that were spared because it had answered the same before.", "result"),
		tokens: counter("pgask_model_tokens_total", "Tokens that models have read (in) and written (out).", "direction"),
		reloads: counter("pgask_config_reloads_total",
			"Times that the settings were read again: ok, or failed, and the old ones stayed.", "result"),
		reloaded: prometheus.NewGauge(prometheus.GaugeOpts{Name: "pgask_config_last_reload_successful",
			Help: "1 when the settings in force are those of the last attempt to read them, 0 when that failed."}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "pgask_build_info", Help: "Always 1; the labels say what runs.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()}})
	build.Set(1)
	m.reloaded.Set(1)
	m.registry.MustRegister(build, m.questions, m.seconds, m.unsafe, m.quotas, m.calls, m.tokens, m.reloads, m.reloaded,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.begin()
	return m
}

// begin creates the series that alerts use, so that Prometheus sees their first increase as one.
func (m *Metrics) begin() {
	for _, l := range []string{"called", "spared"} {
		m.calls.WithLabelValues(l)
	}
	for _, l := range []string{"in", "out"} {
		m.tokens.WithLabelValues(l)
	}
	for _, l := range []string{"ok", "failed"} {
		m.reloads.WithLabelValues(l)
	}
	m.unsafe.WithLabelValues(ruleIntent)
	for rule := range quotaOf {
		m.quotas.WithLabelValues(quotaOf[rule])
	}
}

// Reloaded counts an attempt to read the settings again.
func (m *Metrics) Reloaded(ok bool) {
	if ok {
		m.reloads.WithLabelValues("ok").Inc()
		m.reloaded.Set(1)
		return
	}
	m.reloads.WithLabelValues("failed").Inc()
	m.reloaded.Set(0)
}
