package audit

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
)

// TestHarmless: nothing that is exported begins like a formula.
func TestHarmless(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"": "", "how many": "how many", "=HYPERLINK(\"http://x\")": "'=HYPERLINK(\"http://x\")", "+1": "'+1", "-1": "'-1",
		"@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "a=1": "a=1"} {
		if got := harmless(value); got != want {
			t.Errorf("%q became %q, want %q", value, got, want)
		}
	}
	out := &bytes.Buffer{}
	write, flush := CSV(out)
	if err := write(&Entry{Record: Record{ID: "a", Question: "=cmd|' /C calc'!A0", Reply: "-2", SQL: "SELECT 1"}}); err != nil {
		t.Fatal(err)
	}
	if err := flush(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(out).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%v, %v", rows, err)
	}
	for i, value := range rows[1] {
		if strings.HasPrefix(value, "=") || strings.HasPrefix(value, "-") {
			t.Errorf("%s is %q", rows[0][i], value)
		}
	}
}
