package login

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"

	"github.com/pires/go-proxyproto"

	"github.com/pgask/pgask/proxy/wire"
)

// Origin is the network address of a client.
type Origin struct {
	Addr  net.Addr
	local bool // on this machine
}

// With the PROXY protocol a load balancer sends the client's address before the client's first byte:
// https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt. A sender can claim any address, so the header is
// accepted from configured networks alone. From those it is required: without it a client would count as the load
// balancer.

// identify finds out where the client comes from. From a trusted network it reads the PROXY header, and not a byte
// more.
func (l *Login) identify() error {
	peer := l.Conn.RemoteAddr()
	l.From = Origin{peer, loopback(peer)}
	if !trusted(peer, l.cfg.ProxyProtocol) {
		l.Log = l.Log.With("client", peer.String())
		return nil
	}
	h, err := readProxyHeader(l.Conn)
	if err != nil {
		l.Log = l.Log.With("client", peer.String())
		return err
	}
	l.From.local = false // the load balancer's own health check, or a client whose address it does not know
	if h.Command == proxyproto.PROXY {
		l.From = Origin{h.SourceAddr, loopback(peer) && loopback(h.SourceAddr)}
	}
	l.Log = l.Log.With("client", l.From.Addr.String())
	return nil
}

func trusted(peer net.Addr, networks []netip.Prefix) bool {
	tcp, ok := peer.(*net.TCPAddr)
	if !ok {
		return false
	}
	ip := tcp.AddrPort().Addr().Unmap()
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// Sizes of PROXY headers: a line in version 1; in version 2 a fixed part with the length of what follows.
const (
	proxySignature = 12
	proxyFixed     = 16
	maxProxyLine   = 107
	maxProxyRest   = 4096 // addresses take 36 bytes; the rest is what the balancer adds
)

// ErrProxyHeader means that a connection from a trusted network did not begin with a PROXY header.
var ErrProxyHeader = errors.New("no PROXY header from a trusted network")

// readProxyHeader reads a PROXY header and nothing behind it: byte by byte where its length is not known in advance.
func readProxyHeader(conn net.Conn) (*proxyproto.Header, error) {
	header := make([]byte, proxySignature, proxyFixed+maxProxyLine)
	if err := readFull(conn, header[:1]); err != nil {
		return nil, err
	}
	// Who sends no header may wait for an answer to less than twelve bytes, as after an SSLRequest.
	if !proxyHeader(header[:1]) {
		return nil, badProxyHeader(nil)
	}
	if err := readOn(conn, header[1:]); err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(header, proxyproto.SIGV1):
		for header[len(header)-1] != '\n' && len(header) < maxProxyLine {
			header = append(header, 0)
			if err := readOn(conn, header[len(header)-1:]); err != nil {
				return nil, err
			}
		}
	case bytes.Equal(header, proxyproto.SIGV2):
		header = header[:proxyFixed]
		if err := readOn(conn, header[proxySignature:]); err != nil {
			return nil, err
		}
		n := int(binary.BigEndian.Uint16(header[proxyFixed-2:]))
		if n > maxProxyRest {
			return nil, badProxyHeader(fmt.Errorf("%d bytes", n))
		}
		header = append(header, make([]byte, n)...)
		if err := readOn(conn, header[proxyFixed:]); err != nil {
			return nil, err
		}
	default:
		return nil, badProxyHeader(nil)
	}
	h, err := proxyproto.Read(bufio.NewReaderSize(bytes.NewReader(header), len(header)))
	if err != nil {
		return nil, badProxyHeader(err)
	}
	if _, tcp := h.SourceAddr.(*net.TCPAddr); h.Command == proxyproto.PROXY && !tcp {
		return nil, badProxyHeader(fmt.Errorf("an address that is not of TCP: %v", h.SourceAddr))
	}
	return h, nil
}

func badProxyHeader(why error) error {
	return &wire.Fatal{Code: wire.CodeProtocol, Message: "the load balancer in front of pgask did not send a valid PROXY header",
		Hint: "The operator should make the balancer send it, or take its network out of proxy_protocol.trusted.",
		Err:  errors.Join(ErrProxyHeader, why)}
}

// readOn fills p from a header that has begun.
func readOn(conn net.Conn, p []byte) error {
	err := readFull(conn, p)
	if errors.Is(err, ErrGone) || errors.Is(err, io.ErrUnexpectedEOF) {
		return badProxyHeader(io.ErrUnexpectedEOF)
	}
	return err
}

// readFull fills p before the startup.
func readFull(conn net.Conn, p []byte) error {
	if n, err := io.ReadFull(conn, p); err != nil {
		if left(n, err) {
			return ErrGone
		}
		return &wire.PeerError{Side: wire.SideClient, Err: fmt.Errorf("read client: %w", wire.Unexpected(err))}
	}
	return nil
}

// proxyHeader reports whether the first bytes of a startup packet are those of a PROXY header.
func proxyHeader(first []byte) bool {
	return bytes.HasPrefix(proxyproto.SIGV1, first) || bytes.HasPrefix(proxyproto.SIGV2, first)
}
