package translate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/schema"
)

// A metric over several tables reaches the built-in translator when joining them repeats no row that it sums.
func TestMetricsOverSeveralTables(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ means, want string }{
		{"sum(order_items.quantity * (order_items.unit_price - products.cost))", "JOIN public.products"},
		{"sum(products.cost * order_items.quantity)", "FROM public.order_items"}, // whatever stands first
		{"sum(order_items.quantity)", "FROM public.order_items"},
		{"sum(orders.total_amount) / count(order_items.line_no)", ""}, // would count an order once for each of its items
		{"sum(products.cost)  - sum(suppliers.id * stores.id)", ""},   // no table leads to the others
	} {
		d := setup(t, Config{Lessons: lessons.Fixed(lessons.Lesson{Words: "zork", Means: tt.means})})
		a, _, err := d.ask(t, Question{Text: "zork", Verb: SQL})
		switch {
		case tt.want == "" && err == nil:
			t.Errorf("%s is answered by %s", tt.means, a.Statement.SQL)
		case tt.want != "" && err != nil:
			t.Errorf("%s: %v", tt.means, err)
		case tt.want != "" && !strings.Contains(a.Statement.SQL, tt.want):
			t.Errorf("%s: %s does not have %s", tt.means, a.Statement.SQL, tt.want)
		}
	}
}

// BenchmarkFitting looks for the lessons of a question among as many as are kept.
func BenchmarkFitting(b *testing.B) {
	var many []lessons.Lesson
	for i := range 10_000 {
		many = append(many, lessons.Lesson{Words: fmt.Sprintf("some word%d", i), Means: "orders.total"})
	}
	w := &reader{caller: caller{agent: &Agent{cfg: Config{Lessons: lessons.Fixed(many...)}}, settings: Settings{Lessons: true}, snapshot: schema.New(schema.Snapshot{}),
		question: Question{Text: "show me the total of some word77 per month and category in 2024"}}}
	for b.Loop() {
		w.known().Fitting()
	}
}
