package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/plantest"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// sound are plans without a defect, of the shapes that questions have.
var sound = []string{
	`{"select":[{"expr":"c.name"},{"expr":"c.email"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["c.city = 'Rome'","c.active"],"order_by":[{"expr":"c.created_at","desc":true}],"limit":5}`,
	`{"select":[{"expr":"count(*)","as":"n"}],` + plantest.FromOrders + `,"where":["o.status = 'paid'","o.total > 100"]}`,
	`{"select":[{"expr":"o.status"},{"expr":"count(*)","as":"n"},{"expr":"sum(o.total)","as":"revenue"}],` + plantest.FromOrders + `,"group_by":["o.status"],"having":["sum(o.total) > 50"],"order_by":[{"expr":"revenue","desc":true}]}`,
	`{"select":[{"expr":"c.name"},{"expr":"sum(o.total)","as":"revenue"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`) + `],"where":["o.ordered_at >= '2025-01-01'"],"group_by":["c.id","c.name"],"order_by":[{"expr":"revenue","desc":true}],"limit":10}`,
	`{"select":[{"expr":"r.name"},{"expr":"c.city"},{"expr":"count(*)","as":"n"}],"from":{"schema":"shop","table":"customers","alias":"c"},"joins":[` + plantest.Joined("inner", "regions", "r", `"r.id = c.region_id"`) + `],"where":["c.active"],"group_by":["r.name","c.city"],"having":["count(*) > 2"]}`,
	`{"select":[{"expr":"p.name"},{"expr":"sum(oi.quantity * oi.unit_price)","as":"sales"}],"from":{"schema":"shop","table":"order_items","alias":"oi"},"joins":[` + plantest.Joined("inner", "products", "p", `"p.id = oi.product_id"`) + `,` + plantest.Joined("inner", "order", "o", `"o.id = oi.order_id"`) + `],"where":["o.status = 'shipped'"],"group_by":["p.name"],"order_by":[{"expr":"sales","desc":true}]}`,
	`{"select":[{"expr":"a.name"},{"expr":"count(*)","as":"flights"}],"from":{"schema":"shop","table":"flights","alias":"f"},"joins":[` + plantest.Joined("inner", "airlines", "a", `"a.id = f.airline_id"`) + `],"where":["a.name = 'JetBlue Airways'","f.flown_on >= '2024-01-01'"],"group_by":["a.name"]}`,
	`{"select":[{"expr":"s.name"},{"expr":"avg(o.total)","as":"average"}],"from":{"schema":"shop","table":"stores","alias":"s"},"joins":[` + plantest.Joined("left", "order", "o", `"o.store_id = s.id"`) + `],"group_by":["s.id","s.name"]}`,
	`{"select":[{"expr":"e.name"},{"expr":"m.name","as":"manager"}],"from":{"schema":"shop","table":"employees","alias":"e"},"joins":[` + plantest.Joined("left", "employees", "m", `"m.id = e.manager_id"`) + `],"where":["e.salary > 1000"]}`,
	`{"select":[{"expr":"c.name"}],"from":{"schema":"shop","table":"customers","alias":"c"},"where":["NOT EXISTS (SELECT 1 FROM shop.\"order\" x WHERE x.customer_id = c.id)"]}`,
	`{"select":[{"expr":"o.id"},{"expr":"o.total"}],` + plantest.FromOrders + `,"where":["o.total > (SELECT avg(y.total) FROM shop.\"order\" y)"]}`,
	`{"select":[{"expr":"p.method"},{"expr":"sum(p.amount)","as":"paid"}],"from":{"schema":"shop","table":"payments","alias":"p"},"joins":[` + plantest.Joined("inner", "order", "o", `"o.id = p.order_id"`) + `],"where":["o.status = 'paid'","p.reference = '17'"],"group_by":["p.method"]}`,
	`{"select":[{"expr":"date_trunc('month', o.ordered_at)","as":"month"},{"expr":"count(DISTINCT o.customer_id)","as":"customers"}],` + plantest.FromOrders + `,"where":["o.status IN ('paid', 'shipped')"],"group_by":["date_trunc('month', o.ordered_at)"],"order_by":[{"expr":"month"}]}`,
	`{"select":[{"expr":"s.city"},{"expr":"r.name"}],"distinct":true,"from":{"schema":"shop","table":"stores","alias":"s"},"joins":[` + plantest.Joined("inner", "regions", "r", `"r.id = s.region_id"`) + `],"order_by":[{"expr":"s.city"}]}`,
	`{"select":[{"expr":"c.name"},{"expr":"st.name","as":"store"}],` + plantest.FromOrders + `,"joins":[` + plantest.Joined("inner", "customers", "c", `"c.id = o.customer_id"`) + `,` + plantest.Joined("left", "stores", "st", `"st.id = o.store_id"`) + `],"where":["c.city = 'Rome'"]}`,
}

// defect breaks one place of a plan in the way that models do. It returns false when there is no such place.
type defect struct {
	name  string
	apply func(p *plan.Plan, site int) bool
}

// nthColumn finds a qualified column of the plan's own level.
func nthColumn(p *plan.Plan, site int, f func(field string, n *pg.Node, alias, column string)) bool {
	hit := false
	p.Exprs(func(field string, e *plan.Expr) {
		plan.WalkNode(e.Node(), func(n *pg.Node) bool {
			if parts, ok := plan.ColumnName(n); ok && len(parts) == 2 && !hit {
				if site--; site < 0 {
					hit = true
					f(field, n, parts[0], parts[1])
				}
			}
			return n.GetSelectStmt() == nil
		})
	})
	return hit
}

func onColumn(change func(alias, column string) (string, string)) func(*plan.Plan, int) bool {
	return func(p *plan.Plan, site int) bool {
		changed := false
		nthColumn(p, site, func(_ string, n *pg.Node, alias, column string) {
			a, c := change(alias, column)
			changed = a != alias || c != column
			if a == "" {
				n.GetColumnRef().Fields = []*pg.Node{pg.MakeStrNode(c)}
				return
			}
			setColumn(n, a, c)
		})
		return changed
	}
}

func onTable(change func(s *plan.Source)) func(*plan.Plan, int) bool {
	return func(p *plan.Plan, site int) bool {
		all := p.Sources()
		if site >= len(all) {
			return false
		}
		before := *all[site]
		change(all[site])
		return *all[site] != before
	}
}

func onJoin(change func(p *plan.Plan, j *plan.Join) bool) func(*plan.Plan, int) bool {
	return func(p *plan.Plan, site int) bool { return site < len(p.Joins) && change(p, &p.Joins[site]) }
}

func tableCalled(p *plan.Plan, alias string) string {
	for _, s := range p.Sources() {
		if s.Name() == alias {
			return s.Table
		}
	}
	return alias
}

var defects = []defect{
	{"column misspelt", onColumn(func(a, c string) (string, string) {
		if len(c) < 5 {
			return a, c
		}
		return a, c[:2] + c[3:]
	})},
	{"column in capitals", onColumn(func(a, c string) (string, string) { return a, strings.ToUpper(c) })},
	{"column in camel case", onColumn(func(a, c string) (string, string) {
		head, tail, ok := strings.Cut(c, "_")
		if !ok {
			return a, c
		}
		return a, head + strings.ToUpper(tail[:1]) + tail[1:]
	})},
	{"column without its table", onColumn(func(_, c string) (string, string) { return "", c })},
	{"column of another table", func(p *plan.Plan, site int) bool {
		all := p.Sources()
		if len(all) < 2 {
			return false
		}
		return onColumn(func(a, c string) (string, string) {
			for _, s := range all {
				if s.Name() != a && plantest.Shop.Table(s.Schema, s.Table).Column(c) == nil {
					return s.Name(), c
				}
			}
			return a, c
		})(p, site)
	}},
	{"table's name in place of its alias", func(p *plan.Plan, site int) bool {
		return onColumn(func(a, c string) (string, string) {
			if n := tableCalled(p, a); n != "employees" {
				return n, c
			}
			return a, c
		})(p, site)
	}},
	{"table's name before the column's", func(p *plan.Plan, site int) bool {
		return onColumn(func(a, c string) (string, string) {
			if c != "name" {
				return a, c
			}
			return a, strings.TrimSuffix(tableCalled(p, a), "s") + "_" + c
		})(p, site)
	}},
	{"table without its schema", onTable(func(s *plan.Source) { s.Schema = "" })},
	{"table of another schema", onTable(func(s *plan.Source) { s.Schema = "public" })},
	{"table in another number", onTable(func(s *plan.Source) {
		s.Schema = ""
		if strings.HasSuffix(s.Table, "s") {
			s.Table = strings.TrimSuffix(s.Table, "s")
		} else {
			s.Table += "s"
		}
	})},
	{"table in capitals", onTable(func(s *plan.Source) { s.Schema, s.Table = "", strings.ToUpper(s.Table) })},
	{"table misspelt", onTable(func(s *plan.Source) {
		if len(s.Table) > 5 {
			s.Schema, s.Table = "", s.Table[:3]+s.Table[4:]
		}
	})},
	{"join without a condition", onJoin(func(_ *plan.Plan, j *plan.Join) bool { j.On = nil; return true })},
	{"join on the wrong key", onJoin(func(p *plan.Plan, j *plan.Join) bool {
		if p.From.Table == j.Source.Table {
			return false
		}
		from := plantest.Shop.Table(p.From.Schema, p.From.Table)
		if from.Column("id") == nil {
			return false
		}
		j.On = []plan.Expr{plan.Op("=", plan.Col(p.From.Name(), "id"), plan.Col(j.Source.Name(), "id"))}
		return true
	})},
	{"join left out", func(p *plan.Plan, site int) bool {
		if site >= len(p.Joins) || p.From.Table == p.Joins[site].Source.Table {
			return false
		}
		gone, table := p.Joins[site].Source.Name(), p.Joins[site].Source.Table
		p.Joins = slices.Delete(p.Joins, site, site+1)
		p.Exprs(func(_ string, e *plan.Expr) {
			*e = plan.Edit(*e, func(n *pg.Node) bool {
				if parts, ok := plan.ColumnName(n); ok && len(parts) == 2 && parts[0] == gone {
					setColumn(n, table, parts[1])
				}
				return true
			})
		})
		return true
	}},
	{"no GROUP BY", func(p *plan.Plan, site int) bool {
		had := len(p.GroupBy) > 0 && site == 0
		p.GroupBy = nil
		return had
	}},
	{"GROUP BY that lacks one", func(p *plan.Plan, site int) bool {
		if site >= len(p.GroupBy) || len(p.GroupBy) < 2 {
			return false
		}
		key := p.GroupBy[site]
		if slices.ContainsFunc(p.GroupBy, func(g plan.Expr) bool { return strings.HasSuffix(g.String(), ".id") }) ||
			!slices.ContainsFunc(p.Select, func(o plan.Output) bool { return plan.Equal(o.Expr, key) }) {
			return false // without it the plan is as valid
		}
		p.GroupBy = slices.Delete(p.GroupBy, site, site+1)
		return true
	}},
	{"condition on groups in WHERE", func(p *plan.Plan, site int) bool {
		had := len(p.Having) > 0 && site == 0
		p.Where, p.Having = append(p.Where, p.Having...), nil
		return had
	}},
	{"condition on rows in HAVING", func(p *plan.Plan, site int) bool {
		if site >= len(p.Where) || !p.Grouped() {
			return false
		}
		e := p.Where[site]
		p.Where, p.Having = slices.Delete(p.Where, site, site+1), append(p.Having, e)
		return true
	}},
	{"value in another case", onLiteral(strings.ToUpper)},
	{"value without its end", onLiteral(func(v string) string {
		head, _, ok := strings.Cut(v, " ")
		if !ok {
			return v
		}
		return head
	})},
	{"number in place of a text", func(p *plan.Plan, site int) bool {
		done := false
		for i, e := range p.Where {
			if e.String() == "p.reference = '17'" && site == 0 {
				p.Where[i], done = mustFragment("p.reference = 17"), true
			}
		}
		return done
	}},
	{"table that nothing needs", func(p *plan.Plan, site int) bool {
		if site > 0 || p.From.Table != "order" || slices.ContainsFunc(p.Joins, func(j plan.Join) bool { return j.Source.Table == "stores" || j.Source.Table == "customers" }) {
			return false
		}
		p.Joins = append(p.Joins, plan.Join{Kind: plan.Left, Source: plan.Source{Schema: "shop", Table: "customers", Alias: "unused"}, On: []plan.Expr{mustFragment("unused.id = o.customer_id")}})
		return true
	}},
	{"column that does not exist", onColumn(func(a, _ string) (string, string) { return a, "xylophone" })},
	{"table that does not exist", onTable(func(s *plan.Source) { s.Schema, s.Table = "", "zeppelins" })},
}

func mustFragment(text string) plan.Expr {
	e, err := plan.Fragment(text)
	if err != nil {
		panic(err)
	}
	return e
}

func onLiteral(change func(string) string) func(*plan.Plan, int) bool {
	return func(p *plan.Plan, site int) bool {
		changed := false
		for _, e := range p.Where {
			plan.WalkNode(e.Node(), func(n *pg.Node) bool {
				s := n.GetAConst().GetSval()
				if s == nil || n.GetSelectStmt() != nil || strings.HasPrefix(s.Sval, "20") || s.Sval == "Rome" {
					return true
				}
				if site--; site == -1 && change(s.Sval) != s.Sval {
					changed, s.Sval = true, change(s.Sval)
				}
				return true
			})
		}
		return changed
	}
}

// losses are the defects after which the plan no longer says what was meant, although it is easily made valid:
// whether the namesakes of a group are one, whether rows without a partner stay.
var losses = []string{"no GROUP BY, plan 3", "no GROUP BY, plan 7", "join left out, plan 4"}

// TestShareOfDefectsRepaired: of plans that are broken in one place, how many become what they were by the review
// alone, how many are asked about, and none may become another query without a word.
func TestShareOfDefectsRepaired(t *testing.T) {
	t.Parallel()
	total, repairedAll, askedAll, hopeless := 0, 0, 0, 0
	for _, d := range defects {
		n, fixed, asked := 0, 0, 0
		for i, text := range sound {
			base := load(t, text)
			want, err := reviewedSQL(base)
			if err != nil {
				t.Fatalf("plan %d is not sound: %v", i, err)
			}
			for site := range 40 {
				p := base.Clone()
				if !d.apply(p, site) {
					continue
				}
				n++
				got, err := reviewedSQL(p)
				var c *Complaint
				switch {
				case errors.As(err, &c):
					asked++
				case err != nil:
					t.Logf("%s, plan %d: %v", d.name, i, err)
				case equivalent(got, want):
					fixed++
				case slices.Contains(losses, fmt.Sprintf("%s, plan %d", d.name, i)):
				default:
					t.Errorf("%s, plan %d, place %d became another query:\n%s\n%s", d.name, i, site, got, want)
				}
			}
		}
		if n == 0 {
			t.Errorf("%s: no plan has such a place", d.name)
		}
		t.Logf("%-40s %3d: %3d repaired, %3d asked about", d.name, n, fixed, asked)
		total, repairedAll, askedAll = total+n, repairedAll+fixed, askedAll+asked
		if strings.HasSuffix(d.name, "does not exist") {
			hopeless += n // nothing in the plan tells what was meant
		}
	}
	percent := func(n, of int) float64 { return 100 * float64(n) / float64(of) }
	t.Logf("%d defects of %d kinds: %.1f %% repaired, %.1f %% asked about; without names that mean nothing, %d: %.1f %%, %.1f %%", total, len(defects),
		percent(repairedAll, total), percent(askedAll, total), total-hopeless, percent(repairedAll, total-hopeless), percent(askedAll-hopeless, total-hopeless))
	if percent(repairedAll, total-hopeless) < 90 || repairedAll+askedAll+len(losses) < total {
		t.Errorf("%d of %d neither repaired nor asked about", total-repairedAll-askedAll, total)
	}
}

func reviewedSQL(p *plan.Plan) (string, error) {
	got, _, err := Plan(p, plantest.Shop, nil)
	if err != nil {
		return "", err
	}
	return plan.Synthesise(got)
}

// equivalent compares two statements apart from what changes nothing here: the order of joined tables' names, of the
// sides of an columnsEqual, and of grouping keys, and the alias that a joined table got back.
func equivalent(a, b string) bool { return a == b || normal(a) == normal(b) }

func normal(sql string) string {
	tree, err := pg.Parse(sql)
	if err != nil {
		return sql
	}
	names := map[string]string{}
	var parts []string
	plan.WalkNode(tree.Stmts[0].Stmt, func(n *pg.Node) bool {
		if v := n.GetRangeVar(); v != nil {
			name := v.Relname
			if a := v.GetAlias(); a != nil {
				name = a.Aliasname
			}
			names[name] = v.Relname
		}
		return true
	})
	outputs := map[string][]string{}
	for _, o := range tree.Stmts[0].Stmt.GetSelectStmt().GetTargetList() {
		if p, ok := plan.ColumnName(o.GetResTarget().GetVal()); ok && len(p) == 2 && o.GetResTarget().Name == "" {
			outputs[p[1]] = p
		}
	}
	plan.WalkNode(tree.Stmts[0].Stmt, func(n *pg.Node) bool {
		switch {
		case n.GetColumnRef() != nil:
			p, _ := plan.ColumnName(n)
			if len(p) == 1 && outputs[p[0]] != nil {
				p = outputs[p[0]]
			}
			if len(p) == 2 {
				parts = append(parts, names[p[0]]+"."+p[1])
				return true
			}
			parts = append(parts, strings.Join(p, "."))
		case n.GetAConst() != nil:
			parts = append(parts, plan.FromNode(n).String())
		case n.GetJoinExpr() != nil:
			parts = append(parts, n.GetJoinExpr().Jointype.String())
		case n.GetFuncCall() != nil:
			parts = append(parts, plan.LastName(n.GetFuncCall().Funcname))
		case n.GetAExpr() != nil:
			parts = append(parts, plan.LastName(n.GetAExpr().Name))
		}
		return true
	})
	slices.Sort(parts)
	return fmt.Sprint(parts)
}
