package proxy

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"
)

// bindNames returns the names in a Bind. ok is false when they are malformed or longer than maxNames.
func bindNames(f frame) (portal, statement []byte, ok bool) {
	portal, rest, ok := bytes.Cut(f.body(), []byte{0})
	if !ok {
		return nil, nil, false
	}
	statement, _, ok = bytes.Cut(rest, []byte{0})
	return portal, statement, ok
}

// bound returns the prepared statement with questions that a Bind names, nil if it names another, and the portal that it makes.
// It reads no names while the session has neither such statements nor portals of them.
func (s *session) bound(f frame) (p *prepared, portal string) {
	if len(s.relaying.statements) == 0 && len(s.relaying.portals) == 0 {
		return nil, ""
	}
	name, statement, ok := bindNames(f)
	if !ok {
		return nil, ""
	}
	return s.relaying.statements[string(statement)], string(name)
}

// boundWork returns how much a Sync of ours would change after this Bind, and notes the effect of its statement on the
// transaction block.
func (s *session) boundWork(f frame) work {
	if s.relaying.blocks.empty() {
		return workOther
	}
	_, statement, _ := bindNames(f)
	switch s.relaying.blocks.find(statement) {
	case boundsBegin:
		s.relaying.block.begun = true
		return workHarmless
	case boundsEnd:
		s.relaying.block.ended = true
	}
	return workOther
}

// bind handles Bind: that of a question opens a wrap, any other leaves the one that is open.
func (s *session) bind(ctx context.Context, f frame) error {
	p, portal := s.bound(f)
	if p == nil {
		delete(s.relaying.portals, portal)
		return s.passOutside(ctx, f)
	}
	s.fromClient.task.Leave()
	if err := s.upstream.flush(); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	if p.deferred != nil && !f.whole() {
		var err error
		if f, err = s.wholeBind(f); err != nil {
			return err
		}
		if f.bytes == nil {
			return s.refuseParse(ownStatement, errBindTooLong)
		}
	}
	if !f.whole() {
		// Parameters beside a question can be long, and only the pump can stream the rest of them.
		return s.askBind(ctx, f, p, portal)
	}
	f.bytes = append([]byte{}, f.bytes...)
	s.begin(ctx, func(ctx context.Context) error { return s.askBind(ctx, f, p, portal) })
	return nil
}

// askBind is a turn: the wrap is opened, the intent recorded, and the Bind goes on. In a failed transaction the server
// refuses the Bind like anything else, and there is nothing to record.
func (s *session) askBind(ctx context.Context, f frame, p *prepared, name string) error {
	if p.deferred != nil {
		if refused, err := s.translateBind(ctx, p, f); err != nil || s.relaying.skipping {
			return err
		} else if refused != nil {
			return s.refuseParse(ownStatement, refused)
		}
	}
	status, refused, err := s.enterWrap(ctx, p)
	if err != nil || s.relaying.skipping {
		return err
	}
	if refused != nil {
		return s.refuseParse(ownStatement, refused)
	}
	if status != 'E' {
		if err := s.intents(ctx, p, name); err != nil {
			return s.refuseParse(ownStatement, err)
		}
	} else if s.relaying.asking != nil {
		s.pending.binds(s.relaying.asking, name, nil)
	}
	if s.relaying.portals == nil {
		s.relaying.portals = map[string]*portal{}
	}
	s.relaying.portals[name] = &portal{stmt: p}
	if p.deferred != nil {
		s.relaying.portals[name].columns = p.deferred.columns
	}
	s.note(workOther)
	s.relaying.known = false
	s.exchange.sent(toAsker, reqBind)
	if f.whole() { // a copy, and not the pump's
		return s.upstream.send(f.bytes)
	}
	if err := s.upstream.forward(f, s.fromClient); err != nil {
		return fmt.Errorf("forward to upstream: %w", err)
	}
	return s.upstream.flush()
}

// intents records that a prepared statement's questions are about to run.
func (s *session) intents(ctx context.Context, p *prepared, portal string) error {
	recs := make([]*recorder, len(p.records))
	for i, r := range p.records {
		recs[i] = r.again()
		s.cfg.Translator.Again(p.answers[i], recs[i].id())
	}
	if err := intents(ctx, recs, func(*recorder) string { return p.within }); err != nil {
		return err
	}
	if s.relaying.asking == nil {
		s.relaying.asking = &pending{}
		s.pending.push(s.relaying.asking)
	}
	s.pending.binds(s.relaying.asking, portal, recs)
	return nil
}

// outlived says whether the proof of a statement is older than most. Once something has been bound since the client's last Sync,
// its transaction is open, and the proof holds up to the Sync.
func (p *prepared) outlived(unsynced work, now time.Time, most time.Duration) bool {
	return unsynced != workOther && now.Sub(p.provenAt) > most
}

// enterWrap opens the wrap for a question's portal, if it is not open, or leaves the one that is open when the statement
// must run as the user wrote it. It returns the transaction status, and why the question cannot stand here.
func (s *session) enterWrap(ctx context.Context, p *prepared) (status byte, refused, err error) {
	if p.outlived(s.relaying.unsynced, time.Now(), s.cfg.ProofAge) {
		p.proven = epoch{group: -1}
	}
	switch {
	case s.relaying.wrapped != wrapNone && p.readOnly && p.proven == s.relaying.epoch:
		return 0, nil, nil
	case s.relaying.wrapped != wrapNone:
		if err := s.leaveWrap(ctx); err != nil || s.relaying.skipping {
			return 0, nil, err
		}
	}
	if p.proven == s.relaying.epoch && !p.readOnly && s.relaying.unsynced != workNone {
		return 0, nil, nil // it runs like any other statement of the user's own
	}
	if behind, err := s.behindWork(); err != nil {
		return 0, nil, err
	} else if behind {
		return 0, errBehindWork, nil
	}
	switch {
	case s.relaying.known && p.proven == s.relaying.epoch:
		status = s.exchange.lastStatus()
	default:
		if status, err = s.settle(); err != nil || s.relaying.skipping {
			return 0, nil, err
		}
	}
	if status == 'E' {
		return status, nil, nil
	}
	if refused := s.reprove(ctx, p); refused != nil {
		return 0, refused, nil
	}
	if !p.readOnly {
		return status, nil, nil
	}
	w := wrapOutside
	if status == 'T' {
		w = wrapInside
	}
	path, refused := s.charset().write(p.statement.SearchPath)
	if refused != nil {
		return 0, refused, nil
	}
	var b batch
	b.open(w, path, s.cfg.StatementTimeout)
	s.relaying.wrapped = w
	s.quiet.Store(true)
	return status, nil, s.sendBatch(&b)
}

// reprove proves again what was prepared in an earlier group of messages, because the catalog may have changed since: a
// view may call something else by now.
func (s *session) reprove(ctx context.Context, p *prepared) error {
	if p.proven == s.relaying.epoch {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.QuestionTimeout)
	defer cancel()
	var err error
	lent := s.lend(func(pg *pgconn.PgConn) error {
		err = s.cfg.Translator.Reprove(ctx, pg, s.datasource.name, p.answers)
		return nil
	})
	if err = errors.Join(lent, err); err == nil {
		p.proven, p.provenAt = s.relaying.epoch, time.Now()
	}
	return err
}

// passOutside forwards a message that must not run in a question's wrap: it would be read-only, on a search_path that is
// not the client's.
func (s *session) passOutside(ctx context.Context, f frame) error {
	if s.relaying.wrapped == wrapNone {
		return s.pass(f)
	}
	// The frame lies in the reader's buffer, which nobody touches while we wait.
	if err := s.leaveWrap(ctx); err != nil || s.relaying.skipping {
		return err
	}
	return s.pass(f)
}

// leaveWrap ends the wrap before the client's Sync. A Sync of ours tells how it ended and changes nothing else: nothing but
// the question has run since the client's last one. After an error the client's messages up to its Sync are dropped, as
// the server would.
func (s *session) leaveWrap(ctx context.Context) error {
	status, failed, err := s.unwrap(ctx, false)
	if err != nil {
		return err
	}
	s.exchange.setStatus(status)
	s.relaying.skipping = failed
	return nil
}

// unwrap ends the wrap and the records of what ran in it, and says whether the client has been told of an error. After one
// outside a transaction our own is rolled back. Inside, the caller's transaction has failed like after any error; but when
// only the end of the wrap failed, by a cancel request that came late, the client knows of no error, and none is left.
// Inside, too, the server holds no timeout of ours, so the proxy does.
func (s *session) unwrap(ctx context.Context, told bool) (status byte, failed bool, err error) {
	defer s.quiet.Store(false)
	w := s.relaying.wrapped
	s.relaying.wrapped, s.relaying.portals, s.relaying.asking = wrapNone, nil, nil
	s.rested()
	ctx, cancel := context.WithTimeout(ctx, s.cfg.StatementTimeout)
	defer cancel()
	var b batch
	b.shut(w)
	b.sync(toNobody)
	if status, err = s.roundTrip(ctx, &b); err != nil {
		return 0, false, err
	}
	failed = s.exchange.takeFailed() || told
	if w == wrapOutside && status != 'I' || w == wrapInside && status == 'E' && !failed {
		var undo batch
		undo.undo(w)
		undo.sync(toNobody)
		if status, err = s.roundTrip(context.WithoutCancel(ctx), &undo); err != nil {
			return 0, false, err
		}
	}
	s.pending.end()
	return status, failed, nil
}

// sync handles Sync: it ends the wrap of a question, if one is open, before the client sees the ReadyForQuery.
func (s *session) sync(ctx context.Context, f frame) error {
	told := s.relaying.skipping
	s.relaying.skipping, s.relaying.known = false, false
	s.relaying.epoch.group++
	if s.relaying.wrapped == wrapNone {
		s.relaying.portals = nil
		return s.pass(f)
	}
	s.begin(ctx, func(ctx context.Context) error {
		status, _, err := s.unwrap(ctx, told)
		if err != nil {
			return err
		}
		return s.ready(status)
	})
	return nil
}

// describe handles Describe: that of a statement that is no question's must not run in a wrap either, because the server
// may plan it anew. What it tells of a question is noted.
func (s *session) describe(ctx context.Context, f frame) error {
	body := f.body()
	if len(body) == 0 {
		return s.pass(f)
	}
	name, _, _ := bytes.Cut(body[1:], []byte{0})
	switch body[0] {
	case 'P':
		if p := s.relaying.portals[string(name)]; p != nil && p.stmt.deferred != nil {
			p.described, p.stmt.deferred.told = true, p.columns
		}
	case 'S':
		p := s.relaying.statements[string(name)]
		switch {
		case p == nil:
			return s.passOutside(ctx, f)
		case p.deferred == nil:
		case p.deferred.undescribed():
			return s.refuseNow(ctx, errUndescribed)
		default:
			p.deferred.told = p.deferred.columns
		}
	}
	return s.pass(f)
}

// refuseNow answers a message with an error, in the place where its reply would stand.
func (s *session) refuseNow(ctx context.Context, cause error) error {
	s.fromClient.task.Leave()
	if err := s.upstream.flush(); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	s.begin(ctx, func(context.Context) error { return s.refuseParse(ownStatement, cause) })
	return nil
}

// execute handles Execute: that of a whole-statement question is bounded, and no portal but a question's runs in a wrap.
func (s *session) execute(ctx context.Context, f frame) error {
	name, rest, ok := bytes.Cut(f.body(), []byte{0})
	if !f.whole() || !ok || len(rest) != 4 {
		return s.pass(f)
	}
	p := s.relaying.portals[string(name)]
	switch {
	case p != nil && p.columnsChanged():
		s.pending.refused(s.relaying.asking, string(name), errOtherColumns)
		return s.refuseNow(ctx, errOtherColumns)
	case s.relaying.wrapped == wrapNone:
		return s.pass(f)
	case p == nil:
		return s.passOutside(ctx, f)
	case p.stmt.statement.MaxRows == 0 || binary.BigEndian.Uint32(rest) != 0:
		return s.pass(f) // a client that fetches piece by piece knows when it has enough
	}
	portal := string(name)
	s.begin(ctx, func(ctx context.Context) error { return s.executeBounded(ctx, portal, p.stmt.statement.MaxRows) })
	return nil
}

// executeBounded is a turn: a portal is run up to a number of rows, and one row more tells whether that cut anything. Its
// Syncs change nothing, because the wrap is a transaction.
func (s *session) executeBounded(ctx context.Context, portal string, maxRows int64) error {
	s.pending.begins(s.relaying.asking, portal)
	r := &run{s: s, started: true, maxRows: maxRows}
	s.run.Store(r)
	defer s.run.Store(nil)
	ctx, cancel := context.WithTimeout(ctx, s.cfg.StatementTimeout)
	defer cancel()
	for _, n := range []int64{maxRows, 1} {
		r.suspended = false
		var b batch
		b.add(toRun, reqExecute, &pgproto3.Execute{Portal: portal, MaxRows: executeRows(n)})
		b.sync(toNobody)
		if _, err := s.roundTrip(ctx, &b); err != nil {
			return err
		}
		if !r.suspended {
			break
		}
	}
	s.pending.ended(s.relaying.asking, portal, r)
	switch {
	case s.exchange.takeFailed():
		s.relaying.skipping = true // something before it has failed, and the client has been told
		return nil
	case r.err != nil:
		s.relaying.skipping = true
		return s.client.send(s.encodeServerError(r.err))
	case r.truncated && !s.showsNotices():
		return s.refuseParse(ownStatement, r.errCut())
	case r.truncated:
		return s.client.send(append(s.encodeNotice(r.warnCut()), r.complete()...))
	}
	return s.client.send(r.complete())
}
