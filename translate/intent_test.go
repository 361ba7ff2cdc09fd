package translate

import "testing"

func TestCatalogQuestions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		question, table string
		count, catalog  bool
	}{
		{"which tables are there?", "", false, true},
		{"how many tables are there", "", true, true},
		{"what is in this database?", "", false, true},
		{"what can I ask?", "", false, true},
		{"what can I query here", "", false, true},
		{"help", "", false, true},
		{"show me", "", false, false},
		{"describe orders", "orders", false, true},
		{"describe the table orders", "orders", false, true},
		{"what columns does orders have", "orders", false, true},
		{"show the columns of the table orders", "orders", false, true},
		{"columns of the orders table", "orders", false, true},
		{"how many orders are there", "", false, false},
		{"tables per order", "", false, false},
	}
	for _, tt := range tests {
		got, err := readIntent(Question{Text: tt.question})
		if err != nil || (got != nil) != tt.catalog {
			t.Errorf("%q: %+v, %v", tt.question, got, err)
			continue
		}
		if got != nil && (got.table != tt.table || got.count != tt.count) {
			t.Errorf("%q: %+v", tt.question, *got)
		}
	}
}

// A number answers nothing where no question is open.
func TestNumberAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2", " 2. ", "1 2"} {
		if _, err := readIntent(Question{Text: text}); Code(err) != CodeForm {
			t.Errorf("%q: %v", text, err)
		}
	}
}
