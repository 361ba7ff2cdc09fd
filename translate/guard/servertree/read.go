package servertree

import (
	"errors"
	"fmt"
	"strings"
)

const (
	maxBytes = 64 << 20 // of a printed tree
	maxDepth = 5_000
)

// Node is a node of a printed tree: {KIND :field value :field value …}.
type Node struct {
	Kind   string
	fields []field
}

// field is one field of a node. Its value is a *Node, a list of values, or the text of an atom. Of a constant's bytes, which follow
// their length in brackets, only the length is kept.
type field struct {
	name  string
	value any
}

type list []any

// of returns a field's value, nil if there is none, or no node.
func (n *Node) of(name string) any {
	if n == nil {
		return nil
	}
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// node returns the node in a field, nil if there is none.
func (n *Node) node(name string) *Node {
	child, _ := n.of(name).(*Node)
	return child
}

// nodes returns the nodes of a list in a field.
func (n *Node) nodes(name string) []*Node {
	values, _ := n.of(name).(list)
	var all []*Node
	for _, v := range values {
		if child, ok := v.(*Node); ok {
			all = append(all, child)
		}
	}
	return all
}

func (n *Node) atom(name string) string {
	text, _ := n.of(name).(string)
	return text
}

// read returns the trees that a text holds: an expression is one, a statement a list of them, because a rule can make several of it.
func read(text string) ([]*Node, error) {
	if len(text) > maxBytes {
		return nil, fmt.Errorf("%d bytes are too many", len(text))
	}
	r := reader{text: text}
	r.advance()
	v, err := r.value(0)
	if err != nil {
		return nil, fmt.Errorf("at byte %d: %w", r.at, err)
	}
	if r.token != "" {
		return nil, fmt.Errorf("at byte %d: %q after the end", r.at, r.token)
	}
	if n, ok := v.(*Node); ok {
		return []*Node{n}, nil
	}
	outer := &Node{fields: []field{{"", v}}}
	return outer.nodes(""), nil
}

// reader splits a text as pg_strtok of PostgreSQL's read.c does.
type reader struct {
	text  string
	at    int
	token string // "" at the end
}

func (r *reader) advance() {
	for r.at < len(r.text) && blank(r.text[r.at]) {
		r.at++
	}
	start := r.at
	for r.at < len(r.text) {
		c := r.text[r.at]
		if blank(c) {
			break
		}
		if strings.IndexByte("(){}", c) >= 0 {
			if r.at == start {
				r.at++
			}
			break
		}
		if c == '\\' && r.at+1 < len(r.text) {
			r.at++
		}
		r.at++
	}
	r.token = r.text[start:r.at]
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

var errCutShort = errors.New("the text ends early")

func (r *reader) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	switch r.token {
	case "":
		return nil, errCutShort
	case "{":
		return r.node(depth)
	case "(":
		var all list
		for r.advance(); r.token != ")"; {
			v, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
		r.advance()
		return all, nil
	case ")", "}":
		return nil, fmt.Errorf("%q is out of place", r.token)
	}
	v := r.token
	r.advance()
	return v, nil
}

func (r *reader) node(depth int) (*Node, error) {
	r.advance()
	n := &Node{Kind: r.token, fields: make([]field, 0, 16)}
	for r.advance(); r.token != "}"; {
		if !strings.HasPrefix(r.token, ":") {
			if r.token != "[" {
				return nil, fmt.Errorf("%q where a field of %s was expected", r.token, n.Kind)
			}
			for r.token != "]" {
				if r.advance(); r.token == "" {
					return nil, errCutShort
				}
			}
			r.advance()
			continue
		}
		name := r.token[1:]
		r.advance()
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.fields = append(n.fields, field{name, v})
	}
	r.advance()
	return n, nil
}
