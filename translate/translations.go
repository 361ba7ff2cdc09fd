package translate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
)

// Translations keeps translations that worked beyond this process, so that a question has the same columns and the same SQL
// after a restart, and through another proxy. It is a cache: what it lost is translated anew.
type Translations interface {
	Load(ctx context.Context, key string) (data []byte, ok bool)
	// Keep takes over data, which does not change any more. Nobody waits for it, nor for Forget, which comes after it.
	Keep(key string, data []byte)
	Forget(key string)
}

// translationCache keeps translations that worked, in memory and in a store behind it, so that an equal question over an equal
// schema costs no model call and has the same columns. It evicts the oldest.
type translationCache struct {
	store Translations // nil: memory alone

	mu      sync.Mutex // guards what follows
	entries map[string]*translation
	order   []string // of arrival
	flights map[string]*flight
}

// maxTranslations bounds the entries in memory.
const maxTranslations = 2000

// translation is a question that was understood.
type translation struct {
	draft       draft
	reading     string
	assumptions []string
	confidence  float64
	engine      string
}

func newTranslationCache(beyond Translations) *translationCache {
	return &translationCache{store: beyond, entries: map[string]*translation{}, flights: map[string]*flight{}}
}

// key holds everything that a translation depends on. The fingerprint covers the role, the search path and the schema; of the
// lessons those count that are about the question.
func (w *work) key() string {
	// That a reading was found right changes nothing in it, and nobody is asked twice.
	var binding []plan.Constraint
	for _, c := range w.question.Settled {
		if c.Kind != plan.AsRead {
			binding = append(binding, c)
		}
	}
	settled, err := json.Marshal(binding)
	if err != nil {
		return ""
	}
	text := lessons.Normal(w.question.Text)
	if text == "" {
		text = w.question.Text
	}
	h := sha256.New()
	for _, part := range []string{w.agent.shape, w.question.catalog(), w.print.Hash, w.engine(), string(settled), strconv.FormatBool(w.settings.Lessons),
		w.lessonKey(text), w.question.Evidence, text} {
		sum := sha256.Sum256([]byte(part)) // each by itself, so that no two lists of parts run together
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// lessonKey changes with what the lessons that are about the question say. What only counts how they did is left out, and so is
// the example that praise for an answer to this very question made: it confirms what is remembered.
func (w *work) lessonKey(text string) string {
	all := slices.Clone(w.recalled.fitting)
	slices.SortFunc(all, func(a, b lessons.Lesson) int { return cmp.Compare(a.ID, b.ID) })
	var b strings.Builder
	for _, l := range all {
		if l.Kind == lessons.Example && l.Source == lessons.FromFeedback && lessons.Normal(l.Words) == text {
			continue
		}
		fmt.Fprintf(&b, "%q %q %q %q %v\n", l.Kind, l.Words, l.Means, l.Status, l.Rule)
	}
	return b.String()
}

// shape returns the part of a configuration that translations depend on.
func (c Config) shape() string {
	name := ""
	if c.Model != nil {
		name = c.Model.Name()
	}
	return fmt.Sprint(c.Release, name, c.Tier, c.Guard, c.ExtensionSchemas, c.AnswerConfidence, c.Share, c.SchemaTokens, c.TopK, c.RetrieveMode,
		c.InferForeignKeys, c.JoinConfidence, c.Descriptions, c.Candidates, c.IgnoreLessons)
}

// recall looks for a translation in memory, and then in the store.
func (m *translationCache) recall(ctx context.Context, key string) *translation {
	m.mu.Lock()
	t := m.entries[key]
	m.mu.Unlock()
	if t != nil || m.store == nil {
		return t
	}
	data, ok := m.store.Load(ctx, key)
	if !ok {
		return nil
	}
	if t = readTranslation(data); t != nil {
		m.keep(key, t)
	}
	return t
}

func (m *translationCache) keep(key string, t *translation) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.entries[key]; !ok {
		m.order = append(m.order, key)
	}
	m.entries[key] = t
	if len(m.order) > maxTranslations {
		delete(m.entries, m.order[0])
		m.order = m.order[1:]
	}
}

// forget drops a translation that somebody called wrong.
func (m *translationCache) forget(key string) {
	m.mu.Lock()
	delete(m.entries, key) // its place in the order of arrival is no harm
	m.mu.Unlock()
	if m.store != nil && key != "" {
		m.store.Forget(key)
	}
}

// rememberable reports whether the question is one whose translation is kept.
func (w *work) rememberable() bool {
	return !w.isOwnRelation() && !w.followsUp() && w.shown == nil && w.question.Draft == "" && w.recalled.pin == nil
}

// made is the translation that the question has come to.
func (w *work) made() *translation {
	return &translation{draft: w.draft, reading: w.answer.Reading, assumptions: w.answer.Assumptions,
		confidence: w.answer.Confidence, engine: w.answer.Engine}
}

// learn keeps the translation of a question that got an answer. An empty result is not worth remembering: the next
// attempt may do better.
func (m *translationCache) learn(w *work) {
	if !w.rememberable() || w.draft.sql == "" || w.recalled.translation != nil || w.tried.heldEmpty != nil || w.recalled.key == "" {
		return
	}
	m.keepStored(w.recalled.key, w.made())
}

// keepStored keeps a translation here and beyond.
func (m *translationCache) keepStored(key string, t *translation) {
	m.keep(key, t)
	if data := t.data(); m.store != nil && data != nil {
		m.store.Keep(key, data)
	}
}

// storedTranslation is a translation as it is kept beyond this process.
type storedTranslation struct {
	SQL         string          `json:"sql"`
	Plan        json.RawMessage `json:"plan,omitempty"` // absent when a model wrote SQL
	Draft       string          `json:"draft"`          // engine of the draft
	Engine      string          `json:"engine"`
	Reading     string          `json:"reading,omitempty"`
	Assumptions []string        `json:"assumptions,omitempty"`
	Sure        float64         `json:"sure"` // the engine's own confidence
	Confidence  float64         `json:"confidence"`
}

// data is nil when the translation cannot be written.
func (t *translation) data() []byte {
	k := storedTranslation{SQL: t.draft.sql, Draft: t.draft.engine, Engine: t.engine, Reading: t.reading, Assumptions: t.assumptions,
		Sure: t.draft.confidence, Confidence: t.confidence}
	if t.draft.plan != nil {
		data, err := json.Marshal(t.draft.plan)
		if err != nil {
			return nil
		}
		k.Plan = data
	}
	data, err := json.Marshal(k)
	if err != nil {
		return nil
	}
	return data
}

// readTranslation is nil for what is no translation, or one whose plan does not become its statement any more.
func readTranslation(data []byte) *translation {
	var k storedTranslation
	if json.Unmarshal(data, &k) != nil || k.SQL == "" {
		return nil
	}
	d := draft{sql: k.SQL, engine: k.Draft, reading: k.Reading, assumptions: k.Assumptions, confidence: k.Sure}
	if len(k.Plan) > 0 {
		var p plan.Plan
		if json.Unmarshal(k.Plan, &p) != nil {
			return nil
		}
		if sql, err := plan.Synthesise(&p); err != nil || sql != k.SQL {
			return nil
		}
		d.plan = &p
	}
	return &translation{draft: d, reading: k.Reading, assumptions: k.Assumptions, confidence: k.Confidence, engine: k.Engine}
}
