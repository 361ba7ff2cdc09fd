package conf

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Upstream is the server behind a datasource. It holds no login: clients bring their own.
type Upstream struct {
	Host     string // name or address; a directory when the server listens on a Unix socket
	Port     uint16
	Database string // empty: the name that the client asked for
	SSLMode  string // disable, allow, prefer, require, verify-ca or verify-full
	RootCert string // file, PEM, or system; empty: the system's
	Cert     string // file, PEM: the proxy's own, for servers that demand one
	Key      string // file, PEM, of Cert
	// Negotiation of TLS: postgres (ask first) or direct; empty: postgres.
	Negotiation string
	// ChannelBinding of logins of the proxy's own: disable, prefer or require; empty: prefer.
	ChannelBinding string
}

const upstreamForm = "it must look like postgres://host:5432/database"

var sslModes = []string{"disable", "allow", "prefer", "require", "verify-ca", "verify-full"}

// ParseUpstream reads a URL such as postgres://db.example:5432/shop?sslmode=verify-full. The parameters that it knows
// mean what they mean to libpq; host names a socket directory.
func ParseUpstream(text string) (Upstream, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Opaque != "" || u.Fragment != "" {
		return Upstream{}, errors.New(upstreamForm)
	}
	if u.User != nil {
		return Upstream{}, errors.New("it must not hold a login: each client brings its own")
	}
	up := Upstream{Host: u.Hostname(), Port: 5432, Database: strings.TrimPrefix(u.Path, "/"), SSLMode: "prefer"}
	if err := up.parameters(u.Query()); err != nil {
		return Upstream{}, err
	}
	if port := u.Port(); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return Upstream{}, errors.New("its port must be from 1 to 65535")
		}
		up.Port = uint16(n)
	}
	if up.Host == "" {
		return Upstream{}, errors.New("it names no host; " + upstreamForm)
	}
	return up, up.together()
}

// parameter is one that a URL may have, and what it may be if not anything.
type parameter struct {
	name    string
	field   *string
	allowed []string
}

// table returns every parameter but host, in the order of String.
func (u *Upstream) table() []parameter {
	return []parameter{
		{"sslmode", &u.SSLMode, sslModes},
		{"sslrootcert", &u.RootCert, nil},
		{"sslcert", &u.Cert, nil},
		{"sslkey", &u.Key, nil},
		{"sslnegotiation", &u.Negotiation, []string{"postgres", "direct"}},
		{"channel_binding", &u.ChannelBinding, []string{"disable", "prefer", "require"}},
	}
}

func (u *Upstream) parameters(q url.Values) error {
	table := u.table()
	for name, values := range q {
		value := values[len(values)-1]
		if name == "host" {
			if !strings.HasPrefix(value, "/") {
				return errors.New("its host parameter must be the directory of a Unix socket")
			}
			u.Host = value
			continue
		}
		i := slices.IndexFunc(table, func(p parameter) bool { return p.name == name })
		if i < 0 {
			return fmt.Errorf("it has the unknown parameter %q; sslmode, sslrootcert, sslcert, sslkey, sslnegotiation, channel_binding and host are known", name)
		}
		if allowed := table[i].allowed; allowed != nil && !slices.Contains(allowed, value) {
			return fmt.Errorf("its %s must be one of %s", name, strings.Join(allowed, ", "))
		}
		*table[i].field = value
	}
	return nil
}

// together checks the parameters that depend on each other.
func (u Upstream) together() error {
	weak := u.SSLMode == "disable" || u.SSLMode == "allow" || u.SSLMode == "prefer"
	switch {
	case (u.Cert == "") != (u.Key == ""):
		return errors.New("its sslcert and sslkey need each other")
	case u.Negotiation == "direct" && weak:
		return errors.New("its sslnegotiation=direct needs sslmode=require or better")
	case u.ChannelBinding == "require" && weak:
		return errors.New("its channel_binding=require needs sslmode=require or better")
	case u.RootCert == "system" && u.SSLMode != "verify-full":
		return errors.New("its sslrootcert=system needs sslmode=verify-full")
	}
	return nil
}

// String returns the URL in its canonical form: without parameters that have their default.
func (u Upstream) String() string {
	return u.url(func(p parameter) bool { return *p.field != "" && (p.name != "sslmode" || *p.field != "prefer") })
}

// Explicit returns the URL with every parameter in it, so that no environment variable of libpq's fills one in.
func (u Upstream) Explicit() string {
	u.Negotiation, u.ChannelBinding = cmp.Or(u.Negotiation, "postgres"), cmp.Or(u.ChannelBinding, "prefer")
	return u.url(func(parameter) bool { return true })
}

func (u Upstream) url(with func(parameter) bool) string {
	if u.Host == "" {
		return ""
	}
	out := url.URL{Scheme: "postgres", Path: "/" + u.Database}
	q := url.Values{}
	if strings.HasPrefix(u.Host, "/") {
		q.Set("host", u.Host)
		out.Host = ":" + strconv.Itoa(int(u.Port))
	} else {
		out.Host = net.JoinHostPort(u.Host, strconv.Itoa(int(u.Port)))
	}
	if u.Database == "" {
		out.Path = ""
	}
	for _, p := range u.table() {
		if with(p) {
			q.Set(p.name, *p.field)
		}
	}
	out.RawQuery = q.Encode()
	return out.String()
}
