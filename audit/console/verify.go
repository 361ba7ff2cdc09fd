package console

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/panics"
)

// verification is the last look at the whole chain of the log. The zero value is ready.
type verification struct {
	mu      sync.Mutex
	running bool
	asked   bool // whether one is kept from before
	last    *verified
	done    sync.WaitGroup
}

// verified is how such a look ended, as it is kept.
type verified struct {
	At       time.Time     `json:"at"`
	Took     time.Duration `json:"took_ns"`
	By       string        `json:"by"`
	Failed   bool          `json:"failed,omitempty"` // it could not be read; the operator's log says why
	Records  int           `json:"records"`
	Unsealed int           `json:"unsealed"`
	Heads    int           `json:"heads"` // that the end was compared with
	Seq      uint64        `json:"seq"`
	Head     string        `json:"head"`
	Found    int           `json:"found"` // that are wrong
	Findings []string      `json:"findings,omitempty"`
}

// maxShown bounds the findings that are shown; pgask audit verify prints all of them.
const maxShown = 20

// Keeper keeps a text of the console's over restarts.
type Keeper interface {
	Load(ctx context.Context) ([]byte, error) // nil: there is none
	Keep(ctx context.Context, text []byte) error
}

// lastVerified returns whether the log is being verified, and how that ended the last time, in this process or one
// before; nil: that is not known.
func (c healthPages) lastVerified(ctx context.Context) (running bool, last *verified) {
	v := c.verified
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.asked || v.last != nil || c.cfg.Verified == nil {
		return v.running, v.last
	}
	text, err := c.cfg.Verified.Load(ctx)
	if err != nil {
		c.log.Warn("console: the last verification of the audit log is not known", "error", err)
		return v.running, nil // it is asked again
	}
	v.asked = true
	if kept := (&verified{}); text != nil && json.Unmarshal(text, kept) == nil {
		v.last = kept
	}
	return v.running, v.last
}

// verify begins a look at the whole chain, unless there is one.
func (c healthPages) verify(w http.ResponseWriter, r *http.Request, v *visitor) error {
	if c.cfg.Verify == nil {
		return notFound("The log cannot be verified here.")
	}
	c.verified.mu.Lock()
	defer c.verified.mu.Unlock()
	if !c.verified.running {
		c.verified.running = true
		c.log.Info("console: verifying the audit log", "by", v.Name)
		c.verified.done.Go(func() { c.verifyNow(v.Name) })
	}
	return redirect(w, r, "/health?done=verify")
}

// keepTimeout bounds the keeping of a result.
const keepTimeout = 10 * time.Second

// verifyNow may take minutes: it reads all of the log. The process does not wait for it to end.
func (c healthPages) verifyNow(by string) {
	begun := c.cfg.now()
	var report audit.Report
	err := panics.Catch(func() (err error) { report, err = c.cfg.Verify(); return err })
	if err != nil {
		c.log.Error("console: audit log not verified", "error", err)
	}
	if n := len(report.Findings); n > 0 {
		c.log.Error("console: the audit log is not as it was written", "findings", n)
	}
	now := c.cfg.now()
	last := &verified{At: now, Took: now.Sub(begun), By: by, Failed: err != nil, Records: report.Records, Unsealed: report.Unsealed,
		Heads: report.Heads, Seq: report.Seq, Head: report.Head, Found: len(report.Findings)}
	for _, f := range report.Findings[:min(maxShown, len(report.Findings))] {
		last.Findings = append(last.Findings, f.String())
	}
	c.keepVerified(last)
	c.verified.mu.Lock()
	defer c.verified.mu.Unlock()
	c.verified.running, c.verified.last = false, last
}

// keepVerified keeps a result for the console after the next restart.
func (c healthPages) keepVerified(last *verified) {
	if c.cfg.Verified == nil {
		return
	}
	text, err := json.Marshal(last)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), keepTimeout)
		defer cancel()
		err = c.cfg.Verified.Keep(ctx, text)
	}
	if err != nil {
		c.log.Warn("console: the verification of the audit log is not kept over a restart", "error", err)
	}
}
