package audit

import (
	"bytes"
	"context"
	"fmt"
	"time"
)

// Query selects the questions that Newest returns. A zero field does not narrow.
type Query struct {
	Datasource string
	Role       string    // who logged in
	Since      time.Time // arrived then or later
	Until      time.Time // arrived before
	Proxy      string    // that wrote it
	Session    string
	App        string // application_name
	Policy     string // that refused it
	Table      string // that it reads, as [schema.]table
	Outcome    Outcome
	Match      func(*Entry) bool // what else must hold; nil: nothing
	Within     time.Duration     // how long one statement on a server may take before it counts as read in part; 0: as long as it takes
	Pieces     []string          // of the texts of all that Match lets through, in any case: an index of Texts may narrow a look by them
	Stop       func() bool       // asked after each record whether the look ends there, as at a bound; nil: it does not
	Questions  int               // how many at most; 0: as many as there are
	Scan       int64             // how many bytes of the log are looked through at most; 0: all
}

// slack is the time that a clock may be set back without a search that ends early missing records.
const slack = time.Hour

// beyond bounds the bytes that are searched, after as many questions as wanted, to learn whether there is one more.
const beyond = 1 << 20

// Newest returns the questions of a log, one entry each, the newest first: its outcome, or its intent if there is
// none yet. A question that somebody gave feedback on has the last of it. more says that a bound of the query ended
// the look while there may be more. What is not a record is left out. The look ends where all that is older was
// written before Since.
func Newest(ctx context.Context, dir string, q Query) (found []Entry, more bool, err error) {
	g := NewGatherer(q)
	var scanned, full int64
	for line, err := range backwards(dir, q.written()) {
		if err != nil {
			return g.found, true, err
		}
		if q.Scan > 0 && scanned >= q.Scan || full > 0 && scanned >= full+beyond {
			return g.found, true, nil
		}
		if err := ctx.Err(); err != nil {
			return g.found, true, fmt.Errorf("read audit log: %w", context.Cause(ctx))
		}
		scanned += int64(len(line))
		if id, ok := intentOf(line); ok && g.seen.has(id) {
			continue // its outcome was seen: half of all lines need not be taken apart
		}
		e, err := parse(line)
		if err == nil && e.before(q.written()) {
			return g.found, false, nil
		}
		if err != nil {
			continue
		}
		if g.Add(&e) || g.Stopped() {
			return g.found, true, nil
		}
		if full == 0 && g.full() {
			full = scanned
		}
	}
	return g.found, false, nil
}

// Gatherer makes questions of records that come the newest first, and of one question its outcome before its intents.
type Gatherer struct {
	q      Query
	seen   recently           // questions of which a record was seen: what is older of them is no question of its own
	judged map[string]opinion // questions that feedback was seen about
	found  []Entry
}

// NewGatherer returns one for a query.
func NewGatherer(q Query) *Gatherer { return &Gatherer{q: q, judged: map[string]opinion{}} }

// Add takes the next record. It returns true when that is a question beyond as many as are wanted.
func (g *Gatherer) Add(e *Entry) (more bool) {
	if e.Event == Note || !g.seen.first(e.ID) && e.Event == Intent { // there is an intent for each attempt
		return false
	}
	judge(e, g.judged)
	if !g.q.selects(e) {
		return false
	}
	if g.full() {
		return true
	}
	g.found = append(g.found, *e)
	return false
}

// Stopped reports whether the query wants no more.
func (g *Gatherer) Stopped() bool { return g.q.Stop != nil && g.q.Stop() }

// Seen reports whether a record of a question was added lately: an intent of it is no question of its own then.
func (g *Gatherer) Seen(id string) bool { return g.seen.has(id) }

// Found returns the questions so far.
func (g *Gatherer) Found() []Entry { return g.found }

func (g *Gatherer) full() bool { return g.q.Questions > 0 && len(g.found) == g.q.Questions }

// written returns the earliest time at which a wanted record was written; zero: any.
func (q *Query) written() time.Time {
	if q.Since.IsZero() {
		return time.Time{}
	}
	return q.Since.Add(-slack)
}

// before reports whether a record, and so all before it, was written before a time. An intent does not say when it was.
func (e *Entry) before(at time.Time) bool {
	return !at.IsZero() && e.Event != Intent && e.Time.Add(e.Total).Before(at)
}

// recently remembers ids for far longer than a question takes, and not for ever: a log may be large.
type recently struct{ new, old map[string]bool }

// maxRecent is the number of ids that half of the memory holds.
const maxRecent = 200_000

// intentOf returns the id in a line that begins as intents do, without decoding the line.
func intentOf(line []byte) (id string, ok bool) {
	const mark = `"event":"intent","id":"`
	begin := line[:min(len(line), 128)]
	at := bytes.Index(begin, []byte(mark))
	if at < 0 {
		return "", false
	}
	begin = begin[at+len(mark):]
	end := bytes.IndexByte(begin, '"')
	if end < 0 || bytes.IndexByte(begin[:end], '\\') >= 0 {
		return "", false
	}
	return string(begin[:end]), true
}

func (r *recently) has(id string) bool { return r.new[id] || r.old[id] }

// first reports whether an id is seen for the first time.
func (r *recently) first(id string) bool {
	if r.has(id) {
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
	for _, like := range [...][2]string{{q.Datasource, e.Datasource}, {q.Role, e.Role}, {q.Proxy, e.Proxy}, {q.Session, e.Session},
		{q.App, e.Application}, {q.Policy, e.Policy}, {string(q.Outcome), string(e.Outcome)}} {
		if like[0] != "" && like[0] != like[1] {
			return false
		}
	}
	return (q.Table == "" || e.Reads(q.Table)) && !e.Time.Before(q.Since) && (q.Until.IsZero() || e.Time.Before(q.Until)) &&
		(q.Match == nil || q.Match(e))
}
