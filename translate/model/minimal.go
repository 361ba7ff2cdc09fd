package model

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// smallPlan is the plan format of small models. It is flat, and holds values instead of conditions, so that the model
// need not quote them.
type smallPlan struct {
	Tables  many[wireSource]   `json:"tables"`
	Joins   many[smallJoin]    `json:"joins"`
	Select  parted[wireOutput] `json:"select"`
	Filters many[condition]    `json:"filters"`
	Having  many[condition]    `json:"having"`
	GroupBy parted[words]      `json:"group_by"`
	OrderBy parted[wireOrder]  `json:"order_by"`
	Limit   words              `json:"limit"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (w *smallPlan) UnmarshalJSON(data []byte) error {
	data, err := renamed(data, smallNames)
	if err != nil {
		return err
	}
	type bare smallPlan
	return json.Unmarshal(data, (*bare)(w))
}

type smallJoin struct {
	Left  words `json:"left"`
	Right words `json:"right"`
	Kind  words `json:"kind"`
}

// UnmarshalJSON also accepts a text such as "a.x = b.y" as a join.
func (j *smallJoin) UnmarshalJSON(data []byte) error {
	var text string
	if len(data) == 0 || data[0] != '"' {
		data, err := renamed(data, pairNames)
		if err != nil {
			return err
		}
		type bare smallJoin
		loose := struct {
			*bare
			On words
		}{bare: (*bare)(j)}
		if err := json.Unmarshal(data, &loose); err != nil || loose.On == "" {
			return err
		}
		text = string(loose.On)
	} else if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	left, right, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("left and right are wanted, not %s", clip(text, 60))
	}
	if m := joined.FindStringSubmatch(left); m != nil && m[3] != "" {
		j.Kind, left = words(m[1]), m[3]
	}
	j.Left, j.Right = words(strings.TrimSpace(left)), words(strings.TrimSpace(strings.TrimPrefix(right, "=")))
	return nil
}

type smallFilter struct {
	Column words           `json:"column"`
	Op     words           `json:"op"`
	Value  json.RawMessage `json:"value"`
}

// small converts a flat plan into a plan.
func (r *reader) small(w smallPlan) *plan.Plan {
	p := &plan.Plan{}
	if !r.count("plan", len(w.Tables)+len(w.Joins)+len(w.Select)+len(w.Filters)+len(w.Having)+len(w.GroupBy)+len(w.OrderBy)) {
		return p
	}
	level := &wirePlan{Select: w.Select, GroupBy: w.GroupBy, OrderBy: w.OrderBy, Limit: w.Limit}
	r.clauses("plan", level, p)
	for i, o := range p.OrderBy {
		if o.Desc && o.Nulls == "" && p.Limit != nil {
			p.OrderBy[i].Nulls = "last" // "the highest" never means an unknown value, and this tier has no field for it
		}
	}
	r.pair(w, p)
	filters := append(slices.Clone(w.Filters), w.Having...)
	for _, e := range r.conditions("plan.filters", filters, p.Select) {
		if plan.HasAggregate(e) {
			p.Having = append(p.Having, e)
		} else {
			p.Where = append(p.Where, e)
		}
	}
	return p
}

// named returns the aggregate of the output with that name, because small models filter on an aggregate by its name.
// It returns a zero Expr when there is none.
func named(text string, outputs []plan.Output) plan.Expr {
	for _, o := range outputs {
		if o.As != "" && o.As == text && plan.HasAggregate(o.Expr) {
			return o.Expr
		}
	}
	return plan.Expr{}
}

// pair orders the tables so that each is joined to earlier ones. A table that no join mentions gets no condition: the
// review, which knows the keys, adds one or refuses the plan.
func (r *reader) pair(w smallPlan, p *plan.Plan) {
	var waiting []plan.Source
	for i, t := range w.Tables {
		s := r.source(fmt.Sprintf("plan.tables[%d]", i), &t, 1)
		if slices.ContainsFunc(waiting, func(o plan.Source) bool { return o.Alias == s.Alias }) {
			r.wrong(fmt.Sprintf("plan.tables[%d].alias", i), "%q is taken", s.Alias)
			continue
		}
		waiting = append(waiting, s)
	}
	if len(waiting) == 0 {
		if len(w.Joins) > 0 {
			r.wrong("plan.tables", "it is empty")
		}
		return
	}
	edges := r.edges(w.Joins, waiting)
	p.From = &waiting[0]
	present, waiting := []string{waiting[0].Alias}, waiting[1:]
	for len(waiting) > 0 {
		next := slices.IndexFunc(waiting, func(s plan.Source) bool {
			return slices.ContainsFunc(edges, func(e edge) bool { return e.links(s.Alias, present) })
		})
		j := plan.Join{Kind: plan.Inner}
		if next < 0 {
			next = 0
		}
		j.Source = waiting[next]
		for _, e := range edges {
			if !e.links(j.Source.Alias, present) {
				continue
			}
			j.On = append(j.On, plan.Op("=", e.sides[0], e.sides[1]))
			switch {
			case e.left && e.alias[1] == j.Source.Alias:
				j.Kind = plan.Left
			case e.left:
				j.Kind = plan.Right
			}
		}
		p.Joins = append(p.Joins, j)
		present = append(present, j.Source.Alias)
		waiting = slices.Delete(waiting, next, next+1)
	}
}

// edge is an equation between columns of two tables.
type edge struct {
	sides [2]plan.Expr
	alias [2]string
	left  bool // rows of sides[0] without a partner are kept
}

func (e edge) links(alias string, present []string) bool {
	return e.alias[0] == alias && slices.Contains(present, e.alias[1]) ||
		e.alias[1] == alias && slices.Contains(present, e.alias[0])
}

func (r *reader) edges(joins []smallJoin, tables []plan.Source) []edge {
	var out []edge
	for i, j := range joins {
		at := fmt.Sprintf("plan.joins[%d]", i)
		e := edge{left: strings.HasPrefix(strings.ToLower(string(j.Kind)), "left")}
		for side, text := range []words{j.Left, j.Right} {
			field := at + [...]string{".left", ".right"}[side]
			e.sides[side] = r.expr(field, text)
			fields := e.sides[side].Node().GetColumnRef().GetFields()
			if len(fields) < 2 {
				r.wrong(field, "alias.column is wanted, not %s", text)
				continue
			}
			e.alias[side] = aliasOf(fields[len(fields)-2].GetString_().GetSval(), tables)
			if !slices.ContainsFunc(tables, func(s plan.Source) bool { return s.Alias == e.alias[side] }) {
				r.wrong(field, "no table has the alias %q", e.alias[side])
			}
		}
		out = append(out, e)
	}
	return out
}

// aliasOf returns the alias of the only table with that name or alias, because models write either.
func aliasOf(name string, tables []plan.Source) string {
	found := ""
	for _, t := range tables {
		switch {
		case t.Alias == name:
			return name
		case strings.EqualFold(t.Table, name) && found != "":
			return name // ambiguous: two tables have that name
		case strings.EqualFold(t.Table, name):
			found = t.Alias
		}
	}
	if found == "" {
		return name
	}
	return found
}

// filter returns a condition made of a column, an operator and a value.
func (r *reader) filter(at string, column plan.Expr, f smallFilter) plan.Expr {
	op := strings.Join(strings.Fields(strings.ToLower(string(f.Op))), " ")
	switch op {
	case "!=":
		op = "<>"
	case "==", "equals", "eq", "is":
		op = "="
	}
	values := r.values(at+".value", f.Value)
	if !r.fits(at, op, values) || column.IsZero() {
		return plan.Expr{}
	}
	switch op {
	case "is null", "is not null":
		return plan.IsNull(column, op == "is not null")
	case "in", "not in":
		if sub := values[0].Node().GetSubLink(); len(values) == 1 && sub.GetSubLinkType() == pg.SubLinkType_EXPR_SUBLINK {
			e := plan.InQuery(column, sub.GetSubselect())
			if op == "not in" {
				e = plan.Not(e)
			}
			return e
		}
		return plan.In(column, op == "not in", values...)
	case "between":
		return plan.Between(column, values[0], values[1])
	case "=", "<>":
		if c := values[0].Node().GetAConst(); op == "=" && c.GetBoolval().GetBoolval() && isCondition(column) {
			return column // this tier writes OR as one expression
		}
		if values[0].Node().GetAConst().GetIsnull() {
			return plan.IsNull(column, op == "<>")
		}
	case "like", "ilike":
		if s := values[0].Node().GetAConst().GetSval(); s != nil {
			if op == "like" {
				return plan.Like(column, s.Sval)
			}
			return plan.ILike(column, s.Sval)
		}
		r.wrong(at+".value", "%s wants a text", op)
		return plan.Expr{}
	}
	return plan.Op(op, column, values[0])
}

// isCondition reports whether the form of an expression makes it true or false.
func isCondition(e plan.Expr) bool {
	n := e.Node()
	if x := n.GetAExpr(); x != nil {
		switch x.Kind {
		case pg.A_Expr_Kind_AEXPR_OP:
			return slices.Contains([]string{"=", "<>", "<", "<=", ">", ">="}, x.Name[len(x.Name)-1].GetString_().GetSval())
		case pg.A_Expr_Kind_AEXPR_NULLIF:
			return false
		}
		return true
	}
	return n.GetBoolExpr() != nil || n.GetNullTest() != nil || n.GetBooleanTest() != nil ||
		n.GetSubLink().GetSubLinkType() == pg.SubLinkType_EXISTS_SUBLINK || n.GetSubLink().GetSubLinkType() == pg.SubLinkType_ANY_SUBLINK
}

// fits reports whether an operator is known and has the number of values that it needs.
func (r *reader) fits(at, op string, values []plan.Expr) bool {
	low, high := 1, 1
	switch op {
	case "is null", "is not null":
		return true
	case "in", "not in":
		high = maxParts
	case "between":
		low, high = 2, 2
	case "=", "<>", "<", "<=", ">", ">=", "like", "ilike":
	default:
		r.wrong(at+".op", "%q is no operator of this plan", op)
		return false
	}
	if len(values) < low || len(values) > high {
		r.wrong(at+".value", "%s does not take %d values", op, len(values))
		return false
	}
	return true
}

// query matches the beginning of a subquery that lacks the parentheses which an expression needs.
var query = regexp.MustCompile(`(?i)^\s*(select|with)\s`)

// values parses a literal, a list of literals, or an expression. Texts become literals unchanged.
func (r *reader) values(at string, raw json.RawMessage) []plan.Expr {
	var v any
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	if many, ok := v.([]any); ok {
		var out []plan.Expr
		var parts []json.RawMessage
		if json.Unmarshal(raw, &parts) != nil || !r.count(at, len(many)) {
			return nil
		}
		for i, part := range parts {
			out = append(out, r.value(fmt.Sprintf("%s[%d]", at, i), many[i], part))
		}
		return out
	}
	return []plan.Expr{r.value(at, v, raw)}
}

func (r *reader) value(at string, v any, raw json.RawMessage) plan.Expr {
	switch v := v.(type) {
	case nil:
		return plan.Null()
	case bool:
		return plan.Bool(v)
	case string:
		return plan.Str(v)
	case float64:
		return r.expr(at, words(strings.TrimSpace(string(raw)))) // as written, so that 12.50 keeps its digits
	case map[string]any:
		if text, ok := v["sql"].(string); ok {
			if query.MatchString(text) {
				text = "(" + strings.TrimRight(text, "; \t\r\n") + ")"
			}
			return r.expr(at+".sql", words(text))
		}
	}
	r.wrong(at, "a text, number, true, false, null, list or {\"sql\": …} is wanted")
	return plan.Null()
}
