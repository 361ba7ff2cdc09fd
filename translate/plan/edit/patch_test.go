package edit

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"
	"github.com/pgask/pgask/translate/plan/review"

	"github.com/google/go-cmp/cmp"
)

// mustLift reads a plan as SQL, which is easier to read than JSON.
func mustLift(t testing.TB, sql string) *plan.Plan {
	t.Helper()
	p, err := plan.Lift(sql)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPatch(t *testing.T) {
	t.Parallel()
	const customers = "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name LIMIT 5"
	const perCity = "SELECT c.city, count(*) AS customers FROM shop.customers c GROUP BY c.city"
	const perRegion = "SELECT r.name, count(*) AS n FROM shop.stores s JOIN shop.regions r ON s.region_id = r.id GROUP BY r.id, r.name"
	cases := []struct {
		name, sql, patch string
		want             string // the statement, or part of the error
		fails            bool
	}{
		{name: "add a column", sql: customers, patch: `{"operation":"add_column","table":"customers","column":"email"}`,
			want: "SELECT c.name, c.city, c.email FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name LIMIT 5"},
		{name: "add a column whatever its case", sql: customers, patch: `{"operation":"add_column","column":"EMAIL"}`,
			want: "SELECT c.name, c.city, c.email FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name LIMIT 5"},
		{name: "add a column of the table of a key", sql: "SELECT c.city FROM shop.customers c", patch: `{"operation":"add_column","table":"regions","column":"name"}`,
			want: "SELECT c.city, regions.name FROM shop.customers c LEFT JOIN shop.regions ON c.region_id = regions.id"},
		{name: "add a column of a name that is taken", sql: "SELECT c.name FROM shop.customers c", patch: `{"operation":"add_column","table":"regions","column":"name"}`,
			want: "SELECT c.name, regions.name AS region_name FROM shop.customers c LEFT JOIN shop.regions ON c.region_id = regions.id"},
		{name: "add what is shown", sql: customers, patch: `{"operation":"add_column","column":"name","table":"customers"}`, want: "already", fails: true},
		{name: "add what is not there", sql: customers, patch: `{"operation":"add_column","column":"shoe_size"}`, want: "no column shoe_size", fails: true},
		{name: "add what would multiply the rows", sql: customers, patch: `{"operation":"add_column","table":"order","column":"total"}`, want: "no column", fails: true},
		{name: "add what a group has several of", sql: perCity, patch: `{"operation":"add_column","column":"email"}`, want: "no one email", fails: true},
		{name: "add what a group has one of", sql: "SELECT c.name, count(*) AS n FROM shop.customers c JOIN shop.\"order\" o ON o.customer_id = c.id GROUP BY c.id, c.name",
			patch: `{"operation":"add_column","column":"email"}`, want: "SELECT c.name, count(*) AS n, c.email FROM shop.customers c JOIN shop.\"order\" o ON o.customer_id = c.id GROUP BY c.id, c.name, c.email"},
		{name: "count what groups stand for", sql: perCity, patch: `{"operation":"add_filter","column":"*","operator":">","value":3}`, want: perCity + " HAVING count(*) > 3"},
		{name: "a bound in place of another", sql: perCity + " HAVING count(*) > 9", patch: `{"operation":"add_filter","column":"customers","operator":">=","value":3}`,
			want: perCity + " HAVING count(*) >= 3"},
		{name: "show how many rows groups have", sql: "SELECT c.city, min(c.name) AS first FROM shop.customers c GROUP BY c.city", patch: `{"operation":"add_column","column":"*"}`,
			want: "SELECT c.city, min(c.name) AS first, count(*) AS number_of_customers FROM shop.customers c GROUP BY c.city"},
		{name: "show twice how many rows groups have", sql: perCity, patch: `{"operation":"add_column","column":"*"}`, want: "already", fails: true},
		{name: "count rows that stand for themselves", sql: customers, patch: `{"operation":"add_column","column":"*"}`, want: "no groups", fails: true},
		{name: "count the rows", sql: "SELECT c.name FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name", patch: `{"operation":"count_rows"}`,
			want: "SELECT count(*) AS number_of_customers FROM shop.customers c WHERE c.city = 'Berlin'"},
		{name: "count groups", sql: perCity, patch: `{"operation":"count_rows"}`, want: "without groups", fails: true},
		{name: "count some of the rows", sql: customers, patch: `{"operation":"count_rows"}`, want: "without groups and limit", fails: true},
		{name: "remove a column that filters", sql: customers, patch: `{"operation":"remove_column","column":"city"}`,
			want: "SELECT c.name FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name LIMIT 5"},
		{name: "remove a column that sorts", sql: customers, patch: `{"operation":"remove_column","column":"name"}`,
			want: "SELECT c.city FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name LIMIT 5"},
		{name: "remove the last column", sql: "SELECT c.name FROM shop.customers c", patch: `{"operation":"remove_column","column":"name"}`, want: "only column", fails: true},
		{name: "remove what is not shown", sql: customers, patch: `{"operation":"remove_column","column":"email"}`, want: "it has name, city", fails: true},
		{name: "remove a group", sql: "SELECT c.city, c.active, count(*) AS n FROM shop.customers c GROUP BY c.city, c.active ORDER BY c.city",
			patch: `{"operation":"remove_column","column":"city"}`, want: "SELECT c.active, count(*) AS n FROM shop.customers c GROUP BY c.active"},
		{name: "remove the name of a group", sql: "SELECT r.id, r.name, count(*) AS n FROM shop.regions r GROUP BY r.id, r.name", patch: `{"operation":"remove_column","column":"name"}`,
			want: "SELECT r.id, count(*) AS n FROM shop.regions r GROUP BY r.id, r.name"},
		{name: "sort", sql: customers, patch: `{"operation":"modify_order_by","order_by":[{"column":"created_at","direction":"desc"},{"column":"city"}]}`,
			want: "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.created_at DESC NULLS LAST, c.city LIMIT 5"},
		{name: "sort by what is computed", sql: perCity, patch: `{"operation":"modify_order_by","order_by":[{"column":"customers","direction":"desc"}]}`,
			want: perCity + " ORDER BY count(*) DESC NULLS LAST"},
		{name: "sort by what a group has several of", sql: perCity, patch: `{"operation":"modify_order_by","order_by":[{"column":"email"}]}`, want: "several values", fails: true},
		{name: "an empty order", sql: customers, patch: `{"operation":"modify_order_by","order_by":[]}`,
			want: "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Berlin' LIMIT 5"},
		{name: "sort a union", sql: "SELECT c.name FROM shop.customers c UNION SELECT s.name FROM shop.stores s", patch: `{"operation":"modify_order_by","order_by":[{"column":"name"}]}`,
			want: "SELECT c.name FROM shop.customers c UNION SELECT s.name FROM shop.stores s ORDER BY name"},
		{name: "add to a union", sql: "SELECT c.name FROM shop.customers c UNION SELECT s.name FROM shop.stores s", patch: `{"operation":"add_column","column":"city"}`, want: "several queries", fails: true},
		{name: "limit", sql: customers, patch: `{"operation":"modify_limit","limit":3}`,
			want: "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name LIMIT 3"},
		{name: "no limit", sql: customers, patch: `{"operation":"modify_limit","limit":null}`,
			want: "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Berlin' ORDER BY c.name"},
		{name: "a limit of nothing", sql: customers, patch: `{"operation":"modify_limit","limit":0}`, want: "not between", fails: true},
		{name: "a filter", sql: customers, patch: `{"operation":"add_filter","column":"active","value":true}`,
			want: "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Berlin' AND c.active = true ORDER BY c.name LIMIT 5"},
		{name: "a filter in the place of another", sql: customers, patch: `{"operation":"add_filter","column":"city","value":"Rome","replace":true}`,
			want: "SELECT c.name, c.city FROM shop.customers c WHERE c.city = 'Rome' ORDER BY c.name LIMIT 5"},
		{name: "a filter on groups", sql: perCity, patch: `{"operation":"add_filter","column":"customers","operator":">","value":3}`, want: perCity + " HAVING count(*) > 3"},
		{name: "a filter with a list", sql: "SELECT c.name FROM shop.customers c", patch: `{"operation":"add_filter","column":"city","operator":"in","value":["Rome","Oslo"]}`,
			want: "SELECT c.name FROM shop.customers c WHERE c.city IN ('Rome', 'Oslo')"},
		{name: "a filter on what is missing", sql: "SELECT c.name FROM shop.customers c", patch: `{"operation":"add_filter","column":"email","operator":"is null"}`,
			want: "SELECT c.name FROM shop.customers c WHERE c.email IS NULL"},
		{name: "a filter with quotes in it", sql: "SELECT c.name FROM shop.customers c", patch: `{"operation":"add_filter","column":"city","value":"x' OR true --"}`,
			want: "SELECT c.name FROM shop.customers c WHERE c.city = 'x'' OR true --'"},
		{name: "an operator that is none", sql: customers, patch: `{"operation":"add_filter","column":"city","operator":"; DROP","value":1}`, want: "is none of", fails: true},
		{name: "drop a filter", sql: customers, patch: `{"operation":"drop_filter","column":"city"}`, want: "SELECT c.name, c.city FROM shop.customers c ORDER BY c.name LIMIT 5"},
		{name: "drop all filters", sql: customers, patch: `{"operation":"drop_filter"}`, want: "SELECT c.name, c.city FROM shop.customers c ORDER BY c.name LIMIT 5"},
		{name: "drop what is not filtered", sql: customers, patch: `{"operation":"drop_filter","column":"name"}`, want: "no filter on name", fails: true},
		{name: "two at once", sql: perRegion, patch: `[{"operation":"modify_limit","limit":2},{"operation":"modify_order_by","order_by":[{"column":"n"}]}]`,
			want: perRegion + " ORDER BY count(*) LIMIT 2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := mustLift(t, c.sql)
			text, _ := json.Marshal(before)
			patches, err := ReadPatches(c.patch)
			after := before
			for i := 0; i < len(patches) && err == nil; i++ {
				after, err = Apply(after, plantest.Shop, patches[i])
			}
			if still, _ := json.Marshal(before); string(still) != string(text) {
				t.Errorf("the plan was changed in place: %s", still)
			}
			if c.fails {
				var refused *PatchError
				if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
					t.Fatalf("error %v, want %q", err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			reviewed, _, err := review.Plan(after, plantest.Shop, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := plan.Synthesise(reviewed)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPatchAsks(t *testing.T) {
	t.Parallel()
	p := mustLift(t, "SELECT o.total FROM shop.\"order\" o JOIN shop.customers c ON o.customer_id = c.id JOIN shop.stores s ON o.store_id = s.id")
	_, err := Apply(p, plantest.Shop, Patch{Operation: AddColumn, Column: "name"})
	var refused *PatchError
	if !errors.As(err, &refused) {
		t.Fatalf("error %v", err)
	}
	var tables []string
	for _, c := range refused.Candidates {
		tables = append(tables, c.Table)
	}
	if diff := cmp.Diff([]string{"customers", "stores"}, tables); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
}

func TestReadPatchesRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{}`, `[]`, `nonsense`, `{"operation":"add_column"}`, `{"operation":"modify_limit"}`,
		`{"operation":"add_column","column":"x","extra":1}`, `{"operation":"add_filter","column":"x"}`, `{"operation":"drop_table","table":"x"}`,
		`{"operation":"undo"} {"operation":"undo"}`, `{"operation":"modify_limit","limit":"many"}`, `[` + strings.Repeat(`{"operation":"undo"},`, 30) + `{"operation":"undo"}]`,
		`{"operation":"add_column","column":"` + strings.Repeat("x", maxPatchBytes) + `"}`} {
		var refused *PatchError
		if _, err := ReadPatches(text); !errors.As(err, &refused) {
			t.Errorf("%.60s: error %v, want a *PatchError", text, err)
		}
	}
}

func TestLift(t *testing.T) {
	t.Parallel()
	lifted := []string{
		"SELECT 1",
		"SELECT c.id FROM shop.customers c, shop.stores s, shop.regions r WHERE c.region_id = r.id",
		"SELECT s.city, count(*) FROM shop.stores s GROUP BY ROLLUP (s.city)",
		"SELECT s.city, s.name, grouping(s.city) FROM shop.stores s GROUP BY GROUPING SETS ((s.city, s.name), (s.city), ())",
		"SELECT s.id FROM shop.stores s WHERE EXISTS (SELECT 1 FROM unnest(ARRAY[1, 2]) l WHERE l = s.id)",
		"SELECT DISTINCT c.city FROM shop.customers c WHERE c.active AND (c.city = 'x' OR c.city IS NULL) ORDER BY c.city DESC NULLS LAST LIMIT 3 OFFSET 2",
		"SELECT count(*), max(x.n) FROM (SELECT c.city, count(*) AS n FROM shop.customers c GROUP BY c.city HAVING count(*) > 1) x",
		"WITH a AS (SELECT c.id FROM shop.customers c) SELECT o.total FROM shop.\"order\" o LEFT JOIN a ON a.id = o.customer_id",
		"SELECT c.name FROM shop.customers c UNION ALL SELECT s.name FROM shop.stores s ORDER BY name LIMIT 4",
	}
	for _, sql := range lifted {
		p := mustLift(t, sql)
		if _, err := plan.Synthesise(p); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"SELECT a.id FROM a, generate_series(1, 3) f", "SELECT id FROM a FOR UPDATE", "SELECT DISTINCT ON (a.id) a.id FROM a", "SELECT a.id FROM a NATURAL JOIN b",
		"SELECT a.id FROM a JOIN b USING (id)", "SELECT sum(a.id) OVER w FROM a WINDOW w AS (ORDER BY a.id)", "VALUES (1)", "WITH RECURSIVE r AS (SELECT 1) SELECT * FROM r",
		"SELECT a.id FROM a LIMIT 1 + 1", "SELECT a.id FROM a FETCH FIRST 3 ROWS WITH TIES", "SELECT f.id FROM generate_series(1, 3) f", "DELETE FROM a", "not sql"} {
		if p, err := plan.Lift(sql); !errors.Is(err, plan.ErrLift) {
			got, _ := plan.Synthesise(p)
			t.Errorf("%s: lifted to %s, error %v", sql, got, err)
		}
	}
}

func TestControls(t *testing.T) {
	t.Parallel()
	p := mustLift(t, "SELECT r.name, count(*) AS n FROM shop.stores s JOIN shop.regions r ON s.region_id = r.id WHERE s.city = 'Rome' GROUP BY r.id, r.name ORDER BY count(*) DESC")
	by := map[string]Control{}
	for _, c := range Controls(p, plantest.Shop) {
		by[c.Alias+"."+c.Column] = c
	}
	for name, want := range map[string]Control{
		"s.city":      {Schema: "shop", Table: "stores", Alias: "s", Column: "city", Type: "text", Role: "filter", Nullable: true},
		"s.region_id": {Schema: "shop", Table: "stores", Alias: "s", Column: "region_id", Type: "integer", Role: "join", Key: "foreign"},
		"r.name":      {Schema: "shop", Table: "regions", Alias: "r", Column: "name", Type: "text", Selected: true, Role: "output, group", Nullable: true, Sortable: true},
		".n":          {Column: "n", Selected: true, Role: "output, order", Nullable: true, Sortable: true, Sorted: "desc", SortPosition: 1},
	} {
		if diff := cmp.Diff(want, by[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// What is wrong with a patch is said in words of JSON, not of this program.
func TestUnreadablePatch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"operation":"modify_limit","limit":"many"}`:               "limit is a string, and should be a whole number",
		`{"operation":"modify_limit","limit":99999999999999999999}`: "limit is a number 99999999999999999999, and should be a whole number",
		`{"operation":"modify_order_by","order_by":"name"}`:         "order_by is a string, and should be a list",
		`{"operation":7}`: "operation is a number, and should be text",
		`7`:               "a number stands where an object is expected",
		`{"operation":"add_column","column":"x","extra":1}`:           `unknown field "extra"`,
		`{"operation":"modify_order_by","order_by":[{"column":1}]}`:   "order_by.column is a number, and should be text",
		`{"operation":"modify_limit","limit":2.5}`:                    "limit is a number 2.5, and should be a whole number",
		`{"operation":"add_filter","column":"x","replace":"perhaps"}`: "replace is a string, and should be true or false",
	} {
		if _, err := ReadPatches(text); err == nil || err.Error() != "the patch cannot be read: "+want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
