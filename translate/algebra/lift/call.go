package lift

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
)

func (l *lifting) call(f *pg.FuncCall, sc *scope) (algebra.Value, error) {
	name := f.Funcname[len(f.Funcname)-1].GetString_().GetSval()
	if f.Over != nil {
		return l.window(name, f, sc)
	}
	if plan.IsAggregate(name) || f.AggStar {
		return l.measure(name, f, sc)
	}
	args, err := l.values(f.Args, sc)
	if err != nil {
		return nil, err
	}
	switch name {
	case "date_part", "extract":
		if unit, ok := said(args, 0); ok && len(args) == 2 {
			return &algebra.Part{Unit: strings.ToLower(unit), Of: args[1]}, nil
		}
	case "date_trunc":
		if unit, ok := said(args, 0); ok && len(args) == 2 {
			return &algebra.Trunc{Unit: strings.ToLower(unit), Of: args[1]}, nil
		}
	case "position":
		if f.Funcformat == pg.CoercionForm_COERCE_SQL_SYNTAX {
			return &algebra.Call{Name: "strpos", Args: args}, nil
		}
	}
	if !algebra.Function(name) {
		return nil, unknown("a function", "%s", name)
	}
	if name == "position" || name == "trim" {
		return nil, unknown("a function", "%s", name)
	}
	return &algebra.Call{Name: name, Args: args}, nil
}

// said returns an argument that is a text.
func said(args []algebra.Value, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	c, ok := args[i].(*algebra.Const)
	return textOf(c), ok && c.Kind == algebra.Text
}

func textOf(c *algebra.Const) string {
	if c == nil {
		return ""
	}
	return c.Text
}

func (l *lifting) measure(name string, f *pg.FuncCall, sc *scope) (algebra.Value, error) {
	m := &algebra.Measure{Func: name, Distinct: f.AggDistinct}
	var err error
	if m.Of, err = l.values(f.Args, sc); err != nil {
		return nil, err
	}
	if m.By, err = l.sorted(f.AggOrder, sc); err != nil {
		return nil, err
	}
	if f.AggFilter != nil {
		m.If, err = l.pred(f.AggFilter, sc)
	}
	return m, err
}

func (l *lifting) sorted(list []*pg.Node, sc *scope) ([]algebra.Order, error) {
	return l.order(&pg.SelectStmt{SortClause: list}, sc, &outputs{open: true})
}

func (l *lifting) window(name string, f *pg.FuncCall, sc *scope) (algebra.Value, error) {
	over := f.Over
	if over.Name != "" || over.Refname != "" {
		for _, n := range sc.windows {
			if w := n.GetWindowDef(); w.Name == over.Name+over.Refname {
				over = w
			}
		}
	}
	w := &algebra.Window{Func: name}
	var err error
	if w.Args, err = l.values(f.Args, sc); err != nil {
		return nil, err
	}
	if w.By, err = l.values(over.PartitionClause, sc); err != nil {
		return nil, err
	}
	if w.Order, err = l.sorted(over.OrderClause, sc); err != nil {
		return nil, err
	}
	if f.AggFilter != nil {
		if w.If, err = l.pred(f.AggFilter, sc); err != nil {
			return nil, err
		}
	}
	w.Frame, err = frame(over)
	return w, err
}

// plainFrame are the options of a window that says nothing of its frame.
const plainFrame = 1058

// frame returns how a window says its frame, as SQL.
func frame(over *pg.WindowDef) (string, error) {
	if over.FrameOptions == plainFrame {
		return "", nil
	}
	bare, err := plan.Fragment("count(*) OVER (ORDER BY 1)")
	if err != nil {
		return "", err
	}
	w := bare.Node().GetFuncCall().Over
	w.FrameOptions, w.StartOffset, w.EndOffset = over.FrameOptions, over.StartOffset, over.EndOffset
	_, text, found := strings.Cut(bare.String(), "ORDER BY 1 ")
	if !found {
		return "", unknown("a frame of a window", "%s", bare)
	}
	return strings.TrimSuffix(text, ")"), nil
}
