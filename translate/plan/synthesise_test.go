package plan

import (
	"errors"
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v5"
)

func ptr(i int64) *int64 { return &i }

func frag(t testing.TB, sql string) Expr {
	t.Helper()
	e, err := Fragment(sql)
	if err != nil {
		t.Fatalf("Fragment(%q): %v", sql, err)
	}
	return e
}

func frags(t testing.TB, sql ...string) []Expr {
	t.Helper()
	list := make([]Expr, len(sql))
	for i, s := range sql {
		list[i] = frag(t, s)
	}
	return list
}

func subquery(t testing.TB, p *Plan) *pg.Node {
	t.Helper()
	n, err := SelectNode(p)
	if err != nil {
		t.Fatalf("SelectNode: %v", err)
	}
	return n
}

func TestSynthesise(t *testing.T) {
	t.Parallel()
	orders := &Source{Schema: "shop", Table: "order", Alias: "o"}
	paid := &Plan{Select: []Output{{Expr: Int(1)}}, From: &Source{Schema: "shop", Table: "payments", Alias: "p"},
		Where: frags(t, "p.order_id = o.id")}
	tests := []struct {
		name string
		plan *Plan
		want string
	}{
		{"constant", &Plan{Select: []Output{{Expr: Int(1)}}}, `SELECT 1 AS value`},
		{"count", &Plan{Select: []Output{{Expr: CountStar()}}, From: orders}, `SELECT count(*) FROM shop."order" o`},
		{"alias equal to the table", &Plan{Select: []Output{{Expr: Col("stores", "name")}},
			From: &Source{Schema: "shop", Table: "stores", Alias: "stores"}}, `SELECT stores.name FROM shop.stores`},
		{"quoting", &Plan{Select: []Output{{Expr: Col("My Table", "select"), As: "The \"Sum\""}},
			From: &Source{Schema: "Sh op", Table: "from", Alias: "My Table"}},
			`SELECT "My Table"."select" AS "The ""Sum""" FROM "Sh op"."from" "My Table"`},
		{"group, having, order, limit", &Plan{
			Select:  []Output{{Expr: Col("c", "name")}, {Expr: Call("sum", Col("o", "total")), As: "revenue"}},
			From:    orders,
			Joins:   []Join{{Kind: Inner, Source: Source{Schema: "shop", Table: "customers", Alias: "c"}, On: frags(t, "c.id = o.customer_id")}},
			Where:   frags(t, "o.status = 'shipped'", "o.total > 10 OR o.total IS NULL"),
			GroupBy: frags(t, "c.id", "c.name"),
			Having:  frags(t, "count(*) > 2"),
			OrderBy: []Order{{Expr: Bare("revenue"), Desc: true, Nulls: "last"}, {Expr: Col("c", "name"), Nulls: "first"}},
			Limit:   ptr(5), Offset: ptr(10)},
			`SELECT c.name, sum(o.total) AS revenue FROM shop."order" o JOIN shop.customers c ON c.id = o.customer_id ` +
				`WHERE o.status = 'shipped' AND (o.total > 10 OR o.total IS NULL) GROUP BY c.id, c.name HAVING count(*) > 2 ` +
				`ORDER BY revenue DESC NULLS LAST, c.name NULLS FIRST LIMIT 5 OFFSET 10`},
		{"self join and every kind", &Plan{
			Select: []Output{{Expr: Col("e", "name")}, {Expr: Col("m", "name")}},
			From:   &Source{Schema: "hr", Table: "employees", Alias: "e"},
			Joins: []Join{
				{Kind: Left, Source: Source{Schema: "hr", Table: "employees", Alias: "m"}, On: frags(t, "m.id = e.manager_id", "m.active")},
				{Kind: Right, Source: Source{Schema: "hr", Table: "a"}, On: frags(t, "a.id = e.id")},
				{Kind: Full, Source: Source{Schema: "hr", Table: "b"}, On: frags(t, "b.id = e.id")},
				{Kind: Cross, Source: Source{Schema: "hr", Table: "c"}},
			}},
			`SELECT e.name, m.name AS name_2 FROM hr.employees e LEFT JOIN hr.employees m ON m.id = e.manager_id AND m.active ` +
				`RIGHT JOIN hr.a ON a.id = e.id FULL JOIN hr.b ON b.id = e.id CROSS JOIN hr.c`},
		{"distinct", &Plan{Select: []Output{{Expr: Col("o", "status")}}, Distinct: true, From: orders},
			`SELECT DISTINCT o.status FROM shop."order" o`},
		{"derived table", &Plan{Select: []Output{{Expr: Call("avg", Col("d", "n"))}},
			From: &Source{Alias: "d", Plan: &Plan{Select: []Output{{Expr: CountStar(), As: "n"}}, From: orders, GroupBy: frags(t, "o.customer_id")}}},
			`SELECT avg(d.n) AS avg_n FROM (SELECT count(*) AS n FROM shop."order" o GROUP BY o.customer_id) d`},
		{"with", &Plan{
			With:   []CTE{{Name: "big", Plan: &Plan{Select: []Output{{Expr: Col("o", "id")}}, From: orders, Where: frags(t, "o.total > 100")}}},
			Select: []Output{{Expr: CountStar()}}, From: &Source{Table: "big"}},
			`WITH big AS (SELECT o.id FROM shop."order" o WHERE o.total > 100) SELECT count(*) FROM big`},
		{"set operations", &Plan{
			Select: []Output{{Expr: Col("c", "city")}}, From: &Source{Table: "customers", Alias: "c"},
			Combine: []Combine{
				{Op: Union, All: true, Plan: &Plan{Select: []Output{{Expr: Col("s", "city")}}, From: &Source{Table: "stores", Alias: "s"}, Limit: ptr(3)}},
				{Op: Except, Plan: &Plan{Select: []Output{{Expr: Str("Rome")}}}},
			},
			OrderBy: []Order{{Expr: Col("c", "city")}}, Limit: ptr(9)},
			`(SELECT c.city FROM customers c UNION ALL (SELECT s.city FROM stores s LIMIT 3)) EXCEPT SELECT 'Rome' AS value ORDER BY city LIMIT 9`},
		{"subqueries", &Plan{Select: []Output{{Expr: Col("o", "id")}}, From: orders,
			Where: []Expr{
				Exists(subquery(t, paid)),
				Not(InQuery(Col("o", "id"), subquery(t, &Plan{Select: []Output{{Expr: Col("r", "order_id")}}, From: &Source{Table: "returns", Alias: "r"}}))),
				Op(">", Col("o", "total"), Scalar(subquery(t, &Plan{Select: []Output{{Expr: Call("avg", Col("x", "total"))}}, From: &Source{Table: "order", Alias: "x"}}))),
			}},
			`SELECT o.id FROM shop."order" o WHERE EXISTS (SELECT 1 AS value FROM shop.payments p WHERE p.order_id = o.id) ` +
				`AND NOT o.id IN (SELECT r.order_id FROM returns r) AND o.total > (SELECT avg(x.total) AS avg_total FROM "order" x)`},
		{"window", &Plan{Select: []Output{{Expr: frag(t, "rank() OVER (PARTITION BY o.region ORDER BY o.total DESC)"), As: "place"}}, From: orders},
			`SELECT rank() OVER (PARTITION BY o.region ORDER BY o.total DESC) AS place FROM shop."order" o`},
		{"CASE", &Plan{Select: []Output{{Expr: frag(t, "CASE WHEN o.total > 100 THEN 'large' WHEN o.total IS NULL THEN 'unknown' ELSE 'small' END"), As: "size"},
			{Expr: frag(t, "sum(CASE o.status WHEN 'paid' THEN 1 ELSE 0 END)"), As: "paid"}}, From: orders,
			GroupBy: frags(t, "CASE WHEN o.total > 100 THEN 'large' WHEN o.total IS NULL THEN 'unknown' ELSE 'small' END")},
			`SELECT CASE WHEN o.total > 100 THEN 'large' WHEN o.total IS NULL THEN 'unknown' ELSE 'small' END AS size, ` +
				`sum(CASE o.status WHEN 'paid' THEN 1 ELSE 0 END) AS paid FROM shop."order" o ` +
				`GROUP BY CASE WHEN o.total > 100 THEN 'large' WHEN o.total IS NULL THEN 'unknown' ELSE 'small' END`},
		{"aggregates", &Plan{Select: []Output{{Expr: frag(t, "count(DISTINCT o.customer_id)"), As: "customers"},
			{Expr: frag(t, "count(*) FILTER (WHERE o.status = 'paid')"), As: "paid"},
			{Expr: frag(t, "percentile_cont(0.5) WITHIN GROUP (ORDER BY o.total)"), As: "median"},
			{Expr: frag(t, "string_agg(o.status, ', ' ORDER BY o.id DESC)"), As: "states"}}, From: orders},
			`SELECT count(DISTINCT o.customer_id) AS customers, count(*) FILTER (WHERE o.status = 'paid') AS paid, ` +
				`percentile_cont(0.5) WITHIN GROUP (ORDER BY o.total) AS median, string_agg(o.status, ', ' ORDER BY o.id DESC) AS states FROM shop."order" o`},
		{"window frame and lag", &Plan{Select: []Output{{Expr: frag(t, "sum(o.total) OVER (ORDER BY o.at ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)"), As: "moving"},
			{Expr: frag(t, "lag(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.at)"), As: "before"}}, From: orders},
			`SELECT sum(o.total) OVER (ORDER BY o.at ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS moving, ` +
				`lag(o.total) OVER (PARTITION BY o.customer_id ORDER BY o.at) AS before FROM shop."order" o`},
		{"IN, NOT IN, NOT EXISTS, scalar, written by a model", &Plan{Select: []Output{{Expr: Col("o", "id")},
			{Expr: frag(t, "(SELECT max(p.at) FROM payments p WHERE p.order_id = o.id)"), As: "last_paid"}}, From: orders,
			Where: frags(t, "o.id IN (SELECT p.order_id FROM payments p)", "o.id NOT IN (SELECT r.order_id FROM returns r)",
				"NOT EXISTS (SELECT 1 FROM refunds f WHERE f.order_id = o.id)", "o.status NOT IN ('new', 'cancelled')")},
			`SELECT o.id, (SELECT max(p.at) FROM payments p WHERE p.order_id = o.id) AS last_paid FROM shop."order" o ` +
				`WHERE o.id IN (SELECT p.order_id FROM payments p) AND NOT o.id IN (SELECT r.order_id FROM returns r) ` +
				`AND NOT EXISTS (SELECT 1 FROM refunds f WHERE f.order_id = o.id) AND o.status NOT IN ('new', 'cancelled')`},
		{"CTE of a CTE", &Plan{
			With: []CTE{{Name: "per_customer", Plan: &Plan{Select: []Output{{Expr: Col("o", "customer_id")}, {Expr: CountStar(), As: "n"}}, From: orders, GroupBy: frags(t, "o.customer_id")}},
				{Name: "busy", Plan: &Plan{Select: []Output{{Expr: Col("p", "n")}}, From: &Source{Table: "per_customer", Alias: "p"}, Where: frags(t, "p.n > 3")}}},
			Select: []Output{{Expr: Call("avg", Col("b", "n")), As: "average"}}, From: &Source{Table: "busy", Alias: "b"}},
			`WITH per_customer AS (SELECT o.customer_id, count(*) AS n FROM shop."order" o GROUP BY o.customer_id), ` +
				`busy AS (SELECT p.n FROM per_customer p WHERE p.n > 3) SELECT avg(b.n) AS average FROM busy b`},
		{"intersect all, offset alone", &Plan{
			Select: []Output{{Expr: Col("c", "city")}}, From: &Source{Table: "customers", Alias: "c"},
			Combine: []Combine{{Op: Intersect, All: true, Plan: &Plan{Select: []Output{{Expr: Col("s", "city")}}, From: &Source{Table: "stores", Alias: "s"}}}},
			Offset:  ptr(4)},
			`SELECT c.city FROM customers c INTERSECT ALL SELECT s.city FROM stores s OFFSET 4`},
		{"large limit", &Plan{Select: []Output{{Expr: frag(t, "*")}}, From: orders, Limit: ptr(1 << 40)},
			`SELECT * FROM shop."order" o LIMIT 1099511627776`},
		{"parentheses that the deparser forgets", &Plan{Select: []Output{{Expr: frag(t, "(o.at AT TIME ZONE 'UTC')::date"), As: "day"}}, From: orders,
			Where: frags(t, "o.a > 1 + 2")}, `SELECT (o.at AT TIME ZONE 'UTC')::date AS day FROM shop."order" o WHERE o.a > (1 + 2)`},
		{"casts", &Plan{Select: []Output{{Expr: Cast(Col("o", "total"), "integer")}, {Expr: Cast(Col("o", "at"), "date")},
			{Expr: Cast(Str("1 day"), "interval")}, {Expr: Cast(Col("o", "x"), "timestamp with time zone")}, {Expr: Cast(Col("o", "y"), "shop.Mood")},
			{Expr: Cast(Col("o", "z"), "text[]")}, {Expr: Cast(Col("o", "w"), "numeric(10,2)")}}, From: orders},
			`SELECT o.total::int AS total, o.at::date AS at, '1 day'::interval AS value, o.x::timestamp with time zone AS x, ` +
				`o.y::shop."Mood" AS y, o.z::text[] AS z, o.w::numeric(10, 2) AS w FROM shop."order" o`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := Synthesise(tt.plan)
			if err != nil {
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestSynthesiseRefuses(t *testing.T) {
	t.Parallel()
	one := []Output{{Expr: Int(1)}}
	src := func() *Source { return &Source{Table: "t"} }
	deep := &Plan{Select: one}
	for range 50 {
		deep = &Plan{Select: one, From: &Source{Plan: deep, Alias: "d"}}
	}
	cyclic := &Plan{Select: one}
	cyclic.From = &Source{Plan: cyclic, Alias: "d"}
	wide := &Plan{Select: one, From: src()}
	for i := range 100 {
		wide.Joins = append(wide.Joins, Join{Kind: Cross, Source: Source{Table: "t", Alias: "u" + strings.Repeat("x", i)}})
	}
	nested := Int(1)
	for range 1000 {
		nested = Op("+", nested, Int(1))
	}
	tests := []struct {
		name, field string
		plan        *Plan
	}{
		{"nil", "plan", nil},
		{"no outputs", "select", &Plan{From: src()}},
		{"zero expression", "select[0].expr", &Plan{Select: []Output{{}}}},
		{"zero operand", "where[0]", &Plan{Select: one, Where: []Expr{Op("=", Expr{}, Int(1))}}},
		{"zero element", "where[0]", &Plan{Select: one, Where: []Expr{In(Int(1), false, Expr{})}}},
		{"IN without values", "where[1]", &Plan{Select: one, Where: []Expr{Bool(true), In(Int(1), false)}}},
		{"AND of nothing", "having[0]", &Plan{Select: one, Having: []Expr{And()}}},
		{"EXISTS of nothing", "where[0]", &Plan{Select: one, Where: []Expr{Exists(nil)}}},
		{"cast to nothing", "where[0]", &Plan{Select: one, Where: []Expr{Cast(Int(1), "")}}},
		{"cast to a trick", "where[0]", &Plan{Select: one, Where: []Expr{Cast(Int(1), "int) FROM secret --")}}},
		{"source of nothing", "from.table", &Plan{Select: one, From: &Source{}}},
		{"source of both", "from.plan", &Plan{Select: one, From: &Source{Table: "t", Plan: &Plan{Select: one}, Alias: "a"}}},
		{"derived without alias", "from.alias", &Plan{Select: one, From: &Source{Plan: &Plan{Select: one}}}},
		{"joins without from", "from", &Plan{Select: one, Joins: []Join{{Kind: Cross, Source: *src()}}}},
		{"alias twice", "joins[0].source.alias", &Plan{Select: one, From: src(), Joins: []Join{{Kind: Cross, Source: *src()}}}},
		{"unknown join", "joins[0].kind", &Plan{Select: one, From: src(), Joins: []Join{{Kind: "outer", Source: Source{Table: "u"}}}}},
		{"join without condition", "joins[0].on", &Plan{Select: one, From: src(), Joins: []Join{{Kind: Left, Source: Source{Table: "u"}}}}},
		{"cross join with condition", "joins[0].on", &Plan{Select: one, From: src(), Joins: []Join{{Kind: Cross, Source: Source{Table: "u"}, On: []Expr{Bool(true)}}}}},
		{"negative limit", "limit", &Plan{Select: one, Limit: ptr(-1)}},
		{"negative offset", "offset", &Plan{Select: one, Offset: ptr(-1)}},
		{"nulls", "order_by[0].nulls", &Plan{Select: one, OrderBy: []Order{{Expr: Int(1), Nulls: "FIRST"}}}},
		{"unknown set operation", "combine[0].op", &Plan{Select: one, Combine: []Combine{{Op: "minus", Plan: &Plan{Select: one}}}}},
		{"set operation of other width", "combine[0].plan.select", &Plan{Select: one, Combine: []Combine{{Op: Union, Plan: &Plan{Select: append(one, one...)}}}}},
		{"set operation ordered by an expression", "order_by[0].expr", &Plan{Select: one, Combine: []Combine{{Op: Union, Plan: &Plan{Select: one}}}, OrderBy: []Order{{Expr: Col("a", "b")}}}},
		{"CTE twice", "with[1].name", &Plan{Select: one, With: []CTE{{Name: "a", Plan: &Plan{Select: one}}, {Name: "a", Plan: &Plan{Select: one}}}}},
		{"CTE without a plan", "with[0].plan.plan", &Plan{Select: one, With: []CTE{{Name: "a"}}}},
		{"name that PostgreSQL cuts", "from.alias", &Plan{Select: one, From: &Source{Table: "t", Alias: strings.Repeat("a", 64)}}},
		{"zero byte", "from.table", &Plan{Select: one, From: &Source{Table: "a\x00b"}}},
		{"nested too deep", strings.Repeat("from.plan.", maxDepth) + "plan", deep},
		{"cyclic", strings.Repeat("from.plan.", maxDepth) + "plan", cyclic},
		{"too many tables", "joins[63].source", wide},
		{"expression too deep", "where[0]", &Plan{Select: one, Where: []Expr{nested}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sql, err := Synthesise(tt.plan)
			var fe *FieldError
			if !errors.As(err, &fe) {
				t.Fatalf("got %q, %v; want a FieldError", sql, err)
			}
			if fe.Field != tt.field {
				t.Errorf("field %q (%v), want %q", fe.Field, err, tt.field)
			}
		})
	}
}
