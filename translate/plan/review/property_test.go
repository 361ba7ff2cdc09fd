package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/integration/mutants"
)

// generator makes plans of every shape from a seed.
type generator struct {
	r       *rand.Rand
	aliases []string
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }
func (g *generator) chance(percent int) bool    { return g.r.IntN(100) < percent }

var oddNames = []string{"id", "name", "order", "user", "Total", "a b", `qu"ote`, "größe", "select", "x1", "all", "int", "left", "count", "date"}

func (g *generator) column() plan.Expr { return plan.Col(g.pick(g.aliases...), g.pick(oddNames...)) }

func (g *generator) literal() plan.Expr {
	switch g.r.IntN(7) {
	case 0:
		return plan.Int(g.r.Int64N(1000) - 300)
	case 1:
		return plan.Num(g.pick("1.5", "0.25", "12345678901", "1e10"))
	case 2:
		return plan.Bool(g.chance(50))
	case 3:
		return plan.Null()
	case 4:
		return plan.Cast(plan.Str("2024-01-31"), g.pick("date", "timestamp", "timestamp with time zone"))
	case 5:
		return plan.Cast(plan.Str("3 months"), "interval")
	}
	return plan.Str(g.pick("", "it's", `back\slash`, "100%", "--", "/* no */", "$1", "日本", "a\nb", "E'x'"))
}

func (g *generator) scalar(depth int) plan.Expr {
	if depth <= 0 || g.chance(25) {
		if g.chance(40) {
			return g.literal()
		}
		return g.column()
	}
	sub := func() plan.Expr { return g.scalar(depth - 1) }
	switch g.r.IntN(9) {
	case 7:
		return g.written(depth)
	case 0, 1:
		return plan.Op(g.pick("+", "-", "*", "/", "%", "||", "^", "->>", "@>"), sub(), sub())
	case 2:
		return plan.Call(g.pick("lower", "coalesce_x", "round", "abs", "my func"), sub())
	case 3:
		return plan.Call("date_trunc", plan.Str("month"), sub())
	case 4:
		return plan.Cast(sub(), g.pick("int", "numeric(10,2)", "text", "date", "bigint", "double precision", "varchar(10)", `shop."Mood"`, "text[]"))
	case 5:
		return plan.Scalar(g.node(depth - 2))
	case 6:
		e, err := plan.Fragment(g.pick("CASE WHEN a.id > 1 THEN 'x' ELSE 'y' END", "coalesce(a.id, 0)", "nullif(a.id, 0)",
			"greatest(a.id, 1)", "extract(year FROM a.at)", "current_date - interval '1 month'", "ARRAY[1, 2]", "(a.tags)[1]",
			"a.at AT TIME ZONE 'UTC'", "row_number() OVER (PARTITION BY a.id ORDER BY a.at DESC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
			"percentile_cont(0.5) WITHIN GROUP (ORDER BY a.id)", "count(*) FILTER (WHERE a.id > 3)", "-a.id", "- (-5)", "string_agg(DISTINCT a.n, ',' ORDER BY a.n)"))
		if err != nil {
			panic(err)
		}
		return e
	}
	return g.column()
}

// written puts expressions into every construct of the grammar, as a model would write them.
func (g *generator) written(depth int) plan.Expr {
	sub := func() string { return "(" + g.scalar(depth-1).String() + ")" }
	text := g.pick("%s AT TIME ZONE %s", "%s IS NOT DISTINCT FROM %s", "%s IS DISTINCT FROM %s", "%s LIKE %s", "%s NOT ILIKE %s",
		"%s SIMILAR TO %s", "%s = ANY(%s)", "%s <> ALL(%s)", "%s BETWEEN SYMMETRIC %s AND 1", "%s NOT BETWEEN 2 AND %s", "%s IN (1, %s)",
		"(%s IS TRUE) = %s", "(%s COLLATE \"C\") || %s", "extract(epoch FROM %s) + %s", "substring(%s from %s)", "overlay(%s placing 'x' from %s)",
		"position(%s in %s)", "trim(both %s from %s)", "CASE %s WHEN 1 THEN 2 ELSE %s END", "CASE WHEN %s THEN %s END", "ROW(%s, %s)",
		"ARRAY[%s, %s]", "(%s)[1] + %s", "coalesce(%s, %s)", "least(%s, %s)", "- %s * %s", "%s OPERATOR(pg_catalog.+) %s",
		"%s NOTNULL AND NOT %s", "(%s).name || %s", "sum(%s) FILTER (WHERE %s)", "NOT %s = %s", "(%s IS NOT NULL) IS NULL OR %s",
		"%s ~ %s", "@ %s - %s", "EXISTS (SELECT %s WHERE %s)", "lag(%s, 1) OVER (ORDER BY %s NULLS LAST)")
	e, err := plan.Fragment(fmt.Sprintf(text, sub(), sub()))
	if err != nil {
		return g.column() // not every expression may stand everywhere, and fragments are bounded
	}
	return e
}

func (g *generator) condition(depth int) plan.Expr {
	sub := func() plan.Expr { return g.scalar(depth - 1) }
	if depth <= 0 {
		return plan.Op("=", g.column(), g.literal())
	}
	switch g.r.IntN(11) {
	case 0, 1:
		return plan.Op(g.pick("=", "<>", "<", ">", "<=", ">="), sub(), sub())
	case 2:
		return plan.And(g.condition(depth-1), g.condition(depth-1))
	case 3:
		return plan.Or(g.condition(depth-1), g.condition(depth-1), g.condition(depth-1))
	case 4:
		return plan.Not(g.condition(depth - 1))
	case 5:
		return plan.In(sub(), g.chance(50), g.literal(), g.literal())
	case 6:
		return plan.Between(sub(), g.scalar(depth-1), sub())
	case 7:
		return plan.IsNull(sub(), g.chance(50))
	case 8:
		if g.chance(50) {
			return plan.ILike(sub(), "%a_b%")
		}
		return plan.Like(sub(), "x%")
	case 9:
		return plan.Exists(g.node(depth - 2))
	}
	return plan.InQuery(sub(), g.node(depth-2))
}

func (g *generator) node(depth int) *pg.Node {
	inner := &generator{r: g.r}
	n, err := plan.SelectNode(inner.plan(depth))
	if err != nil {
		panic(err)
	}
	return n
}

func (g *generator) source(depth int, i int) plan.Source {
	alias := fmt.Sprintf("%s%d", g.pick("a", "T ", "order"), i)
	if i == 0 {
		alias = "a"
	}
	g.aliases = append(g.aliases, alias)
	if depth > 0 && g.chance(20) {
		return plan.Source{Plan: (&generator{r: g.r}).plan(depth - 1), Alias: alias}
	}
	return plan.Source{Schema: g.pick("", "public", "My Schema"), Table: g.pick(oddNames...), Alias: alias}
}

func (g *generator) plan(depth int) *plan.Plan {
	p := &plan.Plan{Distinct: g.chance(15)}
	if depth > 1 && g.chance(20) {
		p.With = []plan.CTE{{Name: g.pick("w", "With It"), Plan: (&generator{r: g.r}).plan(depth - 2)}}
	}
	from := g.source(depth, 0)
	p.From = &from
	for i := 1; i <= g.r.IntN(4); i++ {
		j := plan.Join{Kind: []plan.JoinKind{plan.Inner, plan.Left, plan.Right, plan.Full, plan.Cross, ""}[g.r.IntN(6)], Source: g.source(depth, i)}
		if j.Kind != plan.Cross {
			j.On = append(j.On, g.condition(depth-1))
		}
		p.Joins = append(p.Joins, j)
	}
	for range 1 + g.r.IntN(3) {
		p.Select = append(p.Select, plan.Output{Expr: g.scalar(depth), As: g.pick("", "", "n", "Größe", `x"y`)})
	}
	for range g.r.IntN(3) {
		p.Where = append(p.Where, g.condition(depth))
		p.GroupBy = append(p.GroupBy, g.scalar(depth-1))
		p.Having = append(p.Having, g.condition(depth-1))
		p.OrderBy = append(p.OrderBy, plan.Order{Expr: g.scalar(depth - 1), Desc: g.chance(50), Nulls: g.pick("", "first", "last")})
	}
	if g.chance(30) {
		p.Limit, p.Offset = ptr(g.r.Int64N(100)), ptr(g.r.Int64N(1<<40))
	}
	if depth > 1 && g.chance(20) {
		right := (&generator{r: g.r}).plan(depth - 2)
		for len(right.Select) < len(p.Select) {
			right.Select = append(right.Select, plan.Output{Expr: plan.Null()})
		}
		right.Combine, right.OrderBy = nil, nil
		p.Select = p.Select[:min(len(p.Select), len(right.Select))]
		right.Select = right.Select[:len(p.Select)]
		p.Combine = []plan.Combine{{Op: []plan.SetOp{plan.Union, plan.Intersect, plan.Except}[g.r.IntN(3)], All: g.chance(50), Plan: right}}
		p.OrderBy = []plan.Order{{Expr: p.Select[0].Expr}}
	}
	return p
}

// TestSynthesiseRoundTrip makes many plans. Every one must become SQL that reads back as the same tree.
func TestSynthesiseRoundTrip(t *testing.T) {
	t.Parallel()
	n := 1500
	if testing.Short() {
		n = 150
	}
	refused := 0
	for seed := range uint64(n) {
		g := &generator{r: rand.New(rand.NewPCG(seed, 1))}
		p := g.plan(1 + int(seed%3))
		sql, err := plan.Synthesise(p)
		if errors.Is(err, plan.ErrSynthesis) {
			refused++
			if refused < 15 {
				t.Logf("seed %d: %v", seed, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := plan.Synthesise(p)
		if err != nil || again != sql {
			t.Fatalf("seed %d: not stable: %v\n%s\n%s", seed, err, sql, again)
		}
	}
	if refused > 0 {
		t.Errorf("%d of %d refused", refused, n)
	}
}

// TestReviewAnything reviews plans that have little to do with the schema. It may complain about all of them, but
// what it returns must be a plan that can be written, and reviewing that again must change nothing.
func TestReviewAnything(t *testing.T) {
	t.Parallel()
	good := 0
	for seed := range uint64(1500) {
		g := &generator{r: rand.New(rand.NewPCG(seed, 2))}
		p := g.plan(1 + int(seed%3))
		if seed%2 == 0 { // half of them use the names of the schema
			p.Plans(func(_ string, q *plan.Plan) { g.renamed(q) })
		}
		got, _, err := Plan(p, plantest.Shop, nil)
		if err != nil {
			var c *Complaint
			var f *plan.FieldError
			if !errors.As(err, &c) && !errors.As(err, &f) {
				t.Fatalf("seed %d: %v is neither a complaint nor a wrong field", seed, err)
			}
			continue
		}
		good++
		sql, err := plan.Synthesise(got)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, _, err := Plan(got, plantest.Shop, nil)
		if err != nil {
			t.Fatalf("seed %d: the second review: %v in %s", seed, err, sql)
		}
		if s, _ := plan.Synthesise(again); s != sql {
			t.Errorf("seed %d: the second review changed\n%s\nto\n%s", seed, sql, s)
		}
		if lift.Say(got, plantest.Shop, nil) == "" {
			t.Errorf("seed %d: no description of %s", seed, sql)
		}
	}
	if good < 20 {
		t.Errorf("only %d plans passed, so little was tested", good)
	}
}

// renamed gives the sources of one level tables of the fixture, and its references columns of those, some misspelt.
func (g *generator) renamed(p *plan.Plan) {
	columns := map[string][]string{}
	for _, s := range p.Sources() {
		if s.Plan == nil {
			tab := plantest.Shop.Tables[g.r.IntN(len(plantest.Shop.Tables))]
			s.Schema, s.Table = g.pick(tab.Schema, ""), tab.Name
			columns[s.Alias] = (&plan.Named{Table: tab}).Names()
		}
	}
	p.Exprs(func(_ string, e *plan.Expr) {
		*e = plan.Edit(*e, func(n *pg.Node) bool {
			if parts, ok := plan.ColumnName(n); ok && len(parts) == 2 && columns[parts[0]] != nil {
				name := g.pick(columns[parts[0]]...)
				if g.chance(10) {
					name += "s"
				}
				setColumn(n, parts[0], name)
			}
			return n.GetSelectStmt() == nil
		})
	})
}

func FuzzPlan(tf *testing.F) {
	f := mutants.Of(tf)
	f.Add(nested)
	for _, tt := range reviewTests {
		f.Add(tt.plan)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p plan.Plan
		if json.Unmarshal([]byte(text), &p) != nil {
			return
		}
		_, _ = plan.Synthesise(&p)
		got, _, err := Plan(&p, plantest.Shop, nil)
		if err != nil {
			return
		}
		if _, err := plan.Synthesise(got); err != nil {
			t.Errorf("%v after a review of %s", err, text)
		}
		_ = lift.Say(got, plantest.Shop, nil)
	})
}

func BenchmarkReview(b *testing.B) {
	p := load(b, `{"select":[{"expr":"c.name"},{"expr":"sum(totl)","as":"revenue"}],`+plantest.FromOrders+`,"joins":[`+
		plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`)+`,`+plantest.Joined("left", "regions", "r", "")+`],
		"where":["o.status = 'Shipped'","r.name = 'North'","o.ordered_at >= '2024-01-01'"],"group_by":["c.name"],"order_by":[{"expr":"revenue","desc":true}],"limit":5}`)
	for b.Loop() {
		if _, _, err := Plan(p, plantest.Shop, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSynthesise(b *testing.B) {
	p := &plan.Plan{
		Select: []plan.Output{{Expr: plan.Col("c", "name")}, {Expr: frag(b, "sum(oi.quantity * oi.unit_price)"), As: "revenue"}, {Expr: plan.CountStar(), As: "n"}},
		From:   &plan.Source{Schema: "shop", Table: "order", Alias: "o"},
		Joins: []plan.Join{
			{Kind: plan.Inner, Source: plan.Source{Schema: "shop", Table: "customers", Alias: "c"}, On: frags(b, "c.id = o.customer_id")},
			{Kind: plan.Inner, Source: plan.Source{Schema: "shop", Table: "order_items", Alias: "oi"}, On: frags(b, "oi.order_id = o.id")},
			{Kind: plan.Left, Source: plan.Source{Schema: "shop", Table: "regions", Alias: "r"}, On: frags(b, "r.id = c.region_id")},
		},
		Where:   frags(b, "o.status IN ('shipped', 'delivered')", "o.ordered_at >= date_trunc('year', current_date)", "r.name = 'North'"),
		GroupBy: frags(b, "c.id", "c.name"), Having: frags(b, "count(*) > 3"),
		OrderBy: []plan.Order{{Expr: plan.Bare("revenue"), Desc: true}}, Limit: ptr(5),
	}
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := plan.Synthesise(p); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
