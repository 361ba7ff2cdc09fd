package builtin_test

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/draft/builtin"
)

// TestJudge holds what becomes of questions: an answer, a question back or silence.
func TestJudge(t *testing.T) {
	t.Parallel()
	m := open(t)
	for _, tt := range []struct{ question, want string }{
		{"how many paintings are there", "answer"},
		{"paintings with flurbs", "silent flurbs; id and title of paintings"},
		{"delete all paintings", "silent delete; id and title of paintings"},
		{"how many paintings were acquired in March", "ask March 2010; March 2009; March 2008; March 2007"},
		{"which artists are good", "ask most paintings; highest birth year"},
		{"Lisbon paintings", "ask title of paintings where artist's city's name is 'Lisbon'; the different title of paintings where shown's exhibition's city's name is 'Lisbon'"},
	} {
		res := m.read(tt.question)
		if got := told(res); got != tt.want {
			t.Errorf("%s: %s", tt.question, got)
		}
		if first := res.Readings[0]; res.Chosen(first.Key()) != first {
			t.Errorf("%s: the first reading is not found by its key", tt.question)
		}
	}
}

func told(res *builtin.Result) string {
	v := res.Judge(0.8)
	switch {
	case v.Ask != nil:
		var all []string
		for _, c := range v.Ask.Choices {
			all = append(all, c.Label)
		}
		return "ask " + strings.Join(all, "; ")
	case v.Silent != nil:
		return "silent " + strings.Join(v.Silent.Unexplained, ", ") + "; " + v.Silent.Nearest
	}
	return "answer"
}
