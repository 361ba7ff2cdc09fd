package builtin

import (
	"slices"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/schema"
)

// BenchmarkSlowest reports what the slowest hundredth of translations takes, over questions that are answered and the
// same cut short, which mostly are not.
func BenchmarkSlowest(b *testing.B) {
	for name, s := range map[string]*schema.Snapshot{"library": library(), "thousand tables": warehouse(1000)} {
		b.Run(name, func(b *testing.B) {
			Translate(Request{Question: "books", Snapshot: s})
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				q := answered[i%len(answered)].question
				if i/len(answered)%2 == 1 {
					q = q[:len(q)*2/3]
				}
				began := time.Now()
				Translate(Request{Question: q, Snapshot: s})
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}
