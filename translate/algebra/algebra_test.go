package algebra_test

import (
	"errors"
	"testing"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
)

func row(table string) *algebra.Row { return &algebra.Row{Schema: "public", Table: table} }

func attr(w *algebra.Row, column string) *algebra.Attr { return &algebra.Attr{Row: w, Column: column} }

func text(s string) *algebra.Const { return &algebra.Const{Kind: algebra.Text, Text: s} }

func is(v algebra.Value, s string) algebra.Pred {
	return &algebra.Compare{Op: algebra.Eq, Left: v, Right: text(s)}
}

func where(s algebra.Set, conds ...algebra.Pred) algebra.Set {
	return &algebra.Where{Of: s, If: &algebra.And{All: conds}}
}

func show(s algebra.Set, values ...algebra.Value) algebra.Set {
	c := &algebra.Show{Of: s}
	for _, v := range values {
		c.Columns = append(c.Columns, algebra.Column{Value: v})
	}
	return c
}

func over(from, to *algebra.Row, column, key string) *algebra.Via {
	return &algebra.Via{From: from, To: to, Path: []algebra.Step{{Columns: []string{column}, Row: to, To: []string{key}}}}
}

// examples are readings that are composed of ordinary parts, with what they become.
func examples() map[string]struct {
	set      algebra.Set
	sql, say string
} {
	films, red := row("films"), row("films")
	longest := &algebra.Measure{Func: "max", Of: []algebra.Value{attr(red, "length")}, Over: where(&algebra.Rows{Row: red}, is(attr(red, "colour"), "red"))}
	customers, first, second := row("customers"), row("orders"), row("orders")
	ordered := func(w *algebra.Row, item string) algebra.Pred {
		return &algebra.Some{Of: where(&algebra.Rows{Row: w}, over(customers, w, "id", "customer_id"), is(attr(w, "item"), item))}
	}
	staff := row("staff")
	members, clubs := row("members"), row("clubs")
	winner := &algebra.Extreme{Of: &algebra.Rows{Row: clubs}, By: []algebra.Order{{Value: attr(clubs, "wins"), Desc: true}}, N: 1}
	orders := row("orders")
	perCustomer := &algebra.Group{Of: &algebra.Rows{Row: orders}, By: []algebra.Value{attr(orders, "customer_id")}}
	count := &algebra.Measure{Func: "count"}
	return map[string]struct {
		set      algebra.Set
		sql, say string
	}{
		"longer than the longest red one": {
			show(where(&algebra.Rows{Row: films}, &algebra.Compare{Op: algebra.Gt, Left: attr(films, "length"), Right: longest}), attr(films, "title")),
			"SELECT films.title FROM public.films WHERE films.length > (SELECT max(films_2.length) FROM public.films films_2 WHERE films_2.colour = 'red')",
			"title of films where length is more than the highest length of films where colour is 'red'"},
		"both … and": {
			show(where(&algebra.Rows{Row: customers}, ordered(first, "A"), ordered(second, "B")), attr(customers, "name")),
			"SELECT customers.name FROM public.customers WHERE EXISTS (SELECT 1 AS one FROM public.orders WHERE customers.id = orders.customer_id AND orders.item = 'A') AND EXISTS (SELECT 1 AS one FROM public.orders orders_2 WHERE customers.id = orders_2.customer_id AND orders_2.item = 'B')",
			"name of customers with orders where item is 'A' and with orders where item is 'B'"},
		"best paid of each department": {
			show(&algebra.Extreme{Of: &algebra.Rows{Row: staff}, By: []algebra.Order{{Value: attr(staff, "salary"), Desc: true}}, N: 1,
				Within: []algebra.Value{attr(staff, "department")}, Ties: true}, attr(staff, "name"), attr(staff, "salary")),
			"SELECT t.name, t.salary FROM (SELECT rank() OVER (PARTITION BY staff.department ORDER BY staff.salary DESC), staff.name, staff.salary FROM public.staff) t WHERE t.rank <= 1",
			"name and salary of all staff with the highest salary in each department"},
		"members of the club that won most": {
			show(where(&algebra.Rows{Row: members}, &algebra.Some{Of: where(winner, over(members, clubs, "club_id", "id"))}), attr(members, "name")),
			"SELECT members.name FROM public.members WHERE EXISTS (SELECT 1 AS one FROM (SELECT clubs.id FROM public.clubs ORDER BY clubs.wins DESC LIMIT 1) t WHERE members.club_id = t.id)",
			"name of members with the club with the highest wins"},
		"average number of orders of a customer": {
			show(&algebra.Once{}, &algebra.Measure{Func: "avg", Of: []algebra.Value{count}, Over: perCustomer}),
			"SELECT (SELECT avg(t.count) FROM (SELECT count(*) FROM public.orders GROUP BY orders.customer_id) t) AS avg_count",
			"the average number of orders by customer"},
	}
}

func TestReadingsCompose(t *testing.T) {
	t.Parallel()
	for name, tt := range examples() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := algebra.Lower(tt.set)
			if err != nil {
				t.Fatal(err)
			}
			got, err := plan.Synthesise(p)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.sql {
				t.Errorf("got  %s\nwant %s", got, tt.sql)
			}
			if said := algebra.Say(tt.set); said != tt.say {
				t.Errorf("said %s\nwant %s", said, tt.say)
			}
		})
	}
}

func TestACopyHasRowsOfItsOwn(t *testing.T) {
	t.Parallel()
	for name, tt := range examples() {
		c := algebra.Copy(tt.set)
		if algebra.Key(c) != algebra.Key(tt.set) {
			t.Errorf("%s: the copy differs", name)
		}
		both := &algebra.Combine{Op: algebra.Union, Left: tt.set, Right: c}
		if _, err := algebra.Lower(both); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsOpenDoesNotLower(t *testing.T) {
	t.Parallel()
	a, b := row("a"), row("b")
	for name, cond := range map[string]algebra.Pred{
		"a relation without a way": &algebra.Some{Of: where(&algebra.Rows{Row: b}, &algebra.Via{From: a, To: b})},
	} {
		if _, err := algebra.Lower(show(where(&algebra.Rows{Row: a}, cond), attr(a, "x"))); !errors.Is(err, algebra.ErrUnresolved) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := algebra.Lower(show(&algebra.Rows{Row: a}, attr(b, "x"))); !errors.Is(err, algebra.ErrMeaning) {
		t.Errorf("a row that nothing ranges over: %v", err)
	}
}

func TestASharedSetIsReadOnce(t *testing.T) {
	t.Parallel()
	orders := row("orders")
	count := &algebra.Show{Of: &algebra.Group{Of: &algebra.Rows{Row: orders}, By: []algebra.Value{attr(orders, "day")}},
		Columns: []algebra.Column{{Value: attr(orders, "day"), Name: "day"}, {Value: &algebra.Measure{Func: "count"}, Name: "n"}}}
	today, before := &algebra.Row{Of: count}, &algebra.Row{Of: count}
	p, err := algebra.Lower(show(&algebra.Join{Left: &algebra.Rows{Row: today}, Right: &algebra.Rows{Row: before},
		On: &algebra.Compare{Op: algebra.Gt, Left: attr(today, "n"), Right: attr(before, "n")}}, attr(today, "day")))
	if err != nil {
		t.Fatal(err)
	}
	got, err := plan.Synthesise(p)
	want := "WITH part AS (SELECT orders.day, count(*) AS n FROM public.orders GROUP BY orders.day) SELECT part_2.day FROM part part_2 JOIN part part_3 ON part_2.n > part_3.n"
	if err != nil || got != want {
		t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
	}
}

func TestElementsOfAList(t *testing.T) {
	t.Parallel()
	shows := row("shows")
	element := &algebra.Row{List: &algebra.Call{Name: "unnest", Args: []algebra.Value{&algebra.Call{Name: "string_to_array", Args: []algebra.Value{attr(shows, "cast"), text(", ")}}}}}
	each := &algebra.Join{Left: where(&algebra.Rows{Row: shows}, is(attr(shows, "type"), "film")), Right: &algebra.Rows{Row: element}}
	p, err := algebra.Lower(show(&algebra.Group{Of: each, By: []algebra.Value{attr(element, algebra.Element)}}, attr(element, algebra.Element), &algebra.Measure{Func: "count"}))
	if err != nil {
		t.Fatal(err)
	}
	got, err := plan.Synthesise(p)
	want := "SELECT t.unnest AS element, count(*) FROM (SELECT unnest(string_to_array(shows.\"cast\", ', ')) FROM public.shows WHERE shows.type = 'film') t GROUP BY t.unnest"
	if err != nil || got != want {
		t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
	}
}
