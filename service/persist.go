package service

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"math"
	"time"

	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
)

// WithStore keeps model answers, translations, snapshots, recent answers and vectors in the state store, where they outlive a
// crash and proxies share them.
func WithStore(store *state.Store, log *slog.Logger) func(*translate.Config) {
	return func(cfg *translate.Config) {
		cfg.Answers = &answerStore{store.Area("model_answers", state.Limits{Bytes: 64 << 20, Value: 256 << 10, Age: 30 * 24 * time.Hour}), log}
		cfg.Translations = &translationStore{store.Area("translations", state.Limits{Bytes: 64 << 20, Value: 256 << 10}), log}
		cfg.Snapshots = &snapshotStore{store.Area("snapshots", state.Limits{Bytes: 256 << 20, Value: 32 << 20, Age: 7 * 24 * time.Hour}), log}
		cfg.Recent = &recentStore{store.Area("answers", state.Limits{Bytes: 64 << 20, Value: 256 << 10, Age: translate.RecentFor}), log}
		withCounters(store)(cfg)
		cfg.Vectors = &vectorStore{store.Area("embeddings", state.Limits{Bytes: 512 << 20, Value: 64 << 10}), log}
	}
}

// withCounters counts each role's tokens, questions and cost per day in the state store, so that proxies and commands share
// quotas.
func withCounters(store *state.Store) func(*translate.Config) {
	return func(cfg *translate.Config) {
		const day = 24 * time.Hour
		cfg.Ledger = store.Counter("model_tokens", day)
		cfg.Quotas = translate.Quotas{Questions: store.Counter("questions", day), Cost: store.Counter("model_cost", day)}
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

// translationStore is translate.Translations in the state store.
type translationStore struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements translate.Translations.
func (s *translationStore) Load(ctx context.Context, key string) ([]byte, bool) {
	value, ok, err := s.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		s.log.Debug("translation not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements translate.Translations.
func (s *translationStore) Keep(key string, data []byte) { s.area.PutAsync(key, data) }

// Forget implements translate.Translations.
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
	area *state.Area
	log  *slog.Logger
}

// Load implements translate.Recent.
func (s *recentStore) Load(ctx context.Context, id string) ([]byte, bool) {
	value, ok, err := s.area.Get(ctx, id)
	if err != nil && ctx.Err() == nil {
		s.log.Debug("recent question not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements translate.Recent.
func (s *recentStore) Keep(ctx context.Context, id string, data []byte, sure bool) {
	if !sure {
		s.area.PutAsync(id, data)
		return
	}
	if err := s.area.Put(ctx, id, data); err != nil && ctx.Err() == nil {
		s.log.Debug("recent question not kept", "error", err)
	}
}

// vectorStore is retrieve.Vectors in the state store.
type vectorStore struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements retrieve.Vectors. At the first error it returns what it has found so far; missing vectors are computed again.
func (s *vectorStore) Load(ctx context.Context, keys []string) map[string][]float32 {
	found := map[string][]float32{}
	for _, key := range keys {
		value, ok, err := s.area.Get(ctx, key)
		if err != nil {
			s.log.Debug("vectors not read", "error", err)
			return found
		}
		if v := decodeVector(value); ok && v != nil {
			found[key] = v
		}
	}
	return found
}

// Keep implements retrieve.Vectors.
func (s *vectorStore) Keep(_ context.Context, vectors map[string][]float32) {
	for key, v := range vectors {
		s.area.PutAsync(key, encodeVector(v))
	}
}

// encodeVector writes a vector as little-endian 32-bit floats.
func encodeVector(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, f := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return out
}

// decodeVector reads what encodeVector wrote; nil when it is something else.
func decodeVector(data []byte) []float32 {
	if len(data) == 0 || len(data)%4 != 0 {
		return nil
	}
	v := make([]float32, len(data)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		if f := float64(v[i]); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil
		}
	}
	return v
}
