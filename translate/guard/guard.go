package guard

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
	"github.com/pgask/pgask/translate/schema"
)

// Policy is what the configuration allows and forbids beyond the defaults. The zero value allows PostgreSQL's own
// harmless names over ordinary relations, and nothing else.
type Policy struct {
	// Functions of extensions or the user's own that may be called, as name or schema.name, exactly as the catalog
	// spells them. Whoever lists one vouches for every overload. A bare name may be called unqualified only.
	Functions []string
	// ExtensionSets allows the functions, operators and types of whole extensions; see Sets.
	ExtensionSets []string
	// ExtensionSchemas are where the extensions live: their functions may be qualified with these.
	ExtensionSchemas []string
	// Relations are vouched for: views, tables with row-level security and foreign tables, as [schema.]table, which may
	// be read whatever their definitions run and read. Each part may hold the wildcards of package pattern.
	Relations []string
	// ForeignTables may be read. Reading one can run a command or write on another server.
	ForeignTables bool
	// Catalogs of the system (pg_catalog, information_schema) may be read, apart from those that hold secrets.
	Catalogs bool
	// DeniedSchemas, DeniedTables and DeniedColumns may not be read, as schema, [schema.]table and
	// [[schema.]table.]column, without regard to case; each part may hold the wildcards of package pattern.
	DeniedSchemas, DeniedTables, DeniedColumns []string
	// MaskedColumns may be counted, joined with each other, grouped by and tested for NULL, and never shown, sorted by, compared
	// with a value or given to a function. Written like DeniedColumns.
	MaskedColumns []string
	// AllowedSchemas, when there are any, are the only ones that may be read.
	AllowedSchemas []string
	// MaxBytes bounds a statement; 0 means 16 KiB, which is also the most: the parser's C stack is what it guards.
	MaxBytes int
	// MaxRelations bounds the relations of a statement, counted as written; 0 means 64.
	MaxRelations int
}

// The budgets of a statement.
const (
	MaxBytes     = 16 << 10
	maxRelations = 64
	maxDepth     = 400
	maxNodes     = 20_000
	maxWork      = 2_000_000 // columns that names are compared with
)

// Guard proves statements under one policy. It is safe for concurrent use.
type Guard struct {
	policy    Policy
	listed    map[string]bool     // functions that the configuration allows by bare name
	qualified map[string]bool     // the same, as schema.name
	extension map[string][]string // functions of the configured sets, and which sets these are
	operators map[string]bool     // of the configured sets
	types     map[string][]string // of the configured sets
	schemas   map[string]bool     // of extensions
}

// New checks the policy. The error names every field that is wrong.
func New(p Policy) (*Guard, error) {
	if p.MaxBytes == 0 {
		p.MaxBytes = MaxBytes
	}
	if p.MaxRelations == 0 {
		p.MaxRelations = maxRelations
	}
	for _, list := range []*[]string{&p.DeniedSchemas, &p.DeniedTables, &p.DeniedColumns, &p.MaskedColumns} {
		*list = lowered(*list)
	}
	g := &Guard{policy: p, listed: map[string]bool{}, qualified: map[string]bool{}, extension: map[string][]string{},
		operators: map[string]bool{}, types: map[string][]string{}, schemas: map[string]bool{}}
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if p.MaxBytes < 0 || p.MaxBytes > MaxBytes {
		bad("max_bytes: %d is not between 1 and %d", p.MaxBytes, MaxBytes)
	}
	if p.MaxRelations < 0 {
		bad("max_relations: %d is negative", p.MaxRelations)
	}
	for _, s := range p.ExtensionSchemas {
		if s == "" || strings.Contains(s, ".") {
			bad("extension_schemas: %q is not a schema name", s)
		}
		g.schemas[s] = true
	}
	for _, name := range p.ExtensionSets {
		set, ok := extensionSets[name]
		if !ok {
			bad("extensions: %q is not a known set (%s)", name, strings.Join(Sets(), ", "))
			continue
		}
		g.add(name, set)
	}
	for _, name := range p.Functions {
		g.addFunction(name, bad)
	}
	checkPatterns("denied_schemas", p.DeniedSchemas, 1, bad)
	checkPatterns("allowed_schemas", p.AllowedSchemas, 1, bad)
	checkPatterns("relations", p.Relations, 2, bad)
	checkPatterns("denied_tables", p.DeniedTables, 2, bad)
	checkPatterns("denied_columns", p.DeniedColumns, 3, bad)
	checkPatterns("masked", p.MaskedColumns, 3, bad)
	return g, errors.Join(errs...)
}

func (g *Guard) add(name string, set extensionSet) {
	for _, n := range set.functions {
		g.extension[n] = append(g.extension[n], name)
	}
	for _, n := range set.operators {
		g.operators[n] = true
	}
	for _, n := range set.types {
		g.types[n] = append(g.types[n], name)
	}
}

func (g *Guard) addFunction(name string, bad func(string, ...any)) {
	space, bare, ok := strings.Cut(name, ".")
	if !ok {
		space, bare = "", name
	}
	switch {
	case bare == "" || (ok && space == "") || strings.Contains(bare, "."):
		bad("functions: %q is neither name nor schema.name", name)
	case space == "pg_catalog" || (space == "" && refusedFunctions[bare] != ""):
		bad("functions: %q is PostgreSQL's own and refused for good", name)
	case space == "":
		g.listed[bare] = true
	default:
		g.qualified[name] = true
	}
}

func lowered(list []string) []string {
	low := make([]string, len(list))
	for i, s := range list {
		low[i] = strings.ToLower(s)
	}
	return low
}

func checkPatterns(field string, patterns []string, parts int, bad func(string, ...any)) {
	for _, p := range patterns {
		split := strings.Split(p, ".")
		if len(split) > parts {
			bad("%s: %q has more than %d parts", field, p, parts)
		}
		for _, s := range split {
			if _, err := pattern.Match(s, ""); err != nil || s == "" {
				bad("%s: %q is not a name or a pattern", field, p)
				break
			}
		}
	}
}

// Facts are what is known about the database and about how the statement will run.
type Facts struct {
	// Snapshot of the catalog as the caller sees it. Without one only PostgreSQL's own names are known: relations of the
	// user are taken for ordinary tables, and functions, operators and types of the user are refused.
	Snapshot *schema.Snapshot
	// OwnPath says that the statement will be parsed and run under a local search_path of pg_catalog, the configured
	// extension schemas and pg_temp, so that nothing but what is in these can shadow a name. Otherwise a name in
	// Snapshot.Shadows is refused.
	OwnPath bool
}

// major is the server's major version, 0 if nothing is known of it.
func (f Facts) major() int {
	if f.Snapshot == nil {
		return 0
	}
	return f.Snapshot.Server / 10000
}

// Check judges one statement.
func (g *Guard) Check(sql string, facts Facts) Verdict {
	if f := checkBounds(sql, g.policy.MaxBytes); f != nil {
		return f.verdict()
	}
	if facts.Snapshot != nil && facts.Snapshot.Stale {
		// A table may have become a view since. Final, because writing other SQL would not help.
		return unsafe(RuleStale, "", "the catalog has changed and could not be read, so nothing about its names is certain").verdict()
	}
	tree, err := pg_query.Parse(sql)
	if err != nil {
		return unparsable(sql, err).verdict()
	}
	stmt, f := only(tree)
	if f != nil {
		return f.verdict()
	}
	s := shape{guard: g, facts: facts}
	s.walk(stmt)
	if s.found != nil && s.found.decision == Unsafe {
		return s.found.verdict()
	}
	r := resolver{guard: g, facts: facts}
	if s.found == nil || s.found.resolvable {
		r.run(stmt)
		if s.constructs {
			r.report(r.constructed)
		}
		if r.found.worse(s.found) {
			s.found = r.found
		}
	}
	if s.found == nil && (s.relations != r.relations || s.columns != r.columns || s.calls != r.calls) {
		s.found = invalid(RuleNode, "", "a part of the statement could not be reached by the analysis")
	}
	if s.found != nil {
		return s.found.verdict()
	}
	if r.growth*r.rows > maxVolume {
		return invalid(RuleSize, "", "its constants make values of over %d characters in all", maxVolume).verdict()
	}
	text, f := write(sql, tree, r.edits, g.policy.MaxBytes)
	if f != nil {
		return f.verdict()
	}
	return Verdict{Decision: Allow, SQL: text, Relations: r.usedRelations.sorted(), Columns: r.usedColumns.sorted(),
		Functions: s.functions.sorted()}
}

// only returns the one SELECT of a parse result.
func only(tree *pg_query.ParseResult) (*pg_query.SelectStmt, *finding) {
	if len(tree.Stmts) == 0 {
		return nil, invalid(RuleSingle, "", "there is no statement")
	}
	for _, raw := range tree.Stmts {
		if raw.Stmt.GetSelectStmt() == nil {
			kind := kindOf(raw.Stmt)
			return nil, unsafe(RuleSelect, kind, "only SELECT is allowed, not %s", kind)
		}
	}
	if len(tree.Stmts) > 1 {
		return nil, unsafe(RuleSingle, "", "there are %d statements where one is allowed", len(tree.Stmts))
	}
	return tree.Stmts[0].Stmt.GetSelectStmt(), nil
}
