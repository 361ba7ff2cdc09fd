package conf

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// setting is one row of the table: everything that is known about one key.
type setting struct {
	key   string
	text  string             // the default, as it would stand in a file
	about string             // one phrase, for --help and the documentation
	check func(v any) string // nil, or what is allowed when the value is not
}

// field returns a pointer to the field of s that is called as the key: model.base_url is s.Model.BaseURL.
func (row setting) field(s *Settings) any {
	at := reflect.ValueOf(s).Elem()
	for part := range strings.SplitSeq(row.key, ".") {
		name := strings.ReplaceAll(part, "_", "")
		at = at.FieldByNameFunc(func(field string) bool { return strings.EqualFold(field, name) })
	}
	return at.Addr().Interface()
}

// settings is every key except those of datasources, in the order in which they are printed.
var settings = []setting{
	{"listen", "127.0.0.1:6432", "address that clients connect to", address},
	{"engine", "auto", "who translates: auto, builtin or model", oneOf("auto", "builtin", "model")},
	{"max_attempts", "3", "drafts tried for one question", between(1, 10)},
	{"max_corrections", "3", "answers to clarifications of one question", between(1, 20)},
	{"max_refinements", "1", "refinements of an empty result", between(0, 10)},
	{"max_rows", "1000", "rows of an answer whose question names no limit", between(1, 1<<31-2)},
	{"max_question_bytes", "64kB", "how far into a message a question is looked for", between(64, 1<<20)},

	{"confidence.answer", "0.5", "below it a question is asked back", share},
	{"confidence.builtin", "0.95", "in auto with a model: below it the model is asked instead of taking the built-in translator's answer",
		share},
	{"confidence.join", "0.75", "below it one of several ways to join two tables is asked back", share},
	{"schema.descriptions", "", "YAML file that says what tables and columns mean; pgask describe writes one", nil},
	{"schema.infer_foreign_keys", "true", "whether keys that the schema does not declare are inferred from names, types and values", nil},
	{"timeout.statement", "30s", "longest run of one statement", lasting(10*time.Millisecond, 24*time.Hour)},
	{"timeout.question", "2m", "longest work on one question", lasting(time.Second, 24*time.Hour)},
	{"explain.max_cost", "100000000", "highest cost that EXPLAIN may estimate, in the planner's units; 0: no bound",
		notNegative},

	{"guard.functions", "", "functions allowed beside PostgreSQL's own harmless ones, as name or schema.name", nil},
	{"guard.extensions", "", "extensions whose harmless functions, operators and types are allowed", nil},
	{"guard.extension_schemas", "", "schemas that extensions are installed in", nil},
	{"guard.relations", "", "views, tables with policies and foreign tables that may be read whatever is behind them", nil},
	{"guard.foreign_tables", "false", "whether foreign tables may be read", nil},
	{"guard.catalogs", "false", "whether the system catalogs may be read, apart from those that hold secrets", nil},
	{"guard.allowed_schemas", "", "the only schemas that may be read; empty: all", nil},
	{"guard.denied_schemas", "", "schemas that may not be read", nil},
	{"guard.denied_tables", "", "tables that may not be read, as table or schema.table", nil},
	{"guard.denied_columns", "", "columns that may not be read, as column, table.column or schema.table.column", nil},

	{"model.base_url", "", "an OpenAI-compatible API, such as https://host/v1; empty: no model", webAddress},
	{"model.name", "", "the model's name at that API", nil},
	{"model.key_env", "PGASK_MODEL_KEY", "environment variable that holds the API key", nil},
	{"model.max_tokens", "0", "tokens of one call; 0: the model's window", between(0, 10_000_000)},
	{"model.timeout", "1m", "longest model call", lasting(time.Second, time.Hour)},
	{"model.first_token_timeout", "30s", "longest silence before the first word of a model that streams",
		lasting(100*time.Millisecond, time.Hour)},
	{"model.max_answer", "0", "tokens that a model may write in one call; 0: 8,000", between(0, 1_000_000)},
	{"model.retries", "2", "requests after one that failed in a way that may pass", between(0, 10)},
	{"model.break_after", "5", "calls in a row that fail before the model is left alone", between(1, 1000)},
	{"model.break_for", "30s", "how long it is left alone then", lasting(100*time.Millisecond, 24*time.Hour)},
	{"model.candidates", "1", "drafts made of a question, of which the one that most agree with is taken",
		between(1, 9)},
	{"model.price", "", "what a million tokens cost, as NAME=IN/OUT or NAME=IN/OUT/CACHED for each model", prices},
	{"model.tokens_per_question", "0", "tokens that one question may take, of prompts and answers; 0: no bound",
		between(0, 1<<40)},
	{"model.tokens_per_role", "0", "tokens that one role may take on a day (UTC); 0: no bound", between(0, 1<<50)},
	{"share.level", "names+comments", "what a model is told of the database: names, names+comments or values",
		oneOf("names", "names+comments", "values")},
	{"share.masked", "", "columns whose values are shown to nobody, in a prompt or in an answer, as column, table.column or schema.table.column",
		nil},
	{"share.secrets", "mask", "whether columns named like passwords, tokens, card numbers and other secrets, or full of hashes of passwords, are masked, too: mask or off",
		oneOf("mask", "off")},
	{"share.unmasked", "", "columns that are named like secrets and hold none, as column, table.column or schema.table.column", nil},

	{"lessons.file", "", "YAML file of words and what they mean", nil},
	{"lessons.apply", "true", "whether lessons and pins are used", nil},
	{"lessons.learn", "review", "what becomes of what is learned: off, review (proposals) or auto (approved at once)",
		oneOf("off", "review", "auto")},
	{"lessons.readers", "", "roles that see all lessons in ask_lessons(), beside their own", nil},
	{"pins.writers", "", "roles that may pin, and that see what is asked often if they are in audit.readers, too", nil},

	{"policies.file", "", "YAML file of what is forbidden to which roles, and of their quotas", nil},

	{"audit.dir", "", "where the audit log is kept; empty: audit in state.dir", nil},
	{"audit.proxy", "", "what records call this proxy; empty: the name of its host", nil},
	{"audit.on_failure", "refuse", "what becomes of a question that cannot be recorded: refuse or warn",
		oneOf("refuse", "warn")},
	{"audit.readers", "", "roles that see in ask_log() what others asked; others see what they asked themselves", nil},
	{"audit.questions", "keep", "what the log keeps of questions: keep, mask or hash", oneOf("keep", "mask", "hash")},
	{"audit.literals", "keep", "what the log keeps of the literals in SQL: keep, mask or hash",
		oneOf("keep", "mask", "hash")},
	{"audit.redact_roles", "", "roles whose questions and literals are masked or hashed, with * and ?; empty: all roles", nil},
	{"audit.redact_columns", "", "columns whose readers' questions and literals are masked, as column, table.column or schema.table.column",
		nil},
	{"audit.prompts", "off", "what is kept of the prompts that models get and of their answers: off, masked or full",
		oneOf("off", "masked", "full")},
	{"audit.prompts_retain", "720h", "how long prompts are kept after their day; 0: as long as the log",
		noneOr(time.Second, century)},
	{"audit.rotate_size", "64MB", "size at which the log goes on in a new file; 0: never", between(0, 1<<50)},
	{"audit.rotate_age", "0s", "age of a file's first record at which the log goes on in a new file; 0: never",
		noneOr(time.Second, century)},
	{"audit.retain", "0s", "how long an old file of the log is kept after its last record; 0: for ever",
		noneOr(time.Second, century)},
	{"audit.stdout", "false", "whether records are written to standard output, too, as JSON Lines", nil},
	{"audit.anchor_every", "0s", "how often a signed digest over all logs goes to a file and to the operator's log; 0: never",
		noneOr(time.Second, 366*24*time.Hour)},
	{"audit.table_url", "", "PostgreSQL that gets a copy of the records; empty: none", databaseURL},
	{"audit.table_name", "pgask_audit", "its table, as name or schema.name, which is partitioned by month", tableName},
	{"audit.otlp_endpoint", "", "OTLP collector that gets questions as traces, such as http://127.0.0.1:4318; empty: none",
		collector},
	{"audit.key", "", "secret that seals the chain of records, 16 bytes at least", longEnough},
	{"state.dir", "", "where state is kept between sessions", nil},
	{"state.url", "", "PostgreSQL that keeps the state of several proxies; empty: a file in state.dir", databaseURL},
	{"state.timeout", "2s", "longest read or write of the state store", lasting(100*time.Millisecond, time.Minute)},

	{"auth.mode", "relay", "who authenticates clients: relay (the upstream does), password or scram",
		oneOf(authModes...)},
	{"auth.allow_trust", "false", "let in clients from other hosts although the upstream asks for no password", nil},
	{"auth.max_failures", "20", "logins of one role from one address that may fail in a minute, ten times as many of all its roles; 0: no bound",
		between(0, 10_000)},
	{"auth.verifiers", "", "file of SCRAM verifiers for auth.mode scram", nil},
	{"auth.query", "", "query for the SCRAM verifier of role $1, run on the upstream", nil},
	{"auth.query_role", "", "role that runs auth.query", nil},
	{"auth.query_password_env", "PGASK_AUTH_PASSWORD", "environment variable that holds that role's password", nil},
	{"auth.query_database", "", "database that auth.query runs in; empty: the datasource's, else postgres", nil},
	{"tls.cert", "", "certificate chain for clients, a PEM file", nil},
	{"tls.key", "", "private key of the certificate, a PEM file", nil},
	{"tls.min_version", "1.2", "oldest TLS that clients may speak: 1.2 or 1.3", oneOf("1.2", "1.3")},
	{"tls.require", "false", "refuse clients without TLS", nil},
	{"tls.client_ca", "", "certificates that vouch for those of clients, a PEM file", nil},
	{"tls.client_cert", "optional", "certificate that clients must show: optional, require, or role (issued to their role)",
		oneOf("optional", "require", "role")},
	{"tls.crl", "", "revoked certificates of clients, a PEM file of revocation lists", nil},

	{"limits.connections", "10000", "sessions at a time", between(1, 1_000_000)},
	{"limits.startup_timeout", "1m", "longest time from accept to the end of authentication",
		lasting(time.Second, time.Hour)},
	{"limits.connections_per_role", "0", "sessions of one role at a time; 0: no bound", between(0, 1_000_000)},
	{"limits.connections_per_datasource", "0", "sessions of one datasource at a time; 0: no bound",
		between(0, 1_000_000)},
	{"limits.message_bytes", "0B", "longest message of a client, COPY data apart; 0: PostgreSQL's own bound, 1 GB",
		between(0, 1<<30-1)},
	{"limits.idle_timeout", "0s", "how long a session may do nothing outside a transaction; 0: for ever",
		noneOr(time.Second, 365*24*time.Hour)},
	{"limits.questions", "64", "questions that are worked on at a time", between(1, 100_000)},
	{"limits.questions_per_role", "0", "questions of one role that are worked on at a time; 0: no bound",
		between(0, 100_000)},
	{"limits.question_queue", "256", "questions that may wait for these places", between(0, 100_000)},

	{"keepalive.idle", "1m", "silence after which TCP probes a client or a server; 0: never",
		noneOr(time.Second, 9*time.Hour)},
	{"keepalive.interval", "10s", "time between probes", lasting(time.Second, 9*time.Hour)},
	{"keepalive.count", "6", "probes without an answer after which a connection is dead", between(1, 100)},
	{"proxy_protocol.trusted", "", "networks of load balancers whose connections begin with a PROXY header, as 10.0.0.0/8; empty: none",
		networks},
	{"shutdown.delay", "0s", "how long after SIGTERM clients are still accepted while /readyz says that none should come",
		noneOr(time.Millisecond, time.Hour)},
	{"shutdown.drain", "0s", "how long after that clients may go on; a session that rests for two seconds is ended",
		noneOr(time.Millisecond, 24*time.Hour)},
	{"shutdown.timeout", "30s", "how long turns and transactions may then go on",
		noneOr(time.Millisecond, 24*time.Hour)},
	{"metrics.listen", "", "address of /healthz, /readyz and /metrics; empty: none", noAddress},

	{"console.listen", "", "address of the console, the web page over the audit log; empty: none", noAddress},
	{"console.token", "", "secret that lets in who knows it, 16 bytes at least; empty: one is made and kept in state.dir",
		longEnough},
	{"console.hosts", "", "names that browsers may call the console by, beside IP addresses and localhost", nil},
	{"console.cert", "", "certificate chain of the console, a PEM file", nil},
	{"console.key", "", "private key of that certificate, a PEM file", nil},
	{"console.client_ca", "", "certificates that vouch for those of visitors, a PEM file; they show one then, and no token", nil},
	{"console.crl", "", "revoked certificates of visitors, a PEM file of revocation lists", nil},
	{"console.names", "", "names in the certificates of visitors that are let in, with * and ?; empty: all", nil},
	{"console.read_only", "false", "whether the console only shows, and changes no lesson and no pin", nil},

	{"log.level", "info", "debug, info, warn or error", nil},
	{"log.format", "text", "text or json", oneOf("text", "json")},
}

// authModes are the values of auth.mode and of datasources.NAME.auth.
var authModes = []string{"relay", "password", "scram"}

// aliases are other spellings of keys.
var aliases = map[string]string{
	"auth":  "auth.mode", // there is little else to say about them
	"share": "share.level",
}

// upstreamKey is not a setting of its own: it makes one datasource, named after the URL's database.
const upstreamKey = "upstream"

// canonical returns a key as the table has it.
func canonical(key string) string { return cmp.Or(aliases[key], key) }

func find(key string) *setting {
	key = canonical(key)
	if i := slices.IndexFunc(settings, func(s setting) bool { return s.key == key }); i >= 0 {
		return &settings[i]
	}
	return nil
}

// removed are settings of earlier releases, with why they are gone.
var removed = map[string]string{
	"model.tier":      "no longer a setting: the model writes the SELECT itself; take the line out",
	"retrieve.mode":   "no longer a setting: what a prompt holds is chosen by the words of the question, without a model; take the line out",
	"retrieve.top_k":  "no longer a setting: what a prompt holds is chosen by the words of the question; take the line out",
	"model.fast":      "no longer a setting: no model judges tables any more; take the line out",
	"model.embedding": "no longer a setting: tables are found by words, without vectors; take the line out",
}

// known lists every key that a file may hold, for suggestions.
func known() []string {
	keys := []string{upstreamKey}
	for _, s := range settings {
		keys = append(keys, s.key)
	}
	return keys
}

// variable returns the name of the environment variable of a key.
func variable(key string) string {
	return "PGASK_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

func oneOf(allowed ...string) func(any) string {
	return func(v any) string {
		if slices.Contains(allowed, *v.(*string)) {
			return ""
		}
		if len(allowed) == 1 {
			return "it must be " + allowed[0]
		}
		return "it must be one of " + strings.Join(allowed, ", ")
	}
}

func between(least, most int64) func(any) string {
	return func(v any) string {
		var n int64
		text := func(n int64) string { return fmt.Sprint(n) }
		switch v := v.(type) {
		case *int:
			n = int64(*v)
		case *int64:
			n = *v
		case *Bytes:
			n, text = int64(*v), func(n int64) string { return Bytes(n).String() }
		}
		if least <= n && n <= most {
			return ""
		}
		return "it must be from " + text(least) + " to " + text(most)
	}
}

func lasting(least, most time.Duration) func(any) string {
	return func(v any) string {
		if d := *v.(*time.Duration); least <= d && d <= most {
			return ""
		}
		return "it must be from " + shortDuration(least) + " to " + shortDuration(most)
	}
}

// century is longer than anybody keeps a log.
const century = 100 * 365 * 24 * time.Hour

// noneOr accepts 0 and what lasting accepts.
func noneOr(least, most time.Duration) func(any) string {
	bounds := lasting(least, most)
	return func(v any) string {
		if *v.(*time.Duration) == 0 {
			return ""
		}
		return strings.Replace(bounds(v), "it must be", "it must be 0 or", 1)
	}
}

func share(v any) string {
	if f := *v.(*float64); f < 0 || f > 1 {
		return "it must be from 0 to 1"
	}
	return ""
}

func notNegative(v any) string {
	if *v.(*float64) < 0 {
		return "it must be 0 or more"
	}
	return ""
}
