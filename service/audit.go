package service

import (
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/state"
)

// OpenAudit opens the audit log that the settings describe.
func OpenAudit(s *conf.Settings, store *state.Store, log *slog.Logger) (*audit.Log, error) {
	return audit.Open(audit.Config{Store: store, Name: LogName(s, store), Dir: s.Audit.Dir, Proxy: s.Audit.Proxy, OnFailure: s.Audit.OnFailure, Key: []byte(s.Audit.Key), Logger: log,
		Prompts: s.Audit.Prompts, PromptsRetain: s.Audit.PromptsKeep,
		Rotation:  audit.Rotation{Size: int64(s.Audit.RotateSize), Age: s.Audit.RotateAge, Retain: s.Audit.Retain},
		Redaction: audit.Redaction{Questions: s.Audit.Questions, Literals: s.Audit.Literals, Roles: s.Audit.RedactRoles, Columns: s.Audit.RedactCols}})
}

// LogName returns the key of this log in the state store. Proxies that share a store each have a log of their own.
func LogName(s *conf.Settings, store *state.Store) string {
	dir, err := filepath.Abs(s.Audit.Dir)
	if err != nil {
		dir = s.Audit.Dir
	}
	if !store.Shared() {
		return dir
	}
	name := s.Audit.Proxy
	if name == "" {
		name, _ = os.Hostname() // a host without a name has its directory
	}
	return name + ":" + dir
}
