package conf

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Upstream is the server behind a datasource. It holds no login: clients bring their own.
type Upstream struct {
	Host     string // name or address; a directory when the server listens on a Unix socket
	Port     uint16
	Database string // empty: the name that the client asked for
	SSLMode  string // disable, prefer, require, verify-ca or verify-full
	RootCert string // file, PEM; empty: the system's
}

const upstreamForm = "it must look like postgres://host:5432/database"

var sslModes = []string{"disable", "prefer", "require", "verify-ca", "verify-full"}

// ParseUpstream reads a URL such as postgres://db.example:5432/shop?sslmode=verify-full. The parameters sslmode and
// sslrootcert are known; host names a socket directory.
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
	return up, nil
}

func (u *Upstream) parameters(q url.Values) error {
	for name, values := range q {
		value := values[len(values)-1]
		switch name {
		case "sslmode":
			if !slices.Contains(sslModes, value) {
				return fmt.Errorf("its sslmode must be one of %s", strings.Join(sslModes, ", "))
			}
			u.SSLMode = value
		case "sslrootcert":
			u.RootCert = value
		case "host":
			if !strings.HasPrefix(value, "/") {
				return errors.New("its host parameter must be the directory of a Unix socket")
			}
			u.Host = value
		default:
			return fmt.Errorf("it has the unknown parameter %q; sslmode, sslrootcert and host are known", name)
		}
	}
	return nil
}

// Network and Address are what net.Dial needs.
func (u Upstream) Network() (network, address string) {
	port := strconv.Itoa(int(u.Port))
	if strings.HasPrefix(u.Host, "/") {
		return "unix", path.Join(u.Host, ".s.PGSQL."+port)
	}
	return "tcp", net.JoinHostPort(u.Host, port)
}

// String is the URL again, in its canonical form.
func (u Upstream) String() string {
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
	if u.SSLMode != "" && u.SSLMode != "prefer" {
		q.Set("sslmode", u.SSLMode)
	}
	if u.RootCert != "" {
		q.Set("sslrootcert", u.RootCert)
	}
	out.RawQuery = q.Encode()
	return out.String()
}
