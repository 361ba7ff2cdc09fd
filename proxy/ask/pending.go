package ask

import (
	"cmp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// pending are the questions in a group of messages that the client runs itself: prepared questions up to a Sync, or a
// simple Query of the user's own that questions were put into. The upstream pump notes how each ends.
type pending struct {
	runs    []*execution
	steps   []step                // what replies are still to come, of those that the pump shows us
	portals map[string]*execution // of questions, by name
	failed  bool                  // the server skips what is left
	broken  error                 // what failed before all of it; nil: nothing did
}

// step is a message of a group whose reply tells about a question, or stands between those that do.
type step struct {
	run  *execution // nil: of a statement without questions
	kind stepKind
}

// stepKind is what a step does.
type stepKind byte

const (
	stepExecutes stepKind = iota
	stepBinds
	stepRechecks // a statement of ours before one of a simple Query, of which the client sees nothing: see rechecks
)

// execution is the outcome so far of one statement with questions in it.
type execution struct {
	records   []*recorder
	statement *translate.Statement // in whose words an error is told
	rows      int64
	seen      int64     // rows since the last CommandComplete
	bytes     int64     // of rows and COPY data
	first     time.Time // when the first of them came
	bound     bool
	executed  bool // it was asked for; done says whether it happened
	done      bool
	truncated bool // the client has not fetched all
	err       error
}

// pendings are the questions in statements that the client runs whose replies are due, oldest first. The client's
// pump adds, the upstream's removes.
type pendings struct {
	mu     sync.Mutex
	queue  []*pending
	broken error // of the next group: what was to surround it has failed
}

func (q *pendings) push(p *pending) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p.broken, q.broken = q.broken, nil
	p.failed = p.broken != nil
	q.queue = append(q.queue, p)
}

// breaks notes that what surrounds a group has failed, so that the server skips all of the group. Its questions may
// be noted before that is known or later.
func (q *pendings) breaks(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		q.broken = err
		return
	}
	q.queue[0].failed, q.queue[0].broken = true, err
}

// binds appends a Bind to p, which has been pushed: of a statement with questions in it, or, without records, of
// another.
func (q *pendings) binds(p *pending, portal string, recs []*recorder, st *translate.Statement) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p.portals == nil {
		p.portals = map[string]*execution{}
	}
	delete(p.portals, portal)
	if len(recs) == 0 {
		p.steps = append(p.steps, step{kind: stepBinds})
		return
	}
	r := &execution{records: recs, statement: st}
	p.runs, p.portals[portal] = append(p.runs, r), r
	p.steps = append(p.steps, step{run: r, kind: stepBinds})
}

// executes appends an Execute to p.
func (q *pendings) executes(p *pending, portal string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	r := p.portals[portal]
	if r != nil {
		r.executed = true
	}
	p.steps = append(p.steps, step{run: r})
}

// begins notes that a portal of p is being run up to a bound; ran is to follow.
func (q *pendings) begins(p *pending, portal string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p != nil && p.portals[portal] != nil {
		p.portals[portal].executed = true
	}
}

// pushQuery notes the questions of a simple Query, which binds nothing. before says for each of its statements
// whether a check of ours stands before it: see rechecks.
func (q *pendings) pushQuery(recs []*recorder, before []string, st *translate.Statement) {
	runs := make([]*execution, len(before))
	p := &pending{}
	for _, rec := range recs {
		r := runs[rec.statement]
		if r == nil {
			r = &execution{bound: true, executed: true, statement: st}
			p.runs, runs[rec.statement] = append(p.runs, r), r
		}
		r.records = append(r.records, rec)
	}
	for i, check := range before {
		if check != "" {
			p.steps = append(p.steps, step{run: runs[i], kind: stepRechecks})
		}
		p.steps = append(p.steps, step{run: runs[i]})
	}
	q.push(p)
}

// any reports whether a question runs.
func (q *pendings) any() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queue) > 0
}

// see notes a reply about the oldest group. ours says that it answers a check of ours, so that the client must not
// see it; an error is then that check's own or, like a cancellation, the client's: refused is what it is told
// instead, or nil.
func (q *pendings) see(f wire.Frame) (ours bool, refused error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return false, nil
	}
	return q.queue[0].see(f)
}

// next is the statement that the next reply is about, nil where it is one without questions.
func (q *pendings) next() *translate.Statement {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 || len(q.queue[0].steps) == 0 || q.queue[0].steps[0].run == nil {
		return nil
	}
	return q.queue[0].steps[0].run.statement
}

// ended notes what became of a portal of p that was run up to a bound.
func (q *pendings) ended(p *pending, portal string, r *run) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p == nil || p.portals[portal] == nil {
		return
	}
	at := p.portals[portal]
	if at.first.IsZero() {
		at.first = r.first
	}
	at.rows, at.bytes, at.truncated, at.executed, at.done = at.rows+r.rows, at.bytes+r.bytes, r.truncated, true, true
	if r.err != nil {
		at.err = r.err
	}
}

// refused notes that a portal of p is not run.
func (q *pendings) refused(p *pending, portal string, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p != nil && p.portals[portal] != nil {
		p.portals[portal].executed, p.portals[portal].err = true, err
	}
}

// end takes the oldest group off and writes its outcomes.
func (q *pendings) end() {
	q.mu.Lock()
	var p *pending
	q.broken = nil
	if len(q.queue) > 0 {
		p, q.queue = q.queue[0], q.queue[1:]
	}
	q.mu.Unlock()
	if p != nil {
		p.ended()
	}
}

// errSessionEnded is the outcome of a statement that had not ended when its session did.
var errSessionEnded = &translate.Error{Code: wire.CodeConnectionLost, Message: "the session ended before the statement did"}

// abandon writes the outcomes of what is still owed when a session ends. A client that has left without executing
// what it bound has not asked for more; one whose session is lost gets an error for an answer, however far its
// statement had come.
func (q *pendings) abandon(left bool) {
	q.mu.Lock()
	owed := q.queue
	q.queue = nil
	q.mu.Unlock()
	for _, p := range owed {
		for _, r := range p.runs {
			if !p.failed && !r.done && r.err == nil && (r.executed || !r.bound || !left) {
				r.err = errSessionEnded
			}
		}
		p.ended()
	}
}

// see notes a reply: replies come in the order of the steps. See pendings.see.
func (p *pending) see(f wire.Frame) (ours bool, refused error) {
	var at step
	if len(p.steps) > 0 {
		at = p.steps[0]
	}
	if at.kind == stepRechecks && !p.failed {
		return p.rechecked(f, at)
	}
	switch f.Type {
	case 'D', 'd':
		if at.run != nil {
			at.run.row(f)
		}
	case '2', 'C', 's', 'I':
		if len(p.steps) > 0 {
			p.steps = p.steps[1:]
		}
		if at.run != nil && at.kind == stepBinds {
			at.run.bound = true
		} else if at.run != nil {
			at.run.completed(f)
		}
	case 'E':
		p.fails(at.run, wire.ReadError(f))
	}
	return false, nil
}

// rechecked notes a reply to a check of ours.
func (p *pending) rechecked(f wire.Frame, at step) (ours bool, refused error) {
	switch f.Type {
	case 'T', 'D':
		return true, nil
	case 'C':
		p.steps = p.steps[1:]
		return true, nil
	case 'E':
		err := wire.ReadError(f)
		if err.Code != wire.CodeDivision {
			p.fails(at.run, err)
			return false, nil
		}
		p.fails(at.run, errNamesChange)
		return true, errNamesChange
	}
	return false, nil
}

// fails notes an error. One that comes when all has been run is that of the end of the transaction, and about all of
// it.
func (p *pending) fails(at *execution, err error) {
	p.failed = true
	if at != nil {
		at.err, at.rows, at.seen = err, at.rows+at.seen, 0
	}
	if len(p.steps) > 0 {
		return
	}
	for _, r := range p.runs {
		if r.err == nil {
			r.err = err
		}
	}
}

// row notes a row, or a piece of COPY data, that went by.
func (r *execution) row(f wire.Frame) {
	if r.first.IsZero() {
		r.first = time.Now()
	}
	r.bytes += int64(f.Size())
	if f.Type == 'D' {
		r.seen++
	}
}

// completed takes the rows that went by, or, for statements that return none, those that the command tag tells of.
func (r *execution) completed(f wire.Frame) {
	n := r.seen
	if tag := strings.TrimRight(string(f.Body()), "\x00"); n == 0 && f.Type == 'C' {
		n, _ = strconv.ParseInt(tag[strings.LastIndexByte(tag, ' ')+1:], 10, 64) // a tag without a number is 0 rows
	}
	r.rows, r.seen, r.done, r.truncated = r.rows+n, 0, true, f.Type == 's'
}

// errSkipped is the outcome of a statement that the server skipped.
var errSkipped error = &translate.Error{Code: wire.CodeInFailed, Message: "skipped after an error before it"}

// ended writes the outcomes. What was bound and never executed has not been run.
func (p *pending) ended() {
	for _, r := range p.runs {
		err := r.err
		if err == nil && (!r.bound || r.executed && !r.done) {
			err = cmp.Or(p.broken, errSkipped)
		}
		for _, rec := range r.records {
			if err == nil && !r.executed {
				rec.prepared()
				continue
			}
			rec.ended(translate.Result{Rows: r.rows, Bytes: r.bytes, First: r.first, Truncated: r.truncated}, err)
		}
	}
}
