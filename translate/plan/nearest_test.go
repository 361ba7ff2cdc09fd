package plan

import "testing"

func TestNearest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		wrong, context string
		names          []string
		want           string
	}{
		{"Name", "", []string{"name", "names"}, "name"},
		{"orderDate", "", []string{"order_date", "order_data"}, "order_date"},
		{"customers", "", []string{"customer", "custom"}, "customer"},
		{"product_name", "products", []string{"name", "id"}, "name"},
		{"id", "customers", []string{"customer_id", "name"}, "customer_id"},
		{"quantitiy", "", []string{"quantity", "price"}, "quantity"},
		{"qauntity", "", []string{"quantity", "price"}, "quantity"},
		{"nam", "", []string{"name", "num"}, ""},
		{"total1", "", []string{"total2", "total3"}, ""},
		{"price", "", []string{"prize", "pride"}, ""},
		{"xyz", "", []string{"name"}, ""},
		{"", "", []string{"name"}, ""},
		{"date", "", []string{"data", "rate"}, ""},
	}
	for _, tt := range tests {
		if got, _ := nearest(tt.wrong, tt.names, tt.context); got != tt.want {
			t.Errorf("nearest(%q, %q) = %q, want %q", tt.wrong, tt.names, got, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	tests := []struct {
		a, b  string
		limit int
		want  int
	}{
		{"", "", 3, 0}, {"a", "", 3, 1}, {"abc", "abc", 3, 0}, {"abcd", "abdc", 3, 1}, {"kitten", "sitting", 9, 3},
		{"kitten", "sitting", 2, 2}, {"größe", "grösse", 5, 2}, {"short", "much longer", 3, 3},
	}
	for _, tt := range tests {
		if got := distance(tt.a, tt.b, tt.limit); got != tt.want {
			t.Errorf("distance(%q, %q, %d) = %d, want %d", tt.a, tt.b, tt.limit, got, tt.want)
		}
		if got := distance(tt.b, tt.a, tt.limit); got != tt.want {
			t.Errorf("distance(%q, %q, %d) = %d, want %d", tt.b, tt.a, tt.limit, got, tt.want)
		}
	}
}
