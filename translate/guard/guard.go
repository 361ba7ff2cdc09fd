package guard

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/pattern"
	"github.com/pgask/pgask/translate/guard/cost"
	"github.com/pgask/pgask/translate/guard/normal"
	"github.com/pgask/pgask/translate/schema"
)

// Policy is what the configuration allows and forbids beyond the defaults. The zero value allows PostgreSQL's own
// harmless names over ordinary relations, and nothing else.
type Policy struct {
	// Functions lists functions of extensions or of the user that may be called, as name or schema.name, exactly as
	// the catalog spells them. An entry allows every overload. A function listed by its bare name may only be called
	// unqualified.
	Functions []string
	// ExtensionSets allows the functions, operators and types of whole extensions; see Sets.
	ExtensionSets []string
	// ExtensionSchemas lists the schemas that hold extensions: calls of their functions may be qualified with these.
	ExtensionSchemas []string
	// Relations lists views, tables with row-level security and foreign tables, as [schema.]table, that may be read
	// whatever their definitions run and read. Each part may hold the wildcards of package pattern.
	Relations []string
	// ForeignTables allows reading foreign tables. Reading one can run a command or write on another server.
	ForeignTables bool
	// Catalogs allows reading system relations (pg_catalog, information_schema), apart from those that hold secrets.
	Catalogs bool
	// DeniedSchemas, DeniedTables and DeniedColumns list what may not be read, as schema, [schema.]table and
	// [[schema.]table.]column, without regard to case. Each part may hold the wildcards of package pattern.
	DeniedSchemas, DeniedTables, DeniedColumns []string
	// MaskedColumns, written like DeniedColumns, may be counted, joined with themselves or along declared keys,
	// grouped by and tested for NULL. They may not be shown, sorted by, compared with a value or given to a function.
	MaskedColumns []string
	// Secrets masks, beside these, the columns that are named like passwords, tokens, card numbers and other secrets,
	// except UnmaskedColumns, written likewise.
	Secrets         bool
	UnmaskedColumns []string
	// AllowedSchemas lists the only schemas that may be read; empty means all.
	AllowedSchemas []string
	// MaxBytes bounds the text of a statement. 0 means 16 KiB, which is also the maximum, because longer texts could
	// overflow the parser's C stack.
	MaxBytes int
	// MaxRelations bounds the number of relations in a statement, each counted as often as it is written; 0 means 64.
	MaxRelations int
}

// The budgets of a statement.
const (
	MaxBytes     = 16 << 10
	maxRelations = 64
	maxDepth     = 400
	maxNodes     = 20_000
)

// Guard proves statements under one policy. It is safe for concurrent use.
type Guard struct {
	policy    Policy
	listed    map[string]bool     // functions that the configuration allows by bare name
	qualified map[string]bool     // functions that the configuration allows as schema.name
	extension map[string][]string // functions of the configured sets, with the names of these sets
	operators map[string]bool     // operators of the configured sets
	types     map[string][]string // types of the configured sets, with the names of these sets
	schemas   map[string]bool     // schemas that hold extensions
}

// New returns a Guard for a policy. The error names every field that is wrong.
func New(p Policy) (*Guard, error) {
	p.MaxBytes = cmp.Or(p.MaxBytes, MaxBytes)
	p.MaxRelations = cmp.Or(p.MaxRelations, maxRelations)
	for _, list := range []*[]string{&p.DeniedSchemas, &p.DeniedTables, &p.DeniedColumns, &p.MaskedColumns, &p.UnmaskedColumns} {
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
	checkPatterns("unmasked", p.UnmaskedColumns, 3, bad)
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

// Facts holds what is known about the database and about how the statement will run.
type Facts struct {
	// Snapshot is the catalog as the caller sees it. Without one only PostgreSQL's own names are known: the user's
	// relations are taken for ordinary tables, and the user's functions, operators and types are refused.
	Snapshot *schema.Snapshot
	// OwnPath means that the statement will be parsed and run with a local search_path of pg_catalog, the configured
	// extension schemas and pg_temp, so that only names in these can shadow others. Without it, a name in
	// Snapshot.Shadows is refused.
	OwnPath bool
}

// major returns the server's major version, or 0 if it is not known.
func (f Facts) major() int {
	if f.Snapshot == nil {
		return 0
	}
	return f.Snapshot.Server / 10000
}

// Check returns the verdict on one statement.
func (g *Guard) Check(sql string, facts Facts) Verdict {
	return g.check(sql, facts, draftLimits(g.policy.MaxBytes))
}

func (g *Guard) check(sql string, facts Facts, l limits) Verdict {
	if f := checkBounds(sql, l); f != nil {
		return f.verdict()
	}
	if facts.Snapshot != nil && facts.Snapshot.Stale {
		// A table may have become a view since the snapshot was read. The verdict is final, because other SQL would
		// not help.
		return unsafe(RuleStale, "", "the catalog has changed and could not be read, so nothing about its names is certain").verdict()
	}
	tree, given, err := parse(sql)
	if err != nil {
		return unparsable(sql, err).verdict()
	}
	stmt, f := only(tree)
	if f != nil {
		return f.verdict()
	}
	s := shape{guard: g, facts: facts, draft: true, maxNodes: l.nodes}
	s.walk(stmt)
	if s.found != nil && (s.found.decision == Unsafe || !s.found.resolvable) {
		return s.found.verdict()
	}
	normal.Qualify(stmt, binding{g, facts})
	draft, err := canonical(tree)
	if err != nil {
		return unfaithful(err).verdict()
	}
	v, f := g.prove(stmt, facts)
	if f.worse(s.found) {
		s.found = f
	}
	if s.found != nil {
		return s.found.verdict()
	}
	if v.SQL, f = write(draft, draftLimits(g.policy.MaxBytes), given); f != nil {
		if l.bytes == g.policy.MaxBytes {
			return f.verdict()
		}
		v.SQL = sql // what is sent is proven again, and is longer than what people read
	}
	if facts.Snapshot == nil {
		return v
	}
	form, err := canonical(tree)
	if err != nil {
		return unfaithful(err).verdict()
	}
	if v.Sent, f = write(form, formLimits, given); f != nil {
		return f.verdict()
	}
	return v
}

// prove brings a statement to its normal form, in place, and returns what it uses, or the reason to refuse it.
func (g *Guard) prove(stmt *pg_query.SelectStmt, facts Facts) (Verdict, *finding) {
	r := resolver{guard: g, facts: facts}
	renamed, unread := g.bind(stmt, facts)
	if len(unread) > 0 {
		for _, f := range unread {
			r.report(f)
		}
		r.tables(stmt)
		return Verdict{}, r.found
	}
	s := shape{guard: g, facts: facts, maxNodes: formLimits.nodes}
	s.walk(stmt)
	if s.found == nil || s.found.resolvable {
		r.run(stmt)
		if s.constructs {
			r.report(r.constructed)
		}
		if r.found.worse(s.found) {
			s.found = r.found
		}
	}
	lists := false
	switch {
	case s.found != nil:
	case s.relations != r.relations || s.columns != r.columns || s.calls != r.calls:
		s.found = invalid(RuleNode, "", "a part of the statement could not be reached by the analysis")
	default:
		var e *cost.Excess
		if lists, e = cost.Check(stmt, facts.Snapshot); e != nil {
			s.found = invalid(excessRules[e.Kind], e.Name, "%s", e.Why)
		}
	}
	return Verdict{Decision: Allow, Lists: lists, Relations: r.usedRelations.sorted(), Columns: r.usedColumns.sorted(),
		Functions: s.functions.sorted(), Renamed: renamed}, s.found
}

var excessRules = map[cost.Kind]string{cost.Plan: RuleBounds, cost.Size: RuleSize, cost.Recursion: RuleRecursion}

// only returns the single SELECT of a parse result, or a finding when the text holds anything else.
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

// Named returns the bare names that stand in the place of relations in a draft, WITH queries included. The caller
// needs facts about these. It returns nil when the draft is not a statement that Check could accept.
func (g *Guard) Named(sql string) []string {
	if checkBounds(sql, draftLimits(g.policy.MaxBytes)) != nil {
		return nil
	}
	tree, err := pg_query.Parse(sql)
	if err != nil {
		return nil
	}
	stmt, f := only(tree)
	if f != nil {
		return nil
	}
	found := names{}
	var visit visitor
	visit = func(m any) {
		if v, ok := m.(*pg_query.RangeVar); ok && len(found) <= g.policy.MaxRelations {
			found.add(v.Relname)
		}
		children(m, visit)
	}
	visit(stmt)
	return found.sorted()
}
