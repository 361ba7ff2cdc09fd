//go:build linux && (amd64 || arm64)

package poll

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Poller is a number of loops.
type Poller struct {
	loops   []*loop
	next    atomic.Uint32
	running sync.WaitGroup
}

// New starts n loops.
func New(n int) (*Poller, error) {
	p := &Poller{}
	for range n {
		l, err := newLoop(&p.running)
		if err != nil {
			p.Close()
			return nil, err
		}
		p.loops = append(p.loops, l)
		l.handOver()
	}
	return p, nil
}

// Close ends the loops. All connections must have been closed.
func (p *Poller) Close() {
	for _, l := range p.loops {
		l.end()
	}
	p.running.Wait()
	for _, l := range p.loops {
		l.close()
	}
}

// Adopt takes two sockets over, which from then on belong to one loop: a task on one of them may write to the other
// without meeting another thread. What was set on them stays, but for deadlines. After an error both are as they were.
func (p *Poller) Adopt(a, b net.Conn) (*Conn, *Conn, error) {
	l := p.loops[int(p.next.Add(1))%len(p.loops)]
	ca, err := l.adopt(a)
	if err != nil {
		return nil, nil, err
	}
	cb, err := l.adopt(b)
	if err != nil {
		ca.Close()
		return nil, nil, err
	}
	// Only the runtime's descriptors are closed, not the connections.
	a.Close()
	b.Close()
	return ca, cb, nil
}

// loop waits for events and does what they are about.
type loop struct {
	epoll   int
	wakeFD  [2]int // a pipe; its closed end ends the loop
	running *sync.WaitGroup

	mu    sync.Mutex
	conns []*Conn // by descriptor

	// Only the goroutine that has the loop touches what follows.
	events     [128]unix.EpollEvent
	at, n      int     // events[at:n] are still to be seen
	due, again []*Task // to be run although nothing has happened: in this round, in the next
	ended      bool
	yielded    time.Time // when the goroutine last was with the scheduler
}

func newLoop(running *sync.WaitGroup) (*loop, error) {
	l := &loop{running: running}
	var err error
	if l.epoll, err = unix.EpollCreate1(unix.EPOLL_CLOEXEC); err != nil {
		return nil, fmt.Errorf("epoll: %w", err)
	}
	if err = unix.Pipe2(l.wakeFD[:], unix.O_CLOEXEC|unix.O_NONBLOCK); err != nil {
		unix.Close(l.epoll)
		return nil, fmt.Errorf("pipe: %w", err)
	}
	if err = l.control(unix.EPOLL_CTL_ADD, l.wakeFD[0], unix.EPOLLIN); err != nil {
		l.end()
		l.close()
		return nil, err
	}
	return l, nil
}

// end makes the loop end.
func (l *loop) end() { unix.Close(l.wakeFD[1]) }

func (l *loop) close() {
	unix.Close(l.wakeFD[0])
	unix.Close(l.epoll)
}

// handOver continues the loop on a new goroutine.
func (l *loop) handOver() {
	l.running.Go(func() {
		o := &runner{loop: l}
		for !o.left {
			t := l.task()
			if t == nil {
				return
			}
			o.do(t)
		}
	})
}

// task returns the next task to run; it waits for one, and returns nil when the loop is to end.
func (l *loop) task() *Task {
	for {
		for l.at < l.n {
			e := l.events[l.at]
			l.at++
			if int(e.Fd) == l.wakeFD[0] {
				l.ended = true
				continue
			}
			if t := l.conn(int(e.Fd)).handleEvent(e.Events); t != nil {
				return t
			}
		}
		if len(l.due) > 0 {
			t := l.due[0]
			l.due = l.due[1:]
			return t
		}
		if l.ended {
			return nil
		}
		l.due, l.again = l.again, nil
		l.wait(len(l.due) == 0)
	}
}

// yieldEvery is less than the 10 ms after which the runtime takes the processor away from a goroutine that never
// meets the scheduler, though it has waited in system calls for most of them. After that its monitor looks in every
// 20 µs for some milliseconds, which is most of the processor time that a single client costs.
const yieldEvery = 8 * time.Millisecond

// wait fetches events. If long is set it waits until there are some.
func (l *loop) wait(long bool) {
	timeout := 0
	if long {
		timeout = -1
	}
	if now := time.Now(); now.Sub(l.yielded) > yieldEvery {
		l.yielded = now
		runtime.Gosched()
	}
	n, err := unix.EpollWait(l.epoll, l.events[:], timeout)
	if err != nil && !errors.Is(err, unix.EINTR) {
		panic(fmt.Sprintf("epoll_wait: %v", err)) // the arguments are ours, and there is nothing to go on with
	}
	l.at, l.n = 0, max(n, 0)
}

// conn returns the connection with a descriptor; nil when it was closed after the event had come. An event for an
// earlier connection with the same descriptor does no harm: it causes one read that finds nothing.
func (l *loop) conn(fd int) *Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conns[fd]
}

func (l *loop) learn(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if missing := c.fd + 1 - len(l.conns); missing > 0 {
		l.conns = append(l.conns, make([]*Conn, missing)...)
	}
	l.conns[c.fd] = c
}

func (l *loop) forget(c *Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[c.fd] = nil
}

func (l *loop) control(op, fd int, events uint32) error {
	if err := unix.EpollCtl(l.epoll, op, fd, &unix.EpollEvent{Events: events, Fd: int32(fd)}); err != nil {
		return fmt.Errorf("epoll_ctl: %w", err)
	}
	return nil
}
