package translate

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
)

// shared is what two agents keep together.
type shared struct {
	mu   sync.Mutex
	data map[string]string
}

func (s *shared) Load(_ context.Context, id string) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.data[id]
	return []byte(text), ok
}

func (s *shared) Keep(_ context.Context, id string, data []byte, _ bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.data == nil {
		s.data = map[string]string{}
	}
	s.data[id] = string(data)
}

// as is the same agent with a connection of another role.
func (d *desk) as(t *testing.T, role string) *desk {
	t.Helper()
	pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Shop(t), role))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &desk{d.agent, pg, &runner{conn: borrow.New(pg)}}
}

// TestRepliesById answers, changes and judges by id, each from a session that knows nothing of the others: at the same
// agent, and at another one that shares what is kept.
func TestRepliesById(t *testing.T) {
	t.Parallel()
	for name, apart := range map[string]bool{"one proxy": false, "two proxies": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state := &shared{}
			one := setup(t, Config{Recent: state})
			two := one
			if apart {
				two = setup(t, Config{Recent: state})
			}
			asked, _, err := one.ask(t, Question{Text: "show returns"})
			if err != nil || asked.Clarification == nil {
				t.Fatalf("%+v, %v", asked, err)
			}
			say := func(d *desk, q Question) (string, *Answer) {
				t.Helper()
				a, _, err := d.ask(t, q)
				switch {
				case err != nil:
					return err.Error(), nil
				case a.Clarification != nil:
					return "? " + a.Clarification.Message, a
				case a.Past() != nil:
					return a.Past().SQL, a
				}
				return a.Statement.SQL, a
			}
			id := asked.Clarification.ID
			got, _ := say(two, Question{Ref: id, Verb: Reply, Text: "7"})
			if !strings.Contains(got, `"7" is none of the choices`) {
				t.Errorf("a number that no choice has: %s", got)
			}
			got, answered := say(two, Question{Ref: id, Verb: Reply, Text: "2"})
			if !strings.HasPrefix(got, "SELECT supplier_returns.id") || answered.Past().Question != "show returns" {
				t.Fatalf("the reply led to %s, asked %+v", got, answered)
			}
			about := answered.Past().ID
			for i, turn := range []struct{ says, want string }{
				{"limit 5", "LIMIT 5"}, {"limit 7", "LIMIT 7"}, {"undo", "LIMIT 5"}, {"limit 9", "LIMIT 9"}, {"undo", "LIMIT 5"}, {"undo", "public.supplier_returns"},
				{"undo", "there is no change to undo"},
			} {
				d := one
				if i%2 == 0 {
					d = two
				}
				got, a := say(d, Question{Ref: about, Verb: Refine, Text: turn.says})
				if !strings.HasSuffix(got, turn.want) && !strings.Contains(got, "QA007: "+turn.want) {
					t.Fatalf("turn %d, %s: %s, want … %s", i, turn.says, got, turn.want)
				}
				if a != nil {
					about = a.Past().ID
				}
			}
			if got, _ := say(one, Question{Ref: about, Relation: ControlRelation}); !strings.Contains(got, "'supplier_returns'") {
				t.Errorf("options: %s", got)
			}
			if got, _ := say(two, Question{Ref: about, Verb: Patch, Text: `{"operation":"modify_limit","limit":3}`}); !strings.HasSuffix(got, "LIMIT 3") {
				t.Errorf("patch: %s", got)
			}
			if got, _ := say(one, Question{Ref: about, Verb: Good}); !strings.Contains(got, "noted: the answer to “show returns” was right") {
				t.Errorf("good: %s", got)
			}
		})
	}
}

// TestRefersToNothing: an id that is not there, of another role, or of the other kind is told, and nothing is changed.
func TestRefersToNothing(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	asked, _, err := d.ask(t, Question{Text: "show returns"})
	if err != nil || asked.Clarification == nil {
		t.Fatalf("%+v, %v", asked, err)
	}
	answered, _, err := d.ask(t, Question{Text: "how many stores are there"})
	if err != nil {
		t.Fatal(err)
	}
	dba := d.as(t, "dba")
	for _, tt := range []struct {
		name string
		desk *desk
		q    Question
		want string
	}{
		{"no such id", d, Question{Ref: "0123456789ab", Verb: Reply, Text: "1"}, "there is no question 0123456789ab of yours"},
		{"another role's question", dba, Question{Ref: asked.Clarification.ID, Verb: Reply, Text: "2"}, "of yours in this database within the last hour"},
		{"another role's answer", dba, Question{Ref: answered.Past().ID, Verb: Good}, "of yours in this database within the last hour"},
		{"a reply to an answer", d, Question{Ref: answered.Past().ID, Verb: Reply, Text: "2"}, "was answered, so there is nothing to reply to"},
		{"a change of a question", d, Question{Ref: asked.Clarification.ID, Verb: Refine, Text: "limit 2"}, "has no answer yet"},
		{"feedback on a question", d, Question{Ref: asked.Clarification.ID, Verb: Bad, Text: "no"}, "has no answer yet"},
		{"a question", d, Question{Ref: answered.Past().ID, Text: "how many"}, "can name an earlier question"},
		{"an empty change", d, Question{Ref: answered.Past().ID, Verb: Refine}, "says nothing to change"},
		{"an empty reply", d, Question{Ref: asked.Clarification.ID, Verb: Reply}, "the reply is empty"},
	} {
		a, _, err := tt.desk.ask(t, tt.q)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, a, err)
		}
	}
}

// TestReplyToAFollowUp: what a change asked back is answered by id, too.
func TestReplyToAFollowUp(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	about := &Past{ID: NewID(), Datasource: "shop", Question: "orders",
		SQL: "SELECT o.id FROM public.orders o JOIN public.customers c ON o.customer_id = c.id JOIN public.stores s ON o.store_id = s.id"}
	asked, _, err := d.ask(t, Question{Text: "add the name", Verb: Refine, About: about})
	if err != nil || asked.Clarification == nil {
		t.Fatalf("%+v, %v", asked, err)
	}
	reply := Question{Ref: asked.Clarification.ID, Verb: Reply, Text: "2"}
	if _, _, err := d.ask(t, reply); err == nil || !strings.Contains(err.Error(), "no longer kept") {
		t.Errorf("an answer that was never kept: %v", err)
	}
	data, err := json.Marshal(storedRecent{Role: "demo", Datasource: "shop", Answered: keepPast(about)})
	if err != nil {
		t.Fatal(err)
	}
	d.agent.recent.Keep(t.Context(), about.ID, data, false, false)
	answered, _, err := d.ask(t, reply)
	if err != nil || !strings.HasPrefix(answered.Past().SQL, "SELECT o.id, s.name FROM public.orders o") {
		t.Errorf("%+v, %v", answered, err)
	}
}
