//go:build !linux || !(amd64 || arm64)

package poll

import "net"

// Poller is not available on this system.
type Poller struct{}

// New returns ErrUnsupported.
func New(int) (*Poller, error) { return nil, ErrUnsupported }

// Close does nothing.
func (*Poller) Close() {}

// Adopt returns ErrUnsupported.
func (*Poller) Adopt(_, _ net.Conn) (*Conn, *Conn, error) { return nil, nil, ErrUnsupported }

// Conn is never made on this system.
type Conn struct{ net.Conn }

// TryRead returns ErrUnsupported.
func (*Conn) TryRead([]byte) (int, error) { return 0, ErrUnsupported }

// TryWrite returns ErrUnsupported.
func (*Conn) TryWrite([]byte) (int, error) { return 0, ErrUnsupported }

// Parked returns false.
func (*Conn) Parked() bool { return false }

// Control returns ErrUnsupported.
func (*Conn) Control(func(uintptr)) error { return ErrUnsupported }

func (*Conn) park(*Task) bool { return false }

type loop struct{ again []*Task }

func (*loop) pass() {}

func (*loop) handOver() {}
