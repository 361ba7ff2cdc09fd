package lessons

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Slot is a value of a statement that comes from the question: a place holds the value of the question's parameter.
type Slot struct {
	Param int    `json:"param"` // index in the question's parameters
	Kind  string `json:"kind"`  // number, text, date or year
	// Before and After stand around the value: % in a pattern, -01-01 behind a year.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Add    int    `json:"add,omitempty"` // years or days added: the end of a range
}

// maxStatement bounds what is pinned, in bytes.
const maxStatement = 20_000

// template finds the places of a statement that hold values of the question, and puts $1, $2, … there. A value that
// stands in no place, or a number that stands in several, stays as it is: the pin then serves questions with just this
// value. It returns which parameters are free.
func template(sql string, params []param) (statement string, slots []Slot, err error) {
	tree, err := parseOne(sql)
	if err != nil {
		return "", nil, err
	}
	if hasParameter(tree) {
		return "", nil, errors.New("a pinned statement has no parameters such as $1")
	}
	places := map[*pg.Node]Slot{}
	hits := map[int]int{} // numbers by parameter
	eachConst(tree, func(n *pg.Node) {
		if s, ok := slotOf(n.GetAConst(), params); ok {
			places[n] = s
			if s.Kind == "number" {
				hits[s.Param]++
			}
		}
	})
	eachConst(tree, func(n *pg.Node) {
		s, ok := places[n]
		if !ok || s.Kind == "number" && hits[s.Param] > 1 {
			return
		}
		if s.Kind == "year" && hits[s.Param] > 0 {
			return // the number stands there as a number
		}
		slots = append(slots, s)
		n.Node = &pg.Node_ParamRef{ParamRef: &pg.ParamRef{Number: int32(len(slots))}}
	})
	statement, err = pg.Deparse(tree)
	return statement, slots, err
}

// hasParameter reports whether a statement has a $1 of its own, which would be taken for the place of a value.
func hasParameter(tree *pg.ParseResult) bool {
	found := false
	eachNode(tree.ProtoReflect(), func(n *pg.Node) { found = found || n.GetParamRef() != nil })
	return found
}

// fill puts the values of a question into the places. It fails for values that do not fit there.
func fill(statement string, slots []Slot, params []param) (string, error) {
	tree, err := parseOne(statement)
	if err != nil {
		return "", err
	}
	var wrong error
	eachNode(tree.ProtoReflect(), func(n *pg.Node) {
		ref := n.GetParamRef()
		if ref == nil {
			return
		}
		i := int(ref.Number) - 1
		if i < 0 || i >= len(slots) || slots[i].Param >= len(params) {
			wrong = errors.New("a place without a value")
			return
		}
		c, err := slots[i].value(params[slots[i].Param])
		if err != nil {
			wrong = err
			return
		}
		n.Node = &pg.Node_AConst{AConst: c}
	})
	if wrong != nil {
		return "", wrong
	}
	return pg.Deparse(tree)
}

// slotOf returns the slot of the parameter that a constant holds, if it holds one.
func slotOf(c *pg.A_Const, params []param) (Slot, bool) {
	found, n := Slot{}, 0
	for i, p := range params {
		if s, ok := p.in(c); ok {
			if _, err := s.value(p); err != nil {
				continue // '2024-13-01' has the year and is no day
			}
			s.Param = i
			if n == 0 || found.Add != 0 && s.Add == 0 {
				found = s
			}
			if s.Add == 0 {
				n++
			} else if n == 0 {
				n = 1
			}
		}
	}
	return found, n == 1 // a value that two parameters have is nobody's
}

var yearly = regexp.MustCompile(`^(\d{4})(-\d\d-\d\d(?: 00:00:00| 23:59:59)?)$`)

// in reports whether a constant holds this parameter, and how.
func (p param) in(c *pg.A_Const) (Slot, bool) {
	switch p.kind {
	case 'n':
		if numeral(c) == p.text {
			return Slot{Kind: "number"}, true
		}
		m := yearly.FindStringSubmatch(c.GetSval().GetSval())
		year, err := strconv.Atoi(p.text)
		if m == nil || err != nil || year < 1000 {
			return Slot{}, false
		}
		switch have, _ := strconv.Atoi(m[1]); {
		case have == year:
			return Slot{Kind: "year", After: m[2]}, true
		case have == year+1 && strings.HasPrefix(m[2], "-01-01"):
			return Slot{Kind: "year", After: m[2], Add: 1}, true
		}
	case 'd':
		s := c.GetSval().GetSval()
		if s == p.text {
			return Slot{Kind: "date"}, true
		}
		if day, err := time.Parse(time.DateOnly, p.text); err == nil && s == day.AddDate(0, 0, 1).Format(time.DateOnly) {
			return Slot{Kind: "date", Add: 1}, true
		}
	case 't':
		s := c.GetSval().GetSval()
		inner := strings.Trim(s, "%")
		if inner != "" && strings.EqualFold(inner, p.text) && !strings.ContainsAny(inner, `%_\`) {
			before, after, _ := strings.Cut(s, inner)
			return Slot{Kind: "text", Before: before, After: after}, true
		}
	}
	return Slot{}, false
}

func numeral(c *pg.A_Const) string {
	switch v := c.GetVal().(type) {
	case *pg.A_Const_Ival:
		return strconv.Itoa(int(v.Ival.GetIval()))
	case *pg.A_Const_Fval:
		return v.Fval.GetFval()
	}
	return ""
}

// value returns the constant that a parameter makes in this place.
func (s Slot) value(p param) (*pg.A_Const, error) {
	text := func(t string) (*pg.A_Const, error) {
		return &pg.A_Const{Val: &pg.A_Const_Sval{Sval: &pg.String{Sval: t}}}, nil
	}
	switch s.Kind {
	case "number":
		if n, err := strconv.ParseInt(p.text, 10, 32); err == nil {
			return &pg.A_Const{Val: &pg.A_Const_Ival{Ival: &pg.Integer{Ival: int32(n)}}}, nil
		}
		if _, err := strconv.ParseFloat(p.text, 64); err != nil || len(p.text) > 40 {
			return nil, fmt.Errorf("%q is not a number", p.text)
		}
		return &pg.A_Const{Val: &pg.A_Const_Fval{Fval: &pg.Float{Fval: p.text}}}, nil
	case "year":
		year, err := strconv.Atoi(p.text)
		if err != nil || year < 1000 || year > 9998 {
			return nil, fmt.Errorf("%q is not a year", p.text)
		}
		day := fmt.Sprintf("%04d%s", year+s.Add, s.After)
		if _, err := time.Parse(time.DateOnly, day[:10]); err != nil {
			return nil, fmt.Errorf("%s is not a day", day)
		}
		return text(day)
	case "date":
		day, err := time.Parse(time.DateOnly, p.text)
		if err != nil {
			return nil, fmt.Errorf("%q is not a day", p.text)
		}
		return text(day.AddDate(0, 0, s.Add).Format(time.DateOnly))
	case "text":
		if s.Before+s.After != "" && strings.ContainsAny(p.text, `%_\`) {
			return nil, fmt.Errorf("%q cannot stand in a pattern", p.text)
		}
		return text(s.Before + p.text + s.After)
	}
	return nil, fmt.Errorf("unknown kind of place %q", s.Kind)
}

func parseOne(sql string) (*pg.ParseResult, error) {
	if len(sql) > maxStatement {
		return nil, fmt.Errorf("the statement is longer than %d bytes", maxStatement)
	}
	tree, err := pg.Parse(sql)
	if err != nil {
		return nil, err
	}
	if len(tree.Stmts) != 1 {
		return nil, errors.New("a pin is one statement")
	}
	return tree, nil
}

func eachConst(tree *pg.ParseResult, f func(*pg.Node)) {
	eachNode(tree.ProtoReflect(), func(n *pg.Node) {
		if n.GetAConst() != nil {
			f(n)
		}
	})
}

// eachNode visits the nodes of a tree in the order of its fields, which is the same each time.
func eachNode(m protoreflect.Message, f func(*pg.Node)) {
	if n, ok := m.Interface().(*pg.Node); ok {
		f(n)
	}
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		fd := fields.Get(i)
		if fd.Message() == nil || !m.Has(fd) {
			continue
		}
		if fd.IsList() {
			for j := range m.Get(fd).List().Len() {
				eachNode(m.Get(fd).List().Get(j).Message(), f)
			}
			continue
		}
		eachNode(m.Get(fd).Message(), f)
	}
}
