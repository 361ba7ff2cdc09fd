package service

import (
	"crypto/tls"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/testca"
)

// browser is a visitor of the console who keeps one connection open as long as the console lets it.
type browser struct {
	t    *testing.T
	http http.Client
	url  string
	// shown is the name in the certificate that the console showed last.
	shown string
}

// console serves the console of the house until the test ends.
func (h *house) console() (url string) {
	h.t.Helper()
	stop, err := h.svc.serveConsole(h.t.Context(), h.current, h.server)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(stop)
	return "https://" + regexp.MustCompile(`msg=console listen=(\S+)`).FindStringSubmatch(h.log.String())[1]
}

func visiting(t *testing.T, url string, trusted *testca.Authority, shown ...tls.Certificate) *browser {
	t.Helper()
	b := &browser{t: t, url: url}
	b.http.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted.Pool(), Certificates: shown}}
	t.Cleanup(b.http.CloseIdleConnections)
	return b
}

// get returns the status of a page, and its text; 0 where the handshake failed.
func (b *browser) get(host string) (int, string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.url+"/policies", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Host = host
	resp, err := b.http.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	b.shown = resp.TLS.PeerCertificates[0].Subject.CommonName
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// welcome checks that a page is shown.
func (b *browser) welcome(who string) {
	b.t.Helper()
	if got, text := b.get(""); got != http.StatusOK {
		b.t.Errorf("%s: %d: %.300s", who, got, text)
	}
}

// refused checks that none is: by a connection that is open it is forbidden, by one that would have to be made there
// is no handshake.
func (b *browser) refused(who string) {
	b.t.Helper()
	if got, text := b.get(""); got != 0 && got != http.StatusForbidden {
		b.t.Errorf("%s: %d: %.300s", who, got, text)
	}
}

// Certificates, authorities and revocations of the console are read again on SIGHUP, and whoever is let in no more is
// not let in by a connection of before either.
func TestConsoleReload(t *testing.T) {
	t.Parallel()
	us, people, others := testca.New(t, "the house"), testca.New(t, "people"), testca.New(t, "others")
	first, second := us.Issue("first"), us.Issue("second")
	ann, ben, eve := people.Issue("ann"), people.Issue("ben"), others.Issue("eve")
	soon := time.Now().Add(30 * time.Minute)

	dir := t.TempDir()
	cert, key := first.Files(dir)
	ca, crl := write(t, dir, "people.pem", people.PEM()), write(t, dir, "crl.pem", people.Revoke(soon, ben.Cert))
	with := func(more string) string {
		return upstream + "console: {listen: '127.0.0.1:0', cert: '" + cert + "', key: '" + key + "', client_ca: '" + ca + "'" + more + "}\n"
	}
	h := openHouse(t, with(""))
	url := h.console()
	annSays, benSays, eveSays := visiting(t, url, us, ann.Pair()), visiting(t, url, us, ben.Pair()), visiting(t, url, us, eve.Pair())
	annSays.welcome("ann")
	benSays.welcome("ben")
	eveSays.refused("a stranger")

	if !h.changed(with(", crl: '" + crl + "'")) {
		t.Fatalf("log:\n%s", h.log)
	}
	if said := h.log.String(); !strings.Contains(said, "changed=console.crl") || strings.Contains(said, "restart") {
		t.Errorf("log:\n%s", said)
	}
	annSays.welcome("ann beside a list")
	benSays.refused("revoked, by the connection of before")
	visiting(t, url, us, ben.Pair()).refused("revoked, anew")

	// New files under the old names.
	second.Files(dir)
	write(t, dir, "crl.pem", people.Revoke(soon, ben.Cert)+others.Revoke(soon))
	write(t, dir, "people.pem", others.PEM())
	if !h.changed(with(", crl: '" + crl + "'")) {
		t.Fatalf("log:\n%s", h.log)
	}
	annSays.refused("of an authority that vouches no more")
	eveSays.welcome("of the new authority")
	if eveSays.shown != "second" {
		t.Errorf("the console shows the certificate of %s", eveSays.shown)
	}

	// A file with nothing in it changes nothing.
	write(t, dir, "people.pem", "")
	if h.changed(with("")) {
		t.Error("it was taken")
	}
	eveSays.welcome("after a reload that failed")

	// Whether there is TLS, and whether visitors show certificates, is settled.
	write(t, dir, "people.pem", others.PEM())
	if !h.changed(upstream + "console: {listen: '127.0.0.1:0'}\n") {
		t.Fatalf("log:\n%s", h.log)
	}
	if said := h.log.String(); !strings.Contains(said, "settings=console.cert,console.key,console.client_ca") {
		t.Errorf("log:\n%s", said)
	}
	eveSays.welcome("with settings that wait")
	visiting(t, url, us).refused("nobody's")
}

// A certificate may be called by its names, and by those of the next one from then on.
func TestConsoleNames(t *testing.T) {
	t.Parallel()
	us := testca.New(t, "the house")
	cert, key := us.Issue("127.0.0.1").Files(t.TempDir())
	h := openHouse(t, upstream+"console: {listen: '127.0.0.1:0', cert: '"+cert+"', key: '"+key+"', hosts: [pgask.example]}\n")
	b := visiting(t, h.console(), us)
	b.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for host, want := range map[string]int{"pgask.example": http.StatusSeeOther, "db.example": http.StatusMisdirectedRequest} {
		if got, text := b.get(host); got != want {
			t.Errorf("%s: %d, want %d: %.300s", host, got, want, text)
		}
	}
	id, err := readConsole(h.current)
	if err != nil {
		t.Fatal(err)
	}
	id.config.Certificates[0].Leaf.DNSNames = []string{"db.example"}
	h.svc.visitors.use(id)
	if got, text := b.get("db.example"); got != http.StatusSeeOther {
		t.Errorf("a name of the new certificate: %d: %.300s", got, text)
	}
}
