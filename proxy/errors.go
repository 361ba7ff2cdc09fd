package proxy

import (
	"context"
	"errors"
	"io"

	"github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// errIdle ends sessions that have been idle for too long.
var errIdle = &wire.Fatal{Code: wire.CodeIdle, Message: "terminating connection due to idle-session timeout",
	Hint: "The limit is limits.idle_timeout of the proxy."}

// endError returns the error that a session ends with: a *fatal to be sent to the client, or cause when nothing is to be sent,
// because the client itself has ended the session or the upstream's own FATAL error was relayed.
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
	case atUpstream:
		return &wire.Fatal{Code: wire.CodeConnectionLost, Message: "the database behind the proxy closed the connection unexpectedly",
			Hint: "Reconnect. If it happens again, the log of the database server has the reason.", Err: cause}
	}
	return &wire.Fatal{Code: translate.CodeInternal, Message: "internal error",
		Hint: "Session " + s.id + " in the log of the proxy has the details.", Err: cause}
}

// ordinaryEnd reports whether an error is no cause for a warning in the log: the client or the upstream ended the session, the
// proxy shuts down, or the session was idle for too long.
func ordinaryEnd(err error) bool {
	atClient, _ := wire.FailedAt(err, wire.SideClient)
	return errors.Is(err, errTerminate) || errors.Is(err, wire.ErrUpstreamFatal) || errors.Is(err, wire.ErrShutdown) || errors.Is(err, errIdle) ||
		atClient && !errors.Is(err, wire.ErrMessageLength)
}

// clientLeft reports whether the client has sent Terminate or closed its side, even within a message.
func clientLeft(err error) bool {
	atClient, writing := wire.FailedAt(err, wire.SideClient)
	return errors.Is(err, errTerminate) || atClient && !writing && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF))
}

// encodeError returns the ErrorResponse for an error of a question. An error of unknown type becomes an internal error that
// names the session, for the operator to find in the log.
func (s *session) encodeError(err error) []byte {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		s.server.failures.count(pg.Code, true)
		return s.encodeServerError(pg)
	}
	e := s.asTold(err)
	s.server.failures.count(e.Code, false)
	m := pgproto3.ErrorResponse{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: e.Code,
		Message: e.Message, Detail: e.Detail, Hint: e.Hint}
	return s.link.Charset().Shown(wire.Encode(nil, &m))
}

// encodeServerError encodes an error of the server without its position, which would point into a statement that the client did
// not write.
func (s *session) encodeServerError(e *pgconn.PgError) []byte {
	m := pgproto3.ErrorResponse{Severity: e.Severity, SeverityUnlocalized: e.SeverityUnlocalized, Code: e.Code,
		Message: e.Message, Detail: e.Detail, Hint: e.Hint, Where: e.Where, SchemaName: e.SchemaName, TableName: e.TableName,
		ColumnName: e.ColumnName, DataTypeName: e.DataTypeName, ConstraintName: e.ConstraintName, File: e.File, Line: e.Line, Routine: e.Routine}
	return s.link.Charset().Shown(wire.Encode(nil, &m))
}

func (s *session) asTold(err error) *translate.Error {
	var e *translate.Error
	if errors.As(err, &e) {
		return e
	}
	if e = interrupted(err); e != nil {
		return e
	}
	if errors.Is(err, translate.ErrOwnFunction) {
		return &translate.Error{Code: translate.CodeForm, Message: "the database has a function ask of its own by now",
			Hint: "Prepare the statement anew: it calls that function. ASK and /* ask: … */ still ask."}
	}
	if p := panics.Of(err); p != nil {
		s.login.Log.Error("question panicked", "panic", p.Value, "stack", p.Stack)
	}
	return &translate.Error{Code: translate.CodeInternal, Message: "internal error",
		Hint: "Session " + s.id + " in the log of the proxy has the details.", Err: err}
}

// interrupted returns the error for a context that has ended, in PostgreSQL's own words; nil when err is something else.
func interrupted(err error) *translate.Error {
	e := &translate.Error{Code: translate.CodeCancelled, Err: err}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		e.Message = "canceling statement due to statement timeout"
		e.Hint = "The limits are timeout.question and timeout.statement of the proxy."
	case errors.Is(err, context.Canceled):
		e.Message = "canceling statement due to user request"
	default:
		return nil
	}
	return e
}

// encodeNotice returns the NoticeResponse for a notice.
func (s *session) encodeNotice(n translate.Notice) []byte {
	code := n.Code
	if code == "" {
		code = "00000"
		if n.Severity == "WARNING" {
			code = "01000"
		}
	}
	m := pgproto3.NoticeResponse{Severity: n.Severity, SeverityUnlocalized: n.Severity, Code: code,
		Message: n.Message, Detail: n.Detail, Hint: n.Hint}
	return s.link.Charset().Shown(wire.Encode(nil, &m))
}
