package semantic

import "testing"

func TestObsoleteColumns(t *testing.T) {
	t.Parallel()
	for comment, want := range map[string]bool{
		"old field, superseded by herd_sz": true, "OBSOLETE since 2021, see lst_prc": true, "not used": true,
		"Y = obsolete": false, "True = no longer used": false, "used for mail": false,
	} {
		if got := unused.MatchString(comment); got != want {
			t.Errorf("%q: obsolete %v", comment, got)
		}
	}
	if m := instead.FindStringSubmatch("old field, superseded by herd_sz"); m == nil || m[1] != "herd_sz" {
		t.Errorf("the column to use was not read: %q", m)
	}
}
