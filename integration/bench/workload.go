package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// workload is one thing that is measured.
type workload struct {
	name string
	unit string // of the rate
	run  func(ctx context.Context, t *target) (sample, error)
}

// sample is the result of one run of a workload on one target.
type sample struct {
	rate    float64       // units per second
	latency time.Duration // mean, where there is one
	units   float64       // done in all
	cpu     time.Duration // of the proxy, per unit
}

// workloads returns all that need a real server, in the order in which they run.
func workloads(o options) []workload {
	var all []workload
	for _, mode := range []string{"simple", "prepared"} {
		for _, clients := range []int{1, 16, 64} {
			all = append(all, workload{fmt.Sprintf("select %s %d", mode, clients), "tps", o.pgbench(clients, "-S", "-M", mode)})
		}
	}
	return append(all,
		workload{"tpcb simple 16", "tps", o.pgbench(16, "-M", "simple")},
		workload{"tpcb prepared 16", "tps", o.pgbench(16, "-M", "prepared")},
		workload{"connect 4", "conn/s", o.pgbench(4, "-S", "-C")},
		workload{"copy out", "MB/s", o.copyOut},
		workload{"copy in", "MB/s", o.copyIn},
		workload{"rows", "MB/s", o.largeResult})
}

var (
	tps          = regexp.MustCompile(`tps = ([0-9.]+)`)
	latency      = regexp.MustCompile(`latency average = ([0-9.]+) ms`)
	transactions = regexp.MustCompile(`transactions actually processed: ([0-9]+)`)
)

// pgbench returns a workload of PostgreSQL's own.
func (o options) pgbench(clients int, args ...string) func(context.Context, *target) (sample, error) {
	return func(ctx context.Context, t *target) (sample, error) {
		run := append([]string{"-n", "-c", strconv.Itoa(clients), "-j", strconv.Itoa(min(clients, runtime.NumCPU())),
			"-T", strconv.Itoa(max(1, int(o.run.Seconds())))}, args...)
		out, err := exec.CommandContext(ctx, program("pgbench"), append(run, t.dsn())...).CombinedOutput()
		if err != nil {
			return sample{}, fmt.Errorf("pgbench: %w: %s", err, out)
		}
		ms := number(latency, out)
		return sample{rate: number(tps, out), latency: time.Duration(ms * float64(time.Millisecond)), units: number(transactions, out)}, nil
	}
}

func number(pattern *regexp.Regexp, in []byte) float64 {
	m := pattern.FindSubmatch(in)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseFloat(string(m[1]), 64) // the pattern takes numbers only
	return n
}

// megabytes returns the rate of a bulk workload; one unit is a megabyte.
func megabytes(n int64, took time.Duration) sample {
	mb := float64(n) / 1e6
	return sample{rate: mb / took.Seconds(), units: mb}
}

// counter counts what goes by.
type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// copyOut takes every row of the bulk table.
func (o options) copyOut(ctx context.Context, t *target) (sample, error) {
	return bulk(ctx, t, func(conn *pgconn.PgConn) (int64, error) {
		var c counter
		_, err := conn.CopyTo(ctx, &c, "COPY bulk TO STDOUT")
		return c.n, err
	})
}

// copyIn loads rows into a table that nobody keeps.
func (o options) copyIn(ctx context.Context, t *target) (sample, error) {
	line := strings.Repeat("4711\tsome text that is about as long as text is\t2026-01-01\n", 1000)
	return bulk(ctx, t, func(conn *pgconn.PgConn) (int64, error) {
		if _, err := conn.Exec(ctx, "TRUNCATE filled").ReadAll(); err != nil {
			return 0, err
		}
		n := int64(o.rows / 1000 * len(line))
		_, err := conn.CopyFrom(ctx, io.LimitReader(&endless{text: line}, n), "COPY filled FROM STDIN")
		return n, err
	})
}

// endless repeats a text.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

// largeResult reads every row of the bulk table by the extended protocol.
func (o options) largeResult(ctx context.Context, t *target) (sample, error) {
	return bulk(ctx, t, func(conn *pgconn.PgConn) (int64, error) {
		n := int64(0)
		rows := conn.ExecParams(ctx, "SELECT * FROM bulk", nil, nil, nil, nil)
		for rows.NextRow() {
			for _, v := range rows.Values() {
				n += int64(len(v))
			}
		}
		_, err := rows.Close()
		return n, err
	})
}

// bulk times something that moves bytes over one connection.
func bulk(ctx context.Context, t *target, move func(*pgconn.PgConn) (int64, error)) (sample, error) {
	conn, err := pgconn.Connect(ctx, t.dsn())
	if err != nil {
		return sample{}, err
	}
	defer conn.Close(ctx)
	began := time.Now()
	n, err := move(conn)
	return megabytes(n, time.Since(began)), err
}
