package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/pgask/pgask/proxy"
)

// Bounds on requests, so that a slow client cannot hold up the server.
const (
	httpTimeout    = 10 * time.Second
	maxHTTPHeader  = 16 << 10
	scrapesAtATime = 4
)

// NewServer returns an HTTP server for Handler, whose clients cannot hold it up.
func NewServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{Handler: h, ReadTimeout: httpTimeout, WriteTimeout: httpTimeout, IdleTimeout: time.Minute,
		MaxHeaderBytes: maxHTTPHeader,
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
}

// Handler answers /healthz, /readyz and /metrics.
//
// /healthz says that the process lives. /readyz says whether clients should be sent here, with a line for each
// datasource: 200 unless the server is shutting down or reaches no upstream. /readyz?datasource=NAME asks for that
// one alone, and /readyz?upstreams=ignore for the server itself: where all servers stand before the same database,
// its failure is none of theirs. With audit=required it is not ready while records cannot be written, which failing
// says.
func (m *Metrics) Handler(server Readier, failing func() bool, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { say(w, http.StatusOK, "ok\n") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		asked := r.URL.Query()
		if asked.Get("audit") == "required" && failing() {
			say(w, http.StatusServiceUnavailable, "not ready: records cannot be written\n")
			return
		}
		if asked.Get("upstreams") == "ignore" {
			code, text := selfReady(server.Draining())
			say(w, code, text)
			return
		}
		code, text := readyz(server.Ready(r.Context()), asked.Get("datasource"), log)
		say(w, code, text)
	})
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry,
		promhttp.HandlerOpts{MaxRequestsInFlight: scrapesAtATime, Timeout: httpTimeout / 2}))
	return mux
}

// Readier is the server whose readiness is told.
type Readier interface {
	Ready(context.Context) proxy.Readiness
	Draining() bool // it is shutting down
}

// selfReady returns the answer to /readyz?upstreams=ignore.
func selfReady(draining bool) (code int, text string) {
	if draining {
		return http.StatusServiceUnavailable, "shutting down\n"
	}
	return http.StatusOK, "ready\n"
}

func say(w http.ResponseWriter, code int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write([]byte(text)) // fails only when the client has gone
}

// readyz returns the answer to /readyz. Errors of upstreams go to the log alone, because they hold addresses.
func readyz(r proxy.Readiness, only string, log *slog.Logger) (code int, text string) {
	err, known := r.Upstreams[only]
	ready := r.Ready()
	switch {
	case only != "" && !known:
		return http.StatusNotFound, fmt.Sprintf("no datasource %q\n", only)
	case only != "":
		ready = err == nil && !r.Draining
	}
	code, text = http.StatusOK, "ready\n"
	switch {
	case r.Draining:
		code, text = http.StatusServiceUnavailable, "shutting down\n"
	case !ready:
		code, text = http.StatusServiceUnavailable, "not ready\n"
	}
	for _, name := range slices.Sorted(maps.Keys(r.Upstreams)) {
		if only != "" && name != only {
			continue
		}
		state := "reachable"
		if err := r.Upstreams[name]; err != nil {
			state = "unreachable"
			log.Debug("upstream not reachable", "datasource", name, "error", err)
		}
		text += fmt.Sprintf("%s: %s\n", name, state)
	}
	return code, text
}
