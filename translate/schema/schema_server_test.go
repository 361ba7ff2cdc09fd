package schema

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
)

// session is a connection of one role to a database of a test.
type session struct {
	testing.TB
	pg   *pgconn.PgConn
	conn *borrow.Conn
}

func connect(tb testing.TB, database, role string) *session {
	tb.Helper()
	pg, err := pgconn.Connect(tb.Context(), sandboxtest.Server(tb).URL(database, role))
	if err != nil {
		tb.Fatalf("connect: %v", err)
	}
	tb.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &session{tb, pg, borrow.New(pg)}
}

// in returns the same session for another test.
func (s *session) in(tb testing.TB) *session { return &session{tb, s.pg, s.conn} }

// do runs SQL directly on the connection, as its owner would, and not as a borrower.
func (s *session) do(sql string) {
	s.Helper()
	if _, err := s.pg.Exec(s.Context(), sql).ReadAll(); err != nil {
		s.Fatalf("%s: %v", sql, err)
	}
}

var looks Looks

func (s *session) print() Print {
	s.Helper()
	p, err := Fingerprint(s.Context(), s.conn, nil)
	if err != nil {
		s.Fatal(err)
	}
	// With what is remembered, of all sessions of the tests, it is the same.
	for range 2 {
		looked, err := looks.Fingerprint(s.Context(), s.conn, nil)
		if err != nil {
			s.Fatal(err)
		}
		looked.Age = p.Age
		if diff := cmp.Diff(p, looked); diff != "" {
			s.Fatalf("a look differs (-fingerprint +look):\n%s", diff)
		}
	}
	return p
}

func (s *session) snapshot() *Snapshot {
	s.Helper()
	snap, err := Extract(s.Context(), s.conn, s.print())
	if err != nil {
		s.Fatal(err)
	}
	return snap
}

// one returns the single value of a query.
func (s *session) one(sql string) string {
	s.Helper()
	res, err := s.pg.Exec(s.Context(), sql).ReadAll()
	if err != nil {
		s.Fatalf("%s: %v", sql, err)
	}
	return string(res[len(res)-1].Rows[0][0])
}
