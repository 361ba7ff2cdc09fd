package console

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/pgask/pgask/lessons"
)

const readOnly = "This console only shows: console.read_only is set."

// notices are the messages shown after a change, by the value of done in the address. No other text can be injected
// there.
var notices = map[string]string{
	"approved": "Approved. It is used from the next question on.",
	"doubtful": "Approved, although its confidence is low or another lesson in use says otherwise: pgask lessons approve tells which.",
	"disabled": "Disabled. It is not used any more.",
	"changed":  "Changed.",
	"pinned":   "Pinned. Each use proves the statement again.",
	"removed":  "Removed.",
	"verify":   "The log is being verified.",
	"stopped":  "Cancelled.",
	"over":     "It had ended before.",
}

// done returns the message about the change that led to this page; empty: none did.
func done(r *http.Request) string { return notices[r.URL.Query().Get("done")] }

// record writes to the log who changes what, before the change is made. A change that cannot be recorded is not made.
// The content of the change is left out, because it may repeat questions.
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

// changed turns an error of a change into the one to show.
func changed(err error) error {
	if errors.Is(err, lessons.ErrNone) {
		return &problem{http.StatusConflict, "Somebody has changed or removed it meanwhile. Nothing was done."}
	}
	return err
}
