package guard

import (
	"errors"
	"fmt"
	"strings"
)

// The files servertree_*_test.go read what a PostgreSQL server itself makes of a statement, for the tests of the
// guard. After
//
//	SET debug_print_rewritten = on; SET debug_pretty_print = off; SET client_min_messages = log
//
// a server sends the analysed tree of every statement as a notice, also of one that is only prepared: with every name
// replaced by the number of what it stands for, every implied cast and operator in place, and views and policies
// expanded. Nothing is planned or run.
//
//	servertree_read_test.go    the text of a tree as nodes with fields, whatever they are
//	servertree_uses_test.go    relations, columns, functions, operators and types in it
//	servertree_tells_test.go   where the values of certain columns go
//
// The functions that print trees are in PostgreSQL's src/backend/nodes/outfuncs.c, the nodes in
// src/include/nodes/parsenodes.h and primnodes.h. It knows those of 14 to 18, and refuses a tree with others.

const (
	treeMaxBytes = 64 << 20 // of a printed tree
	treeMaxDepth = 5_000
)

// serverNode is a node of a printed tree: {KIND :field value :field value …}.
type serverNode struct {
	Kind   string
	fields []treeField
}

// treeField is one field of a node. Its value is a *serverNode, a list of values, or the text of an atom. Of a
// constant's bytes, which follow their length in brackets, only the length is kept.
type treeField struct {
	name  string
	value any
}

type treeList []any

// of returns a field's value, nil if there is none, or no node.
func (n *serverNode) of(name string) any {
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
func (n *serverNode) node(name string) *serverNode {
	child, _ := n.of(name).(*serverNode)
	return child
}

// nodes returns the nodes of a list in a field.
func (n *serverNode) nodes(name string) []*serverNode {
	values, _ := n.of(name).(treeList)
	var all []*serverNode
	for _, v := range values {
		if child, ok := v.(*serverNode); ok {
			all = append(all, child)
		}
	}
	return all
}

func (n *serverNode) atom(name string) string {
	text, _ := n.of(name).(string)
	return text
}

// treeRead returns the trees that a text holds: an expression is one, a statement a list of them, because a rule can
// make several of it.
func treeRead(text string) ([]*serverNode, error) {
	if len(text) > treeMaxBytes {
		return nil, fmt.Errorf("%d bytes are too many", len(text))
	}
	r := treeReader{text: text}
	r.advance()
	v, err := r.value(0)
	if err != nil {
		return nil, fmt.Errorf("at byte %d: %w", r.at, err)
	}
	if r.token != "" {
		return nil, fmt.Errorf("at byte %d: %q after the end", r.at, r.token)
	}
	if n, ok := v.(*serverNode); ok {
		return []*serverNode{n}, nil
	}
	outer := &serverNode{fields: []treeField{{"", v}}}
	return outer.nodes(""), nil
}

// treeReader splits a text as pg_strtok of PostgreSQL's read.c does.
type treeReader struct {
	text  string
	at    int
	token string // "" at the end
}

func (r *treeReader) advance() {
	for r.at < len(r.text) && treeBlank(r.text[r.at]) {
		r.at++
	}
	start := r.at
	for r.at < len(r.text) {
		c := r.text[r.at]
		if treeBlank(c) {
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

func treeBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

var errTreeCutShort = errors.New("the text ends early")

func (r *treeReader) value(depth int) (any, error) {
	if depth > treeMaxDepth {
		return nil, errors.New("it is nested too deeply")
	}
	switch r.token {
	case "":
		return nil, errTreeCutShort
	case "{":
		return r.node(depth)
	case "(":
		var all treeList
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

func (r *treeReader) node(depth int) (*serverNode, error) {
	r.advance()
	n := &serverNode{Kind: r.token, fields: make([]treeField, 0, 16)}
	for r.advance(); r.token != "}"; {
		if !strings.HasPrefix(r.token, ":") {
			if r.token != "[" {
				return nil, fmt.Errorf("%q where a field of %s was expected", r.token, n.Kind)
			}
			for r.token != "]" {
				if r.advance(); r.token == "" {
					return nil, errTreeCutShort
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
		n.fields = append(n.fields, treeField{name, v})
	}
	r.advance()
	return n, nil
}
