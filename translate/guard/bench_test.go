package guard

import (
	"slices"
	"testing"
	"time"
)

const typical = `SELECT c.city, date_trunc('month', o.ordered_at) AS month, count(*) AS orders, sum(o.total) AS revenue,
	avg(o.total) FILTER (WHERE o.status = 'paid') AS paid
FROM customers c JOIN orders o ON o.customer_id = c.id
WHERE o.ordered_at >= now() - interval '1 year' AND c.city IN ('Paris', 'Rome', 'Oslo') AND o.total > 10
GROUP BY c.city, date_trunc('month', o.ordered_at) HAVING count(*) > 5 ORDER BY revenue DESC NULLS LAST LIMIT 20`

// BenchmarkCheck reports the time of a typical statement, and the 99th percentile.
func BenchmarkCheck(b *testing.B) {
	g, known := mustNew(b, Policy{}), facts()
	if v := g.Check(typical, known); v.Decision != Allow {
		b.Fatal(v.Why)
	}
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		g.Check(typical, known)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkCorpus runs all of allow.sql; one iteration is one statement.
func BenchmarkCorpus(b *testing.B) {
	g, known := mustNew(b, Policy{}), facts()
	blocks := corpus(b, "testdata/allow.sql")
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		g.Check(blocks[i%len(blocks)].sql, known)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkStatements reports percentiles over all statements of the corpora, each by the best of its tries, which
// are far apart: on a busy machine the time of one says more about the machine.
func BenchmarkStatements(b *testing.B) {
	g, known := mustNew(b, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}}), facts()
	var blocks []block
	for _, file := range []string{"testdata/allow.sql", "testdata/extensions.sql", "testdata/reject.sql"} {
		blocks = append(blocks, corpus(b, file)...)
	}
	best := slices.Repeat([]time.Duration{time.Hour}, len(blocks))
	for b.Loop() {
		for i, one := range blocks {
			start := time.Now()
			g.Check(one.sql, known)
			best[i] = min(best[i], time.Since(start))
		}
	}
	slices.Sort(best)
	b.ReportMetric(float64(best[len(best)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(best[len(best)*99/100].Microseconds()), "p99-µs")
}
