package service

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/proxy"
)

// house is a service with a file of settings, and a proxy that nobody has connected to.
type house struct {
	t      *testing.T
	dir    string
	log    *testlog.Buffer
	svc    *service
	server *proxy.Server
	*reloader
}

const upstream = "upstream: postgres://db.invalid/shop\n"

// openHouse starts one with the settings in text.
func openHouse(t *testing.T, text string) *house {
	t.Helper()
	h := &house{t: t, dir: t.TempDir(), log: &testlog.Buffer{}}
	write(t, h.dir, "pgask.yaml", text)
	load := func() (*conf.Settings, error) {
		return conf.Load(conf.Sources{File: filepath.Join(h.dir, "pgask.yaml"), Environ: []string{"STATE_DIRECTORY=" + h.dir}})
	}
	s, err := load()
	if err != nil {
		t.Fatal(err)
	}
	level := &slog.LevelVar{}
	log := slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: level}))
	if h.svc, err = open(t.Context(), s, log); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.svc.Close(); err != nil {
			t.Error(err)
		}
	})
	made, err := h.svc.build(s)
	if err != nil {
		t.Fatal(err)
	}
	if h.server, err = proxy.New(made.proxy); err != nil {
		t.Fatal(err)
	}
	h.svc.use(made)
	h.reloader = &reloader{Reload: Reload{Load: load, Level: level}, started: s, current: s}
	return h
}

// write makes or replaces a file and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// changed reloads with other settings.
func (h *house) changed(text string) bool {
	h.t.Helper()
	write(h.t, h.dir, "pgask.yaml", text)
	return h.reload(h.svc, h.server)
}

func TestReload(t *testing.T) {
	t.Parallel()
	h := openHouse(t, upstream+"log: {level: warn}\nguard: {denied_tables: [staff]}\n")
	old := parts{library: h.svc.library.Load(), guard: h.svc.guard.Load(), policies: h.svc.policies.Load()}

	for name, text := range map[string]string{
		"no settings at all": "listen: [\n", "an unknown key": upstream + "max_rowz: 5\n", "nothing to serve": "max_rows: 5\n",
		"a file that is not there":        upstream + "lessons: {file: /nowhere/lessons.yaml}\n",
		"a certificate that is not there": upstream + "tls: {cert: /nowhere/a, key: /nowhere/b}\n",
		"the console's":                   upstream + "console: {cert: /nowhere/a, key: /nowhere/b}\n",
	} {
		if h.changed(text) {
			t.Errorf("%s: it was taken", name)
		}
		if h.svc.library.Load() != old.library || h.svc.guard.Load() != old.guard || h.svc.policies.Load() != old.policies || h.current != h.started {
			t.Errorf("%s: something of it is in force", name)
		}
	}
	if said := h.log.String(); !strings.Contains(said, `msg="bad setting"`) || !strings.Contains(said, "max_rowz") || !strings.Contains(said, "the old ones stay in force") {
		t.Errorf("log:\n%s", said)
	}

	if !h.changed(upstream + "log: {level: error}\nmax_rows: 5\nlisten: 127.0.0.1:1\n") {
		t.Fatalf("it was not taken:\n%s", h.log)
	}
	if h.svc.guard.Load() == old.guard {
		t.Error("the old guard is in force")
	}
	// The old level let the second message through, the new one takes no other.
	if said := h.log.String(); !strings.Contains(said, "some settings need a restart") || !strings.Contains(said, "settings=listen") {
		t.Errorf("log:\n%s", said)
	}
	if h.Level.Level() != slog.LevelError {
		t.Errorf("level %v", h.Level.Level())
	}
}

// What the proxy refuses leaves everything else as it was, too.
func TestReloadThatTheProxyRefuses(t *testing.T) {
	t.Parallel()
	h := openHouse(t, upstream)
	old := h.svc.guard.Load()
	load := h.Load
	h.Load = func() (*conf.Settings, error) {
		s, err := load()
		if err == nil {
			s.Limits.Questions = -1 // which the settings would not have let through
		}
		return s, err
	}
	if h.changed(upstream + "max_rows: 5\n") {
		t.Fatal("it was taken")
	}
	if h.svc.guard.Load() != old {
		t.Error("the guard of refused settings is in force")
	}
}
