package console

import (
	"context"
	"sync"
	"time"

	"github.com/pgask/pgask/audit"
)

// scopeFor is how long the scope of what is shown is taken for known.
const scopeFor = 2 * time.Second

// scopeCache keeps the scope for a moment: each page tells it. The zero value is ready.
type scopeCache struct {
	mu   sync.Mutex
	at   time.Time
	kept audit.Scope
}

// scope says whose questions the pages show.
func (c *Console) scope(ctx context.Context) (audit.Scope, error) {
	s := &c.scopes
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := c.cfg.now(); s.at.IsZero() || now.Sub(s.at) > scopeFor || now.Before(s.at) {
		kept, err := c.cfg.Reader.Scope(ctx)
		if err != nil {
			return kept, err // which may be that of this one request, and is nobody else's
		}
		s.kept, s.at = kept, now
	}
	return s.kept, nil
}

// told says the scope in words, for a page. What cannot be asked is said, too: numbers without it would mislead.
func (c *Console) told(ctx context.Context) string {
	s, err := c.scope(ctx)
	if err != nil {
		c.log.Error("console: the scope of the log is not known", "error", err)
		return "The table of records cannot be read now."
	}
	if s.Proxy == "" && len(s.Logs) == 0 {
		return ""
	}
	return "Of " + s.String() + "."
}

// fleet reports whether more proxies than this one are shown.
func (c *Console) fleet() bool {
	_, one := c.cfg.Reader.(audit.Files)
	return !one
}

// order is a number by which questions are listed, the newest first: in one log that of the record, else the time.
func (c *Console) order(e *audit.Entry) uint64 {
	if c.fleet() {
		return uint64(max(0, e.Time.UnixMicro()))
	}
	return e.Seq
}

// fleetHealth lists how far each log is copied.
func (c *Console) fleetHealth(ctx context.Context, at *time.Location) []Group {
	if !c.fleet() {
		return nil
	}
	g := Group{Name: "Logs of the fleet"}
	s, err := c.scope(ctx)
	if err != nil {
		g.Items = append(g.Items, Item{"Table of records", "cannot be read: the operator's log says why", "bad"})
	}
	for _, l := range s.Logs {
		value := "copied to record " + number(l.Seq) + ", " + stamp(l.Time, at, "2006-01-02 15:04:05 MST")
		if l.Own > 0 {
			value += "; " + number(l.Own) + " after it were read from its files"
		}
		g.Items = append(g.Items, Item{l.Proxy, value, ""})
	}
	return []Group{g}
}
