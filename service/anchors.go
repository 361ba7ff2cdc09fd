package service

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/state"
)

// anchors are made by interval: one signed text over the heads of all logs that the state store knows. It is a file
// beside the log, and its last line, which suffices to tell the file by, is in the operator's log, which goes to
// another machine or on paper.
type anchors struct {
	store *state.Store
	dir   string // of the audit log
	key   []byte
	every time.Duration
	log   *slog.Logger
}

// anchorsDir is where they are, in the directory of the log.
const anchorsDir = "anchors"

// keepAnchors makes anchors until ctx ends; none if no interval is set.
func keepAnchors(ctx context.Context, s *conf.Settings, store *state.Store, log *slog.Logger) {
	a := anchors{store: store, dir: filepath.Join(s.Audit.Dir, anchorsDir), key: []byte(s.Audit.Key), every: s.Audit.AnchorEvery, log: log}
	if a.every == 0 {
		return
	}
	tick := time.NewTicker(a.every)
	defer tick.Stop()
	for {
		select {
		case at := <-tick.C:
			if err := a.make(ctx, at); err != nil && ctx.Err() == nil {
				log.Error("no audit anchor was made", "error", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// make makes one.
func (a *anchors) make(ctx context.Context, at time.Time) error {
	known, err := audit.AllKeptHeads(ctx, a.store, a.key)
	if err != nil {
		return err
	}
	anchor := audit.Anchor{Time: at, Heads: map[string]audit.Head{}}
	for log, heads := range known {
		newest := heads[len(heads)-1]
		if len(a.key) > 0 && !newest.Sealed || newest.Wrong != "" {
			// An anchor is for good, and must not vouch for what somebody else may have written.
			a.log.Warn("the audit anchor leaves out a log: its head in the state store is not sealed, or not as it was",
				"log", log, "because", newest.Wrong)
			continue
		}
		anchor.Heads[log] = newest
	}
	text := anchor.Seal(a.key)
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return err
	}
	name := filepath.Join(a.dir, at.UTC().Format("20060102T150405Z")+".txt")
	if err := os.WriteFile(name, []byte(text), 0o400); err != nil {
		return fmt.Errorf("write the anchor: %w", err)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	a.log.Info("audit anchor", "file", name, "logs", len(anchor.Heads), "seal", lines[len(lines)-1])
	return nil
}
