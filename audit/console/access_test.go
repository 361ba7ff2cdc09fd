package console

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

// Every page but the way in is for those alone who are signed in, and every change for those whose form is ours.
func TestNothingIsShownToStrangers(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.asked("q1", asking("a secret question"), answered("SELECT 1"))
	for _, path := range []string{"/", "/questions", "/questions/q1", "/questions?q=secret", "/usage", "/lessons", "/lessons/x", "/pins", "/pins/new", "/health", "/anything"} {
		r := h.get(path)
		if r.code != http.StatusSeeOther || !strings.HasPrefix(r.header.Get("Location"), "/login?next=") || strings.Contains(r.body, "secret question") {
			t.Errorf("GET %s: %d to %q", path, r.code, r.header.Get("Location"))
		}
	}
	for _, path := range []string{"/lessons/x/approve", "/pins", "/pins/x/remove", "/health/verify", "/logout"} {
		if r := h.post(path, nil); r.code != http.StatusUnauthorized {
			t.Errorf("POST %s: %d", path, r.code)
		}
	}
	r := h.request(http.MethodGet, "/questions?seen=1", nil)
	r.Header.Set("HX-Request", "true")
	if got := h.do(r); got.code != http.StatusUnauthorized || got.header.Get("HX-Refresh") != "true" {
		t.Errorf("a live page whose session is over is not told to begin anew: %d %v", got.code, got.header)
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	clock := noon
	h := openHouse(t, func(c *Config) { c.now = func() time.Time { return clock } })
	for _, wrong := range []string{"", "x", testToken + "x", testToken[1:], strings.ToUpper(testToken)} {
		if r := h.post("/login", url.Values{"token": {wrong}}); r.code != http.StatusForbidden || !strings.Contains(r.body, "not the token") {
			t.Errorf("the token %q: %d", wrong, r.code)
		}
		clock = clock.Add(forgetAfter)
	}
	r := h.post("/login", url.Values{"token": {" " + testToken + "\n"}, "next": {"/usage?span=30d"}})
	if r.code != http.StatusSeeOther || r.header.Get("Location") != "/usage?span=30d" {
		t.Fatalf("%d to %q", r.code, r.header.Get("Location"))
	}
	set := r.header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"} {
		if !strings.Contains(set, want) {
			t.Errorf("the cookie lacks %s: %s", want, set)
		}
	}
	h.page("/questions")
	if r := h.get("/login"); r.code != http.StatusSeeOther {
		t.Errorf("who is signed in sees the form again: %d", r.code)
	}
	clock = clock.Add(sessionFor)
	if r := h.get("/questions"); r.code != http.StatusSeeOther {
		t.Errorf("a session lasts longer than it may: %d", r.code)
	}
}

// Under TLS the cookie is for that alone.
func TestSignInUnderTLS(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.Server.Close()
	h.Server = httptest.NewTLSServer(h.console)
	t.Cleanup(h.Server.Close)
	h.client.Transport = h.Server.Client().Transport
	r := h.post("/login", url.Values{"token": {testToken}})
	if set := r.header.Get("Set-Cookie"); !strings.HasPrefix(set, "__Host-pgask-console-") || !strings.Contains(set, "; Secure") {
		t.Errorf("%d, %s", r.code, set)
	}
	h.page("/questions")
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	jar := h.client.Jar.Cookies(h.request(http.MethodGet, "/", nil).URL)
	if r := h.submit("/logout", nil); r.code != http.StatusSeeOther {
		t.Fatal(r.code)
	}
	r := h.request(http.MethodGet, "/questions", nil)
	for _, c := range jar { // somebody kept the cookie
		r.AddCookie(c)
	}
	if got := h.do(r); got.code != http.StatusSeeOther {
		t.Errorf("a session goes on after its end: %d", got.code)
	}
}

// Who guesses has to wait; the right token does not, because behind a proxy all visitors come from one address.
func TestWrongTokensHaveToWait(t *testing.T) {
	t.Parallel()
	clock := noon
	h := openHouse(t, func(c *Config) { c.now = func() time.Time { return clock } })
	guess := func(token string) reply { return h.post("/login", url.Values{"token": {token}}) }
	for range freeTries {
		if r := guess("wrong"); r.code != http.StatusForbidden {
			t.Fatal(r.code)
		}
	}
	if r := guess("wrong"); r.code != http.StatusTooManyRequests || r.header.Get("Retry-After") == "" {
		t.Fatalf("a wrong token while one has to wait: %d", r.code)
	}
	if r := guess(testToken); r.code != http.StatusSeeOther {
		t.Errorf("the right token while one has to wait: %d", r.code)
	}
	clock = clock.Add(firstWait)
	if r := guess("wrong"); r.code != http.StatusForbidden {
		t.Errorf("after the wait: %d", r.code)
	}
}

func TestThrottle(t *testing.T) {
	t.Parallel()
	var th throttle
	a, b, near := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("2001:db8::2:3:4")
	for i := range 20 {
		th.failed(b, noon)
		th.failed(b, noon)
		if i == 0 && th.wait(b, noon) != 0 {
			t.Error("two failures have to wait already")
		}
	}
	if got := th.wait(b, noon); got != longestWait {
		t.Errorf("after many failures the wait is %v", got)
	}
	if th.wait(near, noon) != longestWait || th.wait(a, noon) != 0 {
		t.Error("networks are not told apart by what one customer has")
	}
	if th.wait(b, noon.Add(forgetAfter)) != 0 {
		t.Error("failures are not forgotten")
	}
	for i := range maxNetworks + 100 {
		th.failed(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), noon)
	}
	if len(th.networks) > maxNetworks+1 {
		t.Errorf("%d networks are remembered", len(th.networks))
	}
	if th.wait(netip.MustParseAddr("198.51.100.1"), noon) == 0 {
		t.Error("who guesses from many networks never waits")
	}
}

func TestSessionsAreBounded(t *testing.T) {
	t.Parallel()
	var s sessions
	first := s.begin(noon)
	var last string
	for i := range maxSessions {
		last = s.begin(noon.Add(time.Duration(i+1) * time.Second))
	}
	if len(s.end) != maxSessions || s.holds(first, noon) || !s.holds(last, noon) {
		t.Errorf("%d sessions; the first is held: %v", len(s.end), s.holds(first, noon))
	}
	if s.holds("", noon) || s.holds("x", noon) {
		t.Error("there is a session that nobody began")
	}
}

func TestNextIsOurs(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]string{
		"": "/questions", "/usage": "/usage", "/questions?q=a%20b&role=x": "/questions?q=a%20b&role=x", "//evil.example": "/questions",
		"https://evil.example/": "/questions", "/\\evil.example": "/questions", "javascript:alert(1)": "/questions", "\t//evil.example": "/questions",
		"/\t/evil.example": "/questions", "/login?next=/login": "/questions", "usage": "/questions", "/a\r\nSet-Cookie: x=y": "/questions",
	} {
		if got := local(next); got != want {
			t.Errorf("%q leads to %q, want %q", next, got, want)
		}
	}
}

func TestChangesNeedTheSecretOfTheForm(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	teach(h)
	id := firstLesson(t, h, "proposed")
	other := &house{Server: h.Server, t: t, client: h.visitor()}
	other.signIn()
	for name, secret := range map[string]string{"none": "", "wrong": strings.Repeat("0", 64), "of another session": other.csrf()} {
		if r := h.post("/lessons/"+id+"/approve", url.Values{"csrf": {secret}}); r.code != http.StatusForbidden {
			t.Errorf("%s: %d", name, r.code)
		}
	}
	// In the address it is none: addresses are kept and passed on.
	if r := h.post("/lessons/"+id+"/approve?csrf="+h.csrf(), nil); r.code != http.StatusForbidden {
		t.Errorf("in the address: %d", r.code)
	}
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		r := h.request(http.MethodPost, "/lessons/"+id+"/approve", strings.NewReader(url.Values{"csrf": {h.csrf()}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set(header, value)
		if got := h.do(r); got.code != http.StatusForbidden {
			t.Errorf("%s: %s: %d", header, value, got.code)
		}
	}
	if got := firstLesson(t, h, "proposed"); got != id {
		t.Error("it was approved all the same")
	}
	if r := h.submit("/lessons/"+id+"/approve", nil); r.code != http.StatusSeeOther {
		t.Errorf("the right one: %d", r.code)
	}
}

// everybody lets in all whom the listener has verified.
func everybody([]*x509.Certificate) error { return nil }

func TestCertificates(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) { c.Token, c.Certificates, c.Names = "", everybody, []string{"dba-*", "*@dba.example"} })
	h.asked("q1", answered("SELECT 1"))
	get := func(path string, state *tls.ConnectionState) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host, r.TLS = "127.0.0.1", state
		w := httptest.NewRecorder()
		h.console.ServeHTTP(w, r)
		return w
	}
	cert := func(name string, mails ...string) *tls.ConnectionState {
		c := &x509.Certificate{Raw: []byte(name), EmailAddresses: mails}
		c.Subject.CommonName = name
		return &tls.ConnectionState{PeerCertificates: []*x509.Certificate{c}, VerifiedChains: [][]*x509.Certificate{{c}}}
	}
	unverified := cert("dba-ann")
	unverified.VerifiedChains = nil
	for name, tt := range map[string]struct {
		state *tls.ConnectionState
		want  int
	}{"none": {nil, 403}, "not verified": {unverified, 403}, "by name": {cert("dba-ann"), 200}, "by mail": {cert("Ann", "ann@dba.example"), 200},
		"another": {cert("ben", "ben@sales.example"), 403}} {
		if w := get("/questions", tt.state); w.Code != tt.want {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
	a, b := get("/pins/new", cert("dba-ann")).Body.String(), get("/pins/new", cert("dba-ben")).Body.String()
	if x, y := csrfField.FindString(a), csrfField.FindString(b); x == "" || x == y {
		t.Errorf("two certificates share the secret of forms: %q", x)
	}
	r := httptest.NewRequest(http.MethodPost, "/login", strings.NewReader("token="))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Host = "127.0.0.1"
	w := httptest.NewRecorder()
	if h.console.ServeHTTP(w, r); w.Code != http.StatusNotFound || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("an empty token lets in where certificates do: %d", w.Code)
	}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]Config{
		"no log": {Token: testToken}, "no token": {AuditDir: "x"}, "a short token": {AuditDir: "x", Token: "0123456789abcde"},
		"a bad pattern": {AuditDir: "x", Certificates: everybody, Names: []string{"["}},
	} {
		if _, err := New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
