package console

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
)

const questionsAPage = 50

// questionList is the part of the page that is renewed.
type questionList struct {
	Questions []audit.Entry
	Newest    uint64 // number of the newest record of the log, found or not
	Live      bool
	Self      string // address of this list, without the number that it was seen with
	Older     string // address of what comes after it; empty: nothing does
	Partial   bool   // the bound ended the look, not the log
	Filtered  bool
	Fleet     bool // of several proxies
}

// Poll returns the address at which the list asks for newer records.
func (l *questionList) Poll() string {
	at := "?"
	if strings.Contains(l.Self, "?") {
		at = "&"
	}
	return l.Self + at + "seen=" + strconv.FormatUint(l.Newest, 10)
}

// questionsPage is the list and what it can be narrowed by.
type questionsPage struct {
	List     *questionList
	Typed    url.Values
	Chips    []chip
	Wrong    []string
	Known    known
	Toggle   string // address of the same list, live or not
	Paged    bool   // not the first page
	From, To string // as a form has them
	Zone     string // that they are in
	Hidden   []fact // fields that narrow the list and have no input of their own
	Outcomes []string
	Verdicts []string
	Opinions []string
	Open     bool   // something narrows the list whose input is folded away
	Export   string // address of what is listed, as CSV
	Count    string // address of the same page with Hits
	Hits     *hitCount
}

// hitCount is how many questions fit, on all pages together.
type hitCount struct {
	N    int
	More bool // the bound ended the count, not the log
	At   time.Time
}

// chip is one thing that narrows, with the address of the list without it.
type chip struct{ Label, Value, Without string }

// known are values to choose from: those of the newest questions.
type known struct{ Roles, Datasources, Tables, Engines, Proxies, Applications, Policies []string }

// inputs are the fields that the form has inputs for.
var inputs = append([]string{"q", "role", "datasource", "proxy", "table", "outcome", "verdict"}, folded...)

// folded are those of them that are shown on demand.
var folded = []string{"policy", "engine", "application", "client", "feedback"}

var outcomes = []string{string(audit.Answered), string(audit.Prepared), string(audit.Clarified), string(audit.Unanswered),
	string(audit.Refused), string(audit.Failed), string(audit.Cancelled), open}

// questionPages list questions and tell the story of each.
type questionPages struct{ *Console }

// questions lists questions, the newest first. With seen it answers a page that renews itself: with nothing if nothing
// was written since.
func (c questionPages) questions(w http.ResponseWriter, r *http.Request, v *visitor) error {
	typed := r.URL.Query()
	if r.URL.RawQuery != "" && dropEmpty(typed) && !typed.Has("seen") {
		return redirect(w, r, address(typed)) // a form sends all of its fields; what is kept or passed on has what counts
	}
	at := c.zone(r)
	f, wrong := parseFilter(typed, at)
	f.zone = c.chosen(at)
	newest, err := c.records.newest(r.Context())
	if err != nil {
		return err
	}
	if typed.Has("seen") {
		fresh, err := c.records.fresh(r.Context(), &f, typed.Get("seen"), newest)
		if err != nil {
			return err
		}
		if !fresh {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
	}
	list, have, err := c.records.list(r.Context(), &f, typed)
	if err != nil {
		return err
	}
	list.Newest = newest
	list.Live = typed.Get("live") != "off" && f.before == 0
	if typed.Has("seen") {
		return c.send(w, r, http.StatusOK, "questions", "list", &list)
	}
	body := questionsPage{List: &list, Typed: typed, Wrong: wrong, Known: have, Chips: chips(&f, typed), Paged: f.before > 0,
		Zone: c.zoneName(at), From: inForm(f.from), To: inForm(f.to), Outcomes: outcomes, Verdicts: []string{"allow", "invalid", "unsafe"}}
	for _, field := range fields {
		if value := f.words[field.Name]; value != "" && !slices.Contains(inputs, field.Name) {
			body.Hidden = append(body.Hidden, fact{field.Name, value})
		}
	}
	if name := typed.Get(zoneParam); name != "" && f.zone != "" {
		body.Hidden = append(body.Hidden, fact{zoneParam, f.zone})
	}
	body.Opinions = []string{string(audit.Good), string(audit.Bad)}
	body.Open = slices.ContainsFunc(folded, func(name string) bool { return f.words[name] != "" })
	if err := c.addWhole(r.Context(), &body, f); err != nil {
		return err
	}
	toggled := f.values(typed)
	if list.Live {
		toggled.Set("live", "off")
	}
	body.Toggle = address(toggled)
	p := page{Title: "Questions", Here: "/questions", Body: body}
	if list.Live {
		p.Refresh = 15
	}
	return c.show(w, r, v, http.StatusOK, "questions", p)
}

// addWhole adds what is about all that fits, and not about one page of it.
func (c questionPages) addWhole(ctx context.Context, body *questionsPage, f filter) error {
	all := f.values(body.Typed)
	body.Export = strings.Replace(address(all), "/questions", "/questions.csv", 1)
	if body.Typed.Get("count") != "" {
		n, more, err := c.records.hits(ctx, f)
		body.Hits = &hitCount{n, more, c.cfg.now()}
		return err
	}
	all.Set("count", "on")
	body.Count = address(all)
	return nil
}

// dropEmpty takes out what has no value, and says whether there was any.
func dropEmpty(v url.Values) bool {
	n := len(v)
	maps.DeleteFunc(v, func(_ string, values []string) bool { return strings.Join(values, "") == "" })
	return len(v) < n
}

// inForm formats a time as the value of a datetime-local input; empty for the zero time.
func inForm(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02T15:04")
}

func address(v url.Values) string {
	if len(v) == 0 {
		return "/questions"
	}
	return "/questions?" + v.Encode()
}

// list finds a page of questions, and what the newest hold that others could be narrowed by.
func (l *records) list(ctx context.Context, f *filter, typed url.Values) (questionList, known, error) {
	seen := newKnown()
	var lowest uint64
	self := f.values(typed)
	list := questionList{Filtered: len(self) > 0, Fleet: l.fleet()}
	q := l.query(f)
	q.Questions = questionsAPage
	found, more, err := l.look(ctx, q, func(e *audit.Entry) (fits, enough bool) {
		seen.add(e)
		lowest = l.order(e)
		return f.has(e, lowest), false
	})
	if err != nil {
		return list, known{}, err
	}
	list.Questions, list.Self = found, address(self)
	if more {
		list.Partial = len(found) < questionsAPage
		if !list.Partial {
			lowest = l.order(&found[len(found)-1])
		}
		self.Set("before", strconv.FormatUint(lowest, 10))
		list.Older = address(self)
	}
	return list, seen.known(), nil
}

// query is what of a filter the log itself can look for; the rest is for has.
func (l *records) query(f *filter) audit.Query {
	q := audit.Query{Since: f.from, Scan: scanBytes}
	if l.fleet() { // the table's server looks for what it can
		q.Until, q.Role, q.Datasource, q.Proxy = f.to, f.words["role"], f.words["datasource"], f.words["proxy"]
		q.Session, q.App, q.Policy = f.words["session"], f.words["application"], f.words["policy"]
		q.Pieces = []string{f.words["q"], f.words["table"]}
		if at := time.UnixMicro(int64(min(f.before, 1<<62))); f.before > 0 && (q.Until.IsZero() || at.Before(q.Until)) {
			q.Until = at
		}
	}
	return q
}

// chips returns the criteria that narrow a list, each with the address of the list without it.
func chips(f *filter, typed url.Values) []chip {
	var all []chip
	add := func(name, label, value string) {
		rest := f.values(typed)
		rest.Del(name)
		if typed.Get("live") == "off" {
			rest.Set("live", "off")
		}
		all = append(all, chip{label, value, address(rest)})
	}
	for _, field := range fields {
		if value := f.words[field.Name]; value != "" {
			add(field.Name, field.Label, value)
		}
	}
	if !f.from.IsZero() {
		add("from", "From", typed.Get("from"))
	}
	if !f.to.IsZero() {
		add("to", "To", typed.Get("to"))
	}
	return all
}

// maxKnown bounds what is offered to choose from, of each kind.
const maxKnown = 200

type knownSet struct{ roles, datasources, tables, engines, proxies, applications, policies map[string]bool }

func newKnown() *knownSet {
	return &knownSet{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{},
		map[string]bool{}}
}

func (k *knownSet) add(e *audit.Entry) {
	put := func(to map[string]bool, value string) {
		if value != "" && len(value) <= maxWord && len(to) < maxKnown {
			to[value] = true
		}
	}
	put(k.roles, e.Role)
	put(k.datasources, e.Datasource)
	put(k.engines, e.Engine)
	put(k.proxies, e.Proxy)
	put(k.applications, e.Application)
	put(k.policies, e.Policy)
	for _, r := range e.Relations {
		put(k.tables, r)
	}
}

func (k *knownSet) known() known {
	list := func(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
	return known{list(k.roles), list(k.datasources), list(k.tables), list(k.engines), list(k.proxies),
		list(k.applications), list(k.policies)}
}
