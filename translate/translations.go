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

// Translations keeps successful translations beyond this process, so that a question has the same columns and the
// same SQL after a restart and through another proxy. When an entry is lost, the question is translated again.
type Translations interface {
	Load(ctx context.Context, key string) (data []byte, ok bool)
	// Keep stores data, which the caller must not change afterwards. Callers do not wait for Keep or for Forget,
	// which take effect in order.
	Keep(key string, data []byte)
	Forget(key string)
}

// translationCache keeps successful translations, in memory and in a store, so that an equal question over an equal
// schema costs no model call and has the same columns. It evicts the oldest.
type translationCache struct {
	store Translations // nil: in memory only

	mu      sync.Mutex // guards the fields below
	entries map[string]*translation
	order   []string // keys, oldest first
	flights map[string]*flight
}

// maxTranslations bounds the entries in memory.
const maxTranslations = 2000

// translation is a question with its translation.
type translation struct {
	draft       draft
	reading     string
	assumptions []string
	confidence  float64
	engine      string
	fixes       []plan.Fix // what the review repaired
	renamed     []string   // ids of the lessons that gave a name of it
}

func newTranslationCache(beyond Translations) *translationCache {
	return &translationCache{store: beyond, entries: map[string]*translation{}, flights: map[string]*flight{}}
}

// key returns a key that covers everything that a translation depends on. The fingerprint covers the role, the search
// path and the schema; of the lessons, those about the question count.
func (w *work) key() string {
	// AsRead constraints are left out: confirming a reading does not change it.
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
		sum := sha256.Sum256([]byte(part)) // each part by itself, so that different lists cannot give the same key
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// lessonKey returns a text made of the content of the lessons about the question. It leaves out their success counts,
// and the example made by praise for an answer to this very question, because that confirms the remembered
// translation.
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

// shape returns the parts of a configuration that translations depend on.
func (c Config) shape() string {
	name := ""
	if c.Model != nil {
		name = c.Model.Name()
	}
	return fmt.Sprint(c.Release, name, c.Tier, c.Guard, c.ExtensionSchemas, c.AnswerConfidence, c.BuiltinConfidence, c.Share, c.SchemaTokens,
		c.InferForeignKeys, c.JoinConfidence, c.Descriptions, c.Meaning.Version(), c.Candidates, c.IgnoreLessons)
}

// recall looks up a translation in memory, then in the store.
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

// forget removes a translation that a user called wrong.
func (m *translationCache) forget(key string) {
	m.mu.Lock()
	delete(m.entries, key) // its key may stay in order
	m.mu.Unlock()
	if m.store != nil && key != "" {
		m.store.Forget(key)
	}
}

// rememberable reports whether the translation of the question may be kept.
func (w *work) rememberable() bool {
	return !w.tells() && !w.followsUp() && w.shown == nil && w.question.Draft == "" && w.recalled.pin == nil
}

// made returns the translation of the question.
func (w *work) made() *translation {
	return &translation{draft: w.draft, reading: w.answer.Reading, assumptions: w.answer.Assumptions,
		confidence: w.answer.Confidence, engine: w.answer.Engine, fixes: w.fixes, renamed: idsOf(w.recalled.renames)}
}

// learn keeps the translation of an answered question. It skips empty results, because the next attempt may be
// better.
func (m *translationCache) learn(w *work) {
	if !w.rememberable() || w.draft.sql == "" || w.recalled.translation != nil || w.tried.heldEmpty != nil || w.recalled.key == "" {
		return
	}
	m.keepStored(w.recalled.key, w.made(), w.private())
}

// keepStored keeps a translation in memory and, unless it is private, in the store.
func (m *translationCache) keepStored(key string, t *translation, private bool) {
	m.keep(key, t)
	if private {
		return
	}
	if data := t.data(); m.store != nil && data != nil {
		m.store.Keep(key, data)
	}
}

// storedTranslation is a translation as the store keeps it.
type storedTranslation struct {
	SQL         string          `json:"sql"`
	Plan        json.RawMessage `json:"plan,omitempty"` // absent when a model wrote SQL
	Draft       string          `json:"draft"`          // engine of the draft
	Engine      string          `json:"engine"`
	Reading     string          `json:"reading,omitempty"`
	Assumptions []string        `json:"assumptions,omitempty"`
	Sure        float64         `json:"sure"` // the engine's own confidence
	Confidence  float64         `json:"confidence"`
	Repairs     []string        `json:"repairs,omitempty"`
	Renamed     []string        `json:"renamed,omitempty"`
}

// data returns the stored form of a translation; nil when it cannot be written.
func (t *translation) data() []byte {
	k := storedTranslation{SQL: t.draft.sql, Draft: t.draft.engine, Engine: t.engine, Reading: t.reading, Assumptions: t.assumptions,
		Sure: t.draft.confidence, Confidence: t.confidence, Renamed: t.renamed}
	for _, f := range t.fixes {
		k.Repairs = append(k.Repairs, f.What)
	}
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

// readTranslation parses a stored translation. It returns nil for invalid data, and when synthesis of the plan no
// longer gives the stored statement.
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
	t := &translation{draft: d, reading: k.Reading, assumptions: k.Assumptions, confidence: k.Confidence, engine: k.Engine, renamed: k.Renamed}
	for _, what := range k.Repairs {
		t.fixes = append(t.fixes, plan.Fix{What: what})
	}
	return t
}
