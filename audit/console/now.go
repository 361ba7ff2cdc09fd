package console

import (
	"net/http"
	"slices"
	"time"

	"github.com/pgask/pgask/audit"
)

// Underway is a question that is being worked on.
type Underway struct {
	audit.Record
	Stage string // how far it has come, in one word
}

// maxUnderway bounds how many are listed; there may be thousands in line.
const maxUnderway = 200

// nowList is the part of the page that is renewed.
type nowList struct {
	Questions []underwayRow
	All       int // of them, listed or not
	At        time.Time
	CSRF      string // empty: who looks may cancel nothing
	Fleet     bool   // other proxies have questions of their own
}

// underwayRow is a question in the list.
type underwayRow struct {
	audit.Entry
	Stage string
	For   time.Duration
}

// nowPages list what is underway, and stop it.
type nowPages struct{ *Console }

// now lists what this proxy works on.
func (c nowPages) now(w http.ResponseWriter, r *http.Request, v *visitor) error {
	if c.cfg.Underway == nil {
		return notFound("What runs now is not shown here.")
	}
	all := c.cfg.Underway()
	body := nowList{All: len(all), At: c.cfg.now(), Fleet: c.records.fleet()}
	if c.cfg.Cancel != nil && !c.cfg.ReadOnly {
		body.CSRF = v.CSRF
	}
	for _, u := range all[:min(len(all), maxUnderway)] {
		body.Questions = append(body.Questions, underwayRow{audit.Entry{Record: u.Record}, u.Stage, body.At.Sub(u.Time)})
	}
	if r.URL.Query().Has("seen") {
		return c.send(w, r, http.StatusOK, "now", "list", body)
	}
	return c.show(w, r, v, http.StatusOK, "now", page{Title: "Now", Here: "/now", Notice: done(r), Refresh: 5, Body: body})
}

// cancelQuestion stops a question that is being worked on. That it is about to be stopped is recorded before.
func (c nowPages) cancelQuestion(w http.ResponseWriter, r *http.Request, v *visitor) error {
	id := r.PathValue("id")
	switch {
	case c.cfg.ReadOnly:
		return forbidden(readOnly)
	case c.cfg.Cancel == nil || c.cfg.Underway == nil:
		return notFound("Questions cannot be cancelled here.")
	case !slices.ContainsFunc(c.cfg.Underway(), func(u Underway) bool { return u.ID == id }):
		return redirect(w, r, "/now?done=over") // nothing to record, and an id of somebody's making is in no record
	}
	if err := c.record(r, v, "question cancelled", id); err != nil {
		return err
	}
	if !c.cfg.Cancel(id) {
		return redirect(w, r, "/now?done=over")
	}
	return redirect(w, r, "/now?done=stopped")
}
