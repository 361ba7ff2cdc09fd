package recognise

import (
	"fmt"
	"slices"
	"testing"
)

func TestBound(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text   string
		params []int
		asks   string // with the values in their places
	}{
		{"SELECT * FROM ask($1)", []int{1}, "value 1"},
		{"SELECT * FROM ask(($2::text)) t WHERE a = $1", []int{2}, "value 2"},
		{"SELECT * FROM ask('q', answer => $3)", []int{3}, "q"},
		{"SELECT * FROM ask(question => $1, answer => CAST($2 AS text))", []int{1, 2}, "value 1"},
		{"SELECT * FROM ask_json($1)", []int{1}, "ask_json value 1"},
		{"SELECT * FROM ask_sql($1)", []int{1}, "ask_sql sql:value 1"},
		{"SELECT * FROM ask_log($1)", []int{1}, "ask_log "},
		{"ASK $1", []int{1}, "value 1"},
		{"ASK explain: $1", []int{1}, "explain:value 1"},
		{"SELECT * FROM ask('q') t WHERE a = $1", nil, "q"},
	}
	for _, tt := range tests {
		r, err := Find(tt.text, standard)
		if err != nil || len(r.Questions) != 1 {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		q := r.Questions[0]
		if got := q.Params(); !slices.Equal(got, tt.params) || q.Bound() != (len(tt.params) > 0) {
			t.Errorf("%q: parameters %v, want %v", tt.text, got, tt.params)
		}
		q, err = q.With(func(n int) string { return fmt.Sprintf(" value %d\n", n) })
		if err != nil || q.Bound() {
			t.Errorf("%q: still bound, %v", tt.text, err)
		}
		if got := asked(Result{Questions: []Question{q}}); got != tt.asks {
			t.Errorf("%q asks %q, want %q", tt.text, got, tt.asks)
		}
	}
}

// TestBoundValues is about what a value may be.
func TestBoundValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, value, asks, code string }{
		{"SELECT * FROM ask($1)", "sql: how many", "sql:how many", ""},
		{"SELECT * FROM ask_json($1)", "sql: how many", "ask_json sql:how many", ""},
		{"SELECT * FROM ask_explain($1)", "sql: how many", "ask_explain explain:sql: how many", ""},
		{"ASK $1", "what's up; DROP TABLE t --", "what's up; DROP TABLE t --", ""},
		{"SELECT * FROM ask($1)", "ask('ask($1)')", "ask('ask($1)')", ""},
		{"SELECT * FROM ask($1)", "", "", ""},
		{"SELECT * FROM ask($1)", "a\x00b", "", "22021"},
		{"SELECT * FROM ask($1)", "a\xff", "", "22021"},
		{"SELECT * FROM ask('q', answer => $1)", "a\xff", "", "22021"},
	} {
		r, err := Find(tt.text, standard)
		if err != nil {
			t.Fatal(err)
		}
		q, err := r.Questions[0].With(func(int) string { return tt.value })
		if tt.code != "" {
			if e, ok := err.(*Error); !ok || e.Code != tt.code {
				t.Errorf("%q with %q: %v, want %s", tt.text, tt.value, err, tt.code)
			}
			continue
		}
		if got := asked(Result{Questions: []Question{q}}); err != nil || got != tt.asks {
			t.Errorf("%q with %q asks %q, %v", tt.text, tt.value, got, err)
		}
	}
}
