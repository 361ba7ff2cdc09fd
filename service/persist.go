package service

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/spend"
)

// WithStore keeps model answers, translations, snapshots and recent answers in the state store, where they outlive a
// crash and proxies share them.
func WithStore(s *conf.Settings, store *state.Store, log *slog.Logger) func(*translate.Config) {
	return func(cfg *translate.Config) {
		cfg.Answers = &answerStore{modelAnswersArea(store), log}
		cfg.Translations = &translationStore{translationsArea(store), log}
		cfg.Private = private(s)
		sealed := newSeal(string(s.Audit.Key))
		cfg.RecentSealed = sealed != nil && cfg.Private != nil
		recent := &recentStore{area: recentArea(store), seal: sealed, sealing: cfg.RecentSealed, log: log}
		cfg.Snapshots = &snapshotStore{store.Area("snapshots", state.Limits{Bytes: 256 << 20, Value: 32 << 20, Age: 7 * 24 * time.Hour}), log}
		cfg.Recent = recent
		withCounters(store)(cfg)
	}
}

func modelAnswersArea(store *state.Store) *state.Area {
	return store.Area("model_answers", state.Limits{Bytes: 64 << 20, Value: 256 << 10, Age: 30 * 24 * time.Hour})
}

func translationsArea(store *state.Store) *state.Area {
	return store.Area("translations", state.Limits{Bytes: 64 << 20, Value: 256 << 10, Age: translationsFor})
}

func recentArea(store *state.Store) *state.Area {
	return store.Area("answers", state.Limits{Bytes: 64 << 20, Value: 256<<10 + 64, Age: translate.RecentFor})
}

// withCounters counts each role's tokens, questions and cost per day in the state store, so that proxies and commands share
// quotas.
func withCounters(store *state.Store) func(*translate.Config) {
	return func(cfg *translate.Config) {
		daily := countersOf(store)
		cfg.Ledger = daily.tokens
		cfg.Quotas = spend.Quotas{Questions: daily.questions, Cost: daily.cost}
	}
}

// answerStore is translate.Answers in the state store. An answer that cannot be stored is asked of the model again.
type answerStore struct {
	area *state.Area
	log  *slog.Logger
}

// Answer implements translate.Answers.
func (s *answerStore) Answer(ctx context.Context, key string) (string, bool) {
	value, ok, err := s.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		s.log.Debug("model answer not read", "error", err)
	}
	return string(value), ok && err == nil
}

// Keep implements translate.Answers. It waits until the answer is durable, because the call that it saves costs more.
func (s *answerStore) Keep(ctx context.Context, key, text string) {
	err := s.area.Put(ctx, key, []byte(text))
	if err != nil && ctx.Err() == nil && !errors.Is(err, state.ErrTooLarge) {
		s.log.Debug("model answer not kept", "error", err)
	}
}

// translationStore is memory.Store in the state store.
type translationStore struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements memory.Store.
func (s *translationStore) Load(ctx context.Context, key string) ([]byte, bool) {
	value, ok, err := s.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		s.log.Debug("translation not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements memory.Store.
func (s *translationStore) Keep(key string, data []byte) { s.area.PutAsync(key, data) }

// Forget implements memory.Store.
func (s *translationStore) Forget(key string) { s.area.DeleteAsync(key) }

// snapshotStore is schema.Keeper in the state store.
type snapshotStore struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements schema.Keeper.
func (s *snapshotStore) Load(ctx context.Context, key string) ([]byte, bool) {
	value, ok, err := s.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		s.log.Debug("snapshot not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements schema.Keeper. It does not wait: a snapshot that is lost is extracted again.
func (s *snapshotStore) Keep(key string, data []byte) { s.area.PutAsync(key, data) }

// recentStore is translate.Recent in the state store.
type recentStore struct {
	area    *state.Area
	seal    *seal // nil: there is no key
	sealing bool
	log     *slog.Logger
}

// Load implements translate.Recent.
func (s *recentStore) Load(ctx context.Context, id string) ([]byte, bool) {
	value, ok, err := s.area.Get(ctx, id)
	if err != nil && ctx.Err() == nil {
		s.log.Debug("recent question not read", "error", err)
	}
	if !ok || err != nil {
		return nil, false
	}
	return s.seal.open(id, value)
}

// Keep implements translate.Recent.
func (s *recentStore) Keep(ctx context.Context, id string, data []byte, sure bool) {
	if s.sealing {
		data = s.seal.close(id, data)
	}
	if !sure {
		s.area.PutAsync(id, data)
		return
	}
	if err := s.area.Put(ctx, id, data); err != nil && ctx.Err() == nil {
		s.log.Debug("recent question not kept", "error", err)
	}
}
