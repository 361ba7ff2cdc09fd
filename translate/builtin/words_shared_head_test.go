package builtin

import (
	"strings"
	"testing"
)

func TestShareHeads(t *testing.T) {
	t.Parallel()
	ix := indexOf(library())
	for q, want := range map[string]string{
		"first and last names of members":             "first names and last names of members",
		"unit price and quantity of invoice lines":    "unit price and quantity of invoice lines",
		"cities and branch names":                     "cities and branch names",
		"the first, and last names, ages and genders": "the first names , and last names , ages and genders",
		"books and branch names":                      "books and branch names",
	} {
		var got []string
		for _, tok := range ix.shareHeads(tokenize(q)) {
			got = append(got, tok.text)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q becomes %q, want %q", q, s, want)
		}
	}
}
