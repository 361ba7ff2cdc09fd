package recognise

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pgask/pgask/integration/mutants"
)

func FuzzFind(tf *testing.F) {
	f := mutants.Of(tf)
	for _, text := range append(hostile,
		"ASK what's up;", "-- ask: q\nSELECT 1 LIMIT 2;", "SELECT * FROM ask(E'a\\u0041' '', U&'\\0041' UESCAPE '!', x => ($1::text)) t(a), ask('q')WHERE",
		"CREATE FUNCTION f() BEGIN ATOMIC SELECT * FROM ask('q'); END; /* ask sql: a */;", "WITH ask AS (SELECT 1) UPDATE t SET a = 1 FROM ask($$q$$)",
		"ask_log()", "SELECT ask('q')", "SELECT * FROM (/* ask: q */) t", "EXPLAIN ASK q",
	) {
		f.Add(text, true)
		f.Add("SELECT * FROM "+text, false)
	}
	f.Fuzz(func(t *testing.T, text string, conforming bool) {
		r, err := Find(text, Options{StandardConformingStrings: conforming})
		checkSpans(t, r)
		if len(r.Questions) > 0 && !MayAsk([]byte(text)) {
			t.Fatalf("%q: MayAsk rejects %q", text, asked(r))
		}
		if err != nil {
			return
		}
		checkReplace(t, r)
		if conforming && len(text) <= 200 && strings.IndexByte(text, 0) < 0 {
			if err := agrees(text); err != nil && !hasWhole(r) {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}

func hasWhole(r Result) bool {
	for _, q := range r.Questions {
		if q.Form != Function {
			return true
		}
	}
	return false
}

// checkSpans checks that questions lie in their statements, in order and apart.
func checkSpans(t *testing.T, r Result) {
	t.Helper()
	at := 0
	for _, s := range r.Statements {
		if s.Start < at || s.End <= s.Start || s.End > len(r.Text) {
			t.Fatalf("%q: statement %+v after %d", r.Text, s, at)
		}
		at = s.End
	}
	at = 0
	for _, q := range r.Questions {
		s := r.Statements[q.Statement]
		if q.Start < at || q.End <= q.Start || q.Start < s.Start || q.End > s.End {
			t.Fatalf("%q: question %+v in %+v after %d", r.Text, q, s, at)
		}
		at = q.End
		if !utf8.ValidString(q.Text) || strings.IndexByte(q.Text, 0) >= 0 || q.Param > 0 && q.Text != "" {
			t.Fatalf("%q: text %q, parameter %d", r.Text, q.Text, q.Param)
		}
		for _, a := range q.Args {
			if a.Start < q.Start || a.End < a.Start || a.End > q.End {
				t.Fatalf("%q: argument %+v of %+v", r.Text, a, q)
			}
		}
	}
	if !utf8.ValidString(r.Remark) || len(r.Remark) > 3*maxRemark {
		t.Fatalf("%q: remark %q", r.Text, r.Remark)
	}
}

// checkReplace checks that everything outside the questions is kept to the letter.
func checkReplace(t *testing.T, r Result) {
	t.Helper()
	const answer = "\x01ANSWER\x01"
	if strings.Contains(r.Text, answer) {
		return
	}
	all := make([]string, len(r.Questions))
	for i := range all {
		all[i] = answer
	}
	parts := strings.Split(r.Replace(all), answer)
	if len(parts) != len(r.Questions)+1 {
		t.Fatalf("%q: %d parts", r.Text, len(parts))
	}
	at := 0
	for i, q := range r.Questions {
		if before := r.Text[at:q.Start]; !strings.HasSuffix(strings.TrimSuffix(parts[i], "("), before) {
			t.Fatalf("%q: %q before question %d, want %q", r.Text, parts[i], i, before)
		}
		at = q.End
	}
	if rest := r.Text[at:]; !strings.HasSuffix(parts[len(parts)-1], rest) {
		t.Fatalf("%q: %q at the end, want %q", r.Text, parts[len(parts)-1], rest)
	}
	if got := r.Replace(nil); got != r.Text {
		t.Fatalf("%q becomes %q without answers", r.Text, got)
	}
}
