package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// namesRelation returns a finding unless a node is the name of a relation that may be read, as a literal; unless whole
// is set, each of its columns, too. A constant of type regclass is a relation by its name, with which its size, its
// comments and whether it exists can be asked. The schema is written into the constant, so that it is found on any path.
func (s *shape) namesRelation(n *pg_query.Node, whole bool) *finding {
	if c := n.GetTypeCast(); c != nil {
		return s.namesRelation(c.Arg, whole)
	}
	text := n.GetAConst().GetSval()
	space, table, ok := relationIn(text.GetSval())
	snap := s.facts.Snapshot
	switch {
	case !ok:
		return invalid(RuleFunction, "regclass", "a table must be named by a literal here, as 'schema.name'")
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
	text.Sval = quotedName(t.Schema) + "." + quotedName(t.Name)
	return nil
}

func quotedName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// relationIn reads the text of a regclass constant, name or schema.name, as PostgreSQL does: what is not in quotes is
// folded to lower case. ok is false for anything else, numbers included.
func relationIn(text string) (space, name string, ok bool) {
	first, rest, ok := identifierIn(strings.TrimSpace(text))
	if !ok || rest == "" {
		return "", first, ok
	}
	rest, dotted := strings.CutPrefix(rest, ".")
	second, rest, ok := identifierIn(rest)
	return first, second, ok && dotted && rest == ""
}

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
