package state

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestUnreachablePostgres(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		err  error
		want bool
	}{
		{&pgconn.PgError{Code: "57P01"}, true},
		{&pgconn.PgError{Code: "53300"}, true},
		{&pgconn.PgError{Code: "42P01"}, true},
		{&pgconn.PgError{Code: "23505"}, false},
		{fmt.Errorf("write: %w", &pgconn.PgError{Code: "08006"}), true},
		{&pgconn.ConnectError{}, true},
		{errors.New("anything else"), false},
		// A server may send any text as SQLSTATE, or none.
		{&pgconn.PgError{}, false},
		{&pgconn.PgError{Code: "0"}, false},
	} {
		if got := postgres.unreachable(tc.err); got != tc.want {
			t.Errorf("%#v: unreachable is %v, want %v", tc.err, got, tc.want)
		}
	}
}
