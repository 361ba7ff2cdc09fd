package ask

import (
	"bytes"
	"fmt"

	"github.com/pgask/pgask/proxy/wire"
)

// Deliver handles one message of the upstream.
func (d *Desk) Deliver(f wire.Frame) error {
	switch f.Type {
	case 'S':
		if d.loans.fed.Load() == nil {
			d.link.Reported.Note(f.Body())
		}
	case 'K':
		d.link.NoteKey(f.Body())
	}
	if l := d.loans.fed.Load(); l != nil && f.Type != 'A' {
		d.link.FromUpstream.Leave()
		return d.deliverLoan(l, f)
	}
	var to wire.Destination
	switch f.Type {
	case 'A', 'K':
		to = wire.ToClient
	case 'S':
		if (d.quiet.Load() || d.run.Load() != nil) && ownSetting(f.Body()) {
			return nil
		}
		to = wire.ToClient
	case 'Z':
		status := byte('I')
		if len(f.Body()) > 0 {
			status = f.Body()[0]
		}
		to = d.link.Exchange.Reply('Z', status)
	case 'D', 'd', 'c', 'H', 'V', 't', 'N':
		to = d.link.Exchange.Next()
	default:
		to = d.link.Exchange.Reply(f.Type, 0)
	}
	if f.Type == 'E' && (to == wire.ToClient || to == wire.ToWatched || to == wire.ErrorsOnly) {
		d.shared.Told(wire.ErrorCode(f.Body()), true)
	}
	switch to {
	case wire.ToClient:
		return d.link.Deliver(f)
	case wire.ToNobody:
		return nil
	}
	d.link.FromUpstream.Leave() // these wait for locks that turns hold
	switch to {
	case wire.ToReader:
		defer d.link.Exchange.Settled()
		if r := d.run.Load(); r != nil {
			return r.take(f)
		}
		return nil
	case wire.ToReplaced:
		return d.substitute(f)
	case wire.ErrorsOnly:
		return d.deliverBroken(f)
	case wire.ToWatched:
		return d.deliverAsker(f)
	}
	return nil
}

// deliverLoan feeds the agent. What the agent's own transactions report of settings that they change for themselves
// must not reach the client; all other changes of parameters must.
func (d *Desk) deliverLoan(l *loan, f wire.Frame) error {
	switch f.Type {
	case 'N':
		return nil
	case 'S':
		if !f.Whole() {
			return d.link.FromUpstream.Stream(func([]byte) error { return nil }) // nor does any have one that long
		}
		if kept, over := l.changes(f.Body()); over {
			return d.link.TellParameter(f.Bytes)
		} else if !kept {
			return nil
		}
	}
	if err := l.feed(f.Bytes); err != nil {
		return fmt.Errorf("feed the agent: %w", err)
	}
	return d.link.FromUpstream.Stream(l.feed)
}

// deliverAsker takes a reply about a question's statement to the client. The position of an error would point into a
// text that the client never wrote.
func (d *Desk) deliverAsker(f wire.Frame) error {
	about := d.pending.next()
	ours, refused := d.pending.see(f)
	if f.Type == 'Z' {
		d.pending.end()
	}
	if ours {
		if refused == nil {
			return nil
		}
		return d.link.Tell(d.voice.encodeError(refused))
	}
	if f.Type == 'E' && f.Whole() {
		if about != nil {
			e := d.link.Charset().ReadError(f)
			if told := about.WordedServer(e); told != e {
				f.Bytes = d.voice.encodeServerError(told)
			}
		}
		return d.link.Tell(aboutQuestion(f))
	}
	if err := d.link.DeliverOne(f); err != nil {
		return err
	}
	return nil
}

// deliverBroken takes the replies to what stands before the client's own messages: an error is the client's, whose
// messages the server skips.
func (d *Desk) deliverBroken(f wire.Frame) error {
	if f.Type != 'E' {
		return nil
	}
	d.pending.breaks(d.link.Charset().ReadError(f))
	if !f.Whole() {
		return d.link.DeliverOne(f)
	}
	return d.link.Tell(aboutQuestion(f))
}

// hintColumn is the hint of errors about a column that the answer does not have, or no longer has. It is ASCII,
// because the client's encoding is not known here.
const hintColumn = "The columns of a question are those that SELECT * FROM ask('question') t shows; they change with the question, the schema, lessons and pins."

// aboutQuestion returns an ErrorResponse without its field P, and with a hint where a column is not there and the
// server has none.
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
