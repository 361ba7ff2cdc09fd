// Package borrow runs the agent's own queries over a connection that belongs to somebody else, so that the owner does
// not notice: prepared statements are named pgask_… and closed at once (a simple Query or an unnamed Parse would
// destroy the client's own unnamed statement), and inside the owner's transaction every call stands behind a
// savepoint, so that an error of ours does not abort it.
package borrow

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
)

// Conn is a borrowed connection. It is not safe for concurrent use.
type Conn struct {
	pg    *pgconn.PgConn
	id    string // of the question that it was borrowed for; empty: for none
	limit int    // bytes that one call may keep
}

// New borrows pg until the caller is done with it. The connection must be idle.
func New(pg *pgconn.PgConn) *Conn { return &Conn{pg: pg, limit: MaxResultBytes} }

// For is New for a question, whose id, [0-9a-z]+, goes into the comments that say what statements are for.
func For(pg *pgconn.PgConn, id string) *Conn {
	c := New(pg)
	c.id = id
	return c
}

// InTransaction reports whether the owner has a transaction open.
func (c *Conn) InTransaction() bool { return c.pg.TxStatus() != 'I' }

// Parameter is a value that the server reported in a ParameterStatus message, for example server_version.
func (c *Conn) Parameter(name string) string { return c.pg.ParameterStatus(name) }

// Statement is one query with its parameters in text format; a nil parameter is NULL.
type Statement struct {
	SQL  string
	Args [][]byte
	What string // what it is for, as [a-z]+: a comment behind it tells the server's log; empty: there is none
}

// As sets the purpose of a statement.
func (s Statement) As(what string) Statement {
	s.What = what
	return s
}

// Text is a statement as it is sent: with a comment, if it has one, that joins it to the record of the question.
func (c *Conn) Text(s Statement) string {
	switch {
	case s.What == "":
		return s.SQL
	case c.id == "":
		return s.SQL + " /* pgask " + s.What + " */"
	}
	return s.SQL + " /* pgask " + c.id + " " + s.What + " */"
}

// SQL makes a statement of a text and string parameters.
func SQL(text string, args ...string) Statement {
	s := Statement{SQL: text}
	for _, a := range args {
		s.Args = append(s.Args, []byte(a))
	}
	return s
}

// Result is the result of one statement, in text format; a nil value is NULL.
type Result struct {
	Columns []string
	Rows    [][][]byte
	Tag     string
}

// MaxResultBytes bounds what one call keeps in memory: the catalog of a database is text that others wrote.
const MaxResultBytes = 256 << 20

// ErrTooLarge means that a call returned more than MaxResultBytes.
var ErrTooLarge = errors.New("result too large")

// Names of ours on the connection. They are random, so that the owner has none that is the same.
var (
	statementName = "pgask_agent_" + strings.ToLower(rand.Text())
	savepoint     = statementName
)

// repairTime bounds what is done after an error to leave the connection as it was: long enough for a busy server, and
// short enough that a dead one does not hold a session for ever.
const repairTime = 15 * time.Second

// Query runs the statements in one round trip, behind a savepoint when a transaction is open. A server error is
// returned as *pgconn.PgError, and the connection is as usable as before.
func (c *Conn) Query(ctx context.Context, stmts ...Statement) ([]Result, error) {
	if !c.InTransaction() {
		return c.bracket(ctx, Bracket{}, stmts)
	}
	return c.bracket(ctx, saved(savepoint), stmts)
}

// ReadOnly runs the statements in one round trip in a read-only (sub)transaction with the given settings made local to
// it, and undoes it at its end. Setting names are the caller's constants.
func (c *Conn) ReadOnly(ctx context.Context, settings map[string]string, stmts ...Statement) ([]Result, error) {
	b := outside()
	if c.InTransaction() {
		b = Inside(savepoint)
		b.Shut = b.Undo
	}
	b.Open = append(b.Open, local(settings)...)
	return c.bracket(ctx, b, stmts)
}

// local makes settings that last as long as the (sub)transaction, in one statement: each is a line in the server's
// log. Only where a value has other letters than ASCII's the encoding goes before it, since it says how values are
// written.
func local(settings map[string]string) []Statement {
	const encoding = "client_encoding"
	var all []Statement
	names := slices.Sorted(maps.Keys(settings))
	if one, ok := settings[encoding]; ok && slices.ContainsFunc(names, func(name string) bool { return !ascii(settings[name]) }) {
		all = local(map[string]string{encoding: one})
		names = slices.DeleteFunc(names, func(name string) bool { return name == encoding })
	}
	if len(names) == 0 {
		return all
	}
	var sets, values []string
	for _, name := range names {
		values = append(values, settings[name])
		sets = append(sets, fmt.Sprintf("pg_catalog.set_config('%s', $%d::pg_catalog.text, true)", name, len(values)))
	}
	return append(all, SQL("SELECT "+strings.Join(sets, ", "), values...))
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

// send queues statements, each closed before the next is parsed.
func (c *Conn) send(p *pgconn.Pipeline, stmts []Statement) {
	for _, s := range stmts {
		p.SendPrepare(statementName, c.Text(s), nil)
		p.SendQueryPrepared(statementName, s.Args, nil, nil)
		p.SendDeallocate(statementName)
	}
}

// bracket sends statements in their bracket as one pipeline. Each is closed before the next is parsed, under one
// name, so that nothing of ours is left behind.
func (c *Conn) bracket(ctx context.Context, b Bracket, stmts []Statement) ([]Result, error) {
	aborted := c.pg.TxStatus() == 'E'
	all := slices.Concat(b.Open, stmts, b.Shut)
	results, err := c.pipeline(ctx, all)
	if err == nil {
		return results[len(b.Open) : len(b.Open)+len(stmts)], nil
	}
	if c.pg.IsClosed() {
		return nil, err
	}
	// The failed statement may exist: an error skips the Close that was sent after it. Closing what does not exist is
	// no error. ctx may be over, and the owner's transaction must be put right all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), repairTime)
	defer cancel()
	if cerr := c.pg.Deallocate(ctx, statementName); cerr != nil {
		return nil, errors.Join(err, fmt.Errorf("close our statement: %w", cerr))
	}
	// Only where the server failed us is something open: otherwise (ErrTooLarge) Shut has run like everything else.
	// And in a transaction that had failed before, nothing of ours was begun.
	if c.pg.TxStatus() == 'E' && len(b.Undo) > 0 && !aborted {
		return nil, errors.Join(err, c.undo(ctx, b.Undo))
	}
	return nil, err
}

// undo runs what undoes our part. It fails where that was not begun: then the owner's transaction has failed, as by
// an error of its own.
func (c *Conn) undo(ctx context.Context, stmts []Statement) error {
	_, err := c.pipeline(ctx, stmts)
	if err == nil {
		return nil
	}
	err = fmt.Errorf("roll back our part: %w", err)
	if !c.pg.IsClosed() {
		err = errors.Join(err, c.pg.Deallocate(ctx, statementName)) // which the error has left
	}
	return err
}

func (c *Conn) pipeline(ctx context.Context, stmts []Statement) (results []Result, err error) {
	p := c.pg.StartPipeline(ctx)
	defer func() {
		if cerr := p.Close(); err == nil {
			err = cerr
		}
	}()
	c.send(p, stmts)
	if err := p.Sync(); err != nil {
		return nil, err
	}
	budget := c.limit
	for {
		r, err := p.GetResults()
		if err != nil {
			return nil, err
		}
		switch r := r.(type) {
		case *pgconn.ResultReader:
			one, err := read(r, &budget)
			if err != nil {
				return nil, err
			}
			results = append(results, one)
		case *pgconn.PipelineSync:
			return results, nil
		case nil:
			return nil, errors.New("pipeline ended early")
		}
	}
}

// sliceBytes is the memory of a value besides its text.
const sliceBytes = 24

// read drains one result. Past the budget it goes on reading, so that the connection stays in step, but keeps nothing.
func read(r *pgconn.ResultReader, budget *int) (Result, error) {
	var res Result
	for _, f := range r.FieldDescriptions() {
		res.Columns = append(res.Columns, f.Name)
	}
	for r.NextRow() {
		row := make([][]byte, len(r.Values()))
		*budget -= len(row) * sliceBytes
		for i, v := range r.Values() {
			*budget -= len(v)
			if v != nil && *budget > 0 {
				row[i] = append([]byte{}, v...)
			}
		}
		if *budget > 0 {
			res.Rows = append(res.Rows, row)
		}
	}
	tag, err := r.Close()
	res.Tag = tag.String()
	if err == nil && *budget <= 0 {
		err = ErrTooLarge
	}
	return res, err
}
