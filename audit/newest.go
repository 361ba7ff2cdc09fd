package audit

import (
	"context"
	"fmt"
	"time"
)

// Query says which questions Newest returns. A zero field does not narrow.
type Query struct {
	Datasource string
	Role       string            // who logged in
	Since      time.Time         // arrived then or later
	Match      func(*Entry) bool // what else must hold; nil: nothing
	Questions  int               // how many at most; 0: as many as there are
	Scan       int64             // how many bytes of the log are looked through at most; 0: all
}

// Newest returns the questions of a log, one entry each, the newest first: its outcome, or its intent if there is none
// yet. A question that somebody gave feedback on has the last of it. more says that a bound of the query ended the look before the log did. What is not a record is left out.
func Newest(ctx context.Context, dir string, q Query) (found []Entry, more bool, err error) {
	var seen recently              // questions of which a record was seen: what is older of them is no question of its own
	judged := map[string]opinion{} // questions that feedback was seen about
	var scanned int64
	for line, err := range backwards(dir) {
		if err != nil {
			return found, true, err
		}
		if q.Scan > 0 && scanned >= q.Scan {
			return found, true, nil
		}
		if err := ctx.Err(); err != nil {
			return found, true, fmt.Errorf("read audit log: %w", context.Cause(ctx))
		}
		scanned += int64(len(line))
		e, err := parse(line)
		if err != nil || e.Event == Note {
			continue
		}
		if !seen.first(e.ID) && e.Event == Intent {
			continue // there is one for each attempt
		}
		judge(&e, judged)
		if !q.selects(&e) {
			continue
		}
		if q.Questions > 0 && len(found) == q.Questions {
			return found, true, nil
		}
		found = append(found, e)
	}
	return found, false, nil
}

// recently remembers ids for far longer than a question takes, and not for ever: a log may be large.
type recently struct{ new, old map[string]bool }

// maxRecent is how many ids half of the memory holds.
const maxRecent = 200_000

// first says whether an id is seen for the first time.
func (r *recently) first(id string) bool {
	if r.new[id] || r.old[id] {
		return false
	}
	if r.new == nil || len(r.new) >= maxRecent {
		r.new, r.old = map[string]bool{}, r.new
	}
	r.new[id] = true
	return true
}

// opinion is the last feedback on an answer.
type opinion struct {
	feedback Feedback
	reason   string
}

// maxOpinions bounds how many are remembered until their questions come.
const maxOpinions = 100_000

// judge remembers feedback, and gives it to the question that it is about, which comes later: the newest come first.
func judge(e *Entry, judged map[string]opinion) {
	if e.Feedback == "" {
		if o, ok := judged[e.ID]; ok {
			e.Feedback, e.FeedbackReason = o.feedback, o.reason
		}
		return
	}
	if _, later := judged[e.About]; !later && len(judged) < maxOpinions {
		judged[e.About] = opinion{e.Feedback, e.Question}
	}
}

func (q *Query) selects(e *Entry) bool {
	return (q.Datasource == "" || e.Datasource == q.Datasource) && (q.Role == "" || e.Role == q.Role) && !e.Time.Before(q.Since) &&
		(q.Match == nil || q.Match(e))
}
