package cmd

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/service"
)

// visit is what a page of the console says.
func visit(t *testing.T, client *http.Client, method, address string, form url.Values) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := client.Do(r)
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

// ask asks something through the proxy.
func (p *process) ask(question string) {
	p.t.Helper()
	conn, err := pgconn.Connect(p.t.Context(), "postgres://demo@"+p.listen+"/shop?sslmode=disable")
	if err != nil {
		p.t.Fatal(err)
	}
	_, err = conn.Exec(p.t.Context(), question).ReadAll()
	if cerr := conn.Close(context.WithoutCancel(p.t.Context())); err != nil || cerr != nil {
		p.t.Fatal(err, cerr)
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "console.listen: 127.0.0.1:0\npins.writers: [demo]\n")
	web := "http://" + p.said.wait(t, `msg=console listen=(\S+)`)[1]
	p.ask("ASK how many customers are there?")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	if _, body := visit(t, client, http.MethodGet, web+"/questions", nil); !strings.Contains(body, "Token of this console") {
		t.Fatalf("a stranger sees %s", body)
	}
	token, err := os.ReadFile(filepath.Join(p.dir, service.TokenFile))
	if err != nil {
		t.Fatal(err)
	}
	code, body := visit(t, client, http.MethodPost, web+"/login", url.Values{"token": {string(token)}})
	if code != http.StatusOK || !strings.Contains(body, "how many customers are there?") {
		t.Fatalf("%d: %s", code, body)
	}
	id := regexp.MustCompile(`href="/questions/([0-9a-z]+)"`).FindStringSubmatch(body)[1]
	if _, story := visit(t, client, http.MethodGet, web+"/questions/"+id, nil); !strings.Contains(story, "public.customers") || !strings.Contains(story, "execute") {
		t.Errorf("the story: %s", story)
	}
	if _, health := visit(t, client, http.MethodGet, web+"/health", nil); !strings.Contains(health, "Nothing is wrong.") || !strings.Contains(health, "reachable, ") {
		t.Errorf("health: %s", health)
	}
	// What the guard refuses is not pinned; what it cannot refuse without the catalog is, and serves.
	csrf := regexp.MustCompile(`name="csrf" value="([0-9a-f]+)"`).FindStringSubmatch(body)[1]
	form := url.Values{"csrf": {csrf}, "datasource": {"shop"}, "question": {"number of all orders"}, "statement": {"SELECT pg_sleep(9)"}}
	if code, body := visit(t, client, http.MethodPost, web+"/pins", form); code != http.StatusUnprocessableEntity || !strings.Contains(body, "pg_sleep") {
		t.Errorf("%d: %s", code, body)
	}
	form.Set("statement", "SELECT count(*) FROM orders")
	if code, body := visit(t, client, http.MethodPost, web+"/pins", form); code != http.StatusOK || !strings.Contains(body, "Pinned.") {
		t.Errorf("%d: %s", code, body)
	}
	p.ask("ASK number of all orders;")
	if _, body := visit(t, client, http.MethodGet, web+"/questions?engine=pin", nil); !strings.Contains(body, "number of all orders") {
		t.Errorf("it was not answered by the pin: %s", body)
	}
}

// What runs is seen on the page Now, as the log may hold it, and cancelled there; the log says who did.
func TestConsoleCancels(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "console.listen: 127.0.0.1:0\naudit.literals: mask\n")
	web := "http://" + p.said.wait(t, `msg=console listen=(\S+)`)[1]
	token, err := os.ReadFile(filepath.Join(p.dir, service.TokenFile))
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	visit(t, client, http.MethodPost, web+"/login", url.Values{"token": {string(token)}})
	conn := p.connect()
	asked := make(chan error, 1)
	go func() {
		_, err := conn.Exec(context.WithoutCancel(t.Context()), "SELECT pg_sleep(600), t.* FROM ask('how many orders with total over 4711') t").ReadAll()
		asked <- err
	}()
	var body string
	button := regexp.MustCompile(`action="/now/([0-9a-z]+)/cancel"><input type="hidden" name="csrf" value="([0-9a-f]+)"`)
	var m []string
	for end := time.Now().Add(patience); m == nil || !strings.Contains(body, "pg_sleep"); time.Sleep(20 * time.Millisecond) {
		if _, body = visit(t, client, http.MethodGet, web+"/now", nil); time.Now().After(end) {
			t.Fatalf("it is not listed: %s", body)
		}
		m = button.FindStringSubmatch(body)
	}
	for _, want := range []string{"how many orders with total over 4711", "orders.total_amount &gt; $1", "pg_sleep($1)", "demo"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not hold %q: %s", want, body)
		}
	}
	for ended := false; !ended; { // one that comes before the server has begun is lost
		if code, _ := visit(t, client, http.MethodPost, web+"/now/"+m[1]+"/cancel", url.Values{"csrf": {m[2]}}); code != http.StatusOK {
			t.Fatal(code)
		}
		select {
		case err = <-asked:
			ended = true
		case <-time.After(200 * time.Millisecond):
		}
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != "57014" {
		t.Errorf("who asked got %v", err)
	}
	log, err := os.ReadFile(filepath.Join(p.dir, "audit", audit.FileName))
	if err != nil || !strings.Contains(string(log), `console: question cancelled \"`+m[1]+`\" by \"token\"`) {
		t.Errorf("the log does not say who cancelled it: %s, %v", log, err)
	}
}

func TestConsoleWithCertificates(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	us, them, others := testca.New(t, "the house"), testca.New(t, "people"), testca.New(t, "strangers")
	cert, key := us.Issue("127.0.0.1").Files(dir)
	ca := filepath.Join(dir, "people.pem")
	if err := os.WriteFile(ca, []byte(them.PEM()), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startProcess(t, "console: {listen: '127.0.0.1:0', cert: '"+cert+"', key: '"+key+"', client_ca: '"+ca+"', names: ['dba-*']}\n")
	web := "https://" + p.said.wait(t, `msg=console listen=(\S+)`)[1] + "/usage"
	client := func(certs ...tls.Certificate) *http.Client {
		return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: us.Pool(), Certificates: certs}}}
	}
	if code, body := visit(t, client(them.Issue("dba-ann").Pair()), http.MethodGet, web, nil); code != http.StatusOK || !strings.Contains(body, "dba-ann") {
		t.Errorf("%d: %s", code, body)
	}
	if code, body := visit(t, client(them.Issue("ben").Pair()), http.MethodGet, web, nil); code != http.StatusForbidden || strings.Contains(body, "Questions") {
		t.Errorf("another name: %d: %s", code, body)
	}
	for name, c := range map[string]*http.Client{"none": client(), "a stranger's": client(others.Issue("dba-ann").Pair())} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, web, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := c.Do(r); err == nil {
			resp.Body.Close()
			t.Errorf("certificate %s: %d", name, resp.StatusCode)
		}
	}
	if _, err := os.Stat(filepath.Join(p.dir, service.TokenFile)); err == nil {
		t.Error("a token was made that opens nothing")
	}
}
