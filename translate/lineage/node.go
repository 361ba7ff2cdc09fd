package lineage

import (
	"errors"
	"strconv"
	"strings"
)

// maxDepth bounds the nesting of a stored tree.
const maxDepth = 1_000

var errTree = errors.New("a stored parse tree is not in the form that is known")

// node is one node of a stored tree: {KIND :field value …}. A value is a *node, a []any or a string; the text of NULL
// is <>.
type node struct {
	kind   string
	fields map[string]any
}

func (n *node) text(field string) string {
	s, _ := n.fields[field].(string)
	return s
}

func (n *node) flag(field string) bool { return n.text(field) == "true" }

// number returns a field that must hold a number.
func (n *node) number(field string) (int, error) {
	v, err := strconv.ParseInt(n.text(field), 10, 64)
	if err != nil {
		return 0, errTree
	}
	return int(v), nil
}

func (n *node) child(field string) *node {
	c, _ := n.fields[field].(*node)
	return c
}

func (n *node) list(field string) []any {
	l, _ := n.fields[field].([]any)
	return l
}

// reader reads the text that PostgreSQL's outfuncs.c writes. Tokens end at blanks and brackets; a backslash makes the
// next byte an ordinary one.
type reader struct {
	text  string
	at    int
	depth int
}

// parse reads a tree.
func parse(text string) (any, error) {
	r := &reader{text: text}
	v, err := r.value(r.token())
	if err == nil && r.token() != "" {
		err = errTree
	}
	return v, err
}

// token returns the next token, "" at the end. Brackets are tokens of their own.
func (r *reader) token() string {
	for r.at < len(r.text) && strings.IndexByte(" \n\t", r.text[r.at]) >= 0 {
		r.at++
	}
	start := r.at
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case '(', ')', '{', '}':
			if r.at == start {
				r.at++
			}
			return r.text[start:r.at]
		case ' ', '\n', '\t':
			return r.text[start:r.at]
		case '\\':
			r.at++
		}
		r.at++
	}
	r.at = min(r.at, len(r.text))
	return r.text[start:r.at]
}

// value reads the value that begins with a token.
func (r *reader) value(token string) (any, error) {
	if r.depth++; r.depth > maxDepth {
		return nil, errTree
	}
	defer func() { r.depth-- }()
	switch token {
	case "", ")", "}":
		return nil, errTree
	case "(":
		list := []any{}
		for {
			next := r.token()
			if next == ")" {
				return list, nil
			}
			v, err := r.value(next)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
	case "{":
		return r.node()
	}
	return token, nil
}

// node reads a node behind its opening bracket. Every field has one value, except the constant of a Const, which is
// written as its length and bytes: 4 [ 5 0 0 0 ].
func (r *reader) node() (*node, error) {
	n := &node{kind: r.token(), fields: map[string]any{}}
	if n.kind == "RTE" { // PostgreSQL 14
		n.kind = "RANGETBLENTRY"
	}
	for {
		label := r.token()
		if label == "}" {
			return n, nil
		}
		name, ok := strings.CutPrefix(label, ":")
		if !ok {
			return nil, errTree
		}
		v, err := r.value(r.token())
		if err != nil {
			return nil, err
		}
		if n.kind == "CONST" && name == "constvalue" && v != "<>" {
			for token := r.token(); token != "]"; token = r.token() {
				if token == "" {
					return nil, errTree
				}
			}
			v = nil
		}
		n.fields[name] = v
	}
}
