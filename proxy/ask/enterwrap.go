package ask

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/proxy/wire"
)

// outlived says whether the proof of a statement is older than most. Once something has been bound since the client's
// last Sync, its transaction is open, and the proof holds up to the Sync.
func (p *prepared) outlived(unsynced work, now time.Time, most time.Duration) bool {
	return unsynced != workOther && now.Sub(p.provenAt) > most
}

// enterWrap opens the wrap for a question's portal, if it is not open, or leaves the one that is open when the
// statement must run as the user wrote it. It returns the transaction status, and why the question cannot stand here.
func (s *talk) enterWrap(ctx context.Context, p *prepared) (status byte, refused, err error) {
	if p.outlived(s.relaying.unsynced, time.Now(), s.rules.ProofAge) {
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
		status = s.link.Exchange.LastStatus()
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
	path, refused := inCharset(s.link.Charset(), p.statement.SearchPath)
	if refused != nil {
		return 0, refused, nil
	}
	var b wire.Batch
	w.open(&b, wire.ErrorsOnly, path, s.rules.StatementTimeout)
	s.relaying.wrapped = w
	s.quiet.Store(true)
	return status, nil, s.link.SendBatch(&b)
}

// reprove proves again what was prepared in an earlier group of messages, because the catalog may have changed since: a
// view may call something else by now.
func (s *talk) reprove(ctx context.Context, p *prepared) error {
	if p.proven == s.relaying.epoch {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.rules.QuestionTimeout)
	defer cancel()
	var err error
	lent := s.lend(func(pg *pgconn.PgConn) error {
		err = s.rules.Translator.Reprove(ctx, pg, s.login.Datasource.Name, p.answers)
		return nil
	})
	if err = errors.Join(lent, err); err == nil {
		p.proven, p.provenAt = s.relaying.epoch, time.Now()
	}
	return err
}

// passOutside forwards a message that must not run in a question's wrap: it would be read-only, on a search_path that
// is not the client's.
func (s *talk) passOutside(ctx context.Context, f wire.Frame) error {
	if s.relaying.wrapped == wrapNone {
		return s.pass(f)
	}
	// The frame lies in the reader's buffer, which nobody touches while we wait.
	if err := s.leaveWrap(ctx); err != nil || s.relaying.skipping {
		return err
	}
	return s.pass(f)
}

// leaveWrap ends the wrap before the client's Sync. A Sync of ours tells how it ended and changes nothing else:
// nothing but the question has run since the client's last one. After an error the client's messages up to its Sync
// are dropped, as the server would.
func (s *talk) leaveWrap(ctx context.Context) error {
	status, failed, err := s.unwrap(ctx, false)
	if err != nil {
		return err
	}
	s.link.Exchange.SetStatus(status)
	s.relaying.skipping = failed
	return nil
}

// unwrap ends the wrap and the records of what ran in it, and says whether the client has been told of an error.
// After one outside a transaction our own is rolled back. Inside, the caller's transaction has failed like after any
// error; but when only the end of the wrap failed, by a cancel request that came late, the client knows of no error,
// and none is left. Inside, too, the server holds no timeout of ours, so the proxy does.
func (s *talk) unwrap(ctx context.Context, told bool) (status byte, failed bool, err error) {
	defer s.quiet.Store(false)
	w := s.relaying.wrapped
	s.relaying.wrapped, s.relaying.portals, s.relaying.asking = wrapNone, nil, nil
	s.relaying.rested()
	ctx, cancel := context.WithTimeout(ctx, s.rules.StatementTimeout)
	defer cancel()
	var b wire.Batch
	w.shut(&b)
	b.Sync(wire.ToNobody)
	if status, err = s.link.RoundTrip(ctx, &b); err != nil {
		return 0, false, err
	}
	failed = s.link.Exchange.TakeFailed() || told
	if w == wrapOutside && status != 'I' || w == wrapInside && status == 'E' && !failed {
		var undo wire.Batch
		w.undo(&undo)
		undo.Sync(wire.ToNobody)
		if status, err = s.link.Tidy(&undo); err != nil {
			return 0, false, err
		}
		if w == wrapOutside && status != 'I' {
			return 0, false, errNotUndone(status)
		}
	}
	s.pending.end()
	return status, failed, nil
}

// sync handles Sync: it ends the wrap of a question, if one is open, before the client sees the ReadyForQuery.
func (s *talk) sync(ctx context.Context, f wire.Frame) error {
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
	}, s.refuseTurn)
	return nil
}
