package conf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrices(t *testing.T) {
	t.Parallel()
	s, err := Load(Sources{NoSystemFile: true, Set: []string{"model.price=gpt-x=2.5/10/1.25,org/small=0.1/0.2"}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Price{"gpt-x": {In: 2.5, Out: 10, Cached: 1.25}, "org/small": {In: 0.1, Out: 0.2, Cached: 0.1}}
	if d := cmp.Diff(want, s.Model.Prices()); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"gpt-x", "=1/2", "gpt-x=1", "gpt-x=1/-2", "gpt-x=a/b", "gpt-x=1/2/3/4", "gpt-x=NaN/1"} {
		if _, err := Load(Sources{NoSystemFile: true, Set: []string{"model.price=" + bad}}); err == nil || !strings.Contains(err.Error(), "NAME=IN/OUT") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
