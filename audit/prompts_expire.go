package audit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// promptsNote is the message of the note that is written before prompts are removed.
const promptsNote = "prompts up to %s are removed, as their time is over"

// expireEvery is the interval between searches for expired days.
const expireEvery = time.Hour

// promptExpiry removes the prompts of days that are older than the retention.
type promptExpiry struct {
	dir    string        // PromptsDir in that of the log
	retain time.Duration // after the end of a day; 0: for ever
	log    *Log
	stop   context.CancelFunc
	ended  chan struct{}
}

// expirePrompts begins to remove prompts whose time is over: retain after their day, and never later than their
// records.
func expirePrompts(l *Log, cfg Config) *promptExpiry {
	retain := cfg.PromptsRetain
	if r := cfg.Rotation.Retain; r > 0 && (retain == 0 || r < retain) {
		retain = r
	}
	if retain <= 0 || cfg.Dir == "" {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	x := &promptExpiry{dir: filepath.Join(cfg.Dir, PromptsDir), retain: retain, log: l, stop: cancel, ended: make(chan struct{})}
	go x.run(ctx)
	return x
}

func (x *promptExpiry) run(ctx context.Context) {
	defer close(x.ended)
	tick := time.NewTicker(expireEvery)
	defer tick.Stop()
	for {
		if err := x.expire(ctx, time.Now()); err != nil && ctx.Err() == nil {
			x.log.logger.Error("prompts whose time is over are not removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// close ends it.
func (x *promptExpiry) close() {
	if x != nil {
		x.stop()
		<-x.ended
	}
}

// expire removes the days that are older than the retention, after a note in the log, so that Verify finds other
// removals.
func (x *promptExpiry) expire(ctx context.Context, now time.Time) error {
	days, err := x.over(now)
	if err != nil || len(days) == 0 {
		return err
	}
	if err := x.log.Note(ctx, fmt.Sprintf(promptsNote, days[len(days)-1])); err != nil {
		return err
	}
	for _, day := range days {
		if err := os.RemoveAll(filepath.Join(x.dir, day)); err != nil {
			return err
		}
	}
	return nil
}

// over returns the days that are older than the retention, the oldest first.
func (x *promptExpiry) over(now time.Time) (days []string, err error) {
	entries, err := os.ReadDir(x.dir)
	if os.IsNotExist(err) {
		return nil, nil
	}
	for _, e := range entries {
		day, perr := time.Parse(time.DateOnly, e.Name())
		if perr == nil && e.IsDir() && now.Sub(day.AddDate(0, 0, 1)) >= x.retain {
			days = append(days, e.Name())
		}
	}
	slices.Sort(days)
	return days, err
}
