package democmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/cmd/rows"
)

// askThrough asks one question through the proxy, and prints what psql would: rows to out, notices to errOut.
func askThrough(ctx context.Context, addr net.Addr, question string, out, errOut io.Writer) error {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return fmt.Errorf("unexpected address %s", addr)
	}
	// application_name decides how a clarification goes out, and psql is what this stands for.
	cfg, err := pgconn.ParseConfig(fmt.Sprintf("host=127.0.0.1 port=%d user=%s dbname=%s sslmode=disable application_name=psql",
		tcp.Port, demoRole, demoDatabase))
	if err != nil {
		return fmt.Errorf("demo connection: %w", err)
	}
	if !tcp.IP.IsUnspecified() {
		cfg.Host = tcp.IP.String()
	}
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		fmt.Fprint(errOut, psqlMessage(n.Severity, n.Message, n.Detail, n.Hint))
	}
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connect through the proxy: %w", err)
	}
	defer cli.Disconnect(conn)
	results := conn.Exec(ctx, "ASK "+strings.TrimRight(strings.TrimSpace(question), ";"))
	answered := false
	for results.NextResult() {
		answered = true
		if err := printResult(results.ResultReader(), out); err != nil {
			return err
		}
	}
	err = results.Close()
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg):
		fmt.Fprint(errOut, psqlMessage(pg.Severity, pg.Message, pg.Detail, pg.Hint))
		return cli.Fail(cli.Failed, nil)
	case err != nil:
		return cli.InterruptedOr(ctx, fmt.Errorf("ask through the proxy: %w", err))
	case !answered:
		return cli.Fail(cli.Unclear, nil) // the notice asked back
	}
	return nil
}

func printResult(r *pgconn.ResultReader, out io.Writer) error {
	table, err := rows.New("table", out)
	if err != nil {
		return err
	}
	var columns []rows.Column
	for _, f := range r.FieldDescriptions() {
		columns = append(columns, rows.Column{Name: f.Name, Type: f.DataTypeOID})
	}
	if err := table.Start(columns); err != nil {
		return err
	}
	rows := 0
	for r.NextRow() {
		rows++
		if err := table.Row(r.Values()); err != nil {
			return err
		}
	}
	if _, err := r.Close(); err != nil {
		return nil // the results' own Close tells it
	}
	if err := table.End(); err != nil {
		return err
	}
	count := fmt.Sprintf("(%d rows)", rows)
	if rows == 1 {
		count = "(1 row)"
	}
	_, err = fmt.Fprintln(out, count)
	return err
}

func psqlMessage(severity, message, detail, hint string) string {
	text := severity + ":  " + message + "\n"
	if detail != "" {
		text += "DETAIL:  " + detail + "\n"
	}
	if hint != "" {
		text += "HINT:  " + hint + "\n"
	}
	return text
}
