package ask

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// run is the execution of one statement of a question. It holds back the RowDescription until the first row, so that
// after an error or an empty result another attempt can be made without the client noticing, and counts the rows. The
// upstream's pump calls take; all other code reads a run only when no reply is owed any more.
type run struct {
	d       *Desk
	place   func() // gives back the question's place among those that are worked on
	before  []byte // notices, sent just before the row description
	maxRows int64  // 0: no bound
	draw    int    // characters of a line of a drawing instead of the rows; 0: rows
	asked   bool   // for a drawing, in the question itself
	ours    bool   // the statement is pgask's own, and not one of the client's with an answer in it

	drawing     *drawing // what is to be drawn, while all of it fits; nil: rows
	description []byte
	tag         string
	rows        int64
	bytes       int64     // of these rows
	notices     int       // that the server has sent
	first       time.Time // when the first of them came
	started     bool      // the description and a row have gone to the client
	suspended   bool      // the last Execute ended at its bound
	full        bool      // the bounded Execute has ended; what comes now is beyond the bound
	opens       int       // statements that are still to open the wrap, whose replies come first
	truncated   bool
	err         *pgconn.PgError
	broken      *pgconn.PgError // of what opens the wrap
}

// take handles one reply; it runs in the upstream pump.
func (r *run) take(f wire.Frame) error {
	if r.opens > 0 {
		r.opened(f)
		return nil
	}
	switch f.Type {
	case 'T':
		r.description = append([]byte{}, f.Bytes...)
		if r.drawing = nil; r.draw > 0 {
			if r.drawing = newDrawing(f, r.d.link.Charset(), r.draw); r.drawing == nil {
				r.notDrawn()
			}
		}
	case 'D':
		if r.full {
			r.truncated = true
			return nil
		}
		r.rows, r.bytes = r.rows+1, r.bytes+int64(f.Size())
		if r.first.IsZero() {
			r.first = time.Now()
		}
		if r.drawing != nil && r.drawing.add(f, r.d.link.Charset()) {
			return nil
		}
		if err := r.start(); err != nil {
			return err
		}
		if err := r.d.link.DeliverOne(f); err != nil {
			return err
		}
	case 'C':
		if !r.full {
			r.tag = strings.TrimRight(string(f.Body()), "\x00")
		}
		r.full = true
	case 's':
		r.full, r.suspended = true, true
	case 'N':
		if r.ours {
			return r.said(f)
		}
		if err := r.d.link.DeliverOne(f); err != nil {
			return err
		}
	case 'E':
		r.err = r.d.link.Charset().ReadError(f)
	}
	return nil
}

// opened handles one reply to what opens the wrap. An error is not about the statement, which the server then skips.
func (r *run) opened(f wire.Frame) {
	switch f.Type {
	case 'C':
		r.opens--
	case 'E':
		r.broken = r.d.link.Charset().ReadError(f)
	}
}

// start sends what comes before the rows, and the rows that were held back for a drawing that did not come about.
func (r *run) start() error {
	if r.started {
		return nil
	}
	r.started = true
	r.place() // a client that does not read its rows must not keep others waiting
	var kept []byte
	if r.drawing != nil {
		kept, r.drawing = r.drawing.kept, nil
		r.notDrawn()
	}
	return r.d.link.Tell(slices.Concat(r.before, r.description, kept))
}

// notDrawn tells who asked for a drawing that there is none.
func (r *run) notDrawn() {
	if r.asked {
		r.before = append(r.before, r.d.voice.encodeNotice(noticeNotDrawn)...)
	}
}

// finishDrawing sends the drawing in the place of the rows; one that the client's encoding cannot write is given up.
func (r *run) finishDrawing() error {
	rows, n := r.drawing.encode(r.d.link.Charset())
	if rows == nil {
		return r.start()
	}
	r.started, r.drawing = true, nil
	r.place()
	r.tag, r.maxRows = fmt.Sprintf("SELECT %d", n), 0
	return r.d.link.Client.Write(append(r.before, rows...))
}

// questionRunner runs the statements of a question in a whole-statement form, and delivers their rows.
type questionRunner struct {
	s      *talk
	record *recorder
	others []*recorder // of more questions in the same statement
	inside bool        // the statement is the client's own, with answers in it
	status byte        // of the transaction when the question came
	chart  bool        // the question asks for a drawing
	limit  int64       // LIMIT that a tool appended to the question; -1: none
	before []byte      // notices that go out before those of the statement
}

// within runs a statement within the caller's own limit.
func (a *questionRunner) within(ctx context.Context, st translate.Statement) (translate.Result, error) {
	if st.Until.IsZero() {
		return a.run(ctx, st)
	}
	ctx, cancel := context.WithDeadline(ctx, st.Until)
	defer cancel()
	return a.run(ctx, st)
}

// run writes the intent; then the statement goes by the extended protocol in its wrap.
func (a *questionRunner) run(ctx context.Context, st translate.Statement) (translate.Result, error) {
	if ctx.Err() != nil {
		return translate.Result{}, context.Cause(ctx)
	}
	sql, path, err := statementInCharset(a.s.link.Charset(), st)
	if err != nil {
		return translate.Result{}, err
	}
	if err := a.intent(ctx, st); err != nil {
		return translate.Result{}, err
	}
	if a.limit > 0 && (st.MaxRows == 0 || a.limit < st.MaxRows) {
		st.MaxRows = a.limit
	}
	s, w := a.s, wrapOutside
	if a.status != 'I' {
		w = wrapInside
	}
	ctx, cancel := context.WithTimeout(ctx, s.rules.StatementTimeout)
	defer cancel()
	r := &run{d: s.Desk, place: s.asker.dialogue.leaveGate,
		before: append(a.before, s.voice.encodeNotices(st.Notices, st.MinNotice)...), maxRows: st.MaxRows,
		draw: st.Draw, asked: a.chart, ours: !a.inside}
	var b wire.Batch
	w.open(&b, wire.ToReader, path, s.rules.StatementTimeout)
	r.opens = len(w.bracket(path, s.rules.StatementTimeout).Open)
	b.Add(wire.ToReader, wire.ReqParse, &pgproto3.Parse{Name: runStatement, Query: sql})
	b.Add(wire.ToReader, wire.ReqBind, &pgproto3.Bind{DestinationPortal: runStatement, PreparedStatement: runStatement})
	b.Add(wire.ToReader, wire.ReqDescribe, &pgproto3.Describe{ObjectType: 'P', Name: runStatement})
	b.Add(wire.ToReader, wire.ReqExecute, &pgproto3.Execute{Portal: runStatement, MaxRows: executeRows(st.MaxRows)})
	if st.MaxRows > 0 {
		// One row more tells whether the bound cut anything.
		b.Add(wire.ToReader, wire.ReqExecute, &pgproto3.Execute{Portal: runStatement, MaxRows: 1})
	}
	b.Close(runStatement)
	w.shut(&b)
	b.Sync(wire.ToNobody)
	s.run.Store(r)
	defer s.run.Store(nil)
	status, err := s.link.RoundTrip(ctx, &b)
	if err != nil {
		return translate.Result{}, err
	}
	if err := a.undoWrap(w, status, r.broken != nil); err != nil {
		return translate.Result{}, err
	}
	return r.result(ctx)
}

// executeRows returns a bound on rows as Execute can hold it: PostgreSQL reads 32 bits with a sign, and takes 0 for
// no bound.
func executeRows(n int64) uint32 { return uint32(min(n, math.MaxInt32)) }

// intent writes that the statement is about to be sent: the question's own, or that of the client it was put into.
func (a *questionRunner) intent(ctx context.Context, st translate.Statement) error {
	if !a.inside {
		return a.record.runs(ctx, st)
	}
	return intents(ctx, []*recorder{a.record}, func(*recorder) string { return st.SQL })
}

// choices runs the choices of a clarification as rows.
func (a *questionRunner) choices(ctx context.Context, c *translate.Clarification) (translate.Result, error) {
	st, err := c.Rows()
	if err != nil {
		return translate.Result{}, err
	}
	result, err := a.run(ctx, st)
	if err == nil && result.Deliver != nil {
		err = result.Deliver()
	}
	return result, err
}

// undoWrap undoes the wrap after an error: outside, our transaction; inside, back to the savepoint, so that the
// caller's transaction is as it was and another attempt can be made. Where the savepoint itself could not be made,
// the transaction has failed.
func (a *questionRunner) undoWrap(w wrap, status byte, broken bool) error {
	if status == a.status {
		return nil
	}
	var b wire.Batch
	b.Close(runStatement)
	w.undo(&b)
	b.Sync(wire.ToNobody)
	status, err := a.s.link.Tidy(&b)
	if err != nil || status == a.status || w == wrapInside && broken {
		return err
	}
	return errNotUndone(status)
}

// errNotUndone ends a session whose transaction is not what the client would be told.
func errNotUndone(status byte) error {
	return fmt.Errorf("transaction status %q after rolling back", status)
}

// result returns the outcome of the run to the agent, and finishes a run that has started; an empty result waits for
// Deliver.
func (r *run) result(ctx context.Context) (translate.Result, error) {
	res := translate.Result{Rows: r.rows, Bytes: r.bytes, First: r.first, Truncated: r.truncated, Started: r.started}
	if r.err != nil {
		if ctx.Err() != nil && r.err.Code == translate.CodeCancelled {
			return res, context.Cause(ctx)
		}
		return res, r.err
	}
	if !r.full {
		// A cancel that came early hit the wrap, and the server skipped the statement: an empty answer would be a
		// wrong one.
		if cause := context.Cause(ctx); cause != nil {
			return res, cause
		}
		return res, notRun(r.broken)
	}
	if r.drawing != nil && r.rows > 0 {
		if err := r.finishDrawing(); err != nil {
			return res, err
		}
		res.Started = true
	}
	end := append(r.saidMore(), r.complete()...)
	if !r.started {
		res.Deliver = func() error {
			return r.d.link.Client.Write(append(append(r.before, r.description...), end...))
		}
		return res, nil
	}
	if !r.truncated {
		return res, r.d.link.Client.Write(end)
	}
	return res, r.d.link.Client.Write(append(r.d.voice.encodeNotice(r.warnCut()), end...))
}

// errNotRun ends a statement that the server has skipped.
var errNotRun = &translate.Error{Code: translate.CodeCancelled,
	Message: "the statement was not run", Hint: "What was to surround it was interrupted. Ask again."}

// notRun is the error of a statement that the server has skipped because what was to surround it has failed, if that
// is known.
func notRun(broken *pgconn.PgError) error {
	if broken == nil || broken.Code == translate.CodeCancelled {
		return errNotRun
	}
	return &translate.Error{Code: broken.Code, Message: broken.Message, Hint: broken.Hint,
		Detail: "The statement was not run: what was to surround it failed."}
}

// complete returns the CommandComplete for the rows that were sent to the client.
func (r *run) complete() []byte {
	if r.maxRows > 0 && r.rows >= r.maxRows {
		r.tag = fmt.Sprintf("SELECT %d", r.rows)
	}
	return wire.Encode(nil, &pgproto3.CommandComplete{CommandTag: []byte(r.tag)})
}

// warnCut returns the warning about rows that were cut off. An error in its place would take from programs the rows
// that they have got.
func (r *run) warnCut() translate.Notice {
	return translate.Notice{Severity: "WARNING", Code: translate.CodeBudget,
		Message: fmt.Sprintf("the answer was cut after %d rows", r.rows),
		Hint:    "Name a limit in the question, or use SELECT * FROM ask('…') to get every row."}
}
