package service

import (
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/pgask/pgask/audit"
	auditsink "github.com/pgask/pgask/audit/sink"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/telemetry"
)

// sinks are the forwarders of the audit log, by name.
type sinks map[string]*auditsink.Forwarder

// openSinks starts a forwarder for each sink that the settings name. A sink that fails shows in the log and the
// metrics, and does not keep the proxy from starting.
func openSinks(s *conf.Settings, name string, journal *audit.Log, log *slog.Logger) sinks {
	all := sinks{}
	add := func(to string, what auditsink.Sink) {
		all[to] = auditsink.Forward(auditsink.Config{Name: to, Dir: s.Audit.Dir, Newest: journal.Seq, Logger: log}, what)
	}
	if s.Audit.Stdout {
		signal.Ignore(syscall.SIGPIPE) // otherwise the process would end when the reader of standard output does
		add("stdout", &auditsink.Lines{Out: os.Stdout})
	}
	if s.Audit.TableURL != "" {
		add("table", &auditsink.Table{URL: string(s.Audit.TableURL), Name: s.Audit.TableName, Log: name, Logger: log})
	}
	if s.Audit.OTLPEndpoint != "" {
		add("otlp", &auditsink.Traces{Endpoint: s.Audit.OTLPEndpoint, Version: Release()})
	}
	return all
}

// Close forwards what is left, to all sinks at once and for a bounded time, and stops.
func (all sinks) Close() {
	var closing sync.WaitGroup
	for _, f := range all {
		closing.Go(f.Close)
	}
	closing.Wait()
}

// states reports on each sink, for the metrics.
func (all sinks) states() map[string]telemetry.SinkState {
	out := map[string]telemetry.SinkState{}
	for name, f := range all {
		out[name] = telemetry.SinkState(f.State())
	}
	return out
}
