package console

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/mutants"
	"github.com/pgask/pgask/lessons"
)

// hostile are texts that would do something if any page took them for more than text.
var hostile = []string{
	`<script>alert("pgask")</script>`,
	`"><img src=x onerror=alert("pgask")>`,
	`' onmouseover='alert("pgask")' x='`,
	"`${alert(\"pgask\")}`</textarea></pre></title></style></script><svg/onload=alert(\"pgask\")>",
	`javascript:alert("pgask")`,
	`{{.Visitor.CSRF}}{{template "layout" .}}`,
	`<div hx-get="/logout" hx-trigger="load" hx-on:click="alert('pgask')"></div>`,
	"\x00\x1b[2J\u202e\u2028 \xff\xfe",
	`<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">`,
	`--><!-- ]]> &lt;b&gt; %3Cscript%3E \u003cscript\u003e`,
}

// attack records one text wherever a record may hold text.
func attack(h *house, id, text string, outcome audit.Outcome) {
	h.t.Helper()
	h.asked(id, ago(time.Minute), func(r *audit.Record) {
		r.Datasource, r.Session, r.Client, r.Role, r.Application, r.Actor, r.Remark = text, text, text, text, text, text, text
		r.Form, r.Verb, r.Question, r.Reply, r.About, r.Engine, r.Model, r.Prompt = text, text, text, text, text, text, text, text
		r.Reading, r.Clarified, r.SQL, r.Sent, r.Within, r.Fingerprint, r.Verdict, r.Rule, r.SQLState, r.Message = text, text, text, text, text, text, text, text, text, text
		r.Policy = text
		r.Relations, r.Columns, r.Lessons, r.Pin, r.Feedback = []string{text}, []string{text}, []string{text}, text, audit.Feedback(text)
		r.States = []audit.State{{Name: text, Took: time.Second, Note: text}}
		r.Attempts = []audit.Attempt{{Draft: text, SQLState: text, Error: text, Class: text, Advice: text}}
		choice := audit.TableChoice{Table: text, Reason: text, Columns: []string{text}}
		r.Retrieval = &audit.Retrieval{Phases: []string{text}, Chosen: []audit.TableChoice{choice}, Removed: []audit.TableChoice{choice}, Outline: text}
		r.Exchanges = []*audit.Exchange{{At: text, Model: text, System: text, User: text, Schema: text, Answer: text, Error: text}}
		r.Outcome, r.Rows, r.Total = outcome, 1, time.Second
	})
}

// tainted is a house in which everything that can hold a text holds hostile ones, and the addresses of its pages.
func tainted(t *testing.T) (*house, []string) {
	h := openHouse(t, func(c *Config) {
		c.Health = func(context.Context) []Group {
			var g []Group
			for _, text := range hostile {
				g = append(g, Group{text, []Item{{text, text, text}}})
			}
			return g
		}
		c.Policies = func() []Policy {
			var all []Policy
			for _, text := range hostile {
				all = append(all, Policy{Name: text, Whom: []string{text}, Takes: []string{text}, Hint: text})
			}
			return all
		}
		c.Verify = func() (audit.Report, error) {
			return audit.Report{Head: hostile[0], Findings: []audit.Finding{{File: hostile[0], What: hostile[1]}}}, nil
		}
	}).signIn()
	paths := []string{"/questions", "/usage", "/usage?span=24h", "/lessons", "/lessons?status=approved", "/lessons?status=disabled", "/pins", "/pins/new", "/policies", "/health"}
	for i, text := range hostile {
		id := "h" + string(rune('a'+i))
		attack(h, id, text, []audit.Outcome{audit.Answered, audit.Refused, audit.Failed, audit.Clarified, ""}[i%5])
		paths = append(paths, "/questions/"+id, "/questions?"+url.Values{"q": {text}, "role": {text}, "table": {text}, "outcome": {text}, "from": {text}, "live": {text}, "before": {text}}.Encode(),
			"/usage?"+url.Values{"span": {text}, "role": {text}, "datasource": {text}}.Encode(), "/login?"+url.Values{"next": {"/" + text}}.Encode(),
			"/lessons?"+url.Values{"status": {text}, "done": {text}}.Encode(), "/pins/new?"+url.Values{"from": {text}}.Encode(), "/"+url.PathEscape(text))
		h.library.Learn(lessons.Lesson{Kind: lessons.Example, Words: "q" + text, Means: text, Author: "ann", Source: lessons.FromFeedback, Confidence: 0.9, Note: text, Datasources: []string{"shop"}})
		for range 4 {
			h.library.Asked(text, "question "+text, text)
		}
	}
	settle(h)
	all, err := h.library.All(t.Context())
	if err != nil || len(all) < len(hostile)-2 {
		t.Fatalf("%d lessons: %v", len(all), err)
	}
	for _, l := range all {
		paths = append(paths, "/lessons/"+l.ID)
	}
	suggested, err := h.library.Suggestions(t.Context())
	if err != nil || len(suggested) == 0 {
		t.Fatalf("%d suggestions: %v", len(suggested), err)
	}
	for _, s := range suggested {
		paths = append(paths, "/pins/new?from="+s.ID)
	}
	return h, append(paths, "/questions?count=on", "/questions?policy="+url.QueryEscape(hostile[0])+"&application="+url.QueryEscape(hostile[1]))
}

// The text stands on its page, and nothing of it as markup: whatever follows is a tag or an attribute that no
// template has.
func TestHostileTextIsText(t *testing.T) {
	t.Parallel()
	h, paths := tainted(t)
	for _, path := range paths {
		r := h.get(path)
		if r.code >= http.StatusInternalServerError {
			t.Errorf("%s: %d", path, r.code)
		}
		for _, bad := range []string{"<script>", "<img", "<base", "<div hx-get=\"/logout", "onload=alert(\"", "onerror=alert(\"", "onmouseover='alert", "<!--", "href=\"javascript:",
			"url=https://evil.example/\"", "ZgotmplZ"} {
			if strings.Contains(r.body, bad) {
				t.Errorf("%s holds %s", path, bad)
			}
		}
		if strings.Count(r.body, "<title>") > 1 && !strings.Contains(path, "usage") {
			t.Errorf("%s has several titles", path)
		}
	}
	body := h.page("/questions/ha")
	if !strings.Contains(html.UnescapeString(body), hostile[0]) {
		t.Error("what was asked is not to be read")
	}
}

// Records come from files, which hold what somebody put there.
func FuzzStory(tf *testing.F) {
	f := mutants.Of(tf)
	for i, text := range hostile {
		e := audit.Entry{Record: audit.Record{ID: "q", Question: text, SQL: text, Outcome: audit.Outcome(text), Total: time.Duration(i) * time.Second}}
		b, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	c, err := New(Config{AuditDir: "none", Token: testToken, Location: time.UTC})
	if err != nil {
		f.Fatal(err)
	}
	pages, err := c.pages.zones.in(time.UTC, "")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var e audit.Entry
		if json.Unmarshal(b, &e) != nil {
			return
		}
		var out strings.Builder
		raw, others, err := leftOver(&e)
		if err != nil {
			t.Fatal(err)
		}
		page := page{Visitor: &visitor{}, Body: storyPage{Entry: e, Steps: steps(e.States), Raw: raw, Others: others}}
		if err := pages["story"].ExecuteTemplate(&out, "layout", page); err != nil {
			t.Fatal(err)
		}
		list := questionList{Questions: []audit.Entry{e}}
		if err := pages["questions"].ExecuteTemplate(&out, "list", &list); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(out.String()), "<script>") {
			t.Error("markup of the record's own")
		}
		now := newTally(spans[0].begins(e.Time, time.UTC))
		now.add(&e)
		now.close()
		for _, s := range spans {
			_, _, _ = outcomeChart(now, s), timeChart(now, s), tokenChart(now, s)
		}
	})
}
