package ask

import (
	"context"
	"sync/atomic"

	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
)

// Desk answers the questions of one session. The client's pump brings it messages (Take), the upstream's pump replies
// (Deliver). A question is worked on in a turn of its own, beside both.
type Desk struct {
	link      *wire.Link
	login     *login.Login
	shared    *Shared
	recovered func(func() error) error // turns a panic into an error
	rules     *Rules                   // in force when the client connected; replaced by the current ones at each question, see begin
	voice     voice

	// Where replies of the upstream go.
	loans       loans
	run         atomic.Pointer[run]    // set while the statement of a question runs
	refusedWith atomic.Pointer[[]byte] // the ErrorResponse that replaces the next one
	pending     pendings               // questions in statements that the client runs
	quiet       atomic.Bool            // a wrap is open: ParameterStatus messages about its settings are not passed on

	turn  turnSlot
	board board // what it works on
	talk  talk  // nobody but awaitTurn hands it out
}

// Shared is what all desks of a server have in common.
type Shared struct {
	Current     func() *Rules                        // the rules in force now
	Datasources func() []string                      // the databases that are served by name
	Told        func(sqlState string, upstream bool) // counts an error that a client is told; the upstream's, or else ours
	gate        gate                                 // questions that are being worked on
}

// Counts returns the numbers of questions that are worked on and that wait.
func (s *Shared) Counts() (inside, waiting int) { return s.gate.counts() }

// talk is what a session's client has said and asked so far. The client's pump has it alone and, while a question is
// worked on, the turn has: a pump gets it from awaitTurn, which waits for the turn to end.
type talk struct {
	*Desk
	relaying relaying
	asker    asker
}

// asker brings questions to the agent, and remembers what was asked.
type asker struct {
	*Desk
	dialogue dialogue
}

// Open prepares the desk of a session. recovered calls a function and turns a panic into an error; id is the session's.
func (d *Desk) Open(link *wire.Link, who *login.Login, shared *Shared, id string, recovered func(func() error) error) {
	d.link, d.login, d.shared, d.recovered = link, who, shared, recovered
	d.voice = voice{link, who, id, shared.Told}
	d.rules, d.talk.Desk, d.talk.asker.Desk = shared.Current(), d, d
}

// Take handles one message of the client, when the turn before it has ended.
func (d *Desk) Take(ctx context.Context, f wire.Frame) error {
	t, err := d.awaitTurn()
	if err != nil {
		return err
	}
	return t.apply(ctx, f)
}

// Pause keeps the session from beginning anything until resume is called.
func (d *Desk) Pause() (resume func()) {
	d.turn.gate.Lock()
	return d.turn.gate.Unlock
}

// Abandon stops the question under way, if any, because the client has left: the client's own statements before it
// still run, as they would in a server.
func (d *Desk) Abandon() { d.turn.abandon() }

// Wait returns when no question is worked on.
func (d *Desk) Wait() { d.turn.wait() }

// Busy reports whether a question is worked on.
func (d *Desk) Busy() bool { return d.turn.active() }

// Runs reports whether the client runs a statement with a question in it.
func (d *Desk) Runs() bool { return d.pending.any() }

// Stop ends what is under way, because the session ends.
func (d *Desk) Stop(cause error) {
	d.turn.cancel()
	d.link.Exchange.Fail(cause)
	d.endLoan(cause)
}

// Finish writes what is still to be recorded when the session has ended; left says that the client went of its own
// accord.
func (d *Desk) Finish(left bool) { d.pending.abandon(left) }

// Asked returns the number of questions so far. The session has ended.
func (d *Desk) Asked() int { return d.talk.asker.dialogue.questions }
