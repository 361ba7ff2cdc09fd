package console

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for a browser on a busy machine before it gives up.
const patience = 90 * time.Second

// chromium is a browser that is driven through a pipe, by the protocol of its developer tools:
// https://chromedevtools.github.io/devtools-protocol/. Messages are JSON, each ended by a zero byte.
type chromium struct {
	t   testing.TB
	out io.Writer

	mu      sync.Mutex
	next    int
	waiting map[int]chan answer
	heard   map[string][]json.RawMessage // events of a session, by session and method
	ended   error
}

// answer is the browser's to one command.
type answer struct {
	ID        int             `json:"id"`
	Method    string          `json:"method"`
	SessionID string          `json:"sessionId"`
	Params    json.RawMessage `json:"params"`
	Result    json.RawMessage `json:"result"`
	Error     *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// startChromium starts a browser that ends with the test.
func startChromium(t testing.TB) *chromium {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Fatal("Chromium is missing; on Debian: apt-get install chromium")
	}
	toRead, toWrite, err := pipes()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "pgask-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	// The sandbox needs privileges that containers do not have; what is opened here is ours.
	cmd := exec.Command(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--disable-extensions", "--hide-scrollbars", "--remote-debugging-pipe",
		"--user-data-dir="+profile, "about:blank")
	cmd.ExtraFiles = []*os.File{toRead[0], toWrite[1]} // its descriptors 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = toRead[0].Close(), toWrite[1].Close()
	b := &chromium{t: t, out: toRead[1], waiting: map[int]chan answer{}, heard: map[string][]json.RawMessage{}}
	read := make(chan struct{})
	go func() { defer close(read); b.listen(toWrite[0]) }()
	t.Cleanup(func() {
		_, _ = b.ask("", "Browser.close", nil)
		_ = toRead[1].Close()
		kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		kill.Stop()
		<-read
		_ = toWrite[0].Close()
		// Processes of the browser's own may outlive it, and write for a moment.
		for end := time.Now().Add(patience); os.RemoveAll(profile) != nil && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		}
	})
	return b
}

// pipes are one to write commands to and one to read answers from.
func pipes() (commands, answers [2]*os.File, err error) {
	for _, p := range []*[2]*os.File{&commands, &answers} {
		if p[0], p[1], err = os.Pipe(); err != nil {
			return commands, answers, err
		}
	}
	return commands, answers, nil
}

// listen hands out what the browser says, until it ends.
func (b *chromium) listen(from io.Reader) {
	r := bufio.NewReader(from)
	for {
		message, err := r.ReadBytes(0)
		b.mu.Lock()
		if err != nil {
			b.ended = errors.New("the browser has ended")
			for _, w := range b.waiting {
				close(w)
			}
			b.waiting = map[int]chan answer{}
			b.mu.Unlock()
			return
		}
		var a answer
		if json.Unmarshal(bytes.TrimSuffix(message, []byte{0}), &a) == nil {
			if w := b.waiting[a.ID]; a.ID > 0 && w != nil {
				delete(b.waiting, a.ID)
				w <- a
			} else if a.Method != "" {
				key := a.SessionID + " " + a.Method
				b.heard[key] = append(b.heard[key], a.Params)
			}
		}
		b.mu.Unlock()
	}
}

// ask sends a command and waits for its answer.
func (b *chromium) ask(session, method string, params any) (json.RawMessage, error) {
	w := make(chan answer, 1)
	b.mu.Lock()
	if b.ended != nil {
		b.mu.Unlock()
		return nil, b.ended
	}
	b.next++
	id := b.next
	b.waiting[id] = w
	message, err := json.Marshal(struct {
		ID        int    `json:"id"`
		Method    string `json:"method"`
		Params    any    `json:"params,omitempty"`
		SessionID string `json:"sessionId,omitempty"`
	}{id, method, params, session})
	if err == nil {
		_, err = b.out.Write(append(message, 0))
	}
	b.mu.Unlock()
	if err != nil {
		return nil, err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case a, ok := <-w:
		switch {
		case !ok:
			return nil, errors.New("the browser has ended")
		case a.Error != nil:
			return nil, fmt.Errorf("%s: %s", method, a.Error.Message)
		}
		return a.Result, nil
	case <-late.C:
		return nil, fmt.Errorf("%s: no answer", method)
	}
}

// window is a page of the browser.
type window struct {
	*chromium
	session string
}

// object is the parameters of a command.
type object = map[string]any

// window opens a page, with or without JavaScript.
func (b *chromium) window(scripts bool) *window {
	b.t.Helper()
	var made struct{ BrowserContextID, TargetID, SessionID string }
	b.must("", "Target.createBrowserContext", nil, &made)
	b.must("", "Target.createTarget", object{"url": "about:blank", "browserContextId": made.BrowserContextID}, &made)
	b.must("", "Target.attachToTarget", object{"targetId": made.TargetID, "flatten": true}, &made)
	w := &window{b, made.SessionID}
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		w.do(domain+".enable", nil)
	}
	if !scripts {
		w.do("Emulation.setScriptExecutionDisabled", object{"value": true})
	}
	return w
}

// must asks and takes over the answer.
func (b *chromium) must(session, method string, params, result any) {
	b.t.Helper()
	raw, err := b.ask(session, method, params)
	if err != nil {
		b.t.Fatal(err)
	}
	if result != nil {
		if err := json.Unmarshal(raw, result); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
	}
}

func (w *window) do(method string, params any) {
	w.t.Helper()
	w.must(w.session, method, params, nil)
}

// open goes to an address, and waits until the page is there.
func (w *window) open(url string) {
	w.t.Helper()
	w.do("Page.navigate", object{"url": url})
	w.wait("document.readyState === 'complete' && location.href !== 'about:blank'")
}

// try evaluates an expression, which may fail while one page gives way to another.
func (w *window) try(expression string) (any, error) {
	raw, err := w.ask(w.session, "Runtime.evaluate", object{"expression": expression, "returnByValue": true, "awaitPromise": true})
	if err != nil {
		return nil, err
	}
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		return nil, err
	}
	if e := got.ExceptionDetails; e != nil {
		return nil, fmt.Errorf("%s %s", e.Text, e.Exception.Description)
	}
	return got.Result.Value, nil
}

// eval is try where nothing may fail.
func (w *window) eval(expression string) any {
	w.t.Helper()
	v, err := w.try(expression)
	if err != nil {
		w.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until an expression holds. It asks again and again from here: in a page without scripts nothing waits.
func (w *window) wait(expression string) {
	w.t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	again := time.NewTicker(25 * time.Millisecond)
	defer again.Stop()
	for {
		v, err := w.try("(() => { try { return !!(" + expression + ") } catch { return false } })()")
		if v == true {
			return
		}
		select {
		case <-again.C:
		case <-late.C:
			w.t.Fatalf("waited in vain for %s (%v) at %v:\n%v", expression, err, w.eval("location.href"), w.eval("document.body.innerText"))
		}
	}
}

// key presses a key by its name.
func (w *window) key(name string, code int) {
	w.t.Helper()
	text := ""
	if name == "Enter" {
		text = "\r"
	}
	for _, kind := range []string{"keyDown", "keyUp"} {
		w.do("Input.dispatchKeyEvent", object{"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code, "text": text})
		text = ""
	}
}

// write types into what has the focus.
func (w *window) write(text string) {
	w.t.Helper()
	w.do("Input.insertText", object{"text": text})
}

// events are what the page told of a kind.
func (w *window) events(method string) []json.RawMessage {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.heard[w.session+" "+method]
}

// size makes the page that wide, and light or dark.
func (w *window) size(width, height int, scheme string) {
	w.t.Helper()
	w.do("Emulation.setDeviceMetricsOverride", object{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false})
	w.do("Emulation.setEmulatedMedia", object{"features": []object{{"name": "prefers-color-scheme", "value": scheme}}})
}

// picture keeps a screenshot of the whole page, if PGASK_PICTURES names a directory for them.
func (w *window) picture(name string) {
	w.t.Helper()
	dir := os.Getenv("PGASK_PICTURES")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	w.must(w.session, "Page.captureScreenshot", object{"format": "png", "captureBeyondViewport": true}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), data, 0o600)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
