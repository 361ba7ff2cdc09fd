package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/integration/testlog"
)

// patience bounds every wait, on machines however slow.
const patience = 2 * time.Minute

// settings reads a file of settings with this text.
func settings(t *testing.T, dir, text string) *conf.Settings {
	t.Helper()
	s, err := conf.Load(conf.Sources{File: write(t, dir, "pgask.yaml", text), Environ: []string{"STATE_DIRECTORY=" + dir}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A proxy from its first connection to its last, with new settings in between.
func TestRun(t *testing.T) {
	t.Parallel()
	dir, log, level := t.TempDir(), &testlog.Buffer{}, &slog.LevelVar{}
	s := settings(t, dir, upstream+"metrics: {listen: '127.0.0.1:0'}\nconsole: {listen: '127.0.0.1:0'}\nshutdown: {timeout: 1m}\n")
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	hups, ended := make(chan os.Signal, 1), make(chan error, 1)
	next := *s
	next.MaxRows = 5
	reload := Reload{Signal: hups, Level: level, Load: func() (*conf.Settings, error) { return &next, nil }}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		ended <- Run(ctx, l, s, reload, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: level})))
	}()

	logged := func(pattern string) string {
		t.Helper()
		for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
			if m := regexp.MustCompile(pattern).FindStringSubmatch(log.String()); m != nil {
				return m[len(m)-1]
			}
			if time.Now().After(end) {
				t.Fatalf("no line like %s in the log:\n%s", pattern, log)
			}
		}
	}
	get := func(url string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	metrics, web := "http://"+logged(`msg=metrics listen=(\S+)`), "http://"+logged(`msg=console listen=(\S+)`)
	logged("msg=serving")
	if code, text := get(metrics + "/healthz"); code != http.StatusOK {
		t.Errorf("/healthz: %d %s", code, text)
	}
	if code, text := get(metrics + "/readyz"); code != http.StatusServiceUnavailable {
		t.Errorf("/readyz without an upstream: %d %s", code, text)
	}
	if code, text := get(web + "/questions"); code != http.StatusOK || !strings.Contains(text, "Token of this console") {
		t.Errorf("the console: %d %.200s", code, text)
	}
	hups <- syscall.SIGHUP
	logged(`msg="settings reloaded" changed=max_rows`)
	if _, text := get(metrics + "/metrics"); !strings.Contains(text, `pgask_config_reloads_total{result="ok"} 1`) {
		t.Errorf("/metrics does not tell of the reload:\n%.2000s", text)
	}

	waiting, err := net.Dial("tcp", l.Addr().String()) // a client that says nothing does not hold it up
	if err != nil {
		t.Fatal(err)
	}
	defer waiting.Close()
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(patience):
		t.Fatalf("it does not end; log:\n%s", log)
	}
	logged(`msg="shut down"`)
	if _, err := l.Accept(); err == nil {
		t.Error("the listener is open")
	}
	if err := waiting.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(waiting); timedOut(err) {
		t.Error("the connection is still open")
	}
}

func timedOut(err error) bool {
	timeout, ok := err.(net.Error)
	return ok && timeout.Timeout()
}

// What keeps a proxy from starting leaves nothing behind that would keep the next one from it.
func TestRunThatCannotStart(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	dir := t.TempDir()
	run := func(text string) error {
		t.Helper()
		l, err := Listen(t.Context(), "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		err = Run(t.Context(), l, settings(t, dir, text), Reload{}, slog.New(slog.DiscardHandler))
		if _, closed := l.Accept(); closed == nil {
			t.Errorf("%s: the listener is open", text)
		}
		return err
	}
	for text, want := range map[string]string{
		"max_rows: 5\n": "no database to serve",
		upstream + fmt.Sprintf("metrics: {listen: %q}\n", taken.Addr()):      "metrics.listen: ",
		upstream + fmt.Sprintf("console: {listen: %q}\n", taken.Addr()):      "console.listen: ",
		upstream + "tls: {cert: /nowhere/a, key: /nowhere/b}\n":              "tls.cert, tls.key: ",
		upstream + "policies: {file: /nowhere/policies.yaml}\n":              "policies.file: ",
		upstream + "schema: {descriptions: /nowhere/descriptions.yaml}\n":    "schema.descriptions: ",
		upstream + "auth: {mode: scram, verifiers: /nowhere/userlist.txt}\n": "auth.verifiers: ",
	} {
		if err := run(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if svc, err := open(t.Context(), settings(t, dir, upstream), slog.New(slog.DiscardHandler)); err != nil {
		t.Errorf("after all that: %v", err)
	} else if err := svc.Close(); err != nil {
		t.Error(err)
	}
}

// pgask config check finds every mistake at once.
func TestCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := Check(settings(t, dir, upstream)); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	err := Check(settings(t, dir, upstream+"policies: {file: /nowhere/p}\nlessons: {file: /nowhere/l}\ntls: {cert: /nowhere/a, key: /nowhere/b}\nconsole: {cert: /nowhere/c, key: /nowhere/d}\n"))
	for _, want := range []string{"policies.file: ", "lessons.file: ", "tls.cert, tls.key: ", "console.cert, console.key: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
	for text, want := range map[string]string{
		"guard: {extensions: [nope]}\n":                                    "guard: ",
		"model: {base_url: 'http://127.0.0.1:1/v1', name: ''}\n":           "model",
		"schema: {descriptions: " + write(t, dir, "d.yaml", "- [") + "}\n": "schema.descriptions: ",
	} {
		s, err := conf.Load(conf.Sources{File: write(t, dir, "pgask.yaml", upstream+text), Environ: []string{"STATE_DIRECTORY=" + dir}})
		if err == nil {
			err = Check(s)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
