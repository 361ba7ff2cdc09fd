package console

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
)

// said is a question of a made-up company, and its statement.
type said struct {
	question, sql string
	relations     []string
}

var often = []said{
	{"top 5 customers by revenue", "SELECT c.name, sum(oi.quantity * oi.unit_price) AS revenue FROM public.customers AS c JOIN public.orders AS o ON o.customer_id = c.id LEFT JOIN public.order_items AS oi ON oi.order_id = o.id WHERE o.status <> 'cancelled' GROUP BY c.id, c.name ORDER BY revenue DESC LIMIT 5", []string{"public.customers", "public.order_items", "public.orders"}},
	{"orders per month in 2025", "SELECT date_trunc('month', o.placed_on) AS month, count(*) AS orders FROM public.orders AS o WHERE o.placed_on >= '2025-01-01' AND o.placed_on < '2026-01-01' GROUP BY 1 ORDER BY 1", []string{"public.orders"}},
	{"which products have never been ordered", "SELECT p.name FROM public.products AS p WHERE NOT EXISTS (SELECT 1 FROM public.order_items AS oi WHERE oi.product_id = p.id) ORDER BY p.name", []string{"public.order_items", "public.products"}},
	{"how many customers are there in each country, largest first", "SELECT country, count(*) AS customers FROM public.customers GROUP BY country ORDER BY customers DESC, country", []string{"public.customers"}},
	{"average delivery time by carrier last quarter", "SELECT s.carrier, avg(s.delivered_on - s.shipped_on) AS days FROM sales.shipments AS s WHERE s.shipped_on >= date_trunc('quarter', CURRENT_DATE) - INTERVAL '3 months' GROUP BY s.carrier", []string{"sales.shipments"}},
	{"open tickets older than 30 days", "SELECT id, subject, opened_on FROM support.tickets WHERE closed_on IS NULL AND opened_on < CURRENT_DATE - 30 ORDER BY opened_on", []string{"support.tickets"}},
}

// furnish fills a house with what a company asks in a month, the same each time.
func furnish(h *house) {
	h.t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	roles := []string{"ann", "ben", "grafana", "metabase", "report_reader"}
	for i := range 420 {
		at := time.Duration(float64(30*24*time.Hour) * (1 - float64(i)/420))
		one := often[random.IntN(len(often))]
		role := roles[random.IntN(len(roles))]
		h.asked(fmt.Sprintf("%012x", 0x3f9a1c0b0000+i), ago(at), by(role, []string{"shop", "shop", "warehouse"}[random.IntN(3)]), func(r *audit.Record) {
			ordinary(r, one, random)
		})
	}
	special(h)
}

// ordinary is a question that ended as questions do.
func ordinary(r *audit.Record, s said, random *rand.Rand) {
	r.Question, r.Application, r.Client, r.Session, r.Form = s.question, "psql", "192.0.2.17:50112", "s41", "statement"
	r.Translate = time.Duration(2+random.IntN(9)) * time.Millisecond
	r.Total = r.Translate + time.Duration(3+random.IntN(60))*time.Millisecond
	if random.IntN(3) == 0 {
		r.Engine, r.Model, r.Calls, r.TokensIn, r.TokensOut = "model", "qwen3-coder-30b", 1, 1500+random.IntN(900), 90+random.IntN(120)
		r.ModelCost = float64(r.TokensIn)*0.0000002 + float64(r.TokensOut)*0.0000008
		r.Translate += time.Duration(700+random.IntN(2400)) * time.Millisecond
		r.Total += r.Translate
	}
	switch n := random.IntN(40); {
	case n < 31:
		r.Outcome, r.SQL, r.Relations, r.Verdict, r.Rows = audit.Answered, s.sql, s.relations, "allow", int64(1+random.IntN(400))
		r.Cost, r.PlanRows, r.Confidence = 120+float64(random.IntN(90000))/7, float64(random.IntN(5000)), 0.6+0.4*random.Float64()
	case n < 33:
		r.Outcome, r.SQLState, r.Clarified, r.Message = audit.Clarified, "QA001", "Which date do you mean? 1: placed_on 2: shipped_on", "Which date do you mean?"
	case n < 36:
		r.Outcome, r.SQLState, r.Message = audit.Unanswered, "QA002", "this database has nothing about “parking”"
	case n < 38:
		r.Outcome, r.SQLState, r.Verdict, r.Rule, r.Policy, r.Message = audit.Refused, "QA003", "unsafe", "policy", "denied", "the table hr.salaries may not be read"
		r.SQL, r.Question = "SELECT name, salary FROM hr.salaries", "salaries of everybody"
	case n < 39:
		r.Outcome, r.SQLState, r.Message = audit.Failed, "57014", "canceling statement due to statement timeout"
	default:
		r.Outcome, r.SQLState, r.Message = audit.Cancelled, "57014", "cancelled by the user"
	}
}

// special are questions with long stories, the newest.
func special(h *house) {
	h.asked("c0ffee000001", ago(9*time.Minute), asking("Which five customers brought in most revenue in the first quarter of 2026, with the number of their orders?"), by("metabase", "shop"),
		answered("WITH first AS (SELECT o.id, o.customer_id FROM public.orders AS o WHERE o.placed_on >= '2026-01-01' AND o.placed_on < '2026-04-01') SELECT c.name, sum(oi.quantity * oi.unit_price) AS revenue, count(DISTINCT f.id) AS orders FROM first AS f JOIN public.customers AS c ON c.id = f.customer_id JOIN public.order_items AS oi ON oi.order_id = f.id GROUP BY c.id, c.name ORDER BY revenue DESC LIMIT 5 /* pgask c0ffee000001 */",
			"public.customers", "public.order_items", "public.orders"), func(r *audit.Record) {
			r.Exchanges = []*audit.Exchange{{At: "plan", Model: "qwen3-coder-30b", Time: r.Time, Took: 1840 * time.Millisecond, TokensIn: 1810, TokensOut: 164,
				System: "You translate questions about one PostgreSQL database into a plan for a single read-only SELECT.",
				User:   "<<SCHEMA 5b1e0c9a2f77\n## customers (table)\n- id* integer\n- name text\n5b1e0c9a2f77 SCHEMA>>\n\nThe question:\n" + r.Question,
				Answer: `{"reading": "The five customers with the largest sum of order items.", "decision": "proceed", "confidence": 0.92, "plan": {}}`},
				{At: "plan", Model: "qwen3-coder-30b", Time: r.Time, Cached: true, User: "the same, with what failed", Answer: `{"decision": "proceed"}`}}
			r.Reading = "The five customers with the largest sum of order items (quantity times unit price), of orders placed from 1 January to 31 March 2026, with their number of orders."
			r.Engine, r.Model, r.Calls, r.CachedCalls, r.TokensIn, r.TokensOut, r.TokensCached, r.ModelCost = "model", "qwen3-coder-30b", 2, 1, 4210, 388, 1024, 0.00115
			r.Actor, r.Application, r.Client, r.Session, r.Form, r.Confidence = "maria@shop.example", "Metabase v0.56", "192.0.2.44:39114", "s1207", "comment", 0.86
			r.Cost, r.PlanRows, r.Rows, r.Bytes, r.Translate, r.FirstRow, r.Total = 1842.77, 5, 5, 311, 3120*time.Millisecond, 3350*time.Millisecond, 3410*time.Millisecond
			r.Columns = []string{"public.customers.name", "public.order_items.quantity", "public.order_items.unit_price", "public.orders.placed_on"}
			r.Fingerprint = "a0e9f1c8b7d65432"
			r.States = []audit.State{{Name: "intent", Took: 40 * time.Microsecond}, {Name: "freshness", Took: 9 * time.Millisecond, Note: "snapshot of 12:01"},
				{Name: "recall", Took: 210 * time.Microsecond, Note: "revenue: sum(order_items.quantity * order_items.unit_price)"}, {Name: "retrieve", Took: 2 * time.Millisecond, Note: "4 of 61 tables"},
				{Name: "plan", Took: 1490 * time.Millisecond, Note: "model"}, {Name: "review", Took: 300 * time.Microsecond, Note: "orders.placed → orders.placed_on"},
				{Name: "synthesize", Took: 400 * time.Microsecond}, {Name: "guard", Took: 150 * time.Microsecond, Note: "allow"}, {Name: "explain", Took: 5 * time.Millisecond, Note: "42703"},
				{Name: "diagnose", Took: 60 * time.Microsecond, Note: "COLUMN_NOT_FOUND"}, {Name: "plan", Took: 1602 * time.Millisecond, Note: "model, second attempt"},
				{Name: "guard", Took: 140 * time.Microsecond, Note: "allow"}, {Name: "execute", Took: 290 * time.Millisecond}}
			r.Attempts = []audit.Attempt{{Draft: "SELECT c.name, sum(oi.amount) AS revenue FROM public.customers AS c JOIN public.orders AS o ON o.customer_id = c.id JOIN public.order_items AS oi ON oi.order_id = o.id GROUP BY c.name ORDER BY 2 DESC LIMIT 5",
				SQLState: "42703", Error: "column oi.amount does not exist", Class: "COLUMN_NOT_FOUND", Advice: "order_items has quantity, unit_price and discount; use quantity * unit_price"}}
			r.Retrieval = &audit.Retrieval{Phases: []string{"61 tables, 4 of them likely", "reviewed together"}, Outline: "orders of the quarter, joined to their items and customers",
				Chosen:  []audit.TableChoice{{Table: "public.orders", Reason: "named, and has the date", Confidence: 0.97, Columns: []string{"placed_on"}}, {Table: "public.customers", Reason: "named", Confidence: 0.95}, {Table: "public.order_items", Reason: "amounts", Confidence: 0.9}},
				Removed: []audit.TableChoice{{Table: "sales.invoices", Reason: "amounts that are billed, not ordered", Confidence: 0.4}}, Omitted: 57}
			r.Lessons = []string{"4f1e2d3c4b"}
		})
	h.asked("c0ffee000002", ago(4*time.Minute), asking("salaries of the whole support team"), by("ben", "shop"), ended(audit.Refused, "QA003", "the table hr.salaries may not be read"), func(r *audit.Record) {
		r.Verdict, r.Rule, r.SQL = "unsafe", "denied", "SELECT name, salary FROM hr.salaries WHERE team = 'support'"
	})
	h.asked("c0ffee000003", ago(40*time.Second), asking("revenue per month and region since 2020"), by("grafana", "warehouse"))
}

// teach fills the library with lessons and pins of every standing.
func teach(h *house) {
	h.t.Helper()
	h.library.Learn(
		lessons.Lesson{Kind: lessons.Column, Words: "turnover", Means: "sum(order_items.quantity * order_items.unit_price)", Author: "ann", Source: lessons.FromCorrection, Confidence: 0.95, Datasources: []string{"shop"}, Note: "turnover per country"},
		lessons.Lesson{Kind: lessons.Table, Words: "clients", Means: "customers", Author: "ben", Source: lessons.FromError, Confidence: 0.85, Datasources: []string{"shop"}, Note: "how many clients are there"},
		lessons.Lesson{Kind: lessons.Example, Words: "best customers of the year", Means: "SELECT c.name FROM customers AS c JOIN orders AS o ON o.customer_id = c.id GROUP BY c.name ORDER BY count(*) DESC LIMIT 10", Author: "ann", Source: lessons.FromFeedback, Confidence: 0.9, Datasources: []string{"shop"}})
	for _, one := range often[:3] {
		for range 5 {
			h.library.Asked("shop", one.question, one.sql)
		}
	}
	if err := h.library.Import(h.t.Context(), []lessons.Lesson{
		{Kind: lessons.Column, Words: "EMEA", Means: "regions.name = 'Europe, Middle East and Africa'", Confidence: 1, Status: lessons.Approved},
		{Kind: lessons.Mistake, Words: "averaging order_items.unit_price", Means: "divide sum(quantity * unit_price) by sum(quantity)", Confidence: 1, Status: lessons.Disabled},
	}); err != nil {
		h.t.Fatal(err)
	}
	p, err := lessons.NewPin("shop", often[1].question, often[1].sql)
	if err == nil {
		p.Author = "dba"
		err = h.library.AddPin(h.t.Context(), p)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	settle(h)
}

// settle waits until what was to be written later is there.
func settle(h *house) {
	h.t.Helper()
	reached := make(chan struct{})
	h.store.WriteAsync(func(context.Context, *sql.Tx) error { close(reached); return nil })
	<-reached
	// That was in the middle of a transaction. Writers take turns, so the next one begins behind it.
	if err := h.store.Write(h.t.Context(), func(context.Context, *sql.Tx) error { return nil }); err != nil {
		h.t.Fatal(err)
	}
	h.library.Refresh(h.t.Context())
}

// someHealth is how a proxy is, with everything that there can be.
func someHealth() []Group {
	return []Group{
		{"Datasources", []Item{{"shop", "reachable, 41 sessions", "ok"}, {"warehouse", "not reachable", "bad"}}},
		{"Proxy", []Item{{"Connections", "44", ""}, {"Questions in progress", "2", ""}, {"Questions waiting", "3", "warn"}, {"Turns", "1,204,331", ""}}},
		{"What is kept", []Item{{"State store", "available", "ok"}, {"Records that could not be written", "0", "ok"}}},
		{"Caches", []Item{{"Catalog snapshots", "99 % of 8,120", ""}, {"Earlier translations", "61 % of 7,533", ""}, {"Pins", "4 % of 7,533", ""}}},
		{"Errors told to clients", []Item{{"42P01 by the server", "18", ""}, {"QA002 by the proxy", "11", ""}}},
	}
}

// somePolicies are those of the company.
func somePolicies() []Policy {
	return []Policy{
		{Name: "denied", Whom: []string{"all but hr_*, dba"}, Takes: []string{"tables hr.*, public.salaries", "columns employees.bonus", `questions like (?i)\bsalar(y|ies)\b`}, Hint: "Ask the people team."},
		{Name: "interns", Whom: []string{"roles intern_*"}, Takes: []string{"models *", "more than 50 questions a day"}},
		{Name: "everybody", Takes: []string{"more than 500 questions a day", "more than 200000 tokens a day", "models for more than 2.5 a day"}},
	}
}

func TestFurnishedHouse(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	furnish(h)
	if n := len(ids(h.page("/questions"))); n != questionsAPage {
		t.Errorf("%d questions", n)
	}
}
