package sink

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/pgask/pgask/audit"
)

// Traces sends each question as a trace to an OTLP collector: a span for the question, and below it one for each state that it
// passed. It holds neither questions, nor SQL, nor what the errors said: those are in the log, by the id.
type Traces struct {
	Endpoint string // URL of the collector, such as http://127.0.0.1:4318
	Version  string // of pgask

	exporter *otlptrace.Exporter
	provider *sdktrace.TracerProvider
	ended    *spans
}

// spans is a span processor that collects ended spans, so that Write can export them itself and return the error.
type spans struct {
	mu  sync.Mutex
	all []sdktrace.ReadOnlySpan
}

func (s *spans) OnStart(context.Context, sdktrace.ReadWriteSpan) {}
func (s *spans) OnEnd(span sdktrace.ReadOnlySpan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, span)
}
func (s *spans) Shutdown(context.Context) error   { return nil }
func (s *spans) ForceFlush(context.Context) error { return nil }

func (s *spans) take() []sdktrace.ReadOnlySpan {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.all
	s.all = nil
	return all
}

// Start implements Sink. Traces begin with what is asked from now on.
func (t *Traces) Start(ctx context.Context, newest uint64) (uint64, error) {
	u, err := url.Parse(t.Endpoint)
	if err != nil {
		return 0, err
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1/traces" // as OTEL_EXPORTER_OTLP_ENDPOINT is understood
	}
	// Retries are the forwarder's, which knows how to wait and says so.
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(u.String()), otlptracehttp.WithTimeout(20*time.Second),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}))
	if err != nil {
		return 0, err
	}
	about := resource.NewSchemaless(attribute.String("service.name", "pgask"), attribute.String("service.version", t.Version))
	t.exporter, t.ended = exporter, &spans{}
	t.provider = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(t.ended), sdktrace.WithResource(about), sdktrace.WithSampler(sdktrace.AlwaysSample()))
	return newest, nil
}

// Write implements Sink.
func (t *Traces) Write(ctx context.Context, records []audit.Entry) error {
	tracer := t.provider.Tracer("github.com/pgask/pgask")
	for i := range records {
		if records[i].Event == audit.Finished {
			span(ctx, tracer, &records[i])
		}
	}
	all := t.ended.take()
	if len(all) == 0 {
		return nil
	}
	return t.exporter.ExportSpans(ctx, all)
}

// span makes the spans of one question, with the times that the record tells.
func span(ctx context.Context, tracer trace.Tracer, e *audit.Entry) {
	attributes := []attribute.KeyValue{attribute.String("db.system.name", "postgresql"), attribute.String("pgask.id", e.ID)}
	for name, value := range map[string]string{"db.namespace": e.Datasource, "user.name": e.Role, "pgask.application": e.Application,
		"pgask.claimed_actor": e.Actor, "pgask.session": e.Session, "pgask.proxy": e.Proxy, "pgask.form": e.Form, "pgask.verb": e.Verb, "pgask.engine": e.Engine,
		"gen_ai.request.model": e.Model, "pgask.outcome": string(e.Outcome), "db.response.status_code": e.SQLState, "pgask.verdict": e.Verdict,
		"pgask.rule": e.Rule, "pgask.policy": e.Policy, "pgask.pin": e.Pin, "pgask.about": e.About} {
		if value != "" {
			attributes = append(attributes, attribute.String(name, value))
		}
	}
	attributes = append(attributes, attribute.Int64("db.response.returned_rows", e.Rows), attribute.Int("gen_ai.usage.input_tokens", e.TokensIn),
		attribute.Int("gen_ai.usage.output_tokens", e.TokensOut), attribute.Int("pgask.attempts_failed", len(e.Attempts)), attribute.Float64("pgask.confidence", e.Confidence))
	ctx, question := tracer.Start(ctx, "question", trace.WithNewRoot(), trace.WithTimestamp(e.Time), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attributes...))
	at := e.Time
	for _, s := range e.States {
		_, state := tracer.Start(ctx, s.Name, trace.WithTimestamp(at))
		at = at.Add(s.Took)
		state.End(trace.WithTimestamp(at))
	}
	if e.Outcome == audit.Failed {
		question.SetStatus(codes.Error, e.SQLState)
	}
	question.End(trace.WithTimestamp(e.Time.Add(max(e.Total, at.Sub(e.Time)))))
}

// Close implements Sink.
func (t *Traces) Close() {
	if t.exporter == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = t.provider.Shutdown(ctx), t.exporter.Shutdown(ctx) // nothing waits in them
	t.exporter = nil
}
