package service

import (
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/fleet"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/state"
)

// OpenAudit opens the audit log that the settings describe, for a proxy or, with sole false, for a command beside it.
func OpenAudit(s *conf.Settings, store *state.Store, sole bool, log *slog.Logger) (*audit.Log, error) {
	id, err := audit.Identify(s.Audit.Dir, nameBefore(s))
	if err != nil {
		return nil, err
	}
	return audit.Open(audit.Config{Store: store, Name: id, Sole: sole, Dir: s.Audit.Dir, Proxy: s.Audit.Proxy,
		OnFailure: s.Audit.OnFailure, Key: []byte(s.Audit.Key), Logger: log,
		Prompts: s.Audit.Prompts, PromptsRetain: s.Audit.PromptsRetain,
		Rotation:  audit.Rotation{Size: int64(s.Audit.RotateSize), Age: s.Audit.RotateAge, Retain: s.Audit.Retain},
		Redaction: redaction(s)})
}

// LogID returns the id of the log, its name in the state store and in the table.
func LogID(s *conf.Settings) string { return audit.KnownID(s.Audit.Dir, nameBefore(s)) }

// LogReader returns what ask_log(), the console and pgask audit read: the records of all proxies where they are
// copied to a table, else those of this one.
func LogReader(s *conf.Settings) audit.Reader {
	if s.Audit.TableURL == "" {
		return audit.Files{Dir: s.Audit.Dir, Proxy: proxyName(s)}
	}
	return Fleet(s)
}

// Fleet returns the reader of the table that records are copied to, which audit.table_url names.
func Fleet(s *conf.Settings) *fleet.Reader {
	return &fleet.Reader{URL: string(s.Audit.TableURL), Table: s.Audit.TableName, Log: LogID(s), Dir: s.Audit.Dir, Proxy: proxyName(s)}
}

// proxyName returns what records call this proxy.
func proxyName(s *conf.Settings) string {
	if s.Audit.Proxy != "" {
		return s.Audit.Proxy
	}
	name, _ := os.Hostname() // a host without a name leaves it out
	return name
}

// nameBefore returns the name that a log had before logs had ids: those that were there then keep it.
func nameBefore(s *conf.Settings) string {
	dir, err := filepath.Abs(s.Audit.Dir)
	if err != nil {
		dir = s.Audit.Dir
	}
	if s.State.URL == "" {
		return dir
	}
	return proxyName(s) + ":" + dir
}
