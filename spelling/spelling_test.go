package spelling

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b  string
		limit int
		want  int
	}{
		{"", "", 2, 0}, {"a", "", 2, 1}, {"abc", "abc", 2, 0}, {"abcd", "abdc", 2, 1}, {"kitten", "sitting", 8, 3},
		{"kitten", "sitting", 1, 2}, {"größe", "grösse", 4, 2}, {"short", "much longer", 2, 3},
		{strings.Repeat("x", 200), strings.Repeat("x", 200), 3, 4},
	}
	for _, tt := range tests {
		if got := Distance(tt.a, tt.b, tt.limit); got != tt.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.a, tt.b, tt.limit, got, tt.want)
		}
		if got := Distance(tt.b, tt.a, tt.limit); got != tt.want {
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", tt.b, tt.a, tt.limit, got, tt.want)
		}
		if got := Slip(tt.a, tt.b); got != (tt.want == 1 && tt.limit > 0 && Distance(tt.a, tt.b, 1) == 1) {
			t.Errorf("Slip(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}

// A slip is a distance of one, and nothing else is.
func TestSlip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteRune([]rune("abä")[r.IntN(3)])
		}
		return b.String()
	}
	for range 20_000 {
		a, b := word(), word()
		if Slip(a, b) != (Distance(a, b, 1) == 1) {
			t.Fatalf("Slip(%q, %q) = %v, distance %d", a, b, Slip(a, b), Distance(a, b, 1))
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ word, names, want string }{
		{"ordrs", "orders customers", "orders"}, {"ORDRES", "orders customers", "orders"}, {"x", "id name", ""},
		{"prize", "price pride", ""}, {"id", "id id", "id"}, {"banana", "orders", ""}, {"", "a", ""},
	} {
		if got := Nearest(tt.word, strings.Fields(tt.names)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.word, got, tt.want)
		}
	}
}

func TestLikeness(t *testing.T) {
	t.Parallel()
	if got := Likeness("invoice", "invoices"); got < 0.87 || got > 0.88 {
		t.Errorf("invoice and invoices: %v", got)
	}
	if Likeness("", "") != 0 || Likeness("abc", "xyz") != 0 {
		t.Error("words without a common letter are alike")
	}
}

// The reach is measured: names of settings, each with one and with two random slips, must be found again, and other
// words not be taken for one. Of 274 and 400, by the letters that may be wrong: a quarter 258 and 0, a third 262 and
// 2, one more than a quarter 268 and 14, half 268 and 49.
func TestReach(t *testing.T) {
	t.Parallel()
	names, words := lines(t, "testdata/names.txt"), lines(t, "testdata/words.txt")
	r := rand.New(rand.NewPCG(3, 4))
	found, all := 0, 0
	for _, n := range names {
		for slips := range 2 {
			w := n
			for range slips + 1 {
				w = slipped(r, w)
			}
			all++
			if Nearest(w, names) == n {
				found++
			}
		}
	}
	taken := 0
	for _, w := range words {
		if Nearest(w, names) != "" {
			taken++
		}
	}
	t.Logf("%d of %d found, %d of %d others taken for one", found, all, taken, len(words))
	if found*100 < all*95 {
		t.Errorf("%d of %d mistyped names are found", found, all)
	}
	if taken*100 > len(words) {
		t.Errorf("%d of %d other words are taken for a name", taken, len(words))
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

// slipped returns a word with a letter changed, left out, put in, or swapped with the next.
func slipped(r *rand.Rand, w string) string {
	x, at := []rune(w), r.IntN(len([]rune(w)))
	letter := rune('a' + r.IntN(26))
	switch r.IntN(4) {
	case 0:
		x[at] = letter
	case 1:
		x = append(x[:at], x[at+1:]...)
	case 2:
		x = append(x[:at], append([]rune{letter}, x[at:]...)...)
	default:
		if at+1 < len(x) {
			x[at], x[at+1] = x[at+1], x[at]
		}
	}
	return string(x)
}
