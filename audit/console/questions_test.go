package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/mutants"
)

// furnished is a log with one question of each kind.
func furnished(t *testing.T) *house {
	h := openHouse(t).signIn()
	h.asked("q1", ago(72*time.Hour), asking("customers in Rome"), by("bob", "crm"), answered("SELECT count(*) FROM customers WHERE city = 'Rome'", "public.customers"))
	h.asked("q2", ago(2*time.Hour), asking("orders per month"), answered("SELECT 1 FROM orders", "public.orders", "sales.months"),
		func(r *audit.Record) { r.Session = "s1" })
	h.asked("q3", asking("salaries of all"), ended(audit.Refused, "QA003", "refused"), func(r *audit.Record) { r.Verdict, r.Rule = "unsafe", "denied_table" })
	h.asked("q4", asking("which one"), ended(audit.Clarified, "QA001", "which?"), func(r *audit.Record) { r.Actor = "eve@bi" })
	h.asked("q5", asking("still at it"))
	return h
}

func TestQuestionsAreFiltered(t *testing.T) {
	t.Parallel()
	h := furnished(t)
	for query, want := range map[string][]string{
		"":                                    {"q5", "q4", "q3", "q2", "q1"},
		"q=ROME":                              {"q1"},
		"q=from+orders":                       {"q2"},
		"q=q3":                                {"q3"},
		"role=bob":                            {"q1"},
		"role=BOB":                            nil,
		"datasource=shop&outcome=answered":    {"q2"},
		"outcome=open":                        {"q5"},
		"verdict=unsafe":                      {"q3"},
		"rule=denied_table":                   {"q3"},
		"sqlstate=QA001":                      {"q4"},
		"actor=eve@bi":                        {"q4"},
		"table=orders":                        {"q2"},
		"table=PUBLIC.orders":                 {"q2"},
		"table=sales.months":                  {"q2"},
		"table=order":                         nil,
		"from=2026-03-12":                     {"q5", "q4", "q3", "q2"},
		"to=2026-03-11":                       {"q1"},
		"to=2026-03-09":                       {"q1"}, // that day included
		"to=2026-03-08":                       nil,
		"from=2026-03-12T10:30":               {"q5", "q4", "q3"},
		"from=2026-03-01&to=2026-03-12T11:00": {"q2", "q1"},
	} {
		wantIDs(t, h.page("/questions?"+query), want...)
		if t.Failed() {
			t.Fatalf("by %q", query)
		}
	}
}

// A form sends its empty fields, too, and keeps what it has no input for.
func TestAddressesHoldWhatCounts(t *testing.T) {
	t.Parallel()
	h := furnished(t)
	r := h.get("/questions?q=&role=&table=orders&from=&outcome=&engine=builtin&session=s1")
	if r.code != http.StatusSeeOther || r.header.Get("Location") != "/questions?engine=builtin&session=s1&table=orders" {
		t.Fatalf("%d to %s", r.code, r.header.Get("Location"))
	}
	body := h.page(r.header.Get("Location"))
	wantIDs(t, body, "q2")
	if !strings.Contains(body, `<input type="hidden" name="session" value="s1">`) {
		t.Error("another search would forget the session")
	}
	if r := h.get("/questions?q="); r.header.Get("Location") != "/questions" {
		t.Errorf("to %s", r.header.Get("Location"))
	}
}

func TestWhatCannotBeReadOfAFilterIsTold(t *testing.T) {
	t.Parallel()
	h := furnished(t)
	for _, query := range []string{"from=yesterday", "to=2026-13-01", "before=x", "q=" + strings.Repeat("x", maxWord+1), "role=%ff"} {
		if body := h.page("/questions?" + query); !strings.Contains(body, `class="wrong" role="alert"`) {
			t.Errorf("%q: nothing is said", query)
		}
	}
}

func TestQuestionsOnSeveralPages(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	for i := range questionsAPage + 10 {
		h.asked(fmt.Sprintf("q%03d", i), ago(time.Duration(1000-i)*time.Second), answered("SELECT 1"))
	}
	first := h.page("/questions?role=ann")
	if got := ids(first); len(got) != questionsAPage || got[0] != "q059" {
		t.Fatalf("the first page lists %d questions from %q on", len(got), got[0])
	}
	_, rest, ok := strings.Cut(first, `<a class="button" href="/questions?before=`)
	link, _, _ := strings.Cut(rest, `"`)
	if !ok {
		t.Fatal("there is no way to older questions")
	}
	second := h.page("/questions?before=" + strings.ReplaceAll(link, "&amp;", "&"))
	if got := ids(second); len(got) != 10 || got[0] != "q009" || got[9] != "q000" {
		t.Errorf("the second page lists %v", got)
	}
	if strings.Contains(second, "Older questions") || strings.Contains(second, "hx-get") {
		t.Error("the last page leads on, or renews itself")
	}
}

func TestALivePageIsToldWhatIsNew(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("q1", answered("SELECT 1"))
	body := h.page("/questions")
	_, rest, _ := strings.Cut(body, `hx-get="`)
	poll, _, _ := strings.Cut(rest, `"`)
	poll = strings.ReplaceAll(poll, "&amp;", "&")
	if r := h.get(poll); r.code != http.StatusNoContent {
		t.Fatalf("%s: %d although nothing was written", poll, r.code)
	}
	h.asked("q2", answered("SELECT 2"))
	if r := h.get(poll + "&role=bob"); r.code != http.StatusNoContent {
		t.Errorf("a page that nothing new fits is renewed: %d", r.code)
	}
	r := h.get(poll)
	if r.code != http.StatusOK || strings.Contains(r.body, "<html") {
		t.Fatalf("%d: not the list alone: %s", r.code, r.body)
	}
	wantIDs(t, r.body, "q2", "q1")
	if body := h.page("/questions?live=off"); strings.Contains(body, "hx-get") {
		t.Error("a page that is paused renews itself")
	}
	if body := h.page("/questions?role=ann&live=off"); !strings.Contains(body, `href="/questions?role=ann">Paused`) {
		t.Error("the way back to the live page is not there")
	}
}

func TestAnEmptyLog(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) { c.AuditDir += "/none" }).signIn()
	for _, path := range []string{"/questions", "/usage"} {
		if body := h.page(path); !strings.Contains(body, "Nobody has asked") && !strings.Contains(body, "Nothing in this time") {
			t.Errorf("%s: %s", path, body)
		}
	}
	if r := h.get("/questions/none"); r.code != http.StatusNotFound {
		t.Errorf("a question that is not there: %d", r.code)
	}
}

func TestAStory(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("q1", asking("orders in 2024"), answered("SELECT count(*) FROM orders WHERE placed_on >= '2024-01-01'", "public.orders"), func(r *audit.Record) {
		r.States = []audit.State{{Name: "plan", Took: 2 * time.Millisecond, Note: "one table"}, {Name: "execute", Took: 8 * time.Millisecond}}
		r.Attempts = []audit.Attempt{{Draft: "SELECT nope FROM orders", SQLState: "42703", Error: "column nope does not exist", Class: "COLUMN_NOT_FOUND", Advice: "use id"}}
		r.Model, r.Calls, r.TokensIn, r.TokensOut, r.ModelCost, r.Confidence = "small", 2, 1200, 80, 0.0031, 0.82
		r.Cost, r.PlanRows, r.Reading, r.Client = 1234.5, 10, "How many orders of 2024.", "192.0.2.7"
		r.Retrieval = &audit.Retrieval{Chosen: []audit.TableChoice{{Table: "orders", Reason: "named", Confidence: 0.9, Columns: []string{"placed_on"}}}, Outline: "count them"}
	})
	body := h.page("/questions/q1")
	for _, want := range []string{"orders in 2024", "How many orders of 2024.", `<span class="k">SELECT</span>`, `<span class="s">&#39;2024-01-01&#39;</span>`,
		"COLUMN_NOT_FOUND", "column nope does not exist", "use id", "one table", "1,200 in", "82 %", "0.003100", "192.0.2.7", "count them", "placed_on",
		"cost 1,235, 10 rows", "3 rows", `<a href="/questions?table=public.orders">public.orders</a>`, "8.00 ms", "12.0 ms", "&#34;question&#34;: &#34;orders in 2024&#34;"} {
		if !strings.Contains(body, want) {
			t.Errorf("the story does not hold %q", want)
		}
	}
	h.asked("q3", asking("only those of Rome"), answered("SELECT 2"), func(r *audit.Record) { r.Verb, r.About = "refine", "q1" })
	h.asked("q4", asking("cancelled ones are in it"), answered(""), func(r *audit.Record) { r.Verb, r.About, r.Feedback = "bad", "q1", audit.Bad })
	body = h.page("/questions/q1")
	for _, want := range []string{"What followed", `<a href="/questions/q3">refine: only those of Rome</a>`, "“cancelled ones are in it”", "<dt>Intent</dt><dd>record 1</dd>", "<dt>Outcome</dt><dd>record 2</dd>"} {
		if !strings.Contains(body, want) {
			t.Errorf("the story does not hold %q", want)
		}
	}
	if body := h.page("/questions/q3"); !strings.Contains(body, `Follows</span> <a href="/questions/q1">q1</a>`) {
		t.Error("what a follow-up follows is not said")
	}
	h.asked("q2")
	if body := h.page("/questions/q2"); !strings.Contains(body, "There is no outcome") {
		t.Error("that a question has no outcome is not said")
	}
}

// A record may come to hold fields that this package has not heard of; they are shown by their names.
func TestEveryFieldOfARecordIsShown(t *testing.T) {
	t.Parallel()
	e := audit.Entry{Record: audit.Record{ID: "q1", Question: "a"}}
	_, rest, err := leftOver(&e)
	if err != nil {
		t.Fatal(err)
	}
	if len(rest) != 0 {
		t.Errorf("fields of an empty record are shown as others: %v", rest)
	}
}

func TestLinksCarryWhatIsOdd(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("q1", by(`a&b="c"`, "d/e?f#g"), answered("SELECT 1", `public."we&ird"`))
	body := h.page("/questions/q1")
	for _, want := range []url.Values{{"role": {`a&b="c"`}}, {"datasource": {"d/e?f#g"}}, {"table": {`public."we&ird"`}}} {
		link := "/questions?" + want.Encode()
		if !strings.Contains(body, `href="`+strings.ReplaceAll(link, "&", "&amp;")+`"`) {
			t.Errorf("no link %s", link)
		}
		wantIDs(t, h.page(link), "q1")
	}
}

// Addresses are typed by people and made by others.
func FuzzFilter(tf *testing.F) {
	f := mutants.Of(tf)
	for _, q := range []string{"q=a&role=b", "from=2026-01-31&to=2026-02-01T10:00", "before=18446744073709551616", "q=%ff&table=" + url.QueryEscape(hostile[0]), "a;b&%zz"} {
		f.Add(q)
	}
	e := audit.Entry{Record: audit.Record{Question: "orders", Relations: []string{"public.orders", "", "."}, Columns: []string{"a.b.c"}}}
	f.Fuzz(func(t *testing.T, query string) {
		typed, _ := url.ParseQuery(query)
		filter, _ := parseFilter(typed, time.UTC)
		_ = filter.has(&e, 0)
		// What an address of ours says is what it said.
		again, wrong := parseFilter(filter.values(typed), time.UTC)
		if fmt.Sprint(again.words) != fmt.Sprint(filter.words) || !again.from.Equal(filter.from) || !again.to.Equal(filter.to) && len(wrong) == 0 {
			t.Errorf("%q became %v", query, filter.values(typed))
		}
	})
}
