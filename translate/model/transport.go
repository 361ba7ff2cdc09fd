package model

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

var (
	errTooLarge = errors.New("response exceeds its limit")
	errRedirect = errors.New("endpoint redirects to another host")
)

// transport sends the requests of go-openai and keeps the Retry-After header of an error, which go-openai drops. The
// context of each request holds an exchange.
type transport struct {
	client *http.Client
	key    Secret
	max    int64
}

// newTransport returns a transport that follows redirects within one host only. Otherwise the prompt, and on some
// redirects the key, would go to any host that a response names.
func newTransport(key Secret, max int64) *transport {
	wire := http.DefaultTransport.(*http.Transport).Clone()
	wire.MaxResponseHeaderBytes = 64 << 10
	return &transport{key: key, max: max, client: &http.Client{
		Transport: wire,
		CheckRedirect: func(next *http.Request, via []*http.Request) error {
			first := via[0].URL
			if next.URL.Host != first.Host || next.URL.Scheme != first.Scheme || len(via) > 3 {
				return errRedirect
			}
			return nil
		},
	}}
}

// Do implements openai.HTTPDoer.
func (t *transport) Do(r *http.Request) (*http.Response, error) {
	x, _ := r.Context().Value(exchangeKey{}).(*exchange)
	x.sent = true
	r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		WroteRequest: func(w httptrace.WroteRequestInfo) { x.written.Store(w.Err == nil) }}))
	if key := t.key.Reveal(); key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := t.client.Do(r)
	if err != nil {
		return nil, err
	}
	x.retryAfter, x.begun = retryAfter(resp.Header, time.Now()), resp.StatusCode == http.StatusOK
	resp.Body = &bounded{ReadCloser: resp.Body, left: t.max}
	if x.listens && resp.StatusCode == http.StatusOK {
		return resp, x.settle(resp)
	}
	return resp, nil
}

// settle checks whether the response is a stream. If the endpoint sent the whole answer instead, go-openai would read
// it as an empty stream: settle keeps it for listen and replaces it by an empty stream.
func (x *exchange) settle(resp *http.Response) error {
	if kind, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err == nil && kind == "text/event-stream" {
		x.streams = true
		return nil
	}
	body, err := io.ReadAll(resp.Body)
	if closed := resp.Body.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	x.whole, resp.Body = body, io.NopCloser(strings.NewReader("data: [DONE]\n\n"))
	return nil
}

// exchange records what is known about one request apart from its body.
type exchange struct {
	sent       bool        // or attempted; go-openai rejects some requests itself
	written    atomic.Bool // completely, so the endpoint has the prompt
	begun      bool        // the endpoint has answered that it is working, or has worked
	retryAfter time.Duration

	listens bool   // a stream was requested
	streams bool   // a stream arrived
	whole   []byte // the answer that arrived instead of a stream
}

// worked reports whether the endpoint has probably worked on a prompt although no complete answer arrived: it began
// to answer, or the wait for the answer ended after the whole prompt was sent.
func (x *exchange) worked(ctx context.Context) bool {
	return x.begun || x.written.Load() && ctx.Err() != nil
}

type exchangeKey struct{}

func withExchange(ctx context.Context) (context.Context, *exchange) {
	x := new(exchange)
	return context.WithValue(ctx, exchangeKey{}, x), x
}

// bounded is a reader that fails at its limit instead of ending there, because a cut answer would look like a broken
// one.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, errTooLarge
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, errTooLarge
	}
	return n, err
}

// retryAfter returns the wait that the header asks for, written as seconds or as a date; 0 when there is none.
// https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 86400 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(v); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}
