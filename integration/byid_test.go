package integration

import (
	"cmp"
	"encoding/json"
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/state"
)

// TestPoolAnswersById: every statement goes through a connection of its own, through one or the other of two proxies
// with one state store, as behind a load balancer and a pool. The id in DETAIL joins them.
func TestPoolAnswersById(t *testing.T) {
	t.Parallel()
	shared := state.Config{URL: sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")}
	proxies := []*rig{setup(t, withMemory(t, shared)), setup(t, withMemory(t, shared))}
	n, told := 0, ""
	query := func(role, sql string) ([][]string, *pgconn.PgError) {
		t.Helper()
		n++
		cfg, err := pgx.ParseConfig(proxies[n%2].url(role, "default_query_exec_mode", "simple_protocol"))
		if err != nil {
			t.Fatal(err)
		}
		cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { told = cmp.Or(n.Detail, told) }
		conn, err := pgx.ConnectConfig(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		res := conn.PgConn().ExecParams(t.Context(), sql, nil, nil, nil, nil).Read()
		var pg *pgconn.PgError
		if res.Err != nil && !errors.As(res.Err, &pg) {
			t.Fatal(res.Err)
		}
		var rows [][]string
		for _, r := range res.Rows {
			var row []string
			for _, v := range r {
				row = append(row, string(v))
			}
			rows = append(rows, row)
		}
		return rows, pg
	}
	_, unclear := query("demo", "SELECT * FROM ask('show returns') t LIMIT 3")
	if unclear == nil || unclear.Code != "QA001" {
		t.Fatalf("%+v", unclear)
	}
	var detail struct{ ID string }
	if err := json.Unmarshal([]byte(unclear.Detail), &detail); err != nil || len(detail.ID) != 12 {
		t.Fatalf("%s: %v", unclear.Detail, err)
	}
	rows, failed := query("demo", "SELECT count(*) > 100 FROM ask_answer('"+detail.ID+"', 'supplier_returns') t")
	if diff := gocmp.Diff([][]string{{"t"}}, rows); diff != "" || failed != nil {
		t.Fatalf("%s%v", diff, failed)
	}
	if _, failed := query("dba", "SELECT * FROM ask_answer('"+detail.ID+"', '2') t"); failed == nil || failed.Code != "QA007" {
		t.Errorf("another role's question: %v", failed)
	}
	// The run has the id of its record; its translation has the one that the notice tells. Both name the answer.
	if err := json.Unmarshal([]byte(told), &detail); err != nil {
		t.Fatalf("the notice told %q: %v", told, err)
	}
	rows, failed = query("demo", "SELECT count(*) FROM ask_refine('"+detail.ID+"', 'only the top 6') t")
	if diff := gocmp.Diff([][]string{{"6"}}, rows); diff != "" || failed != nil {
		t.Errorf("%s%v", diff, failed)
	}
	answer := ""
	for _, r := range append(proxies[0].journal.all(), proxies[1].journal.all()...) {
		if r.Question == "show returns" && r.Reply == "supplier_returns" && r.About == detail.ID && r.SQL != "" {
			answer = r.ID
		}
	}
	if answer == "" {
		t.Fatal("no record has the question that the reply belongs to")
	}
	rows, failed = query("demo", "SELECT count(*) FROM ask_refine('"+answer+"', 'only the top 4') t")
	if diff := gocmp.Diff([][]string{{"4"}}, rows); diff != "" || failed != nil {
		t.Errorf("%s%v", diff, failed)
	}
	rows, failed = query("demo", "SELECT feedback FROM ask_good('"+answer+"')")
	if diff := gocmp.Diff([][]string{{"noted: the answer to “show returns” was right"}}, rows); diff != "" || failed != nil {
		t.Errorf("%s%v", diff, failed)
	}
	rows, failed = query("demo", "SELECT feedback FROM ask_bad('"+answer+"', 'not those')")
	if diff := gocmp.Diff([][]string{{"noted: the answer to “show returns” was wrong"}}, rows); diff != "" || failed != nil {
		t.Errorf("%s%v", diff, failed)
	}
	rows, failed = query("demo", "SELECT count(*) > 3 FROM ask_options('"+answer+"') o WHERE o.table_name = 'supplier_returns'")
	if diff := gocmp.Diff([][]string{{"t"}}, rows); diff != "" || failed != nil {
		t.Errorf("%s%v", diff, failed)
	}
}
