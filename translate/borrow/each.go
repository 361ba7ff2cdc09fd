package borrow

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Outcome is the result of one of several statements, or its error.
type Outcome struct {
	Result Result
	Err    *pgconn.PgError
}

// ErrInTransaction means that a call would show in the owner's transaction.
var ErrInTransaction = errors.New("the owner has a transaction open")

// leftover sets the statement_timeout to what is left of $1 milliseconds since the transaction began, and at least to
// one.
const leftover = `SELECT pg_catalog.set_config('statement_timeout', pg_catalog.int8larger(1, pg_catalog.int8($1::pg_catalog.float8
	OPERATOR(pg_catalog.-) (pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() OPERATOR(pg_catalog.-) pg_catalog.now())
	OPERATOR(pg_catalog.*) 1000::pg_catalog.float8)))::pg_catalog.text, true)`

// Each runs statements that have nothing to do with one another, in one round trip, in a read-only transaction that
// is undone at its end. One that fails leaves the others alone, and no lock outlives its statement. Together they may
// take about limit: each may run for as long as is left of it. The error says that the connection failed or ctx
// ended, with what was read by then.
func (c *Conn) Each(ctx context.Context, settings map[string]string, limit time.Duration, stmts ...Statement) ([]Outcome, error) {
	if c.InTransaction() {
		return nil, ErrInTransaction
	}
	all, err := c.each(ctx, settings, limit, stmts)
	if err == nil || c.pg.IsClosed() {
		return all, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), repairTime)
	defer cancel()
	if cerr := c.pg.Deallocate(ctx, statementName); cerr != nil {
		return all, errors.Join(err, fmt.Errorf("close our statement: %w", cerr))
	}
	if c.InTransaction() {
		return all, errors.Join(err, c.undo(ctx, outside().Undo))
	}
	return all, err
}

// each sends the groups of statements, a Sync behind each: behind an error the server skips what comes until there. A
// group begins by closing what the one before may have left.
func (c *Conn) each(ctx context.Context, settings map[string]string, limit time.Duration, stmts []Statement) (all []Outcome, err error) {
	p := c.pg.StartPipeline(ctx)
	defer func() {
		if cerr := p.Close(); err == nil {
			err = cerr
		}
	}()
	group := func(stmts ...Statement) {
		p.SendDeallocate(statementName)
		c.send(p, stmts)
		if serr := p.Sync(); err == nil {
			err = serr
		}
	}
	whole, one := outside(), saved(savepoint)
	most := strconv.FormatInt(max(1, limit.Milliseconds()), 10)
	own := map[string]string{}
	maps.Copy(own, settings)
	own["statement_timeout"] = most
	group(slices.Concat(whole.Open, local(own), one.Open)...)
	var between []Statement
	for _, s := range stmts {
		group(append(between, s)...)
		between = []Statement{one.Undo[0], SQL(leftover, most)}
	}
	group(whole.Shut...)
	if err != nil {
		return nil, err
	}
	budget := c.limit
	for i := range len(stmts) + 2 {
		one, err := readGroup(p, &budget)
		if err != nil {
			return all, err
		}
		if i > 0 && i <= len(stmts) {
			all = append(all, one)
		} else if one.Err != nil {
			return all, one.Err // the transaction itself could not be begun or ended
		}
	}
	return all, ctx.Err() // the server was told to cancel one, and has answered for all
}

// readGroup reads up to the answer to a Sync: the last result, or the error. What is beyond the budget is read and
// dropped.
func readGroup(p *pgconn.Pipeline, budget *int) (o Outcome, err error) {
	for {
		r, err := p.GetResults()
		if err == nil {
			switch r := r.(type) {
			case *pgconn.ResultReader:
				o.Result, err = read(r, budget)
			case *pgconn.PipelineSync:
				return o, nil
			case nil:
				return o, errors.New("pipeline ended early")
			}
		}
		if err != nil && !errors.As(err, &o.Err) {
			return o, err
		}
	}
}
