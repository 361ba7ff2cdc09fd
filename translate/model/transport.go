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

// transport sends requests for go-openai, and keeps what go-openai drops: the Retry-After header of an error. The
// context of each request holds an exchange.
type transport struct {
	client *http.Client
	key    Secret
	max    int64
}

// newTransport follows redirects within one host only: the prompt, and on some redirects the key, would go to whoever the
// answer names.
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

// settle finds out whether a stream came. An endpoint that does not stream sends the whole answer, and go-openai would read
// it as a stream without a word: it is kept for listen, and an empty stream put in its place.
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

// exchange is what one request learned apart from its body.
type exchange struct {
	sent       bool        // or tried: go-openai rejects some requests by itself
	written    atomic.Bool // all of it: the endpoint has the prompt
	begun      bool        // the endpoint has answered that it is working, or has worked
	retryAfter time.Duration

	listens bool   // a stream was asked for
	streams bool   // and is what came
	whole   []byte // or this
}

// worked says whether the endpoint has, as far as one can know, worked on a prompt whose answer never came as a whole: it began
// to answer, or nobody waited long enough.
func (x *exchange) worked(ctx context.Context) bool {
	return x.begun || x.written.Load() && ctx.Err() != nil
}

type exchangeKey struct{}

func withExchange(ctx context.Context) (context.Context, *exchange) {
	x := new(exchange)
	return context.WithValue(ctx, exchangeKey{}, x), x
}

// bounded fails, rather than ends, at its limit: an answer that was cut would look like one that is broken.
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

// retryAfter reads both spellings of the header: seconds, and a date. Zero when there is none.
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
