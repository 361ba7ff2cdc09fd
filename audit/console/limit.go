package console

import (
	"net"
	"sync"
)

// maxConnections bounds who may be connected at a time, to a page that a few people look at.
const maxConnections = 128

// Limit lets so many connections through at a time; others wait in the system's queue.
func Limit(l net.Listener) net.Listener {
	return &limited{l, make(chan struct{}, maxConnections), make(chan struct{}), sync.Once{}}
}

type limited struct {
	net.Listener
	seats  chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.seats <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.seats
		return nil, err
	}
	return &seated{Conn: conn, leave: sync.OnceFunc(func() { <-l.seats })}, nil
}

// Close implements net.Listener.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// seated is a connection that gives its seat back.
type seated struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *seated) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
