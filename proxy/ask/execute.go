package ask

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/proxy/wire"
)

// describe handles Describe: that of a statement that is no question's must not run in a wrap either, because the
// server may plan it anew. What it tells of a question is noted.
func (s *talk) describe(ctx context.Context, f wire.Frame) error {
	body := f.Body()
	if len(body) == 0 {
		return s.pass(f)
	}
	name, _, _ := wire.CutName(body[1:])
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
func (s *talk) refuseNow(ctx context.Context, cause error) error {
	s.link.FromClient.Leave()
	if err := s.link.FlushUpstream(); err != nil {
		return err
	}
	s.begin(ctx, func(context.Context) error { return s.refuseParse(wire.OwnStatement, cause) }, s.refuseTurn)
	return nil
}

// refuseTurn answers what a turn was begun for with an error, after which the server skips the rest up to the
// client's Sync.
func (s *talk) refuseTurn(cause error) error { return s.refuseParse(wire.OwnStatement, cause) }

// execute handles Execute: that of a whole-statement question is bounded, and no portal but a question's runs in a
// wrap.
func (s *talk) execute(ctx context.Context, f wire.Frame) error {
	name, rest, ok := wire.CutName(f.Body())
	if !f.Whole() || !ok || len(rest) != 4 {
		return s.passOutside(ctx, f) // no portal of a question has such a name
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
	s.begin(ctx, func(ctx context.Context) error { return s.executeBounded(ctx, portal, p.stmt) }, s.refuseTurn)
	return nil
}

// executeBounded is a turn: a portal is run up to a number of rows, and one row more tells whether that cut anything.
// Its Syncs change nothing, because the wrap is a transaction.
func (s *talk) executeBounded(ctx context.Context, portal string, p *prepared) error {
	s.pending.begins(s.relaying.asking, portal)
	maxRows := p.statement.MaxRows
	r := &run{d: s.Desk, started: true, maxRows: maxRows, ours: p.within == ""}
	s.run.Store(r)
	defer s.run.Store(nil)
	ctx, cancel := context.WithTimeout(ctx, s.rules.StatementTimeout)
	defer cancel()
	for _, n := range []int64{maxRows, 1} {
		r.suspended = false
		var b wire.Batch
		b.Add(wire.ToReader, wire.ReqExecute, &pgproto3.Execute{Portal: portal, MaxRows: executeRows(n)})
		b.Sync(wire.ToNobody)
		if _, err := s.link.RoundTrip(ctx, &b); err != nil {
			return err
		}
		if !r.suspended {
			break
		}
	}
	if s.link.Exchange.TakeFailed() {
		s.relaying.skipping = true // something before it has failed, and the client has been told
		return nil
	}
	s.pending.ended(s.relaying.asking, portal, r)
	switch {
	case r.err != nil:
		s.relaying.skipping = true
		return s.link.TellNow(s.voice.encodeServerError(p.statement.WordedServer(r.err)))
	case !r.full:
		s.relaying.skipping = true
		return s.link.TellNow(s.voice.encodeError(errNotRun))
	case r.truncated:
		return s.link.TellNow(slices.Concat(r.saidMore(), s.voice.encodeNotice(r.warnCut()), r.complete()))
	}
	return s.link.TellNow(append(r.saidMore(), r.complete()...))
}
