package guard

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// reads judges statements by a database.
type reads struct {
	url        string
	path       string   // the search_path of open
	extensions []string // schemas that a path of the statement's own has besides
	own, open  *reader  // on a path of the statement's own, and on one with the schemas of others
	plain      belief
	policed    belief // under a policy that masks and denies
}

// newReads is about a database with testdata/servertree.sql.
func newReads(tb testing.TB) *reads {
	tb.Helper()
	script, err := os.ReadFile("testdata/servertree.sql")
	if err != nil {
		tb.Fatal(err)
	}
	owner, _ := workshop(tb, string(script))
	url := sandboxtest.Server(tb).URL(databaseOf(tb, owner), "guard_reader")
	return readsOf(tb, owner, url, "app, evil, public", Policy{}, Policy{
		MaskedColumns: []string{"pay.*.salary"}, DeniedColumns: []string{"pay.*.ssn"}, DeniedTables: []string{"pay.secret"}})
}

// readsOf is about any database, which its owner prepares and in which somebody at url reads.
func readsOf(tb testing.TB, owner *pgconn.PgConn, url, path string, plain, policed Policy) *reads {
	tb.Helper()
	do(tb, owner, `ALTER DATABASE "`+databaseOf(tb, owner)+`" SET log_min_messages = panic`) // or every tree goes into the log
	r := (&reads{url: url, path: path, extensions: plain.ExtensionSchemas}).again(tb)
	objects := objectsOf(tb, owner)
	r.plain = belief{mustGuard(tb, plain), r.open.snapshot, objects}
	r.policed = belief{mustGuard(tb, policed), r.open.snapshot, objects}
	return r
}

func mustGuard(tb testing.TB, p Policy) *Guard {
	tb.Helper()
	g, err := New(p)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// again is the same with sessions of its own.
func (r *reads) again(tb testing.TB) *reads {
	tb.Helper()
	more := *r
	more.own, more.open = newReader(tb, r.url, "pg_catalog, "+strings.Join(append(r.extensions, "pg_temp"), ", ")), newReader(tb, r.url, r.path)
	return &more
}

// asked is a statement that the guard allows, and what is wrong with that.
type asked struct {
	sql     string
	verdict Verdict
	err     error
	wrong   []string
}

// way is how a statement is proven and read.
type way struct {
	policed, own bool // under the policy, and on a path of its own
	text         text
}

// text is which text of a statement the server reads.
type text string

const (
	sent     text = "sent"
	readable text = "readable"
	draft    text = "draft"
)

func (w way) String() string {
	name := string(w.text)
	if w.policed {
		name += ", policed"
	}
	if w.own {
		name += ", own path"
	}
	return name
}

var ways = []way{{text: sent}, {policed: true, text: sent}, {own: true, text: sent}, {policed: true, own: true, text: sent},
	{text: readable}, {policed: true, text: draft}}

// judge proves statements and has the server read those that are allowed.
func (r *reads) judge(tb testing.TB, how way, statements []string) []asked {
	tb.Helper()
	b, session := r.plain, r.open
	if how.policed {
		b = r.policed
	}
	if how.own {
		session = r.own
	}
	var all []asked
	var texts []string
	for _, sql := range statements {
		v := b.guard.Check(sql, Facts{Snapshot: r.open.snapshot, OwnPath: how.own})
		if v.Decision != Allow {
			continue
		}
		all = append(all, asked{sql: sql, verdict: v})
		texts = append(texts, map[text]string{sent: v.Sent, readable: v.SQL, draft: sql}[how.text])
	}
	for i, read := range session.read(tb, texts) {
		if all[i].err = read.err; read.err == nil {
			all[i].wrong = b.wrong(all[i].verdict, read.tree)
		}
	}
	return all
}

// TestServerReads has a server read statements of which the guard believes to know what they are about: PGASK_ORACLE
// says how many.
func TestServerReads(t *testing.T) {
	t.Parallel()
	wanted := 1_200
	if n, err := strconv.Atoi(os.Getenv("PGASK_ORACLE")); err == nil {
		wanted = n
	}
	r := newReads(t)
	for i, how := range ways {
		t.Run(how.String(), func(t *testing.T) {
			t.Parallel()
			r.again(t).generated(t, how, uint64(i), wanted/len(ways))
		})
	}
}

// generated judges statements of a generator until so many are read.
func (r *reads) generated(t *testing.T, how way, seed uint64, wanted int) {
	g := newGenerator(seed, r.open.snapshot.Tables)
	g.rows = how.text == sent // what is sent has none, and so reads less than the draft
	made, read, reported := 0, 0, map[string]bool{}
	refused := map[string]int{} // by the server, with its reasons
	for read < wanted && made < 100*wanted {
		batch := make([]string, 200)
		for i := range batch {
			batch[i] = g.statement()
		}
		made += len(batch)
		for _, a := range r.judge(t, how, batch) {
			if a.err != nil {
				refused[a.err.Error()]++
				continue
			}
			read++
			if len(a.wrong) > 0 && !reported[a.wrong[0]] && len(reported) < 5 {
				reported[a.wrong[0]] = true
				small := r.shrink(t, how, a)
				t.Errorf("the server sees more than the guard:\n%s\n%s\nfrom %s", strings.Join(small.wrong, "\n"), small.sql, a.sql)
			}
		}
	}
	t.Logf("PostgreSQL %d: %d statements read, of %d; %d reasons to refuse others that the guard allows", r.plain.objects.major, read,
		made, len(refused))
	if read < wanted {
		t.Errorf("only %d of %d statements are allowed and read: %v", read, made, refused)
	}
}

// shrink leaves tokens of a statement out as long as the same is wrong with it.
func (r *reads) shrink(tb testing.TB, how way, a asked) asked {
	tokens := tokensOf(a.sql)
	for size := len(tokens) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= len(tokens); {
			fewer := append(append([]token{}, tokens[:at]...), tokens[at+size:]...)
			again := r.judge(tb, how, []string{joined(fewer)})
			if len(again) == 1 && again[0].err == nil && len(again[0].wrong) > 0 && kindOfWrong(again[0]) == kindOfWrong(a) {
				tokens, a = fewer, again[0]
			} else {
				at += max(1, size/2)
			}
		}
	}
	return a
}

func kindOfWrong(a asked) string { kind, _, _ := strings.Cut(a.wrong[0], ":"); return kind }
