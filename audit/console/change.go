package console

import (
	"errors"
	"fmt"
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

// record says in the log, before it is done, who changes what. What cannot be recorded is not done. What the change is about is not
// among it: that may repeat questions.
func (c *Console) record(r *http.Request, v *visitor, what, id string) error {
	c.log.Info("console: "+what, "id", id, "by", v.Name)
	if c.cfg.Record == nil {
		return nil
	}
	if err := c.cfg.Record(r.Context(), fmt.Sprintf("console: %s %q by %q", what, id, v.Name)); err != nil {
		c.log.Error("console: change not recorded, and not made", "error", err)
		return &problem{http.StatusServiceUnavailable, "This cannot be recorded in the audit log, so it was not done."}
	}
	return nil
}

// unavailable reports whether a change failed for a reason that is not in what somebody wrote.
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
