package cmd

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

// keptIn keeps what models made in the state store, where it outlives a crash and proxies share it.
func keptIn(store *state.Store, log *slog.Logger) func(*translate.Config) {
	return func(cfg *translate.Config) {
		cfg.Answers = &keptAnswers{store.Area("model_answers", state.Limits{Bytes: 64 << 20, Value: 256 << 10, Age: 30 * 24 * time.Hour}), log}
		cfg.Translations = &keptTranslations{store.Area("translations", state.Limits{Bytes: 64 << 20, Value: 256 << 10}), log}
		cfg.Snapshots = &keptSnapshots{store.Area("snapshots", state.Limits{Bytes: 256 << 20, Value: 32 << 20, Age: 7 * 24 * time.Hour}), log}
		cfg.Recent = &keptRecent{store.Area("answers", state.Limits{Bytes: 64 << 20, Value: 256 << 10, Age: translate.RecentFor}), log}
		counted(store)(cfg)
		cfg.Vectors = &keptVectors{store.Area("embeddings", state.Limits{Bytes: 512 << 20, Value: 64 << 10}), log}
	}
}

// counted counts in the state store what roles do on a day, so that proxies and commands share their quotas.
func counted(store *state.Store) func(*translate.Config) {
	return func(cfg *translate.Config) {
		const day = 24 * time.Hour
		cfg.Ledger = store.Counter("model_tokens", day)
		cfg.Quotas = translate.Quotas{Questions: store.Counter("questions", day), Cost: store.Counter("model_cost", day)}
	}
}

// keptAnswers is translate.Answers in the state store. What cannot be kept is asked again.
type keptAnswers struct {
	area *state.Area
	log  *slog.Logger
}

// Answer implements translate.Answers.
func (k *keptAnswers) Answer(ctx context.Context, key string) (string, bool) {
	value, ok, err := k.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		k.log.Debug("model answer not read", "error", err)
	}
	return string(value), ok && err == nil
}

// Keep implements translate.Answers. It waits until the answer is safe: it was dear.
func (k *keptAnswers) Keep(ctx context.Context, key, text string) {
	err := k.area.Put(ctx, key, []byte(text))
	if err != nil && ctx.Err() == nil && !errors.Is(err, state.ErrTooLarge) {
		k.log.Debug("model answer not kept", "error", err)
	}
}

// keptTranslations is translate.Translations in the state store.
type keptTranslations struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements translate.Translations.
func (k *keptTranslations) Load(ctx context.Context, key string) ([]byte, bool) {
	value, ok, err := k.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		k.log.Debug("translation not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements translate.Translations.
func (k *keptTranslations) Keep(key string, data []byte) { k.area.PutLater(key, data) }

// Forget implements translate.Translations.
func (k *keptTranslations) Forget(key string) { k.area.DeleteLater(key) }

// keptSnapshots is schema.Keeper in the state store.
type keptSnapshots struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements schema.Keeper.
func (k *keptSnapshots) Load(ctx context.Context, key string) ([]byte, bool) {
	value, ok, err := k.area.Get(ctx, key)
	if err != nil && ctx.Err() == nil {
		k.log.Debug("snapshot not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements schema.Keeper. Nobody waits for it: what is lost is extracted again.
func (k *keptSnapshots) Keep(key string, data []byte) { k.area.PutLater(key, data) }

// keptRecent is translate.Recent in the state store.
type keptRecent struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements translate.Recent.
func (k *keptRecent) Load(ctx context.Context, id string) ([]byte, bool) {
	value, ok, err := k.area.Get(ctx, id)
	if err != nil && ctx.Err() == nil {
		k.log.Debug("recent question not read", "error", err)
	}
	return value, ok && err == nil
}

// Keep implements translate.Recent.
func (k *keptRecent) Keep(ctx context.Context, id string, data []byte, sure bool) {
	if !sure {
		k.area.PutLater(id, data)
		return
	}
	if err := k.area.Put(ctx, id, data); err != nil && ctx.Err() == nil {
		k.log.Debug("recent question not kept", "error", err)
	}
}

// keptVectors is retrieve.Vectors in the state store.
type keptVectors struct {
	area *state.Area
	log  *slog.Logger
}

// Load implements retrieve.Vectors. It gives up at the first error: the store is away, and the vectors are made again.
func (k *keptVectors) Load(ctx context.Context, keys []string) map[string][]float32 {
	found := map[string][]float32{}
	for _, key := range keys {
		value, ok, err := k.area.Get(ctx, key)
		if err != nil {
			k.log.Debug("vectors not read", "error", err)
			return found
		}
		if v := decodeVector(value); ok && v != nil {
			found[key] = v
		}
	}
	return found
}

// Keep implements retrieve.Vectors.
func (k *keptVectors) Keep(_ context.Context, vectors map[string][]float32) {
	for key, v := range vectors {
		k.area.PutLater(key, encodeVector(v))
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
