package builtin

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
)

func TestSlip(t *testing.T) {
	t.Parallel()
	for pair, want := range map[string]bool{
		"custmers customers": true, "prodcuts products": true, "memebrs members": true, "bookss books": true,
		"brenches branches": true, "members members": false, "embers members": false, "boots books": false, "brnch branches": false,
	} {
		w, k, _ := strings.Cut(pair, " ")
		if got := slip(w, k); got != want {
			t.Errorf("slip(%s, %s) is %v", w, k, got)
		}
	}
}

func TestMisspelt(t *testing.T) {
	t.Parallel()
	r := Translate(Request{Question: "how many memebrs are there", Snapshot: library()})
	if r.Plan == nil || len(r.Plan.Assumptions) == 0 || r.Plan.Assumptions[0] != "“memebrs” is read as “members”" {
		t.Fatalf("got %+v", r)
	}
	if sql, err := plan.Synthesise(r.Plan); err != nil || sql != "SELECT count(*) AS number_of_members FROM public.members m" {
		t.Error(sql, err)
	}
	if sure := Translate(Request{Question: "how many members are there", Snapshot: library()}).Confidence; r.Confidence >= sure {
		t.Errorf("confidence %.2f, and %.2f without the slip", r.Confidence, sure)
	}
	// Words of their own, and names, are not corrected.
	for _, q := range []string{"how many embers are there", "who won the book prize", "how many Memebrs are there", "show all leans"} {
		if r := Translate(Request{Question: q, Snapshot: library()}); r.Plan != nil {
			t.Errorf("%q: read as %s", q, r.Plan.Reading)
		}
	}
}
