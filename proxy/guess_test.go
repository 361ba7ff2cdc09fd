package proxy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/proxy/login"
)

// Whoever authenticates, and by whatever method: after so many wrong passwords the right one is not looked at either.
func TestFailedLoginsAreBounded(t *testing.T) {
	t.Parallel()
	upstream := strictServer(t)
	conn, err := pgx.Connect(t.Context(), fmt.Sprintf("host=%s port=%d user=postgres dbname=postgres", upstream.SocketDir(), upstream.Port()))
	if err != nil {
		t.Fatal(err)
	}
	var secret string
	if err := conn.QueryRow(t.Context(), "SELECT rolpassword FROM pg_authid WHERE rolname = 'by_scram'").Scan(&secret); err != nil {
		t.Fatal(err)
	}
	conn.Close(t.Context())
	file, err := login.ReadVerifiers(writeFile(t, `"by_scram" "`+secret+`"`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		mode login.AuthMode
		role string
	}{
		{login.AuthRelay, "by_md5"}, {login.AuthRelay, "by_scram"}, {login.AuthRelay, "by_password"},
		{login.AuthPassword, "by_md5"}, {login.AuthPassword, "by_scram"}, {login.AuthPassword, "by_password"}, {login.AuthSCRAM, "by_scram"},
	} {
		t.Run(string(tc.mode)+" "+tc.role, func(t *testing.T) {
			t.Parallel()
			r := setup(t, upstream.Addr(), func(c *Config) { c.Auth, c.MaxFailures, c.Verifiers.File = tc.mode, 2, file })
			var late atomic.Int64
			r.server.logins.Throttle.Now = func() time.Time { return time.Now().Add(time.Duration(late.Load())) }
			logIn := func(role, password, want string) {
				t.Helper()
				conn, err := pgx.Connect(t.Context(), "postgres://"+role+":"+password+"@"+r.addr+"/postgres?sslmode=disable")
				if err == nil {
					conn.Close(t.Context())
				}
				var pg *pgconn.PgError
				if errors.As(err, &pg) && pg.Code == want || err == nil && want == "" {
					return
				}
				t.Errorf("%s with %s: want %q, got %v", role, password, want, err)
			}
			logIn(tc.role, "wrong", "28P01")
			for range 5 {
				logIn(tc.role, "right", "")
			}
			logIn(tc.role, "wrong", "28P01")
			logIn(tc.role, "wrong", "53300")
			logIn(tc.role, "right", "53300")
			logIn("by_trust", "", map[login.AuthMode]string{login.AuthSCRAM: "28P01"}[tc.mode])
			if n := r.server.Stats().Refused[refusedGuessing]; n != 2 {
				t.Errorf("%d were refused", n)
			}
			late.Store(int64(time.Minute))
			logIn(tc.role, "right", "")
		})
	}
}

// writeFile makes a file of the test's own.
func writeFile(tb testing.TB, text string) (path string) {
	tb.Helper()
	path = filepath.Join(tb.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}
