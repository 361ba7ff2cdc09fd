package guard

import (
	"maps"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/schema"
)

// function returns the reason to refuse a call by its name, or nil. The parser has folded case and removed quotes as
// PostgreSQL does, so names are compared byte by byte.
func (s *shape) function(m *pg_query.FuncCall) *finding {
	name := last(m.Funcname)
	space, ok := qualifier(m.Funcname)
	if !ok {
		return unsafe(RuleFunction, name, "the function %q has too many qualifiers", name)
	}
	own, builtin := builtinFunctions[name]
	g := s.guard
	switch {
	case (space == "" || space == "pg_catalog") && builtin && own.on(s.facts.major()):
		if f := s.path(m, space, name); f != nil {
			return f
		}
		if f := s.values(m, name); f != nil {
			return f
		}
		if builtinTypes[name] && len(m.Args) == 1 { // date('…') may be a cast, although there are functions date
			m.Funcname = s.ownType(m.Funcname)
		}
	case space == "" && g.listed[name], space != "" && g.qualified[space+"."+name]:
	case len(g.extension[name]) > 0 && (space == "" || g.schemas[space] || s.isHome(space, name, g.extension[name])):
		if f := s.extensionCall(space, name); f != nil {
			return f
		}
	case (space == "" || space == "pg_catalog") && builtinTypes[name] && len(m.Args) == 1:
		// date('…') is a cast when there is no such function.
		if f := s.path(m, space, name); f != nil {
			return f
		}
		m.Funcname = s.ownType(m.Funcname)
	case s.found != nil && refusedBecause(name) == "":
		return nil // already reported, and this finding is no worse
	default:
		if builtin && (space == "" || space == "pg_catalog") {
			return otherVersion(name, own, s.facts.major())
		}
		return refuseFunction(space, name)
	}
	s.functions.add(name)
	if s.draft || space == "pg_catalog" {
		return nil
	}
	return s.body(name)
}

// values returns the reason to refuse a call of one of PostgreSQL's own functions because of its arguments, or nil.
func (s *shape) values(m *pg_query.FuncCall, name string) *finding {
	switch name {
	case "pg_typeof":
		return s.misplaced(m, name)
	case "to_regclass":
		if f := s.misplaced(m, name); f != nil || len(m.Args) == 0 {
			return f
		}
		return s.namesRelation(m.Args[0], true)
	case "pg_relation_size", "pg_table_size", "pg_indexes_size", "pg_total_relation_size":
		if len(m.Args) > 0 {
			return s.namesRelation(m.Args[0], true)
		}
	case "obj_description", "col_description":
		if len(m.Args) == 0 || last(m.Args[0].GetTypeCast().GetTypeName().GetNames()) != "regclass" {
			return invalid(RuleFunction, name, "%s must be given the name of a table, as 'name'::regclass", name)
		}
		return s.namesRelation(m.Args[0], name == "obj_description")
	}
	return nil
}

// path returns a finding when the caller's search_path could lead to another function than PostgreSQL's own. Names
// that SQL's grammar produces (extract, overlay) come as pg_catalog and are looked up there. The exception is
// json_object: PostgreSQL before 16 lacks that grammar and takes it for a plain name.
func (s *shape) path(m *pg_query.FuncCall, space, name string) *finding {
	if space == "" || (name == "json_object" && m.Funcformat != pg_query.CoercionForm_COERCE_SQL_SYNTAX) {
		return s.shadowed(name)
	}
	return nil
}

// otherVersion returns a finding when the server's version does not have the function yet, or no longer has it.
func otherVersion(name string, own builtin, major int) *finding {
	if major < own.since {
		return invalid(RuleFunction, name, "the function %s came with PostgreSQL %d, and this server is %d", name, own.since, major)
	}
	return invalid(RuleFunction, name, "the function %s went after PostgreSQL %d, and this server is %d", name, own.until, major)
}

func refuseFunction(space, name string) *finding {
	if rule := refusedBecause(name); rule != "" {
		return unsafe(RuleFunction, name, "the function %s %s", name, refusals[rule])
	}
	if space != "" && space != "pg_catalog" {
		full := space + "." + name
		return invalid(RuleFunction, full, "the function %s is not on the list of allowed functions", full)
	}
	if near := nearestFunction(name); near != "" {
		return invalid(RuleFunction, name, "the function %s is not on the list of allowed functions; did you mean %s?", name, near)
	}
	return invalid(RuleFunction, name, "the function %s is not on the list of allowed functions", name)
}

func nearestFunction(name string) string {
	if len(name) < 4 || len(name) > 64 {
		return ""
	}
	return spelling.Nearest(name, slices.Collect(maps.Keys(builtinFunctions)))
}

// cast returns the reason to refuse the operand of a cast, or nil. The type is checked when the walk reaches it.
func (s *shape) cast(m *pg_query.TypeCast) *finding {
	name := last(m.TypeName.GetNames())
	what, names := objectTypes[name]
	if !names {
		return nil
	}
	// Naming a table is harmless; turning numbers into names lists the catalog.
	text := m.Arg.GetAConst().GetSval().GetSval()
	if len(m.TypeName.GetArrayBounds()) > 0 || strings.Trim(text, "0123456789 ") == "" {
		return invalid(RuleType, name, "only the name of a %s may be cast to %s, as a literal", what, name)
	}
	s.named = m.TypeName
	if f := s.misplaced(m, name); f != nil {
		return f
	}
	switch name {
	case "regtype":
		return s.namesType(m.Arg)
	case "regnamespace":
		return s.namesSchema(m.Arg)
	}
	return s.namesRelation(m.Arg, true)
}

// typeName returns the reason to refuse a type, or nil. Allowed are PostgreSQL's own types, those of allowed
// extensions, and enums that a readable column has.
func (s *shape) typeName(m *pg_query.TypeName) *finding {
	name := last(m.Names)
	space, ok := qualifier(m.Names)
	switch {
	case !ok || m.Setof || m.PctType:
		return invalid(RuleType, name, "the type %q is written in a way that is not allowed", name)
	case space == "" || space == "pg_catalog":
		if builtinTypes[name] || m == s.named {
			m.Names = s.ownType(m.Names)
			return nil
		}
	}
	if len(s.guard.types[name]) > 0 && (space == "" || s.guard.schemas[space] || s.isHome(space, name, s.guard.types[name])) {
		return s.extensionType(m, space, name)
	}
	if f, ok := s.enum(m, space, name); ok {
		return f
	}
	if strings.HasPrefix(name, "reg") || strings.HasPrefix(name, "pg_") {
		return invalid(RuleType, name, "the type %s is about the catalog, not about the data", name)
	}
	return invalid(RuleType, name, "the type %s is not on the list of allowed types", name)
}

// ownType returns the name of one of PostgreSQL's own types with its schema, where the caller's path decides what the
// bare name means: types are looked for in pg_temp first.
func (s *shape) ownType(name []*pg_query.Node) []*pg_query.Node {
	if len(name) != 1 || s.facts.OwnPath || s.facts.Snapshot == nil {
		return name
	}
	return []*pg_query.Node{stringNode("pg_catalog"), name[0]}
}

// enum reports whether a type is the enum of a readable column. If so, it qualifies the name in the tree; the finding
// is set when its schema is not certain.
func (s *shape) enum(m *pg_query.TypeName, space, name string) (*finding, bool) {
	if s.facts.Snapshot == nil {
		return nil, false
	}
	homes := s.enumSchemas(name)
	switch {
	case len(homes) == 0 || (space != "" && !homes[space] && !homes[""]):
		return nil, false
	case space != "":
		return s.convertible(space, name), true
	}
	if home := s.firstOnPath(homes); home != "" {
		m.Names = []*pg_query.Node{stringNode(home), m.Names[0]}
		return s.convertible(home, name), true
	}
	if s.facts.OwnPath {
		return invalid(RuleType, name, "the type %s needs its schema before it, or leave the cast out", name), true
	}
	return s.convertible("", name), true
}

// enumSchemas returns the schemas that have an enum of that name. It contains "" when the schema of one of them is
// not known.
func (s *shape) enumSchemas(name string) map[string]bool {
	homes := map[string]bool{}
	for _, t := range s.facts.Snapshot.Tables {
		for _, c := range t.Columns {
			if c.Class != schema.Enum || c.TypeName != name {
				continue
			}
			home := c.TypeSchema
			if home == "" {
				home = enumSchema(c, s.facts.Snapshot.SearchPath)
			}
			homes[home] = true
		}
	}
	return homes
}

// firstOnPath returns the schema that a bare name leads to: the first of homes on the search path, or the only one.
// It returns "" when that is not certain.
func (s *shape) firstOnPath(homes map[string]bool) string {
	if homes[""] {
		return ""
	}
	for _, p := range s.facts.Snapshot.SearchPath {
		if homes[p] {
			return p
		}
	}
	if len(homes) > 1 {
		return ""
	}
	for home := range homes {
		return home
	}
	return ""
}

// enumSchema returns the schema of a column's type when the snapshot does not name it. The server prints the schema
// of a type that is not on the session's path. Otherwise the type is on the path, and its schema is certain only if
// the path has a single schema that is not the system's. It returns "" when not certain.
func enumSchema(c *schema.Column, searchPath []string) string {
	if printed, _, ok := strings.Cut(c.Type, "."); ok {
		return strings.Trim(printed, `"`)
	}
	home := ""
	for _, p := range searchPath {
		switch {
		case strings.HasPrefix(p, "pg_"):
		case home != "":
			return ""
		default:
			home = p
		}
	}
	return home
}

func stringNode(s string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_String_{String_: &pg_query.String{Sval: s}}}
}
