package login

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/proxy/scram"
)

// AuthQuery asks the upstream itself for verifiers, over a role of the proxy's own. It is made by NewAuthQuery.
type AuthQuery struct {
	sql, role, password, database string

	slots  chan struct{} // one for each connection at a time
	secret []byte        // that the salts of mock verifiers are made with
}

// Bounds of a look-up.
const (
	maxLookups    = 16 // connections at a time
	lookupTimeout = 10 * time.Second
	maxLookup     = 64 << 10 // bytes of a message
)

// NewAuthQuery makes one. sql has the parameter $1, the role that logs in, and returns no row or one whose last
// column is the verifier; role and password are its login, database where it is run: empty, the datasource's, or else
// postgres.
func NewAuthQuery(sql, role, password, database string) *AuthQuery {
	q := &AuthQuery{sql: sql, role: role, password: password, database: database, slots: make(chan struct{}, maxLookups)}
	if password == "" {
		// Nothing that other proxies have too; theirs have other salts then.
		q.secret = make([]byte, sha256.Size)
		_, _ = rand.Read(q.secret) // never fails: crypto/rand
		return q
	}
	sum := sha256.Sum256([]byte("salts of mock verifiers\x00" + password))
	q.secret = sum[:]
	return q
}

// find looks up the verifier of a role. Roles without one, without a password or with an MD5 one are not found; then
// the iteration count is the one that the server makes new verifiers with.
func (q *AuthQuery) find(ctx context.Context, u Upstream, role string) (v scram.Verifier, found bool, iterations int, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	select {
	case q.slots <- struct{}{}:
		defer func() { <-q.slots }()
	case <-ctx.Done():
		return v, false, 0, fmt.Errorf("auth.query: %w", ctx.Err())
	}
	conn, err := pgconn.ConnectConfig(ctx, q.login(u))
	if err != nil {
		return v, false, 0, fmt.Errorf("auth.query: %w", withoutSecrets(err))
	}
	defer conn.Close(ctx)
	iterations = defaultIterations
	if n, err := strconv.Atoi(conn.ParameterStatus("scram_iterations")); err == nil && n > 0 {
		iterations = n
	}
	result := conn.ExecParams(ctx, q.sql, [][]byte{[]byte(role)}, nil, nil, nil)
	secret, rows := "", 0
	for result.NextRow() {
		rows++
		if values := result.Values(); len(values) > 0 {
			secret = string(values[len(values)-1])
		}
		if rows > 1 {
			break
		}
	}
	if _, err := result.Close(); err != nil {
		return v, false, 0, fmt.Errorf("auth.query: %w", withoutSecrets(err))
	}
	if rows > 1 {
		return v, false, 0, errors.New("auth.query: more than one row for a role")
	}
	v, err = scram.ParseVerifier(secret)
	return v, err == nil, iterations, nil
}

// login returns the configuration of a connection for look-ups.
func (q *AuthQuery) login(u Upstream) *pgconn.Config {
	cfg := u.config.Copy()
	cfg.User, cfg.Password = q.role, q.password
	if cfg.Database = q.database; cfg.Database == "" {
		cfg.Database = u.Database
	}
	cfg.Database = cmp.Or(cfg.Database, "postgres")
	cfg.MaxProtocolMessageBodyLen = maxLookup
	cfg.RuntimeParams = map[string]string{"application_name": "pgask auth.query", "default_transaction_read_only": "on"}
	return cfg
}

// withoutSecrets keeps of an error what an operator may read: what the server says, without the values that it quotes
// in details, and what the network says.
func withoutSecrets(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return fmt.Errorf("%s (SQLSTATE %s)", pg.Message, pg.Code)
	}
	return err
}
