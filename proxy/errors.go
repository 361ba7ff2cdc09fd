package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate"
)

// SQLSTATEs that the proxy itself uses beside those of translate. PostgreSQL manual, appendix "PostgreSQL Error Codes".
const (
	codeProtocol       = "08P01" // protocol_violation
	codeDivision       = "22012" // division_by_zero: how a check of ours fails, see rechecks
	codeCannotConnect  = "08001" // sqlclient_unable_to_establish_sqlconnection
	codeConnectionLost = "08006" // connection_failure
	codeBadAuth        = "28000" // invalid_authorization_specification
	codeWrongPassword  = "28P01" // invalid_password
	codeInFailed       = "25P02" // in_failed_sql_transaction
	codeBadText        = "22021" // character_not_in_repertoire
	codeNoDatabase     = "3D000" // invalid_catalog_name
	codeTooMany        = "53300" // too_many_connections
	codeShutdown       = "57P01" // admin_shutdown
	codeIdle           = "57P05" // idle_session_timeout
	codeLimit          = "53400" // configuration_limit_exceeded
	codeTooLong        = translate.CodeTooLong
	codeTimeout        = "08006"
)

// fatal is an error that is sent to the client, with severity FATAL, and ends the session.
type fatal struct {
	code, message, hint string
	err                 error // for the operator
}

func (e *fatal) Error() string {
	if e.err != nil {
		return fmt.Sprintf("%s: %v", e.message, e.err)
	}
	return e.message
}

func (e *fatal) Unwrap() error { return e.err }

// errShutdown ends the sessions of a server that shuts down.
var errShutdown = &fatal{code: codeShutdown, message: "terminating connection due to administrator command"}

// errIdle ends sessions that have been idle for too long.
var errIdle = &fatal{code: codeIdle, message: "terminating connection due to idle-session timeout",
	hint: "The limit is limits.idle_timeout of the proxy."}

// endError returns the error that a session ends with: a *fatal to be sent to the client, or cause when nothing is to be sent,
// because the client itself has ended the session or the upstream's own FATAL error was relayed.
func (s *session) endError(cause error) error {
	var f *fatal
	atUpstream, _ := failedAt(cause, sideUpstream)
	malformed := errors.Is(cause, errMessageLength)
	switch {
	case errors.As(cause, &f) || ordinaryEnd(cause):
		return cause
	case malformed && !atUpstream:
		return &fatal{code: codeProtocol, message: "invalid message length", err: cause}
	case malformed:
		return &fatal{code: codeProtocol, message: "the database behind the proxy does not speak the PostgreSQL protocol",
			hint: "The operator should look at the upstream's address.", err: cause}
	case atUpstream && timedOut(cause):
		return &fatal{code: codeTimeout, message: "the database behind the proxy did not answer in time",
			hint: "Try again later or tell the operator.", err: cause}
	case atUpstream:
		return &fatal{code: codeConnectionLost, message: "the database behind the proxy closed the connection unexpectedly",
			hint: "Reconnect. If it happens again, the log of the database server has the reason.", err: cause}
	}
	return &fatal{code: translate.CodeInternal, message: "internal error",
		hint: "Session " + s.id + " in the log of the proxy has the details.", err: cause}
}

// ordinaryEnd reports whether an error is no cause for a warning in the log: the client or the upstream ended the session, the
// proxy shuts down, or the session was idle for too long.
func ordinaryEnd(err error) bool {
	atClient, _ := failedAt(err, sideClient)
	return errors.Is(err, errTerminate) || errors.Is(err, errUpstreamSaidFatal) || errors.Is(err, errShutdown) || errors.Is(err, errIdle) ||
		atClient && !errors.Is(err, errMessageLength)
}

// clientLeft reports whether the client has sent Terminate or closed its side, even within a message.
func clientLeft(err error) bool {
	atClient, writing := failedAt(err, sideClient)
	return errors.Is(err, errTerminate) || atClient && !writing && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF))
}

func timedOut(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }

// encode returns the error as an ErrorResponse.
func (e *fatal) encode() []byte {
	m := pgproto3.ErrorResponse{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: e.code, Message: e.message, Hint: e.hint}
	return encode(nil, &m)
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
	return s.charset().shown(encode(nil, &m))
}

// encodeServerError encodes an error of the server without its position, which would point into a statement that the client did
// not write.
func (s *session) encodeServerError(e *pgconn.PgError) []byte {
	m := pgproto3.ErrorResponse{Severity: e.Severity, SeverityUnlocalized: e.SeverityUnlocalized, Code: e.Code,
		Message: e.Message, Detail: e.Detail, Hint: e.Hint, Where: e.Where, SchemaName: e.SchemaName, TableName: e.TableName,
		ColumnName: e.ColumnName, DataTypeName: e.DataTypeName, ConstraintName: e.ConstraintName, File: e.File, Line: e.Line, Routine: e.Routine}
	return s.charset().shown(encode(nil, &m))
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
	return s.charset().shown(encode(nil, &m))
}

// errorCode returns the SQLSTATE in the body of an ErrorResponse; empty when there is none.
func errorCode(body []byte) string {
	for len(body) > 1 {
		value, rest, ok := bytes.Cut(body[1:], []byte{0})
		if !ok {
			return ""
		}
		if body[0] == 'C' {
			return string(value)
		}
		body = rest
	}
	return ""
}
