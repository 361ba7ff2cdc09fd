package audit

import "testing"

func TestEndsLike(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, pattern string
		want          bool
	}{
		{"public.patients.ssn", "ssn", true}, {"public.patients.ssn", "patients.*", true}, {"public.patients.ssn", "PUBLIC.*.SSN", true},
		{"public.patients.weight/kg", "patients.*", true}, {"public.patients.weight/kg", "weight*", true},
		{"public.patients.weight.kg", "patients.*", true}, {"public.patients.weight.kg", "weight.kg", true},
		{"public.patients.name", "ssn", false}, {"ssn", "patients.ssn", false}, {"public.doctors.ssn", "patients.*", false},
	} {
		if got := endsLike(tc.name, tc.pattern); got != tc.want {
			t.Errorf("%s, %s: %v", tc.name, tc.pattern, got)
		}
	}
}
