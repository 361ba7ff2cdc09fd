package translate

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
)

// memory keeps translations that worked, so that a question that is asked again over an equal schema costs neither a
// model call nor a parse. It forgets the oldest.
type memory struct {
	mu    sync.Mutex
	known map[string]*translation
	order []string // of arrival
}

// maxTranslations bounds the memory.
const maxTranslations = 2000

// translation is a question that was understood.
type translation struct {
	draft       draft
	reading     string
	assumptions []string
	confidence  float64
	engine      string
}

func newMemory() *memory { return &memory{known: map[string]*translation{}} }

// key holds everything that a translation depends on. The fingerprint covers the role, the search path and the schema.
func (w *work) key() string {
	settled, err := json.Marshal(w.question.Settled)
	if err != nil {
		return ""
	}
	text := strings.TrimRight(strings.Join(strings.Fields(w.question.Text), " "), " ?.!;")
	return strings.Join([]string{w.question.catalog(), w.print.Hash, w.engine(), string(settled), strconv.FormatBool(w.settings.Lessons),
		strconv.FormatUint(w.agent.cfg.Lessons.Edition(), 10), w.question.Evidence, text}, "\x00")
}

func (m *memory) recall(key string) *translation {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[key]
}

// forget drops a translation that somebody called wrong.
func (m *memory) forget(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.known, key) // its place in the order of arrival is no harm
}

// learn keeps the translation of a question that got an answer. An empty result is not worth remembering: the next
// attempt may do better.
func (m *memory) learn(w *work) {
	if w.own() || w.followsUp() || w.draft.sql == "" || w.recalled.translation != nil || w.recalled.pin != nil || w.empty != nil || w.question.Draft != "" {
		return
	}
	key := w.key()
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.known[key]; !ok {
		m.order = append(m.order, key)
	}
	m.known[key] = &translation{draft: w.draft, reading: w.answer.Reading, assumptions: w.answer.Assumptions,
		confidence: w.answer.Confidence, engine: w.answer.Engine}
	if len(m.order) > maxTranslations {
		delete(m.known, m.order[0])
		m.order = m.order[1:]
	}
}
