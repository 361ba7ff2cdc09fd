package console

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
)

// BenchmarkPages is over a log of 50,000 questions, asked in 90 days.
func BenchmarkPages(b *testing.B) {
	h := openHouse(b)
	random := rand.New(rand.NewPCG(1, 2))
	const questions = 50_000
	for i := range questions {
		r := &audit.Record{ID: fmt.Sprintf("%012x", i), Datasource: "shop", Role: fmt.Sprintf("role%d", i%40), Engine: "builtin",
			Time: noon.Add(-time.Duration(questions-i) * 90 * 24 * time.Hour / questions)}
		ordinary(r, often[random.IntN(len(often))], random)
		for range 12 {
			r.States = append(r.States, audit.State{Name: "plan", Took: time.Millisecond, Note: "a note of usual length"})
		}
		if err := h.log.Outcome(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
	id := h.console.sessions.begin(noon)
	for name, path := range map[string]string{"newest": "/questions", "rare": "/questions?q=xyzzy", "day": "/usage?span=24h", "quarter": "/usage?span=90d",
		"story": "/questions/00000000c34f", "oldest": "/questions/000000000001"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				h.console.usages.kept = nil
				r := httptest.NewRequest(http.MethodGet, path, nil).WithContext(h.localContext())
				r.Host = "127.0.0.1"
				r.AddCookie(&http.Cookie{Name: cookieName(r), Value: id})
				w := httptest.NewRecorder()
				if h.console.ServeHTTP(w, r); w.Code != http.StatusOK {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
	b.Log(healthPages{h.console, &h.console.verified}.logHealth(time.UTC))
}
