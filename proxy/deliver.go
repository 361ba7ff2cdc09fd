package proxy

import (
	"bytes"
	"fmt"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// pumpUpstream reads messages from the upstream and delivers each to the destination that exchange names.
func (s *session) pumpUpstream() error {
	for {
		f, err := s.link.FromUpstream.Next(wantOfUpstream)
		switch {
		case err == wire.ErrNotReady:
			return err
		case err != nil && s.ending.upstreamFatal:
			return wire.ErrUpstreamFatal
		case err != nil:
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.Type == 'E' && wire.IsFatal(f.Body()) {
			s.ending.upstreamFatal = true
			if err := s.passFatal(f); err != nil {
				return err
			}
			continue
		}
		if err := s.deliver(f); err != nil {
			return err
		}
		if err := s.link.FromUpstream.Discard(); err != nil {
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.Type == 'Z' {
			s.link.Exchange.Settled()
		}
	}
}

// passFatal sends the client the error with which the upstream ends the session, whatever reply is due. An upstream that
// leaves the connection open after it is not waited for.
func (s *session) passFatal(f wire.Frame) error {
	s.link.FromUpstream.Leave()
	if err := s.link.Upstream.Conn.SetReadDeadline(time.Now().Add(tellTimeout)); err != nil {
		return err
	}
	s.ending.told = true
	s.server.failures.count(wire.ErrorCode(f.Body()), true)
	if err := s.link.DeliverOne(f); err != nil {
		return err
	}
	return nil
}

// wantOfUpstream returns the number of bytes of a reply that must be buffered before it is handled: all of the small ones,
// which may be held back or replaced.
func wantOfUpstream(typ byte, n int) int {
	switch typ {
	case 'D', 'd', 'V':
		return 0
	}
	return min(n, wire.MaxCapture)
}

// deliver handles one message of the upstream.
func (s *session) deliver(f wire.Frame) error {
	switch f.Type {
	case 'S':
		if s.loans.fed.Load() == nil {
			s.link.Reported.Note(f.Body())
		}
	case 'K':
		s.link.NoteKey(f.Body())
	}
	if l := s.loans.fed.Load(); l != nil && f.Type != 'A' {
		s.link.FromUpstream.Leave()
		return s.deliverLoan(l, f)
	}
	var to wire.Destination
	switch f.Type {
	case 'A', 'K':
		to = wire.ToClient
	case 'S':
		if (s.quiet.Load() || s.run.Load() != nil) && ownSetting(f.Body()) {
			return nil
		}
		to = wire.ToClient
	case 'Z':
		status := byte('I')
		if len(f.Body()) > 0 {
			status = f.Body()[0]
		}
		to = s.link.Exchange.Reply('Z', status)
	case 'D', 'd', 'c', 'H', 'W', 'V', 't', 'N':
		to = s.link.Exchange.Next()
	default:
		to = s.link.Exchange.Reply(f.Type, 0)
	}
	if f.Type == 'E' && (to == wire.ToClient || to == wire.ToWatched) {
		s.server.failures.count(wire.ErrorCode(f.Body()), true)
	}
	switch to {
	case wire.ToClient:
		return s.link.Deliver(f)
	case wire.ToNobody:
		return nil
	}
	s.link.FromUpstream.Leave() // these wait for locks that turns hold
	switch to {
	case wire.ToReader:
		defer s.link.Exchange.Settled()
		if r := s.run.Load(); r != nil {
			return r.take(f)
		}
		return nil
	case wire.ToReplaced:
		return s.substitute(f)
	case wire.ToWatched:
		return s.deliverAsker(f)
	}
	return nil
}

// deliverLoan feeds the agent. What the agent's own transactions report of settings that they change for themselves
// must not reach the client; all other changes of parameters must.
func (s *session) deliverLoan(l *loan, f wire.Frame) error {
	switch f.Type {
	case 'N':
		return nil
	case 'S':
		if !f.Whole() {
			return s.link.FromUpstream.Stream(func([]byte) error { return nil }) // nor does any have one that long
		}
		if kept, over := l.changes(f.Body()); over {
			return s.link.TellParameter(f.Bytes)
		} else if !kept {
			return nil
		}
	}
	if err := l.feed(f.Bytes); err != nil {
		return fmt.Errorf("feed the agent: %w", err)
	}
	return s.link.FromUpstream.Stream(l.feed)
}

// deliverAsker takes a reply about a question's statement to the client. The position of an error would point into a text
// that the client never wrote.
func (s *session) deliverAsker(f wire.Frame) error {
	ours, refused := s.pending.see(f)
	if f.Type == 'Z' {
		s.pending.end()
	}
	if ours {
		if refused == nil {
			return nil
		}
		return s.link.Tell(s.encodeError(refused))
	}
	if f.Type == 'E' && f.Whole() {
		return s.link.Tell(aboutQuestion(f))
	}
	if err := s.link.DeliverOne(f); err != nil {
		return err
	}
	return nil
}

// hintColumn is the hint of errors about a column that the answer does not have, or no longer has. It is ASCII, because the
// client's encoding is not known here.
const hintColumn = "The columns of a question are those that SELECT * FROM ask('question') t shows; they change with the question, the schema, lessons and pins."

// aboutQuestion returns an ErrorResponse without its field P, and with a hint where a column is not there and the server has
// none.
func aboutQuestion(f wire.Frame) []byte {
	out := append([]byte{}, f.Bytes[:wire.HeaderLen]...)
	column, hinted := false, false
	for body := f.Body(); len(body) > 1; {
		end := bytes.IndexByte(body, 0)
		if end < 0 {
			return f.Bytes
		}
		if body[0] != 'P' {
			out = append(out, body[:end+1]...)
		}
		column = column || string(body[:end]) == "C42703"
		hinted = hinted || body[0] == 'H'
		body = body[end+1:]
	}
	if column && !hinted {
		out = append(out, "H"+hintColumn+"\x00"...)
	}
	out = append(out, 0)
	wire.PutLength(out)
	return out
}
