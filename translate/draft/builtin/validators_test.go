package builtin_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/translate/draft/builtin"
)

// TestValidators holds what each validator finds: a line of testdata/validators.txt is its name, a database of
// testdata and a question of which it finds fault with a reading. With a "-" before its name it finds none.
func TestValidators(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/validators.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string][][2]string{} // by database: validators and questions
	missing := builtin.ValidatorNames()
	for line := range strings.Lines(string(text)) {
		head, question, _ := strings.Cut(strings.TrimSpace(line), ": ")
		name, database, _ := strings.Cut(head, " ")
		cases[database] = append(cases[database], [2]string{name, question})
		missing = slices.DeleteFunc(missing, func(n string) bool { return n == name })
	}
	if len(missing) > 0 {
		t.Errorf("no question for %v", missing)
	}
	var wait sync.WaitGroup
	for database, all := range cases {
		wait.Go(func() {
			m := load(t, "testdata/"+database+".sql")
			for _, c := range all {
				name, never := strings.CutPrefix(c[0], "-")
				l, err := m.links(t.Context(), c[1])
				if err != nil {
					t.Error(err)
					continue
				}
				res := builtin.Of(m.model).Read(l, 12)
				found := slices.ContainsFunc(slices.Concat(res.Readings, res.Dropped), func(r *builtin.Reading) bool {
					return slices.ContainsFunc(r.Found, func(f builtin.Found) bool { return f.Validator == name })
				})
				if found == never {
					t.Errorf("%s: %s: found %t\n%s", database, c[1], found, res.Explain(4))
				}
			}
		})
	}
	wait.Wait()
}
