package translate

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/dialogue"
)

// airline is a desk in front of a small database in which much can be read in several ways.
func airline(t *testing.T, cfg Config) *desk {
	t.Helper()
	sandboxtest.Shop(t) // makes the roles
	server, database := sandboxtest.Server(t), sandboxtest.Empty(t)
	if err := server.Exec(t.Context(), database, `
		CREATE TABLE airports (id integer PRIMARY KEY, name text NOT NULL, city text NOT NULL);
		CREATE TABLE flights (id integer PRIMARY KEY, code text NOT NULL, origin_id integer NOT NULL REFERENCES airports, target_id integer NOT NULL REFERENCES airports,
			status text NOT NULL, base_fare numeric(8,2) NOT NULL, peak_fare numeric(8,2) NOT NULL, departs_on date NOT NULL);
		COMMENT ON TABLE flights IS 'One row per departure.';
		CREATE TABLE passengers (id integer PRIMARY KEY, name text NOT NULL, hometown text NOT NULL);
		CREATE TABLE tickets (id integer PRIMARY KEY, flight_id integer NOT NULL REFERENCES flights, passenger_id integer NOT NULL REFERENCES passengers, price numeric(8,2) NOT NULL);
		CREATE TABLE crew_reports (id integer PRIMARY KEY, flight_id integer NOT NULL REFERENCES flights, body text);
		CREATE TABLE safety_reports (id integer PRIMARY KEY, flight_id integer NOT NULL REFERENCES flights, body text);
		CREATE TABLE seats (id integer PRIMARY KEY, cover text NOT NULL, trim_color text NOT NULL);
		INSERT INTO seats SELECT i, (ARRAY['Red','Blue'])[1 + i % 2], (ARRAY['Red','Grey','Red'])[1 + i % 3] FROM generate_series(1, 30) i;
		INSERT INTO airports SELECT i, 'Airport ' || i, (ARRAY['Oslo','Rome','Lima','Cairo'])[i] FROM generate_series(1, 4) i;
		INSERT INTO flights SELECT i, 'F' || i, 1 + i % 4, 1 + i % 3, (ARRAY['planned','landed','cancelled'])[1 + i % 3], 100 + i, 200 + i, '2024-01-01'::date + i FROM generate_series(1, 60) i;
		INSERT INTO passengers SELECT i, 'Passenger ' || i, (ARRAY['Lima','Quito'])[1 + i % 2] FROM generate_series(1, 20) i;
		INSERT INTO crew_reports SELECT i, i FROM generate_series(1, 3) i;
		INSERT INTO safety_reports SELECT i, i FROM generate_series(1, 5) i;
		INSERT INTO tickets SELECT i, 1 + i % 60, 1 + i % 20, 100 + i FROM generate_series(1, 200) i;
		ANALYZE;
		GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo`); err != nil {
		t.Fatal(err)
	}
	agent, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	pg, err := pgconn.Connect(t.Context(), server.URL(database, "demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &desk{agent, pg, &runner{conn: borrow.New(pg)}}
}

// TestKinds asks something of each kind of clarification, answers it, and asks again: what the answer settled for
// good is not asked twice. docs/conversation.md names its subtests.
func TestKinds(t *testing.T) {
	t.Parallel()
	unsure := `{"reading": "All flights.", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": ["flights is meant"], "confidence": 0.3,
		"sql": "SELECT count(*) AS n FROM flights f"}`
	for _, tt := range []struct {
		kind     dialogue.Kind
		name     string // empty: the kind
		question string
		asks     string // part of what is asked back
		reply    string
		want     string // part of the SQL that follows
		again    string // "": answered at once; else part of what is asked again, because the reply was about this question alone
		answers  []any  // of a model; nil: there is none
	}{
		{kind: dialogue.AskTable, question: "how many reports", asks: "crew_reports", reply: "safety_reports", want: "FROM public.safety_reports"},
		{kind: dialogue.AskColumn, question: "average fare of flights", asks: "flights.peak_fare", reply: "2", want: "avg(flights.peak_fare)"},
		{kind: dialogue.AskValue, question: "how many red seats", asks: "seats.trim_color is Red", reply: "seats.trim_color", want: "trim_color = 'Red'"},
		{kind: dialogue.AskJoin, question: "number of flights per airport", asks: "origin airport", reply: "target airport", want: "flights.target_id = airports.id"},
		{kind: dialogue.AskJoin, name: "join by its columns", question: "number of flights per airport", asks: "origin airport", reply: "flights.target_id = airports.id", want: "flights.target_id = airports.id"},
		{kind: dialogue.AskFilter, question: "how many flights have a certain status", asks: "landed: The number of flights where status is 'landed'", reply: "landed",
			want: "flights.status = 'landed'", again: "Which status?"},
		{kind: dialogue.AskMetric, question: "who are our best passengers", asks: "Name of the 10 passengers with the most tickets", reply: "number of tickets",
			want: "JOIN public.tickets ON passengers.id = tickets.passenger_id GROUP BY passengers.id, passengers.name ORDER BY count(*) DESC"},
		{kind: dialogue.AskMetric, name: "metric in words", question: "who are our best passengers", asks: "By what?", reply: "by number of tickets", want: "GROUP BY passengers.id, passengers.name ORDER BY count(*) DESC"},
		{kind: dialogue.AskNothing, question: "how many passages", asks: "passengers: The number of passengers", reply: "1", want: "count(*) AS number_of_passengers"},
		{kind: dialogue.AskFreeText, question: "q", asks: "only 30 % sure of it", reply: "yes", want: "FROM public.flights", answers: []any{unsure}},
		{kind: dialogue.AskFailures, question: "q", asks: "Attempt 3", reply: "the flights", want: "FROM public.flights", again: "?", answers: []any{"a", "b", "c", wrote(countFlights)}},
	} {
		t.Run(cmp.Or(tt.name, string(tt.kind)), func(t *testing.T) {
			t.Parallel()
			cfg := Config{Lessons: library(t, lessons.Config{})}
			m := &scripted{answers: tt.answers}
			if tt.answers != nil {
				cfg.Model, cfg.Engine = m, EngineModel
			}
			d := airline(t, cfg)
			asked, _, err := d.ask(t, Question{Text: tt.question})
			if err != nil || asked.Clarification == nil {
				t.Fatalf("%+v, %v", asked, err)
			}
			c := asked.Clarification
			if c.Kind != tt.kind || !strings.Contains(string(c.Text()), tt.asks) {
				t.Fatalf("asked back as %s: %s", c.Kind, c.Text())
			}
			if tt.reply == "by number of tickets" && (!c.IsReply(tt.reply) || c.IsReply("tickets by price")) {
				t.Error("what is a reply by itself is not known")
			}
			settled, err := c.Settle(tt.reply)
			if err != nil {
				t.Fatal(err)
			}
			answer, _, err := d.ask(t, settled)
			if err != nil || answer.Clarification != nil || !strings.Contains(answer.Statement.SQL, tt.want) {
				t.Fatalf("the reply led to %+v, %v", answer, err)
			}
			if tt.again == "?" {
				return
			}
			again, _, err := d.ask(t, Question{Text: tt.question})
			switch {
			case err != nil:
				t.Fatal(err)
			case tt.again != "" && (again.Clarification == nil || !strings.Contains(again.Clarification.Message, tt.again)):
				t.Errorf("asked again: %+v", again.Clarification)
			case tt.again == "" && (again.Clarification != nil || !strings.Contains(again.Statement.SQL, tt.want)):
				t.Errorf("asked twice: %s%+v", again.Statement.SQL, again.Clarification)
			}
		})
	}
}

const countFlights = `SELECT count(*) AS n FROM flights f`

// TestSettledIsNotAskedAgain: a model that asks once more what the user has answered is told so, and does not get to
// the user; a plan in which it still sees that ambiguity is not doubted for it.
func TestSettledIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	clarify := `{"reading": "", "ambiguities": [{"kind": "table", "phrase": "the reports", "question": "Which reports?", "options": [{"label": "by the crew", "table": "crew_reports"}, {"label": "on safety", "table": "safety_reports"}]}],
		"decision": "clarify", "reason": "", "assumptions": [], "confidence": 0.4}`
	doubtful := strings.Replace(wrote(`SELECT count(*) AS n FROM safety_reports r`), `"ambiguities":[]`,
		`"ambiguities": [{"kind": "table", "phrase": "Reports", "question": "?", "options": []}, {"kind": "table", "phrase": "the reports", "question": "?", "options": []}, {"kind": "table", "phrase": "reports", "question": "?", "options": []}]`, 1)
	m := &scripted{answers: []any{clarify, clarify, doubtful}}
	d := airline(t, Config{Model: m, Engine: EngineModel, AnswerConfidence: 0.8})
	asked, _, err := d.ask(t, Question{Text: "how many reports"})
	if err != nil || asked.Clarification == nil {
		t.Fatalf("%+v, %v", asked, err)
	}
	q, err := asked.Clarification.Settle("2")
	if err != nil {
		t.Fatal(err)
	}
	answer, trace, err := d.ask(t, q)
	if err != nil || answer.Clarification != nil || !strings.Contains(answer.Statement.SQL, "safety_reports") {
		t.Fatalf("%+v, %v", answer, err)
	}
	if trace.Calls != 2 || answer.Confidence < 0.8 || !strings.Contains(m.prompts[2].User, "do not ask again") {
		t.Errorf("%d calls, confidence %.2f, prompt\n%s", trace.Calls, answer.Confidence, m.prompts[2].User)
	}
}

// TestReplyBeforeTheModel: the table that a reply rejects is in no prompt, and the selected one is.
func TestReplyBeforeTheModel(t *testing.T) {
	t.Parallel()
	m := &player{play: drafting(`SELECT count(*) AS n FROM safety_reports r`)}
	d := airline(t, Config{Model: m, Engine: EngineModel})
	asked := &Clarification{Asked: dialogue.Asked{Kind: dialogue.AskTable, Context: map[string]string{"phrase": "papers"}}, Question: Question{Text: "how many papers on flights"}}
	q, err := asked.Settle(`{"type":"table_selection","selected_table":"safety_reports","rejected_tables":["crew_reports"]}`)
	if err != nil {
		t.Fatal(err)
	}
	answer, trace, err := d.ask(t, q)
	if err != nil || !strings.Contains(answer.Statement.SQL, "safety_reports") {
		t.Fatalf("%+v, %v", answer, err)
	}
	if trace.Calls != 1 {
		t.Errorf("%d calls", trace.Calls)
	}
	for _, p := range m.prompts {
		if strings.Contains(p.User, "## crew_reports (") {
			t.Errorf("the prompt of %s has the rejected table", p.Name)
		}
	}
	if last := m.prompts[len(m.prompts)-1].User; !strings.Contains(last, "## safety_reports (") || !strings.Contains(last, "DO NOT USE: the table \"public.crew_reports\"") {
		t.Errorf("the last prompt:\n%s", last)
	}
}

// TestBlamedReply: an answer that is called wrong, or one that was made of it, takes with it what the reply had
// taught, so that the question is asked back again.
func TestBlamedReply(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{"at once": "", "after a change": "limit 3"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := airline(t, Config{Lessons: library(t, lessons.Config{})})
			reply := func(text string) *Answer {
				t.Helper()
				asked, _, err := d.ask(t, Question{Text: "our best passengers"})
				if err != nil || asked.Clarification == nil {
					t.Fatalf("%+v, %v", asked, err)
				}
				q, err := asked.Clarification.Settle(text)
				if err != nil {
					t.Fatal(err)
				}
				a, _, err := d.ask(t, q)
				if err != nil || a.Clarification != nil {
					t.Fatalf("%+v, %v", a, err)
				}
				return a
			}
			about := reply("number of tickets").Past()
			if change != "" {
				a, _, err := d.ask(t, Question{Verb: Refine, Text: change, About: about})
				if err != nil {
					t.Fatal(err)
				}
				about = a.Past()
			}
			if _, _, err := d.ask(t, Question{Verb: Bad, Text: "no", About: about}); err != nil {
				t.Fatal(err)
			}
			reply("number of tickets") // is asked back, and holds again
			if a, _, err := d.ask(t, Question{Text: "our best passengers"}); err != nil || a.Clarification != nil {
				t.Errorf("what was settled anew is asked again: %+v, %v", a, err)
			}
		})
	}
}

// TestUnfitReply: a reply that is none of the choices and nothing in words is said to be so; the question stays open.
func TestUnfitReply(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	c := &Clarification{Asked: dialogue.Asked{Kind: dialogue.AskColumn, Options: []dialogue.Option{{Label: "stores.name"}, {Label: "customers.name"}}},
		Question: Question{Text: "how many names"}}
	q, err := c.Settle("bananas")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = d.ask(t, q); Code(err) != CodeUnanswered || !strings.Contains(err.Error(), "“bananas” is none of the choices") {
		t.Errorf("the reply is answered by %v", err)
	}
}

// TestMissedReplies: replies that fit nothing count as answers do; the question is dropped after the last, and a
// driver that sends one twice has replied once.
func TestMissedReplies(t *testing.T) {
	t.Parallel()
	d := airline(t, Config{})
	answer, _, err := d.ask(t, Question{Text: "our best passengers"})
	if err != nil || answer.Clarification == nil {
		t.Fatalf("%+v, %v", answer, err)
	}
	c := answer.Clarification
	for i, reply := range []string{"7", "7", "8", "9"} {
		_, err := c.Settle(reply)
		if err = c.Missed(reply, err); err == nil || Dropped(err) != (i == 3) {
			t.Errorf("reply %d: dropped %v, %v", i, Dropped(err), err)
		}
	}
}
