package console

import (
	"net/http"
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
)

// pinsPage lists pins, and what might become one.
type pinsPage struct {
	Suggestions []lessons.Suggestion
	Pins        []lessons.Pin
	More        int
}

func (c taughtPages) pins(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	var body pinsPage
	var err error
	if body.Pins, err = library.Pins(r.Context()); err != nil {
		return err
	}
	if body.Suggestions, err = library.Suggestions(r.Context()); err != nil {
		return err
	}
	slices.Reverse(body.Pins) // the newest first
	if len(body.Pins) > maxListed {
		body.More = len(body.Pins) - maxListed
		body.Pins = body.Pins[:maxListed]
	}
	return c.show(w, r, v, http.StatusOK, "pins", page{Title: "Pins", Here: "/pins", Notice: done(r), Body: body})
}

// pinPage is a pin that is being made or changed.
type pinPage struct {
	ID         string // of the pin that is changed; empty: a new one
	Suggestion string // that it is made of; empty: none
	Datasource string
	Question   string
	Statement  string
	Wrong      string
}

// pin shows a pin to change, or as "new" an empty one, or one made of a suggestion.
func (c taughtPages) pin(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	body := pinPage{}
	if id := r.PathValue("id"); id != "new" {
		p, err := pinOf(r, library)
		if err != nil {
			return err
		}
		body = pinPage{ID: p.ID, Datasource: p.Datasource, Question: p.Question}
		if body.Statement, err = p.Sample(); err != nil {
			body.Statement = p.Statement
		}
	} else if from := r.URL.Query().Get("from"); from != "" {
		all, err := library.Suggestions(r.Context())
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(s lessons.Suggestion) bool { return s.ID == from })
		if i < 0 {
			return notFound("This is not suggested any more: it may be pinned already.")
		}
		body = pinPage{Suggestion: from, Datasource: all[i].Datasource, Question: all[i].Question, Statement: all[i].Statement}
	}
	return c.showPin(w, r, v, http.StatusOK, body)
}

func (c taughtPages) showPin(w http.ResponseWriter, r *http.Request, v *visitor, code int, body pinPage) error {
	title := "Pin a question"
	if body.ID != "" {
		title = "Change a pin"
	}
	return c.show(w, r, v, code, "pin", page{Title: title, Here: "/pins", Body: body})
}

// pinOf returns the pin that an address names.
func pinOf(r *http.Request, library Lessons) (*lessons.Pin, error) {
	all, err := library.Pins(r.Context())
	if err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	i := slices.IndexFunc(all, func(p lessons.Pin) bool { return p.ID == id })
	if i < 0 {
		return nil, notFound("There is no pin with this id any more.")
	}
	return &all[i], nil
}

// addPin makes a pin, in the place of another if the form says which.
func (c taughtPages) addPin(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	text := func(name string) string { return strings.TrimSpace(r.PostForm.Get(name)) }
	body := pinPage{ID: text("id"), Datasource: text("datasource"), Question: text("question"), Statement: text("statement")}
	if body.Wrong = c.unfit(&body); body.Wrong != "" {
		return c.showPin(w, r, v, http.StatusUnprocessableEntity, body)
	}
	p, err := lessons.NewPin(body.Datasource, body.Question, strings.TrimRight(body.Statement, "; \n"))
	if err != nil {
		body.Wrong = err.Error()
		return c.showPin(w, r, v, http.StatusUnprocessableEntity, body)
	}
	p.Note = "from the console"
	if err := c.record(r, v, "question pinned", p.ID); err != nil {
		return err
	}
	if err := library.AddPin(r.Context(), p); err != nil {
		return err
	}
	if body.ID != "" && body.ID != p.ID {
		if err := c.record(r, v, "pin removed for another", body.ID); err != nil {
			return err
		}
		if err := library.RemovePin(r.Context(), body.ID); err != nil {
			return changed(err)
		}
	}
	return redirect(w, r, "/pins?done=pinned")
}

// unfit returns what is wrong with a pin, as far as that can be told without the database; empty: nothing.
func (c taughtPages) unfit(body *pinPage) string {
	switch {
	case body.Datasource == "" || len(body.Datasource) > maxWord:
		return "The datasource is missing."
	case body.Question == "" || body.Statement == "":
		return "A pin needs a question and a statement."
	}
	if c.cfg.Check == nil {
		return ""
	}
	if err := c.cfg.Check(body.Statement); err != nil {
		return "The guard refuses this statement: " + err.Error()
	}
	return ""
}

// changePin approves, disables or removes a pin.
func (c taughtPages) changePin(w http.ResponseWriter, r *http.Request, v *visitor, library Lessons) error {
	p, err := pinOf(r, library)
	if err != nil {
		return err
	}
	what := map[string]struct {
		done string
		do   func() error
	}{
		"approve": {"approved", func() error { return library.SetPin(r.Context(), p.ID, lessons.Approved, "") }},
		"disable": {"disabled", func() error { return library.SetPin(r.Context(), p.ID, lessons.Disabled, "in the console") }},
		"remove":  {"removed", func() error { return library.RemovePin(r.Context(), p.ID) }},
	}
	change, ok := what[r.PathValue("action")]
	if !ok {
		return notFound("There is no such page.")
	}
	if err := c.record(r, v, "pin "+change.done, p.ID); err != nil {
		return err
	}
	if err := change.do(); err != nil {
		return changed(err)
	}
	return redirect(w, r, "/pins?done="+change.done)
}
