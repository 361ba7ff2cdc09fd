package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// modes are the ways in which pgx sends one statement.
var modes = map[string]pgx.QueryExecMode{
	"cache_statement": pgx.QueryExecModeCacheStatement,
	"cache_describe":  pgx.QueryExecModeCacheDescribe,
	"describe_exec":   pgx.QueryExecModeDescribeExec,
	"exec":            pgx.QueryExecModeExec,
	"simple_protocol": pgx.QueryExecModeSimpleProtocol,
}

func choose(args []string) (client, error) {
	switch {
	case args[0] == "pgx" && len(args) == 2:
		if mode, ok := modes[args[1]]; ok {
			return pgxClient{mode}, nil
		}
	case args[0] == "stdlib":
		return sqlClient{stdlibDriver}, nil
	case args[0] == "libpq":
		return sqlClient{libpqDriver}, nil
	}
	return nil, fmt.Errorf("no client is called %s", strings.Join(args, " "))
}

type pgxClient struct{ mode pgx.QueryExecMode }

type pgxConn struct {
	*pgx.Conn
	said *[]string
}

func (c pgxClient) connect(ctx context.Context, url string) (conn, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.DefaultQueryExecMode = c.mode
	var said []string
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { said = append(said, n.Severity+": "+n.Message) }
	conn, err := pgx.ConnectConfig(ctx, config)
	return pgxConn{conn, &said}, err
}

func (pgxClient) tell(err error) *failure { return tellPgx(err) }

func tellPgx(err error) *failure {
	f := &failure{Message: err.Error(), Shown: err.Error()}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		f.Code, f.Message, f.Hint = pg.Code, pg.Message, pg.Hint
	}
	return f
}

func (c pgxConn) run(ctx context.Context, sql string, values ...any) ([][]string, error) {
	return collect(c.Query(ctx, sql, values...))
}

// collect reads all rows, each value as the Go value that pgx makes of it.
func collect(rows pgx.Rows, err error) ([][]string, error) {
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]string, error) {
		values, err := row.Values()
		texts := make([]string, len(values))
		for i, v := range values {
			texts[i] = fmt.Sprint(v)
		}
		return texts, err
	})
}

func (c pgxConn) begin(ctx context.Context) error  { return c.simple(ctx, "BEGIN") }
func (c pgxConn) commit(ctx context.Context) error { return c.simple(ctx, "COMMIT") }
func (c pgxConn) rollback(ctx context.Context)     { _ = c.simple(ctx, "ROLLBACK") }
func (c pgxConn) simple(ctx context.Context, sql string) error {
	_, err := c.Exec(ctx, sql)
	return err
}
func (c pgxConn) heard() []string           { return *c.said }
func (c pgxConn) close(ctx context.Context) { _ = c.Close(ctx) }

func (c pgxConn) prepared(ctx context.Context, sql string, values []any) ([]result, error) {
	if c.Config().DefaultQueryExecMode != pgx.QueryExecModeSimpleProtocol {
		if _, err := c.Prepare(ctx, "kept", sql); err != nil {
			return nil, err
		}
		sql = "kept"
	}
	var results []result
	for _, v := range values {
		rows, err := c.run(ctx, sql, v)
		if err != nil {
			return results, err
		}
		results = append(results, result{Rows: rows})
	}
	return results, nil
}

func (c pgxConn) describe(ctx context.Context, sql string) ([]string, error) {
	d, err := c.Prepare(ctx, "described", sql)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range d.Fields {
		names = append(names, f.Name)
	}
	return names, nil
}

func (c pgxConn) batch(ctx context.Context, sql string) ([]result, error) {
	answers, err := c.PgConn().Exec(ctx, sql).ReadAll()
	var results []result
	for _, a := range answers {
		var rows [][]string
		for _, row := range a.Rows {
			var texts []string
			for _, v := range row {
				texts = append(texts, string(v))
			}
			rows = append(rows, texts)
		}
		results = append(results, result{Rows: rows})
	}
	return results, err
}

func (c pgxConn) binary(ctx context.Context, sql string) ([][]string, error) {
	if c.Config().DefaultQueryExecMode == pgx.QueryExecModeSimpleProtocol {
		return nil, errLacks
	}
	return collect(c.Query(ctx, sql, pgx.QueryResultFormats{pgx.BinaryFormatCode}))
}

func (c pgxConn) copyOut(ctx context.Context, sql string) ([][]string, error) {
	var out bytes.Buffer
	if _, err := c.PgConn().CopyTo(ctx, &out, sql); err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(out.String()) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows, nil
}

// pipeline returns what the last statement gave; an empty step is a Sync.
func (c pgxConn) pipeline(ctx context.Context, steps []string) ([]result, error) {
	p := c.PgConn().StartPipeline(ctx)
	for _, step := range steps {
		if step == "" {
			if err := p.Sync(); err != nil {
				return nil, err
			}
			continue
		}
		p.SendQueryParams(step, nil, nil, nil, nil)
	}
	if err := p.Sync(); err != nil {
		return nil, err
	}
	var last [][]string
	for {
		got, err := p.GetResults()
		if err != nil {
			return nil, errors.Join(err, p.Close())
		}
		reader, ok := got.(*pgconn.ResultReader)
		if !ok {
			if got == nil {
				return []result{{Rows: last}}, p.Close()
			}
			continue // a Sync
		}
		r := reader.Read()
		if r.Err != nil {
			_ = p.Close() // repeats the error
			return nil, r.Err
		}
		last = nil
		for _, row := range r.Rows {
			last = append(last, []string{string(row[0])})
		}
	}
}

// cancel asks again and again, because the first try may come before the query.
func (c pgxConn) cancel(ctx context.Context, sql string) ([][]string, error) {
	done := make(chan struct{})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				_ = c.PgConn().CancelRequest(ctx)
			}
		}
	}()
	rows, err := c.run(ctx, sql)
	close(done)
	<-stopped
	return rows, err
}
