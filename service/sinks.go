package service

import (
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/pgask/pgask/audit"
	auditsink "github.com/pgask/pgask/audit/sink"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/telemetry"
)

// sinks are what gets copies of the audit log, by name.
type sinks map[string]*auditsink.Forwarder

// openSinks begins to copy the log to where the settings want it. What is wrong there is for the log and the metrics: a copy
// that fails is no reason not to start.
func openSinks(s *conf.Settings, name string, journal *audit.Log, log *slog.Logger) sinks {
	all := sinks{}
	add := func(to string, what auditsink.Sink) {
		all[to] = auditsink.Forward(auditsink.Config{Name: to, Dir: s.Audit.Dir, Newest: journal.Seq, Logger: log}, what)
	}
	if s.Audit.Stdout {
		signal.Ignore(syscall.SIGPIPE) // or a reader of standard output that goes away would take the proxy with it
		add("stdout", &auditsink.Lines{Out: os.Stdout})
	}
	if s.Audit.TableURL != "" {
		add("table", &auditsink.Table{URL: string(s.Audit.TableURL), Name: s.Audit.TableName, Log: name})
	}
	if s.Audit.OTLP != "" {
		add("otlp", &auditsink.Traces{Endpoint: s.Audit.OTLP, Version: Release()})
	}
	return all
}

// Close copies what is still to be copied, if that does not take long.
func (all sinks) Close() {
	for _, f := range all {
		f.Close()
	}
}

// states are how they are doing, for the metrics.
func (all sinks) states() map[string]telemetry.SinkState {
	out := map[string]telemetry.SinkState{}
	for name, f := range all {
		out[name] = telemetry.SinkState(f.State())
	}
	return out
}
