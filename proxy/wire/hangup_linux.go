package wire

import (
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// HungUp reports whether the peer has closed its side or is gone, though what it sent before has not been read: reading
// would find the end only behind all of that.
func HungUp(conn net.Conn) bool {
	if secured, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secured.NetConn()
	}
	gone := false
	look := func(fd uintptr) {
		polled := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
		n, err := unix.Poll(polled, 0)
		gone = err == nil && n > 0 && polled[0].Revents&(unix.POLLRDHUP|unix.POLLHUP|unix.POLLERR) != 0
	}
	switch c := conn.(type) {
	case interface{ Control(func(uintptr)) error }:
		_ = c.Control(look) // a closed one ends the session elsewhere
	case syscall.Conn:
		if raw, err := c.SyscallConn(); err == nil {
			_ = raw.Control(look)
		}
	}
	return gone
}
