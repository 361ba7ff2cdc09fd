package translate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/plan"
)

// TestReplies reads every way to answer each kind of clarification.
func TestReplies(t *testing.T) {
	t.Parallel()
	table := []plan.Constraint{{Kind: plan.UseTable, Table: "a"}}
	join := []plan.Constraint{{Kind: plan.UseJoin, Table: "a", Column: "id", RefTable: "b", RefColumn: "a_id"}}
	both := []plan.Constraint{{Kind: plan.UseTable, Table: "a"}, {Kind: plan.DropTable, Schema: "s", Table: "b"}}
	value := []plan.Constraint{{Kind: plan.UseValue, Phrase: "paid", Table: "a", Column: "status", Value: "PAID"}}
	column := []plan.Constraint{{Kind: plan.UseColumn, Phrase: "paid", Table: "a", Column: "status"}}
	cases := []struct {
		name, reply string
		want        []plan.Constraint
		text        string // of the question afterwards; empty: as it was
	}{
		{name: "table by number", reply: "1", want: table},
		{name: "value by number", reply: "#2;", want: value},
		{name: "table by name", reply: "S.A", want: table},
		{name: "value by name", reply: "the PAID one", want: value},
		{name: "rephrased by number", reply: "3", text: "how much (really)"},
		{name: "table in words", reply: "use table a", want: table},
		{name: "table in two words", reply: "Table a.", want: table},
		{name: "table and not another", reply: "select a not s.b", want: both},
		{name: "join in words", reply: "join a.id with b.a_id", want: join},
		{name: "join as an equation", reply: "a.id = b.a_id", want: join},
		{name: "filter, metric and nothing matches in free words", reply: "only those of this year", text: "how much (only those of this year)"},
		{name: "table as JSON", reply: `{"type":"table_selection","selected_table":"a","rejected_tables":["s.b"]}`, want: both},
		{name: "join as JSON", reply: `{"type":"join","left":"a.id","right":"b.a_id"}`, want: join},
		{name: "column as JSON", reply: `{"type":"column_selection","selected_column":"a.status"}`, want: column},
		{name: "choice as JSON", reply: `{"type":"choice","choice":2}`, want: value},
		{name: "words as JSON", reply: `{"type":"text","text":"in euros"}`, text: "how much (in euros)"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			asked := &Clarification{Question: Question{Text: "how much"}, Asked: dialogue.Asked{Context: map[string]string{"phrase": "paid"},
				Options: []dialogue.Option{{Label: "s.a", Settles: table}, {Label: "PAID", Settles: value}, {Label: "really", Rephrased: "how much (really)"}}}}
			q, err := asked.Settle(c.reply)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == nil {
				c.want = []plan.Constraint{}
			}
			if diff := cmp.Diff(c.want, q.Settled); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if want := strings.TrimSpace(c.text); want != "" && q.Text != want || want == "" && q.Text != "how much" {
				t.Errorf("the question became %q", q.Text)
			}
			if q.Answered != 1 {
				t.Errorf("%d answers", q.Answered)
			}
		})
	}
}

// People say which choice they mean in many ways, and that it is none of them.
func TestChoiceMeant(t *testing.T) {
	t.Parallel()
	tables := []string{"order_returns", "supplier_returns"}
	columns := []string{"reviews.rating", "suppliers.rating"}
	places := []string{"customers.city", "warehouses.city"}
	for reply, choices := range map[string][]string{"returns": tables, "rating": columns, "both": places, "yes": tables} {
		asked := &Clarification{Question: Question{Text: "how much"}}
		for _, label := range choices {
			asked.Options = append(asked.Options, dialogue.Option{Label: label})
		}
		if _, err := asked.Settle(reply); err == nil || !asked.IsReply(reply) {
			t.Errorf("%q is one of %v: %v", reply, choices, err)
		}
	}
	cases := []struct {
		reply   string
		choices []string
		want    int  // from 1; 0: none
		plain   bool // is a reply without saying so
	}{
		{"the second", tables, 2, true}, {"second one", tables, 2, true}, {"the last one.", tables, 2, true}, {"number 1", tables, 1, true}, {"#1", tables, 1, true},
		{"option two", tables, 2, true}, {"the supplier ones", tables, 2, true}, {"supplier", tables, 2, true},
		{"the suppliers one", tables, 2, true}, {"order ones", tables, 1, true}, {"list supplier returns", tables, 0, false}, {"supplier returns of 2024", tables, 0, false},
		{"the city of the warehouse", places, 2, true}, {"the warehouse", places, 2, true}, {"warehouses", places, 2, true}, {"the customers' city", places, 0, false},
		{"which city", places, 0, false}, {"I mean the customer", places, 1, true},
		{"the ones", tables, 0, false}, {"reviews", columns, 1, true}, {"of suppliers", columns, 2, true}, {"the reviews one", columns, 1, true},
		{"reviews of this year", columns, 0, false},
	}
	for _, c := range cases {
		asked := &Clarification{Question: Question{Text: "how much"}}
		for i, label := range c.choices {
			asked.Options = append(asked.Options, dialogue.Option{Label: label, Settles: []plan.Constraint{{Kind: plan.UseTable, Table: c.choices[i]}}})
		}
		q, err := asked.Settle(c.reply)
		if err != nil {
			t.Fatalf("%q: %v", c.reply, err)
		}
		got := 0
		for i := range c.choices {
			if len(q.Settled) == 1 && q.Settled[0].Table == c.choices[i] {
				got = i + 1
			}
		}
		if got != c.want || asked.IsReply(c.reply) != c.plain {
			t.Errorf("%q of %v is choice %d, want %d; without saying so a reply: %v", c.reply, c.choices, got, c.want, asked.IsReply(c.reply))
		}
	}
	asked := &Clarification{Asked: dialogue.Asked{Options: []dialogue.Option{{Label: "a"}, {Label: "b"}}}, Question: Question{Text: "how much"}}
	for _, reply := range []string{"no", "Neither.", "none of them", "never mind"} {
		if _, err := asked.Settle(reply); !Dropped(err) || !asked.IsReply(reply) || Code(err) != CodeUnanswered {
			t.Errorf("%q drops nothing: %v", reply, err)
		}
	}
	asked.Options[1].Label = "none"
	if q, err := asked.Settle("none"); err != nil || q.Answered != 1 {
		t.Errorf("a choice named none: %v", err)
	}
}

// TestSettledHolds: what a reply names must exist, is found whatever its case, and what it rejects is seen by no
// engine.
func TestSettledHolds(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	for reply, want := range map[string]string{"use table nowhere": "there is no table nowhere", "join orders.id with stores.shoe": "there is no column stores.shoe"} {
		asked := &Clarification{Question: Question{Text: "show returns"}}
		q, err := asked.Settle(reply)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := d.ask(t, q); Code(err) != CodeForm || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", reply, err)
		}
	}
	asked := &Clarification{Question: Question{Text: "how many were returned"}}
	q, err := asked.Settle("select ORDERS not supplier_returns")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.ask(t, q); err != nil {
		t.Fatal(err)
	}
	prompt := m.prompts[0].User
	if !strings.Contains(prompt, "MANDATORY: use the table") || !strings.Contains(prompt, "DO NOT USE: the table") {
		t.Errorf("the prompt has no constraints: %s", prompt)
	}
	if strings.Count(prompt, "supplier_returns") != 1 {
		t.Errorf("the rejected table is in the schema of the prompt")
	}
}

// TestCorrectionsEnd: after so many answers the question is given up, with everything that was tried.
func TestCorrectionsEnd(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{MaxCorrections: 2})
	q := Question{Text: "show returns", Answered: 2}
	if _, _, err := d.ask(t, q); Code(err) != CodeUnanswered || !strings.Contains(err.Error(), "after 2 answers") {
		t.Errorf("%v", err)
	}
}

// Several replies in one text go to the questions back that they name.
func TestSeveralReplies(t *testing.T) {
	t.Parallel()
	c := &Clarification{Asked: dialogue.Asked{ID: "1f", Options: []dialogue.Option{{Label: "products.cost"}, {Label: "shipments.cost"}}}, Question: Question{Text: "average cost of returns"}}
	for text, want := range map[string][]string{
		"order_returns; shipments.cost": {"shipments.cost", "order_returns"}, "2; 1": {"2", "1"}, "1": {"1"}, " ; 2;": {"2"},
		"in euros; of 2024": {"in euros; of 2024"}, `{"type":"choice","choice":2}`: {`{"type":"choice","choice":2}`}, "": {""}, ";": {";"},
	} {
		next, rest := c.NextReply(c.SplitReplies(text))
		if diff := cmp.Diff(want, append([]string{next}, rest...)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	// How to answer is told with all that was answered before, by name.
	next, err := c.Settle("#2")
	if err != nil {
		t.Fatal(err)
	}
	then := &Clarification{Asked: dialogue.Asked{ID: "2f", Options: []dialogue.Option{{Label: "stores.city"}}}, Question: next}
	if got := then.again(); got != "ask('average cost of returns', answer => 'shipments.cost; stores.city')" {
		t.Error(got)
	}
	next.Replies = nil // it came by id
	then.Question = next
	if got := then.again(); got != "ask_answer('2f', '1')" {
		t.Error(got)
	}
}
