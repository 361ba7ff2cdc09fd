package login

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// AnyDatabase is the datasource that serves every database name that no other one has.
const AnyDatabase = "*"

// Policy says who is let in, and to which database. The zero value of a field means its default.
type Policy struct {
	Datasources map[string]Upstream // by database name as clients give it; AnyDatabase for the rest
	TLS         *tls.Config         // with one certificate, and ClientCAs if clients may show theirs; nil: TLS is refused
	Revoked     *Revocations        // revoked certificates of clients; nil: none is
	RequireTLS  bool                // refuse clients without TLS; cancel requests need none
	ClientCert  ClientCert          // that clients must show; default CertOptional
	Auth        AuthMode            // who authenticates clients; default AuthRelay
	Verifiers   Verifiers           // for AuthSCRAM
	// MaxFailures is how many logins of one role from one address may fail in a minute, ten times as many of all its
	// roles; 0: no bound.
	MaxFailures int
	// AllowTrust admits clients from other hosts to upstreams that ask the proxy for no authentication.
	AllowTrust bool
	// ProxyProtocol holds the networks whose connections begin with a PROXY header; none: no header is read.
	ProxyProtocol  []netip.Prefix
	KeepAlive      net.KeepAliveConfig // of both sides; zero: probes after a minute of silence
	StartupTimeout time.Duration       // from accept to the end of the authentication; default 60 s
}

// WithDefaults returns the policy with its defaults filled in.
func (p Policy) WithDefaults() Policy {
	if p.KeepAlive == (net.KeepAliveConfig{}) {
		p.KeepAlive = wire.DefaultKeepAlive
	}
	p.StartupTimeout = cmp.Or(p.StartupTimeout, time.Minute)
	p.Auth = cmp.Or(p.Auth, AuthRelay)
	p.ClientCert = cmp.Or(p.ClientCert, CertOptional)
	p.TLS = forClients(p.TLS, p.Revoked)
	return p
}

// Validate returns all that is wrong with the policy.
func (p Policy) Validate() error {
	var errs []error
	if len(p.Datasources) == 0 {
		errs = append(errs, errors.New("no datasource is given"))
	}
	for name, u := range p.Datasources {
		if len(u.hosts) == 0 {
			errs = append(errs, fmt.Errorf("datasource %s: not made by ParseUpstream", name))
		}
		for _, r := range u.Routes {
			if len(r.To.hosts) == 0 {
				errs = append(errs, fmt.Errorf("datasource %s: a route's upstream was not made by ParseUpstream", name))
			}
		}
		errs = append(errs, p.validateAuth("datasource "+name, cmp.Or(u.Auth, p.Auth, AuthRelay)))
	}
	return errors.Join(append(errs, p.validateTLS())...)
}
