package integration

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// locked is a buffer that several goroutines write to.
type locked struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *locked) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// TestTheOperatorsLogHoldsNoSQL, nor questions, however they end and at whatever level.
func TestTheOperatorsLogHoldsNoSQL(t *testing.T) {
	t.Parallel()
	var log locked
	r := setup(t, func(pc *proxy.Config, _ *translate.Config) {
		pc.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	for _, script := range []string{
		"ASK how many products named 'zaphod';", "ASK delete all zaphod;", "ASK what does zaphod want;", "SELECT * FROM ask('how many zaphod');",
		"SELECT 'zaphod'::int;", "SELECT * FROM ask_log('zaphod');", "SELECT zaphod FROM ask('how many products') t;", "BEGIN; ASK show zaphod; ROLLBACK;",
	} {
		r.psql(script, "-qAt")
	}
	if said := log.String(); strings.Contains(said, "zaphod") || !strings.Contains(said, "msg=question") {
		t.Errorf("%s", said)
	}
}
