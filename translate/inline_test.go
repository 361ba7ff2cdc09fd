package translate

import (
	"strings"
	"testing"
)

// TestRecheck: the names of the role and of schemas are literals whatever is in them. What it does on a server, the
// tests of integration/ show.
func TestRecheck(t *testing.T) {
	t.Parallel()
	if got := (&Answer{}).Recheck(); got != "" {
		t.Errorf("nothing was proven: %q", got)
	}
	a := &Answer{proven: "SELECT 1", role: `o'b\`, path: []string{"pg_temp_3", "pg_catalog", `a'; DROP SCHEMA b; --`}}
	got := a.Recheck()
	for _, want := range []string{`E'o''b\\'::pg_catalog.name`, `ARRAY[E'pg_catalog', E'a''; DROP SCHEMA b; --']::pg_catalog.name[]`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}
