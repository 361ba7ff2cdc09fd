package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// visitor is called for each direct part of a message.
type visitor func(m any)

func (v visitor) node(n *pg_query.Node)       { tree.Visitor(v).Node(n) }
func (v visitor) nodes(list []*pg_query.Node) { tree.Visitor(v).Nodes(list) }

func inner(n *pg_query.Node) any { return tree.Inner(n) }

func children(m any, v visitor) bool { return tree.Children(m, tree.Visitor(v)) }

// kindOf returns the name of a node's type for messages, as PostgreSQL's source spells it.
func kindOf(n *pg_query.Node) string {
	if n == nil || n.Node == nil {
		return "nothing"
	}
	m := n.ProtoReflect()
	field := m.WhichOneof(m.Descriptor().Oneofs().Get(0))
	return string(field.Message().Name())
}

// statementKind returns the SQL command of a statement type: INSERT for InsertStmt.
func statementKind(kind string) string { return strings.ToUpper(strings.TrimSuffix(kind, "Stmt")) }
