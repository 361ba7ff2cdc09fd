package login

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/proxy/wire"
)

// Upstream is the database behind a datasource.
type Upstream struct {
	Database string   // its name there; empty: the name that the client asked for
	Auth     AuthMode // who authenticates its clients; empty: Config.Auth
	Routes   []Route  // other servers for some sessions; the first that fits counts

	hosts   []host
	binding string         // channel_binding of logins of our own: disable, prefer or require
	config  *pgconn.Config // for connections of our own
}

// host is one way to reach it; they are tried in order.
type host struct {
	network, address string
	tls              *tls.Config // nil: plaintext
	direct           bool        // TLS from the first byte, without SSLRequest
	meant            bool        // plaintext that the URL asks for (sslmode=disable, allow), or a Unix socket
}

// ParseUpstream reads a PostgreSQL connection URL or keyword string: host, port, dbname, channel_binding and the ssl…
// settings mean what they mean to libpq; user and password are ignored, since the client logs in with its own. The
// files that it names are read now.
func ParseUpstream(url string) (Upstream, error) {
	cfg, err := pgconn.ParseConfig(url)
	var file *fs.PathError
	switch {
	case errors.As(err, &file):
		return Upstream{}, fmt.Errorf("its certificates: %w", file)
	case err != nil:
		// The library's message may quote the string, and with it a password.
		return Upstream{}, errors.New("not a PostgreSQL connection URL, or its certificates cannot be used")
	}
	u := Upstream{Database: cfg.Database, binding: cfg.ChannelBinding, config: cfg}
	add := func(name string, port uint16, t *tls.Config) {
		network, address := pgconn.NetworkAddress(name, port)
		// Of an address that may be reached both ways, the first is the one that is preferred.
		known := slices.ContainsFunc(u.hosts, func(h host) bool { return h.address == address })
		u.hosts = append(u.hosts, host{network, address, t, t != nil && cfg.SSLNegotiation == "direct", t == nil && !known})
	}
	add(cfg.Host, cfg.Port, cfg.TLSConfig)
	for _, f := range cfg.Fallbacks {
		add(f.Host, f.Port, f.TLSConfig)
	}
	return u, nil
}

// dialOrder returns the ways to reach the upstream, in the order in which to try them. SCRAM with channel binding
// cannot be relayed between two TLS connections, so with plainFirst plaintext comes first where the upstream's URL
// leaves the choice (sslmode=prefer).
func (u Upstream) dialOrder(plainFirst bool) []host {
	if !plainFirst {
		return u.hosts
	}
	var plain, encrypted []host
	for _, h := range u.hosts {
		if h.tls == nil {
			plain = append(plain, h)
		} else {
			encrypted = append(encrypted, h)
		}
	}
	return append(plain, encrypted...)
}

// Connect dials the upstream, sends it the client's startup message and reads the first reply, for welcome. An upstream
// that refuses a connection because it is encrypted, or because it is not, is tried the other way if the URL allows it,
// as libpq does for sslmode allow and prefer.
func (l *Login) Connect(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithDeadline(ctx, l.deadline)
	defer cancel()
	l.link.Client, l.link.FromClient = wire.NewWriter(l.Conn, wire.SideClient), wire.NewFrames(l.Conn, wire.SideClient)
	ways := l.Datasource.upstream.dialOrder(l.Secured() && l.authMode() == AuthRelay)
	var errs []error
	for i, h := range ways {
		until := share(l.deadline, len(ways)-i)
		conn, err := h.dialUntil(ctx, until)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		refused, err := l.hello(conn, until)
		if err != nil {
			conn.Close()
			if errors.Is(err, wire.ErrMessageLength) {
				return nil, err // somebody else, whom no operator means to have here
			}
			errs = append(errs, err)
			continue
		}
		if refused && i+1 < len(ways) && slices.ContainsFunc(ways[i+1:], func(w host) bool { return w.address == h.address }) {
			conn.Close()
			continue
		}
		if l.unasked(h, conn) {
			bare, err := l.bare()
			if bare || err != nil {
				conn.Close()
				l.early = nil
				if errs = append(errs, err); bare {
					errs = append(errs, errBare)
				}
				continue
			}
		}
		wire.KeepAlive(conn, l.cfg.KeepAlive)
		l.host = h
		return conn, nil
	}
	if err := errors.Join(errs...); errors.Is(err, errBare) {
		told := *errBare
		told.Err = err
		return nil, &told
	}
	return nil, &wire.Fatal{Code: wire.CodeCannotConnect, Message: "could not connect to the database behind the proxy",
		Hint: "The proxy is up, its upstream is not reachable. Try again later or tell the operator.", Err: errors.Join(errs...)}
}

// hello begins the session on a connection to the upstream. refused says that the upstream has no rule in pg_hba.conf
// that lets it in.
func (l *Login) hello(conn net.Conn, until time.Time) (refused bool, err error) {
	if err := conn.SetDeadline(until); err != nil {
		return false, err
	}
	release := l.shared.Interrupt(conn)
	defer release()
	defer func() {
		if err == nil {
			err = conn.SetDeadline(l.deadline)
		}
	}()
	l.link.Upstream, l.link.FromUpstream = wire.NewWriter(conn, wire.SideUpstream), wire.NewFrames(conn, wire.SideUpstream)
	if err := l.link.Upstream.Send(l.Start.forDatabase(l.Datasource.upstream.Database)); err != nil {
		return false, fmt.Errorf("write upstream: %w", err)
	}
	l.reply, err = l.link.FromUpstream.Next(authWant)
	if err != nil {
		return false, fmt.Errorf("read upstream: %w", err)
	}
	return l.reply.Type == 'E' && wire.ErrorCode(l.reply.Body()) == wire.CodeBadAuth, nil
}

// share returns when the first of n attempts must be over that have until a deadline: one that hangs leaves time for
// the others.
func share(deadline time.Time, n int) time.Time {
	now := time.Now()
	return now.Add(deadline.Sub(now) / time.Duration(n))
}

func (h host) dialUntil(ctx context.Context, until time.Time) (net.Conn, error) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	return h.dial(ctx)
}

func (h host) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, h.network, h.address)
	if err != nil {
		return nil, err
	}
	if h.tls == nil {
		return conn, nil
	}
	secured, err := h.startTLS(ctx, conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return secured, nil
}

// startTLS asks for encryption and reads exactly one byte of answer: bytes that a man in the middle appends must not
// be read as if they had come encrypted (CVE-2021-23222).
func (h host) startTLS(ctx context.Context, conn net.Conn) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return nil, err
		}
		defer conn.SetDeadline(time.Time{})
	}
	if !h.direct {
		if _, err := conn.Write(sslRequest); err != nil {
			return nil, err
		}
		var answer [1]byte
		if _, err := io.ReadFull(conn, answer[:]); err != nil {
			return nil, err
		}
		if answer[0] != 'S' {
			return nil, errors.New("the server does not offer TLS")
		}
	}
	secured := tls.Client(conn, h.tls)
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("tls handshake with upstream: %w", err)
	}
	if h.direct && secured.ConnectionState().NegotiatedProtocol != alpn {
		return nil, errors.New("the server did not agree to the protocol name " + alpn + " in TLS")
	}
	return secured, nil
}

// cancel sends a cancelRequest as it came and waits until the server closes the connection, because only then has the
// signal been sent.
func (h host) cancel(ctx context.Context, key []byte) error {
	conn, err := h.dial(ctx)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	defer conn.Close()
	if _, err := conn.Write(cancelRequest(key)); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(conn, 1024))
	return err
}

// cancelRequest returns the packet for a key as BackendKeyData gave it: process id and secret, of any length.
func cancelRequest(key []byte) []byte {
	p := binary.BigEndian.AppendUint32(nil, uint32(8+len(key)))
	p = binary.BigEndian.AppendUint32(p, codeCancel)
	return append(p, key...)
}

// CancelEverywhere sends a cancelRequest to the servers of all datasources and routes.
func (p *Policy) CancelEverywhere(ctx context.Context, key []byte, log *slog.Logger) {
	ctx, stop := context.WithTimeout(ctx, wire.CancelTimeout)
	defer stop()
	var all sync.WaitGroup
	for address, ways := range p.servers() {
		all.Go(func() {
			var err error
			for _, h := range ways {
				if err = h.cancel(ctx, key); err == nil {
					return
				}
			}
			log.Debug("cancel request not delivered", "upstream", address, "error", err)
		})
	}
	all.Wait()
}

// servers returns the servers of all datasources and routes by address, each with the ways to reach it in the order
// to try them.
func (p *Policy) servers() map[string][]host {
	all := map[string][]host{}
	for _, source := range p.Datasources {
		for _, u := range source.all() {
			for _, h := range u.hosts {
				known := slices.ContainsFunc(all[h.address], func(k host) bool { return (k.tls == nil) == (h.tls == nil) })
				if !known {
					all[h.address] = append(all[h.address], h)
				}
			}
		}
	}
	return all
}

// Reach returns nil as soon as one of the hosts speaks.
func (u Upstream) Reach(ctx context.Context) error {
	var errs []error
	for _, h := range u.hosts {
		err := h.ping(ctx)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// ping asks a server whether it has TLS, which it answers without a login and without a line in its log.
func (h host) ping(ctx context.Context) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, h.network, h.address)
	if err != nil {
		return err
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return err
		}
	}
	if _, err := conn.Write(sslRequest); err != nil {
		return err
	}
	var answer [1]byte
	if _, err := io.ReadFull(conn, answer[:]); err != nil {
		return err
	}
	if answer[0] != 'S' && answer[0] != 'N' {
		return fmt.Errorf("%s answers as no PostgreSQL server does", h.address)
	}
	return nil
}
