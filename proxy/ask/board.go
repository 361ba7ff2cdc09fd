package ask

import (
	"slices"
	"sync"

	"github.com/pgask/pgask/audit"
)

// Stage is how far a question under way has come.
type Stage string

// The stages, in their order. A statement that failed may be followed by another translation.
const (
	Waits      Stage = "waiting"     // for a place among those that are worked on
	Translates Stage = "translating" // no statement yet, or not another one
	Runs       Stage = "running"     // its statement
)

// Underway is a question that is being worked on.
type Underway struct {
	Record audit.Record // what is known of it so far, as it will be recorded; not redacted
	Stage  Stage
}

// board shows the questions of a session that are being worked on, to whoever looks. The recorders of the questions
// write on it.
type board struct {
	mu   sync.Mutex
	on   map[string]*posted // by id
	turn int                // number of the turn under way, or of the last one
}

// posted is a question on the board.
type posted struct {
	Underway
	turn   int  // in which it is worked on
	client bool // it runs in a statement of the client's: no turn waits for it
}

// begins notes that another turn begins.
func (b *board) begins() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
}

// post shows a question, or how far it has come by now.
func (b *board) post(r *audit.Record, at Stage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.on == nil {
		b.on = map[string]*posted{}
	}
	p := b.on[r.ID]
	if p == nil {
		p = &posted{turn: b.turn}
		b.on[r.ID] = p
	}
	// Of the record only what its recorder replaces and does not change: others read it meanwhile.
	p.Underway = Underway{Stage: at, Record: audit.Record{ID: r.ID, Time: r.Time, Datasource: r.Datasource,
		Session: r.Session, Client: r.Client, Role: r.Role,
		Acting: r.Acting, Application: r.Application, Actor: r.Actor, Form: r.Form, Verb: r.Verb, Question: r.Question,
		About: r.About, Engine: r.Engine,
		SQL: r.SQL, Within: r.Within, Verdict: r.Verdict, Relations: slices.Clone(r.Relations), Columns: slices.Clone(r.Columns)}}
}

// handOver notes that a question runs in a statement of the client's from now on.
func (b *board) handOver(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.on[id]; p != nil {
		p.client = true
	}
}

// remove takes a question off that has an outcome.
func (b *board) remove(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.on, id)
}

// find says whether a question is there and, if so, whether it runs in a statement of the client's, or else in the
// turn of now.
func (b *board) find(id string) (inClients, inTurn bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.on[id]
	if p == nil {
		return false, false
	}
	return p.client, !p.client && p.turn == b.turn
}

// Underway lists the questions of the session that are being worked on.
func (d *Desk) Underway() []Underway {
	d.board.mu.Lock()
	defer d.board.mu.Unlock()
	out := make([]Underway, 0, len(d.board.on))
	for _, p := range d.board.on {
		out = append(out, p.Underway)
	}
	return out
}

// Asks reports whether a question is being worked on here.
func (d *Desk) Asks(id string) bool {
	d.board.mu.Lock()
	defer d.board.mu.Unlock()
	return d.board.on[id] != nil
}

// CancelQuestion stops one question, with the statement of the client's in which it may stand, and nothing that came
// after it. It says whether that question was being worked on. What the client is told is what a cancel request of
// its own would bring.
func (d *Desk) CancelQuestion(id string) bool {
	defer d.Pause()()
	inClients, inTurn := d.board.find(id)
	switch {
	case inTurn:
		return d.turn.cancel()
	case inClients && d.pending.runs(id) && !d.link.Exchange.Idle():
		d.link.CancelUpstream()
		return true
	}
	return false
}

// runs reports whether the server has been told to run the statement with a question in it, and nothing before it is
// owed.
func (q *pendings) runs(id string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return false
	}
	for _, r := range q.queue[0].runs {
		if r.executed && !r.done && r.err == nil &&
			slices.ContainsFunc(r.records, func(rec *recorder) bool { return rec.record.ID == id }) {
			return true
		}
	}
	return false
}

// handOver notes that a statement with these questions is the client's to run.
func handOver(recs []*recorder) {
	for _, r := range recs {
		r.board.handOver(r.record.ID)
	}
}
