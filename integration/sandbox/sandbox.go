package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
)

// Superuser is the role that owns the server. It logs in by the Unix socket without a password, whatever Options.HBA
// says.
const Superuser = "postgres"

// Options are the wishes of who starts a server. The zero value is good for most.
type Options struct {
	// Programs is a directory with initdb and postgres, with lib and share beside it; "": the one that
	// SANDBOX_POSTGRES names in the environment, or else the newest that is found or fetched.
	Programs string
	// Port of 127.0.0.1 to listen on; 0: one that is free.
	Port int
	// Log receives what the server writes to its log; nil: nobody does, but the end of it is quoted when it fails to
	// start.
	Log io.Writer
	// Settings are put over the ones of a fast server that keeps nothing, for example "max_connections": "500".
	Settings map[string]string
	// HBA replaces the rules of pg_hba.conf that let everybody in from 127.0.0.1.
	HBA string
	// Files are written into the data directory before the start, by name, readable for the server alone: certificates.
	// A setting such as ssl_cert_file may name them without a path.
	Files map[string]string
	// Primary is a server to follow: this one becomes its streaming replica, a copy that only reads. The primary
	// needs the settings wal_level=replica and max_wal_senders=2 or more, and its replica the same or more.
	Primary *Server
	// Memory limits the address space of each of the server's processes, in bytes; 0: no limit. An idle one has about
	// 200 MB.
	Memory int
}

// Server is a running PostgreSQL of our own. Its methods may be called concurrently.
type Server struct {
	dir     string // everything: data, socket, programs if they were fetched
	port    int
	account account
	process *process

	closing  sync.Once
	closeErr error
}

// Start makes a data directory and starts a server in it, which takes a second or two, or as long as a download of 30
// MB when this machine has no PostgreSQL. ctx bounds the start only: the server runs until Close or the end of this
// process. A failed start leaves nothing behind.
func Start(ctx context.Context, o Options) (_ *Server, err error) {
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "pgask-sandbox-")
	if err != nil {
		return nil, fmt.Errorf("make a directory for PostgreSQL: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	log := o.Log
	if log == nil {
		log = io.Discard
	}
	programs, err := locate(ctx, dir, o.Programs, log)
	if err != nil {
		return nil, err
	}
	if err := who.ownAll(dir); err != nil {
		return nil, fmt.Errorf("give %s to the server's account: %w", dir, err)
	}
	s := &Server{dir: dir, account: who}
	if err := s.initialise(ctx, programs, o); err != nil {
		return nil, err
	}
	if err := s.launch(ctx, programs, o, log); err != nil {
		return nil, err
	}
	return s, nil
}

// locate returns the directory of the programs: the one that is wished for, or else found, or else fetched into dir.
func locate(ctx context.Context, dir, wish string, log io.Writer) (programs string, err error) {
	if wish = cmp.Or(wish, os.Getenv("SANDBOX_POSTGRES")); wish != "" {
		return within(ctx, dir, wish)
	}
	programs = findBinaries(ctx)
	if err := ctx.Err(); err != nil { // then nothing that it asked answered
		return "", err
	}
	if programs == "" {
		if programs, err = fetchBinaries(ctx, dir, log); err != nil {
			return "", fmt.Errorf("no PostgreSQL server on this machine, and none could be fetched: %w; %s", err, advice())
		}
	}
	return programs, nil
}

// data returns the data directory.
func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// initialise makes the data directory and writes the files that the options ask for.
func (s *Server) initialise(ctx context.Context, programs string, o Options) error {
	if o.Primary != nil {
		return s.copyFrom(ctx, programs, o.Primary)
	}
	var out []byte
	var err error
	for _, locale := range []string{"C.UTF-8", "C"} { // not every system has the first
		cmd := exec.CommandContext(ctx, filepath.Join(programs, "initdb"), "--pgdata", s.data(), "--username", Superuser,
			"--encoding", "UTF8", "--locale", locale, "--auth", "trust", "--no-sync")
		cmd.Dir = s.dir
		s.account.runs(cmd)
		cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // and the servers that it starts
		if out, err = cmd.CombinedOutput(); err == nil {
			break
		}
	}
	if errors.Is(err, fs.ErrPermission) && s.account.other {
		return fmt.Errorf("initdb: %w: account %s must be able to run %s and to enter %s; TMPDIR says where that is made",
			err, s.account.name, programs, s.dir)
	}
	if err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	hba := "local all " + Superuser + " trust\n"
	if o.HBA != "" {
		hba += o.HBA + "\n"
	} else {
		hba += "local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n"
	}
	if err := s.writeFile("pg_hba.conf", hba); err != nil {
		return err
	}
	for name, content := range o.Files {
		if err := s.writeFile(name, content); err != nil {
			return err
		}
	}
	return nil
}

// copyFrom makes the data directory of a replica, see pg_basebackup.
func (s *Server) copyFrom(ctx context.Context, programs string, primary *Server) error {
	cmd := exec.CommandContext(ctx, filepath.Join(programs, "pg_basebackup"), "--pgdata", s.data(), "--host", "127.0.0.1",
		"--port", strconv.Itoa(primary.port), "--username", Superuser, "--write-recovery-conf", "--checkpoint", "fast", "--no-sync")
	cmd.Dir = s.dir
	s.account.runs(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}
	return nil
}

func (s *Server) writeFile(name, content string) error {
	path := filepath.Join(s.data(), filepath.Base(name))
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		return err
	}
	return s.account.own(path)
}

// launch starts the server and waits until it answers. A free port can be taken by somebody else before the server gets
// it, so another one is tried then.
func (s *Server) launch(ctx context.Context, programs string, o Options, log io.Writer) error {
	for attempt := 1; ; attempt++ {
		s.port = o.Port
		if s.port == 0 {
			port, err := freePort()
			if err != nil {
				return err
			}
			s.port = port
		}
		err := s.start(ctx, programs, o, log)
		if err == nil || o.Port != 0 || attempt == 5 || !errors.Is(err, errPortTaken) {
			return err
		}
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Close stops the server, whatever it is doing, and removes everything. Later calls return what the first one did.
func (s *Server) Close() error {
	s.closing.Do(func() {
		s.process.stop()
		s.closeErr = os.RemoveAll(s.dir)
	})
	return s.closeErr
}

// Addr returns the server's address: 127.0.0.1 and its port.
func (s *Server) Addr() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// Port returns the port that the server listens on, on 127.0.0.1.
func (s *Server) Port() int { return s.port }

// SocketDir returns the directory of the server's Unix socket.
func (s *Server) SocketDir() string { return s.dir }

// URL returns the connection string of a role for a database. It names no password.
func (s *Server) URL(database, role string) string {
	u := url.URL{Scheme: "postgres", User: url.User(role), Host: s.Addr(), Path: "/" + database, RawQuery: "sslmode=disable"}
	return u.String()
}
