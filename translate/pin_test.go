package translate

import (
	"errors"
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
)

// TestDamagedPin: a pin whose tables have changed is proven again; one that does not hold any more is not used, and
// said so.
func TestDamagedPin(t *testing.T) {
	t.Parallel()
	l := library(t, lessons.Config{})
	d, exec := crm(t, Config{Lessons: l, PinWriters: []string{"demo"}})
	if a, _, err := d.ask(t, Question{Verb: Pin, Text: "orders of 2024 => SELECT count(*) FROM crm_orders WHERE extract(year FROM placed) = 2024"}); err != nil || a.Pinned == nil {
		t.Fatal(err)
	}
	ask := func(text string) (*Answer, []Notice, Trace, error) {
		var told []Notice
		a, tr, err := d.ask(t, Question{Text: text, Notify: func(n Notice) { told = append(told, n) }})
		return a, told, tr, err
	}
	a, told, tr, err := ask("Orders of 2025?")
	if err != nil || a.Engine != "pin" || len(told) > 0 || len(a.Assumptions) > 0 || !strings.Contains(a.Statement.SQL, "2025") || states(tr) != "intent freshness recall guard explain execute learn" {
		t.Fatalf("%+v, %v\n%v %s", a, told, err, states(tr))
	}
	exec("ALTER TABLE crm_orders ALTER placed TYPE timestamp")
	if a, _, _, err := ask("orders of 2025"); err != nil || a.Engine != "pin" || len(a.Assumptions) != 1 || !strings.Contains(a.Assumptions[0], "checked again") {
		t.Errorf("after a change that it survives: %+v, %v", a, err)
	}
	exec("ALTER TABLE crm_orders RENAME placed TO placed_on")
	a, told, tr, err = ask("orders of 2025")
	if err == nil && a.Engine == "pin" || len(told) == 0 || told[0].Severity != "WARNING" || !strings.Contains(told[0].Message, "pinned statement") || !strings.Contains(states(tr), "guard diagnose link plan") {
		t.Errorf("after one that it does not: %v %v %v\n%s", a, told, err, states(tr))
	}
	found, err := d.agent.CheckPins(t.Context(), d.pg, "shop")
	if err != nil || len(found) != 1 || !strings.Contains(found[0], "placed") {
		t.Errorf("CheckPins: %v, %v", found, err)
	}
}

// TestPinTheLastAnswer: without words the last answer is pinned, as it is after changes, for the question that it began
// with; by id it may be that of another session, and for other words.
func TestPinTheLastAnswer(t *testing.T) {
	t.Parallel()
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Lessons: l, PinWriters: []string{"demo"}})
	first, _, err := d.ask(t, Question{Text: "show the name of customers"})
	if err != nil {
		t.Fatal(err)
	}
	changed, _, err := d.ask(t, Question{Verb: Refine, Text: "add the city, limit 1", About: first.Past()})
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := d.ask(t, Question{Verb: Pin, About: changed.Past()})
	if err != nil || a.Pinned == nil || a.Pinned.Question != "show the name of customers" || !strings.HasSuffix(a.Pinned.Statement, "LIMIT 1") {
		t.Fatalf("%+v, %v", a, err)
	}
	again, _, err := d.ask(t, Question{Text: "The name of customers?"})
	if err != nil || again.Engine != "pin" || !strings.Contains(again.Statement.SQL, "city") {
		t.Errorf("%+v, %v", again, err)
	}
	// Its values are its own: a number that the question names too is no parameter.
	first, _, err = d.ask(t, Question{Text: "number of orders in 2025"})
	if err != nil {
		t.Fatal(err)
	}
	changed, _, err = d.ask(t, Question{Verb: Refine, Text: "what about 2024?", About: first.Past()})
	if err != nil {
		t.Fatal(err)
	}
	a, _, err = d.ask(t, Question{Verb: Pin, About: changed.Past()})
	if err != nil || a.Pinned == nil || len(a.Pinned.Slots) != 0 || a.Pinned.Family() != "number of orders in 2025" {
		t.Errorf("%+v, %v", a, err)
	}
	if again, _, err = d.ask(t, Question{Text: "number of orders in 2023"}); err != nil || again.Engine == "pin" {
		t.Errorf("another year: %+v, %v", again, err)
	}
	a, _, err = d.ask(t, Question{Verb: Pin, Ref: first.Past().ID, Text: "everybody"})
	if err != nil || a.Pinned == nil || a.Pinned.Question != "everybody" {
		t.Fatalf("%+v, %v", a, err)
	}
	if again, _, err = d.ask(t, Question{Text: "Everybody"}); err != nil || again.Engine != "pin" {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestPinRefuses(t *testing.T) {
	t.Parallel()
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Lessons: l, PinWriters: []string{"demo"}})
	for text, code := range map[string]string{
		"x => SELECT pg_sleep(10)":                         CodeUnsafe,
		"x => SELECT * FROM nothing":                       CodeForm,
		"x => WITH d AS (DELETE FROM crm_orders) SELECT 1": CodeUnsafe,
		"=> SELECT 1":             CodeForm,
		"how is the weather":      CodeUnanswered,
		"":                        CodeForm,
		"x => SELECT 1; SELECT 2": CodeUnsafe,
		"x => SELECT name::integer FROM crm_customers WHERE id": CodeForm,
	} {
		if a, _, err := d.ask(t, Question{Verb: Pin, Text: text}); Code(err) != code {
			t.Errorf("pin: %s: %v (%+v), want %s", text, err, a, code)
		}
	}
	if pins, err := l.Pins(t.Context()); err != nil || len(pins) != 0 {
		t.Errorf("kept %v, %v", pins, err)
	}
	stranger, _ := crm(t, Config{Lessons: l})
	if _, _, err := stranger.ask(t, Question{Verb: Pin, Text: "x => SELECT 1"}); Code(err) != CodePrivilege || !strings.Contains(err.Error(), "may not pin") {
		t.Errorf("a role that may not pin: %v", err)
	}
	if _, _, err := d.ask(t, Question{Verb: Good}); Code(err) != CodeForm {
		t.Errorf("feedback about nothing: %v", err)
	}
}

// TestPinOfAnotherDatabase: a person who writes the name of another database is told what the server would say, with
// its code.
func TestPinOfAnotherDatabase(t *testing.T) {
	t.Parallel()
	d, _ := crm(t, Config{Lessons: library(t, lessons.Config{}), PinWriters: []string{"demo"}})
	_, _, err := d.ask(t, Question{Verb: Pin, Text: "orders => SELECT count(*) FROM elsewhere.public.crm_orders"})
	var refused *Error
	if !errors.As(err, &refused) || refused.Code != "0A000" || refused.Message != "not pinned: cross-database references are not implemented: elsewhere.public.crm_orders" {
		t.Errorf("%v", err)
	}
}
