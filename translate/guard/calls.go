package guard

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// function judges a call by its name. The parser has folded case and removed quotes as PostgreSQL does, so every
// spelling of a name arrives here alike, and names are compared byte by byte.
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
	case space == "" && g.listed[name], space != "" && g.qualified[space+"."+name]:
	case len(g.extension[name]) > 0 && (space == "" || g.schemas[space]):
		if f := s.extensionCall(space, name); f != nil {
			return f
		}
	case (space == "" || space == "pg_catalog") && builtinTypes[name] && len(m.Args) == 1:
		// date('…') is a cast when there is no such function.
		if f := s.typeShadowed(name, space); f != nil {
			return f
		}
		if f := s.path(m, space, name); f != nil {
			return f
		}
		if f := geometryCast(name, m.Args[0]); f != nil {
			return f
		}
	case s.found != nil && refusedBecause(name) == "":
		return nil // refused already, and this is no worse
	default:
		if builtin && (space == "" || space == "pg_catalog") {
			return otherVersion(name, own, s.facts.major())
		}
		return refuseFunction(space, name)
	}
	s.functions.add(name)
	return s.body(name)
}

// values judges what one of PostgreSQL's own functions is given.
func (s *shape) values(m *pg_query.FuncCall, name string) *finding {
	switch name {
	case "pg_typeof", "to_regclass":
		return s.misplaced(m, name)
	case "obj_description", "col_description":
		if len(m.Args) == 0 || last(m.Args[0].GetTypeCast().GetTypeName().GetNames()) != "regclass" {
			return invalid(RuleFunction, name, "%s must be given the name of a table, as 'name'::regclass", name)
		}
	}
	if len(m.Args) == 1 { // path(text) is a cast too, although there is a path(polygon)
		return geometryCast(name, m.Args[0])
	}
	return lettersOf(m)
}

// path rules out that the caller's search_path finds another function than PostgreSQL's own. Names that SQL's own
// grammar put there (extract, overlay) come as pg_catalog and are looked up as such, but for json_object: PostgreSQL
// before 16 knows no such grammar and takes it for a plain name.
func (s *shape) path(m *pg_query.FuncCall, space, name string) *finding {
	if space == "" || (name == "json_object" && m.Funcformat != pg_query.CoercionForm_COERCE_SQL_SYNTAX) {
		return s.shadowed(name)
	}
	return nil
}

// otherVersion refuses a function that the server does not have yet, or any more.
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
	return nearest(name, func(yield func(string)) {
		for f := range builtinFunctions {
			yield(f)
		}
	})
}

// cast judges what a cast is applied to; its type is judged when the walk reaches it.
func (s *shape) cast(m *pg_query.TypeCast) *finding {
	name := last(m.TypeName.GetNames())
	if name == "regclass" {
		// Naming a table is harmless; turning numbers into names lists the catalog.
		text := m.Arg.GetAConst().GetSval().GetSval()
		if len(m.TypeName.GetArrayBounds()) > 0 || strings.Trim(text, "0123456789 ") == "" {
			return invalid(RuleType, name, "only the name of a table may be cast to regclass, as a literal")
		}
		s.named = m.TypeName
		return s.misplaced(m, name)
	}
	return geometryCast(name, m.Arg)
}

// typeName judges a type: PostgreSQL's own, an allowed extension's, or an enum of the user that a readable column has.
func (s *shape) typeName(m *pg_query.TypeName) *finding {
	name := last(m.Names)
	space, ok := qualifier(m.Names)
	switch {
	case !ok || m.Setof || m.PctType:
		return invalid(RuleType, name, "the type %q is written in a way that is not allowed", name)
	case space == "" || space == "pg_catalog":
		if builtinTypes[name] || m == s.named {
			return s.typeShadowed(name, space)
		}
	}
	if (space == "" || s.guard.schemas[space]) && len(s.guard.types[name]) > 0 {
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

// typeShadowed refuses a bare type name when another schema comes before pg_catalog. Schemas that are put on the path
// implicitly, pg_temp and pg_catalog itself, come first and hold nothing of others.
func (s *shape) typeShadowed(name, space string) *finding {
	if space != "" || s.facts.OwnPath || s.facts.Snapshot == nil {
		return nil
	}
	for _, p := range s.facts.Snapshot.SearchPath {
		switch {
		case p == "pg_catalog":
			return nil
		case !strings.HasPrefix(p, "pg_temp"):
			return invalid(RuleShadowed, name, "the type %s may be redefined: pg_catalog is not first on the search_path", name)
		}
	}
	return nil
}

// enum says whether a type is an enum of a readable column, and qualifies its name in the tree.
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

// enumSchemas are where there are enums of that name; "" when that is not known of one.
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

// firstOnPath is the schema that a bare name leads to, or the only one there is; empty when it is not certain.
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

// enumSchema is where the type of a column is, when the snapshot does not say so. The server prints it for a type that
// the session's path does not lead to; else it is on the path, and certain if only one schema there is not the system's.
// Empty when it is not certain.
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
