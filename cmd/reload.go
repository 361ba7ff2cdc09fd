package cmd

import (
	"log/slog"
	"os"
	"strings"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
)

// reloader brings new settings into a proxy that runs.
type reloader struct {
	load    func() (*conf.Settings, error)
	wanted  <-chan os.Signal // nil: never
	level   *slog.LevelVar   // of the log
	started *conf.Settings   // that the program started with: some hold until it ends
	now     *conf.Settings   // that are in force
}

// reload reads the settings again and says whether they are in force. If anything is wrong with them, with a file that they
// name or with what only the packages can tell, the log gets a line for each problem, and the old ones stay.
func (r *reloader) reload(h *service, server *proxy.Server) bool {
	next, err := r.load()
	var cfg proxy.Config
	if err == nil {
		cfg, err = h.config(next)
	}
	if err == nil {
		err = server.Reload(cfg)
	}
	if err != nil {
		for problem := range strings.Lines(err.Error()) {
			h.log.Error("bad setting", "problem", strings.TrimRight(problem, "\n"))
		}
		h.log.Error("the settings were not reloaded; the old ones stay in force")
		return false
	}
	live, _ := conf.Changes(r.now, next)
	_, waiting := conf.Changes(r.started, next)
	r.now = next
	r.level.Set(min(r.level.Level(), next.Log.Level)) // one of the two wants to know what follows
	defer r.level.Set(next.Log.Level)
	h.log.Info("settings reloaded", "changed", strings.Join(live, ","))
	if len(waiting) > 0 {
		h.log.Warn("some settings need a restart", "settings", strings.Join(waiting, ","))
	}
	return true
}
