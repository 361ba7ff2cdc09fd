package console

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
)

// lessonsPage lists lessons of one standing.
type lessonsPage struct {
	Tabs           []tab
	Lessons        []lessons.Lesson
	Waiting        bool // those shown wait for approval
	Status         lessons.Status
	Contradictions []string
	More           int // lessons beyond those that are shown
}

// tab is one of the lists of a page.
type tab struct {
	Label, Address string
	Count          int
	Current        bool
}

// maxListed bounds how many lessons or pins one page shows.
const maxListed = 500

var standings = []struct {
	status lessons.Status
	label  string
}{{lessons.Proposed, "Waiting"}, {lessons.Approved, "In use"}, {lessons.Disabled, "Disabled"}}

// taughtView is a view of what was taught.
type taughtView func(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error

// taughtPages are those of lessons and pins.
type taughtPages struct{ *Console }

// taught returns a view with the library of lessons; without a library it is not found.
func (c taughtPages) taught(view taughtView) view {
	return func(w http.ResponseWriter, r *http.Request, v *visitor) error {
		if c.cfg.Lessons == nil {
			return notFound("Nothing is taught here.")
		}
		return view(w, r, v, c.cfg.Lessons())
	}
}

// teaching is taught for views that change the library; with ReadOnly they are forbidden.
func (c taughtPages) teaching(change taughtView) view {
	return func(w http.ResponseWriter, r *http.Request, v *visitor) error {
		if c.cfg.ReadOnly {
			return forbidden(readOnly)
		}
		return c.taught(change)(w, r, v)
	}
}

func (c taughtPages) lessons(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	all, err := library.All(r.Context())
	if err != nil {
		return err
	}
	body := lessonsPage{}
	if body.Contradictions, err = library.Contradictions(r.Context()); err != nil {
		return err
	}
	body.Contradictions = body.Contradictions[:min(20, len(body.Contradictions))]
	want := lessons.Status(r.URL.Query().Get("status"))
	if !slices.ContainsFunc(all, func(l lessons.Lesson) bool { return l.Status == lessons.Proposed }) && want == "" {
		want = lessons.Approved // nothing waits
	}
	if want != lessons.Approved && want != lessons.Disabled {
		want = lessons.Proposed
	}
	for _, s := range standings {
		t := tab{Label: s.label, Address: "/lessons?status=" + string(s.status), Current: s.status == want}
		for _, l := range all {
			if l.Status == s.status {
				t.Count++
			}
		}
		body.Tabs = append(body.Tabs, t)
	}
	body.Status, body.Waiting = want, want == lessons.Proposed
	body.Lessons = slices.DeleteFunc(all, func(l lessons.Lesson) bool { return l.Status != want })
	if len(body.Lessons) > maxListed {
		body.More = len(body.Lessons) - maxListed
		body.Lessons = body.Lessons[:maxListed]
	}
	return c.show(w, r, v, http.StatusOK, "lessons", page{Title: "Lessons", Here: "/lessons", Notice: done(r), Body: body})
}

// lessonPage is a lesson that is being changed.
type lessonPage struct {
	ID          string
	Lesson      lessons.Lesson
	Datasources string
	Wrong       string
}

func (c taughtPages) lesson(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	l, err := lessonOf(r, library)
	if err != nil {
		return err
	}
	return c.show(w, r, v, http.StatusOK, "lesson", page{Title: "Change a lesson", Here: "/lessons",
		Body: lessonPage{ID: l.ID, Lesson: *l, Datasources: strings.Join(l.Datasources, ", ")}})
}

// lessonOf returns the lesson of the state store that an address names.
func lessonOf(r *http.Request, library Lessons) (*lessons.Lesson, error) {
	all, err := library.All(r.Context())
	if err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	i := slices.IndexFunc(all, func(l lessons.Lesson) bool { return l.ID == id && l.Source != lessons.FromFile })
	if i < 0 {
		return nil, notFound("There is no lesson with this id any more. Lessons of lessons.file are changed there.")
	}
	return &all[i], nil
}

// changeLesson approves, disables or replaces a lesson.
func (c taughtPages) changeLesson(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	l, err := lessonOf(r, library)
	if err != nil {
		return err
	}
	switch action := r.PathValue("action"); action {
	case "approve":
		if err := c.record(r, v, "lesson approved", l.ID); err != nil {
			return err
		}
		doubts, err := library.Doubts(r.Context(), l.ID)
		if err != nil {
			return err
		}
		if err := library.SetStatus(r.Context(), l.ID, lessons.Approved, strings.TrimSpace(r.PostForm.Get("role"))); err != nil {
			return changed(err)
		}
		return redirect(w, r, "/lessons?status=proposed&done="+approved(doubts))
	case "disable":
		if err := c.record(r, v, "lesson disabled", l.ID); err != nil {
			return err
		}
		if err := library.SetStatus(r.Context(), l.ID, lessons.Disabled, l.Role); err != nil {
			return changed(err)
		}
		return redirect(w, r, "/lessons?status="+string(l.Status)+"&done=disabled")
	case "change":
		return c.replaceLesson(w, r, v, library, l)
	}
	return notFound("There is no such page.")
}

// changeLessons approves or disables the lessons that were marked in the list.
func (c taughtPages) changeLessons(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	status, did := lessons.Approved, "approved"
	if r.PostForm.Get("do") == "disable" {
		status, did = lessons.Disabled, "disabled"
	}
	all, err := library.All(r.Context())
	if err != nil {
		return err
	}
	marked := r.PostForm["id"]
	if status == lessons.Approved {
		doubts, err := library.Doubts(r.Context(), marked...)
		if err != nil {
			return err
		}
		did = approved(doubts)
	}
	for _, l := range all {
		if l.Source == lessons.FromFile || !slices.Contains(marked, l.ID) || l.Status == status {
			continue
		}
		if err := c.record(r, v, "lesson "+string(status), l.ID); err != nil {
			return err
		}
		if err := library.SetStatus(r.Context(), l.ID, status, l.Role); err != nil {
			return changed(err)
		}
	}
	return redirect(w, r, "/lessons?status="+url.QueryEscape(r.PostForm.Get("status"))+"&done="+did)
}

// approved names the message after lessons were approved, with what speaks against them or without.
func approved(doubts []string) string {
	if len(doubts) > 0 {
		return "doubtful"
	}
	return "approved"
}

// replaceLesson replaces a lesson by what the form holds.
func (c taughtPages) replaceLesson(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons, old *lessons.Lesson) error {
	text := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	l := *old
	l.Words, l.Means, l.Role, l.Note = text("words"), text("means"), text("role"), text("note")
	l.Datasources = nil
	for _, d := range strings.Split(text("datasources"), ",") {
		if d = strings.TrimSpace(d); d != "" {
			l.Datasources = append(l.Datasources, d)
		}
	}
	if err := c.record(r, v, "lesson changed", old.ID); err != nil {
		return err
	}
	var err error
	if l.Rule, err = lessons.ParseRule(text("rule")); err != nil {
		err = fmt.Errorf("%w: %w", lessons.ErrMalformed, err)
	} else {
		err = library.Replace(r.Context(), old.ID, l)
	}
	if err != nil {
		if unavailable(err) {
			return changed(err)
		}
		return c.show(w, r, v, http.StatusUnprocessableEntity, "lesson", page{Title: "Change a lesson", Here: "/lessons",
			Body: lessonPage{ID: old.ID, Lesson: l, Datasources: text("datasources"), Wrong: err.Error()}})
	}
	return redirect(w, r, "/lessons?status=approved&done=changed")
}
