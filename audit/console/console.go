package console

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path"
	"time"

	"golang.org/x/net/netutil"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
)

// MinToken is the minimum length of a token, in bytes.
const MinToken = 16

// Lessons is the part of the library that the console uses; *lessons.Library implements it.
type Lessons interface {
	All(ctx context.Context) ([]lessons.Lesson, error)
	SetStatus(ctx context.Context, id string, status lessons.Status, role string) error
	Replace(ctx context.Context, id string, by lessons.Lesson) error
	Contradictions(ctx context.Context) ([]string, error)
	Doubts(ctx context.Context, ids ...string) ([]string, error)
	Pins(ctx context.Context) ([]lessons.Pin, error)
	AddPin(ctx context.Context, p lessons.Pin) error
	SetPin(ctx context.Context, id string, status lessons.Status, note string) error
	RemovePin(ctx context.Context, id string) error
	Suggestions(ctx context.Context) ([]lessons.Suggestion, error)
}

// Config configures a console.
type Config struct {
	AuditDir string       // of this proxy's log
	Reader   audit.Reader // of the questions that are shown; nil: those of AuditDir

	// Lessons returns the library under the current settings; nil: it is not shown.
	Lessons func() Lessons
	// Check returns why the guard refuses a statement that is to be pinned, as far as that can be told without the
	// database. nil: it is not checked here, but whenever the pin is used.
	Check func(sql string) error
	// Record writes into the audit log, durably, what is about to be changed and by whom; nil: nothing is recorded.
	Record func(ctx context.Context, text string) error
	// Outline takes a statement apart, each part with its name; nil, or nothing for a statement: none is shown.
	Outline func(sql string) []Item
	// Health returns the state of the proxy; nil: it is not shown.
	Health func(context.Context) []Group
	// Underway lists the questions that this proxy works on now, the oldest first, with what the log may hold of
	// them; nil: they are not shown.
	Underway func() []Underway
	// Cancel stops one of them by its id, and says whether it was still being worked on; nil: nobody can.
	Cancel func(id string) bool
	// Quotas returns what roles have used of their quotas today; nil: it is not shown.
	Quotas func(context.Context) (Quotas, error)
	// Policies are those in force; nil: nothing is shown of them.
	Policies func() []Policy
	// Verify checks the chain of the audit log; nil: nobody can ask for that.
	Verify func() (audit.Report, error)
	// Verified keeps how that ended; nil: it is forgotten with the process.
	Verified Keeper

	// Token lets in who knows it, MinToken bytes at least. It is not used with Certificates.
	Token string
	// Certificates tells why a visitor is not let in any more whose certificates, the own one first, the listener has
	// verified at the handshake; nil for those who are. It is asked at every request. A nil function means that
	// visitors show none. Names are those let in, by common name or alternative name, with * and ?; none: all that
	// were verified.
	Certificates func(shown []*x509.Certificate) error
	Names        []string
	// Hosts are the names, beside IP addresses and localhost, by which browsers may call the console.
	Hosts []string
	// OwnNames returns more of them, those of the certificate that the console shows now; nil: none.
	OwnNames func() []string
	// ReadOnly shows what was taught and lets nobody change it.
	ReadOnly bool

	Version  string         // of the program
	Location *time.Location // of the times that are shown to who has chosen none; default: time.Local
	Logger   *slog.Logger   // default: none

	now func() time.Time // for tests; default: time.Now
}

func (c *Config) validate() error {
	switch {
	case c.AuditDir == "":
		return errors.New("console: no audit log given")
	case c.Certificates == nil && len(c.Token) < MinToken:
		return fmt.Errorf("console: the token must have %d bytes or more", MinToken)
	}
	for _, n := range c.Names {
		if _, err := path.Match(n, ""); err != nil {
			return fmt.Errorf("console: the name %q: %w", n, err)
		}
	}
	return nil
}

// Console serves the pages. It is safe for concurrent use.
type Console struct {
	cfg      Config
	log      *slog.Logger
	token    [sha256.Size]byte // SHA-256 of the token, so that comparing takes the same time for tokens of any length
	key      [32]byte          // of CSRF tokens; ends with the process
	pages    pages
	sessions sessions
	throttle throttle
	seats    chan struct{} // one for each request that is being worked on
	usages   usageCache
	verified verification
	records  records
	handler  http.Handler
}

// New makes a console.
func New(cfg Config) (*Console, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	cfg.Location = cmp.Or(cfg.Location, time.Local)
	if cfg.now == nil {
		cfg.now = time.Now
	}
	if cfg.Reader == nil {
		cfg.Reader = audit.Files{Dir: cfg.AuditDir}
	}
	c := &Console{cfg: cfg, log: cfg.Logger, token: sha256.Sum256([]byte(cfg.Token)), seats: make(chan struct{}, requestsAtATime)}
	c.log = cmp.Or(c.log, slog.New(slog.DiscardHandler))
	c.records.reader, c.records.dir, c.records.now, c.records.log = cfg.Reader, cfg.AuditDir, cfg.now, c.log
	if _, err := rand.Read(c.key[:]); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	if err := c.pages.readStatics(); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	if _, err := c.pages.zones.in(cfg.Location, ""); err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	c.handler = c.gate(c.routes())
	return c, nil
}

// ServeHTTP implements http.Handler.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.handler.ServeHTTP(w, r) }

// maxConnections bounds who may be connected at a time, to a page that a few people look at.
const maxConnections = 128

// Limit lets so many connections through at a time; others wait in the system's queue.
func Limit(l net.Listener) net.Listener { return netutil.LimitListener(l, maxConnections) }

// Server returns an HTTP server for the console that slow clients cannot hold up. tls is nil for plain HTTP.
func (c *Console) Server(tls *tls.Config) *http.Server {
	return &http.Server{Handler: c, TLSConfig: tls, ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(c.log.Handler(), slog.LevelDebug)}
}

// routes returns the handler of all pages. Changes are POSTs that answer with a redirect, so that they work without
// JavaScript and are not repeated when the page is reloaded.
func (c *Console) routes() http.Handler {
	mux := http.NewServeMux()
	asked, now, sums, library, state := questionPages{c}, nowPages{c}, usagePages{c, &c.usages}, taughtPages{c}, healthPages{c, &c.verified}
	see := func(path string, v view) { mux.Handle("GET "+path, c.known(v)) }
	change := func(path string, v view) { mux.Handle("POST "+path, c.changing(v)) }

	see("/{$}", func(w http.ResponseWriter, r *http.Request, _ *visitor) error { return redirect(w, r, "/questions") })
	see("/questions", asked.questions)
	see("/questions.csv", asked.export)
	see("/questions/{id}", asked.story)
	see("/now", now.now)
	change("/now/{id}/cancel", now.cancelQuestion)
	see("/usage", sums.usage)
	see("/lessons", library.taught(library.lessons))
	see("/lessons/{id}", library.taught(library.lesson))
	change("/lessons", library.teaching(library.changeLessons))
	change("/lessons/{id}/{action}", library.teaching(library.changeLesson))
	see("/pins", library.taught(library.pins))
	see("/pins/{id}", library.taught(library.pin))
	change("/pins", library.teaching(library.addPin))
	change("/pins/{id}/{action}", library.teaching(library.changePin))
	see("/policies", sums.policies)
	see("/health", state.health)
	change("/health/verify", state.verify)
	change("/zone", c.chooseZone)
	change("/logout", c.logout)
	see("/", func(http.ResponseWriter, *http.Request, *visitor) error { return notFound("There is no such page.") })

	mux.Handle("GET /login", c.anyone(c.login))
	mux.Handle("POST /login", c.anyone(c.enter))
	mux.HandleFunc("GET /static/{name}", c.static)
	return mux
}
