package integration

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
)

// withMemory gives a proxy a library on a state store of its own, which other proxies may share.
func withMemory(t testing.TB, c state.Config) func(*proxy.Config, *translate.Config) {
	t.Helper()
	c.Tables, c.Timeout = []state.Tables{{Owner: "lessons", Migrations: lessons.Migrations()}}, time.Minute
	s, err := state.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	l, err := lessons.Open(t.Context(), lessons.Config{Store: s})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return func(_ *proxy.Config, tc *translate.Config) {
		tc.Lessons, tc.PinWriters, tc.LessonReaders, tc.LogReaders = l, []string{"dba"}, []string{"dba"}, []string{"dba"}
		tc.Recent = recent{s.Area("answers", state.Limits{Age: time.Hour})}
	}
}

// asRole is the URL argument of psql for another role than demo.
func (r *rig) asRole(role, script string) (stdout, stderr string) {
	return r.psql(script, "-qAt", "-d", r.url(role))
}

// A conversation in psql: pinned by one role at one proxy, used by another at another, that shares its state.
func TestTwoProxiesShareTheirMemory(t *testing.T) {
	t.Parallel()
	shared := state.Config{URL: sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")}
	one, two := setup(t, withMemory(t, shared)), setup(t, withMemory(t, shared))

	out, errs := one.asRole("dba", "ASK pin: cheapest 4 goods => SELECT p.id FROM products p ORDER BY p.price, p.id LIMIT 4;")
	if !strings.Contains(out, "|cheapest 4 goods|cheapest [number] goods|SELECT p.id FROM public.products p ORDER BY p.price, p.id LIMIT $1") {
		t.Fatalf("pin: %s%s", out, errs)
	}
	out, errs = one.psql("ASK show returns;\nASK 2;\n", "-qAt")
	if !strings.Contains(errs, "fits more than one table") || strings.Count(out, "\n") < 100 {
		t.Fatalf("show returns: %d lines\n%s", strings.Count(out, "\n"), errs)
	}
	began := time.Now()
	for {
		out, errs = two.psql("ASK please show me the cheapest two goods;\nASK how many returns are there;", "-qAt")
		if strings.Contains(errs, "The pinned question “cheapest 4 goods”") && strings.Count(out, "\n") == 3 {
			break
		}
		if time.Since(began) > patience {
			t.Fatalf("the other proxy does not know: %s%s", out, errs)
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("known to the other proxy after %v", time.Since(began))
	if _, errs := two.asRole("dba", "ASK how many returns are there;"); !strings.Contains(errs, "fits more than one table") {
		t.Errorf("what demo taught binds dba: %s", errs)
	}
	if out, _ := two.asRole("dba", "SELECT count(*), min(status), min(author) FROM ask_lessons() WHERE words = 'returns'"); out != "1|proposed|demo\n" {
		t.Errorf("dba sees of it: %s", out)
	}
}

// The relations of the proxy's own stand wherever a table may.
func TestOwnRelations(t *testing.T) {
	t.Parallel()
	ownRelations(t, setup(t, withMemory(t, state.Config{Dir: t.TempDir()}), readsLog))
}

// readsLog lets demo read what others ask.
func readsLog(_ *proxy.Config, c *translate.Config) { c.LogReaders = []string{"demo"} }

func ownRelations(t *testing.T, r *rig) {
	t.Helper()
	if _, errs := r.asRole("dba", "ASK pin: the goods => SELECT id FROM products"); strings.Contains(errs, "ERROR") {
		t.Fatal(errs)
	}
	for _, tt := range []struct{ script, want string }{
		{"SELECT question, status, uses, last_use IS NULL FROM ask_pins()", "the goods|approved|0|t\n"},
		{"SELECT p.question, s.column_name FROM ask_pins() p JOIN ask_schema() s ON s.table_name = 'products' AND s.position = 1", "the goods|id\n"},
		{"SELECT count(*) FROM ask_lessons() l WHERE l.confidence > 0.5", "0\n"},
		{"COPY (SELECT question FROM ask_pins() WHERE created > now() - interval '1 day') TO STDOUT", "the goods\n"},
		{"WITH s AS (SELECT * FROM ask_schema() WHERE table_name = 'regions') SELECT count(*) > 1, bool_and(type <> '') FROM s", "t|t\n"},
		{"SELECT id, created FROM ask_pins() \\gdesc\n", "id|text\ncreated|timestamp with time zone\n"},
		{"BEGIN; SELECT count(*) FROM ask_pins(); SELECT count(*) FROM ask('the good'); ROLLBACK;", "1\n288\n"},
		{"SET ask.lessons = off; SELECT count(*) FROM ask_pins(); RESET ask.lessons;", "1\n"},
		{"SELECT * FROM ask_good();", ""},
	} {
		out, errs := r.psql(tt.script, "-qAt")
		if d := cmp.Diff(tt.want, out); d != "" {
			t.Errorf("%s\n(-want +got):\n%s%s", tt.script, d, errs)
		}
	}
	out, errs := r.psql("ASK how many products;\nASK good:;\nSELECT feedback LIKE 'noted: the answer%was wrong' FROM ask_bad('it is not');\nASK pin: the things => SELECT 1;", "-qAt")
	if !strings.HasPrefix(out, "288\nnoted: the answer to “how many products” was right\nt\n") || !strings.Contains(errs, `the role "demo" may not pin`) {
		t.Errorf("feedback: %s%s", out, errs)
	}
}

// Without its state store the proxy answers, and says what it cannot do.
func TestStateStoreAway(t *testing.T) {
	t.Parallel()
	r := setup(t, withMemory(t, state.Config{Dir: filepath.Join("/dev/null", "nowhere")}))
	out, errs := r.psql("ASK how many products;\nSELECT 7;\nSELECT count(*) FROM ask_pins();\nSELECT 8;", "-qAt")
	if out != "288\n7\n8\n" || !strings.Contains(errs, "cannot be read now") {
		t.Errorf("%s%s", out, errs)
	}
	if _, errs := r.asRole("dba", "ASK pin: x => SELECT 1;"); !strings.Contains(errs, "not pinned") {
		t.Errorf("pin: %s", errs)
	}
}

// recent keeps questions and answers in a state store.
type recent struct{ area *state.Area }

func (r recent) Load(ctx context.Context, id string) ([]byte, bool) {
	data, ok, err := r.area.Get(ctx, id)
	return data, ok && err == nil
}

func (r recent) Keep(ctx context.Context, id string, data []byte, _ bool) {
	_ = r.area.Put(ctx, id, data) // at once, so that no test waits
}

// TestPinsOfOthers are listed for who may read the log; who may pin and not read it sees that they are there, to
// remove them. They answer everybody's questions, and those of the command line are everybody's to see.
func TestPinsOfOthers(t *testing.T) {
	t.Parallel()
	r := setup(t, withMemory(t, state.Config{Dir: t.TempDir()}), func(_ *proxy.Config, c *translate.Config) {
		c.PinWriters, c.LogReaders = []string{"dba", "demo"}, []string{"dba"}
	}, func(c *proxy.Config, tc *translate.Config) {
		for name := range c.Datasources {
			p, err := lessons.NewPin(name, "shelves", "SELECT count(*) FROM products")
			if err == nil {
				err = tc.Lessons.AddPin(t.Context(), p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	for role, pin := range map[string]string{"dba": "the goods => SELECT id FROM products", "demo": "my regions => SELECT id FROM regions"} {
		if _, errs := r.asRole(role, "ASK pin: "+pin); strings.Contains(errs, "ERROR") {
			t.Fatal(errs)
		}
	}
	const all = "SELECT question, statement <> '' AS told, author FROM ask_pins() ORDER BY 3, 1;"
	for role, want := range map[string]string{
		"dba":      "shelves|t|\nthe goods|t|dba\nmy regions|t|demo\n",
		"demo":     "shelves|t|\n|f|dba\nmy regions|t|demo\n",
		"postgres": "shelves|t|\n",
	} {
		if out, errs := r.asRole(role, all); out != want {
			t.Errorf("%s sees %q %s", role, out, errs)
		}
	}
	if out, errs := r.psql("ASK the goods;", "-qAt"); strings.Count(out, "\n") != 288 {
		t.Errorf("demo is answered %q %s", out, errs)
	}
}

// TestPinsOfWhatIsNotMine: a pin over what a role may not read in the database tells it neither the table nor its
// columns; who pins sees it.
func TestPinsOfWhatIsNotMine(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withMemory(t, state.Config{Dir: t.TempDir()}))
	for _, sql := range []string{"CREATE VIEW v_pay AS SELECT employee_id AS who, yearly_amount AS figure FROM salaries", "GRANT SELECT ON v_pay TO dba"} {
		if out, errs := r.asRole("postgres", sql); errs != "" {
			t.Fatal(out, errs)
		}
	}
	for _, pin := range []string{"what do people earn => SELECT who, figure FROM v_pay", "the goods => SELECT id FROM products"} {
		if _, errs := r.asRole("dba", "ASK pin: "+pin); strings.Contains(errs, "ERROR") {
			t.Fatal(errs)
		}
	}
	const all = "SELECT question FROM ask_pins() ORDER BY 1;"
	if out, errs := r.asRole("dba", all); out != "the goods\nwhat do people earn\n" {
		t.Errorf("who pins sees %q %s", out, errs)
	}
	if out, errs := r.psql(all, "-qAt"); out != "" {
		t.Errorf("who may not read the log sees of others %q %s", out, errs)
	}
	out, errs := r.psql("ASK what do people earn;\nASK sql: what do people earn;\nASK explain: what do people earn;\nSELECT * FROM ask_pins();", "-qAt")
	if told := out + errs; strings.Contains(told, "v_pay") || strings.Contains(told, "figure") || !strings.Contains(told, "was not used") {
		t.Errorf("it is told\n%s", told)
	}
}
