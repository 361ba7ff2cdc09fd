package translate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/dialogue"
)

// talk is a conversation: each answer is what the next follow-up is about, as in a session.
type talk struct {
	*desk
	last *Past
}

// say returns the statement of the answer, a clarification after a question mark, or the SQLSTATE and message of an
// error.
func (k *talk) say(t *testing.T, q Question) (string, Trace) {
	t.Helper()
	q.About = k.last
	answer, trace, err := k.ask(t, q)
	if err != nil {
		return strings.TrimSpace(err.Error()), trace
	}
	if answer.Clarification != nil {
		return "? " + string(answer.Clarification.Text()), trace
	}
	if p := answer.Past(); p != nil {
		k.last = p
		return p.SQL, trace
	}
	return answer.Statement.SQL, trace
}

// TestFollowUps changes answers by rule: no model is asked, and the states are those of a patch.
func TestFollowUps(t *testing.T) {
	t.Parallel()
	model := &scripted{}
	conversations := map[string][][2]string{
		"rows": {
			{"ask", "show the name of all stores"},
			{"add the city", "SELECT stores.name, stores.city FROM public.stores"},
			{"Please also show the parking fee", "QA004"},
			{"sort by name", "SELECT stores.name, stores.city FROM public.stores ORDER BY stores.name"},
			{"newest first, and only the top 5", "SELECT stores.name, stores.city FROM public.stores ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"without the city", "SELECT stores.name FROM public.stores ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"only those in Germany", "SELECT stores.name FROM public.stores WHERE stores.country = 'Germany' ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"and in France?", "SELECT stores.name FROM public.stores WHERE stores.country = 'France' ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"and in 2019", "SELECT stores.name FROM public.stores WHERE stores.country = 'France' AND stores.opened_on >= '2019-01-01' AND stores.opened_on < '2020-01-01' ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"only 2020", "SELECT stores.name FROM public.stores WHERE stores.country = 'France' AND stores.opened_on >= '2020-01-01' AND stores.opened_on < '2021-01-01' ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"undo", "SELECT stores.name FROM public.stores WHERE stores.country = 'France' AND stores.opened_on >= '2019-01-01' AND stores.opened_on < '2020-01-01' ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"undo", "SELECT stores.name FROM public.stores WHERE stores.country = 'France' ORDER BY stores.opened_on DESC NULLS LAST LIMIT 5"},
			{"show all", "SELECT stores.name FROM public.stores WHERE stores.country = 'France' ORDER BY stores.opened_on DESC"},
			{"drop the filter on country", "SELECT stores.name FROM public.stores ORDER BY stores.opened_on DESC"},
			{"add the region", "SELECT stores.name, regions.name AS region_name FROM public.stores JOIN public.regions ON stores.region_id = regions.id ORDER BY stores.opened_on DESC"},
			{"sort by region and then by name descending", "SELECT stores.name, regions.name AS region_name FROM public.stores JOIN public.regions ON stores.region_id = regions.id ORDER BY regions.name, stores.name DESC NULLS LAST"},
			{"don't sort", "SELECT stores.name, regions.name AS region_name FROM public.stores JOIN public.regions ON stores.region_id = regions.id"},
			{"without the region", "SELECT stores.name FROM public.stores"},
		},
		"groups": {
			{"ask", "how many orders per store"},
			{"highest first", "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores ON orders.store_id = stores.id GROUP BY stores.id, stores.name ORDER BY count(*) DESC NULLS LAST"},
			{"limit 3", "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores ON orders.store_id = stores.id GROUP BY stores.id, stores.name ORDER BY count(*) DESC NULLS LAST LIMIT 3"},
			{"only in 2024", "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores ON orders.store_id = stores.id WHERE orders.ordered_at >= '2024-01-01' AND orders.ordered_at < '2025-01-01' GROUP BY stores.id, stores.name ORDER BY count(*) DESC NULLS LAST LIMIT 3"},
		},
		"conditions on groups": {
			{"ask", "average total amount of orders per country in 2025"},
			{"only countries with more than 100 orders", "SELECT stores.country, avg(orders.total_amount) AS average_total_amount FROM public.orders JOIN public.stores ON orders.store_id = stores.id " +
				"WHERE orders.ordered_at >= '2025-01-01' AND orders.ordered_at < '2026-01-01' GROUP BY stores.country HAVING count(*) > 100 " +
				"ORDER BY avg(orders.total_amount) DESC NULLS LAST, stores.country"},
			{"only the top 3", "SELECT stores.country, avg(orders.total_amount) AS average_total_amount FROM public.orders JOIN public.stores ON orders.store_id = stores.id " +
				"WHERE orders.ordered_at >= '2025-01-01' AND orders.ordered_at < '2026-01-01' GROUP BY stores.country HAVING count(*) > 100 " +
				"ORDER BY avg(orders.total_amount) DESC NULLS LAST LIMIT 3"},
		},
		"exceptions": {
			{"ask", "how many orders per store"},
			{"exclude Germany", "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores ON orders.store_id = stores.id WHERE stores.country <> 'Germany' GROUP BY stores.id, stores.name ORDER BY count(*) DESC NULLS LAST, stores.name"},
			{"and without France", "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores ON orders.store_id = stores.id " +
				"WHERE stores.country <> 'Germany' AND stores.country <> 'France' GROUP BY stores.id, stores.name ORDER BY count(*) DESC NULLS LAST, stores.name"},
			{"only Germany", "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores ON orders.store_id = stores.id WHERE stores.country = 'Germany' GROUP BY stores.id, stores.name ORDER BY count(*) DESC NULLS LAST, stores.name"},
		},
		"the condition of whose rows": {
			{"ask", "top 3 customers by number of orders"},
			{"only those from Berlin", "SELECT customers.name, count(*) AS number_of_orders FROM public.customers JOIN public.orders ON customers.id = orders.customer_id " +
				"WHERE EXISTS (SELECT 1 AS one FROM public.customer_addresses WHERE customers.id = customer_addresses.customer_id AND customer_addresses.city = 'Berlin') " +
				"GROUP BY customers.id, customers.name ORDER BY count(*) DESC NULLS LAST LIMIT 3"},
		},
		"json": {
			{"ask", "show the name of all stores"},
			{`{"operation":"add_column","table":"stores","column":"city"}`, "SELECT stores.name, stores.city FROM public.stores"},
			{`[{"operation":"modify_limit","limit":2},{"operation":"modify_order_by","order_by":[{"column":"city","direction":"desc"}]}]`,
				"SELECT stores.name, stores.city FROM public.stores ORDER BY stores.city DESC NULLS LAST LIMIT 2"},
			{`{"operation":"add_column","column":"shoe_size"}`, "QA007: not changed: there is no column shoe_size in the tables of the answer, or in those that their keys lead to"},
			{`{"operation":"add_filter","column":"opened_on","operator":">","value":"not a date"}`, "QA007: not changed"},
			{`{"operation":"undo"}`, "SELECT stores.name, stores.city FROM public.stores"},
			{`{"operation":"undo"}`, "SELECT stores.name FROM public.stores"},
			{`{"operation":"undo"}`, "QA007: there is no change to undo"},
			{`nonsense`, "QA007: not changed: the patch cannot be read"},
		},
	}
	for name, turns := range conversations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := &talk{desk: setup(t, Config{Model: model})}
			for _, turn := range turns {
				if turn[0] == "ask" {
					k.say(t, Question{Text: turn[1]})
					continue
				}
				verb := Refine
				if name == "json" {
					verb = Patch
				}
				got, trace := k.say(t, Question{Text: turn[0], Verb: verb})
				if len(got) > len(turn[1]) && strings.HasPrefix(turn[1], "QA") {
					got = got[:len(turn[1])]
				}
				if diff := cmp.Diff(turn[1], got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", turn[0], diff)
				}
				if !strings.HasPrefix(turn[1], "QA") && (trace.Calls > 0 || !strings.HasSuffix(states(trace), "recall review synthesize guard explain execute learn")) {
					t.Errorf("%s: %d model calls, states %s", turn[0], trace.Calls, states(trace))
				}
			}
		})
	}
}

// TestFollowUpByModel rewrites what no rule explains: the model sees the question and the statement of the last answer.
func TestFollowUpByModel(t *testing.T) {
	t.Parallel()
	model := &scripted{answers: []any{wrote(countOrders)}}
	k := &talk{desk: setup(t, Config{Model: model})}
	k.say(t, Question{Text: "show the name of all stores"})
	got, trace := k.say(t, Question{Text: "compare that with what they ordered", Verb: Refine})
	if want := "SELECT count(*) AS orders FROM public.orders o"; got != want || trace.Calls != 1 {
		t.Fatalf("%s after %d calls", got, trace.Calls)
	}
	for _, part := range []string{"show the name of all stores — and then: compare that with what they ordered", "SELECT stores.name FROM public.stores"} {
		if !strings.Contains(model.prompts[0].User, part) {
			t.Errorf("the prompt lacks %q:\n%s", part, model.prompts[0].User)
		}
	}
	if got, _ := k.say(t, Question{Text: "undo", Verb: Refine}); got != "SELECT stores.name FROM public.stores" {
		t.Errorf("undone to %s", got)
	}
}

// TestFollowUpRegroups: another group takes the place of the one that the question names, as long as the question
// says all of the answer.
func TestFollowUpRegroups(t *testing.T) {
	t.Parallel()
	k := &talk{desk: setup(t, Config{})}
	k.say(t, Question{Text: "number of orders per month in 2025"})
	got, trace := k.say(t, Question{Text: "per store instead", Verb: Refine})
	if !strings.HasPrefix(got, "SELECT stores.name, count(*) AS number_of_orders FROM public.orders JOIN public.stores") || !strings.Contains(got, "'2025-01-01'") || trace.Calls != 0 {
		t.Fatalf("%s", got)
	}
	if got, _ := k.say(t, Question{Text: "by month", Verb: Refine}); !strings.HasPrefix(got, "SELECT date_trunc('month'") {
		t.Errorf("after a change: %s", got)
	}
	if got, _ := k.say(t, Question{Text: "undo", Verb: Refine}); !strings.HasPrefix(got, "SELECT stores.name") {
		t.Errorf("undone once: %s", got)
	}
	if got, _ := k.say(t, Question{Text: "undo", Verb: Refine}); !strings.Contains(got, "date_trunc('month'") {
		t.Errorf("undone: %s", got)
	}
	k.say(t, Question{Text: "number of orders per month in 2025"})
	if got, _ := k.say(t, Question{Text: "per shoe size", Verb: Refine}); !strings.HasPrefix(got, "QA002") {
		t.Errorf("by what is not there: %s", got)
	}
}

func TestFollowUpRefused(t *testing.T) {
	t.Parallel()
	k := &talk{desk: setup(t, Config{})}
	if got, _ := k.say(t, Question{Text: "sort by name", Verb: Refine}); !strings.HasPrefix(got, "QA007: there is no answer") {
		t.Errorf("without an answer: %s", got)
	}
	if got, _ := k.say(t, Question{Relation: ControlRelation}); !strings.HasPrefix(got, "QA007: there is no answer") {
		t.Errorf("options without an answer: %s", got)
	}
	k.say(t, Question{Text: "how many stores are there"})
	before := k.last
	for text, want := range map[string]string{"paint it blue": "QA002", "add the city": "QA007", "sort by city": "QA007", "   ": "QA007", "only the top 0": "QA002",
		strings.Repeat("x", 9000): "54000"} {
		if got, _ := k.say(t, Question{Text: text, Verb: Refine}); !strings.HasPrefix(got, want) {
			t.Errorf("%.40q: %s, want %s", text, got, want)
		}
	}
	if k.last != before {
		t.Error("a refused change changed the answer")
	}
}

// TestFollowUpOnSQL changes the answer of a pin or of a model that wrote SQL: where it can be said in words that ask
// the same, as any answer is changed, else its columns by their names.
func TestFollowUpOnSQL(t *testing.T) {
	t.Parallel()
	const (
		french   = "SELECT s.name FROM public.stores s WHERE s.country = 'France'"
		statuses = "SELECT o.status, count(*) AS n FROM public.orders o GROUP BY o.status ORDER BY n DESC"
		returns  = "SELECT r.quantity, r.returned_on, r.reason FROM public.supplier_returns r ORDER BY r.returned_on DESC, r.id DESC LIMIT 3"
		joined   = "SELECT o.id, s.name FROM public.orders o JOIN public.stores s ON o.store_id = s.id"
		windows  = "SELECT sum(s.id) OVER w FROM public.stores s WINDOW w AS (ORDER BY s.id)"
	)
	k := &talk{desk: setup(t, Config{})}
	for _, tt := range []struct{ sql, says, want string }{
		{french, "add the city", "SELECT stores.name, stores.city FROM public.stores WHERE stores.country = 'France'"},
		{statuses, "in 2025", "SELECT orders.status, count(*) AS number_of_orders FROM public.orders WHERE orders.ordered_at >= '2025-01-01' AND orders.ordered_at < '2026-01-01' " +
			"GROUP BY orders.status ORDER BY count(*) DESC NULLS LAST"},
		{returns, "only those with quantity over 5", "SELECT supplier_returns.quantity, supplier_returns.returned_on, supplier_returns.reason FROM public.supplier_returns " +
			"WHERE supplier_returns.quantity > 5 ORDER BY supplier_returns.returned_on DESC NULLS LAST, supplier_returns.id DESC NULLS LAST LIMIT 3"},
		{joined, "add the customer name", "SELECT o.id, s.name, customers.name AS customer_name FROM public.orders o JOIN public.stores s ON o.store_id = s.id LEFT JOIN public.customers ON o.customer_id = customers.id"},
		{joined, "sort by name, top 2", "SELECT o.id, s.name FROM public.orders o JOIN public.stores s ON o.store_id = s.id ORDER BY s.name LIMIT 2"},
		{joined, "only those of customers in Berlin", "QA002: this follow-up could not be read without a model"},
		{windows, "limit 3", "QA007: not changed: the statement of the last answer cannot be taken apart"},
	} {
		k.last = &Past{SQL: tt.sql, Question: "pinned"}
		if got, _ := k.say(t, Question{Text: tt.says, Verb: Refine}); got != tt.want {
			t.Errorf("%s, %s:\n%s\nwant %s", tt.sql, tt.says, got, tt.want)
		}
	}
}

func TestControlRows(t *testing.T) {
	t.Parallel()
	k := &talk{desk: setup(t, Config{})}
	k.say(t, Question{Text: "show the name of all stores"})
	sql, trace := k.say(t, Question{Relation: ControlRelation, Inline: true})
	for _, part := range []string{"'public'", "'stores'", "'floor_area_m2'", "'integer'", "'primary'", "'foreign'", "'output'"} {
		if !strings.Contains(sql, part) {
			t.Errorf("%s is not in %s", part, sql)
		}
	}
	if trace.Calls != 0 {
		t.Errorf("%d model calls", trace.Calls)
	}
}

// TestFollowUpAsks asks back when several tables have the column, and the reply is a follow-up again.
func TestFollowUpAsks(t *testing.T) {
	t.Parallel()
	k := &talk{desk: setup(t, Config{}), last: &Past{Question: "orders",
		SQL: "SELECT o.id FROM public.orders o JOIN public.customers c ON o.customer_id = c.id JOIN public.stores s ON o.store_id = s.id"}}
	answer, _, err := k.ask(t, Question{Text: "add the name", Verb: Refine, About: k.last})
	if err != nil || answer.Clarification == nil || answer.Clarification.Kind != dialogue.AskColumn || len(answer.Clarification.Options) != 2 {
		t.Fatalf("%+v, %v", answer, err)
	}
	q, err := answer.Clarification.Settle("2")
	if err != nil {
		t.Fatal(err)
	}

	if got, _ := k.say(t, q); !strings.HasPrefix(got, "SELECT o.id, s.name FROM public.orders o") {
		t.Errorf("the reply led to %s", got)
	}
}
