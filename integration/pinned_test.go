package integration

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// BenchmarkPinned is what a question costs beyond its SQL, a look at the catalog and the audit log's fsync, when its
// statement is pinned, or its translation remembered: over the wire, each part measured in turn in the same loop. It
// reports the tenth percentile, which others on the machine disturb least, and for the two sums the median as well.
func BenchmarkPinned(b *testing.B) { pinned(b) }

// BenchmarkPinnedWhileOthersWrite is the same on a database in which a transaction that writes ends all the time, so
// that every question asks for the versions of the catalogs' rows.
func BenchmarkPinnedWhileOthersWrite(b *testing.B) {
	pinned(b, func(conn *pgconn.PgConn, until <-chan struct{}) error {
		for {
			select {
			case <-until:
				return nil
			case <-time.After(time.Millisecond):
			}
			if _, err := conn.Exec(context.Background(), "SELECT pg_catalog.pg_current_xact_id()").ReadAll(); err != nil {
				return err
			}
		}
	})
}

func pinned(b *testing.B, beside ...func(*pgconn.PgConn, <-chan struct{}) error) {
	log, err := audit.Open(audit.Config{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer log.Close()
	r := setup(b, withMemory(b, state.Config{Dir: b.TempDir()}), func(c *proxy.Config, _ *translate.Config) { c.Journal = log })
	conn, err := pgconn.Connect(b.Context(), r.url("dba"))
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(b.Context())
	until, ended := make(chan struct{}), make(chan error, len(beside))
	for _, f := range beside {
		other, err := pgconn.Connect(b.Context(), r.url("dba"))
		if err != nil {
			b.Fatal(err)
		}
		defer other.Close(context.Background())
		go func() { ended <- f(other, until) }()
	}
	defer func() {
		close(until)
		for range beside {
			if err := <-ended; err != nil {
				b.Error(err)
			}
		}
	}()
	run := func(sql string) time.Duration {
		began := time.Now()
		if _, err := conn.Exec(b.Context(), sql).ReadAll(); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	const sql = "SELECT p.id FROM public.products p ORDER BY p.price, p.id LIMIT 4"
	run("ASK pin: cheapest 4 goods => " + sql)
	run("SET client_min_messages = warning")
	parts := map[string][]time.Duration{}
	lent, looks := borrow.New(conn), schema.Looks{}
	for b.Loop() {
		for name, text := range map[string]string{"sql": sql, "pinned": "ASK cheapest 4 goods;", "remembered": "ASK how many stores are there;", "count": "SELECT count(*) FROM public.stores"} {
			parts[name] = append(parts[name], run(text))
		}
		began := time.Now()
		if _, err := schema.Fingerprint(b.Context(), lent, nil); err != nil {
			b.Fatal(err)
		}
		parts["fingerprint"] = append(parts["fingerprint"], time.Since(began))
		began = time.Now()
		if _, err := looks.Fingerprint(b.Context(), lent, nil); err != nil {
			b.Fatal(err)
		}
		parts["look"] = append(parts["look"], time.Since(began))
		began = time.Now()
		if err := log.Intent(b.Context(), &audit.Record{ID: translate.NewID(), Time: began, SQL: sql}); err != nil {
			b.Fatal(err)
		}
		parts["fsync"] = append(parts["fsync"], time.Since(began))
	}
	for _, q := range []struct {
		name  string
		share int
	}{{"p10", 10}, {"p50", 50}} {
		at := map[string]float64{}
		for name, all := range parts {
			slices.Sort(all)
			at[name] = float64(all[len(all)*q.share/100]) / float64(time.Millisecond)
			if q.name == "p10" {
				b.ReportMetric(at[name], "ms-"+name)
			}
		}
		base := at["look"] + at["fsync"]
		b.ReportMetric(at["pinned"]-at["sql"]-base, "ms-added-pinned-"+q.name)
		b.ReportMetric(at["remembered"]-at["count"]-base, "ms-added-remembered-"+q.name)
	}
	b.ReportMetric(0, "ns/op")
}
