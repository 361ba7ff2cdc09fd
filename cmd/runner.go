package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/cmd/rows"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/borrow"
)

// connect opens a connection for a command. It returns the name of the database, too.
func connect(ctx context.Context, dsn string) (*pgconn.PgConn, string, error) {
	cfg, err := pgconn.ParseConfig(dsn)
	if err != nil {
		// The library's message may quote the string, and with it a password.
		return nil, "", cli.UsageError("--dsn: not a PostgreSQL connection URL or keyword string")
	}
	cfg.RuntimeParams["application_name"] = cmp.Or(cfg.RuntimeParams["application_name"], "pgask")
	cfg.RuntimeParams["client_encoding"] = "UTF8"
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, "", fmt.Errorf("connect: %w", err)
	}
	name := cfg.Database
	name = cmp.Or(name, cfg.User) // as the server does
	return conn, name, nil
}

// runner runs a proven statement on a connection of our own: translate.Runner without a client. As in the proxy it is
// one statement by the extended protocol in a read-only bracket, behind a durable intent.
type runner struct {
	conn    *pgconn.PgConn
	journal *audit.Log
	timeout time.Duration
	sink    rows.Sink
	notify  func(translate.Notice)

	record audit.Record
	began  time.Time
	ran    bool // an intent was written
}

// Run implements translate.Runner.
func (d *runner) Run(ctx context.Context, st translate.Statement) (translate.Result, error) {
	if st.Trace != nil {
		st.Trace.Fill(&d.record)
	}
	d.record.Translate = cmp.Or(d.record.Translate, time.Since(d.began))
	if err := d.intent(ctx, &d.record, st); err != nil {
		return translate.Result{}, err
	}
	d.ran = true
	b := borrow.Outside(st.SearchPath, max(time.Millisecond, d.timeout))
	if err := d.begin(ctx, b); err != nil {
		return translate.Result{}, errors.Join(err, d.rollback(ctx, b))
	}
	result, err := d.execute(ctx, st)
	if rerr := d.rollback(ctx, b); err == nil {
		err = rerr
	}
	return result, err
}

// Witness implements translate.Witness.
func (d *runner) Witness(ctx context.Context, st translate.Statement) error {
	own := d.record
	own.Of(string(st.Own), st.Relations, st.Columns)
	if st.Engine != "" {
		own.Engine = st.Engine
	}
	return d.intent(ctx, &own, st)
}

// intent writes that a statement is about to be sent. Without it nothing may be.
func (d *runner) intent(ctx context.Context, r *audit.Record, st translate.Statement) error {
	r.SQL, r.Sent, r.Verdict = st.SQL, st.Sent, "allow"
	if r.Own != "" {
		r.Verdict = "" // no guard looks at what pgask writes itself
	}
	err := d.journal.Intent(ctx, r)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return &translate.Error{Code: translate.CodeAudit, Err: err,
		Message: "the question was not run because it could not be recorded: " + err.Error()}
}

func (d *runner) begin(ctx context.Context, b borrow.Bracket) error {
	for _, st := range b.Open {
		if err := d.conn.ExecParams(ctx, st.SQL, st.Args, nil, nil, nil).Read().Err; err != nil {
			return err
		}
	}
	return nil
}

func (d *runner) rollback(ctx context.Context, b borrow.Bracket) error {
	if d.conn.IsClosed() || d.conn.TxStatus() == 'I' {
		return nil
	}
	return d.conn.Exec(context.WithoutCancel(ctx), b.Undo[0].SQL).Close()
}

// execute sends the statement. pgconn has no call that bounds the rows of a portal, so the messages are our own.
func (d *runner) execute(ctx context.Context, st translate.Statement) (translate.Result, error) {
	out := d.conn.Frontend()
	out.SendParse(&pgproto3.Parse{Query: st.Text()})
	out.SendBind(&pgproto3.Bind{})
	out.SendDescribe(&pgproto3.Describe{ObjectType: 'P'})
	out.SendExecute(&pgproto3.Execute{MaxRows: uint32(min(st.MaxRows, math.MaxInt32))})
	if st.MaxRows > 0 {
		// One row more tells whether the bound cut anything.
		out.SendExecute(&pgproto3.Execute{MaxRows: 1})
	}
	out.SendSync(&pgproto3.Sync{})
	if err := out.Flush(); err != nil {
		return translate.Result{}, fmt.Errorf("write upstream: %w", err)
	}
	var res translate.Result
	var failed error
	var columns []rows.Column
	for {
		msg, err := d.conn.ReceiveMessage(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return res, context.Cause(ctx)
			}
			return res, fmt.Errorf("read upstream: %w", err)
		}
		switch msg := msg.(type) {
		case *pgproto3.RowDescription:
			columns = rows.ColumnsOf(msg)
		case *pgproto3.DataRow:
			if st.MaxRows > 0 && res.Rows == st.MaxRows {
				res.Truncated = true
				continue
			}
			if failed == nil {
				failed = d.row(st, columns, &res, msg.Values)
			}
		case *pgproto3.ErrorResponse:
			failed = pgconn.ErrorResponseToPgError(msg)
		case *pgproto3.ReadyForQuery:
			if failed == nil && res.Rows == 0 {
				res.Deliver = func() error { return d.start(st, columns) }
			}
			return res, failed
		}
	}
}

func (d *runner) start(st translate.Statement, columns []rows.Column) error {
	for _, n := range st.Notices {
		d.notify(n)
	}
	return d.sink.Start(columns)
}

// dataRowHead is the size in bytes of a DataRow before its values: type, length, number of values.
const dataRowHead = 7

func (d *runner) row(st translate.Statement, columns []rows.Column, res *translate.Result, values [][]byte) error {
	if !res.Started {
		res.Started = true
		if err := d.start(st, columns); err != nil {
			return err
		}
	}
	if res.Rows++; res.First.IsZero() {
		res.First = time.Now()
	}
	for _, v := range values {
		res.Bytes += int64(4 + len(v)) // as in the message: a length and the value
	}
	res.Bytes += dataRowHead
	return d.sink.Row(values)
}
