package service

import (
	"log/slog"
	"testing"
	"time"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
)

// TestPersist: what models made is there again after the store was closed and opened, and nothing is asked of a store
// that is closed.
func TestPersist(t *testing.T) {
	t.Parallel()
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	open := func() (*state.Store, translate.Config) {
		store, err := state.Open(t.Context(), state.Config{Dir: dir, Timeout: time.Minute, Logger: log})
		if err != nil {
			t.Fatal(err)
		}
		var cfg translate.Config
		WithStore(&conf.Settings{}, store, log)(&cfg)
		return store, cfg
	}
	store, cfg := open()
	cfg.Answers.Keep(t.Context(), "key", "text")
	cfg.Recent.Keep(t.Context(), "sure", []byte("asked"), true)
	if data, ok := cfg.Recent.Load(t.Context(), "sure"); !ok || string(data) != "asked" {
		t.Errorf("%q, %v", data, ok)
	}
	cfg.Recent.Keep(t.Context(), "later", []byte("answered"), false)
	cfg.Translations.Keep("right", []byte("kept"))
	cfg.Translations.Keep("wrong", []byte("kept"))
	cfg.Translations.Forget("wrong")
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok := cfg.Answers.Answer(t.Context(), "key"); ok {
		t.Error("a closed store answers")
	}
	store, cfg = open()
	defer store.Close()
	if text, ok := cfg.Answers.Answer(t.Context(), "key"); !ok || text != "text" {
		t.Errorf("%q, %v", text, ok)
	}
	if data, ok := cfg.Translations.Load(t.Context(), "right"); !ok || string(data) != "kept" {
		t.Errorf("%q, %v", data, ok)
	}
	if _, ok := cfg.Translations.Load(t.Context(), "wrong"); ok {
		t.Error("what was called wrong is still kept")
	}
	if _, ok := cfg.Answers.Answer(t.Context(), "other"); ok {
		t.Error("an answer that nobody gave")
	}
	if data, ok := cfg.Recent.Load(t.Context(), "later"); !ok || string(data) != "answered" {
		t.Errorf("%q, %v", data, ok)
	}
}
