package review

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"
)

// TestReviewOfBorrowedSQL: what models write that have seen more of other databases.
func TestReviewOfBorrowedSQL(t *testing.T) {
	t.Parallel()
	const from = `"from":{"table":"airlines","alias":"a"}`
	for name, tt := range map[string]struct{ plan, want string }{
		"a text in double quotes": {`{"select":[{"expr":"a.id"}],` + from + `,"where":["a.country = \"New Zealand\"", "a.name LIKE \"%x%\"", "a.country IN (\"Norway\", 'USA')"]}`,
			"SELECT a.id FROM shop.airlines a WHERE a.country = 'New Zealand' AND a.name LIKE '%x%' AND a.country IN ('Norway', 'USA')"},
		"one that could be a name": {`{"select":[{"expr":"a.id"}],` + from + `,"where":["a.country = \"sweden\""]}`,
			"SELECT a.id FROM shop.airlines a WHERE a.country = 'sweden'"},
		"in a subquery": {`{"select":[{"expr":"a.id"}],` + from + `,"where":["EXISTS (SELECT 1 FROM airlines b WHERE b.country = \"New Zealand\" AND b.id == a.id)"]}`,
			"SELECT a.id FROM shop.airlines a WHERE EXISTS (SELECT 1 FROM shop.airlines b WHERE b.country = 'New Zealand' AND b.id = a.id)"},
		"a column in double quotes": {`{"select":[{"expr":"a.id"}],` + from + `,"where":["a.country = \"name\""]}`,
			"SELECT a.id FROM shop.airlines a WHERE a.country = a.name"},
		"functions": {`{"select":[{"expr":"ifnull(a.name, '-')","as":"name"},{"expr":"if(a.id > 1, len(a.name), 0)","as":"n"},{"expr":"group_concat(a.id)","as":"ids"}],` + from + `,"group_by":["a.name","a.id"]}`,
			"SELECT COALESCE(a.name, '-') AS name, CASE WHEN a.id > 1 THEN length(a.name) ELSE 0 END AS n, string_agg(a.id::text, ',') AS ids FROM shop.airlines a GROUP BY a.name, a.id"},
		"dates": {`{"select":[{"expr":"year(o.ordered_at)","as":"y"},{"expr":"strftime('%Y-%m', o.ordered_at)","as":"m"},{"expr":"date_format(o.ordered_at, '%d.%m.%Y')","as":"d"},{"expr":"datediff(curdate(), o.ordered_at)","as":"age"}],` + plantest.FromOrders + `}`,
			`SELECT date_part('year', o.ordered_at) AS y, to_char(o.ordered_at, 'YYYY-MM') AS m, to_char(o.ordered_at, 'DD.MM.YYYY') AS d, current_date::date - o.ordered_at::date AS age FROM shop."order" o`},
		"a pattern without wildcards": {`{"select":[{"expr":"a.id"}],` + from + `,"where":["a.name ILIKE 'jetblue'", "a.name NOT ILIKE 'delta'", "a.country ILIKE 'usa'", "a.name ILIKE '%jetblue%'"]}`,
			"SELECT a.id FROM shop.airlines a WHERE a.name = 'JetBlue Airways' AND a.name <> 'Delta Air Lines' AND a.country ILIKE 'usa' AND a.name ILIKE '%jetblue%'"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sql, _, err := repaired(t, tt.plan)
			if err != nil || sql != tt.want {
				t.Errorf("got\n%s\nwant\n%s\n%v", sql, tt.want, err)
			}
		})
	}
}

// TestReviewOfColumnsWithoutSources: what names no source and could be of several.
func TestReviewOfColumnsWithoutSources(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ plan, want string }{
		"both sides of a join": {`{"select":[{"expr":"i.quantity"}],"from":{"table":"payments","alias":"p"},"joins":[{"kind":"inner","source":{"table":"order_items","alias":"i"},"on":["order_id = order_id"]}],"where":["p.amount > 1"]}`,
			"SELECT i.quantity FROM shop.payments p JOIN shop.order_items i ON p.order_id = i.order_id WHERE p.amount > 1"},
		"both sides of a subquery's": {`{"select":[{"expr":"p.amount"}],"from":{"table":"payments","alias":"p"},"where":["NOT EXISTS (SELECT 1 FROM order_items i WHERE order_id = order_id)"]}`,
			"SELECT p.amount FROM shop.payments p WHERE NOT EXISTS (SELECT 1 FROM shop.order_items i WHERE i.order_id = p.order_id)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sql, _, err := repaired(t, tt.plan)
			if err != nil || sql != tt.want {
				t.Errorf("got\n%s\nwant\n%s\n%v", sql, tt.want, err)
			}
		})
	}
	_, _, err := repaired(t, `{"select":[{"expr":"order_id"}],"from":{"table":"payments","alias":"p"},"joins":[{"kind":"inner","source":{"table":"order_items","alias":"i"},"on":["p.order_id = i.order_id"]}],"where":["i.quantity > 1"]}`)
	var c *Complaint
	if !errors.As(err, &c) || !c.Careless || len(c.Candidates) != 2 {
		t.Errorf("a column of two tables: %v", err)
	}
}

// TestTranslatedFunctions: nothing that PostgreSQL has is put into other words.
func TestTranslatedFunctions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"coalesce(a, b)", "length(a)", "substr(a, 1)", "strftime('%j', a)", "strftime(f, a)", "year(a, b)", "pg_catalog.len(a)", "date_add(a)"} {
		e, err := plan.Fragment(text)
		if err != nil {
			t.Fatal(err)
		}
		f := e.Node().GetFuncCall()
		if f == nil || len(f.Funcname) != 1 {
			continue
		}
		if after := translated(plan.LastName(f.Funcname), f); after != nil {
			t.Errorf("%s became %s", text, after)
		}
	}
	known := slices.Concat(datePartFunctions)
	for name := range renamedFunctions {
		known = append(known, name)
	}
	for _, name := range known {
		if strings.ToLower(name) != name {
			t.Errorf("%s is never met: names arrive in lower case", name)
		}
	}
}
