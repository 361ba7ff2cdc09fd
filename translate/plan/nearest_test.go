package plan

import (
	"testing"
)

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
		if got, _ := Nearest(tt.wrong, tt.names, tt.context); got != tt.want {
			t.Errorf("nearest(%q, %q) = %q, want %q", tt.wrong, tt.names, got, tt.want)
		}
	}
}
