package proxy

import (
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate"
)

// pending are the questions in a group of messages that the client runs itself: prepared questions up to a Sync, or a
// simple Query of the user's own that questions were put into. The upstream pump notes how each ends.
type pending struct {
	runs    []*ran
	current int // index of the run that replies belong to; -1 before the first BindComplete
}

// ran is what became of one statement with questions in it.
type ran struct {
	records   []*recorder
	rows      int64
	seen      int64 // rows since the last CommandComplete
	done      bool
	truncated bool
	err       error
}

// pendings are what the upstream still owes answers to, oldest first. The client's side adds, the upstream's takes off.
type pendings struct {
	mu    sync.Mutex
	queue []*pending
}

func (q *pendings) push(p *pending) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p.current = -1
	q.queue = append(q.queue, p)
}

// add appends one more statement to p, which has been pushed.
func (q *pendings) add(p *pending, recs []*recorder) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p.runs = append(p.runs, &ran{records: recs})
}

// pushQuery notes the questions of a simple Query, which binds nothing.
func (q *pendings) pushQuery(recs []*recorder) {
	p := &pending{}
	q.push(p)
	q.add(p, recs)
	p.current = 0
}

// any says whether a question runs.
func (q *pendings) any() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.queue) > 0
}

// see notes a reply about the oldest group.
func (q *pendings) see(f frame) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) > 0 {
		q.queue[0].see(f)
	}
}

// ran notes what became of a run that was bounded, in the newest group.
func (q *pendings) ran(r *run) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return
	}
	if at := q.queue[len(q.queue)-1].at(); at != nil {
		at.rows, at.truncated, at.done = at.rows+r.rows, r.truncated, true
		if r.err != nil {
			at.err = r.err
		}
	}
}

// end takes the oldest group off and writes its outcomes.
func (q *pendings) end() {
	q.mu.Lock()
	var p *pending
	if len(q.queue) > 0 {
		p, q.queue = q.queue[0], q.queue[1:]
	}
	q.mu.Unlock()
	if p != nil {
		p.ended()
	}
}

// errSessionEnded is the outcome of a statement whose end nobody saw.
var errSessionEnded = &translate.Error{Code: codeConnectionLost, Message: "the session ended before the statement did"}

// abandon writes the outcomes of what is still owed when a session ends.
func (q *pendings) abandon() {
	q.mu.Lock()
	left := q.queue
	q.queue = nil
	q.mu.Unlock()
	for _, p := range left {
		for _, r := range p.runs {
			if !r.done && r.err == nil {
				r.err = errSessionEnded
			}
		}
		p.ended()
	}
}

func (p *pending) at() *ran {
	if p.current < 0 || p.current >= len(p.runs) {
		return nil
	}
	return p.runs[p.current]
}

// see notes a reply; what was bound last is what runs.
func (p *pending) see(f frame) {
	at := p.at()
	switch f.typ {
	case '2':
		p.current++
	case 'D':
		if at != nil {
			at.seen++
		}
	case 'C', 's':
		if at != nil {
			at.completed(f)
		}
	case 'E':
		if at == nil || at.done && p.current+1 < len(p.runs) {
			p.current++ // it failed before it was bound
			at = p.at()
		}
		if at != nil {
			at.err = readError(f)
			at.rows, at.seen = at.rows+at.seen, 0
		}
	}
}

// completed takes the rows that went by, or, for statements that return none, those that the command tag tells of.
func (r *ran) completed(f frame) {
	n := r.seen
	if tag := strings.TrimRight(string(f.body()), "\x00"); n == 0 {
		n, _ = strconv.ParseInt(tag[strings.LastIndexByte(tag, ' ')+1:], 10, 64) // a tag without a number is 0 rows
	}
	r.rows, r.seen, r.done = r.rows+n, 0, r.done || f.typ == 'C'
}

// errSkipped is the outcome of a statement that the server skipped.
var errSkipped = &translate.Error{Code: codeInFailed, Message: "skipped after an error before it"}

func (p *pending) ended() {
	for i, r := range p.runs {
		err := r.err
		if err == nil && i > p.current {
			err = errSkipped
		}
		for _, rec := range r.records {
			rec.ended(translate.Result{Rows: r.rows, Truncated: r.truncated}, err)
		}
	}
}
