package wire

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/display"
)

// SQLSTATEs that the proxy itself uses. PostgreSQL manual, appendix "PostgreSQL Error Codes".
const (
	CodeProtocol       = "08P01" // protocol_violation
	CodeDivision       = "22012" // division_by_zero: how a check of ours fails
	CodeCannotConnect  = "57P03" // cannot_connect_now: with it libpq goes on to the next host of its list, and pg_isready says "rejecting"
	CodeConnectionLost = "08006" // connection_failure
	CodeBadAuth        = "28000" // invalid_authorization_specification
	CodeWrongPassword  = "28P01" // invalid_password
	CodeInternal       = "XX000" // internal_error
	CodeInFailed       = "25P02" // in_failed_sql_transaction
	CodeBadText        = "22021" // character_not_in_repertoire
	CodeNoDatabase     = "3D000" // invalid_catalog_name
	CodeTooMany        = "53300" // too_many_connections
	CodeShutdown       = "57P01" // admin_shutdown
	CodeIdle           = "57P05" // idle_session_timeout
	CodeLimit          = "53400" // configuration_limit_exceeded
	CodeTooLong        = "54000" // program_limit_exceeded
	CodeTimeout        = "08006" // connection_failure, by a deadline
)

// Fatal is an error that is sent to the client, with severity FATAL, and ends the session.
type Fatal struct {
	Code, Message, Hint string
	Err                 error // for the operator
	Old                 bool  // the client speaks a protocol before 3.0, and can read an error in its form alone
}

func (e *Fatal) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Message, e.Err)
	}
	return e.Message
}

func (e *Fatal) Unwrap() error { return e.Err }

// Encode returns the error as an ErrorResponse.
func (e *Fatal) Encode() []byte {
	if e.Old {
		return append([]byte("EFATAL:  "+display.Line(e.Message)), '\n', 0)
	}
	m := pgproto3.ErrorResponse{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: e.Code,
		Message: string(display.Line(e.Message)), Hint: string(display.Line(e.Hint))}
	return Encode(nil, &m)
}

// ErrShutdown ends the sessions of a server that shuts down.
var ErrShutdown = &Fatal{Code: CodeShutdown, Message: "terminating connection due to administrator command"}

// ErrUpstreamFatal means that the upstream ended the session and has told the client why.
var ErrUpstreamFatal = errors.New("upstream ended the session")

// Side is a peer of a session.
type Side byte

// The peers.
const (
	SideClient Side = iota
	SideUpstream
)

// PeerError is a network error with the side where it happened, so that a client that vanishes is not taken for a
// failure of the upstream, or the other way round.
type PeerError struct {
	Side    Side
	writing bool
	Err     error
}

func (e *PeerError) Error() string { return e.Err.Error() }
func (e *PeerError) Unwrap() error { return e.Err }

// FailedAt reports whether an error came from that side, and whether while writing to it.
func FailedAt(err error, at Side) (failed, writing bool) {
	var e *PeerError
	if !errors.As(err, &e) || e.Side != at {
		return false, false
	}
	return true, e.writing
}

// Unexpected turns io.EOF into io.ErrUnexpectedEOF, for an end within a message.
func Unexpected(err error) error {
	var e *PeerError
	if errors.As(err, &e) && errors.Is(e.Err, io.EOF) {
		return &PeerError{Side: e.Side, Err: io.ErrUnexpectedEOF}
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// TimedOut reports whether a deadline ended a read or a write.
func TimedOut(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }
