//go:build linux && (amd64 || arm64)

package poll

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The socket's own calls cost less than read and write, and as they never wait, the scheduler need not be told of them.

// receive is recv(2) on a socket that does not block. p is not empty.
func receive(fd int, p []byte) (int, error) { return transfer(unix.SYS_RECVFROM, fd, p, 0) }

// send is send(2) on a socket that does not block, without SIGPIPE. p is not empty.
func send(fd int, p []byte) (int, error) { return transfer(unix.SYS_SENDTO, fd, p, unix.MSG_NOSIGNAL) }

func transfer(call uintptr, fd int, p []byte, flags uintptr) (int, error) {
	for {
		n, _, err := unix.RawSyscall6(call, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(p))), uintptr(len(p)), flags, 0, 0)
		switch err {
		case 0:
			return int(n), nil
		case unix.EINTR:
			continue
		}
		return 0, err
	}
}
