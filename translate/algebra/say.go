package algebra

import (
	"fmt"
	"strings"
	"unicode"
)

// Say returns a reading of what a set is, in plain English, without a capital or a period: "the number of orders for each status of orders".
// Names are those of relations and columns, as words.
func Say(s Set) string {
	rows := map[*Row]bool{}
	Walk(s, func(part any) bool {
		if r, ok := part.(*Rows); ok {
			rows[r.Row] = true
		}
		return true
	})
	return (&speaker{several: len(rows) > 1}).set(s)
}

// speaker says the parts of one reading.
type speaker struct {
	several bool // columns need their relation
	depth   int
}

// maxSaid bounds how deep a reading follows its tree.
const maxSaid = 12

func (p *speaker) set(s Set) string {
	if p.depth++; p.depth > maxSaid {
		return "…"
	}
	defer func() { p.depth-- }()
	switch x := s.(type) {
	case *Rows:
		return p.each(x.Row)
	case *Once, nil:
		return "nothing"
	case *Join:
		return p.joined(x)
	case *Where:
		return p.where(x)
	case *Group:
		if len(x.By) == 0 {
			return p.set(x.Of)
		}
		return p.set(x.Of) + " for each " + p.values(x.By, "and")
	case *Extreme:
		return p.extreme(x)
	case *Show:
		return p.shown(x)
	case *Combine:
		how := map[CombineOp]string{Union: "together with", Intersect: "as far as they are also", Except: "without"}[x.Op]
		return p.set(x.Left) + ", " + how + " " + p.set(x.Right)
	case *Hole:
		return "(which " + x.Kind + "?)"
	}
	return "rows"
}

func (p *speaker) each(w *Row) string {
	switch {
	case w.List != nil:
		return "the elements of " + p.value(w.List)
	case w.Of != nil:
		return "rows of (" + p.set(w.Of) + ")"
	}
	return words(w.Table)
}

func (p *speaker) joined(x *Join) string {
	left, right := p.set(x.Left), p.set(x.Right)
	how := map[Keep]string{KeepNone: "with their", KeepLeft: "with, if any, their", KeepRight: "and all", KeepBoth: "and, with or without each other,"}[x.Keep]
	if x.On == nil {
		return left + " and " + right
	}
	if v, ok := x.On.(*Via); ok {
		if len(v.Words) > 0 {
			return left + " " + how + " " + right + " (" + strings.Join(v.Words, " ") + ")"
		}
		return left + " " + how + " " + right
	}
	return left + " " + how + " " + right + " where " + p.pred(x.On)
}

func (p *speaker) where(x *Where) string {
	of := p.set(x.Of)
	if strings.Contains(of, " where ") {
		return of + " and " + p.pred(x.If)
	}
	return of + " where " + p.pred(x.If)
}

func (p *speaker) shown(x *Show) string {
	what := make([]Value, len(x.Columns))
	for i, c := range x.Columns {
		what[i] = c.Value
	}
	figures := p.values(what, "and")
	if x.Distinct {
		figures = "the different " + figures
	}
	if _, nothing := x.Of.(*Once); nothing || x.Of == nil {
		return figures
	}
	if g := groupOf(x.Of); g != nil && len(what) == 1 && counts(what[0]) {
		return "the number of " + p.set(x.Of)
	}
	return figures + " of " + p.set(x.Of)
}

// groupOf returns the group whose rows a set has, however restricted and ordered.
func groupOf(s Set) *Group {
	for {
		switch x := s.(type) {
		case *Group:
			return x
		case *Where:
			s = x.Of
		case *Extreme:
			s = x.Of
		default:
			return nil
		}
	}
}

func counts(v Value) bool {
	m, ok := v.(*Measure)
	return ok && m.Func == "count" && len(m.Of) == 0 && m.If == nil && m.Over == nil
}

func (p *speaker) extreme(x *Extreme) string {
	of := p.set(x.Of)
	var by []string
	for _, o := range x.By {
		how := " (ascending)"
		if o.Desc {
			how = " (descending)"
		}
		by = append(by, p.value(o.Value)+how)
	}
	order := ""
	if len(by) > 0 {
		order = " by " + strings.Join(by, ", then ")
	}
	switch {
	case x.N == 0:
		return of + ", sorted" + order
	case x.Skip > 0:
		of = fmt.Sprintf("%d after the first %d of %s", x.N, x.Skip, of)
	default:
		of = fmt.Sprintf("the first %d of %s", x.N, of)
	}
	if x.Within != nil {
		of = "for each " + p.values(x.Within, "and") + " " + of
	}
	if x.Ties {
		order += ", with ties"
	}
	return of + order
}

// words returns a name of the schema as words: order_items, orderItems → order items.
func words(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			b.WriteByte(' ')
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.TrimSpace(b.String())
}

// enumerate lists texts: a, b and c.
func enumerate(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}
