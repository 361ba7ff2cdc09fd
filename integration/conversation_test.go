package integration

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/model"
)

// counted is a scripted model that counts its calls itself, whatever the records say. It asks back which table a phrase
// means, until the prompt says so.
type counted struct {
	scripted
	asks  map[string][]string // a phrase, and the tables that it may mean
	calls atomic.Int64
}

func (m *counted) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	m.calls.Add(1)
	for phrase, tables := range m.asks {
		if strings.Contains(r.User, phrase) && !strings.Contains(r.User, "MANDATORY: \""+phrase+"\" means the table") {
			var options []map[string]string
			for _, table := range tables {
				options = append(options, map[string]string{"label": table, "table": table})
			}
			text, err := json.Marshal(map[string]any{"decision": "clarify", "ambiguities": []any{map[string]any{
				"kind": "table", "phrase": phrase, "question": "Whose " + phrase + "?", "options": options}}})
			return model.Response{Text: string(text), Requests: 1}, err
		}
	}
	// A follow-up has the questions before it in front: the last one that is known counts.
	question, last := r.User[max(strings.LastIndex(r.User, "The question:\n"), 0):], ""
	for words := range m.scripted {
		if at := strings.LastIndex(question, words); at >= 0 && (last == "" || at > strings.LastIndex(question, last)) {
			last = words
		}
	}
	return scripted{last: m.scripted[last]}.Complete(ctx, r)
}

// learnLine takes over a line of model.txt: "question => SQL", or "phrase ? table, table".
func (m *counted) learnLine(line string) {
	if words, sql, ok := strings.Cut(line, " => "); ok {
		m.scripted[words] = sql
	} else if phrase, tables, ok := strings.Cut(line, " ? "); ok {
		m.asks[phrase] = strings.Split(tables, ", ")
	}
}

// converse types a script into psql and returns what its user sees, as in a terminal: what was typed, notices and
// rows in order.
func (r *rig) converse(role, script string) string {
	r.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), scriptTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "psql", "-X", "-q", "-a", r.url(role))
	var seen strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(script), &seen, &seen // psql flushes one before it writes to the other
	if err := cmd.Run(); err != nil {
		r.tb.Fatalf("psql: %v\n%s", err, seen.String())
	}
	return seen.String()
}

// noted has a line for each question of a conversation: how it ended, who answered, and what it cost.
func noted(records []audit.Record) string {
	var b strings.Builder
	for _, rec := range records {
		if rec.Event != audit.Finished {
			continue
		}
		var states []string
		for _, s := range rec.States {
			if s.Note == "remembered" || s.Note == "pinned" {
				states = append(states, s.Note)
			}
		}
		line := fmt.Sprintf("%-10s %-8s %d calls %s", rec.Outcome, rec.Engine, rec.Calls, strings.Join(states, " "))
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

var ids = regexp.MustCompile(`[0-9a-f]{12}`)

// TestConversationTranscripts plays testdata/conversations: what is typed into psql, what is seen there, and what was
// recorded of it. The model knows nothing but what model.txt says. -update writes what is seen and recorded.
func TestConversationTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			part := map[string]*txtar.File{}
			for i := range archive.Files {
				part[archive.Files[i].Name] = &archive.Files[i]
			}
			m := &counted{scripted: scripted{}, asks: map[string][]string{}}
			for line := range strings.Lines(string(part["model.txt"].Data)) {
				m.learnLine(strings.TrimSpace(line))
			}
			r := setup(t, withMemory(t, state.Config{Dir: t.TempDir()}), func(_ *proxy.Config, c *translate.Config) {
				c.Model = m
			})
			seen := ids.ReplaceAllString(r.converse("dba", string(part["typed.sql"].Data)), "ID")
			recorded := noted(r.journal.all()) + fmt.Sprintf("the model was called %d times\n", m.calls.Load())
			if *update {
				part["seen"].Data, part["recorded"].Data = []byte(seen), []byte(recorded)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(part["seen"].Data), seen); diff != "" {
				t.Errorf("seen (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(string(part["recorded"].Data), recorded); diff != "" {
				t.Errorf("recorded (-want +got):\n%s", diff)
			}
		})
	}
}
