package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// FileName is the name of the log in its directory.
const FileName = "audit.jsonl"

// What becomes of a question that cannot be recorded.
const (
	Refuse = "refuse" // it is not run
	Warn   = "warn"   // it is run, and the operator's log says so
)

// Config configures a log: its place, its limits, and what happens when it cannot be written.
type Config struct {
	Dir       string       // made if it does not exist, for the owner alone
	Proxy     string       // who writes, for records that do not say; default: the host's name
	OnFailure string       // Refuse (default) or Warn
	Key       []byte       // of the HMAC; none: a plain hash
	Logger    *slog.Logger // default: slog.Default()
	Redaction Redaction    // what is not written
	Rotation  Rotation     // when a new file is begun
	Store     Store        // keeps the head of the log, so that a missing end is found; nil: nobody does
	Name      string       // of the log in Store, which may know several, see Identify; default: Dir
	// Sole refuses a second process that writes the same log while this one lives, and is refused while another
	// lives. It does not concern those who only look in, such as pgask ask beside a proxy, for whom it is not set.
	Sole bool
	// Prompts selects what is kept of the calls of models: PromptsOff (default), PromptsMasked or PromptsFull.
	Prompts string
	// PromptsRetain is the time for which prompts are kept after the end of their day (UTC), at most Rotation.Retain;
	// 0: as long as that.
	PromptsRetain time.Duration

	lease  time.Duration // tests wait less
	writer *writer       // the claim to it, if Sole
}

var (
	// ErrUnavailable means that a record could not be made durable. It wraps the cause.
	ErrUnavailable = errors.New("audit log unavailable")
	// ErrClosed means that the log was closed.
	ErrClosed = errors.New("audit log closed")
)

// Log is an open audit log. It is safe for concurrent use.
type Log struct {
	queue  chan *request
	stop   chan struct{} // closed by Close
	ended  chan struct{} // closed when the committer is gone
	close  sync.Once
	warn   bool
	logger *slog.Logger
	err    error // of the last fsync; read after ended
	redact Redaction
	key    []byte // of redaction by hash
	proxy  string
	heads  *headKeeper   // nil: there is no store
	prompt *promptKeeper // nil: none are kept
	expiry *promptExpiry // nil: what is kept stays
	writer *writer       // nil: anybody may write
	held   *os.File      // the directory, locked; nil: it is not

	failing, full             atomic.Bool // see reserve
	lostIntents, lostOutcomes atomic.Int64
	newest                    atomic.Uint64
}

// request is one line that waits to be written.
type request struct {
	body    []byte
	durable bool       // done means fsynced, not only written
	done    chan error // buffered
}

// queueLength bounds the records that wait while a batch is written; further ones block in Intent and Outcome.
const queueLength = 1024

// Open opens the log in a directory, and repairs what a crash has left.
func Open(cfg Config) (*Log, error) {
	if cfg.Dir == "" {
		return nil, errors.New("open audit log: no directory given")
	}
	if cfg.OnFailure != "" && cfg.OnFailure != Refuse && cfg.OnFailure != Warn {
		return nil, fmt.Errorf("open audit log: on_failure is %q, and must be %s or %s", cfg.OnFailure, Refuse, Warn)
	}
	if !slices.Contains([]string{"", PromptsOff, PromptsMasked, PromptsFull}, cfg.Prompts) {
		return nil, fmt.Errorf("open audit log: prompts is %q, and must be %s, %s or %s", cfg.Prompts, PromptsOff,
			PromptsMasked, PromptsFull)
	}
	if err := cfg.Redaction.validate(cfg.Key); err != nil {
		return nil, fmt.Errorf("open audit log: %w", err)
	}
	f, err := openFile(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("open audit log: %w", err)
	}
	if !cfg.Sole {
		return open(cfg, f)
	}
	held, w, err := claimLog(cfg)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open audit log: %w", err), f.Close())
	}
	cfg.writer = w
	l, err := open(cfg, f)
	if err != nil {
		w.close()
		return nil, errors.Join(err, held.Close())
	}
	l.held = held
	return l, nil
}

// claimLog makes this process the only one that writes the log.
func claimLog(cfg Config) (*os.File, *writer, error) {
	held, err := holdDir(cfg.Dir)
	if err != nil || cfg.Store == nil {
		return held, nil, err
	}
	w, err := newWriter(cfg.Store, cmp.Or(cfg.Name, cfg.Dir), cfg.Dir, cfg.lease)
	if err != nil {
		return nil, nil, errors.Join(err, held.Close())
	}
	return held, w, nil
}

// openFile opens the log for appending. For a new file it syncs the directory, so that the name survives a crash of
// the machine.
func openFile(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, FileName), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		return f, nil
	}
	if err := syncDir(dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func open(cfg Config, f file) (*Log, error) {
	c := &committer{file: f, chain: chain{key: cfg.Key}, size: -1, dir: cfg.Dir, rotation: cfg.Rotation}
	if len(cfg.Key) == 0 {
		c.chain.key = nil
	}
	if err := c.commit(nil, false); err != nil {
		return nil, errors.Join(fmt.Errorf("open audit log: %w", err), f.Close())
	}
	l := &Log{
		queue: make(chan *request, queueLength), stop: make(chan struct{}), ended: make(chan struct{}),
		warn: cfg.OnFailure == Warn, logger: cfg.Logger, redact: cfg.Redaction, key: cfg.Key, proxy: cfg.Proxy,
	}
	if l.proxy == "" {
		l.proxy, _ = os.Hostname() // a host without a name leaves it out
	}
	l.logger = cmp.Or(l.logger, slog.Default())
	if cfg.Store != nil {
		l.heads = newHeadKeeper(cfg, cfg.writer, l.logger, l.note)
		l.heads.synced(c.chain.seq, c.chain.last)
	}
	if cfg.Prompts == PromptsMasked || cfg.Prompts == PromptsFull {
		l.prompt = &promptKeeper{dir: filepath.Join(cfg.Dir, PromptsDir), mode: cfg.Prompts, redact: &l.redact}
	}
	l.writer = cfg.writer
	l.newest.Store(c.chain.seq)
	go l.run(c)
	l.expiry = expirePrompts(l, cfg)
	return l, nil
}

// Intent records a question before its statement is sent. When it returns nil the record is on disk, or OnFailure is
// Warn. It sets the record's version, event and, if zero, time. The record may be changed again once it has returned.
func (l *Log) Intent(ctx context.Context, r *Record) error {
	r.Event = Intent
	return l.verdict(r, l.write(ctx, r, true))
}

// Outcome records how a question ended. It is written even if ctx is over, since a question that was cancelled has an
// outcome, too; it reaches the disk with the next intent or within a second.
func (l *Log) Outcome(ctx context.Context, r *Record) error {
	r.Event = Finished
	return l.verdict(r, l.write(context.WithoutCancel(ctx), r, false))
}

// verdict applies OnFailure to an error.
func (l *Log) verdict(r *Record, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if r.Event == Intent {
		l.lostIntents.Add(1)
	} else {
		l.lostOutcomes.Add(1)
	}
	if !l.warn {
		return err
	}
	l.logger.Error("question not recorded", "question_id", r.ID, "event", string(r.Event), "error", err)
	return nil
}

// Failures returns the numbers of records that could not be written since Open, whatever OnFailure made of it.
func (l *Log) Failures() (intents, outcomes int64) {
	return l.lostIntents.Load(), l.lostOutcomes.Load()
}

// Seq returns the number of the newest record of the log, as this process knows it.
func (l *Log) Seq() uint64 { return l.newest.Load() }

func (l *Log) write(ctx context.Context, r *Record, durable bool) error {
	r.Version = Version
	r.Proxy = cmp.Or(r.Proxy, l.proxy)
	if r.Time.IsZero() {
		r.Time = time.Now()
	}
	r.Time = r.Time.UTC()
	if err := l.writer.refused(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	written := *r
	if err := l.prompt.keep(ctx, &written); err != nil {
		if durable && !l.warn {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		l.logger.Error("prompts not kept", "question_id", r.ID, "calls", written.PromptsLost, "error", err)
	}
	written = l.redact.apply(written, l.key)
	b, err := body(&written)
	if err != nil {
		return err
	}
	req := &request{body: b, durable: durable, done: make(chan error, 1)}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	select {
	case <-l.stop:
		return ErrClosed
	default:
	}
	select {
	case l.queue <- req:
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrUnavailable, context.Cause(ctx))
	case <-l.ended:
		return ErrClosed
	}
	select {
	case err = <-req.done:
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", ErrUnavailable, context.Cause(ctx))
	case <-l.ended:
		// The committer may have answered just before it ended.
		select {
		case err = <-req.done:
		default:
			return ErrClosed
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// note queues a message of the log about itself, and does not wait until it is written.
func (l *Log) note(message string) {
	b, err := body(&Record{Version: Version, Event: Note, Time: time.Now().UTC(), Proxy: l.proxy, Message: message})
	if err != nil {
		return // only an unmarshalable type could do that
	}
	select {
	case l.queue <- &request{body: b, done: make(chan error, 1)}:
	case <-l.ended:
	}
}

// Close writes what waits, makes it durable and closes the file.
func (l *Log) Close() error {
	l.close.Do(func() {
		l.expiry.close()
		close(l.stop)
		<-l.ended
		l.heads.close()
		l.writer.close()
		if l.held != nil {
			_ = l.held.Close() // which unlocks it
		}
	})
	<-l.ended
	return l.err
}
