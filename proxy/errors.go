package proxy

import (
	"errors"
	"io"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/wire"
)

// errIdle ends sessions that have been idle for too long.
var errIdle = &wire.Fatal{Code: wire.CodeIdle, Message: "terminating connection due to idle-session timeout",
	Hint: "The limit is limits.idle_timeout of the proxy."}

// endError returns the error that a session ends with: a *fatal to be sent to the client, or cause when nothing is to
// be sent, because the client itself has ended the session or the upstream's own FATAL error was relayed.
func (s *session) endError(cause error) error {
	var f *wire.Fatal
	atUpstream, _ := wire.FailedAt(cause, wire.SideUpstream)
	malformed := errors.Is(cause, wire.ErrMessageLength)
	switch {
	case errors.As(cause, &f) || ordinaryEnd(cause):
		return cause
	case malformed && !atUpstream:
		return &wire.Fatal{Code: wire.CodeProtocol, Message: "invalid message length", Err: cause}
	case malformed:
		return &wire.Fatal{Code: wire.CodeProtocol, Message: "the database behind the proxy does not speak the PostgreSQL protocol",
			Hint: "The operator should look at the upstream's address.", Err: cause}
	case atUpstream && wire.TimedOut(cause):
		return &wire.Fatal{Code: wire.CodeTimeout, Message: "the database behind the proxy did not answer in time",
			Hint: "Try again later or tell the operator.", Err: cause}
	case atUpstream || errors.Is(cause, ask.ErrOutOfStep):
		return &wire.Fatal{Code: wire.CodeConnectionLost, Message: "the database behind the proxy closed the connection unexpectedly",
			Hint: "Reconnect. If it happens again, the log of the database server has the reason.", Err: cause}
	}
	return &wire.Fatal{Code: wire.CodeInternal, Message: "internal error",
		Hint: "Session " + s.id + " in the log of the proxy has the details.", Err: cause}
}

// startError is endError for a client that has not been let in yet: an upstream that is lost then cannot be connected
// to now.
func (s *session) startError(cause error) error {
	err := s.endError(cause)
	var f *wire.Fatal
	if !errors.As(err, &f) || f.Code != wire.CodeConnectionLost {
		return err
	}
	told := *f
	told.Code = wire.CodeCannotConnect
	return &told
}

// ordinaryEnd reports whether an error is no cause for a warning in the log: the client or the upstream ended the
// session, the proxy shuts down, or the session was idle for too long.
func ordinaryEnd(err error) bool {
	atClient, _ := wire.FailedAt(err, wire.SideClient)
	return errors.Is(err, ask.ErrTerminate) || errors.Is(err, wire.ErrUpstreamFatal) ||
		errors.Is(err, wire.ErrShutdown) || errors.Is(err, errIdle) ||
		atClient && !errors.Is(err, wire.ErrMessageLength)
}

// clientLeft reports whether the client has sent Terminate or closed its side, even within a message.
func clientLeft(err error) bool {
	atClient, writing := wire.FailedAt(err, wire.SideClient)
	return errors.Is(err, ask.ErrTerminate) || atClient && !writing && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF))
}
