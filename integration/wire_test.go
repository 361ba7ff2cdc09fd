package integration

import (
	"bytes"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"
)

// wire is a client that says exactly what a test tells it to, and reads replies as short lines:
//
//	T count            RowDescription with the names of its columns
//	D 600              DataRow, text; binary values in hexadecimal after \x
//	C SELECT 1         CommandComplete
//	E QA002 message    ErrorResponse;  N is NoticeResponse
//	Z I                ReadyForQuery with the transaction status
//
// and, by themselves, 1 (ParseComplete), 2 (BindComplete), 3 (CloseComplete), n (NoData), s (PortalSuspended), I
// (EmptyQueryResponse); t with type OIDs is ParameterDescription, S a ParameterStatus, A a notification.
type wire struct {
	tb   testing.TB
	conn net.Conn
	fe   *pgproto3.Frontend
	key  *pgproto3.BackendKeyData
	// notices keeps NoticeResponses in what turn returns; else they are dropped.
	notices bool
	// said is everything that was sent and received, for golden files.
	said bytes.Buffer
}

// wire opens a raw connection through the proxy.
func (r *rig) wire(params ...string) *wire {
	r.tb.Helper()
	return dialWire(r.tb, r.addr, r.db, "demo", params...)
}

func dialWire(tb testing.TB, addr, db, role string, params ...string) *wire {
	tb.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { conn.Close() })
	w := &wire{tb: tb, conn: conn, fe: pgproto3.NewFrontend(conn, conn)}
	start := &pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersionNumber,
		Parameters: map[string]string{"user": role, "database": db, "client_encoding": "UTF8"}}
	for i := 0; i+1 < len(params); i += 2 {
		start.Parameters[params[i]] = params[i+1]
	}
	w.fe.Send(start)
	w.flush()
	for {
		switch m := w.receive().(type) {
		case *pgproto3.ReadyForQuery:
			return w
		case *pgproto3.BackendKeyData:
			w.key = &pgproto3.BackendKeyData{ProcessID: m.ProcessID, SecretKey: append([]byte{}, m.SecretKey...)}
		case *pgproto3.ErrorResponse:
			tb.Fatalf("startup: %s %s", m.Code, m.Message)
		}
	}
}

func (w *wire) flush() {
	w.tb.Helper()
	if err := w.fe.Flush(); err != nil {
		w.tb.Fatalf("write: %v", err)
	}
}

// send writes messages in one piece.
func (w *wire) send(messages ...pgproto3.FrontendMessage) {
	w.tb.Helper()
	for _, m := range messages {
		w.fe.Send(m)
		fmt.Fprintf(&w.said, "F %s\n", frontendLine(m))
	}
	w.flush()
}

func (w *wire) receive() pgproto3.BackendMessage {
	w.tb.Helper()
	if err := w.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		w.tb.Fatal(err)
	}
	m, err := w.fe.Receive()
	if err != nil {
		w.tb.Fatalf("read: %v; so far:\n%s", err, w.said.String())
	}
	return m
}

// line reads one reply.
func (w *wire) line() string {
	w.tb.Helper()
	for {
		text := backendLine(w.receive())
		fmt.Fprintf(&w.said, "B %s\n", text)
		if w.notices || !strings.HasPrefix(text, "N ") {
			return text
		}
	}
}

// turn reads replies up to and with n ReadyForQuery messages.
func (w *wire) turn(n int) []string {
	w.tb.Helper()
	var lines []string
	for n > 0 {
		text := w.line()
		lines = append(lines, text)
		if strings.HasPrefix(text, "Z ") {
			n--
		}
	}
	return lines
}

// expect compares the replies up to the Z lines in want with want. A wanted line that ends in "…" is a prefix.
func (w *wire) expect(want ...string) {
	w.tb.Helper()
	n := 0
	for _, l := range want {
		if strings.HasPrefix(l, "Z ") {
			n++
		}
	}
	got := w.turn(n)
	if diff := cmp.Diff(want, shortened(got, want)); diff != "" {
		w.tb.Errorf("replies (-want +got):\n%s", diff)
	}
}

// shortened cuts the lines of got that begin as a wanted line with "…" at its end says.
func shortened(got, want []string) []string {
	out := append([]string{}, got...)
	for i := range out {
		if i < len(want) {
			if prefix, ok := strings.CutSuffix(want[i], "…"); ok && strings.HasPrefix(out[i], prefix) {
				out[i] = want[i]
			}
		}
	}
	return out
}

// query runs a simple Query and compares its replies.
func (w *wire) query(sql string, want ...string) {
	w.tb.Helper()
	w.send(&pgproto3.Query{String: sql})
	w.expect(want...)
}

// value runs a simple Query and returns the one value of its one row.
func (w *wire) value(sql string) string {
	w.tb.Helper()
	w.send(&pgproto3.Query{String: sql})
	lines := w.turn(1)
	for _, l := range lines {
		if v, ok := strings.CutPrefix(l, "D "); ok {
			return v
		}
	}
	w.tb.Fatalf("%s: no row: %q", sql, lines)
	return ""
}

func backendLine(m pgproto3.BackendMessage) string {
	switch m := m.(type) {
	case *pgproto3.ParseComplete:
		return "1"
	case *pgproto3.BindComplete:
		return "2"
	case *pgproto3.CloseComplete:
		return "3"
	case *pgproto3.NoData:
		return "n"
	case *pgproto3.PortalSuspended:
		return "s"
	case *pgproto3.EmptyQueryResponse:
		return "I"
	case *pgproto3.ParameterDescription:
		return "t" + strings.TrimRight(fmt.Sprint(" ", strings.Trim(fmt.Sprint(m.ParameterOIDs), "[]")), " ")
	case *pgproto3.RowDescription:
		names := make([]string, len(m.Fields))
		for i, f := range m.Fields {
			names[i] = string(f.Name)
		}
		return "T " + strings.Join(names, " ")
	case *pgproto3.DataRow:
		values := make([]string, len(m.Values))
		for i, v := range m.Values {
			values[i] = printed(v)
		}
		return "D " + strings.Join(values, " ")
	case *pgproto3.CommandComplete:
		return "C " + string(m.CommandTag)
	case *pgproto3.ReadyForQuery:
		return "Z " + string(m.TxStatus)
	case *pgproto3.ErrorResponse:
		return errorLine("E", m.Code, m.Message, m.Position)
	case *pgproto3.NoticeResponse:
		return errorLine("N", m.Severity, m.Message, m.Position)
	case *pgproto3.ParameterStatus:
		return "S " + m.Name + "=" + m.Value
	case *pgproto3.NotificationResponse:
		return "A " + m.Channel + " " + m.Payload
	}
	return fmt.Sprintf("%T", m)
}

func errorLine(typ, code, message string, position int32) string {
	text := typ + " " + code + " " + strings.ReplaceAll(message, "\n", "\\n")
	if position != 0 {
		text += fmt.Sprintf(" (at %d)", position)
	}
	return text
}

// printed is a value as text, or in hexadecimal when it is not printable.
func printed(v []byte) string {
	if v == nil {
		return "NULL"
	}
	for _, b := range v {
		if b < ' ' {
			return fmt.Sprintf("\\x%x", v)
		}
	}
	return string(v)
}

func frontendLine(m pgproto3.FrontendMessage) string {
	switch m := m.(type) {
	case *pgproto3.Query:
		return "Query " + m.String
	case *pgproto3.Parse:
		return fmt.Sprintf("Parse %q %s", m.Name, m.Query)
	case *pgproto3.Bind:
		return fmt.Sprintf("Bind %q %q", m.DestinationPortal, m.PreparedStatement)
	case *pgproto3.Describe:
		return fmt.Sprintf("Describe %c %q", m.ObjectType, m.Name)
	case *pgproto3.Execute:
		return fmt.Sprintf("Execute %q %d", m.Portal, m.MaxRows)
	case *pgproto3.Close:
		return fmt.Sprintf("Close %c %q", m.ObjectType, m.Name)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", m), "*pgproto3.")
}

// Short names for messages.

func parse(name, sql string) *pgproto3.Parse { return &pgproto3.Parse{Name: name, Query: sql} }

func bind(portal, statement string, params ...string) *pgproto3.Bind {
	b := &pgproto3.Bind{DestinationPortal: portal, PreparedStatement: statement}
	for _, p := range params {
		b.Parameters = append(b.Parameters, []byte(p))
	}
	return b
}

func execute(portal string, rows uint32) *pgproto3.Execute {
	return &pgproto3.Execute{Portal: portal, MaxRows: rows}
}

func describe(typ byte, name string) *pgproto3.Describe {
	return &pgproto3.Describe{ObjectType: typ, Name: name}
}

func closing(typ byte, name string) *pgproto3.Close {
	return &pgproto3.Close{ObjectType: typ, Name: name}
}

var msgSync = &pgproto3.Sync{}

func query(sql string) *pgproto3.Query { return &pgproto3.Query{String: sql} }

// cancelWire sends a CancelRequest as clients do: on a connection of its own.
func cancelWire(tb testing.TB, addr string, key *pgproto3.BackendKeyData) {
	tb.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		tb.Fatal(err)
	}
	defer conn.Close()
	packet, err := (&pgproto3.CancelRequest{ProcessID: key.ProcessID, SecretKey: key.SecretKey}).Encode(nil)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := conn.Write(packet); err != nil {
		tb.Fatal(err)
	}
	// The server closes the connection when the request has been taken.
	_, _ = conn.Read(make([]byte, 1))
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
