package guard

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// extensionOf is the name under which CREATE EXTENSION knows a set; the others are called alike.
var extensionOf = map[string]string{"pgvector": "vector"}

// setOf is the set of an extension's functions.
func setOf(extension string) string {
	for set, name := range extensionOf {
		if name == extension {
			return set
		}
	}
	return extension
}

func (e extensionSet) has(function string) bool { return slices.Contains(e.functions, function) }

// outputsOf are the columns that a function yields, when there are several.
func (g *Guard) outputsOf(function string) []string {
	if outs := builtinFunctions[function].outputs; len(outs) > 0 {
		return outs
	}
	for _, set := range g.extension[function] {
		if outs := extensionSets[set].outputs[function]; len(outs) > 0 {
			return outs
		}
	}
	return nil
}

// home is where an extension that defines a name is installed: empty when that is not known. The error of its absence
// is a finding.
func (s *shape) home(what, name string, sets []string) (string, *finding) {
	if s.facts.Snapshot == nil || s.facts.Snapshot.Extensions == nil {
		return "", nil
	}
	for _, set := range sets {
		extension := set
		if known := extensionOf[set]; known != "" {
			extension = known
		}
		if space, ok := s.facts.Snapshot.Extensions[extension]; ok {
			return space, nil
		}
	}
	return "", invalid(what, name, "%s belongs to the extension %s, which is not installed", name, sets[0])
}

// extensionCall judges a call of an extension's function: it must be that, and not somebody's own of the same name.
func (s *shape) extensionCall(space, name string) *finding {
	home, f := s.home(RuleFunction, name, s.guard.extension[name])
	switch {
	case f != nil:
		return f
	case space == "":
		return s.shadowed(name)
	case home != "" && space != home:
		return refuseFunction(space, name)
	case s.facts.Snapshot != nil && s.facts.Snapshot.ShadowedIn(space, name):
		return redefined(name)
	}
	return nil
}

// body rules out that a function of an extension that is written in SQL finds other names than it means. Their authors
// rarely qualify operators, and PostGIS looks its reference systems up without a schema.
func (s *shape) body(name string) *finding {
	snap := s.facts.Snapshot
	if snap == nil || len(writtenInSQL[name]) == 0 || s.guard.onlyCatalog(s.facts) {
		return nil
	}
	if _, f := s.home(RuleFunction, name, writtenInSQL[name]); f != nil {
		return nil // not installed, so it is PostgreSQL's own
	}
	shadow := ""
	if !s.facts.OwnPath || snap.ShadowsIn == nil {
		shadow = firstKnown(snap.Shadows)
	} else {
		for space := range s.guard.schemas {
			shadow = cmp.Or(shadow, firstKnown(snap.ShadowsIn[space]))
		}
	}
	for _, t := range snap.Named("spatial_ref_sys") {
		if t.Extension != "postgis" && (t.Visible || s.guard.schemas[t.Schema]) {
			shadow = t.Qualified()
		}
	}
	if shadow == "" {
		return nil
	}
	return invalid(RuleShadowed, name, "%s is written in SQL, and %s is redefined by a schema on this session's search_path", name, shadow)
}

// firstKnown is the first of some names that a function written in SQL may mean: PostgreSQL's own, and those of extensions.
func firstKnown(names []string) string {
	for _, n := range names {
		_, function := builtinFunctions[n]
		if function || builtinOperators[n] || builtinTypes[n] || refusedFunctions[n] != "" || memberOfSet[n] {
			return n
		}
	}
	return ""
}

// extensionType judges a type of an extension's, and qualifies it, so that no other of that name is found.
func (s *shape) extensionType(m *pg_query.TypeName, space, name string) *finding {
	home, f := s.home(RuleType, name, s.guard.types[name])
	switch {
	case f != nil || home == "":
		return f
	case space != "" && space != home:
		return invalid(RuleType, name, "the type %s.%s is not on the list of allowed types", space, name)
	case space == "" && !s.facts.OwnPath:
		m.Names = []*pg_query.Node{stringNode(home), m.Names[0]}
	}
	return s.convertible(home, name)
}

// convertible refuses types of which somebody's own function makes or takes values by a cast. The cast need not be
// written: an implicit one is made wherever it fits, and to_json looks for one.
func (s *shape) convertible(space, name string) *finding {
	return s.guard.convertible(s.facts.Snapshot, space, name)
}

func (g *Guard) convertible(snap *schema.Snapshot, space, name string) *finding {
	if snap == nil || space == "pg_catalog" || len(snap.Casts) == 0 && !snap.NamesOmitted {
		return nil
	}
	if snap.NamesOmitted {
		return invalid(RuleType, name, "there are too many casts to tell what those of the type %s run", name)
	}
	for _, c := range snap.Casts {
		if g.listed[c.Function] || g.qualified[c.FunctionSchema+"."+c.Function] {
			continue
		}
		// What is not known to be another type counts as this one.
		if (c.Source == name && c.SourceSchema == space) || (c.Target == name && c.TargetSchema == space) || name == "" || space == "" {
			return invalid(RuleType, name, "a cast of the type %s.%s to %s.%s calls %s.%s, which is not on the list of allowed functions (guard.functions)",
				c.SourceSchema, c.Source, c.TargetSchema, c.Target, c.FunctionSchema, c.Function)
		}
	}
	return nil
}
