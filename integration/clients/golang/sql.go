package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/lib/pq"
)

// sqlDriver is a driver of database/sql: opens a pool that appends notices to said, and reads its errors.
type sqlDriver struct {
	open func(url string, said *[]string) (*sql.DB, error)
	tell func(error) *failure
}

var stdlibDriver = sqlDriver{
	open: func(url string, said *[]string) (*sql.DB, error) {
		config, err := pgx.ParseConfig(url)
		if err != nil {
			return nil, err
		}
		config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { *said = append(*said, n.Severity+": "+n.Message) }
		return stdlib.OpenDB(*config), nil
	},
	tell: tellPgx,
}

var libpqDriver = sqlDriver{
	open: func(url string, said *[]string) (*sql.DB, error) {
		connector, err := pq.NewConnector(url)
		if err != nil {
			return nil, err
		}
		hear := func(n *pq.Error) { *said = append(*said, n.Severity+": "+n.Message) }
		return sql.OpenDB(pq.ConnectorWithNoticeHandler(connector, hear)), nil
	},
	tell: func(err error) *failure {
		f := &failure{Message: err.Error(), Shown: err.Error()}
		var e *pq.Error
		if errors.As(err, &e) {
			f.Code, f.Message, f.Hint = string(e.Code), e.Message, e.Hint
		}
		return f
	},
}

type sqlClient struct{ sqlDriver }

type sqlConn struct {
	*sql.Conn
	pool *sql.DB
	said *[]string
}

func (c sqlClient) connect(ctx context.Context, url string) (conn, error) {
	var said []string
	pool, err := c.open(url, &said)
	if err != nil {
		return nil, err
	}
	conn, err := pool.Conn(ctx)
	return sqlConn{conn, pool, &said}, err
}

func (c sqlClient) tell(err error) *failure { return c.sqlDriver.tell(err) }

func (c sqlConn) run(ctx context.Context, text string, values ...any) ([][]string, error) {
	rows, err := c.QueryContext(ctx, text, values...)
	if err != nil {
		return nil, err
	}
	return scan(rows)
}

// scan reads all rows of all results and closes them; the results of several statements follow one another.
func scan(rows *sql.Rows) ([][]string, error) {
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var all [][]string
	for rows.Next() {
		row, texts := make([]any, len(columns)), make([]string, len(columns))
		for i := range row {
			row[i] = new(any)
		}
		if err := rows.Scan(row...); err != nil {
			return nil, err
		}
		for i := range row {
			v := *row[i].(*any)
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			texts[i] = fmt.Sprint(v)
		}
		all = append(all, texts)
	}
	return all, rows.Err()
}

func (c sqlConn) begin(ctx context.Context) error  { return c.exec(ctx, "BEGIN") }
func (c sqlConn) commit(ctx context.Context) error { return c.exec(ctx, "COMMIT") }
func (c sqlConn) rollback(ctx context.Context)     { _ = c.exec(ctx, "ROLLBACK") }
func (c sqlConn) exec(ctx context.Context, text string) error {
	_, err := c.ExecContext(ctx, text)
	return err
}
func (c sqlConn) heard() []string { return *c.said }
func (c sqlConn) close(context.Context) {
	_ = c.Close()
	_ = c.pool.Close()
}

func (c sqlConn) prepared(ctx context.Context, text string, values []any) ([]result, error) {
	statement, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer statement.Close()
	var results []result
	for _, v := range values {
		rows, err := statement.QueryContext(ctx, v)
		if err != nil {
			return results, err
		}
		texts, err := scan(rows)
		if err != nil {
			return results, err
		}
		results = append(results, result{Rows: texts})
	}
	return results, nil
}

func (c sqlConn) batch(ctx context.Context, text string) ([]result, error) {
	rows, err := c.QueryContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var results []result
	for {
		var all [][]string
		for rows.Next() {
			var v any
			if err := rows.Scan(&v); err != nil {
				return results, err
			}
			all = append(all, []string{fmt.Sprint(v)})
		}
		results = append(results, result{Rows: all})
		if !rows.NextResultSet() {
			return results, rows.Err()
		}
	}
}
