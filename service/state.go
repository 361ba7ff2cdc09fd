package service

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

// State is the data that outlives sessions: the state store, and the libraries of lessons over it.
type State struct {
	Store *state.Store

	log *slog.Logger

	tidying sync.WaitGroup
	stop    context.CancelFunc // ends it

	mu        sync.Mutex                          // guards libraries
	libraries map[lessonSettings]*lessons.Library // one for each value that these settings have had since the start
}

// lessonSettings are the settings that a library depends on.
type lessonSettings struct{ file, learn string }

// OpenState opens the state store and migrates the tables of every package that has some.
func OpenState(ctx context.Context, s *conf.Settings, log *slog.Logger) (*State, error) {
	store, err := state.Open(ctx, state.Config{Dir: s.State.Dir, URL: string(s.State.URL), Timeout: s.State.Timeout, Logger: log,
		Tables: []state.Tables{{Owner: "lessons", Migrations: lessons.Migrations()},
			{Owner: "audit", Migrations: audit.Migrations()}, {Owner: "audit_writers", Migrations: audit.WriterMigrations()},
			{Owner: "audit_seals", Migrations: audit.SealMigrations()}}})
	if err != nil {
		return nil, &SettingError{err}
	}
	return &State{Store: store, log: log, libraries: map[lessonSettings]*lessons.Library{}, stop: func() {}}, nil
}

// Tidy holds the store to its ends and to redaction from now on until Close, beside what else is done: for a proxy.
func (st *State) Tidy(s *conf.Settings) {
	tidying, stop := context.WithCancel(context.Background())
	st.stop = stop
	st.tidying.Go(func() { st.tidy(tidying, redaction(s)) })
}

// Library returns the lessons and pins for lessons.file and lessons.learn, opening them on first use. It follows
// changes until Close.
func (st *State) Library(ctx context.Context, s *conf.Settings) (*lessons.Library, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	key := lessonSettings{s.Lessons.File, s.Lessons.Learn}
	if l := st.libraries[key]; l != nil {
		return l, nil
	}
	l, err := OpenLessons(ctx, s, st.Store, st.log)
	if err == nil {
		st.libraries[key] = l
	}
	return l, err
}

// Close writes what is queued, and closes the libraries and the store.
func (st *State) Close() error {
	st.stop()
	st.tidying.Wait()
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, l := range st.libraries {
		l.Close()
	}
	return st.Store.Close()
}

// OpenLessons opens the lessons and pins. A nil store means those of lessons.file alone.
func OpenLessons(ctx context.Context, s *conf.Settings, store lessons.Store, log *slog.Logger) (*lessons.Library, error) {
	if w := glossaryWarning(s); w != "" {
		log.Warn(w)
	}
	library, err := lessons.Open(ctx, lessons.Config{File: s.Lessons.File, Store: store, Learn: lessons.Mode(s.Lessons.Learn), Logger: log})
	if err != nil {
		return nil, &SettingError{fmt.Errorf("lessons.file: %w", err)}
	}
	return library, nil
}
