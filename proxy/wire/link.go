package wire

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/proxy/poll"
)

// Link joins a client and its upstream: their connections, what the upstream owes, and what it has reported of itself.
type Link struct {
	Client       *Writer
	FromClient   *Frames
	Upstream     *Writer
	FromUpstream *Frames
	Exchange     *Exchange
	Reported     Parameters             // the values of ParameterStatus
	key          atomic.Pointer[[]byte] // BackendKeyData

	Cancel     func(ctx context.Context, key []byte) // delivers a CancelRequest to the upstream, and waits until it has been taken
	End        func(cause error)                     // ends the session
	StuckAfter time.Duration                         // how long a cancelled statement of ours may take to end
}

// StuckAfter bounds the time that a cancelled statement of ours may take to end, and what puts the connection right
// behind it. Some never end (an XPath, say), and a server that hangs ends none; then the connection is given up.
const StuckAfter = 3 * time.Second

// ErrStuck ends a session whose cancelled statement did not end within StuckAfter.
var ErrStuck = &Fatal{Code: CodeTimeout, Message: "the database behind the proxy did not stop a cancelled statement",
	Hint: "It may still run there. Reconnect."}

// Attach hands both connections over to a poll loop, and returns the client's as it is to be used from then on. It
// does nothing where that is not possible: when one of them is encrypted, or the system has no poller.
func (l *Link) Attach(p *poll.Poller, client net.Conn) net.Conn {
	if p == nil {
		return client
	}
	polled, upstream, err := p.Adopt(client, l.Upstream.Conn)
	if err != nil {
		return client
	}
	take := func(w *Writer, f *Frames, c *poll.Conn) {
		w.Conn, w.polled = net.Conn(c), c
		f.conn, f.polled = net.Conn(c), c
	}
	take(l.Client, l.FromClient, polled)
	take(l.Upstream, l.FromUpstream, upstream)
	return polled
}

// Charset returns the client_encoding that the upstream reported last.
func (l *Link) Charset() Charset { return charsetOf(l.Reported.Get("client_encoding")) }

// NoteKey keeps a BackendKeyData.
func (l *Link) NoteKey(body []byte) {
	if ValidKey(body) {
		key := append([]byte{}, body...)
		l.key.Store(&key)
	}
}

// Tell queues messages for the client.
func (l *Link) Tell(messages []byte) error {
	if err := l.Client.Write(messages); err != nil {
		return fmt.Errorf("write client: %w", err)
	}
	return nil
}

// TellNow sends messages to the client.
func (l *Link) TellNow(messages []byte) error {
	if err := l.Client.Send(messages); err != nil {
		return fmt.Errorf("write client: %w", err)
	}
	return nil
}

// Deliver forwards a message of the upstream, together with the rows or COPY data behind it.
func (l *Link) Deliver(f Frame) error {
	if (f.Type == 'D' || f.Type == 'd') && f.Whole() {
		f = l.FromUpstream.Run(f)
	}
	return l.DeliverOne(f)
}

// DeliverOne forwards one message of the upstream.
func (l *Link) DeliverOne(f Frame) error {
	if err := l.Client.Forward(f, l.FromUpstream); err != nil {
		return fmt.Errorf("forward to client: %w", err)
	}
	return nil
}

// Request sends the upstream a request whose reply goes to a destination.
func (l *Link) Request(to Destination, kind Request, message []byte) error {
	l.Exchange.Sent(to, kind)
	return l.Send(message)
}

// Send sends messages to the upstream.
func (l *Link) Send(messages []byte) error {
	if err := l.Upstream.Send(messages); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	return nil
}

// FlushUpstream sends what is queued for the upstream.
func (l *Link) FlushUpstream() error {
	if err := l.Upstream.Flush(); err != nil {
		return fmt.Errorf("write upstream: %w", err)
	}
	return nil
}

// TellParameter sends the client a ParameterStatus and notes its value.
func (l *Link) TellParameter(message []byte) error {
	l.Reported.Note(message[HeaderLen:])
	return l.Tell(message)
}

// SendBatch sends a batch without waiting for its replies.
func (l *Link) SendBatch(b *Batch) error {
	for _, e := range b.kinds {
		l.Exchange.Sent(e.to, e.kind)
	}
	return l.Send(b.Bytes)
}

// RoundTrip sends a batch that ends in a Sync and waits until it is answered. When ctx ends, the upstream is asked to
// cancel, and the answer is waited for all the same, but not for ever.
func (l *Link) RoundTrip(ctx context.Context, b *Batch) (status byte, err error) {
	if err := l.SendBatch(b); err != nil {
		return 0, err
	}
	var release func()
	begun := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(begun)
		release = l.Interrupt(func() { l.End(ErrStuck) })
	})
	status, err = l.Exchange.Drain()
	if !stop() {
		<-begun
		release()
	}
	return status, err
}

// Tidy sends a batch that undoes what is ours, behind a statement whose time may be over: it is not cancelled, and a
// server that does not answer it within StuckAfter ends the session.
func (l *Link) Tidy(b *Batch) (status byte, err error) {
	giveUp := time.AfterFunc(l.StuckAfter, func() { l.End(ErrStuck) })
	defer giveUp.Stop()
	return l.RoundTrip(context.Background(), b)
}

const cancelAgain = 200 * time.Millisecond

// Interrupt asks the upstream to cancel what it does, again and again until release is called: a request that arrives
// while the server takes up the next message of a group is lost. release returns when no request is under way any
// more, because another statement may begin then. stuck is called when release has not been within StuckAfter.
func (l *Link) Interrupt(stuck func()) (release func()) {
	ctx, hangUp := context.WithCancel(context.Background())
	giveUp := time.AfterFunc(l.StuckAfter, func() {
		hangUp() // who does not stop may not take requests either
		stuck()
	})
	stop, silent := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(silent)
		again := time.NewTicker(cancelAgain)
		defer again.Stop()
		for {
			l.cancelUpstream(ctx)
			select {
			case <-ctx.Done():
				return
			case <-stop:
				return
			case <-again.C:
			}
		}
	}()
	return func() {
		giveUp.Stop()
		close(stop)
		<-silent
		hangUp()
	}
}

// CancelTimeout bounds the delivery of a cancel request.
const CancelTimeout = 10 * time.Second

// Keys have a process id of four bytes, and a secret of four in protocol 3.0 and up to 256 since 3.2.
const (
	minKey = 8
	maxKey = 260
)

// ValidKey reports whether a cancel key has a length that there is.
func ValidKey(key []byte) bool { return len(key) >= minKey && len(key) <= maxKey }

// HasKey reports whether a cancel key is that of the session, in constant time.
func (l *Link) HasKey(key []byte) bool {
	k := l.key.Load()
	return k != nil && subtle.ConstantTimeCompare(*k, key) == 1
}

// CancelUpstream sends the session's own key to its upstream and waits until it has been taken.
func (l *Link) CancelUpstream() { l.cancelUpstream(context.Background()) }

func (l *Link) cancelUpstream(ctx context.Context) {
	key := l.key.Load()
	if key == nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, CancelTimeout)
	defer stop()
	l.Cancel(ctx, *key)
}
