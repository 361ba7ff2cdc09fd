package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/console"
	auditfleet "github.com/pgask/pgask/audit/fleet"
	"github.com/pgask/pgask/audit/usage"
)

// many are records as a fleet writes them, spread over the month so far: an intent and an outcome for each question,
// of 500 roles, about 41 tables, some refused and some failed, from three logs.
const many = `INSERT INTO pgask_audit (log, seq, time, event, id, outcome, sqlstate, datasource, role, application, question, sql, relations, rule, policy, proxy, session, record)
	SELECT log, row_number() OVER (PARTITION BY log ORDER BY n) + $1::int8 / 3, at, event, id, outcome, sqlstate, 'shop', role, 'report', question, sql, relations, rule, policy, proxy, 's',
		jsonb_strip_nulls(jsonb_build_object('seq', n, 'v', 1, 'event', event, 'id', id, 'time', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'proxy', proxy,
		'datasource', 'shop', 'role', role, 'question', question, 'sql', sql, 'outcome', outcome, 'sqlstate', sqlstate, 'rule', rule, 'policy', policy, 'relations', to_jsonb(relations),
		'engine', CASE WHEN r % 5 = 0 THEN 'model' ELSE 'builtin' END, 'model', CASE WHEN r % 5 = 0 THEN 'large' END, 'tokens_in', CASE WHEN r % 5 = 0 AND event = 'outcome' THEN 1500 + r % 900 END,
		'total_ns', CASE event WHEN 'outcome' THEN (exp((r % 1000) / 150.0 - 5) * 1e9)::int8 END))
	FROM (SELECT *, CASE WHEN event = 'outcome' THEN CASE WHEN r % 20 = 0 THEN 'refused' WHEN r % 50 = 1 THEN 'failed' WHEN r % 50 = 2 THEN 'unanswered' ELSE 'answered' END END AS outcome,
		CASE WHEN event = 'outcome' THEN CASE WHEN r % 20 = 0 THEN 'QA003' WHEN r % 50 = 1 THEN '57014' WHEN r % 50 = 2 THEN 'QA001' END END AS sqlstate,
		CASE WHEN event = 'outcome' AND r % 20 = 0 THEN 'policy' END AS rule, CASE WHEN event = 'outcome' AND r % 20 = 0 THEN 'policy_' || r % 7 END AS policy
	FROM (SELECT n, r, CASE n % 2 WHEN 0 THEN 'intent' ELSE 'outcome' END AS event, 'log-' || n / 2 % 3 AS log, 'edge-' || n / 2 % 3 AS proxy, lpad(to_hex(n / 2), 12, '0') AS id,
		'role_' || r % 500 AS role, 'how many orders has customer ' || n / 2 AS question, 'SELECT count(*) FROM public.orders WHERE customer_id = ' || n / 2 AS sql,
		CASE WHEN r % 3 = 0 THEN ARRAY['public.orders', 'public.table_' || r % 40] ELSE ARRAY['public.table_' || r % 40] END AS relations,
		date_trunc('month', now()) + (now() - date_trunc('month', now())) * ((n / 2 * 2)::float8 / $2::int8) AS at
	FROM (SELECT n, hashint8(n / 2) & 2147483647 AS r FROM generate_series($1::int8 + 1, least($1::int8 + 600000, $2::int8)) n) s) a) b`

// TestManyRecords: the pages over the table are there within a second, at ten million records in make fleet and at
// two hundred thousand in CI; PGASK_FLEET_RECORDS says another number.
func TestManyRecords(t *testing.T) {
	t.Parallel()
	records := 200_000
	if whole() {
		records = 10_000_000
	}
	if n, err := strconv.Atoi(os.Getenv("PGASK_FLEET_RECORDS")); err == nil {
		records = n
	}
	f := newFleet(t, 1, "")
	l := f.churn(1)
	eventually(t, "nothing is answered", func() bool { return l.answered.Load() > 3 })
	l.stop()
	f.agree(t, l)
	url := f.kept.URL("kept", "postgres")
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	// The partition of the month is made with the first record that is copied.
	eventually(t, "nothing is copied", func() bool {
		var copied bool
		return conn.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pgask_audit)").Scan(&copied) == nil && copied
	})
	began := time.Now()
	for from := 0; from < records; from += 600_000 {
		if _, err := conn.Exec(t.Context(), many, from, records); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d records made in %v", records, time.Since(began).Round(time.Second))
	untilIndexed(t, f, conn)
	if _, err := conn.Exec(t.Context(), "VACUUM ANALYZE pgask_audit"); err != nil {
		t.Fatal(err)
	}
	var size string
	if err := conn.QueryRow(t.Context(), "SELECT pg_size_pretty(sum(pg_total_relation_size(inhrelid))) FROM pg_inherits WHERE inhparent = 'pgask_audit'::regclass").Scan(&size); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s with indexes", size)
	r := &auditfleet.Reader{URL: url, Table: "pgask_audit"}
	untilCounted(t, r)
	if _, err := conn.Exec(t.Context(), "VACUUM ANALYZE pgask_audit_usage"); err != nil { // as autovacuum does
		t.Fatal(err)
	}
	const scan = 128 << 20 // as a page of the console
	for name, look := range map[string]func(context.Context) (int, error){
		"the newest hundred": newest(r, audit.Query{Questions: 100, Scan: scan}),
		"of a role":          newest(r, audit.Query{Questions: 100, Scan: scan, Role: "role_77"}),
		"of a proxy":         newest(r, audit.Query{Questions: 100, Scan: scan, Proxy: "edge-2"}),
		"of an hour":         newest(r, audit.Query{Questions: 100, Scan: scan, Since: time.Now().Add(-2 * time.Hour), Until: time.Now().Add(-time.Hour)}),
		"one question": func(ctx context.Context) (int, error) {
			found, err := r.Find(ctx, fmt.Sprintf("%012x", records/4))
			return len(found), err
		},
		"whose logs": func(ctx context.Context) (int, error) {
			s, err := r.Scope(ctx)
			return len(s.Logs), err
		},
	} {
		began := time.Now()
		n, err := look(t.Context())
		took := time.Since(began)
		t.Logf("%s: %d in %v", name, n, took.Round(time.Millisecond))
		if err != nil || n == 0 || took > time.Second && whole() || took > 10*time.Second {
			t.Errorf("%s: %d in %v, %v", name, n, took, err)
		}
	}
	pages(t, r, records)
}

// untilIndexed makes the extension for pieces of texts, as an operator may at any time, and waits until a proxy has
// indexed them.
func untilIndexed(t *testing.T, f *fleet, conn *pgx.Conn) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), "CREATE EXTENSION pg_trgm; ALTER DATABASE kept SET maintenance_work_mem = '512MB'"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	f.proxies[0].restart(self(t))
	for made := false; !made; time.Sleep(time.Second) {
		err := conn.QueryRow(t.Context(), "SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('pgask_audit_by_texts')), false)").Scan(&made)
		if err != nil || time.Since(began) > time.Hour {
			t.Fatal("no index of texts", err)
		}
	}
	var size string
	if err := conn.QueryRow(t.Context(), "SELECT pg_size_pretty(sum(pg_relation_size(inhrelid))) FROM pg_inherits WHERE inhparent = 'pgask_audit_by_texts'::regclass").Scan(&size); err != nil {
		t.Fatal(err)
	}
	t.Logf("texts indexed in %v, %s", time.Since(began).Round(time.Second), size)
}

// untilCounted waits until the proxy has counted what it finds in the table, as it does after an upgrade, and checks
// the counts.
func untilCounted(t *testing.T, r *auditfleet.Reader) {
	t.Helper()
	began := time.Now()
	day := usage.Query{Begins: []time.Time{time.Now().Add(-time.Hour), time.Now()}}
	for _, err := r.Usage(t.Context(), day); err != nil; _, err = r.Usage(t.Context(), day) {
		if !errors.Is(err, auditfleet.ErrUncounted) || time.Since(began) > time.Hour {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
	}
	t.Logf("counted in %v", time.Since(began).Round(time.Second))
	began = time.Now()
	if wrong, err := r.VerifyUsage(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("counts are not those of the records: %v, %v", wrong, err)
	}
	t.Logf("counts verified in %v", time.Since(began).Round(time.Second))
}

// pages looks at the console's pages over the table, as a browser does.
func pages(t *testing.T, r *auditfleet.Reader, records int) {
	t.Helper()
	const token = "a token that is long enough"
	c, err := console.New(console.Config{AuditDir: t.TempDir(), Reader: r, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(c)
	defer web.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	fetch := func(path string, form url.Values) (body []byte, status int, took time.Duration, err error) {
		began := time.Now()
		ask := func() (*http.Response, error) { return client.Get(web.URL + path) }
		if form != nil {
			ask = func() (*http.Response, error) { return client.PostForm(web.URL+path, form) }
		}
		resp, err := ask()
		if err != nil {
			return nil, 0, 0, err
		}
		defer resp.Body.Close()
		body, err = io.ReadAll(resp.Body)
		return body, resp.StatusCode, time.Since(began), err
	}
	get := func(path string, form url.Values) string {
		t.Helper()
		limit := 10 * time.Second
		switch {
		case strings.Contains(path, "Kathmandu"):
			limit = 20 * time.Second // counts are tried, and then what six seconds of records reach
		case whole():
			limit = time.Second
		}
		for try := 1; ; try++ { // a page that something else on the machine held up is looked at again
			body, status, took, err := fetch(path, form)
			t.Logf("page %s: %d in %v", path, status, took.Round(time.Millisecond))
			switch {
			case err == nil && status == http.StatusOK && took <= limit:
				return string(body)
			case try == 3 || form != nil:
				t.Errorf("%s: %d in %v, %v: %.500s", path, status, took, err, body)
				return string(body)
			}
		}
	}
	get("/login", url.Values{"token": {token}})
	late := fmt.Sprint("customer ", records/200)
	for path, want := range map[string]string{"/questions": "how many orders", "/questions?role=role_77": "role_77", "/questions?proxy=edge-2": "edge-2",
		"/questions?q=" + url.QueryEscape(late): late, "/questions?q=customer": "how many orders", "/questions?q=no+such+words": "No question fits",
		"/questions?table=table_17": "table_17", "/questions?policy=policy_3": "policy_3", "/questions?session=nobodys": "No question fits", "/usage?span=24h": "builtin", "/usage?span=30d": "Times are to within", "/usage?span=90d": "public.orders",
		"/usage?span=30d&role=role_77":         "role_77",
		"/usage?span=30d&zone=Europe%2FBerlin": "builtin",
		"/usage?span=30d&proxy=edge-2":         "builtin", "/usage?span=30d&zone=Asia%2FKathmandu": "builtin", "/questions?count=on&role=role_77": "fit",
		"/questions?count=on&policy=policy_3": "questions fit, counted"} {
		if body := get(path, nil); !strings.Contains(body, want) {
			t.Errorf("%s does not hold %q", path, want)
		}
	}
}

func newest(r *auditfleet.Reader, q audit.Query) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		found, _, err := r.Newest(ctx, q)
		return len(found), err
	}
}
