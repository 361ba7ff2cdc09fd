package proxy

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"
)

// errTerminate says that the client said goodbye.
var errTerminate = errors.New("client terminated")

// errUpstreamSaidFatal says that the upstream ended the session and has told the client why.
var errUpstreamSaidFatal = errors.New("upstream ended the session")

// relaying is what the client pump knows of the conversation.
type relaying struct {
	// skipping: an error of ours, or one behind a Sync of ours, stands before the client's next Sync; the client's
	// messages up to it are dropped, as the server would.
	skipping bool
	// unsynced is what has been sent since the client's last Sync.
	unsynced work
	// wrapped: a question's portal is bound, so a wrap of ours is open until the next Sync.
	wrapped wrap
	// portals are those of questions, by name, since the wrap was opened.
	portals map[string]*prepared
	// asking is what has been asked by Bind since the client's last Sync.
	asking *pending
	// group counts the client's Syncs.
	group int
	// known: nothing but Parse, Describe and Close was sent since the transaction status was last learned.
	known bool
	// statements are the client's prepared statements that matter to us, by name.
	statements map[string]*prepared
}

// work says how much a Sync of our own would change.
type work byte

const (
	workNone     work = iota
	workHarmless      // Parse, Describe, Close, BEGIN: a Sync between changes nothing
	workOther
)

// pumpClient takes messages from the client and does with each what decide says.
func (s *session) pumpClient(ctx context.Context) error {
	defer s.turn.wait()
	defer s.turn.cancel()
	for {
		f, err := s.fromClient.next(s.wantOfClient)
		if err != nil {
			return fmt.Errorf("read client: %w", err)
		}
		if f.typ == 'X' {
			s.turn.cancel()
		}
		if err := s.attend(); err != nil {
			return err
		}
		if err := s.obey(ctx, f); err != nil {
			return err
		}
		if err := s.fromClient.discard(); err != nil {
			return fmt.Errorf("read client: %w", err)
		}
	}
}

// wantOfClient is how much of a message must be seen: enough of a Query or Parse to find a question in it, the names in
// the others. It looks at nothing that a turn may be changing: one frame is read ahead of it.
func (s *session) wantOfClient(typ byte, n int) int {
	switch typ {
	case 'Q', 'P':
		return min(n, s.server.cfg.MaxQuestionBytes)
	case 'B', 'C', 'D', 'E':
		return min(n, maxNames)
	}
	return 0
}

// maxNames is how much of a Bind, Describe, Execute or Close is read for the names in it.
const maxNames = 1024

// action is what is done with a message of the client.
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

// decide is pure: what is done with a message of type typ, given whether messages are skipped up to the next Sync.
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

// obey does what decide says with one message.
func (s *session) obey(ctx context.Context, f frame) error {
	switch decide(f.typ, s.relaying.skipping) {
	case actClose:
		s.leaving.Store(true)
		_ = s.upstream.send(f.bytes) // it may have gone first
		return errTerminate
	case actDiscard:
		return nil
	case actRefuse:
		return &fatal{code: codeProtocol, message: fmt.Sprintf("invalid frontend message type %d", f.typ)}
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
func (s *session) pass(f frame) error {
	if s.exchange.idle() && !s.open() {
		return errShutdown
	}
	switch f.typ {
	case 'Q', 'F', 'B', 'E', 'S':
		s.relaying.known = false
	}
	to := toClient
	if s.relaying.asking != nil {
		to = toAsker
	}
	switch f.typ {
	case 'Q', 'F':
		s.relaying.unsynced = workNone
		s.exchange.sent(toClient, reqQuery)
	case 'P':
		s.note(workHarmless)
		s.exchange.sent(toClient, reqParse)
	case 'B':
		s.note(s.boundWork(f))
		s.exchange.sent(to, reqBind)
	case 'D':
		s.note(workHarmless)
		s.exchange.sent(to, reqDescribe)
	case 'E':
		s.exchange.sent(to, reqExecute)
	case 'C':
		s.note(workHarmless)
		s.forget(f)
		s.exchange.sent(toClient, reqClose)
	case 'S':
		s.relaying.unsynced, s.relaying.asking = workNone, nil
		s.exchange.sent(to, reqSync)
	case 'c', 'f':
		s.exchange.sent(toClient, reqCopyEnd)
	}
	if err := s.upstream.forward(f, s.fromClient); err != nil {
		return fmt.Errorf("forward to upstream: %w", err)
	}
	return nil
}

// open waits for a cancel request that is on its way, because it belongs to what came before, and says whether the
// session may go on.
func (s *session) open() bool {
	s.turnGate.Lock()
	defer s.turnGate.Unlock()
	return !s.retired
}

func (s *session) note(w work) { s.relaying.unsynced = max(s.relaying.unsynced, w) }

// pumpUpstream takes messages from the upstream to wherever exchange says.
func (s *session) pumpUpstream() error {
	saidFatal := false
	for {
		f, err := s.fromUpstream.next(wantOfUpstream)
		if err != nil {
			if saidFatal {
				return errUpstreamSaidFatal
			}
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.typ == 'E' && severe(f.body()) {
			saidFatal = true
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

// passFatal tells the client why the upstream ends the session, whoever the reply was for. An upstream that does not
// close the connection after it is not waited for.
func (s *session) passFatal(f frame) error {
	if err := s.upstream.conn.SetReadDeadline(time.Now().Add(tellTimeout)); err != nil {
		return err
	}
	s.told = true
	if err := s.client.forward(f, s.fromUpstream); err != nil {
		return fmt.Errorf("forward to client: %w", err)
	}
	return nil
}

// wantOfUpstream is how much of a reply must be seen: all of the small ones that we may have to hold back or replace.
func wantOfUpstream(typ byte, n int) int {
	switch typ {
	case 'D', 'd', 'V':
		return 0
	}
	return min(n, maxCapture)
}

// deliver takes one message of the upstream where it belongs.
func (s *session) deliver(f frame) error {
	switch f.typ {
	case 'S':
		s.reported.note(f.body())
	case 'K':
		if n := len(f.body()); n >= minKey && n <= maxKey {
			key := append([]byte{}, f.body()...)
			s.key.Store(&key)
		}
	}
	if l := s.loan.Load(); l != nil && f.typ != 'A' {
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
	switch to {
	case toNobody:
		return nil
	case toRun:
		if r := s.run.Load(); r != nil {
			return r.take(f)
		}
		return nil
	case toSubstitute:
		return s.substitute(f)
	case toAsker:
		return s.deliverAsker(f)
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
		if f.whole() && !ownSetting(f.body()) {
			if err := s.client.write(f.bytes); err != nil {
				return fmt.Errorf("write client: %w", err)
			}
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
	s.pending.see(f)
	if f.typ == 'Z' {
		s.pending.end()
	}
	if f.typ == 'E' && f.whole() {
		if err := s.client.write(withoutPosition(f)); err != nil {
			return fmt.Errorf("write client: %w", err)
		}
		return nil
	}
	if err := s.client.forward(f, s.fromUpstream); err != nil {
		return fmt.Errorf("forward to client: %w", err)
	}
	return nil
}

// withoutPosition is an ErrorResponse without its field P.
func withoutPosition(f frame) []byte {
	out := append([]byte{}, f.bytes[:headerLen]...)
	for body := f.body(); len(body) > 1; {
		end := indexZero(body)
		if end < 0 {
			return f.bytes
		}
		if body[0] != 'P' {
			out = append(out, body[:end+1]...)
		}
		body = body[end+1:]
	}
	out = append(out, 0)
	putLength(out)
	return out
}

// putLength writes the length of a message into its header.
func putLength(m []byte) { binary.BigEndian.PutUint32(m[1:], uint32(len(m)-1)) }

// severe says whether an ErrorResponse ends the session: severity FATAL or PANIC, in the field that is never translated.
func severe(body []byte) bool {
	for len(body) > 1 {
		end := indexZero(body[1:])
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

func indexZero(p []byte) int {
	for i, b := range p {
		if b == 0 {
			return i
		}
	}
	return -1
}

// parameters are what the upstream has reported in ParameterStatus messages.
type parameters struct {
	mu sync.Mutex
	m  map[string]string
}

// Bounds of what is kept of parameters, whatever an upstream reports.
const (
	maxParameters = 256
	maxParameter  = 8 << 10 // bytes of a value
)

func (p *parameters) note(body []byte) {
	name, value, ok := nameValue(body)
	if !ok || len(value) > maxParameter {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.m == nil {
		p.m = map[string]string{}
	}
	if _, known := p.m[name]; known || len(p.m) < maxParameters {
		p.m[name] = value
	}
}

func (p *parameters) get(name string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.m[name]
}

func (p *parameters) copy() map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := make(map[string]string, len(p.m))
	for k, v := range p.m {
		m[k] = v
	}
	return m
}

func nameValue(body []byte) (name, value string, ok bool) {
	i := indexZero(body)
	if i < 0 {
		return "", "", false
	}
	j := indexZero(body[i+1:])
	if j < 0 {
		return "", "", false
	}
	return string(body[:i]), string(body[i+1 : i+1+j]), true
}

// ownSetting says whether a ParameterStatus is about a setting that the proxy makes local to its own transactions.
func ownSetting(body []byte) bool {
	name, _, ok := nameValue(body)
	return ok && (name == "search_path" || name == "transaction_read_only")
}
