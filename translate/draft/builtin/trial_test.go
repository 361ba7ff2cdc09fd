package builtin_test

import (
	"testing"

	"github.com/pgask/pgask/translate/draft"
)

// TestNothingFound: what finds nothing, whichever of the best readings is meant, is answered and is not sure.
func TestNothingFound(t *testing.T) {
	t.Parallel()
	m := open(t)
	for question, sure := range map[string]bool{"paintings with a price over 100": true, "paintings with a price over 100000": false,
		"paintings that are not cubist": true} {
		if r := m.draft(t, question); r.Plan == nil || r.Confidence > 0.6 != sure {
			t.Errorf("%s: %.2f %v", question, r.Confidence, r.Reason)
		}
	}
}

// TestEmptied: a reading that was sure until it found nothing is offered, where what else could be meant is too
// unlikely.
func TestEmptied(t *testing.T) {
	t.Parallel()
	m := open(t)
	read := m.read("museums with more than 5 paintings")
	was := read.Readings[0]
	if read.Confidence < 0.6 || len(read.Readings) < 2 {
		t.Fatalf("%.2f, %d readings", read.Confidence, len(read.Readings))
	}
	read.Try([]draft.Trial{{Empty: true}, {Rows: "some"}})
	if v := read.Judge(0.5); v.Answer != was || v.Confidence >= 0.5 {
		t.Errorf("%+v", v)
	}
}
