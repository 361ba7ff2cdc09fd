package proxy

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Upstream is the database behind a datasource.
type Upstream struct {
	Database string // its name there; empty: the name that the client asked for

	hosts []upstreamHost
}

// upstreamHost is one way to reach it; they are tried in order.
type upstreamHost struct {
	network, address string
	tls              *tls.Config // nil: plaintext
}

// ParseUpstream reads a PostgreSQL connection URL or keyword string: host, port, dbname and the ssl… settings mean what
// they mean to libpq; user and password are ignored, since the client logs in with its own.
func ParseUpstream(url string) (Upstream, error) {
	cfg, err := pgconn.ParseConfig(url)
	if err != nil {
		// The library's message may quote the string, and with it a password.
		return Upstream{}, errors.New("not a PostgreSQL connection URL")
	}
	u := Upstream{Database: cfg.Database}
	add := func(host string, port uint16, t *tls.Config) {
		network, address := pgconn.NetworkAddress(host, port)
		u.hosts = append(u.hosts, upstreamHost{network, address, t})
	}
	add(cfg.Host, cfg.Port, cfg.TLSConfig)
	for _, f := range cfg.Fallbacks {
		add(f.Host, f.Port, f.TLSConfig)
	}
	return u, nil
}

// dial connects to the first host that answers. A client that came over TLS cannot relay SCRAM to an upstream over TLS,
// so where the upstream URL leaves a choice (sslmode=prefer) the second leg is then plaintext.
func (u Upstream) dial(ctx context.Context, clientTLS bool) (net.Conn, upstreamHost, error) {
	hosts := u.hosts
	if clientTLS {
		var plain []upstreamHost
		for _, h := range hosts {
			if h.tls == nil {
				plain = append(plain, h)
			}
		}
		if len(plain) > 0 {
			hosts = plain
		}
	}
	var errs []error
	for _, h := range hosts {
		conn, err := h.dial(ctx)
		if err == nil {
			return conn, h, nil
		}
		errs = append(errs, err)
	}
	return nil, upstreamHost{}, errors.Join(errs...)
}

func (h upstreamHost) dial(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, h.network, h.address)
	if err != nil {
		return nil, err
	}
	if h.tls == nil {
		return conn, nil
	}
	secured, err := startTLS(ctx, conn, h.tls)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return secured, nil
}

// startTLS asks for encryption and takes exactly one byte of answer: what a man in the middle puts behind it must not be
// read as if it had come through the encrypted channel (CVE-2021-23222).
func startTLS(ctx context.Context, conn net.Conn, cfg *tls.Config) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return nil, err
		}
		defer conn.SetDeadline(time.Time{})
	}
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
	secured := tls.Client(conn, cfg)
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, fmt.Errorf("tls handshake with upstream: %w", err)
	}
	return secured, nil
}

// cancel sends a CancelRequest as it came and waits until the server closes the connection, because only then has the
// signal been sent.
func (h upstreamHost) cancel(ctx context.Context, key []byte) error {
	conn, err := h.dial(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return err
		}
	}
	if _, err := conn.Write(cancelRequest(key)); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(conn, 1024))
	return err
}

// cancelRequest is the packet for a key as BackendKeyData gave it: process id and secret, of any length.
func cancelRequest(key []byte) []byte {
	p := binary.BigEndian.AppendUint32(nil, uint32(8+len(key)))
	p = binary.BigEndian.AppendUint32(p, codeCancel)
	return append(p, key...)
}
