package pattern

import (
	"errors"
	"path"
	"testing"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, name string
		want          bool
	}{
		{"*", "weight/kg", true}, {"w*", "weight/kg", true}, {"*/kg", "weight/kg", true}, {"weight?kg", "weight/kg", true},
		{"weight/kg", "weight/kg", true}, {"weight[/]kg", "weight/kg", true}, {"weight[^/]kg", "weight/kg", false},
		{"weight", "weight/kg", false}, {"*", "", true}, {"a?c", "abc", true}, {"a[b-d]c", "ace", false}, {`a\*c`, "a*c", true},
		{`a\*c`, "abc", false}, {"*", "größe", true},
	} {
		if got, err := Match(tc.pattern, tc.name); got != tc.want || err != nil {
			t.Errorf("%q, %q: %v, %v", tc.pattern, tc.name, got, err)
		}
	}
	if _, err := Match("a[", "a"); !errors.Is(err, path.ErrBadPattern) {
		t.Errorf("a bad pattern: %v", err)
	}
}
