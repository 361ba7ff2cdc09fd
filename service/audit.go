package service

import (
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/state"
)

// OpenAudit opens the audit log that the settings describe, for a proxy or, with sole false, for a command beside it.
func OpenAudit(s *conf.Settings, store *state.Store, sole bool, log *slog.Logger) (*audit.Log, error) {
	id, err := audit.Identify(s.Audit.Dir, nameBefore(s, store))
	if err != nil {
		return nil, err
	}
	return audit.Open(audit.Config{Store: store, Name: id, Sole: sole, Dir: s.Audit.Dir, Proxy: s.Audit.Proxy, OnFailure: s.Audit.OnFailure, Key: []byte(s.Audit.Key), Logger: log,
		Prompts: s.Audit.Prompts, PromptsRetain: s.Audit.PromptsKeep,
		Rotation:  audit.Rotation{Size: int64(s.Audit.RotateSize), Age: s.Audit.RotateAge, Retain: s.Audit.Retain},
		Redaction: audit.Redaction{Questions: s.Audit.Questions, Literals: s.Audit.Literals, Roles: s.Audit.RedactRoles, Columns: s.Audit.RedactCols}})
}

// LogID returns the id of the log, its name in the state store and in the table.
func LogID(s *conf.Settings, store *state.Store) string {
	return audit.KnownID(s.Audit.Dir, nameBefore(s, store))
}

// nameBefore returns the name that a log had before logs had ids: those that were there then keep it.
func nameBefore(s *conf.Settings, store *state.Store) string {
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
