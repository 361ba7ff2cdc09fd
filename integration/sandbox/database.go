package sandbox

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// connect logs in as the superuser.
func (s *Server) connect(ctx context.Context, database string) (*pgconn.PgConn, error) {
	config, err := pgconn.ParseConfig(fmt.Sprintf("host='%s' port=%d user=%s sslmode=disable", s.dir, s.port, Superuser))
	if err != nil {
		return nil, err
	}
	config.Database = database
	return pgconn.ConnectConfig(ctx, config)
}

// Exec runs SQL, any number of statements, as the superuser in a session of its own.
func (s *Server) Exec(ctx context.Context, database, sql string) error {
	conn, err := s.connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.Exec(ctx, sql).Close()
}

// Major returns the server's major version: 18.
func (s *Server) Major(ctx context.Context) (int, error) {
	conn, err := s.connect(ctx, Superuser)
	if err != nil {
		return 0, err
	}
	defer conn.Close(ctx)
	results, err := conn.Exec(ctx, "SELECT current_setting('server_version_num')::int / 10000").ReadAll()
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(results[0].Rows[0][0]))
}

// CreateDatabase makes an empty database.
func (s *Server) CreateDatabase(ctx context.Context, name string) error {
	return s.CloneDatabase(ctx, name, "template0")
}

// CloneDatabase makes a database that equals another, to which nobody may be connected meanwhile.
func (s *Server) CloneDatabase(ctx context.Context, name, template string) error {
	return s.Exec(ctx, Superuser, "CREATE DATABASE "+quote(name)+" TEMPLATE "+quote(template))
}

// DropDatabase removes a database and ends the sessions in it. That there is none is no error.
func (s *Server) DropDatabase(ctx context.Context, name string) error {
	return s.Exec(ctx, Superuser, "DROP DATABASE IF EXISTS "+quote(name)+" WITH (FORCE)")
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }
