package algebra_test

import (
	"testing"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
)

// TestGrouped: a figure over what belongs to each row is one of groups, where that means the same.
func TestGrouped(t *testing.T) {
	t.Parallel()
	unique := func(w *algebra.Row, columns []string) bool { return len(columns) == 1 && columns[0] == "id" }
	customers, country := row("customers"), row("countries")
	spent := func(column string, conds ...func(o *algebra.Row) algebra.Pred) (algebra.Value, algebra.Set) {
		o, i := row("orders"), row("items")
		all := []algebra.Pred{over(customers, o, column, "customer_id")}
		for _, c := range conds {
			all = append(all, c(o))
		}
		set := where(&algebra.Join{Left: &algebra.Rows{Row: o}, Right: &algebra.Rows{Row: i}, On: over(o, i, "id", "order_id")}, all...)
		return &algebra.Measure{Func: "sum", Of: []algebra.Value{attr(i, "price")}, Over: set}, set
	}
	paid := func(o *algebra.Row) algebra.Pred { return is(attr(o, "status"), "paid") }
	some := func(s algebra.Set) algebra.Pred { return &algebra.Some{Of: algebra.Copy(s)} }
	top := func(v algebra.Value, conds ...algebra.Pred) algebra.Set {
		of := algebra.Set(&algebra.Rows{Row: customers})
		if len(conds) > 0 {
			of = where(of, conds...)
		}
		return &algebra.Extreme{Of: of, By: []algebra.Order{{Value: v, Desc: true, Nulls: "last"}}, N: 3}
	}
	again := func(v algebra.Value) algebra.Value {
		return algebra.Copy(&algebra.Show{Of: &algebra.Once{}, Columns: []algebra.Column{{Value: v}}}).(*algebra.Show).Columns[0].Value
	}
	sum, set := spent("id", paid)
	loose, looseSet := spent("town")
	other, _ := spent("id")
	joined := &algebra.Join{Left: &algebra.Rows{Row: customers}, Right: &algebra.Rows{Row: country}, On: over(customers, country, "country_id", "id")}
	for name, tt := range map[string]struct {
		set  algebra.Set
		want string // "": as it was
	}{
		"a top with its figure": {
			show(top(sum, some(set)), attr(customers, "name"), again(sum)),
			"SELECT customers.name, sum(items.price) AS sum_price FROM public.customers JOIN public.orders ON customers.id = orders.customer_id JOIN public.items ON orders.id = items.order_id WHERE orders.status = 'paid' GROUP BY customers.id, customers.name ORDER BY sum(items.price) DESC NULLS LAST LIMIT 3"},
		"with conditions, and rows that each belongs to": {
			show(&algebra.Extreme{Of: where(joined, is(attr(country, "name"), "Chile"), some(set)), By: []algebra.Order{{Value: sum}}, N: 1}, attr(customers, "name"), attr(country, "code")),
			"SELECT customers.name, countries.code FROM public.customers JOIN public.countries ON customers.country_id = countries.id JOIN public.orders ON customers.id = orders.customer_id JOIN public.items ON orders.id = items.order_id WHERE countries.name = 'Chile' AND orders.status = 'paid' GROUP BY customers.id, customers.name, countries.code ORDER BY sum(items.price) LIMIT 1"},
		"nobody says that there are any": {show(top(sum), attr(customers, "name")), ""},
		"others are known to be there":   {show(top(other, some(set)), attr(customers, "name")), ""},
		"figures over different rows":    {show(top(sum, some(set)), attr(customers, "name"), other), ""},
		"a key that several rows share":  {show(top(loose, some(looseSet)), attr(customers, "name")), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sqlOf(t, algebra.Grouped(tt.set, unique))
			want := tt.want
			if want == "" {
				want = sqlOf(t, tt.set)
			}
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func sqlOf(t *testing.T, s algebra.Set) string {
	t.Helper()
	p, err := algebra.Lower(s)
	if err != nil {
		t.Fatal(err)
	}
	sql, err := plan.Synthesise(p)
	if err != nil {
		t.Fatal(err)
	}
	return sql
}
