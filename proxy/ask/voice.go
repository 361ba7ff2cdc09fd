package ask

import (
	"context"
	"errors"

	"github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// voice is how a session tells its client of questions: in its encoding, and in the way that its users will see.
type voice struct {
	link  *wire.Link
	login *login.Login
	id    string
	told  func(sqlState string, upstream bool) // counts an error that the client is told
}

// encodeError returns the ErrorResponse for an error of a question. An error of unknown type becomes an internal
// error that names the session, for the operator to find in the log.
func (v *voice) encodeError(err error) []byte {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		v.told(pg.Code, true)
		return v.encodeServerError(pg)
	}
	e := v.asTold(err)
	v.told(e.Code, false)
	m := pgproto3.ErrorResponse{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: e.Code,
		Message: display.Guard(e.Text()), Detail: oneLine(e.Detail), Hint: oneLine(e.Hint)}
	return v.link.Charset().Shown(wire.Encode(nil, &m))
}

// encodeServerError encodes an error of the server without its position, which would point into a statement that the
// client did not write.
func (v *voice) encodeServerError(e *pgconn.PgError) []byte {
	m := pgproto3.ErrorResponse{Severity: e.Severity, SeverityUnlocalized: e.SeverityUnlocalized, Code: e.Code,
		Message: oneLine(e.Message), Detail: oneLine(e.Detail), Hint: oneLine(e.Hint), Where: oneLine(e.Where),
		SchemaName: oneLine(e.SchemaName),
		TableName:  oneLine(e.TableName), ColumnName: oneLine(e.ColumnName), DataTypeName: oneLine(e.DataTypeName),
		ConstraintName: oneLine(e.ConstraintName), File: e.File, Line: e.Line, Routine: e.Routine}
	return v.link.Charset().Shown(wire.Encode(nil, &m))
}

func (v *voice) asTold(err error) *translate.Error {
	var e *translate.Error
	if errors.As(err, &e) {
		return e
	}
	if e = interrupted(err); e != nil {
		return e
	}
	if e = lostUpstream(err); e != nil {
		return e
	}
	if errors.Is(err, translate.ErrOwnFunction) {
		return &translate.Error{Code: translate.CodeForm, Message: "the database has a function ask of its own by now",
			Hint: "Prepare the statement anew: it calls that function. ASK and /* ask: … */ still ask."}
	}
	if p := panics.Of(err); p != nil {
		v.login.Log.Error("question panicked", "panic", p.Value, "stack", p.Stack)
	}
	return &translate.Error{Code: translate.CodeInternal, Message: "internal error",
		Hint: "Session " + v.id + " in the log of the proxy has the details.", Err: err}
}

// interrupted returns the error for a context that has ended, in PostgreSQL's own words; nil when err is something
// else.
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

// lostUpstream returns the error for a connection to the upstream that is of no use any more; nil when err is
// something else.
func lostUpstream(err error) *translate.Error {
	var f *wire.Fatal
	upstream, _ := wire.FailedAt(err, wire.SideUpstream)
	switch {
	case errors.As(err, &f):
		return &translate.Error{Code: f.Code, Message: f.Message, Hint: f.Hint, Err: err}
	case upstream || errors.Is(err, wire.ErrUpstreamFatal) || errors.Is(err, ErrOutOfStep):
		return &translate.Error{Code: wire.CodeConnectionLost, Message: "the connection to the database behind the proxy was lost",
			Hint: "Reconnect. If it happens again, the log of the database server has the reason.", Err: err}
	}
	return nil
}

// encodeNotice returns the NoticeResponse for a notice.
func (v *voice) encodeNotice(n translate.Notice) []byte {
	code := n.Code
	if code == "" {
		code = "00000"
		if n.Severity == "WARNING" {
			code = "01000"
		}
	}
	m := pgproto3.NoticeResponse{Severity: n.Severity, SeverityUnlocalized: n.Severity, Code: code,
		Message: display.Guard(n.Text()), Detail: oneLine(n.Detail), Hint: oneLine(n.Hint)}
	return v.link.Charset().Shown(wire.Encode(nil, &m))
}

// showsNotices reports whether people see notices: psql and pgcli print them, BI tools and most drivers hide them.
func (v *voice) showsNotices() bool {
	switch v.application() {
	case "psql", "pgcli":
		return true
	}
	return false
}

// application returns the session's application_name, as the server has it now.
func (v *voice) application() string {
	if name := v.link.Reported.Get("application_name"); name != "" {
		return name
	}
	return v.login.Start.Param("application_name")
}

// notify sends the client a notice about progress, at once.
func (v *voice) notify(n translate.Notice) {
	// A client that has gone is noticed by its pump.
	_ = v.link.Client.Send(v.encodeNotice(n))
}

// encodeNotices encodes the notices that client_min_messages lets through. Their details are meant for programs, so
// clients whose users read notices do not get them.
func (v *voice) encodeNotices(notices []translate.Notice, minimum string) []byte {
	var out []byte
	people := v.showsNotices()
	for _, n := range notices {
		if people {
			n.Detail = ""
		}
		if n.Shown(minimum) {
			out = append(out, v.encodeNotice(n)...)
		}
	}
	return out
}

// wantsNotice reports whether a clarification goes out as a notice.
func (v *voice) wantsNotice(a *translate.Answer) bool {
	switch a.Settings.Clarify {
	case "notice":
		return true
	case "error", "rows":
		return false
	}
	return v.showsNotices()
}

// encodeClarification encodes a clarification as a notice and an EmptyQueryResponse, for clients whose users read
// notices. With ask.clarify = notice it has the details that programs need.
func (v *voice) encodeClarification(a *translate.Answer) []byte {
	out := v.encodeNotice(a.Clarification.Notice(a.Settings.Clarify != "notice"))
	return wire.Encode(out, &pgproto3.EmptyQueryResponse{})
}

// oneLine is how texts that are not known to be pgask's own leave it.
func oneLine(text string) string { return string(display.Line(text)) }
