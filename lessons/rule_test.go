package lessons

import "testing"

func TestRule(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, actual, want string }{
		{"customers", "crm_customers", "prefix crm_"},
		{"customers", "customers_t", "suffix _t"},
		{"customers", "customer", ""},
		{"orders", "xorders", ""}, // a letter is chance
		{"", "crm_x", ""},
		{"a", "a", ""},
	} {
		r := RuleOf(tt.name, tt.actual)
		if r.String() != tt.want || !r.IsZero() && r.Apply(tt.name) != tt.actual {
			t.Errorf("RuleOf(%q, %q) is %q, want %q", tt.name, tt.actual, r, tt.want)
		}
		if back, err := ParseRule(r.String()); err != nil || back != r {
			t.Errorf("ParseRule(%q) is %v, %v", r, back, err)
		}
	}
	for _, bad := range []string{"prefix", "suffix _t prefix", "infix x", "crm_"} {
		if r, err := ParseRule(bad); err == nil {
			t.Errorf("ParseRule(%q) is %v", bad, r)
		}
	}
}
