package console

import (
	"context"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/pgask/pgask/audit"
)

// Group is a part of the proxy, and how it is.
type Group struct {
	Name  string
	Items []Item
}

// Item is one thing about it. State is ok, warn or bad, or empty where there is nothing to judge.
type Item struct{ Name, Value, State string }

// healthPage shows the state of the proxy.
type healthPage struct {
	Groups    []Group
	Log       Group
	Verify    bool // can be asked for
	Running   bool
	Verified  *verified
	Worst     string
	CheckedAt time.Time
}

// healthPages say how the proxy is, and whether its log is as it was written.
type healthPages struct {
	*Console
	verified *verification
}

func (c healthPages) health(w http.ResponseWriter, r *http.Request, v *visitor) error {
	body := healthPage{Log: c.logHealth(c.zone(r)), Verify: c.cfg.Verify != nil, CheckedAt: c.cfg.now(), Worst: "ok"}
	if c.cfg.Health != nil {
		body.Groups = c.cfg.Health(r.Context())
	}
	body.Groups = append(c.fleetHealth(r.Context(), c.zone(r)), body.Groups...)
	body.Running, body.Verified = c.lastVerified(r.Context())
	for _, g := range append([]Group{body.Log}, body.Groups...) {
		for _, i := range g.Items {
			if i.State == "bad" || i.State == "warn" && body.Worst != "bad" {
				body.Worst = i.State
			}
		}
	}
	if last := body.Verified; last != nil && (last.Failed || last.Found > 0) {
		body.Worst = "bad"
	}
	if r.URL.Query().Has("seen") {
		return c.send(w, r, http.StatusOK, "health", "list", body)
	}
	return c.show(w, r, v, http.StatusOK, "health", page{Title: "Health", Here: "/health", Notice: done(r), Refresh: 15, Body: body})
}

// logHealth returns the state of the audit log, as far as its files tell.
func (c healthPages) logHealth(at *time.Location) Group {
	g := Group{Name: "Audit log of this proxy"}
	last, err := audit.Tail(c.records.dir, 1)
	switch {
	case err != nil:
		c.log.Warn("console: audit log not read", "error", err)
		g.Items = append(g.Items, Item{"Readable", "no: the operator's log says why", "bad"})
	case len(last) == 0:
		g.Items = append(g.Items, Item{"Newest record", "none yet", ""})
	default:
		g.Items = append(g.Items, Item{"Newest record", number(last[0].Seq) + ", " +
			stamp(last[0].Time, at, "2006-01-02 15:04:05 MST"), "ok"})
	}
	files, bytes := 0, int64(0)
	if entries, err := os.ReadDir(c.records.dir); err == nil {
		for _, e := range entries {
			if match, _ := filepath.Match("audit*.jsonl", e.Name()); !match || e.Type() != fs.FileMode(0) {
				continue
			}
			if info, err := e.Info(); err == nil {
				files, bytes = files+1, bytes+info.Size()
			}
		}
	}
	g.Items = append(g.Items, Item{"Files", number(files) + ", " + size(bytes), ""})
	return g
}

// fleetHealth lists how far each log is copied.
func (c healthPages) fleetHealth(ctx context.Context, at *time.Location) []Group {
	if !c.records.fleet() {
		return nil
	}
	g := Group{Name: "Logs of the fleet"}
	s, err := c.records.scope(ctx)
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
