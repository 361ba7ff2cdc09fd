package sink

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/audit"
)

// Traces sends each question as a trace to an OTLP collector: a span for the question, and below it one for each
// state that it passed. It holds neither questions, nor SQL, nor what the errors said: those are in the log, by the
// id.
type Traces struct {
	Endpoint string // URL of the collector, such as http://127.0.0.1:4318
	Version  string // of pgask

	url      string
	exporter *exporter // nil: not started
}

// Start implements Sink. Traces begin with what is asked from now on.
func (t *Traces) Start(_ context.Context, newest uint64) (uint64, error) {
	u, err := url.Parse(t.Endpoint)
	if err != nil {
		return 0, err
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1/traces" // as OTEL_EXPORTER_OTLP_ENDPOINT is understood
	}
	t.url = u.String()
	t.exporter, err = exporterOf(lookEnv)
	return newest, err
}

// Write implements Sink. Retries are the forwarder's, which knows how to wait and says so.
func (t *Traces) Write(ctx context.Context, records []audit.Entry) error {
	var all []*traces.Span
	for i := range records {
		if records[i].Event == audit.Finished {
			all = append(all, spans(&records[i])...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	// TracesData has the bytes of an ExportTraceServiceRequest, whose package brings all of grpc along.
	body, err := proto.Marshal(&traces.TracesData{ResourceSpans: []*traces.ResourceSpans{{
		Resource:   &resource.Resource{Attributes: []*common.KeyValue{label("service.name", "pgask"), label("service.version", t.Version)}},
		ScopeSpans: []*traces.ScopeSpans{{Scope: &common.InstrumentationScope{Name: "github.com/pgask/pgask"}, Spans: all}},
	}}})
	if err != nil {
		return err
	}
	return t.exporter.post(ctx, t.url, body)
}

func label(key, value string) *common.KeyValue {
	return &common.KeyValue{Key: key, Value: &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: value}}}
}

func count[N int | int64](key string, n N) *common.KeyValue {
	return &common.KeyValue{Key: key, Value: &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: int64(n)}}}
}

// spans makes the spans of one question, the question's first, with the times that the record tells.
func spans(e *audit.Entry) []*traces.Span {
	attributes := []*common.KeyValue{label("db.system.name", "postgresql"), label("pgask.id", e.ID)}
	said := map[string]string{"db.namespace": e.Datasource, "user.name": e.Role, "pgask.application": e.Application,
		"pgask.claimed_actor": e.Actor, "pgask.session": e.Session, "pgask.proxy": e.Proxy, "pgask.form": e.Form,
		"pgask.verb": e.Verb, "pgask.engine": e.Engine,
		"gen_ai.request.model": e.Model, "pgask.outcome": string(e.Outcome), "db.response.status_code": e.SQLState,
		"pgask.verdict": e.Verdict,
		"pgask.rule":    e.Rule, "pgask.policy": e.Policy, "pgask.pin": e.Pin, "pgask.about": e.About}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		if value := strings.ToValidUTF8(said[name], "�"); value != "" {
			attributes = append(attributes, label(name, value))
		}
	}
	attributes = append(attributes, count("db.response.returned_rows", e.Rows), count("gen_ai.usage.input_tokens", e.TokensIn),
		count("gen_ai.usage.output_tokens", e.TokensOut), count("pgask.attempts_failed", len(e.Attempts)),
		&common.KeyValue{Key: "pgask.confidence", Value: &common.AnyValue{Value: &common.AnyValue_DoubleValue{DoubleValue: e.Confidence}}})
	question := span(id(16), nil, "question", e.Time)
	question.Kind, question.Attributes = traces.Span_SPAN_KIND_SERVER, attributes
	all := []*traces.Span{question}
	at := e.Time
	for _, s := range e.States {
		state := span(question.TraceId, question.SpanId, s.Name, at)
		at = at.Add(s.Took)
		state.Kind, state.EndTimeUnixNano = traces.Span_SPAN_KIND_INTERNAL, nanoseconds(at)
		all = append(all, state)
	}
	if e.Outcome == audit.Failed {
		question.Status = &traces.Status{Code: traces.Status_STATUS_CODE_ERROR, Message: e.SQLState}
	}
	question.EndTimeUnixNano = nanoseconds(e.Time.Add(max(e.Total, at.Sub(e.Time))))
	return all
}

// sampled is the flag of a span that is kept.
const sampled = uint32(traces.SpanFlags_SPAN_FLAGS_CONTEXT_HAS_IS_REMOTE_MASK) | 1

func span(trace, parent []byte, name string, at time.Time) *traces.Span {
	return &traces.Span{TraceId: trace, SpanId: id(8), ParentSpanId: parent, Name: name, StartTimeUnixNano: nanoseconds(at), Flags: sampled}
}

func nanoseconds(t time.Time) uint64 { return uint64(max(0, t.UnixNano())) } //nolint:gosec // not negative

// id returns the id of a trace or a span.
func id(bytes int) []byte {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails
	return b
}

// maxReply bounds what is read of a collector's reply.
const maxReply = 64 << 10

// post sends spans to the collector.
func (x *exporter) post(ctx context.Context, to string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, x.timeout)
	defer cancel()
	packed, err := x.packed(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(packed))
	if err != nil {
		return err
	}
	req.Header = x.headers.Clone()
	req.Header.Set("Content-Type", "application/x-protobuf")
	if x.gzip {
		req.Header.Set("Content-Encoding", "gzip")
	}
	resp, err := x.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	said, _ := io.ReadAll(io.LimitReader(resp.Body, maxReply)) // so that the connection can be used again
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		why := ""
		if strings.HasPrefix(cmp.Or(resp.Header.Get("Content-Type"), "text/plain"), "text/plain") {
			why = ": " + strings.ToValidUTF8(strings.TrimSpace(string(said[:min(len(said), 200)])), "�")
		}
		return fmt.Errorf("the collector answered %s%s", resp.Status, why)
	}
	return nil
}

// Close implements Sink.
func (t *Traces) Close() {
	if t.exporter != nil {
		t.exporter.client.CloseIdleConnections()
		t.exporter = nil
	}
}
