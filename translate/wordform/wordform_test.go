package wordform

import "testing"

func TestForms(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]string{"people": "person", "deliveries": "delivery", "addresses": "address", "status": "status", "boxes": "box",
		"sales": "sale", "bus": "bus", "analysis": "analysis"} {
		if got := Singular(w); got != want {
			t.Errorf("Singular(%q) = %q, want %q", w, got, want)
		}
	}
	for w, want := range map[string]string{"person": "people", "delivery": "deliveries", "address": "addresses", "box": "boxes", "order": "orders",
		"orders": "orders", "people": "people", "series": "series", "day": "days", "branch": "branches", "status": "statuses"} {
		if got := Plural(w); got != want {
			t.Errorf("Plural(%q) = %q, want %q", w, got, want)
		}
	}
	for _, pair := range [][2]string{{"booked", "booking"}, {"customers", "customer"}, {"accounts", "account"}} {
		if Stem(pair[0]) != Stem(pair[1]) {
			t.Errorf("the stems of %q and %q differ", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"station", "state"}, {"production", "product"}} {
		if Stem(pair[0]) == Stem(pair[1]) {
			t.Errorf("the stems of %q and %q are the same", pair[0], pair[1])
		}
	}
	if got := Fold("  Café-Zoé & Söhne GmbH "); got != "cafe zoe and sohne gmbh" {
		t.Errorf("%q", got)
	}
}
