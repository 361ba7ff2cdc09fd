package fleet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// url leads through the balancer.
func (f *fleet) url(role string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/shop?sslmode=disable&connect_timeout=10", role, f.port)
}

// load is what clients do until it is stopped, and what came of it.
type load struct {
	began    time.Time
	stopping atomic.Bool
	clients  sync.WaitGroup

	asked, answered     atomic.Int64 // questions
	connects, turned    atomic.Int64 // tries to connect, and those that failed
	transactions, broke atomic.Int64 // transactions begun, and those that failed
	first               atomic.Pointer[string]
}

func (l *load) failed(n *atomic.Int64, err error) {
	n.Add(1)
	text := err.Error()
	l.first.CompareAndSwap(nil, &text)
}

func (l *load) stop() {
	l.stopping.Store(true)
	l.clients.Wait()
}

// why is the first failure.
func (l *load) why() string {
	if p := l.first.Load(); p != nil {
		return *p
	}
	return "nothing failed"
}

func (l *load) String() string {
	return fmt.Sprintf("%d of %d questions answered; %d of %d connects and %d of %d transactions failed; first: %s", l.answered.Load(), l.asked.Load(),
		l.turned.Load(), l.connects.Load(), l.broke.Load(), l.transactions.Load(), l.why())
}

// churn has n clients connect, do some transactions with a question in each, leave and rest, over and over: all that
// is asked in a few minutes is less than the 10,000 records that ask_log() holds.
func (f *fleet) churn(n int) *load {
	l := &load{began: time.Now()}
	for range n {
		l.clients.Go(func() {
			for ; !l.stopping.Load(); time.Sleep(200 * time.Millisecond) {
				f.visit(l)
			}
		})
	}
	return l
}

// visit is one client from connect to leave.
func (f *fleet) visit(l *load) {
	ctx, cancel := within(20 * time.Second)
	defer cancel()
	l.connects.Add(1)
	conn, err := pgconn.Connect(ctx, f.url("demo"))
	if err != nil {
		l.failed(&l.turned, err)
		return
	}
	defer conn.Close(ctx)
	for range 3 {
		if err := transact(ctx, conn, l); err != nil {
			l.failed(&l.broke, err)
			return
		}
	}
}

// transact is a transaction with a question in it.
func transact(ctx context.Context, conn *pgconn.PgConn, l *load) error {
	l.transactions.Add(1)
	if err := conn.Exec(ctx, "BEGIN").Close(); err != nil {
		return err
	}
	l.asked.Add(1)
	n, err := number(ctx, conn, "ASK how many products are there")
	switch {
	case err != nil:
		return err
	case n != "288":
		return errors.New("288 products are " + n)
	}
	l.answered.Add(1)
	return conn.Exec(ctx, "COMMIT").Close()
}

// hold has n clients that keep their connection and use it now and then, as a pool does that looks at it before: none
// lives longer than a pool's maximum lifetime.
func (f *fleet) hold(l *load, n int, lifetime time.Duration) {
	for range n {
		l.clients.Go(func() {
			for !l.stopping.Load() {
				f.lease(l, lifetime)
			}
		})
	}
}

func (f *fleet) lease(l *load, lifetime time.Duration) {
	ctx, cancel := within(lifetime + 20*time.Second)
	defer cancel()
	l.connects.Add(1)
	conn, err := pgconn.Connect(ctx, f.url("demo"))
	if err != nil {
		l.failed(&l.turned, err)
		return
	}
	defer conn.Close(ctx)
	for began := time.Now(); time.Since(began) < lifetime && !l.stopping.Load(); time.Sleep(200 * time.Millisecond) {
		if err := transact(ctx, conn, l); err != nil {
			l.failed(&l.broke, err)
			return
		}
	}
}

// number returns the first value of a statement.
func number(ctx context.Context, conn *pgconn.PgConn, sql string) (string, error) {
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		return "", err
	}
	if len(results) == 0 || len(results[0].Rows) == 0 {
		return "", errors.New("no row")
	}
	return string(results[0].Rows[0][0]), nil
}

// count asks somebody through the balancer, as an auditor does.
func (f *fleet) count(sql string) (string, error) {
	ctx, cancel := within(20 * time.Second)
	defer cancel()
	conn, err := pgconn.Connect(ctx, f.url("auditor"))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	return number(ctx, conn, sql)
}

// answered is the compliance query.
func answered(since time.Time) string {
	return fmt.Sprintf("SELECT count(*) FROM ask_log('%s') WHERE role = 'demo' AND outcome = 'answered'", since.UTC().Format(time.RFC3339Nano))
}

// agree waits until as many auditors as there are proxies, and one more, one after the other, get one number of what
// these loads asked and all since the first: the right one.
func (f *fleet) agree(t *testing.T, all ...*load) {
	t.Helper()
	var got []string
	var failed error
	var least, most int64
	for _, l := range all {
		least, most = least+l.answered.Load(), most+l.asked.Load()
	}
	sql := answered(all[0].began)
	end := time.Now().Add(patience)
	for {
		got, failed = nil, nil
		for range len(f.proxies) + 1 {
			n, err := f.count(sql)
			failed = errors.Join(failed, err)
			got = append(got, n)
		}
		if failed == nil && same(got) && between(got[0], least, most) {
			t.Logf("%s questions in the log, whoever is asked", got[0])
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the auditors got %q, %v; %d to %d were answered", got, failed, least, most)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func same(all []string) bool {
	for _, s := range all {
		if s != all[0] {
			return false
		}
	}
	return true
}

func between(text string, least, most int64) bool {
	var n int64
	if _, err := fmt.Sscan(text, &n); err != nil {
		return false
	}
	return least <= n && n <= most
}
