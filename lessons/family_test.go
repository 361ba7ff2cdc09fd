package lessons

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

func TestOneFamily(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ a, b string }{
		{"top 5 customers by revenue", "Top 5 customers, by revenue?"},
		{"top 5 customers by revenue", "please show me the top ten customers by revenue"},
		{"how many orders", "How many order"},
		{"orders by month in 2024", "orders in 2025 by month"},
		{"revenue per region since 2024-01-01", "the revenue since 2023-05-06 per region"},
		{"orders of 'ACME'", `orders of "Smith & Sons"`},
		{"orders over 1,000 €", "orders over 25.50 €"},
		{"ladies per category", "lady per categories"},
	} {
		if a, b := family(tt.a).key, family(tt.b).key; a != b {
			t.Errorf("%q is %q, and %q is %q", tt.a, a, tt.b, b)
		}
	}
}

// Questions that mean different things are never of one family.
func TestOtherFamily(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ a, b string }{
		{"customers with orders", "orders with customers"},
		{"customers with orders in 2024", "customers in 2024 with orders"},
		{"the latest order", "the latest orders"},
		{"top customer", "top customers"},
		{"orders not shipped", "orders shipped"},
		{"orders > 5", "orders < 5"},
		{"revenue in 2024", "revenue in '2024'"},
		{"orders from Berlin to Paris", "orders from Paris to Berlin"},
		{"average price by category", "average category by price"},
		{"orders of ACME", "orders of Smith"},
		{"orders by customer per month for 'x'", "orders per month for 'x'"},
		{"customers who bought by month in 2024", "customers who bought in 2024 by month"},
		{"margin - cost", "margin + cost"},
	} {
		if a, b := family(tt.a).key, family(tt.b).key; a == b {
			t.Errorf("%q and %q are both %q", tt.a, tt.b, a)
		}
	}
}

func TestPinServesItsFamily(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		question, sql string
		asked, want   string // the statement for it; empty: the pin does not serve it
	}{
		{"top 5 customers by revenue", "SELECT name FROM customers ORDER BY revenue DESC LIMIT 5", "top 12 customers by revenue", "SELECT name FROM customers ORDER BY revenue DESC LIMIT 12"},
		{"top 5 customers by revenue", "SELECT name FROM customers ORDER BY revenue DESC LIMIT 5", "top customers by revenue", ""},
		{"top 5 customers by revenue", "SELECT name FROM customers ORDER BY revenue DESC LIMIT 5", "top 5 customers by profit", ""},
		// A number that stands in two places, or in none, is fixed.
		{"5 customers with orders over 5", "SELECT 1 FROM o WHERE x > 5 LIMIT 5", "5 customers with orders over 6", ""},
		{"top 1 customers", "SELECT name FROM customers ORDER BY 1 LIMIT 1", "top 2 customers", ""},
		{"top 1 customers", "SELECT name FROM customers ORDER BY 1 LIMIT 1", "top 1 customers", "SELECT name FROM customers ORDER BY 1 LIMIT 1"},
		{"level 3 support", "SELECT name FROM engineers", "level 4 support", ""},
		{"orders of 'ACME'", "SELECT * FROM orders WHERE name = 'ACME'", "orders of 'O''Neill; DROP'", ""},
		{"orders of 'ACME'", "SELECT * FROM orders WHERE name = 'ACME'", `orders of "O'Neill"`, "SELECT * FROM orders WHERE name = 'O''Neill'"},
		{"orders of 'acme'", "SELECT * FROM orders WHERE name ILIKE '%ACME%'", "orders of 'x'", "SELECT * FROM orders WHERE name ILIKE '%x%'"},
		{"orders of 'acme'", "SELECT * FROM orders WHERE name ILIKE '%ACME%'", "orders of '100%'", ""},
		{"orders in 2024", "SELECT * FROM orders WHERE d >= '2024-01-01' AND d < '2025-01-01'", "orders in 2022", "SELECT * FROM orders WHERE d >= '2022-01-01' AND d < '2023-01-01'"},
		{"orders in 2024", "SELECT * FROM orders WHERE extract(year FROM d) = 2024", "orders in 2022", "SELECT * FROM orders WHERE extract ('year' FROM d) = 2022"},
		{"orders on 2024-02-28", "SELECT * FROM orders WHERE d >= '2024-02-28' AND d < '2024-02-29'", "orders on 2023-02-28", "SELECT * FROM orders WHERE d >= '2023-02-28' AND d < '2023-03-01'"},
		{"orders on 2024-02-28", "SELECT * FROM orders WHERE d = '2024-02-28'", "orders on 2024-02-31", ""},
		{"orders in 2024", "SELECT * FROM orders WHERE code = '2024-13-01'", "orders in 2024", "SELECT * FROM orders WHERE code = '2024-13-01'"}, // no day
		{"orders by month in 2024", "SELECT m FROM orders WHERE y = 2024", "orders in 2023 by month", "SELECT m FROM orders WHERE y = 2023"},
	} {
		p, err := NewPin("shop", tt.question, tt.sql)
		if err != nil {
			t.Errorf("%s: %v", tt.question, err)
			continue
		}
		l := Fixed()
		l.pins = []Pin{p}
		l.publish()
		if _, got, ok := l.Pinned("shop", tt.asked); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%q pinned as %q: %q gets %q, want %q", tt.question, p.Statement, tt.asked, got, tt.want)
		}
		if _, _, ok := l.Pinned("other", tt.asked); ok {
			t.Errorf("%q is pinned in another datasource", tt.asked)
		}
	}
}

// What a pin serves is told in the words of its question, and not of its family.
func TestPinTellsWhatItServes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ question, sql, want string }{
		{"Show me the top 5 customers by revenue, please", "SELECT name FROM c ORDER BY r DESC LIMIT 5", "Show me the top [number] customers by revenue, please"},
		{"5 customers with orders over 5", "SELECT 1 FROM o WHERE x > 5 LIMIT 5", "5 customers with orders over 5"},
		{"orders of 'ACME' for 'x' since 2024-02-28", "SELECT 1 FROM o WHERE n = 'ACME' AND d >= '2024-02-28'", "orders of [text] for 'x' since [date]"},
		{"ten orders in 2024 by month", "SELECT m FROM o WHERE d >= '2024-01-01' LIMIT 10", "[number] orders in [year] by month"},
		{"companies in cities", "SELECT 1", "companies in cities"},
	} {
		p, err := NewPin("shop", tt.question, tt.sql)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Family(); got != tt.want {
			t.Errorf("%q serves %q, want %q", tt.question, got, tt.want)
		}
	}
}

func TestNewPinRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ question, sql string }{
		{"", "SELECT 1"}, {"?!", "SELECT 1"}, {"q", ""}, {"q", "SELECT 1; SELECT 2"}, {"5 orders", "SELECT 1 FROM o WHERE x = $1 LIMIT 5"}, {"q", "no SQL"}, {"q\x00", "SELECT 1"},
		{"q", "SELECT " + string(make([]byte, maxStatement))},
	} {
		if p, err := NewPin("shop", tt.question, tt.sql); err == nil {
			t.Errorf("%q with %.20q is pinned: %+v", tt.question, tt.sql, p)
		}
	}
}

func FuzzPin(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add("top 5 customers in 2024 of 'x'", "SELECT 1 WHERE a = 5 AND d < '2025-01-01' AND n LIKE '%x%'", "top 7 customers in 1 of '%'")
	f.Fuzz(func(t *testing.T, question, sql, asked string) {
		if len(sql) > 300 || len(question) > 300 {
			return // the parser's own depth is bounded by its caller, the guard
		}
		p, err := NewPin("shop", question, sql)
		if err != nil {
			return
		}
		l := Fixed()
		l.pins = []Pin{p}
		l.publish()
		l.Pinned("shop", asked)
		if _, _, ok := l.Pinned("shop", question); !ok {
			t.Errorf("%q, pinned with %q, is not found again", question, sql)
		}
	})
}

// BenchmarkPinned finds a question among a thousand pins and fills its statement.
func BenchmarkPinned(b *testing.B) {
	l := Fixed()
	for i := range 1000 {
		p, err := NewPin("shop", fmt.Sprintf("top 5 things%d by revenue in 2024", i),
			"SELECT c.name, sum(o.total) FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.d >= '2024-01-01' AND o.d < '2025-01-01' GROUP BY c.id, c.name ORDER BY 2 DESC LIMIT 5")
		if err != nil {
			b.Fatal(err)
		}
		l.pins = append(l.pins, p)
	}
	l.publish()
	for b.Loop() {
		if _, _, ok := l.Pinned("shop", "show me the top 7 things77 by revenue in 2023"); !ok {
			b.Fatal("not found")
		}
	}
}

// Equal questions are those of one family with the same values.
func TestNormal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"Latest 3 returns?", "latest 3  returns", true},
		{"Please show me the orders of 2024.", "orders of 2024", true},
		{"orders of 2024", "orders of 2023", false},
		{"customers named 'Ann'", "customers named 'Bob'", false},
		{"customers named 'Ann'", "customers named 'ann'", false},
		{"latest order", "latest orders", false},
		{"orders of Bill", "orders of bill", false},
		{"orders by month in 2024", "orders in 2024 by month", true},
	} {
		if got := Normal(tt.a) == Normal(tt.b); got != tt.same {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
}

// A pin that is asked for other values and back again gives each its own statement.
func TestPinAlternates(t *testing.T) {
	t.Parallel()
	l := Fixed()
	p, err := NewPin("shop", "top 5 customers named 'Ann'", "SELECT name FROM customers WHERE name = 'Ann' LIMIT 5")
	if err != nil {
		t.Fatal(err)
	}
	l.pins = []Pin{p}
	l.publish()
	for _, q := range []string{"7 Bob", "7 Bob", "5 Ann", "7 Ann", "7 Bob"} {
		n, name, _ := strings.Cut(q, " ")
		_, sql, ok := l.Pinned("shop", "top "+n+" customers named '"+name+"'")
		if want := "SELECT name FROM customers WHERE name = '" + name + "' LIMIT " + n; !ok || sql != want {
			t.Errorf("%s: %s, %v", q, sql, ok)
		}
	}
}
