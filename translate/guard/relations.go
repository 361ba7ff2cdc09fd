package guard

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/schema"
)

// secretRelations lists relations that hold passwords, connection strings, sampled values, source texts or the
// queries of other sessions. They are refused whatever the policy, in any schema.
var secretRelations = map[string]bool{
	"pg_authid": true, "pg_shadow": true, "pg_user_mapping": true, "pg_user_mappings": true, "pg_subscription": true,
	"pg_foreign_server": true, "pg_foreign_data_wrapper": true, "pg_foreign_table": true, "pg_db_role_setting": true,
	"pg_largeobject": true, "pg_largeobject_metadata": true, "pg_statistic": true, "pg_statistic_ext": true,
	"pg_statistic_ext_data": true, "pg_stats": true, "pg_stats_ext": true, "pg_stats_ext_exprs": true,
	"pg_hba_file_rules": true, "pg_ident_file_mappings": true, "pg_file_settings": true, "pg_settings": true,
	"pg_stat_activity": true, "pg_stat_statements": true, "pg_stat_statements_info": true, "pg_stat_replication": true,
	"pg_stat_wal_receiver": true, "pg_stat_subscription": true, "pg_stat_ssl": true, "pg_stat_gssapi": true,
	"pg_prepared_statements": true, "pg_prepared_xacts": true, "pg_cursors": true, "pg_config": true, "pg_group": true,
	"pg_roles": true, "pg_user": true, "pg_proc": true, "pg_replication_slots": true, "pg_backend_memory_contexts": true,
	"pg_shmem_allocations": true, "user_mapping_options": true, "_pg_user_mappings": true, "foreign_server_options": true,
	"_pg_foreign_servers": true, "foreign_table_options": true, "_pg_foreign_tables": true, "pg_dist_authinfo": true,
	"foreign_data_wrapper_options": true, "_pg_foreign_data_wrappers": true, "pg_dist_poolinfo": true,
}

// rangeVar resolves one relation of FROM: a WITH query if it has no schema, else a table.
func (r *resolver) rangeVar(m *pg_query.RangeVar, into *scope) {
	r.relations++
	if m.Catalogname == "" && m.Schemaname == "" {
		if cte := r.with.find(m.Relname); cte != nil {
			r.add(into, derived(m.Alias, cte.columns))
			return
		}
		if !r.loose() {
			r.report(unbound("a table without its schema"))
		}
	}
	it := &item{name: m.Alias.GetAliasname()}
	if f := r.relation(m, it); f != nil {
		r.report(f)
		it.columns = columns{} // unknown, so that no further finding is reported about them
	}
	if len(m.Alias.GetColnames()) > 0 && !r.loose() {
		r.report(unbound("other names for the columns of a table"))
	}
	r.add(into, it)
}

// relation returns the reason to refuse a table, or nil, and completes the item with what is known about the table.
func (r *resolver) relation(m *pg_query.RangeVar, it *item) *finding {
	full := m.Relname
	if m.Schemaname != "" {
		full = m.Schemaname + "." + m.Relname
	}
	if m.Catalogname != "" {
		return crossDatabase(m.Catalogname + "." + full)
	}
	if isCatalog(m.Schemaname, m.Relname) {
		return r.catalogRelation(m, it)
	}
	if r.facts.Snapshot == nil {
		it.written = relation{m.Schemaname, m.Relname}
		r.usedRelations.add(full)
		return r.policyOn(it.written, full)
	}
	t := r.facts.Snapshot.Table(m.Schemaname, m.Relname)
	if t == nil {
		return r.absent(m)
	}
	if (t.Remote || t.Kind == schema.Foreign) && !r.guard.policy.ForeignTables && !r.guard.Exempts(t.Schema, t.Name) {
		return unsafe(RuleRelation, t.Qualified(),
			"%s is a foreign table or has one among its partitions, and reading it can run code elsewhere", t.Qualified())
	}
	if !slices.Contains([]schema.Kind{schema.Ordinary, schema.Partitioned, schema.View, schema.Materialised, schema.Foreign}, t.Kind) {
		return invalid(RuleRelation, t.Qualified(), "%s is not a table", t.Qualified())
	}
	it.table, it.written = t, relation{t.Schema, t.Name}
	r.usedRelations.add(t.Qualified())
	it.columns.complete = true
	for _, c := range t.Columns {
		it.columns.list = append(it.columns.list, column{name: c.Name, value: composite{c.Row, c.Array}})
	}
	if f := r.policyOn(it.written, t.Qualified()); f != nil {
		return f
	}
	return r.dependencies(t)
}

// crossDatabase returns the finding for a name that begins with another database's, in PostgreSQL's words.
func crossDatabase(full string) *finding {
	return invalid(RuleDatabase, full, "cross-database references are not implemented: %s", full)
}

// isCatalog reports whether a relation belongs to the system. PostgreSQL finds a bare name of pg_catalog there
// whatever the path, unless the caller has put another schema before it; the name is treated as the system's in both
// cases.
func isCatalog(space, name string) bool {
	switch {
	case secretRelations[name]:
		return true
	case space == "":
		return catalogRelations[name]
	case strings.HasPrefix(space, "pg_temp_"):
		return false
	}
	return strings.HasPrefix(space, "pg_") || space == "information_schema"
}

func (r *resolver) catalogRelation(m *pg_query.RangeVar, it *item) *finding {
	switch {
	case secretRelations[m.Relname] || strings.HasPrefix(m.Schemaname, "pg_toast"):
		return unsafe(RuleSecret, m.Relname, "%s holds what is nobody's business", m.Relname)
	case !r.guard.policy.Catalogs || m.Schemaname == "pg_temp":
		return unsafe(RuleCatalog, m.Relname, "%s belongs to the system, and the configuration does not open its catalogs", m.Relname)
	}
	it.written = relation{m.Schemaname, m.Relname}
	r.usedRelations.add(m.Schemaname + "." + m.Relname)
	if t, _ := (binding{r.guard, r.facts}).Table(m.Schemaname, m.Relname); !t.Open {
		it.columns.complete = true
		for _, c := range t.Columns {
			it.columns.list = append(it.columns.list, column{name: c.Name})
		}
	}
	return nil
}

// absent returns the reason to refuse a relation that the catalog does not have, or nil if that cannot be told.
func (r *resolver) absent(m *pg_query.RangeVar) *finding {
	full := m.Relname
	if m.Schemaname != "" {
		full = m.Schemaname + "." + m.Relname
	}
	if m.Catalogname != "" {
		return crossDatabase(m.Catalogname + "." + full)
	}
	if refused := refusedTable(r.guard, m); refused != nil {
		return refused
	}
	hidden := func(t *schema.Table) bool {
		return r.guard.Ruling(r.facts.Snapshot, t.Schema, t.Name, "").Access == Denied
	}
	named := slices.DeleteFunc(r.facts.Snapshot.Named(m.Relname), hidden)
	if len(named) == 1 {
		return invalid(RuleRelation, full, "there is no table %s that may be read; did you mean %s?", full, named[0].Qualified())
	}
	var seen []string
	for _, t := range r.facts.Snapshot.Tables {
		if !hidden(t) {
			seen = append(seen, t.Name)
		}
	}
	if near := spelling.Nearest(m.Relname, seen); near != "" {
		return invalid(RuleRelation, full, "there is no table %s that may be read; did you mean %s?", full, near)
	}
	return invalid(RuleRelation, full, "there is no table %s that may be read", full)
}

// refusedTable returns a final finding when an unknown table is one that the configuration forbids.
func refusedTable(g *Guard, m *pg_query.RangeVar) *finding {
	if m.Schemaname == "" {
		return nil
	}
	full := m.Schemaname + "." + m.Relname
	return (&resolver{guard: g}).policyOn(relation{m.Schemaname, m.Relname}, full)
}

// tables judges the relations of a statement whose other names could not be read: what is forbidden comes before what
// is wrong.
func (r *resolver) tables(stmt *pg_query.SelectStmt) {
	var visit visitor
	visit = func(m any) {
		if v, ok := m.(*pg_query.RangeVar); ok && (v.Schemaname != "" || r.loose()) {
			r.report(r.relation(v, &item{}))
		}
		children(m, visit)
	}
	visit(stmt)
}
