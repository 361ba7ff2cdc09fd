package cost

import "testing"

// TestGatheredRanges: a list of ranges takes far more than one of numbers, because of its text.
func TestGatheredRanges(t *testing.T) {
	t.Parallel()
	snap := snapshot(t, "CREATE TABLE t (a int, r int4range)")
	plan := func(output, below string) string {
		return `[{"Plan": {"Node Type": "Aggregate", "Strategy": "Plain", "Plan Rows": 1, "Plan Width": 32, "Output": ["` + output + `"],
			"Plans": [{"Node Type": "Seq Scan", "Parent Relationship": "Outer", "Schema": "public", "Relation Name": "t", "Alias": "t",
			"Plan Rows": 100000, "Plan Width": 14, "Output": ["` + below + `"]}]}}]`
	}
	for _, c := range []struct {
		output, below string
		fits          bool
	}{
		{"array_agg(t.a)", "t.a", true},
		{"array_agg(t.a)", "t.a\", \"t.r", true}, // another column is not collected
		{"array_agg(t.r)", "t.r", false},
		{"range_agg(t.r)", "t.r", false},
		{"array_agg(int4range(t.a, (t.a + 1)))", "t.a", false},
		{"array_agg(s.x)", "int4range(t.a, 9)", false},
		{"array_agg(s.x)", "t.a", true},
	} {
		bytes, err := Gathered([]byte(plan(c.output, c.below)), snap)
		if err != nil || bytes <= MaxGathered != c.fits {
			t.Errorf("%s of %s: %.0f bytes, %v", c.output, c.below, bytes, err)
		}
	}
}
