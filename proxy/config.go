package proxy

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// AnyDatabase is the datasource that serves every database name that no other one has.
const AnyDatabase = "*"

// Translator turns a question into a proven statement and, given a runner, runs it.
type Translator interface {
	// Ask works on one question over the caller's connection. Without a runner it stops before the statement runs. The
	// trace is filled even when it fails. Errors for the user are *translate.Error.
	Ask(ctx context.Context, conn *pgconn.PgConn, q translate.Question, run translate.Runner) (*translate.Answer, translate.Trace, error)
	// Prove checks a statement of the user's own that an answer has been put into: whether all of it only reads.
	Prove(answer *translate.Answer, sql string) (translate.Statement, error)
	// Reprove proves answers again that were prepared earlier, against the catalog as it is now.
	Reprove(ctx context.Context, conn *pgconn.PgConn, datasource string, answers []*translate.Answer) error
	// Again is called when an answer that was prepared earlier runs once more, under another id: replies, changes and feedback
	// may name that id.
	Again(answer *translate.Answer, id string)
	// OwnsAsk reports whether the database has a function ask(text) that the caller would call.
	OwnsAsk(ctx context.Context, conn *pgconn.PgConn) (bool, error)
}

// Journal records every question; without a durable intent nothing runs.
type Journal interface {
	Intent(ctx context.Context, r *audit.Record) error
	Outcome(ctx context.Context, r *audit.Record) error
}

// Config configures a server. The zero value of a field means its default.
type Config struct {
	Datasources map[string]Upstream // by database name as clients give it; AnyDatabase for the rest
	Translator  Translator
	Journal     Journal
	TLS         *tls.Config  // with one certificate, and ClientCAs if clients may show theirs; nil: TLS is refused
	Revoked     *Revocations // revoked certificates of clients; nil: none is
	RequireTLS  bool         // refuse clients without TLS; cancel requests need none
	ClientCert  ClientCert   // that clients must show; default CertOptional
	Auth        AuthMode     // who authenticates clients; default AuthRelay
	Verifiers   Verifiers    // for AuthSCRAM
	MaxFailures int          // logins of one role from one address that may fail in a minute, ten times as many of all its roles; 0: no bound
	// AllowTrust admits clients from other hosts to upstreams that ask the proxy for no authentication.
	AllowTrust bool
	// ProxyProtocol holds the networks whose connections begin with a PROXY header; none: no header is read.
	ProxyProtocol    []netip.Prefix
	KeepAlive        net.KeepAliveConfig // of both sides; zero: probes after a minute of silence
	Limits           Limits
	MaxConnections   int           // connections at once; default 10,000
	StartupTimeout   time.Duration // from accept to the end of the authentication; default 60 s
	QuestionTimeout  time.Duration // for one question, all of it; default 120 s
	StatementTimeout time.Duration // for the statement that a question became; default 30 s
	// ProofAge is how long a proof holds for a client that has sent no Sync since: it may send a Parse and a Flush, and the Bind hours
	// later. Default 1 s. Only tests have other ones.
	ProofAge         time.Duration
	MaxQuestionBytes int          // how much of a Query or Parse is searched for a question; default 64 KiB
	MaxCorrections   int          // answers to clarifications of one question; default 3
	Log              *slog.Logger // default: slog.Default()
}

func (c Config) withDefaults() Config {
	c.MaxConnections = cmp.Or(c.MaxConnections, 10_000)
	c.Limits = c.Limits.withDefaults()
	if c.KeepAlive == (net.KeepAliveConfig{}) {
		c.KeepAlive = wire.DefaultKeepAlive
	}
	c.StartupTimeout = cmp.Or(c.StartupTimeout, time.Minute)
	c.QuestionTimeout = cmp.Or(c.QuestionTimeout, 2*time.Minute)
	c.StatementTimeout = cmp.Or(c.StatementTimeout, 30*time.Second)
	c.ProofAge = cmp.Or(c.ProofAge, time.Second)
	c.MaxQuestionBytes = cmp.Or(c.MaxQuestionBytes, 64<<10)
	c.MaxCorrections = cmp.Or(c.MaxCorrections, 3)
	c.Auth = cmp.Or(c.Auth, AuthRelay)
	c.ClientCert = cmp.Or(c.ClientCert, CertOptional)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.TLS = forClients(c.TLS, c.Revoked)
	return c
}

func (c Config) validate() error {
	var errs []error
	if len(c.Datasources) == 0 {
		errs = append(errs, errors.New("no datasource is given"))
	}
	for name, u := range c.Datasources {
		if len(u.hosts) == 0 {
			errs = append(errs, fmt.Errorf("datasource %s: not made by ParseUpstream", name))
		}
		for _, r := range u.Routes {
			if len(r.To.hosts) == 0 {
				errs = append(errs, fmt.Errorf("datasource %s: a route's upstream was not made by ParseUpstream", name))
			}
		}
		errs = append(errs, c.validateAuth("datasource "+name, cmp.Or(u.Auth, c.Auth, AuthRelay)))
	}
	if c.Translator == nil {
		errs = append(errs, errors.New("no translator is given"))
	}
	if c.Journal == nil {
		errs = append(errs, errors.New("no journal is given"))
	}
	for name, n := range map[string]int{"MaxConnections": c.MaxConnections, "MaxQuestionBytes": c.MaxQuestionBytes, "MaxCorrections": c.MaxCorrections} {
		if n < 0 {
			errs = append(errs, fmt.Errorf("%s: %d is negative", name, n))
		}
	}
	errs = append(errs, c.validateTLS(), c.Limits.validate())
	return errors.Join(errs...)
}
