package model

import (
	"encoding/json"
	"regexp"
	"strings"
)

// wirePlan is plan.Plan as models write it. Every expression is a text, so that an error can name the wrong one.
type wirePlan struct {
	With     many[wireCTE]      `json:"with"`
	Select   parted[wireOutput] `json:"select"`
	Distinct truth              `json:"distinct"`
	From     *wireSource        `json:"from"`
	Joins    many[wireJoin]     `json:"joins"`
	Where    many[condition]    `json:"where"`
	GroupBy  parted[words]      `json:"group_by"`
	Having   many[condition]    `json:"having"`
	OrderBy  parted[wireOrder]  `json:"order_by"`
	Limit    words              `json:"limit"`
	Offset   words              `json:"offset"`
	Combine  many[wireCombine]  `json:"combine"`
}

// UnmarshalJSON also accepts several tables as the source. All but the first become joins, whose conditions the
// review takes from the keys.
func (w *wirePlan) UnmarshalJSON(data []byte) error {
	type bare wirePlan
	several := struct {
		*bare
		From many[wireSource] `json:"from"`
	}{bare: (*bare)(w)}
	if err := decodeRenamed(data, planNames, &several); err != nil {
		return err
	}
	for i, s := range several.From {
		if i == 0 {
			w.From = &s
		} else {
			w.Joins = append(many[wireJoin]{{Source: s}}, w.Joins...)
		}
	}
	return nil
}

type wireOutput struct {
	Expr words `json:"expr"`
	As   words `json:"as"`
}

// UnmarshalJSON also accepts a plain expression as an output, and a column whose table and aggregate are separate
// fields.
func (o *wireOutput) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &o.Expr)
	}
	type bare wireOutput
	loose := struct {
		*bare
		Table, Column, Name, Function words
	}{bare: (*bare)(o)}
	if err := decodeRenamed(data, outputNames, &loose); err != nil {
		return err
	}
	if o.Expr == "" {
		if o.Expr = loose.Column; o.Expr == "" {
			o.Expr, loose.Name = loose.Name, ""
		}
		if loose.Table != "" && o.Expr != "" && !strings.Contains(string(o.Expr), ".") {
			o.Expr = loose.Table + "." + o.Expr
		}
		if f := loose.Function; f != "" && !strings.Contains(string(o.Expr), "(") {
			o.Expr = f + "(" + o.Expr + ")"
		}
	}
	if o.As == "" {
		o.As = loose.Name
	}
	return nil
}

type wireSource struct {
	Schema words     `json:"schema"`
	Table  words     `json:"table"`
	Plan   *wirePlan `json:"plan"`
	Alias  words     `json:"alias"`
}

// aliased matches a table followed by its alias.
var aliased = regexp.MustCompile(`(?i)^([\w."]+)\s+(?:as\s+)?(\w+|"[^"]+")$`)

// UnmarshalJSON also accepts a text such as "public.orders o" as a source.
func (s *wireSource) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		if err := json.Unmarshal(data, &s.Table); err != nil {
			return err
		}
	} else {
		type bare wireSource
		if err := decodeRenamed(data, sourceNames, (*bare)(s)); err != nil {
			return err
		}
	}
	if m := aliased.FindStringSubmatch(strings.TrimSpace(string(s.Table))); m != nil && (s.Alias == "" || s.Alias == s.Table) {
		s.Table, s.Alias = words(m[1]), words(m[2])
	}
	return nil
}

type wireJoin struct {
	Kind   words           `json:"kind"`
	Source wireSource      `json:"source"`
	On     many[condition] `json:"on"`
}

// joined matches a join as SQL writes it.
var joined = regexp.MustCompile(`(?is)^\s*(?:(inner|left|right|full|cross)\s+(?:outer\s+)?)?(?:join\s+)?([\w."]+(?:\s+as)?(?:\s+\w+)?)(?:\s+on\s+(.*))?$`)

// UnmarshalJSON also accepts a join as SQL writes it, and a table in a field beside the condition.
func (j *wireJoin) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		var text string
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
		m := joined.FindStringSubmatch(text)
		if m == nil {
			j.Source.Table = words(text)
			return nil
		}
		j.Kind, j.Source.Table = words(m[1]), words(m[2])
		if t := aliased.FindStringSubmatch(m[2]); t != nil {
			j.Source.Table, j.Source.Alias = words(t[1]), words(t[2])
		}
		if m[3] != "" {
			j.On = many[condition]{{text: words(m[3])}}
		}
		return nil
	}
	type bare wireJoin
	flat := struct {
		*bare
		Table wireSource
		Alias words
	}{bare: (*bare)(j)}
	if err := decodeRenamed(data, joinNames, &flat); err != nil {
		return err
	}
	if j.Source.Table == "" && j.Source.Plan == nil {
		j.Source = flat.Table
		if flat.Alias != "" {
			j.Source.Alias = flat.Alias
		}
	}
	return nil
}

type wireOrder struct {
	Expr  words `json:"expr"`
	Desc  truth `json:"desc"`
	Nulls words `json:"nulls"`
}

// UnmarshalJSON also accepts a plain expression as an ascending key.
func (o *wireOrder) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &o.Expr)
	}
	type bare wireOrder
	return decodeRenamed(data, orderNames, (*bare)(o))
}

type wireCTE struct {
	Name words     `json:"name"`
	Plan *wirePlan `json:"plan"`
}

type wireCombine struct {
	Op   words     `json:"op"`
	All  truth     `json:"all"`
	Plan *wirePlan `json:"plan"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *wireCombine) UnmarshalJSON(data []byte) error {
	type bare wireCombine
	return decodeRenamed(data, combineNames, (*bare)(c))
}

// condition is an expression, or a column with an operator and a value.
type condition struct {
	text   words
	filter *smallFilter
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *condition) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '{' {
		return json.Unmarshal(data, &c.text)
	}
	var w struct {
		smallFilter
		Left, Right, Condition words
	}
	if err := decodeRenamed(data, filterNames, &w); err != nil {
		return err
	}
	switch {
	case w.Condition != "":
		c.text = w.Condition
	case w.Right != "": // both sides are expressions
		op := w.Op
		if op == "" {
			op = "="
		}
		left := w.Left
		if left == "" {
			left = w.Column
		}
		c.text = left + " " + op + " " + w.Right
	case w.Op == "" && len(w.Value) == 0:
		c.text = w.Column
	default:
		if w.Column == "" {
			w.Column = w.Left
		}
		c.filter = &w.smallFilter
	}
	return nil
}
