package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// What systemd, or another supervisor that speaks as it does, gives the proxy and hears of it: the socket that
// clients connect to (sd_listen_fds(3)), which outlives a restart, and how far the proxy is (sd_notify(3)).

// firstSocket is the descriptor of the first socket that a supervisor hands over.
const firstSocket = 3

// Listen opens a TCP listener, or takes the one that a supervisor has opened for this process. It leaves keepalive to
// the proxy, whose setting it is.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	n, err := handedOver()
	switch {
	case err != nil:
		return nil, err
	case n == 1:
		file := os.NewFile(firstSocket, "LISTEN_FDS")
		defer file.Close() // FileListener has a descriptor of its own
		l, err := net.FileListener(file)
		if err != nil {
			return nil, fmt.Errorf("listen on the socket of LISTEN_FDS: %w", err)
		}
		if _, tcp := l.(*net.TCPListener); !tcp {
			return nil, errors.Join(settingError("the socket of LISTEN_FDS is not a TCP socket that listens: pgask.socket needs ListenStream=ADDRESS:PORT"), l.Close())
		}
		return l, nil
	}
	l, err := (&net.ListenConfig{KeepAlive: -1}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return l, nil
}

// handedOver returns the number of sockets that a supervisor has opened for this process, and takes the variables
// that say so out of the environment: they are about nobody else, and one listener takes the socket.
func handedOver() (int, error) {
	pid, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	if pid != strconv.Itoa(os.Getpid()) || count == "" {
		return 0, nil
	}
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		if err := os.Unsetenv(name); err != nil {
			return 0, err
		}
	}
	if count != "1" {
		return 0, settingError("LISTEN_FDS is %q: pgask.socket needs one ListenStream, since the proxy listens on one address", count)
	}
	unix.CloseOnExec(firstSocket)
	return 1, nil
}

// tellSupervisor sends a state to the supervisor, if there is one that asked for it. A proxy that cannot say how it
// is still serves.
func tellSupervisor(log *slog.Logger, state string) {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"}) // a name that begins with @ is abstract
	if err == nil {
		defer conn.Close()
		if err = conn.SetWriteDeadline(time.Now().Add(time.Second)); err == nil {
			_, err = conn.Write([]byte(state))
		}
	}
	if err != nil {
		log.Warn("NOTIFY_SOCKET was not told", "error", err)
	}
}

// reloading is the state of a reload that begins now.
func reloading() string {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		return "RELOADING=1"
	}
	return fmt.Sprintf("RELOADING=1\nMONOTONIC_USEC=%d", now.Nano()/1000)
}
