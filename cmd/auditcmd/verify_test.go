package auditcmd

import (
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/conf"
)

// TestVerdicts: a log in which nothing is wrong is ok only when its end was compared with something that nobody else
// can have written, and --strict fails all others.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	found := []audit.Finding{{What: "record 3 was changed"}}
	for _, tt := range []struct {
		r             audit.Report
		key, want     string
		fails, fails2 bool // and with --strict
	}{
		{audit.Report{Heads: 1, HeadSealed: true}, "key", "ok", false, false},
		{audit.Report{Heads: 1}, "", "ok", false, false}, // without a key nothing is sealed, and all shows accidents alone
		{audit.Report{Heads: 1}, "key", "HEAD NOT SEALED", false, true},
		{audit.Report{}, "key", "NO HEAD", false, true},
		{audit.Report{}, "", "NO HEAD", false, true},
		{audit.Report{Heads: 1, HeadSealed: true, Findings: found}, "key", "NOT OK", true, true},
		{audit.Report{Findings: found}, "", "NOT OK", true, true},
	} {
		s := &conf.Settings{}
		s.Audit.Key = conf.Secret(tt.key)
		if got := verdict(tt.r, s); got != tt.want {
			t.Errorf("%+v, key %q: %s, want %s", tt.r, tt.key, got, tt.want)
		}
		for _, strict := range []bool{false, true} {
			if err := judged(len(tt.r.Findings), doubtOf(tt.r, s), strict); (err != nil) != (tt.fails || strict && tt.fails2) {
				t.Errorf("%s, strict %v: %v", tt.want, strict, err)
			}
		}
	}
}
