// Package poll lets connections wait for something to read without a goroutine each, and lets a few goroutines do what
// there is to do for all of them.
//
//	           epoll                 Task.run
//	loop: wait ------> readable: c1, c7 -----> reads, works, writes, returns: c1 is parked again
//	                                    -----> calls Leave, because what follows may block:
//	                                           another goroutine takes over the loop and its events,
//	                                           this one goes on as an ordinary goroutine until it parks
//
// A goroutine for each direction of a connection is how Go does it, and it is good for everything but short messages:
// each costs a wake-up of a goroutine, a read that finds nothing, and often a wake-up of a thread that finds nothing
// to do. A parked connection costs its struct. Code that runs in a loop stays straightforward: it may do anything
// after Leave, which costs a microsecond, and nothing that waits before.
//
// A Conn belongs to an epoll instance of ours and no longer to that of the Go runtime, which would wake up for it as
// well; so it brings along what that did for it: waiting, deadlines, and closing while others use it. Only Linux on
// amd64 and arm64 has it: elsewhere New returns ErrUnsupported and its caller does without.
//
// Reading order: task.go, loop.go, conn.go, socket.go.
package poll

import "errors"

// ErrNotReady is returned by TryRead and TryWrite where Read and Write would wait.
var ErrNotReady = errors.New("poll: not ready")

// ErrUnsupported is returned by New where there is no Poller, and by Adopt for connections that are no sockets.
var ErrUnsupported = errors.New("poll: not supported")
