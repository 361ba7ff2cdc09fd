package console

import (
	"errors"
	"net/http"

	"github.com/pgask/pgask/lessons"
)

const readOnly = "This console only shows: console.read_only is set."

// notices are what a page says after a change, by what its address says. Nothing else can be put into their place.
var notices = map[string]string{
	"approved": "Approved. It is used from the next question on.",
	"disabled": "Disabled. It is not used any more.",
	"changed":  "Changed.",
	"pinned":   "Pinned. Each use proves the statement again.",
	"removed":  "Removed.",
	"verify":   "The log is being verified.",
}

// done is what the change was that led here.
func done(r *http.Request) string { return notices[r.URL.Query().Get("done")] }

// note writes who changed what to the operator's log. What it says is not among it: it may repeat questions.
func (c *Console) note(v *visitor, what, id string) {
	c.log.Info("console: "+what, "id", id, "by", v.Name)
}

// unavailable says that a change failed for a reason that is not in what somebody wrote.
func unavailable(err error) bool {
	return errors.Is(err, lessons.ErrNone) || !errors.Is(err, lessons.ErrMalformed)
}

// changed makes of an error what whoever wanted the change should know.
func changed(err error) error {
	if errors.Is(err, lessons.ErrNone) {
		return &problem{http.StatusConflict, "Somebody has changed or removed it meanwhile. Nothing was done."}
	}
	return err
}
