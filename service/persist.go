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
		cfg.Answers = answerStore{kept{modelAnswersArea(store), "model answer", log}}
		cfg.Translations = kept{translationsArea(store), "translation", log}
		cfg.Private = private(s)
		sealed := newSeal(string(s.Audit.Key))
		cfg.RecentSealed = sealed != nil && cfg.Private != nil
		cfg.Recent = recentStore{kept: kept{recentArea(store), "recent question", log}, seal: sealed, sealing: cfg.RecentSealed}
		week := state.Limits{Bytes: 256 << 20, Value: 32 << 20, Age: 7 * 24 * time.Hour}
		cfg.Snapshots = kept{store.Area("snapshots", week), "snapshot", log}
		daily := countersOf(store) // of each role per day, so that proxies and commands share quotas
		cfg.Ledger = daily.tokens
		cfg.Quotas = spend.Quotas{Questions: daily.questions, Cost: daily.cost}
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

// kept are values of one kind in the state store, which are made again when they are lost: it is memory.Store and
// schema.Keeper.
type kept struct {
	area *state.Area
	what string // one of them, in the log
	log  *slog.Logger
}

// Load returns a value, if there is one that can be read.
func (k kept) Load(ctx context.Context, key string) ([]byte, bool) {
	value, ok, err := k.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		k.log.Debug(k.what+" not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep does not wait.
func (k kept) Keep(key string, data []byte) { k.area.PutAsync(key, data) }

// Forget does not, either.
func (k kept) Forget(key string) { k.area.DeleteAsync(key) }

// put waits until a value is durable.
func (k kept) put(ctx context.Context, key string, data []byte) {
	if err := k.area.Put(ctx, key, data); err != nil && ctx.Err() == nil && !errors.Is(err, state.ErrTooLarge) {
		k.log.Debug(k.what+" not kept", "error", err)
	}
}

// answerStore is translate.Answers. Keeping waits, because the call that an answer saves costs more.
type answerStore struct{ kept }

// Answer implements translate.Answers.
func (s answerStore) Answer(ctx context.Context, key string) (string, bool) {
	value, ok := s.Load(ctx, key)
	return string(value), ok
}

// Keep implements translate.Answers.
func (s answerStore) Keep(ctx context.Context, key, text string) { s.put(ctx, key, []byte(text)) }

// recentStore is translate.Recent.
type recentStore struct {
	kept
	seal    *seal // nil: there is no key
	sealing bool
}

// Load implements translate.Recent.
func (s recentStore) Load(ctx context.Context, id string) ([]byte, bool) {
	value, ok := s.kept.Load(ctx, id)
	if !ok {
		return nil, false
	}
	return s.seal.open(id, value)
}

// Keep implements translate.Recent.
func (s recentStore) Keep(ctx context.Context, id string, data []byte, sure bool) {
	if s.sealing {
		data = s.seal.close(id, data)
	}
	if sure {
		s.put(ctx, id, data)
	} else {
		s.kept.Keep(id, data)
	}
}
