package login

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// Login is a client from its first byte until it is let in, and what is known of it from then on: greet → admit →
// connect → welcome.
type Login struct {
	Log        *slog.Logger
	Conn       net.Conn  // to the client; replaced by its TLS wrapping
	secured    *tls.Conn // the TLS wrapping; nil: plaintext
	From       Origin
	Start      *Startup
	Datasource Datasource
	host       host // the address that answered

	cfg    *Policy // in force when the client connected
	link   *wire.Link
	shared *Shared

	deadline  time.Time    // of all of it, from accept
	proven    bool         // the client has proven to the proxy which role it is
	early     []wire.Frame // what the upstream sent before reply
	reply     wire.Frame   // the upstream's first, to the startup message; or the first behind early
	rounds    int          // authentication messages of the upstream so far, at most maxAuthRounds
	attempt   *attempt     // the proof that is being checked; nil: none
	refusedBy string       // SQLSTATE with which the upstream ended the authentication; empty: it has not
}

// Shared is what all logins of a server have in common.
type Shared struct {
	Draining  context.Context                      // ends every login
	Interrupt func(net.Conn) (release func() bool) // has a shutdown interrupt reads from a connection; release returns false if one has begun
	Refused   func()                               // counts a login that was refused because too many have failed
	Failed    func(sqlState string)                // counts an error of an upstream that a client was told
	Took      func(time.Duration)                  // is told how long each turn took
	Throttle  Throttle
}

// New begins the login of a client that has just been accepted. link gets its connections.
func New(conn net.Conn, cfg *Policy, link *wire.Link, shared *Shared, log *slog.Logger) Login {
	return Login{Log: log, Conn: conn, cfg: cfg, link: link, shared: shared}
}

// Admit finds the datasource by the database's name, and checks the client's encryption and certificate.
func (l *Login) Admit() error {
	name, served := l.Start.database, l.Start.database
	target, ok := l.cfg.Datasources[name]
	if !ok {
		served = AnyDatabase
		target, ok = l.cfg.Datasources[AnyDatabase]
	}
	if !ok && l.Start.physical() && len(l.cfg.Datasources) == 1 {
		for name, target = range l.cfg.Datasources {
			ok = true
		}
	}
	if !ok {
		return &wire.Fatal{Code: wire.CodeNoDatabase, Message: fmt.Sprintf("database %q does not exist", name)}
	}
	l.Datasource.Name, l.Datasource.Configured = name, served
	l.Datasource.upstream, l.Datasource.Route = target.route(l.Start.User, l.Start.Param("application_name"))
	l.Log = l.Log.With("database", name, "role", l.Start.User)
	if l.Datasource.Route != "" {
		l.Log = l.Log.With("route", l.Datasource.Route)
	}
	return l.checkTLS()
}

// Cancel sends a cancel key to the server that this client is connected to.
func (l *Login) Cancel(ctx context.Context, key []byte) {
	if err := l.host.cancel(ctx, key); err != nil {
		l.Log.Warn("cancel request not delivered", "error", err)
	}
}

// SetDeadline sets when the client must have been let in.
func (l *Login) SetDeadline(at time.Time) error {
	l.deadline = at
	return l.Conn.SetDeadline(at)
}
