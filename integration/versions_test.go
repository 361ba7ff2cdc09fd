package integration

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
)

// release is a server of one version, with the roles of a strict one and a shop to which demo and dba have access
// without a password.
type release struct {
	sandboxtest.Version
	*strict
}

const shopDB = "shop"

// rig is a proxy in front of the release's shop.
func (v release) rig(t *testing.T, change ...func(*proxy.Config, *translate.Config)) *rig {
	t.Helper()
	return setupOn(t, shopDB, append([]func(*proxy.Config, *translate.Config){func(pc *proxy.Config, _ *translate.Config) {
		pc.Datasources[shopDB] = upstreamOf(t, v.Server, shopDB)
	}}, change...)...)
}

// proof is something that is shown on the servers of all versions: a row of the table in docs/engines.md.
type proof struct {
	what  string
	since int // the first version that has it; 0: all
	run   func(release, *testing.T)
}

// proofs are done in this order, each with t.Parallel in it beside the others.
var proofs = []proof{
	{"what tools read of a catalog is the same through pgask, to the byte", 0, release.metadata}, // alone, before others make types
	{"every conversation that the tests know is the same through pgask, message by message", 0, release.conversations},
	{"a question in every form: people's, drivers' and BI tools'", 0, release.forms},
	{"clarifications, answers to them, follow-ups, feedback, by psql", 0, release.followUps},
	{"pins, lessons, `ask_schema()` and the audit log as relations", 0, release.relations},
	{"EXPLAIN, row-level security, transactions, temporary tables, roles", 0, release.sessions},
	{"a question is cancelled by libpq 18", 0, release.cancelledQuestion},
	{"libpq 18 agrees with the server on a protocol through pgask: 3.2 with long cancel keys from PostgreSQL 18 on", 0, release.protocols},
	{"libpq 18 logs in and cancels: plain, TLS, direct TLS to pgask; `relay`, `password`, `scram`; channel binding", 0, release.logins},
	{"direct TLS from pgask to the server (`sslnegotiation=direct`)", 17, nil}, // by logins
	{"SCRAM keys in a password's place", 0, release.keys},
}

// TestVersions does all of it on a server of every version.
func TestVersions(t *testing.T) {
	for _, version := range sandboxtest.Versions(t) {
		t.Run(version.String(), func(t *testing.T) {
			t.Parallel()
			v := release{version, newStrict(t, func(o *sandbox.Options) {
				o.Programs = version.Programs
				o.HBA += "\nhost shop demo,dba 127.0.0.1/32 trust\nhost postgres postgres 127.0.0.1/32 trust"
			})}
			if got := majorOf(t, v.Server); got != version.Major {
				t.Fatalf("this is PostgreSQL %d", got)
			}
			if err := v.CreateDatabase(t.Context(), shopDB); err != nil {
				t.Fatal(err)
			}
			if err := v.LoadShop(t.Context(), shopDB); err != nil {
				t.Fatal(err)
			}
			for i, p := range proofs {
				if p.run != nil && p.since <= v.Major {
					t.Run(fmt.Sprintf("%d", i+1), func(t *testing.T) { p.run(v, t) })
				}
			}
		})
	}
}

// metadata is what tools read of this version's catalogs.
func (v release) metadata(t *testing.T) {
	r := v.rig(t)
	sameBy(t, v.Server, protocol32, r.addr, readMetadata, "user", "demo", "database", shopDB)
	if n := len(r.journal.all()); n != 0 {
		t.Errorf("%d of them were taken for questions", n)
	}
}

// conversations are compared with those of a client that is connected to the server itself. All of them ask for
// protocol 3.2, which servers before 18 negotiate down.
func (v release) conversations(t *testing.T) {
	t.Parallel()
	proxied := inFront(t, v.Addr())
	for group, conversations := range map[string]map[string]func(*peer){"simple": simpleConversations, "extended": extendedConversations,
		"copy": copyConversations, "idle": idleConversations, "half closed": halfClosed} {
		for name, play := range conversations {
			t.Run(group+"/"+name, func(t *testing.T) {
				t.Parallel()
				sameBy(t, v.Server, protocol32, proxied, play)
			})
		}
	}
}

// forms are all ways to put a question into a statement, people's and tools'.
func (v release) forms(t *testing.T) {
	t.Parallel()
	w := v.rig(t, withModel(knows)).wire()
	w.tb = t
	for _, f := range slices.Concat(ownForms, toolForms) {
		if f.known(v.Major) {
			w.form(f)
		}
	}
	w.unchanged("I")
}

func (v release) followUps(t *testing.T) {
	t.Parallel()
	psqlConversation(t, v.rig(t, withComparer))
}

func (v release) relations(t *testing.T) {
	t.Parallel()
	ownRelations(t, v.rig(t, withMemory(t, state.Config{Dir: t.TempDir()}), readsLog))
	dir, change := withLog(t)
	logRelation(t, dir, v.rig(t, change))
}

// sessions: what belongs to the caller's session stays as it is, and a question sees it.
func (v release) sessions(t *testing.T) {
	t.Parallel()
	r := v.rig(t, withModel(own))
	for way, messages := range everyWay("product count") {
		w := r.wire()
		w.tb = t
		w.query("BEGIN; SET LOCAL work_mem = '5MB'; CREATE TEMP TABLE mine (v int) ON COMMIT DROP; DECLARE theirs CURSOR FOR SELECT generate_series(1, 9)",
			"C BEGIN", "C SET", "C CREATE TABLE", "C DECLARE CURSOR", "Z T")
		before := w.value(session)
		w.send(messages...)
		if lines := w.turn(1); !strings.Contains(strings.Join(lines, "\n"), "288") || lines[len(lines)-1] != "Z T" {
			t.Errorf("%s: %q", way, lines)
		}
		if after := w.value(session); after != before {
			t.Errorf("%s: before %q\nafter  %q", way, before, after)
		}
		w.query("INSERT INTO mine VALUES (7)", "C INSERT 0 1", "Z T")
		w.query("ASK my notes", "T v", "D 7", "C SELECT 1", "Z T")
		w.query("FETCH theirs", "T generate_series", "D 1", "C FETCH 1", "Z T")
		w.query("ROLLBACK", "C ROLLBACK", "Z I")
		w.query("ASK support tickets", "T n", "D 208", "C SELECT 1", "Z I") // of one region, by row-level security
		w.query("ASK salaries", "E QA…", "Z I")
		w.query("EXPLAIN (COSTS OFF) SELECT n FROM ask('product count') t", "T QUERY PLAN", "D Aggregate", "D   ->  Seq Scan on products", "C EXPLAIN", "Z I")
	}
}

const (
	versionsDoc                = "../docs/engines.md"
	versionsBegin, versionsEnd = "<!-- versions -->\n", "<!-- end -->\n"
)

// The table in docs/engines.md names what is shown on which version, as it stands above.
func TestVersionsAreDocumented(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(versionsDoc)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), versionsBegin)
	table, after, ok2 := strings.Cut(rest, versionsEnd)
	if !ok || !ok2 {
		t.Fatal("no table of versions in the documentation")
	}
	var want strings.Builder
	want.WriteString("| on PostgreSQL")
	for _, major := range sandboxtest.Majors {
		fmt.Fprintf(&want, " | %d", major)
	}
	want.WriteString(" |\n|---" + strings.Repeat("|---", len(sandboxtest.Majors)) + "|\n")
	for _, p := range proofs {
		want.WriteString("| " + p.what)
		for _, major := range sandboxtest.Majors {
			want.WriteString(" | " + map[bool]string{true: "yes", false: "–"}[p.since <= major])
		}
		want.WriteString(" |\n")
	}
	if *update {
		if err := os.WriteFile(versionsDoc, []byte(before+versionsBegin+want.String()+versionsEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want.String(), table); diff != "" {
		t.Errorf("%s (-want +got; -update writes it):\n%s", versionsDoc, diff)
	}
}
