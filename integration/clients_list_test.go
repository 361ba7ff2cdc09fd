package integration

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// client is a program that speaks PostgreSQL through somebody's driver, as real users have it.
type client struct {
	name    string
	page    string // in docs/clients/
	needs   string // what to install
	command func(*programs) ([]string, error)
	options []string // behind the URL and the forms
	silent  bool     // keeps notices to itself
	differs map[string]difference
}

// difference is a form that a client does not run as the others do, through no fault of the proxy's.
type difference struct {
	want, because string
	cell          string // in the table, if want does not say it
}

// clients are all that are held to the list of forms.
var clients = []client{
	{
		name: "psql", page: "psql.md", needs: "postgresql-client", command: python("psql"),
		differs: map[string]difference{
			apostrophe: {because: psqlQuotes, cell: "waits"}, lineComment: {because: psqlComments, cell: "not sent"},
			foreignComment: {because: psqlComments, cell: "not sent"}, wholeClarification: {because: asNotice},
		},
	},
	{
		name: "psql -c", page: "psql.md", needs: "postgresql-client", command: python("psql"), options: []string{"-c"},
		differs: map[string]difference{wholeClarification: {because: asNotice}},
	},
	{
		name: "pgcli", page: "psql.md", needs: "pgcli", command: python("pgcli"),
		differs: map[string]difference{
			blockComment: {because: pgcliComments, cell: "not sent"}, lineComment: {want: "error", because: pgcliComments},
			ping: {want: "error", because: pgcliComments}, wholeClarification: {because: asNotice},
		},
	},
	{
		name: "psycopg2", page: "python.md", needs: "python3-psycopg2", command: python("psycopg2"),
		differs: map[string]difference{severalStatements: {want: "8", because: lastResult}, ping: {want: "error", because: emptyAnswer}, semicolon: {want: "error", because: emptyAnswer}},
	},
	{
		name: "SQLAlchemy", page: "python.md", needs: "python3-sqlalchemy python3-psycopg2", command: python("sqlalchemy"),
		differs: map[string]difference{severalStatements: {want: "8", because: lastResult}, ping: {want: "error", because: emptyAnswer}, semicolon: {want: "error", because: emptyAnswer}},
	},
	{name: "psycopg 3", page: "python.md", needs: "python3-psycopg", command: python("psycopg3")},
	{
		name: "asyncpg", page: "python.md", needs: "python3-asyncpg", command: python("asyncpg"),
		differs: describes(map[string]difference{cancelled: {want: "cancelled", because: ownCancel}}),
	},
	{
		name: "pg8000", page: "python.md", needs: "python3-pg8000", command: python("pg8000"),
		differs: describes(map[string]difference{
			severalStatements: {want: "error 42601", because: oneStatement}, ping: {want: "error", because: emptyAnswer}, semicolon: {want: "error", because: emptyAnswer},
		}),
	},
	{name: "node-postgres", page: "javascript.md", needs: nodeNeeds, command: node("pg")},
	{name: "postgres.js", page: "javascript.md", needs: nodeNeeds, command: node("postgres"), differs: describes(nil)},
	{name: "pgx (cache_statement)", page: "go.md", command: golang, options: []string{"pgx", "cache_statement"}, differs: describes(nil)},
	{name: "pgx (cache_describe)", page: "go.md", command: golang, options: []string{"pgx", "cache_describe"}, differs: describes(nil)},
	{name: "pgx (describe_exec)", page: "go.md", command: golang, options: []string{"pgx", "describe_exec"}, differs: describes(nil)},
	{name: "pgx (exec)", page: "go.md", command: golang, options: []string{"pgx", "exec"}},
	{name: "pgx (simple_protocol)", page: "go.md", command: golang, options: []string{"pgx", "simple_protocol"}},
	{
		name: "pgx (database/sql)", page: "go.md", command: golang, options: []string{"stdlib"},
		differs: describes(map[string]difference{severalStatements: {want: "error 42601", because: oneStatement}}),
	},
	{name: "lib/pq", page: "go.md", command: golang, options: []string{"libpq"}, differs: describes(nil)},
	{
		name: "pgjdbc", page: "java.md", needs: javaNeeds, command: java("Forms"),
		differs: map[string]difference{apostrophe: {want: "error", because: javaLiteral}, severalStatements: {want: "error QA007", because: splitStatements}},
	},
	{
		name: "pgjdbc (simple)", page: "java.md", needs: javaNeeds, command: java("Forms"), options: []string{"preferQueryMode=simple"},
		differs: map[string]difference{apostrophe: {want: "error", because: javaLiteral}},
	},
	{
		name: "pgjdbc (extendedForPrepared)", page: "java.md", needs: javaNeeds, command: java("Forms"), options: []string{"preferQueryMode=extendedForPrepared"},
		differs: map[string]difference{apostrophe: {want: "error", because: javaLiteral}},
	},
	{
		name: "pgjdbc (extendedCacheEverything)", page: "java.md", needs: javaNeeds, command: java("Forms"), options: []string{"preferQueryMode=extendedCacheEverything"},
		differs: map[string]difference{apostrophe: {want: "error", because: javaLiteral}, severalStatements: {want: "error QA007", because: splitStatements}},
	},
	{
		name: "psqlODBC", page: "odbc.md", needs: odbcNeeds, command: python("odbc"), silent: true,
		differs: describes(map[string]difference{questionMark: {want: "error", because: marker}, failsTransaction: {want: odbcRollsBack, because: odbcTransaction}}),
	},
	{
		name: "psqlODBC (UseDeclareFetch)", page: "odbc.md", needs: odbcNeeds, command: python("odbc"), options: []string{"UseDeclareFetch=1;Fetch=2"}, silent: true,
		differs: map[string]difference{questionMark: {want: "error", because: marker}, failsTransaction: {want: odbcRollsBack, because: odbcTransaction}},
	},
	{
		name: "psqlODBC (UseServerSidePrepare=0)", page: "odbc.md", needs: odbcNeeds, command: python("odbc"), options: []string{"UseServerSidePrepare=0"}, silent: true,
		differs: map[string]difference{questionMark: {want: "error", because: marker}, failsTransaction: {want: odbcRollsBack, because: odbcTransaction}},
	},
	{
		name: "PHP pgsql", page: "php.md", needs: phpNeeds, command: php("pg"),
		differs: map[string]difference{cancelled: {want: "cancelled", because: ownCancel}},
	},
	{
		name: "PHP PDO", page: "php.md", needs: phpNeeds, command: php("pdo"), silent: true,
		differs: map[string]difference{
			questionMark: {want: "error QA002", because: marker}, dollarQuotes: {want: "error QA002", because: "PDO does not know dollar quotes before PHP 8.4 and takes the ? in them for a parameter, whose number the question then ends with"},
			severalStatements: {want: "error 42601", because: oneStatement}, ping: {want: "error", because: emptyAnswer}, semicolon: {want: "error", because: emptyAnswer},
		},
	},
	{
		name: "PHP PDO (emulated)", page: "php.md", needs: phpNeeds, command: php("pdo"), options: []string{"emulate"}, silent: true,
		differs: map[string]difference{severalStatements: {want: "8", because: lastResult}, ping: {want: "error", because: emptyAnswer}, semicolon: {want: "error", because: emptyAnswer}},
	},
	{
		name: "Perl DBD::Pg", page: "perl.md", needs: "libdbd-pg-perl", command: run("perl", "clients/perl/forms.pl"),
		differs: map[string]difference{questionMark: {want: "error", because: marker}, severalStatements: {want: "8", because: lastResult}, cancelled: {want: "cancelled", because: ownCancel}},
	},
	{name: "Ruby pg", page: "ruby.md", needs: "ruby ruby-pg", command: run("ruby", "clients/ruby/forms.rb")},
}

// Forms in which clients differ.
const (
	blockComment       = "/* ask: */"
	lineComment        = "-- ask:"
	foreignComment     = "-- ask: below a foreign comment"
	wholeClarification = "clarification of a whole statement"
	apostrophe         = "ASK, apostrophe"
	questionMark       = "ASK, question mark"
	dollarQuotes       = "ask($$…$$)"
	questionParameter  = "ask($1)"
	severalStatements  = "several statements in one text"
	failsTransaction   = "a refusal fails the transaction"
	cancelled          = "cancelled while it runs"
	ping               = "-- ping"
	semicolon          = ";"
)

// Why they do.
const (
	literalQuestion = "the columns are asked for before the question is known: write the question as a literal, or use ask_json($1)"
	lastResult      = "all statements ran; the client hands over the last result"
	oneStatement    = "the client prepares everything, and only one statement can be prepared; the same without a proxy"
	emptyAnswer     = "the client takes an empty answer for an error; the same without a proxy"
	marker          = "the client takes the ? for a parameter: use ask('…') or a comment"
	psqlQuotes      = "psql waits for the second apostrophe and sends nothing: /* ask: … */;, ask($$…$$) or the :ask macro"
	psqlComments    = "psql keeps a line comment that stands before a statement to itself: /* ask: … */;"
	pgcliComments   = "pgcli loses a statement that is but a comment"
	asNotice        = "the question back is a NOTICE, because people read those here"
	javaLiteral     = "the driver takes the apostrophe for the beginning of a literal: use ask($$…$$) or a comment"
	splitStatements = "the driver splits the text and sends all before one Sync, where a question must be the first: run them one by one"
	ownCancel       = "the client cancels, and then raises an error of its own or none"
	odbcRollsBack   = "7 | error QA003 | 8"
	odbcTransaction = "the driver itself rolls back after an error, unless its Protocol setting says otherwise"
)

// describes adds to the differences of a client what is true of each that has statements described before it binds.
func describes(differs map[string]difference) map[string]difference {
	all := map[string]difference{questionParameter: {want: "error QA007", because: literalQuestion}}
	maps.Copy(all, differs)
	return all
}

// What some need, as the names of Debian's packages.
const (
	nodeNeeds = "nodejs, npm and, in integration/clients/node, npm ci"
	odbcNeeds = "odbc-postgresql unixodbc python3-pyodbc"
	javaNeeds = "libpostgresql-jdbc-java default-jdk-headless"
	phpNeeds  = "php-cli php-pgsql"
)

// python runs clients/python/NAME_forms.py by the system's interpreter: that is the one that apt-get installs modules
// for.
func python(name string) func(*programs) ([]string, error) {
	return run("/usr/bin/python3", "clients/python/"+name+"_forms.py")
}

// node runs clients/node/NAME_forms.js.
func node(name string) func(*programs) ([]string, error) {
	return run("node", "clients/node/"+name+"_forms.js")
}

// php runs clients/php/NAME_forms.php.
func php(name string) func(*programs) ([]string, error) {
	return run("php", "clients/php/"+name+"_forms.php")
}

// run is a program with its script.
func run(args ...string) func(*programs) ([]string, error) {
	return func(*programs) ([]string, error) { return append([]string{}, args...), nil }
}

// golang runs clients/golang.
func golang(p *programs) ([]string, error) {
	dir, err := p.golang()
	return []string{filepath.Join(dir, "golang")}, err
}

// java runs a class of clients/java.
func java(class string) func(*programs) ([]string, error) {
	return func(p *programs) ([]string, error) {
		dir, err := p.java()
		return []string{"java", "-cp", pgjdbc + ":" + dir, class}, err
	}
}

// pgjdbc is where Debian's package puts the driver.
const pgjdbc = "/usr/share/java/postgresql.jar"

// programs are the ones that are compiled, each when it is first run, and the directory where they are.
type programs struct{ golang, java func() (string, error) }

func compiled(dir string) *programs {
	build := func(args ...string) func() (string, error) {
		return sync.OnceValues(func() (string, error) {
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
			}
			return dir, nil
		})
	}
	return &programs{
		golang: build("go", "build", "-o", filepath.Join(dir, "golang"), "./clients/golang"),
		java:   build("javac", "-cp", pgjdbc, "-d", dir, "clients/java/Forms.java", "clients/java/Json.java", "clients/java/Metabase.java"),
	}
}
