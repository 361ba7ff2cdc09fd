package guard

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// extensionOf maps a set to the name that CREATE EXTENSION uses, where the two differ.
var extensionOf = map[string]string{"pgvector": "vector"}

// setOf returns the name of the set for an extension.
func setOf(extension string) string {
	for set, name := range extensionOf {
		if name == extension {
			return set
		}
	}
	return extension
}

func (e extensionSet) has(function string) bool { return slices.Contains(e.functions, function) }

// outputsOf returns the output columns of an extension's function, when it has several.
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

// home returns the schema of the installed extension that defines a name; "" when not known. The finding is set when
// the extension is not installed.
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

// isHome reports whether a schema is the one that the binder writes before a name of one of these extensions.
func (s *shape) isHome(space, name string, sets []string) bool {
	if len(sets) == 0 {
		return false
	}
	home, f := s.home(RuleFunction, name, sets)
	return !s.draft && f == nil && home == space
}

// extensionCall returns a finding unless the call certainly reaches the extension's function, and not a user's
// function of the same name.
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

// body returns a finding when an extension's function that is written in SQL could resolve names to other objects
// than its author meant. Such functions rarely qualify operators, and PostGIS reads its table of reference systems
// without a schema.
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

// firstKnown returns the first of some names that a function written in SQL may mean: one of PostgreSQL's own, or of
// an extension. It returns "" when there is none.
func firstKnown(names []string) string {
	for _, n := range names {
		_, function := builtinFunctions[n]
		if function || builtinOperators[n] || builtinTypes[n] || refusedFunctions[n] != "" || memberOfSet[n] {
			return n
		}
	}
	return ""
}

// extensionType returns the reason to refuse an extension's type, or nil. It qualifies the name in the tree, so that
// no other type of that name is found.
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
