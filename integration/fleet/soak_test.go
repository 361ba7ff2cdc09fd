package fleet

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// various are questions of which each is another one every time: what is kept by question grows with them, as far as
// it may.
var various = []string{"how many products cost more than %d", "top %d customers by revenue", "orders of customer %d", "how many orders were placed in the last %d days",
	"average price of products by category where price is over %d", "stores with more than %d employees", "total revenue by store for orders over %d", "show products with a weight below %d"}

// TestSoak: under questions that are all different, from clients that come and go and others that stay, the memory of
// a proxy has a plateau, and every question is in the log. PGASK_FLEET_SOAK is how long; make fleet takes ten
// minutes, which show a leak and not a plateau.
func TestSoak(t *testing.T) {
	t.Parallel()
	needed(t)
	long := 10 * time.Minute
	if d, err := time.ParseDuration(os.Getenv("PGASK_FLEET_SOAK")); err == nil {
		long = d
	} else if !whole() {
		t.Skip("takes ten minutes: make fleet")
	}
	f := newFleet(t, 3, "")
	l := &load{began: time.Now()}
	for range 4 {
		l.clients.Go(func() {
			for ; !l.stopping.Load(); time.Sleep(200 * time.Millisecond) {
				f.wonder(l, 1+rand.IntN(40))
			}
		})
	}
	var seen [][]memory
	for took := time.Duration(0); took < long; took = time.Since(l.began) {
		time.Sleep(min(long/12, 5*time.Minute, long-took))
		var now []memory
		for _, e := range f.proxies {
			now = append(now, e.memory(t))
		}
		seen = append(seen, now)
		t.Logf("after %v: %v, %d questions", time.Since(l.began).Round(time.Second), now, l.asked.Load())
	}
	l.stop()
	t.Log(l)
	if l.turned.Load() > 0 || l.broke.Load() > 0 {
		t.Errorf("failed: %s", l)
	}
	third := len(seen) / 3
	for i, e := range f.proxies {
		most := func(of [][]memory) (m int64) {
			for _, now := range of {
				m = max(m, now[i].resident)
			}
			return m
		}
		middle, end := most(seen[third:2*third]), most(seen[2*third:])
		if end > middle+middle/4+8<<20 {
			t.Errorf("%s grows: at most %d MB in the middle third and %d MB in the last", e.name, middle>>20, end>>20)
		}
		if out, err := e.pgask("audit", "verify", "--strict"); err != nil {
			t.Errorf("%s: %v\n%s", e.name, err, out)
		}
	}
	eventually(t, "the copies do not have every question", func() bool {
		ctx, cancel := within(patience)
		defer cancel()
		conn, err := pgconn.Connect(ctx, f.kept.URL("kept", "postgres"))
		if err != nil {
			return false
		}
		defer conn.Close(context.Background())
		n, err := number(ctx, conn, "SELECT count(*) FROM pgask_audit WHERE event = 'outcome'")
		return err == nil && n == fmt.Sprint(l.asked.Load())
	})
}

// wonder is a client that asks so many questions, which may be refused or have no row, and leaves.
func (f *fleet) wonder(l *load, questions int) {
	ctx, cancel := within(patience)
	defer cancel()
	l.connects.Add(1)
	conn, err := pgconn.Connect(ctx, f.url("demo"))
	if err != nil {
		l.failed(&l.turned, err)
		return
	}
	defer conn.Close(context.Background())
	for ; questions > 0 && !l.stopping.Load(); questions-- {
		l.transactions.Add(1)
		l.asked.Add(1)
		ctx, cancel := within(patience)
		_, err := conn.Exec(ctx, "ASK "+fmt.Sprintf(various[rand.IntN(len(various))], rand.IntN(100_000))).ReadAll()
		cancel()
		switch {
		case err == nil:
			l.answered.Add(1)
		case !strings.Contains(err.Error(), "SQLSTATE QA"):
			l.failed(&l.broke, err)
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// memory is what a proxy takes, in bytes.
type memory struct{ resident, heap int64 }

func (m memory) String() string { return fmt.Sprintf("%d MB (heap %d)", m.resident>>20, m.heap>>20) }

// memory asks the proxy's metrics.
func (e *edge) memory(t *testing.T) (m memory) {
	t.Helper()
	resp, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", e.metrics))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if i := slices.Index([]string{"process_resident_memory_bytes", "go_memstats_heap_inuse_bytes"}, words[0]); i >= 0 {
			var n float64
			if _, err := fmt.Sscan(words[1], &n); err != nil {
				t.Fatal(err)
			}
			*[]*int64{&m.resident, &m.heap}[i] = int64(n)
		}
	}
	return m
}
