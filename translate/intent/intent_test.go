package intent

import (
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/say"
)

func TestCatalogQuestions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		question, table string
		count, catalog  bool
		help            bool
	}{
		{"which tables are there?", "", false, true, false},
		{"how many tables are there", "", true, true, false},
		{"what is in this database?", "", false, true, false},
		{"what can I ask?", "", false, true, false},
		{"what can I query here", "", false, true, false},
		{"help", "", false, true, true},
		{"help me please", "", false, true, true},
		{"how to ask", "", false, true, true},
		{"how many help desks are there", "", false, false, false},
		{"show me", "", false, false, false},
		{"describe orders", "orders", false, true, false},
		{"describe the table orders", "orders", false, true, false},
		{"what columns does orders have", "orders", false, true, false},
		{"show the columns of the table orders", "orders", false, true, false},
		{"columns of the orders table", "orders", false, true, false},
		{"how many orders are there", "", false, false, false},
		{"tables per order", "", false, false, false},
	}
	for _, tt := range tests {
		got, err := Read(tt.question, Place{})
		if err != nil || (got != nil) != tt.catalog {
			t.Errorf("%q: %+v, %v", tt.question, got, err)
			continue
		}
		if got != nil && (got.Table != tt.table || got.Count != tt.count || got.Help != tt.help) {
			t.Errorf("%q: %+v", tt.question, *got)
		}
	}
}

// So does a correction.
func TestCorrectionAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"use table orders", "select orders not order_items;", "join orders.id with payments.order_id"} {
		_, err := Read(text, Place{})
		if say.Code(err) != say.CodeForm || !strings.Contains(err.Error(), "no question is open") {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := Read(text, Place{Replied: true}); err != nil {
			t.Errorf("%s, of a question that is being answered: %v", text, err)
		}
	}
}

// A number answers nothing where no question is open.
func TestNumberAlone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2", " 2. ", "1 2", `{"type":"choice","choice":2}`} {
		if _, err := Read(text, Place{}); say.Code(err) != say.CodeForm {
			t.Errorf("%q: %v", text, err)
		}
	}
}
