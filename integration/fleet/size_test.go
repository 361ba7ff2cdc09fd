package fleet

import (
	"context"
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
)

// many are records as a fleet writes them, spread over the month so far: an intent and an outcome for each question.
const many = `INSERT INTO pgask_audit (log, seq, time, event, id, outcome, datasource, role, application, question, sql, relations, proxy, session, record)
	SELECT 'log-' || n % 3, n, at, event, lpad(to_hex(q), 12, '0'), outcome, 'shop', role, 'report', question, sql, '{public.orders}', 'edge-' || n % 3, 's', jsonb_build_object(
		'seq', n, 'v', 1, 'event', event, 'id', lpad(to_hex(q), 12, '0'), 'time', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'proxy', 'edge-' || n % 3,
		'datasource', 'shop', 'role', role, 'question', question, 'sql', sql, 'outcome', outcome, 'relations', '["public.orders"]'::jsonb, 'engine', 'builtin')
	FROM (SELECT n, n / 2 AS q, CASE n % 2 WHEN 0 THEN 'intent' ELSE 'outcome' END AS event, CASE n % 2 WHEN 1 THEN 'answered' END AS outcome,
		'role_' || n / 2 % 500 AS role, 'how many orders has customer ' || n / 2 AS question, 'SELECT count(*) FROM public.orders WHERE customer_id = ' || n / 2 AS sql,
		date_trunc('month', now()) + (now() - date_trunc('month', now())) * (n::float8 / $2::int8) AS at
		FROM generate_series($1::int8, $1::int8 + 499999) n WHERE n <= $2::int8) r`

// TestManyRecords: the pages over the table are there within a second, at ten million records in make fleet and at two hundred thousand
// in CI; PGASK_FLEET_RECORDS says another number.
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
	for from := 1; from <= records; from += 500_000 {
		if _, err := conn.Exec(t.Context(), many, from, records); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := conn.Exec(t.Context(), "ANALYZE pgask_audit"); err != nil {
		t.Fatal(err)
	}
	var size string
	if err := conn.QueryRow(t.Context(), "SELECT pg_size_pretty(sum(pg_total_relation_size(inhrelid))) FROM pg_inherits WHERE inhparent = 'pgask_audit'::regclass").Scan(&size); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d records made in %v, %s with indexes", records, time.Since(began).Round(time.Second), size)
	r := &auditfleet.Reader{URL: url, Table: "pgask_audit"}
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
	get := func(path string, form url.Values) string {
		t.Helper()
		began := time.Now()
		fetch := func() (*http.Response, error) { return client.Get(web.URL + path) }
		if form != nil {
			fetch = func() (*http.Response, error) { return client.PostForm(web.URL+path, form) }
		}
		resp, err := fetch()
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		took := time.Since(began)
		t.Logf("page %s: %d in %v", path, resp.StatusCode, took.Round(time.Millisecond))
		if err != nil || resp.StatusCode != http.StatusOK || took > 10*time.Second {
			t.Errorf("%s: %d in %v, %v: %.500s", path, resp.StatusCode, took, err, body)
		}
		return string(body)
	}
	get("/login", url.Values{"token": {token}})
	late := fmt.Sprint("customer ", records/2-1000)
	for path, want := range map[string]string{"/questions": "how many orders", "/questions?role=role_77": "role_77", "/questions?proxy=edge-2": "edge-2",
		"/questions?q=" + url.QueryEscape(late): late, "/usage?span=24h": "builtin", "/usage?span=30d": "builtin", "/questions?count=on&role=role_77": "fit"} {
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
