package ask

import (
	"context"
	"errors"
	"fmt"

	"github.com/pgask/pgask/proxy/wire"
)

// ErrTerminate means that the client said goodbye.
var ErrTerminate = errors.New("client terminated")

// relaying is the client pump's state of the conversation.
type relaying struct {
	// skipping: an error of ours, or one behind a Sync of ours, stands before the client's next Sync; the client's
	// messages up to it are dropped, as the server would.
	skipping bool
	// unsynced is the work sent since the client's last Sync.
	unsynced work
	block    block
	// wrapped: a question's portal is bound, so a wrap of ours is open until the next Sync.
	wrapped wrap
	// portals are those of questions, by name, since the wrap was opened.
	portals map[string]*portal
	// asking holds the questions bound since the client's last Sync; nil: none.
	asking *pending
	// epoch is what a proof holds for.
	epoch epoch
	// known: nothing but Parse, Describe and Close was sent since the transaction status was last learned.
	known bool
	// statements are the client's prepared statements with questions in them, by name; at most maxPrepared.
	statements map[string]*prepared
	// blocks are those that begin or may end a transaction block.
	blocks preparedBounds
}

// epoch counts events that may change how the names of a statement are resolved, or what they refer to. A proof holds
// for the epoch in which it was made: another session may have replaced a view since the client's last Sync, and any
// statement of the client's own may have set search_path or the role.
type epoch struct {
	group int // of messages: the client's Syncs
	own   int // statements of the client's own that were run
}

// work is the effect that a Sync of our own would have.
type work byte

const (
	workNone     work = iota
	workHarmless      // Parse, Describe, Close, BEGIN: a Sync between changes nothing
	workOther         // in an open transaction block a Sync between changes nothing either, see behindWork
)

// Want returns the number of bytes of a message that must be buffered before it is handled: enough of a Query or
// Parse to find a question in it, the names in the others. It reads nothing that a turn may be changing, because one
// frame is read ahead of it.
func (d *Desk) Want(typ byte, n int) int {
	switch typ {
	case 'Q', 'P':
		return min(n, d.rules.MaxQuestionBytes)
	case 'B', 'C', 'D', 'E':
		return min(n, maxNames)
	}
	return 0
}

// maxNames bounds, in bytes, the part of a Bind, Describe, Execute or Close that is read for the names in it.
const maxNames = 1024

// action is the treatment of a message of the client.
type action byte

const (
	actForward  action = iota
	actDiscard         // the server would skip it
	actAskQuery        // look for questions in a Query
	actAskParse        // look for questions in a Parse
	actBind            // it may bind a question
	actDescribe        // it may describe a question
	actExecute         // it may run a question
	actOutside         // it must not run in a question's wrap
	actSync
	actClose // the client said goodbye
	actRefuse
)

// decide is pure: it returns the action for a message of type typ, given whether messages are skipped up to the next
// Sync.
func decide(typ byte, skipping bool) action {
	switch typ {
	case 'X':
		return actClose
	case 'S':
		return actSync
	case 'Q', 'F', 'P', 'B', 'D', 'E', 'C', 'H':
		if skipping {
			return actDiscard
		}
	case 'd', 'c', 'f', 'p':
	default:
		return actRefuse
	}
	switch typ {
	case 'Q':
		return actAskQuery
	case 'P':
		return actAskParse
	case 'B':
		return actBind
	case 'D':
		return actDescribe
	case 'E':
		return actExecute
	case 'F':
		return actOutside
	}
	return actForward
}

// apply carries out the action of one message.
func (s *talk) apply(ctx context.Context, f wire.Frame) error {
	if s.relaying.wrapped != wrapNone {
		s.link.FromClient.Leave() // whatever is done with it now may have to wait for the upstream
	}
	switch decide(f.Type, s.relaying.skipping) {
	case actClose:
		_ = s.link.Upstream.Send(f.Bytes) // it may have gone first
		return ErrTerminate
	case actDiscard:
		return nil
	case actRefuse:
		return &wire.Fatal{Code: wire.CodeProtocol, Message: fmt.Sprintf("invalid frontend message type %d", f.Type)}
	case actAskQuery:
		return s.query(ctx, f)
	case actAskParse:
		return s.parse(ctx, f)
	case actBind:
		return s.bind(ctx, f)
	case actDescribe:
		return s.describe(ctx, f)
	case actExecute:
		return s.execute(ctx, f)
	case actOutside:
		return s.passOutside(ctx, f)
	case actSync:
		return s.sync(ctx, f)
	}
	return s.pass(f)
}

// pass forwards a message as it is and notes what it makes the upstream owe.
func (s *talk) pass(f wire.Frame) error {
	switch owed := s.link.Exchange.Owes(); {
	case owed == 0:
		if err := s.open(); err != nil {
			return err
		}
	case owed > wire.MaxOwed:
		s.link.FromClient.Leave() // sent waits
	}
	switch f.Type {
	case 'Q', 'F', 'B', 'E', 'S':
		s.relaying.known = false
	}
	s.relaying.noteOwn(f)
	to := wire.ToClient
	if s.relaying.asking != nil {
		to = wire.ToWatched
	}
	switch f.Type {
	case 'Q', 'F':
		s.relaying.rested()
		s.link.Exchange.Sent(wire.ToClient, wire.ReqQuery)
	case 'P':
		s.relaying.note(workHarmless)
		s.link.Exchange.Sent(wire.ToClient, wire.ReqParse)
	case 'B':
		s.relaying.note(s.relaying.boundWork(f))
		s.step(f)
		s.link.Exchange.Sent(to, wire.ReqBind)
	case 'D':
		s.relaying.note(workHarmless)
		s.link.Exchange.Sent(to, wire.ReqDescribe)
	case 'E':
		s.step(f)
		s.link.Exchange.Sent(to, wire.ReqExecute)
	case 'C':
		s.relaying.note(workHarmless)
		s.relaying.forget(f)
		s.link.Exchange.Sent(wire.ToClient, wire.ReqClose)
	case 'S':
		s.relaying.rested()
		s.relaying.asking = nil
		s.link.Exchange.Sent(to, wire.ReqSync)
	case 'c', 'f':
		s.link.Exchange.Sent(wire.ToClient, wire.ReqCopyEnd)
	case 'd':
		if f.Whole() {
			f = s.link.FromClient.Run(f)
		}
	}
	if err := s.link.Upstream.Forward(f, s.link.FromClient); err != nil {
		return fmt.Errorf("forward to upstream: %w", err)
	}
	return nil
}

// noteOwn counts what is run of the client's own.
func (g *relaying) noteOwn(f wire.Frame) {
	switch f.Type {
	case 'Q', 'F':
		g.epoch.own++
	case 'E':
		portal, _, _ := wire.CutName(f.Body())
		if g.portals[string(portal)] == nil {
			g.epoch.own++
		}
	}
}

// step notes a Bind or an Execute behind a question in the same group of messages: its reply comes between those
// about the question.
func (s *talk) step(f wire.Frame) {
	if s.relaying.asking == nil {
		return
	}
	portal, _, _ := wire.CutName(f.Body())
	if f.Type == 'B' {
		s.pending.binds(s.relaying.asking, string(portal), nil, nil)
		return
	}
	s.pending.executes(s.relaying.asking, string(portal))
}

// open is called before a message when nothing is owed. It waits for a cancel request that is on its way, which
// belongs to what came before, and returns an error when the session is retired.
func (d *Desk) open() error {
	if !d.turn.gate.TryLock() {
		d.link.FromClient.Leave()
		d.turn.gate.Lock()
	}
	defer d.turn.gate.Unlock()
	return d.turn.retired
}

func (g *relaying) note(w work) { g.unsynced = max(g.unsynced, w) }
