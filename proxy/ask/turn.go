package ask

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// turnSlot holds the turn of a question that is under way, if any. cancel stops all of it. abandon, for a client that
// has left, stops the question alone: the client's own statements before it still run, as they would in a server.
type turnSlot struct {
	running      atomic.Bool        // a turn is under way
	mu           sync.Mutex         // guards what follows
	ctx          context.Context    // of the whole turn; kept for statements of the client that the turn waits for, see settle
	stop         context.CancelFunc // ends ctx
	stopQuestion context.CancelFunc // ends the context of the question, which is below ctx
	done         chan struct{}      // closed when the turn has ended; nil when there was none

	// gate is held to begin a turn or to send a message when nothing is owed, and while a cancel request is on its
	// way, which so cannot hit a later statement. It is taken before mu.
	gate    sync.Mutex
	retired error // under gate: why nothing may begin any more
}

// begin starts work as the session's turn. The turn before it must have ended.
func (t *turnSlot) begin(ctx context.Context, work func(context.Context)) {
	whole, stop := context.WithCancel(ctx)
	question, stopQuestion := context.WithCancel(whole)
	done := make(chan struct{})
	t.mu.Lock()
	t.ctx, t.stop, t.stopQuestion, t.done = whole, stop, stopQuestion, done
	t.running.Store(true)
	t.mu.Unlock()
	go func() {
		defer close(done)
		defer t.over()
		work(question)
	}()
}

func (t *turnSlot) over() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
	t.running.Store(false)
}

// context returns the context of the whole turn under way, for use within it: it does not end when the client leaves.
func (t *turnSlot) context() context.Context {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ctx
}

// abandon stops the question under way, if any, because the client has left.
func (t *turnSlot) abandon() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.active() {
		t.stopQuestion()
	}
}

// cancel stops the turn under way and says whether there was one.
func (t *turnSlot) cancel() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.active() {
		return false
	}
	t.stop()
	return true
}

// active reports whether a turn is under way.
func (t *turnSlot) active() bool { return t.running.Load() }

// ended returns a channel that is closed when the turn under way has ended, or is closed already.
func (t *turnSlot) ended() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done == nil {
		t.done = make(chan struct{})
		close(t.done)
	}
	return t.done
}

// wait returns when no turn is under way.
func (t *turnSlot) wait() { <-t.ended() }

// begin starts a turn. An error in it that is not the question's ends the session. A panic is the question's: refuse
// sends it to the client.
func (s *talk) begin(ctx context.Context, work func(context.Context) error, refuse func(error) error) {
	// A cancel request that is on its way belongs to what came before.
	defer s.Pause()()
	s.board.begins()
	s.rules = s.shared.Current() // a reload holds for clients that are connected already
	s.asker.dialogue.recorders, s.asker.dialogue.look = nil, nil
	s.turn.begin(ctx, func(ctx context.Context) {
		err := panics.Catch(func() error { return work(ctx) })
		if p := panics.Of(err); p != nil {
			err = s.recovered(func() error { return s.panicked(p, refuse) })
		}
		if err != nil {
			s.link.End(err)
		}
	})
}

// panicked ends a turn that has panicked: what is owed is waited for, and the questions that have no outcome get one. A
// transaction of the client's fails by the refusal, as after any other error, and with it what is open in it.
func (s *talk) panicked(p *panics.Error, refuse func(error) error) error {
	if _, err := s.link.RoundTrip(s.turn.context(), &wire.Batch{}); err != nil {
		return err
	}
	id := translate.NewID()
	for _, r := range s.asker.dialogue.recorders {
		r.record.ID = cmp.Or(r.record.ID, id)
		id = r.record.ID
		_ = r.failed(translate.Trace{}, translate.Panicked(id, p))
	}
	return refuse(translate.Panicked(id, p))
}

// awaitTurn waits until the turn has ended. Meanwhile it reads ahead, as far as the buffer has room, because only a
// read shows that the client has left; then the turn is abandoned. What was read is handled afterwards.
func (d *Desk) awaitTurn() (*talk, error) {
	if !d.turn.active() {
		return &d.talk, nil
	}
	ended := d.turn.ended()
	d.link.FromClient.Leave()
	freed := make(chan error, 1)
	go func() {
		<-ended
		freed <- d.login.Conn.SetReadDeadline(time.Unix(1, 0))
	}()
	if err := d.link.FromClient.ReadAhead(); err != nil {
		d.turn.abandon()
	}
	return &d.talk, errors.Join(d.awaitTurnEnd(freed), d.login.Conn.SetReadDeadline(time.Time{}))
}

// awaitTurnEnd waits for the turn's end. The client may have sent more than is read ahead; that it has left is looked
// for then.
func (d *Desk) awaitTurnEnd(freed <-chan error) error {
	look := time.NewTicker(hangUpPoll)
	defer look.Stop()
	for {
		select {
		case err := <-freed:
			return err
		case <-look.C:
			if wire.HungUp(d.login.Conn) {
				d.turn.abandon()
			}
		}
	}
}

// hangUpPoll is the interval of checks for a hang-up, while a question is worked on, of a client that has sent more
// than is read ahead.
const hangUpPoll = 250 * time.Millisecond

// Retire ends the session for a reason of the server's, unless something has begun.
func (d *Desk) Retire(cause error) bool {
	defer d.Pause()()
	if d.turn.retired != nil {
		return true
	}
	if d.turn.active() || !d.link.Exchange.Resting() {
		return false
	}
	d.turn.retired = cause
	d.link.End(cause)
	return true
}

// Cancel stops what the session is doing: the agent when it works, else the statement upstream. While the request is
// on its way the gate keeps the session from beginning another turn; a session that does nothing is left alone.
func (d *Desk) Cancel() {
	defer d.Pause()()
	if d.turn.cancel() || d.link.Exchange.Idle() {
		return
	}
	d.link.CancelUpstream()
}
