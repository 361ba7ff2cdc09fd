package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

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

func (g *generator) column() Expr { return Col(g.pick(g.aliases...), g.pick(oddNames...)) }

func (g *generator) literal() Expr {
	switch g.r.IntN(7) {
	case 0:
		return Int(g.r.Int64N(1000) - 300)
	case 1:
		return Num(g.pick("1.5", "0.25", "12345678901", "1e10"))
	case 2:
		return Bool(g.chance(50))
	case 3:
		return Null()
	case 4:
		return Cast(Str("2024-01-31"), g.pick("date", "timestamp", "timestamp with time zone"))
	case 5:
		return Cast(Str("3 months"), "interval")
	}
	return Str(g.pick("", "it's", `back\slash`, "100%", "--", "/* no */", "$1", "日本", "a\nb", "E'x'"))
}

func (g *generator) scalar(depth int) Expr {
	if depth <= 0 || g.chance(25) {
		if g.chance(40) {
			return g.literal()
		}
		return g.column()
	}
	sub := func() Expr { return g.scalar(depth - 1) }
	switch g.r.IntN(9) {
	case 7:
		return g.written(depth)
	case 0, 1:
		return Op(g.pick("+", "-", "*", "/", "%", "||", "^", "->>", "@>"), sub(), sub())
	case 2:
		return Call(g.pick("lower", "coalesce_x", "round", "abs", "my func"), sub())
	case 3:
		return Call("date_trunc", Str("month"), sub())
	case 4:
		return Cast(sub(), g.pick("int", "numeric(10,2)", "text", "date", "bigint", "double precision", "varchar(10)", `shop."Mood"`, "text[]"))
	case 5:
		return Scalar(g.node(depth - 2))
	case 6:
		e, err := Fragment(g.pick("CASE WHEN a.id > 1 THEN 'x' ELSE 'y' END", "coalesce(a.id, 0)", "nullif(a.id, 0)",
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
func (g *generator) written(depth int) Expr {
	sub := func() string { return "(" + g.scalar(depth-1).String() + ")" }
	text := g.pick("%s AT TIME ZONE %s", "%s IS NOT DISTINCT FROM %s", "%s IS DISTINCT FROM %s", "%s LIKE %s", "%s NOT ILIKE %s",
		"%s SIMILAR TO %s", "%s = ANY(%s)", "%s <> ALL(%s)", "%s BETWEEN SYMMETRIC %s AND 1", "%s NOT BETWEEN 2 AND %s", "%s IN (1, %s)",
		"(%s IS TRUE) = %s", "(%s COLLATE \"C\") || %s", "extract(epoch FROM %s) + %s", "substring(%s from %s)", "overlay(%s placing 'x' from %s)",
		"position(%s in %s)", "trim(both %s from %s)", "CASE %s WHEN 1 THEN 2 ELSE %s END", "CASE WHEN %s THEN %s END", "ROW(%s, %s)",
		"ARRAY[%s, %s]", "(%s)[1] + %s", "coalesce(%s, %s)", "least(%s, %s)", "- %s * %s", "%s OPERATOR(pg_catalog.+) %s",
		"%s NOTNULL AND NOT %s", "(%s).name || %s", "sum(%s) FILTER (WHERE %s)", "NOT %s = %s", "(%s IS NOT NULL) IS NULL OR %s",
		"%s ~ %s", "@ %s - %s", "EXISTS (SELECT %s WHERE %s)", "lag(%s, 1) OVER (ORDER BY %s NULLS LAST)")
	e, err := Fragment(fmt.Sprintf(text, sub(), sub()))
	if err != nil {
		return g.column() // not every expression may stand everywhere, and fragments are bounded
	}
	return e
}

func (g *generator) condition(depth int) Expr {
	sub := func() Expr { return g.scalar(depth - 1) }
	if depth <= 0 {
		return Op("=", g.column(), g.literal())
	}
	switch g.r.IntN(11) {
	case 0, 1:
		return Op(g.pick("=", "<>", "<", ">", "<=", ">="), sub(), sub())
	case 2:
		return And(g.condition(depth-1), g.condition(depth-1))
	case 3:
		return Or(g.condition(depth-1), g.condition(depth-1), g.condition(depth-1))
	case 4:
		return Not(g.condition(depth - 1))
	case 5:
		return In(sub(), g.chance(50), g.literal(), g.literal())
	case 6:
		return Between(sub(), g.scalar(depth-1), sub())
	case 7:
		return IsNull(sub(), g.chance(50))
	case 8:
		if g.chance(50) {
			return ILike(sub(), "%a_b%")
		}
		return Like(sub(), "x%")
	case 9:
		return Exists(g.node(depth - 2))
	}
	return InQuery(sub(), g.node(depth-2))
}

func (g *generator) node(depth int) *pg.Node {
	inner := &generator{r: g.r}
	n, err := SelectNode(inner.plan(depth))
	if err != nil {
		panic(err)
	}
	return n
}

func (g *generator) source(depth int, i int) Source {
	alias := fmt.Sprintf("%s%d", g.pick("a", "T ", "order"), i)
	if i == 0 {
		alias = "a"
	}
	g.aliases = append(g.aliases, alias)
	if depth > 0 && g.chance(20) {
		return Source{Plan: (&generator{r: g.r}).plan(depth - 1), Alias: alias}
	}
	return Source{Schema: g.pick("", "public", "My Schema"), Table: g.pick(oddNames...), Alias: alias}
}

func (g *generator) plan(depth int) *Plan {
	p := &Plan{Distinct: g.chance(15)}
	if depth > 1 && g.chance(20) {
		p.With = []CTE{{Name: g.pick("w", "With It"), Plan: (&generator{r: g.r}).plan(depth - 2)}}
	}
	from := g.source(depth, 0)
	p.From = &from
	for i := 1; i <= g.r.IntN(4); i++ {
		j := Join{Kind: []JoinKind{Inner, Left, Right, Full, Cross, ""}[g.r.IntN(6)], Source: g.source(depth, i)}
		if j.Kind != Cross {
			j.On = append(j.On, g.condition(depth-1))
		}
		p.Joins = append(p.Joins, j)
	}
	for range 1 + g.r.IntN(3) {
		p.Select = append(p.Select, Output{Expr: g.scalar(depth), As: g.pick("", "", "n", "Größe", `x"y`)})
	}
	for range g.r.IntN(3) {
		p.Where = append(p.Where, g.condition(depth))
		p.GroupBy = append(p.GroupBy, g.scalar(depth-1))
		p.Having = append(p.Having, g.condition(depth-1))
		p.OrderBy = append(p.OrderBy, Order{Expr: g.scalar(depth - 1), Desc: g.chance(50), Nulls: g.pick("", "first", "last")})
	}
	if g.chance(30) {
		p.Limit, p.Offset = ptr(g.r.Int64N(100)), ptr(g.r.Int64N(1<<40))
	}
	if depth > 1 && g.chance(20) {
		right := (&generator{r: g.r}).plan(depth - 2)
		for len(right.Select) < len(p.Select) {
			right.Select = append(right.Select, Output{Expr: Null()})
		}
		right.Combine, right.OrderBy = nil, nil
		p.Select = p.Select[:min(len(p.Select), len(right.Select))]
		right.Select = right.Select[:len(p.Select)]
		p.Combine = []Combine{{Op: []SetOp{Union, Intersect, Except}[g.r.IntN(3)], All: g.chance(50), Plan: right}}
		p.OrderBy = []Order{{Expr: p.Select[0].Expr}}
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
		sql, err := Synthesise(p)
		if errors.Is(err, ErrSynthesis) {
			refused++
			if refused < 15 {
				t.Logf("seed %d: %v", seed, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := Synthesise(p)
		if err != nil || again != sql {
			t.Fatalf("seed %d: not stable: %v\n%s\n%s", seed, err, sql, again)
		}
	}
	if refused > 0 {
		t.Errorf("%d of %d refused", refused, n)
	}
}

// TestReviewAnything reviews plans that have little to do with the schema. It may complain about all of them, but what it
// returns must be a plan that can be written, and reviewing that again must change nothing.
func TestReviewAnything(t *testing.T) {
	t.Parallel()
	good := 0
	for seed := range uint64(1500) {
		g := &generator{r: rand.New(rand.NewPCG(seed, 2))}
		p := g.plan(1 + int(seed%3))
		if seed%2 == 0 { // half of them use the names of the schema
			p.Plans(func(_ string, q *Plan) { g.renamed(q) })
		}
		got, _, err := Review(p, shop, nil)
		if err != nil {
			var c *Complaint
			var f *FieldError
			if !errors.As(err, &c) && !errors.As(err, &f) {
				t.Fatalf("seed %d: %v is neither a complaint nor a wrong field", seed, err)
			}
			continue
		}
		good++
		sql, err := Synthesise(got)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, _, err := Review(got, shop, nil)
		if err != nil {
			t.Fatalf("seed %d: the second review: %v in %s", seed, err, sql)
		}
		if s, _ := Synthesise(again); s != sql {
			t.Errorf("seed %d: the second review changed\n%s\nto\n%s", seed, sql, s)
		}
		if Describe(got, shop) == "" {
			t.Errorf("seed %d: no description of %s", seed, sql)
		}
	}
	if good < 20 {
		t.Errorf("only %d plans passed, so little was tested", good)
	}
}

// renamed gives the sources of one level tables of the fixture, and its references columns of those, some misspelt.
func (g *generator) renamed(p *Plan) {
	columns := map[string][]string{}
	for _, s := range p.Sources() {
		if s.Plan == nil {
			tab := shop.Tables[g.r.IntN(len(shop.Tables))]
			s.Schema, s.Table = g.pick(tab.Schema, ""), tab.Name
			columns[s.Alias] = (&named{table: tab}).names()
		}
	}
	p.exprs(func(_ string, e *Expr) {
		*e = edit(*e, func(n *pg.Node) bool {
			if parts, ok := columnName(n); ok && len(parts) == 2 && columns[parts[0]] != nil {
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
		var p Plan
		if json.Unmarshal([]byte(text), &p) != nil {
			return
		}
		_, _ = Synthesise(&p)
		got, _, err := Review(&p, shop, nil)
		if err != nil {
			return
		}
		if _, err := Synthesise(got); err != nil {
			t.Errorf("%v after a review of %s", err, text)
		}
		_ = Describe(got, shop)
	})
}

func BenchmarkReview(b *testing.B) {
	p := load(b, `{"select":[{"expr":"c.name"},{"expr":"sum(totl)","as":"revenue"}],`+fromOrders+`,"joins":[`+
		joined("inner", "customers", "c", `"c.id = o.customer_id"`)+`,`+joined("left", "regions", "r", "")+`],
		"where":["o.status = 'Shipped'","r.name = 'North'","o.ordered_at >= '2024-01-01'"],"group_by":["c.name"],"order_by":[{"expr":"revenue","desc":true}],"limit":5}`)
	for b.Loop() {
		if _, _, err := Review(p, shop, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSynthesise(b *testing.B) {
	p := &Plan{
		Select: []Output{{Expr: Col("c", "name")}, {Expr: frag(b, "sum(oi.quantity * oi.unit_price)"), As: "revenue"}, {Expr: countStar(), As: "n"}},
		From:   &Source{Schema: "shop", Table: "order", Alias: "o"},
		Joins: []Join{
			{Kind: Inner, Source: Source{Schema: "shop", Table: "customers", Alias: "c"}, On: frags(b, "c.id = o.customer_id")},
			{Kind: Inner, Source: Source{Schema: "shop", Table: "order_items", Alias: "oi"}, On: frags(b, "oi.order_id = o.id")},
			{Kind: Left, Source: Source{Schema: "shop", Table: "regions", Alias: "r"}, On: frags(b, "r.id = c.region_id")},
		},
		Where:   frags(b, "o.status IN ('shipped', 'delivered')", "o.ordered_at >= date_trunc('year', current_date)", "r.name = 'North'"),
		GroupBy: frags(b, "c.id", "c.name"), Having: frags(b, "count(*) > 3"),
		OrderBy: []Order{{Expr: Bare("revenue"), Desc: true}}, Limit: ptr(5),
	}
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := Synthesise(p); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
