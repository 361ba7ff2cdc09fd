package lexicon

import (
	"slices"
	"testing"
)

func TestVerbs(t *testing.T) {
	t.Parallel()
	for form, want := range map[string]string{"shipped": "ship", "shipping": "ship", "sent": "send", "ship": "ship", "check in": "check in",
		"table": ""} {
		if got := BaseOf(form); got != want {
			t.Errorf("%s is a form of %q, want %q", form, got, want)
		}
	}
	for base, want := range map[string]string{"ship": "shipping", "place": "placing", "deliver": "delivering"} {
		if got := Gerund(base); got != want || BaseOf(got) != base {
			t.Errorf("%s: %s, want %s", base, got, want)
		}
	}
	if vs := VerbsOf("delivery"); !slices.ContainsFunc(vs, func(v *Verb) bool { return v.Base == "deliver" }) {
		t.Errorf("a delivery records %v", vs)
	}
	for kind := Birth; kind <= Plan; kind++ {
		if got, ok := EventKindOf(kind.String()); got != kind || !ok {
			t.Errorf("%s is %d", kind, got)
		}
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"hours": "time", "square feet": "area", "kg": "mass", "m": "", "table": ""} {
		if got := UnitNamed(name).Of; got != want {
			t.Errorf("%s: of %q, want %q", name, got, want)
		}
	}
	if got := UnitOf("square feet").Of; got != "" {
		t.Errorf("two words are one: %s", got)
	}
	for of, size := range map[string]string{"length": "1", "time": "60", "money": "1000000"} {
		if u, ok := UnitSaid("m", of); !ok || u.Size != size {
			t.Errorf("m of %s is %+v", of, u)
		}
	}
	if got := QuantitiesSaid("m"); !slices.Equal(got, []string{"length", "money", "time"}) {
		t.Errorf("m is of %v", got)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for w, want := range map[string]bool{"customer": true, "cstmr": false} {
		if English(w) != want {
			t.Errorf("English(%s) is not %v", w, want)
		}
	}
	if !AllEnglish([]string{"customers", "order"}) || AllEnglish(nil) || AllEnglish([]string{"order", "cstmr"}) {
		t.Error("which words are all English ones")
	}
	if Role("origin") != "from" || Label("full name") <= Label("label") || !slices.Contains(Bounded("reorder level"), "stock") {
		t.Error("roles, labels and bounds")
	}
	if gs := Grades("cheap"); len(gs) == 0 || gs[0].More || !slices.Contains(gs[0].Attributes, "price") {
		t.Errorf("cheap compares %v", gs)
	}
}
