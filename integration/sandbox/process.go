package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// supervise turns into the server, having left a watchman behind. The watchman reads a pipe to which only we hold the
// other end. A line means that we have cleaned up and it may go home; an end without a line means that we are gone,
// by SIGKILL even, and so it stops the server and removes the directory. A parent-death signal would do less: Linux
// alone has it, it counts the thread and not the process as the parent, and it removes no files.
//
// The watchman is the child of a child, so that the server does not find a child of its own that it never made.
const supervise = `
dir=$1; shift
( (
	read -r line <&3 && exit
	kill -INT $$
	tries=0
	while [ -e "$dir/data/postmaster.pid" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries+1)); done
	rm -rf "$dir"
) </dev/null >/dev/null 2>&1 & )
exec "$@" 3<&-`

// defaults make a small server that starts fast and forgets everything.
var defaults = map[string]string{
	"listen_addresses":   "127.0.0.1",
	"fsync":              "off",
	"synchronous_commit": "off",
	"full_page_writes":   "off",
	"wal_level":          "minimal",
	"max_wal_senders":    "0",
	"shared_buffers":     "32MB",
	"autovacuum":         "off", // statistics change only when somebody says ANALYZE
	"jit":                "off",
	"timezone":           "UTC",
	"log_timezone":       "UTC",
	"lc_messages":        "C",
	"log_checkpoints":    "off",
}

// errPortTaken means that the server could not listen where it should.
var errPortTaken = errors.New("port is taken")

// process is the running server.
type process struct {
	cmd      *exec.Cmd
	watchman *os.File      // our end of the watchman's pipe
	exited   chan struct{} // closed when the server has ended
}

// start runs the server on s.port and waits until it answers.
func (s *Server) start(ctx context.Context, programs string, o Options, log io.Writer) error {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return err
	}
	defer theirs.Close()
	script := supervise
	if o.Memory > 0 {
		script = "ulimit -v " + strconv.Itoa(o.Memory>>10) + " && " + strings.TrimSpace(supervise)
	}
	args := []string{"-c", script, "pgask-sandbox", s.dir, filepath.Join(programs, "postgres"), "-D", s.data()}
	settings := maps.Clone(defaults)
	settings["port"] = strconv.Itoa(s.port)
	settings["unix_socket_directories"] = s.dir
	maps.Copy(settings, o.Settings)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	end := &tail{}
	cmd := exec.Command("/bin/sh", args...)
	cmd.Dir = s.dir
	cmd.ExtraFiles = []*os.File{theirs} // file descriptor 3
	both := io.MultiWriter(end, log)
	cmd.Stdout, cmd.Stderr = both, both
	cmd.WaitDelay = time.Second
	s.account.runs(cmd)
	if err := cmd.Start(); err != nil {
		ours.Close()
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	p := &process{cmd: cmd, watchman: ours, exited: make(chan struct{})}
	go func() {
		cmd.Wait() // how it ended is in its log
		close(p.exited)
	}()
	if err := s.awaitReady(ctx, p); err != nil {
		p.stop()
		if end.mentions("could not bind") {
			err = errPortTaken
		}
		return fmt.Errorf("start PostgreSQL on %s: %w\n%s", s.Addr(), err, end)
	}
	s.process = p
	return nil
}

// awaitReady returns nil as soon as the server lets the superuser in.
func (s *Server) awaitReady(ctx context.Context, p *process) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.exited:
			return errors.New("it ended at once")
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if conn, err := s.connect(ctx, Superuser); err == nil {
			return conn.Close(ctx)
		}
	}
}

// stop ends the server: politely, then at once, then by force. It returns when the server is gone.
func (p *process) stop() {
	for _, how := range []struct {
		signal  syscall.Signal // https://www.postgresql.org/docs/current/server-shutdown.html
		patient time.Duration
	}{
		{syscall.SIGINT, 5 * time.Second},
		{syscall.SIGQUIT, 5 * time.Second},
		{syscall.SIGKILL, time.Minute},
	} {
		p.cmd.Process.Signal(how.signal) // an error means that it has ended
		select {
		case <-p.exited:
		case <-time.After(how.patient):
			continue
		}
		break
	}
	p.watchman.WriteString("done\n") // an error means that the watchman was killed
	p.watchman.Close()
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailBytes; extra > 0 {
		t.text = slices.Delete(t.text, 0, extra)
	}
	return len(p), nil
}

func (t *tail) mentions(words string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Contains(t.text, []byte(words))
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return cmp.Or(string(t.text), "(nothing in its log)")
}
