package service

import (
	"io"
	"log/slog"

	"github.com/pgask/pgask/conf"
)

// NewLogger makes the logger that the settings describe, and the means to change its level later.
func NewLogger(s *conf.Settings, w io.Writer) (*slog.Logger, *slog.LevelVar) {
	level := &slog.LevelVar{}
	level.Set(s.Log.Level)
	options := &slog.HandlerOptions{Level: level}
	if s.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options)), level
	}
	return slog.New(slog.NewTextHandler(w, options)), level
}
