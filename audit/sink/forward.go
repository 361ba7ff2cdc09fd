package sink

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/panics"
)

// Sink takes records. Its methods are called by one goroutine.
type Sink interface {
	// Start makes the sink ready and says which record it has already; newest is that of the log now. It may be called
	// again after an error of its own or of Write.
	Start(ctx context.Context, newest uint64) (has uint64, err error)
	// Write takes records that follow what it has. When it fails it has taken none of them.
	Write(ctx context.Context, records []audit.Entry) error
	// Close lets go of what Start took hold of. The sink may be started again.
	Close()
}

// Config configures a Forwarder.
type Config struct {
	Name   string        // of the sink, in metrics and logs
	Dir    string        // of the log
	Newest func() uint64 // number of the log's newest record
	Logger *slog.Logger

	again time.Duration // tests wait less
	idle  time.Duration
}

// State is the progress of a sink, and its errors.
type State struct {
	Behind   int64 // records of the log that it has not got yet
	Failures int64 // times that it could not be started or written to
	Lost     int64 // records that were removed before it had got them
}

// Bounds of a Forwarder.
const (
	batchRecords = 500
	idleFor      = 500 * time.Millisecond // between two looks at a log that has nothing new
	againAfter   = time.Second            // after the first failure; twice as long after each more
	againAtMost  = time.Minute
	slowAfter    = 30 * time.Second // a call that takes longer is told of
	callAtMost   = 2 * time.Minute
	lastCall     = 5 * time.Second // for what is still to be written when the proxy ends
)

// Forwarder hands the records of a log to a sink, in a goroutine of its own.
type Forwarder struct {
	cfg  Config
	sink Sink
	stop context.CancelFunc
	done chan struct{}

	has, failures, lost atomic.Int64
	started             atomic.Bool
}

// Forward begins to hand the records of a log to a sink.
func Forward(cfg Config, s Sink) *Forwarder {
	cfg.again = cmp.Or(cfg.again, againAfter)
	cfg.idle = cmp.Or(cfg.idle, idleFor)
	ctx, stop := context.WithCancel(context.Background())
	f := &Forwarder{cfg: cfg, sink: s, stop: stop, done: make(chan struct{})}
	newest := cfg.Newest()
	f.has.Store(int64(newest))
	go f.run(ctx, newest)
	return f
}

// State returns the progress of the sink, and its errors.
func (f *Forwarder) State() State {
	return State{Behind: max(0, int64(f.cfg.Newest())-f.has.Load()), Failures: f.failures.Load(), Lost: f.lost.Load()}
}

// Close forwards the rest of the records within lastCall and ends. A sink that does not return by then is abandoned
// with its goroutine.
func (f *Forwarder) Close() {
	f.stop()
	select {
	case <-f.done:
	case <-time.After(lastCall + time.Second):
		f.cfg.Logger.Error("audit sink does not answer and is left behind", "sink", f.cfg.Name, "records_behind", f.State().Behind)
	}
}

// run starts the sink and writes to it, again and again until the context ends. newest was the log's newest record
// when it began.
func (f *Forwarder) run(ctx context.Context, newest uint64) {
	defer close(f.done)
	pause := f.cfg.again
	failing := false
	for {
		works := func() {
			if failing {
				f.cfg.Logger.Info("audit sink works again", "sink", f.cfg.Name)
			}
			failing, pause = false, f.cfg.again
		}
		err := panics.Catch(func() error { return f.serve(ctx, newest, works) })
		f.sink.Close()
		if ctx.Err() != nil {
			return
		}
		f.failures.Add(1)
		if !failing {
			failing = true
			f.cfg.Logger.Error("audit sink fails; it is tried again, and questions go on", "sink", f.cfg.Name,
				"records_behind", f.State().Behind, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, againAtMost)
	}
}

// serve starts the sink and hands records to it until something fails or the context ends.
func (f *Forwarder) serve(ctx context.Context, newest uint64, works func()) error {
	var has uint64
	if err := f.call(ctx, func(ctx context.Context) (err error) { has, err = f.sink.Start(ctx, newest); return err }); err != nil {
		return err
	}
	if !f.started.Swap(true) || has > uint64(f.has.Load()) {
		f.has.Store(int64(has))
	}
	c := audit.From(f.cfg.Dir, uint64(f.has.Load()))
	defer c.Close()
	for {
		last := ctx.Err() != nil // what the log has by now is all that there will be
		records, err := c.Next(context.WithoutCancel(ctx), batchRecords)
		if err != nil {
			return err
		}
		if len(records) > 0 {
			if err := f.call(ctx, func(ctx context.Context) error { return f.sink.Write(ctx, records) }); err != nil {
				return err
			}
			f.took(records)
			works()
			continue
		}
		works()
		if last {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(f.cfg.idle):
		}
	}
}

// took counts what the sink has got, and what was removed before.
func (f *Forwarder) took(records []audit.Entry) {
	if missing := int64(records[0].Seq) - f.has.Load() - 1; missing > 0 {
		f.lost.Add(missing)
		f.cfg.Logger.Error("records were removed before an audit sink had got them", "sink", f.cfg.Name, "records", missing)
	}
	f.has.Store(int64(records[len(records)-1].Seq))
}

// call bounds one call of the sink, and tells of one that takes long. When the proxy ends it has a moment to finish.
func (f *Forwarder) call(ctx context.Context, do func(context.Context) error) error {
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), callAtMost)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastCall, cancel) })()
	slow := time.AfterFunc(slowAfter, func() {
		f.cfg.Logger.Warn("audit sink is slow", "sink", f.cfg.Name, "for", slowAfter, "records_behind", f.State().Behind)
	})
	defer slow.Stop()
	return do(limited)
}
