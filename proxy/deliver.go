package proxy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"
)

// pumpUpstream reads messages from the upstream and delivers each to the destination that exchange names.
func (s *session) pumpUpstream() error {
	for {
		f, err := s.fromUpstream.next(wantOfUpstream)
		switch {
		case err == errNotReady:
			return err
		case err != nil && s.ending.upstreamFatal:
			return errUpstreamSaidFatal
		case err != nil:
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.typ == 'E' && isFatal(f.body()) {
			s.ending.upstreamFatal = true
			if err := s.passFatal(f); err != nil {
				return err
			}
			continue
		}
		if err := s.deliver(f); err != nil {
			return err
		}
		if err := s.fromUpstream.discard(); err != nil {
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.typ == 'Z' {
			s.exchange.settled()
		}
	}
}

// passFatal sends the client the error with which the upstream ends the session, whatever reply is due. An upstream that
// leaves the connection open after it is not waited for.
func (s *session) passFatal(f frame) error {
	s.fromUpstream.task.Leave()
	if err := s.upstream.conn.SetReadDeadline(time.Now().Add(tellTimeout)); err != nil {
		return err
	}
	s.ending.told = true
	s.server.failures.count(errorCode(f.body()), true)
	if err := s.client.forward(f, s.fromUpstream); err != nil {
		return fmt.Errorf("forward to client: %w", err)
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
	return min(n, maxCapture)
}

// deliver handles one message of the upstream.
func (s *session) deliver(f frame) error {
	switch f.typ {
	case 'S':
		if s.loans.fed.Load() == nil {
			s.reported.note(f.body())
		}
	case 'K':
		if n := len(f.body()); n >= minKey && n <= maxKey {
			key := append([]byte{}, f.body()...)
			s.key.Store(&key)
		}
	}
	if l := s.loans.fed.Load(); l != nil && f.typ != 'A' {
		s.fromUpstream.task.Leave()
		return s.deliverLoan(l, f)
	}
	var to destination
	switch f.typ {
	case 'A', 'K':
		to = toClient
	case 'S':
		if (s.quiet.Load() || s.run.Load() != nil) && ownSetting(f.body()) {
			return nil
		}
		to = toClient
	case 'Z':
		status := byte('I')
		if len(f.body()) > 0 {
			status = f.body()[0]
		}
		to = s.exchange.reply('Z', status)
	case 'D', 'd', 'c', 'H', 'W', 'V', 't', 'N':
		to = s.exchange.next()
	default:
		to = s.exchange.reply(f.typ, 0)
	}
	if f.typ == 'E' && (to == toClient || to == toAsker) {
		s.server.failures.count(errorCode(f.body()), true)
	}
	switch to {
	case toClient:
		return s.deliverClient(f)
	case toNobody:
		return nil
	}
	s.fromUpstream.task.Leave() // these wait for locks that turns hold
	switch to {
	case toRun:
		defer s.exchange.settled()
		if r := s.run.Load(); r != nil {
			return r.take(f)
		}
		return nil
	case toSubstitute:
		return s.substitute(f)
	case toAsker:
		return s.deliverAsker(f)
	}
	return nil
}

// deliverClient sends a message to the client as it is, together with the rows or COPY data behind it.
func (s *session) deliverClient(f frame) error {
	if (f.typ == 'D' || f.typ == 'd') && f.whole() {
		f = s.fromUpstream.run(f)
	}
	if err := s.client.forward(f, s.fromUpstream); err != nil {
		return fmt.Errorf("forward to client: %w", err)
	}
	return nil
}

// deliverLoan feeds the agent. What the agent's own transactions report of settings that they change for themselves
// must not reach the client; all other changes of parameters must.
func (s *session) deliverLoan(l *loan, f frame) error {
	switch f.typ {
	case 'N':
		return nil
	case 'S':
		if !f.whole() {
			return s.fromUpstream.stream(func([]byte) error { return nil }) // nor does any have one that long
		}
		if kept, over := l.changes(f.body()); over {
			return s.tellParameter(f.bytes)
		} else if !kept {
			return nil
		}
	}
	if err := l.feed(f.bytes); err != nil {
		return fmt.Errorf("feed the agent: %w", err)
	}
	return s.fromUpstream.stream(l.feed)
}

// deliverAsker takes a reply about a question's statement to the client. The position of an error would point into a text
// that the client never wrote.
func (s *session) deliverAsker(f frame) error {
	ours, refused := s.pending.see(f)
	if f.typ == 'Z' {
		s.pending.end()
	}
	if ours {
		if refused == nil {
			return nil
		}
		if err := s.client.write(s.encodeError(refused)); err != nil {
			return fmt.Errorf("write client: %w", err)
		}
		return nil
	}
	if f.typ == 'E' && f.whole() {
		if err := s.client.write(aboutQuestion(f)); err != nil {
			return fmt.Errorf("write client: %w", err)
		}
		return nil
	}
	if err := s.client.forward(f, s.fromUpstream); err != nil {
		return fmt.Errorf("forward to client: %w", err)
	}
	return nil
}

// hintColumn is the hint of errors about a column that the answer does not have, or no longer has. It is ASCII, because the
// client's encoding is not known here.
const hintColumn = "The columns of a question are those that SELECT * FROM ask('question') t shows; they change with the question, the schema, lessons and pins."

// aboutQuestion returns an ErrorResponse without its field P, and with a hint where a column is not there and the server has
// none.
func aboutQuestion(f frame) []byte {
	out := append([]byte{}, f.bytes[:headerLen]...)
	column, hinted := false, false
	for body := f.body(); len(body) > 1; {
		end := bytes.IndexByte(body, 0)
		if end < 0 {
			return f.bytes
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
	putLength(out)
	return out
}

// putLength writes the length of a message into its header.
func putLength(m []byte) { binary.BigEndian.PutUint32(m[1:], uint32(len(m)-1)) }

// isFatal reports whether an ErrorResponse ends the session: severity FATAL or PANIC, in the field that is never translated.
func isFatal(body []byte) bool {
	for len(body) > 1 {
		end := bytes.IndexByte(body[1:], 0)
		if end < 0 {
			return false
		}
		if value := string(body[1 : 1+end]); body[0] == 'V' {
			return value == "FATAL" || value == "PANIC"
		}
		body = body[end+2:]
	}
	return false
}
