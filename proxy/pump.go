package proxy

import (
	"net"

	"github.com/pgask/pgask/proxy/poll"
)

// pump moves the messages of one direction until there are none for now, and again when there are some. It has a goroutine
// of its own, whose reads wait, or is a task of a loop that many sessions share: then it must Leave before it waits for
// anything. That is: before it takes up a question, or waits for a lock that is held while somebody reads or writes, or
// for a peer in the middle of a message.
type pump struct {
	s    *session
	from *frames
	take func() error  // takes messages until errNotReady, or why no more will come
	over chan struct{} // closed when err is set for good
	err  error
}

func newPump(s *session, from *frames, take func() error) *pump {
	return &pump{s: s, from: from, take: take, over: make(chan struct{})}
}

func (p *pump) start() {
	if p.from.polled == nil {
		go p.work()
		return
	}
	p.from.polled.Start(func(t *poll.Task) bool {
		p.from.task = t
		return p.work()
	})
}

// work returns true when there is nothing to take for now.
func (p *pump) work() (more bool) {
	err := p.s.recoverPanic(p.take)
	if err == errNotReady {
		return true
	}
	p.from.task.Leave()
	if p == p.s.down {
		// A question that is being worked on ends before the session does.
		p.s.turn.abandon()
		p.s.turn.wait()
	}
	p.err = err
	close(p.over)
	if p == p.s.down {
		p.s.clientEnded()
	} else {
		p.s.upstreamEnded()
	}
	return false
}

// attachPoller hands both connections of the session over to a poll loop. It does nothing where that is not possible: when one of
// them is encrypted, or the system has no poller.
func (s *session) attachPoller() {
	if s.server.poller == nil {
		return
	}
	client, upstream, err := s.server.poller.Adopt(s.conn, s.upstream.conn)
	if err != nil {
		return
	}
	s.conn = client
	take := func(w *writer, f *frames, c *poll.Conn) {
		w.conn, w.polled = net.Conn(c), c
		f.conn, f.polled = net.Conn(c), c
	}
	take(s.client, s.fromClient, client)
	take(s.upstream, s.fromUpstream, upstream)
}
