package login

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/pgask/pgask/proxy/wire"
)

// The first packets of a connection carry one of these instead of a protocol version. PostgreSQL manual, "Message
// Formats".
const (
	codeCancel = 80877102
	codeSSL    = 80877103
	codeGSS    = 80877104

	// PostgreSQL's MAX_STARTUP_PACKET_LENGTH, which is of what follows the length.
	maxStartup = 4 + 10000
)

var sslRequest = []byte{0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f}

// Startup is a StartupMessage. Its bytes go upstream as they came.
type Startup struct {
	raw      []byte
	params   []parameter // in order, duplicates kept
	User     string
	database string // as asked for; the user's name when left out, as PostgreSQL has it
}

type parameter struct{ name, value string }

// Param returns the last value of a parameter, as PostgreSQL would see it.
func (s *Startup) Param(name string) string {
	value := ""
	for _, p := range s.params {
		if p.name == name {
			value = p.value
		}
	}
	return value
}

// physical reports whether the client wants physical replication. That is of a whole server, which ignores the
// database's name; PostgreSQL's own tools send replication as the name.
func (s *Startup) physical() bool {
	switch strings.ToLower(s.Param("replication")) {
	case "1", "on", "t", "tr", "tru", "true", "y", "ye", "yes":
		return true
	}
	return false
}

// Replicates reports whether the client wants replication, physical or logical. A simple Query then holds a
// replication command, which is no SQL.
func (s *Startup) Replicates() bool {
	return s.physical() || strings.EqualFold(s.Param("replication"), "database")
}

// forDatabase returns the packet with another database name, everything else byte for byte.
func (s *Startup) forDatabase(name string) []byte {
	if name == "" || name == s.database {
		return s.raw
	}
	out := append([]byte{0, 0, 0, 0}, s.raw[4:8]...)
	found := false
	for _, p := range s.params {
		if p.name == "database" {
			p.value, found = name, true
		}
		out = append(append(append(append(out, p.name...), 0), p.value...), 0)
	}
	if !found {
		out = append(append(append(out, "database\x00"...), name...), 0)
	}
	out = append(out, 0)
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// ErrGone means that the client left before it said who it is: a port scan or a health check, not worth a log line.
var ErrGone = errors.New("client left before the startup message")

// ErrNoStartup means that what came first is no startup packet. Nothing is answered to it, as PostgreSQL answers
// nothing.
var ErrNoStartup = errors.New("what came first is no startup packet")

// Greet finds out where the client comes from, and reads packets until it has said what it wants: a startup, or the
// key of a cancel request. It answers SSLRequest and GSSENCRequest on the way, and takes TLS that begins without
// asking. Packets before startup have no type byte.
func (l *Login) Greet() (cancelKey []byte, err error) {
	if err := l.identify(); err != nil {
		return nil, err
	}
	ssl, gss := false, false // each may be asked for once, in any order
	for first := true; ; first = false {
		length, err := readLength(l.Conn)
		if err != nil {
			return nil, err
		}
		if first && length[0] == recordHandshake {
			if err := l.directTLS(length[:]); err != nil {
				return nil, err
			}
			continue
		}
		p, err := readRest(l.Conn, length)
		if err != nil {
			return nil, err
		}
		switch code := binary.BigEndian.Uint32(p[4:]); {
		case code == codeCancel:
			return p[8:], nil
		case code == codeSSL && !ssl:
			ssl = true
			if err := l.offerTLS(); err != nil {
				return nil, err
			}
			gss = gss || l.Secured()
		case code == codeGSS && !gss:
			gss = true
			if err := l.decline("GSSAPI encryption"); err != nil {
				return nil, err
			}
		case code>>16 == 3:
			l.Start, err = parseStartup(p)
			return nil, err
		default:
			return nil, &wire.Fatal{Code: "0A000", Old: code>>16 < 3, Message: fmt.Sprintf(
				"unsupported frontend protocol %d.%d: server supports 3.0 to 3.2", code>>16, code&0xffff)}
		}
	}
}

// decline answers a request for encryption with no.
func (l *Login) decline(what string) error {
	early := l.tooEarly(what) // asked before, because what comes behind the answer is not early
	if _, err := l.Conn.Write([]byte{'N'}); err != nil {
		return err
	}
	return early
}

// tooEarly refuses a client that has sent more behind a request for encryption without waiting for the answer: it may
// come from somebody in the middle, and a client would take what is answered to it for the answer to its next packet
// (CVE-2021-23222).
func (l *Login) tooEarly(what string) error {
	if !pending(l.Conn) {
		return nil
	}
	return &wire.Fatal{Code: wire.CodeProtocol, Message: "received unencrypted data after " + what + " request"}
}

// left reports whether a client went away that had said nothing more. Probes end with a reset, as a rule.
func left(n int, err error) bool {
	return n == 0 && (errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET))
}

// readLength reads the length at the begin of a packet of the startup phase.
func readLength(conn net.Conn) (length [4]byte, err error) {
	if n, err := io.ReadFull(conn, length[:]); err != nil {
		if left(n, err) {
			return length, ErrGone
		}
		return length, &wire.PeerError{Side: wire.SideClient, Err: fmt.Errorf("read client: %w", err)}
	}
	return length, nil
}

// readRest reads what follows the length, and not a byte more.
func readRest(conn net.Conn, length [4]byte) ([]byte, error) {
	n := binary.BigEndian.Uint32(length[:])
	if proxyHeader(length[:]) {
		return nil, &wire.Fatal{Code: wire.CodeProtocol, Message: "a PROXY header came from an address that is not trusted to send one",
			Hint: "The operator should add the load balancer's network to proxy_protocol.trusted."}
	}
	if n < 8 || n > maxStartup {
		return nil, &wire.PeerError{Side: wire.SideClient, Err: fmt.Errorf("%w: it begins with %q", ErrNoStartup, length[:])}
	}
	p := make([]byte, n)
	copy(p, length[:])
	if _, err := io.ReadFull(conn, p[4:]); err != nil {
		return nil, &wire.PeerError{Side: wire.SideClient, Err: fmt.Errorf("read client: %w", wire.Unexpected(err))}
	}
	return p, nil
}

// parseStartup reads a StartupMessage by hand: no library keeps its order and its duplicates.
func parseStartup(p []byte) (*Startup, error) {
	bad := &wire.Fatal{Code: wire.CodeProtocol, Message: "invalid startup packet layout: expected terminator as last byte"}
	st := &Startup{raw: p}
	rest := p[8:]
	for {
		name, after, ok := bytes.Cut(rest, []byte{0})
		if !ok {
			return nil, bad
		}
		if len(name) == 0 {
			if len(after) != 0 {
				return nil, bad
			}
			break
		}
		value, after, ok := bytes.Cut(after, []byte{0})
		if !ok {
			return nil, bad
		}
		st.params = append(st.params, parameter{string(name), string(value)})
		rest = after
	}
	st.User = st.Param("user")
	if st.User == "" {
		return nil, &wire.Fatal{Code: wire.CodeBadAuth, Message: "no PostgreSQL user name specified in startup packet"}
	}
	if st.database = st.Param("database"); st.database == "" {
		st.database = st.User
	}
	return st, nil
}
