package cmd

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/state"
)

// memory is what is kept between sessions: the state store, and what was taught, part of which is in it.
type memory struct {
	log   *slog.Logger
	store *state.Store

	mu        sync.Mutex
	libraries map[lessonSettings]*lessons.Library // one for each of the settings that there have been
}

// lessonSettings are those that make another library.
type lessonSettings struct{ file, learn string }

// openMemory opens the state store, with the tables of all packages that have some.
func openMemory(ctx context.Context, s *conf.Settings, log *slog.Logger) (*memory, error) {
	store, err := state.Open(ctx, state.Config{Dir: s.State.Dir, URL: string(s.State.URL), Logger: log,
		Tables: []state.Tables{{Owner: "lessons", Migrations: lessons.Migrations()}, {Owner: "audit", Migrations: audit.Migrations()}}})
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	return &memory{log: log, store: store, libraries: map[lessonSettings]*lessons.Library{}}, nil
}

// library is what was taught, as the settings want it. It watches for changes until Close.
func (m *memory) library(ctx context.Context, s *conf.Settings) (*lessons.Library, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := lessonSettings{s.Lessons.File, s.Lessons.Learn}
	if l := m.libraries[key]; l != nil {
		return l, nil
	}
	l, err := openLessons(ctx, s, m.store, m.log)
	if err == nil {
		m.libraries[key] = l
	}
	return l, err
}

// Close closes all of it; what was still to be written is written.
func (m *memory) Close() error {
	for _, l := range m.libraries {
		l.Close()
	}
	return m.store.Close()
}

// openLessons opens what was taught. store is nil where only the file counts.
func openLessons(ctx context.Context, s *conf.Settings, store lessons.Store, log *slog.Logger) (*lessons.Library, error) {
	library, err := lessons.Open(ctx, lessons.Config{File: s.Lessons.File, Store: store, Learn: lessons.Mode(s.Lessons.Learn), Logger: log})
	if err != nil {
		return nil, &failure{exitUsage, fmt.Errorf("lessons.file: %w", err)}
	}
	return library, nil
}
