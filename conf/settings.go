package conf

import (
	"crypto/sha256"
	"log/slog"
	"net/netip"
	"time"
)

// Settings are the effective settings. Load fills and checks all of them.
type Settings struct {
	Listen      string // host:port
	Datasources []Datasource

	Engine           string // auto, builtin or model
	MaxAttempts      int    // drafts tried for one question, 1 to 10
	MaxCorrections   int    // answers to clarifications of one question, 1 to 20
	MaxRefinements   int    // refinements of an empty result, 0 to 10
	MaxRows          int64  // rows of an answer whose question names no limit
	MaxQuestionBytes Bytes  // how far into a message a question is looked for

	Confidence Confidence
	Schema     Schema
	Timeout    Timeout
	Explain    Explain
	Guard      Guard
	Model      Model
	Share      Share
	Lessons    Lessons
	Pins       Pins
	Policies   Policies
	Audit      Audit
	State      State
	Auth       Auth
	TLS        TLS
	Limits     Limits

	KeepAlive     KeepAlive
	ProxyProtocol ProxyProtocol
	Shutdown      Shutdown
	Metrics       Metrics
	Console       Console

	Log Log

	origins  map[string]Origin
	contents map[string][sha256.Size]byte // of files, by the key that names them
}

// Datasource is a database that the proxy serves.
type Datasource struct {
	// Name is the database name that clients ask for; "*" stands for every name that no other datasource has.
	Name     string
	Upstream Upstream
	Auth     string // relay, password or scram; empty: as auth.mode says
	// Routes send sessions elsewhere; the first that fits counts.
	Routes []Route

	origin, authOrigin, routeOrigin Origin
}

// Confidence holds thresholds from 0 to 1.
type Confidence struct {
	Answer float64 // below it a question is asked back
	Join   float64 // below it one of several ways to join two tables is
	// Builtin is the confidence from which the built-in translator answers although there is a model.
	Builtin float64
}

// Schema are the settings of reading the catalog.
type Schema struct {
	Descriptions     string // file, YAML; empty: none
	InferForeignKeys bool   // beside those that are declared
}

// Timeout bounds work on a question.
type Timeout struct {
	Statement time.Duration // one statement on the upstream
	Question  time.Duration // a whole question
}

// Explain bounds what EXPLAIN may estimate.
type Explain struct {
	MaxCost float64 // in the planner's units; 0: no bound
}

// Guard loosens or tightens what a generated statement may use. The denied names may hold the wildcards of package
// pattern.
type Guard struct {
	Functions        []string // allowed beside PostgreSQL's own, as schema.name or name
	Extensions       []string // whose harmless functions, operators and types are allowed
	ExtensionSchemas []string // that extensions are installed in
	Relations        []string // vouched for: views, tables with policies and foreign tables, as [schema.]table
	ForeignTables    bool     // may be read
	Catalogs         bool     // of the system may be read, apart from those that hold secrets
	AllowedSchemas   []string // the only ones that may be read; none: all
	DeniedSchemas    []string
	DeniedTables     []string // [schema.]table
	DeniedColumns    []string // [[schema.]table.]column
}

// Model is the language model.
type Model struct {
	BaseURL   string // of an OpenAI-compatible API; empty: no model
	Name      string
	KeyEnv    string // name of the environment variable that holds the key
	Key       Secret // value of that variable
	MaxTokens int    // per call; 0: the model's window
	MaxAnswer int    // tokens written in one call; 0: 8,000

	Timeout           time.Duration // of one request
	FirstTokenTimeout time.Duration // longest silence of one that streams
	Retries           int           // of a request, 0 to 10
	BreakAfter        int           // failed calls in a row before it is left alone
	BreakFor          time.Duration // how long

	Candidates        int      // drafts of one question that are compared; 1: one, and nothing is compared
	Price             []string // see Prices
	TokensPerQuestion int64    // 0: no bound
	TokensPerRole     int64    // on a day, UTC; 0: no bound
}

// Share limits what a model is sent of a database.
type Share struct {
	Level  string   // names, names+comments or values
	Masked []string // columns of which name and type are told and nothing else, and whose values no answer shows
	// Secrets is mask or off: whether columns named like passwords, tokens and other secrets are masked, too; Unmasked
	// are exceptions from that.
	Secrets  string
	Unmasked []string
}

// Lessons are the settings of the library of lessons.
type Lessons struct {
	File    string   // YAML; empty: nothing
	Apply   bool     // lessons and pins are used
	Learn   string   // off, review or auto
	Readers []string // roles that see all lessons
}

// Pins are questions whose statement a person approved.
type Pins struct {
	Writers []string // roles that may pin
}

// Policies are the settings of denials and quotas by role.
type Policies struct {
	File string // YAML; empty: nothing
}

// Audit is the log of questions.
type Audit struct {
	Dir           string        // empty: state.dir/audit
	Proxy         string        // what records call the proxy; empty: the host's name
	OnFailure     string        // refuse or warn
	Key           Secret        // of the HMAC that chains the records
	Readers       []string      // roles that see what others asked
	Questions     string        // what is kept of them: keep, mask or hash
	Literals      string        // of SQL, likewise
	RedactRoles   []string      // patterns of roles that this is about; empty: all
	RedactColumns []string      // patterns of columns whose readers' records are masked
	Prompts       string        // what is kept of them: off, masked or full
	PromptsRetain time.Duration // how long, after their day; 0: as long as the log
	RotateSize    Bytes         // of a file; 0: never
	RotateAge     time.Duration // of a file's first record; 0: never
	Retain        time.Duration // of an old file; 0: for ever
	Stdout        bool          // records go to standard output, too
	AnchorEvery   time.Duration // 0: never
	TableURL      Secret        // of a PostgreSQL that has them in a table; empty: none has
	TableName     string        // of that table, as name or schema.name
	OTLPEndpoint  string        // URL of a collector of traces; empty: there is none
}

// State are the settings of the state store, which outlives sessions.
type State struct {
	Dir string
	URL Secret // of a PostgreSQL that several proxies share; empty: a file in Dir
	// Timeout bounds one read or write. Questions go on without memory after it.
	Timeout time.Duration
}

// Auth are the settings of how clients authenticate.
type Auth struct {
	Mode       string // relay, password or scram
	AllowTrust bool   // let in clients from other hosts although the upstream trusts the proxy's address
	Verifiers  string // file of SCRAM verifiers

	MaxFailures int // logins of one role from one address that may fail in a minute; 0: no bound

	Query            string // for the verifier of role $1
	QueryRole        string // that runs it
	QueryPasswordEnv string // name of the environment variable that holds its password
	QueryPassword    Secret // value of that variable
	QueryDatabase    string // where it is run; empty: the datasource's, else postgres
}

// TLS are the settings of TLS towards clients; no Cert: no TLS.
type TLS struct {
	Cert       string // file, PEM
	Key        string // file, PEM
	MinVersion string // 1.2 or 1.3
	Require    bool   // refuse clients without TLS
	ClientCA   string // file, PEM: who vouches for the certificates of clients
	ClientCert string // optional, require, or role
	CRL        string // file, PEM: certificates of clients that are revoked
}

// Limits bound what clients may take.
type Limits struct {
	Connections    int           // sessions at a time
	StartupTimeout time.Duration // from accept to the end of authentication

	// In the following 0 means no bound.
	ConnectionsPerRole       int
	ConnectionsPerDatasource int
	MessageBytes             Bytes         // of one message of a client, COPY data apart
	IdleTimeout              time.Duration // of a session outside a transaction
	QuestionsPerRole         int           // worked on at a time

	Questions     int // worked on at a time, 1 at least
	QuestionQueue int // that wait for one of these places
}

// KeepAlive are the TCP keepalive settings of both sides.
type KeepAlive struct {
	Idle     time.Duration // 0: never
	Interval time.Duration
	Count    int
}

// ProxyProtocol are the networks whose PROXY headers are believed.
type ProxyProtocol struct {
	Trusted []string // networks as 10.0.0.0/8, or single addresses
}

// Networks returns the trusted networks.
func (p ProxyProtocol) Networks() []netip.Prefix {
	var out []netip.Prefix
	for _, t := range p.Trusted {
		if n, err := parseNetwork(t); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// Shutdown are the settings of a graceful shutdown.
type Shutdown struct {
	Delay   time.Duration // how long clients are still accepted, while balancers hear that none should come
	Drain   time.Duration // how long clients may go on then
	Timeout time.Duration // how long turns and transactions may go on after both
}

// Metrics are the settings of /metrics, /healthz and /readyz.
type Metrics struct {
	Listen string // host:port; empty: nothing is served
}

// Console is the web page over the audit log.
type Console struct {
	Listen   string // host:port; empty: there is none
	Token    Secret // empty: one that is kept in the state's directory
	Hosts    []string
	Cert     string   // file, PEM
	Key      string   // file, PEM
	ClientCA string   // file, PEM: who vouches for visitors
	CRL      string   // file, PEM: what is revoked of that
	Names    []string // patterns of the names in their certificates; none: all
	ReadOnly bool
}

// Log is the operator's log.
type Log struct {
	Level  slog.Level
	Format string // text or json
}

// Secret is text that is never printed.
type Secret string

// String hides the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "redacted"
}

// GoString hides the secret.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue hides the secret.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Bytes is a size.
type Bytes int64
