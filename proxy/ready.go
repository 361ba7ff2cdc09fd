package proxy

import (
	"context"
	"sync"
	"time"

	"github.com/pgask/pgask/proxy/login"
)

// Readiness says whether a load balancer should send clients to this server; see Ready.
type Readiness struct {
	Draining  bool             // the server is shutting down
	Upstreams map[string]error // by datasource: nil when it can be reached
}

// Ready reports whether the server is not shutting down and reaches at least one upstream. It takes no more than one,
// because a load balancer that takes the server out would cut off the clients of those that are reachable.
func (r Readiness) Ready() bool {
	for _, err := range r.Upstreams {
		if err == nil {
			return !r.Draining
		}
	}
	return false
}

const (
	readyTimeout = 2 * time.Second // for an upstream to answer
	readyFor     = 2 * time.Second // how long an answer is passed on
)

// readiness caches the last probe, so that frequent health checks cost the upstreams nothing.
type readiness struct {
	mu   sync.Mutex
	last map[string]error
	at   time.Time
	cfg  *Config // that was looked at
}

// Ready probes the upstreams. Within two seconds it returns the same result again, except for Draining.
func (srv *Server) Ready(ctx context.Context) Readiness {
	r := &srv.readiness
	r.mu.Lock() // concurrent calls share one probe
	defer r.mu.Unlock()
	if cfg := srv.cfg.Load(); cfg != r.cfg || time.Since(r.at) > readyFor {
		r.last, r.cfg = reach(context.WithoutCancel(ctx), cfg.Datasources), cfg
		r.at = time.Now()
	}
	return Readiness{Draining: srv.Draining(), Upstreams: r.last}
}

// Draining reports whether the server is shutting down, or is about to.
func (srv *Server) Draining() bool { return srv.leaving.Load() || srv.life.draining.Err() != nil }

// reach tries all upstreams at once.
func reach(ctx context.Context, datasources map[string]login.Upstream) map[string]error {
	ctx, stop := context.WithTimeout(ctx, readyTimeout)
	defer stop()
	var (
		all   sync.WaitGroup
		mu    sync.Mutex
		found = make(map[string]error, len(datasources))
	)
	for name, u := range datasources {
		all.Go(func() {
			err := u.Reach(ctx)
			mu.Lock()
			defer mu.Unlock()
			found[name] = err
		})
	}
	all.Wait()
	return found
}
