package console

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
)

// storyPage is all that is known of one question.
type storyPage struct {
	Entry     audit.Entry
	Ended     bool
	Lines     []logLine     // of the log that are about it
	Following []audit.Entry // that refer to it: changes to its answer, replies, feedback
	Opinions  []audit.Entry // those of them that are feedback
	Steps     []step
	Rest      time.Duration // of the total, in none of the states
	Others    []fact        // fields that the page has no place of its own for
	Outline   []Item        // of the statement
	Prompts   prompts
	Raw       string // the record as it is in the log
}

// logLine is one of the lines of a record: its intents, and its outcome.
type logLine struct {
	Seq   uint64
	Event audit.Event
	Own   string // what pgask itself read rows for
}

// step is a state that the question passed.
type step struct {
	audit.State
	Share float64 // of the longest one's time, from 0 to 1
	Long  bool    // most of the time went there
}

// fact is a name and a value.
type fact struct{ Name, Value string }

// maxID bounds the id of a question in an address.
const maxID = 64

// story shows one question.
func (c questionPages) story(w http.ResponseWriter, r *http.Request, v *visitor) error {
	body, err := c.records.recorded(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	e := &body.Entry
	if c.cfg.Outline != nil {
		body.Outline = c.cfg.Outline(e.SQL)
	}
	body.Steps = steps(e.States)
	body.Prompts = c.records.prompts(e)
	if body.Raw, body.Others, err = leftOver(e); err != nil {
		return err
	}
	if body.Rest = e.Total; body.Rest > 0 {
		for _, s := range e.States {
			body.Rest -= s.Took
		}
	}
	return c.show(w, r, v, http.StatusOK, "story", page{Title: short(60, e.Question), Here: "/questions", Body: *body})
}

// recorded collects the log's records of a question: its outcome, or its intent if there is none, and those that
// refer to it.
func (l *records) recorded(ctx context.Context, id string) (*storyPage, error) {
	none := notFound("There is no question with this id, or its time in the log is over.")
	if id == "" || len(id) > maxID {
		return nil, none
	}
	lines, err := l.reader.Find(ctx, id)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var s storyPage
	found := false
	for _, e := range lines {
		if e.ID != id {
			s.follow(e)
			continue
		}
		found = true
		s.Entry, s.Ended = e, e.Event == audit.Finished
		s.Lines = append(s.Lines, logLine{e.Seq, e.Event, e.Own})
	}
	if !found {
		return nil, none
	}
	if n := len(s.Opinions); n > 0 && s.Entry.Feedback == "" {
		s.Entry.Feedback, s.Entry.FeedbackReason = s.Opinions[n-1].Feedback, s.Opinions[n-1].Question
	}
	return &s, nil
}

// maxFollowing bounds how many questions are listed that refer to one.
const maxFollowing = 50

// follow adds a line of a question that refers to this one: its outcome takes the place of its intent.
func (s *storyPage) follow(e audit.Entry) {
	if e.Feedback != "" && e.Event == audit.Finished {
		s.Opinions = append(s.Opinions, e)
	}
	if i := slices.IndexFunc(s.Following, func(f audit.Entry) bool { return f.ID == e.ID }); i >= 0 {
		s.Following[i] = e
	} else if len(s.Following) < maxFollowing {
		s.Following = append(s.Following, e)
	}
}

func steps(states []audit.State) []step {
	var longest, sum time.Duration
	for _, s := range states {
		longest, sum = max(longest, s.Took), sum+max(0, s.Took)
	}
	out := make([]step, len(states))
	for i, s := range states {
		out[i] = step{State: s, Long: s.Took > 0 && s.Took*2 > sum}
		if longest > 0 && s.Took > 0 {
			out[i].Share = float64(s.Took) / float64(longest)
		}
	}
	return out
}

// placed are the fields of a record that the page shows in places of their own.
var placed = []string{"seq", "v", "event", "id", "time", "datasource", "session", "client", "role", "application", "claimed_actor", "form",
	"verb", "question", "engine", "model", "model_calls", "cached_calls", "tokens_in", "tokens_out", "tokens_cached",
	"model_cost", "reading",
	"confidence", "states", "attempts", "clarification", "retrieval", "sql", "relations", "verdict", "rule", "explain_cost", "explain_rows",
	"outcome", "sqlstate", "message", "rows", "truncated", "translate_ns", "total_ns", "reply", "about", "feedback",
	"feedback_reason", "lessons",
	"pin", "policy", "sent", "within", "fingerprint", "columns", "bytes", "first_row_ns", "proxy",
	"prompts", "own"}

// leftOver returns a record as indented JSON, and those of its fields that the page does not show elsewhere, so that
// a new field appears at once.
func leftOver(e *audit.Entry) (raw string, rest []fact, err error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(e); err != nil {
		return "", nil, fmt.Errorf("show record: %w", err)
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(b.Bytes(), &fields); err != nil {
		return "", nil, fmt.Errorf("show record: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if slices.Contains(placed, name) {
			continue
		}
		value := string(fields[name])
		var text string
		var nanoseconds int64
		switch {
		case json.Unmarshal(fields[name], &text) == nil:
			value = text
		case strings.HasSuffix(name, "_ns") && json.Unmarshal(fields[name], &nanoseconds) == nil:
			name, value = strings.TrimSuffix(name, "_ns"), took(time.Duration(nanoseconds))
		}
		rest = append(rest, fact{strings.ReplaceAll(name, "_", " "), value})
	}
	return b.String(), rest, nil
}
