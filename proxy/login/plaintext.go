package login

import (
	"encoding/binary"
	"fmt"
	"log/slog"
	"net"
	"slices"

	"github.com/pgask/pgask/proxy/wire"
)

// A client that came over TLS has asked that nobody on the way reads along. Where the upstream's URL leaves the
// choice (sslmode=prefer, libpq's default), the proxy still tries plaintext for SCRAM, which can be relayed there and
// shows no password. What it does not take there is a demand for the password itself, and a login without any proof:
// an attacker between proxy and database could make either. sslmode=disable and allow say that plaintext is meant.

// unasked reports whether a connection to the upstream is in plaintext though the client came over TLS and nobody has
// asked for that. What stays on this machine is not on a network.
func (l *Login) unasked(h host, conn net.Conn) bool {
	return l.Secured() && h.tls == nil && !h.meant && !loopback(conn.RemoteAddr())
}

// bare reports whether the upstream's first authentication message is one that may not come in plaintext. What comes
// before it is kept for nextDemand.
func (l *Login) bare() (bool, error) {
	for len(l.early) < maxAuthRounds {
		f := l.reply
		switch {
		case f.Type == 'R' && len(f.Body()) >= 4:
			code := binary.BigEndian.Uint32(f.Body())
			return code == authCleartext || code == authOK, nil
		case f.Type != 'N' && f.Type != 'v' || !f.Whole():
			return false, nil
		}
		f.Bytes = append([]byte{}, f.Bytes...)
		l.early = append(l.early, f)
		var err error
		if l.reply, err = l.link.FromUpstream.Next(authWant); err != nil {
			return false, fmt.Errorf("read upstream: %w", err)
		}
	}
	return false, nil
}

// errBare refuses a client that came over TLS where the upstream lets it in over plaintext alone.
var errBare = &wire.Fatal{Code: wire.CodeBadAuth,
	Message: "the database asks for the password in the clear, or for nothing, over a connection without TLS, and this client came over TLS",
	Hint: "The operator should give the database TLS, demand scram-sha-256 of the proxy in its pg_hba.conf," +
		" or write sslmode=disable into the upstream's URL."}

// WarnOfPlaintext logs a warning for each datasource whose URL leaves it open whether the connection to it is
// encrypted.
func (p *Policy) WarnOfPlaintext(log *slog.Logger) {
	for _, w := range p.PlaintextWarnings() {
		log.Warn(w)
	}
}

// PlaintextWarnings returns a sentence for each datasource on another machine that clients come to over TLS and whose
// URL leaves it open whether the connection to it is encrypted.
func (p *Policy) PlaintextWarnings() []string {
	var all []string
	for name, source := range p.Datasources {
		if p.TLS == nil {
			break
		}
		for _, u := range source.all() {
			if u.open() {
				all = append(all, fmt.Sprintf("datasource %s: its URL leaves it open whether the connection to the database is encrypted:"+
					" clients that come over TLS get in without it by SCRAM alone. Write sslmode=require or better, or disable", name))
				break
			}
		}
	}
	slices.Sort(all)
	return all
}

// open reports whether one of the upstream's addresses on other machines may be reached in plaintext without being
// told so.
func (u Upstream) open() bool {
	for _, h := range u.hosts {
		name, _, err := net.SplitHostPort(h.address)
		ip := net.ParseIP(name)
		if h.tls == nil && !h.meant && h.network == "tcp" && err == nil && name != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return true
		}
	}
	return false
}
