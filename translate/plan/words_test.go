package plan

import "testing"

func TestSingular(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ one, many string }{
		{"order", "orders"}, {"category", "categories"}, {"address", "addresses"}, {"box", "boxes"}, {"staff", "staff"},
		{"order item", "order items"}, {"status", "statuses"}, {"toy", "toys"}, {"branch", "branches"},
	} {
		if got := Singular(tt.many); got != tt.one {
			t.Errorf("singular(%q) = %q", tt.many, got)
		}
	}
}

func TestSentence(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"": "", "a b": "A b.", "énergie": "Énergie.", "done.": "Done.", "\xffx": "\xffx.", "日本": "日本."} {
		if got := Sentence(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}
