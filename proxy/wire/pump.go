package wire

import "github.com/pgask/pgask/proxy/poll"

// Pump moves the messages of one direction until there are none for now, and again when there are some. It has a
// goroutine of its own, whose reads wait, or is a task of a loop that many sessions share: then it must Leave before
// it waits for anything. That is: before it begins something long, or waits for a lock that is held while somebody
// reads or writes, or for a peer in the middle of a message.
type Pump struct {
	from  *Frames
	take  func() error  // takes messages until ErrNotReady, or why no more will come
	ended func()        // called when no more will come
	Over  chan struct{} // closed when err is set for good
	Err   error
}

func NewPump(from *Frames, take func() error, ended func()) *Pump {
	return &Pump{from: from, take: take, ended: ended, Over: make(chan struct{})}
}

func (p *Pump) Start() {
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
func (p *Pump) work() (more bool) {
	err := p.take()
	if err == ErrNotReady {
		return true
	}
	p.from.Leave()
	p.Err = err
	close(p.Over)
	p.ended()
	return false
}
