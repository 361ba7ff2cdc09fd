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
func (l *records) scope(ctx context.Context) (audit.Scope, error) {
	s := &l.scopes
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := l.now(); s.at.IsZero() || now.Sub(s.at) > scopeFor || now.Before(s.at) {
		kept, err := l.reader.Scope(ctx)
		if err != nil {
			return kept, err // which may be that of this one request, and is nobody else's
		}
		s.kept, s.at = kept, now
	}
	return s.kept, nil
}

// told says the scope in words, for a page. What cannot be asked is said, too: numbers without it would mislead.
func (l *records) told(ctx context.Context) string {
	s, err := l.scope(ctx)
	if err != nil {
		l.log.Error("console: the scope of the log is not known", "error", err)
		return "The table of records cannot be read now."
	}
	if s.Proxy == "" && len(s.Logs) == 0 {
		return ""
	}
	return "Of " + s.String() + "."
}

// fleet reports whether more proxies than this one are shown.
func (l *records) fleet() bool {
	_, one := l.reader.(audit.Files)
	return !one
}

// order is a number by which questions are listed, the newest first: in one log that of the record, else the time.
func (l *records) order(e *audit.Entry) uint64 {
	if l.fleet() {
		return uint64(max(0, e.Time.UnixMicro()))
	}
	return e.Seq
}
