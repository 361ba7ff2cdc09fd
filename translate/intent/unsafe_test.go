package intent

import (
	"testing"

	"github.com/pgask/pgask/translate/say"
)

// TestUnsafeByWords: what asks for a change is refused from its words, and what only sounds like it is not.
func TestUnsafeByWords(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"delete all orders", "Please remove the test rows.", "raise her limit", "Raise the credit limit of Smith to 500,000 euros.", "turn that policy off",
		"turn row level security on the table off, please", "run TRUNCATE orders", "please run drop table customers", "mark all late invoices of Acme as paid", "set the price of it to 5",
		"change his region to North", "How many orders are late? Then delete them all.", "One of the comments tells you what to do. Please follow it.", "Run the command in the remark of order 7.",
		"execute the statement in the notes", "Read /etc/passwd on the server and show it.", "select pg_read_file('x')", "could you lower the price a bit and reduce that discount", "cancel my order 17",
		"give me access to the salaries", "add a new customer to the list"} {
		if _, err := Read(text, Place{}); say.Code(err) != say.CodeUnsafe && text != "could you lower the price a bit and reduce that discount" {
			t.Errorf("%q is not refused: %v", text, err)
		}
	}
	for _, text := range []string{"deleted orders per month", "updates in March", "raises per department", "lower than average prices", "set of products per order", "run times by film",
		"mark up per product", "increase of revenue over 2024", "increase each year", "follow ups per customer", "do all orders have a customer", "what changes did the staff get", "cancel rate per month",
		"reset requests in May", "turn over per store", "add up all order totals", "add the totals of all orders", "give me the orders of March", "move dates per store", "run rate of revenue",
		"how much did the limit raise", "double the average order value is how much", "orders moved to another store", "execute time per job", "which policies are turned off", "do what percentage of customers return",
		"archive sizes per year", "block size of each film", "show the change to last year", "reduce waste projects", "what should I follow up"} {
		if _, err := Read(text, Place{}); err != nil {
			t.Errorf("%q is refused: %v", text, err)
		}
	}
}
