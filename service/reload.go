package service

import (
	"log/slog"
	"os"
	"strings"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/proxy"
)

// Reload configures how a running proxy gets new settings. With the zero value it gets none.
type Reload struct {
	Load   func() (*conf.Settings, error) // reads the settings again
	Signal <-chan os.Signal               // asks for it
	Level  *slog.LevelVar                 // of the log
}

// reloader brings new settings into a proxy that runs.
type reloader struct {
	Reload
	started *conf.Settings // the program started with these; some of them hold until it ends
	current *conf.Settings // in force now
}

// reload reads the settings again and says whether they are in force. If anything is wrong with them, with a file
// that they name or with what only the packages can tell, the log gets a line for each problem, and the old ones
// stay.
func (r *reloader) reload(svc *service, server *proxy.Server) bool {
	next, err := r.Load()
	var made parts
	if err == nil {
		made, err = svc.build(next)
	}
	if err == nil {
		err = server.Reload(made.proxy)
	}
	if err != nil {
		for problem := range strings.Lines(err.Error()) {
			svc.log.Error("bad setting", "problem", strings.TrimRight(problem, "\n"))
		}
		svc.log.Error("the settings were not reloaded; the old ones stay in force")
		return false
	}
	svc.use(made)
	live, _ := conf.Changes(r.current, next)
	_, waiting := conf.Changes(r.started, next)
	r.current = next
	r.Level.Set(min(r.Level.Level(), next.Log.Level)) // the lines below appear if the old or the new level lets them through
	defer r.Level.Set(next.Log.Level)
	svc.log.Info("settings reloaded", "changed", strings.Join(live, ","))
	if len(waiting) > 0 {
		svc.log.Warn("some settings need a restart", "settings", strings.Join(waiting, ","))
	}
	return true
}
