package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"

	"github.com/pgask/pgask/translate/schema"
)

// namesRelation returns a finding unless a node is the name of a relation that may be read, as a literal; unless
// whole is set, each of its columns, too. A constant of type regclass is a relation by its name, with which its size,
// its comments and whether it exists can be asked. The schema is written into the constant, so that it is found on
// any path.
func (s *shape) namesRelation(n *pg_query.Node, whole bool) *finding {
	if c := n.GetTypeCast(); c != nil {
		return s.namesRelation(c.Arg, whole)
	}
	text := n.GetAConst().GetSval()
	parts := identifiersIn(text.GetSval())
	if len(parts) == 3 {
		if here := (binding{s.guard, s.facts}).Database(); parts[0] != here || here == "" {
			return crossDatabase(strings.Join(parts, "."))
		}
		parts = parts[1:]
	}
	if len(parts) < 1 || len(parts) > 2 {
		return invalid(RuleFunction, "regclass", "a table must be named by a literal here, as 'schema.name'")
	}
	space, table := strings.Join(parts[:len(parts)-1], ""), parts[len(parts)-1]
	snap := s.facts.Snapshot
	switch {
	case snap == nil || isCatalog(space, table): // without a catalog nothing is run
		return nil
	}
	t := snap.Table(space, table)
	ruling := s.guard.Ruling(snap, space, table, "")
	if t == nil && ruling.Access != Denied {
		return invalid(RuleRelation, text.Sval, "there is no table %s that may be read", text.Sval)
	}
	if t != nil && !whole {
		for _, c := range t.Columns {
			ruling = ruling.worse(s.guard.Ruling(snap, t.Schema, t.Name, c.Name))
		}
	}
	switch {
	case ruling.Access == Denied:
		return unsafe(RulePolicy, ruling.Name, "%s may not be named: the configuration forbids it", text.Sval)
	case ruling.Access == Masked:
		return invalid(RulePolicy, text.Sval, "%s may not be named here, because it shows what is masked", text.Sval)
	}
	if !s.draft {
		text.Sval = schema.Quoted(t.Schema) + "." + schema.Quoted(t.Name)
	}
	return nil
}

// namesType returns a finding unless a literal is the name of a type that a cast may name, and writes it with its
// schema.
func (s *shape) namesType(n *pg_query.Node) *finding {
	text := n.GetAConst().GetSval()
	t := typeIn(text.GetSval())
	if t == nil {
		return invalid(RuleType, "regtype", "a type must be named by a literal here, as 'integer'")
	}
	if s.facts.Snapshot == nil { // without a catalog nothing is run
		return nil
	}
	if len(t.Names) == 1 {
		t.Names = withSchema(binding{s.guard, s.facts}.Type(last(t.Names)), t.Names)
	}
	if f := s.typeName(t); f != nil {
		return f
	}
	if s.draft {
		return nil
	}
	parts := stringsOf(t.Names)
	for i, name := range parts {
		parts[i] = schema.Quoted(name)
	}
	text.Sval = strings.Join(parts, ".") + strings.Repeat("[]", min(1, len(t.ArrayBounds)))
	return nil
}

// typeIn returns the type that a text names, without its modifiers, which do not count here, or nil.
func typeIn(text string) *pg_query.TypeName {
	if len(text) > maxTypeText || checkBounds(text, draftLimits(MaxBytes)) != nil {
		return nil
	}
	tree, err := pg_query.Parse("SELECT NULL::" + text)
	if err != nil || len(tree.Stmts) != 1 {
		return nil
	}
	query := tree.Stmts[0].Stmt.GetSelectStmt()
	cast := query.GetTargetList()[0].GetResTarget().GetVal().GetTypeCast()
	only := pg_query.SelectStmt{TargetList: query.TargetList, LimitOption: query.LimitOption, Op: query.Op}
	if cast == nil || !cast.Arg.GetAConst().GetIsnull() || query.TargetList[0].GetResTarget().Name != "" || len(query.TargetList) > 1 ||
		!proto.Equal(&only, query) {
		return nil
	}
	cast.TypeName.Typmods = nil
	return cast.TypeName
}

// maxTypeText is the greatest length of the name of a type in a text, in bytes.
const maxTypeText = 200

// namesSchema returns a finding unless a literal is the name of a schema that something may be read in. Whether
// another one exists is not told.
func (s *shape) namesSchema(n *pg_query.Node) *finding {
	text := n.GetAConst().GetSval()
	parts := identifiersIn(text.GetSval())
	if len(parts) != 1 {
		return invalid(RuleType, "regnamespace", "a schema must be named by a literal here, as 'public'")
	}
	snap := s.facts.Snapshot
	if snap == nil {
		return nil
	}
	known := s.guard.policy.Catalogs && (parts[0] == "pg_catalog" || parts[0] == "information_schema")
	for _, t := range snap.Tables {
		known = known || t.Schema == parts[0] && s.guard.Ruling(snap, t.Schema, t.Name, "").Access != Denied
	}
	if !known {
		return invalid(RuleType, text.Sval, "there is no schema %s that may be named", text.Sval)
	}
	if !s.draft {
		text.Sval = schema.Quoted(parts[0])
	}
	return nil
}

func withSchema(space string, name []*pg_query.Node) []*pg_query.Node {
	if space == "" {
		return name
	}
	return append([]*pg_query.Node{stringNode(space)}, name...)
}

// identifiersIn reads the text of a constant that names something, name, schema.name or database.schema.name, as
// PostgreSQL does: what is not in quotes is folded to lower case. It returns nil for anything else, numbers included.
func identifiersIn(text string) []string {
	var parts []string
	for rest := strings.Trim(text, blanks); ; {
		name, behind, ok := identifierIn(rest)
		if !ok || len(parts) == 3 {
			return nil
		}
		parts = append(parts, name)
		if behind = strings.TrimLeft(behind, blanks); behind == "" {
			return parts
		}
		if rest, ok = strings.CutPrefix(behind, "."); !ok {
			return nil
		}
		rest = strings.TrimLeft(rest, blanks)
	}
}

// blanks are what PostgreSQL takes for white space around the parts of a name.
const blanks = " \t\n\r\f"

// identifierIn reads one identifier at the start of a text.
func identifierIn(text string) (name, rest string, ok bool) {
	if quoted, is := strings.CutPrefix(text, `"`); is {
		for at := 0; at < len(quoted); at++ {
			if quoted[at] != '"' {
				continue
			}
			if strings.HasPrefix(quoted[at:], `""`) {
				at++
				continue
			}
			return strings.ReplaceAll(quoted[:at], `""`, `"`), quoted[at+1:], at > 0
		}
		return "", "", false
	}
	end := strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && r != '$' && r < 0x80 && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	})
	if end < 0 {
		end = len(text)
	}
	if end == 0 || '0' <= text[0] && text[0] <= '9' || text[0] == '$' {
		return "", "", false
	}
	return strings.ToLower(text[:end]), text[end:], true
}
