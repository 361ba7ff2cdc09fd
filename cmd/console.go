package cmd

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/console"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate/guard"
)

// serveConsole answers people who look at the audit log, if that is wanted, until stop is called.
func (h *service) serveConsole(ctx context.Context, s *conf.Settings, server *proxy.Server) (stop func(), err error) {
	if s.Console.Listen == "" {
		return func() {}, nil
	}
	web, err := h.newConsole(s, server)
	if err != nil {
		return nil, err
	}
	l, err := listen(ctx, s.Console.Listen)
	if err != nil {
		return nil, fmt.Errorf("console.listen: %w", err)
	}
	l = console.Limit(l)
	if web.TLSConfig != nil {
		l = tls.NewListener(l, web.TLSConfig)
	}
	return h.serveWeb("console", l, web), nil
}

// newConsole is the console that the settings describe.
func (h *service) newConsole(s *conf.Settings, server *proxy.Server) (*http.Server, error) {
	cfg := console.Config{
		AuditDir: s.Audit.Dir, Hosts: s.Console.Hosts, Names: s.Console.Names, ReadOnly: s.Console.ReadOnly, Version: release(), Logger: h.log,
		Lessons:  func() console.Lessons { return h.library.Load() },
		Check:    func(sql string) error { return fitness(h.guard.Load().Check(sql, guard.Facts{})) },
		Policies: func() []console.Policy { return inWords(h.policies.Load().List()) },
		Record:   h.audit.Note,
		Outline:  func(sql string) []console.Item { return outline(h.guard.Load(), sql) },
		Health:   func(ctx context.Context) []console.Group { return h.condition(ctx, s, server) },
		Verify:   func() (audit.Report, error) { return h.verify(s) },
	}
	secure, err := consoleTLS(s)
	if err != nil {
		return nil, err
	}
	if secure != nil && secure.Certificates[0].Leaf != nil {
		// Who has a certificate for a name may be called by it.
		cfg.Hosts = append(slices.Clone(cfg.Hosts), secure.Certificates[0].Leaf.DNSNames...)
	}
	if cfg.Certificates = s.Console.ClientCA != ""; !cfg.Certificates {
		if cfg.Token, err = consoleToken(s); err != nil {
			return nil, fmt.Errorf("console.token: %w", err)
		}
	}
	c, err := console.New(cfg)
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	return c.Server(secure), nil
}

// verify checks the chain of the log as pgask audit verify does, with the heads that are in the state store.
func (h *service) verify(s *conf.Settings) (audit.Report, error) {
	heads, err := audit.KeptHeads(context.Background(), h.memory.store, logName(s, h.memory.store))
	if err != nil {
		h.log.Warn("audit log verified without the heads in the state store: that its end was cut off does not show", "error", err)
	}
	return audit.Verify(s.Audit.Dir, []byte(s.Audit.Key), heads...)
}

// fitness is why a statement may not be pinned, as far as the guard can tell without the database's catalog.
func fitness(v guard.Verdict) error {
	if v.Decision == guard.Allow {
		return nil
	}
	return errors.New(v.Why)
}

// consoleTLS is how the console is reached; nil: in the clear.
func consoleTLS(s *conf.Settings) (*tls.Config, error) {
	if s.Console.Cert == "" {
		return nil, nil
	}
	cert, err := tls.LoadX509KeyPair(s.Console.Cert, s.Console.Key)
	if err != nil {
		return nil, usageError("console.cert, console.key: %s", strings.TrimPrefix(err.Error(), "tls: "))
	}
	cfg := &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	if s.Console.ClientCA != "" {
		if cfg.ClientCAs, err = certificates(s.Console.ClientCA); err != nil {
			return nil, usageError("console.client_ca: %w", err)
		}
		cfg.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return cfg, nil
}

// tokenFile is where the token is kept that nobody has set, in the directory of the state.
const tokenFile = "console.token"

// consoleToken is the token that lets visitors in: the one that is set, the one that is kept, or a new one.
func consoleToken(s *conf.Settings) (string, error) {
	if s.Console.Token != "" {
		return string(s.Console.Token), nil
	}
	path := filepath.Join(s.State.Dir, tokenFile)
	if err := os.MkdirAll(s.State.Dir, 0o700); err != nil {
		return "", err
	}
	if token, err := readToken(path); !errors.Is(err, fs.ErrNotExist) {
		return token, err
	}
	token, made := rand.Text(), path+"."+rand.Text()
	defer os.Remove(made)
	if err := os.WriteFile(made, []byte(token+"\n"), 0o600); err != nil {
		return "", err
	}
	// It appears whole or not at all: of two proxies that start at once, the second finds the token of the first.
	if err := os.Link(made, path); errors.Is(err, fs.ErrExist) {
		return readToken(path)
	} else if err != nil {
		return "", err
	}
	return token, nil
}

// readToken reads a token that is kept. One that others can read, too, is none.
func readToken(path string) (string, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("%s must be a file that its owner alone can read (chmod 600)", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if len(token) < console.MinToken {
		return "", fmt.Errorf("%s holds no token of %d bytes or more; remove it, and a new one is made", path, console.MinToken)
	}
	return token, nil
}
