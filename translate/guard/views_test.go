package guard

import (
	"strings"
	"testing"
)

// TestViewsThatReadOneAnother: CREATE OR REPLACE can make views that read one another. The server refuses to read
// them; the guard must come to an end.
func TestViewsThatReadOneAnother(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, `CREATE VIEW a AS SELECT 1 AS x; CREATE VIEW b AS SELECT x + x AS x FROM a; CREATE OR REPLACE VIEW a AS SELECT l.x FROM b l, b r;
		GRANT SELECT ON a, b TO guard_reader`)
	facts := Facts{Snapshot: snapshotFor(t, reader), OwnPath: true}
	if v := mustNew(t, Policy{}).Check("SELECT a.x FROM a, b", facts); v.Decision != Allow {
		t.Error(v.Why)
	}
	if _, err := reader.Exec(t.Context(), "SELECT x FROM a").ReadAll(); err == nil || !strings.Contains(err.Error(), "infinite recursion") {
		t.Error(err)
	}
}
