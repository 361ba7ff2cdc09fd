package lessons_test

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
)

// TestDoubts: whoever approves a lesson is warned of a low confidence and of lessons that say otherwise.
func TestDoubts(t *testing.T) {
	t.Parallel()
	one := func(id, words, means string, confidence float64, status lessons.Status) lessons.Lesson {
		return lessons.Lesson{ID: id, Kind: lessons.Table, Words: words, Means: means, Confidence: confidence, Status: status, Source: lessons.FromFile}
	}
	lib := lessons.Fixed(one("a", "clients", "customers", 0.29, lessons.Proposed), one("b", "clients", "partners", 0.9, lessons.Approved),
		one("c", "goods", "products", 0.9, lessons.Proposed), one("d", "sales", "orders", 0.9, lessons.Proposed), one("e", "Sales", "invoices", 0.9, lessons.Proposed))
	all, err := lib.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, l := range all {
		ids[l.Means] = l.ID
	}
	for _, tt := range []struct {
		approve []string
		want    []string
	}{
		{[]string{"customers"}, []string{"confidence of only 0.29", "contradicts"}},
		{[]string{"products"}, nil},
		{[]string{"orders"}, nil},
		{[]string{"orders", "invoices"}, []string{"contradicts"}},
	} {
		var approve []string
		for _, m := range tt.approve {
			approve = append(approve, ids[m])
		}
		got, err := lib.Doubts(t.Context(), approve...)
		if err != nil || len(got) != len(tt.want) {
			t.Errorf("%v: %v, %q", tt.approve, err, got)
			continue
		}
		for i, w := range tt.want {
			if !strings.Contains(got[i], w) {
				t.Errorf("%v: %q, want %q", tt.approve, got[i], w)
			}
		}
	}
}
