package plan

import (
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// What nobody would read is left out of what is shown, and of nothing else.
func TestRounded(t *testing.T) {
	t.Parallel()
	column := func(name, typ, bare string, class schema.Class) *schema.Column {
		return &schema.Column{Name: name, Type: typ, TypeName: bare, Class: class}
	}
	snap := schema.New(schema.Snapshot{SearchPath: []string{"public"}, Tables: []*schema.Table{{Schema: "public", Name: "t", Columns: []*schema.Column{
		column("n", "integer", "int4", schema.Integer), column("price", "numeric(10,2)", "numeric", schema.Decimal),
		column("weight", "numeric(6,3)", "numeric", schema.Decimal), column("score", "double precision", "float8", schema.Decimal),
		column("at", "timestamp with time zone", "timestamptz", schema.Instant), column("k", "text", "text", schema.Text)}}}})
	for said, want := range map[string]string{
		"avg(t.n)":                         "round(avg(t.n), 2)",
		"avg(t.price)":                     "round(avg(t.price), 2)",
		"avg(t.weight)":                    "round(avg(t.weight), 3)",
		"avg(t.score)":                     "round(avg(t.score)::numeric, 2)",
		"avg((t.k = 'x')::integer)":        "round(avg(CAST(t.k = 'x' AS int)), 4)",
		"100.0 * count(*) / count(t.k)":    "round((100.0 * count(*)) / count(t.k), 2)",
		"1.0 * count(*) / count(t.k)":      "round((1.0 * count(*)) / count(t.k), 4)",
		"1.0 * sum(t.price) / count(*)":    "round((1.0 * sum(t.price)) / count(*), 2)",
		"(SELECT avg(u.n) FROM t u)":       "round((SELECT avg(u.n) FROM t u), 2)",
		"extract(epoch FROM t.at) / 86400": "round(extract ('epoch' FROM t.at) / 86400, 2)",
		"extract(year FROM t.at)":          "",
		"avg(extract(year FROM t.at))":     "round(avg(extract ('year' FROM t.at)), 2)",
		"sum(t.price)":                     "",
		"count(*)":                         "",
		"t.price / 3":                      "round(t.price / 3, 2)",
		"t.n / 3":                          "",
		"avg(t.at - t.at)":                 "",
		"max(t.k)":                         "",
	} {
		p, err := Lift("SELECT " + said + " AS x FROM public.t")
		if err != nil {
			t.Fatal(said, err)
		}
		got := Rounded(p, snap).Select[0].Expr.String()
		if want == "" {
			want = p.Select[0].Expr.String()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", said, got, want)
		}
	}
}
