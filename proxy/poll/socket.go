//go:build linux && (amd64 || arm64)

package poll

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// recv and send cost less than read and write. They never block here, so they are made as raw system calls, which the
// Go scheduler is not told of.

// receive calls recv(2) on a non-blocking socket. p must not be empty.
func receive(fd int, p []byte) (int, error) { return transfer(unix.SYS_RECVFROM, fd, p, 0) }

// send calls send(2) on a non-blocking socket, without SIGPIPE. p must not be empty.
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
