package ask

import (
	"fmt"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// Bounds on the notices of one question's statement: a function of a view says something for each row.
const (
	maxSaid      = 20
	maxSaidRunes = 1_000 // of each of its texts
)

// said tells the client what the database has said while a statement of ours ran. The words are of whoever wrote the
// functions behind a view or a policy, and must not pass for pgask's: a message of ours begins otherwise, and each of
// theirs is on one line.
func (r *run) said(f wire.Frame) error {
	if r.notices++; r.notices > maxSaid {
		return nil
	}
	if !f.Whole() {
		return r.d.link.Tell(r.d.voice.encodeNotice(translate.Notice{Severity: "NOTICE",
			Message: "The database says more than can be shown here"}))
	}
	e := r.d.link.Charset().ReadError(f)
	n := translate.Notice{Severity: e.SeverityUnlocalized, Code: e.Code, Message: "The database says: " +
		clipped(e.Message), Detail: clipped(e.Detail), Hint: clipped(e.Hint)}
	return r.d.link.Tell(r.d.voice.encodeNotice(n))
}

// saidMore returns a notice about those that were left out, if any were.
func (r *run) saidMore() []byte {
	if r.notices <= maxSaid {
		return nil
	}
	return r.d.voice.encodeNotice(translate.Notice{Severity: "NOTICE",
		Message: fmt.Sprintf("the database has said more: %d of its messages are not shown", r.notices-maxSaid)})
}

// clipped returns the beginning of a text.
func clipped(s string) string {
	n := 0
	for at := range s {
		if n++; n > maxSaidRunes {
			return s[:at] + "…"
		}
	}
	return s
}
