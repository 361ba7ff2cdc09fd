package model

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
)

// expr parses one expression. Models write it as a text, a number or a boolean.
func (r *reader) expr(at string, w words) plan.Expr {
	text := strings.TrimRight(strings.TrimSpace(string(w)), "; ")
	if text == "" {
		r.wrong(at, "the expression is empty")
		return plan.Expr{}
	}
	e, err := plan.Fragment(text)
	if err != nil {
		if other, failed := plan.Fragment(Postgres(text)); failed == nil {
			return other
		}
		r.wrong(at, "%s is no expression: %v", clip(text, 120), err)
	}
	return e
}

// conditions parses a list of conditions, of WHERE, HAVING or a join.
func (r *reader) conditions(at string, all []condition, outputs []plan.Output) []plan.Expr {
	var out []plan.Expr
	for i, c := range all {
		field := fmt.Sprintf("%s[%d]", at, i)
		if c.filter == nil {
			if c.text != "" {
				out = append(out, r.expr(field, c.text))
			}
			continue
		}
		column := named(string(c.filter.Column), outputs)
		if column.IsZero() {
			column = r.expr(field+".column", c.filter.Column)
		}
		out = append(out, r.filter(field, column, *c.filter))
	}
	return out
}

// groups parses what is grouped by: expressions, ROLLUP and its like. An element that equals the name of an output, without regard to case,
// refers to that output.
func (r *reader) groups(at string, all []words, outputs map[string]bool) []plan.Expr {
	var out []plan.Expr
	for i, w := range all {
		if outputs[string(w)] {
			out = append(out, plan.Bare(string(w)))
			continue
		}
		if e, err := plan.GroupFragment(string(w)); err == nil && e.Node().GetGroupingSet() != nil {
			out = append(out, e)
			continue
		}
		out = append(out, r.expr(fmt.Sprintf("%s[%d]", at, i), w))
	}
	return out
}

var (
	asName     = regexp.MustCompile(`(?is)^(.*\S)\s+as\s+(?:"([^"]+)"|([a-z_]\w*))$`)
	direction  = regexp.MustCompile(`(?is)^(.*\S)\s+(asc|desc)$`)
	nullsOrder = regexp.MustCompile(`(?is)^(.*\S)\s+nulls\s+(first|last)$`)
)

// output parses one output. An alias inside the expression, as in "sum(x) AS total", becomes the output's name.
func (r *reader) output(at string, w wireOutput) plan.Output {
	out := plan.Output{As: clip(string(w.As), maxName)}
	if len(w.Expr) < maxSentence {
		if m := asName.FindStringSubmatch(strings.TrimSpace(string(w.Expr))); m != nil {
			if e, err := plan.Fragment(m[1]); err == nil {
				if out.Expr = e; out.As == "" {
					out.As = m[2] + strings.ToLower(m[3])
				}
				return out
			}
		}
	}
	out.Expr = r.expr(at+".expr", w.Expr)
	return out
}

// order parses one sort key. The direction and the place of NULLs may stand inside the expression, as in "x DESC
// NULLS LAST".
func (r *reader) order(at string, w wireOrder, outputs map[string]bool) plan.Order {
	o := plan.Order{Desc: bool(w.Desc), Nulls: strings.ToLower(string(w.Nulls))}
	text := strings.TrimSpace(string(w.Expr))
	if len(text) < maxSentence {
		if m := nullsOrder.FindStringSubmatch(text); m != nil {
			text, o.Nulls = m[1], strings.ToLower(m[2])
		}
		if m := direction.FindStringSubmatch(text); m != nil {
			text, o.Desc = m[1], o.Desc || strings.EqualFold(m[2], "desc")
		}
	}
	switch o.Nulls {
	case "", "first", "last":
	case "none", "default":
		o.Nulls = ""
	default:
		r.wrong(at+".nulls", "%q is neither first nor last", o.Nulls)
	}
	if outputs[text] {
		o.Expr = plan.Bare(text)
		return o
	}
	o.Expr = r.expr(at+".expr", words(text))
	return o
}

// number parses a row count. A missing count gives nil, not zero.
func (r *reader) number(at string, w words) *int64 {
	switch text := strings.ToLower(strings.TrimSpace(string(w))); text {
	case "", "null", "none", "all", "no limit", "false":
		return nil
	default:
		i, err := strconv.ParseInt(strings.TrimSuffix(text, ".0"), 10, 64)
		if err == nil && i >= 0 {
			return &i
		}
	}
	r.wrong(at, "a whole number from 0 is wanted, not %s", clip(string(w), 40))
	return nil
}

// fold returns a name as PostgreSQL reads it in an expression: in lower case unless it is quoted.
func fold(name string) string {
	if name = strings.TrimSpace(name); unquote(name) != name {
		return unquote(name)
	}
	return strings.ToLower(name)
}

// unquote returns a name without double quotes.
func unquote(name string) string {
	if len(name) > 2 && name[0] == '"' && name[len(name)-1] == '"' {
		return strings.ReplaceAll(name[1:len(name)-1], `""`, `"`)
	}
	return name
}
