package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/conf"
	"github.com/pgask/pgask/pattern"
	"github.com/pgask/pgask/policy"
)

// unknownIn is the question for everything in a database that a policy could name, whoever may read it, a row each: table, and column or
// nothing.
const unknownIn = `SELECT n.nspname || '.' || c.relname, coalesce(a.attname, '') FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname NOT LIKE 'pg\_toast%' ORDER BY 1, 2 LIMIT 1000000`

// UnknownInPolicies lists what the policies for a datasource deny and the database does not have: a rule with a misspelt name protects
// nothing. Each is a sentence.
func UnknownInPolicies(ctx context.Context, conn *pgconn.PgConn, s *conf.Settings, datasource string) ([]string, error) {
	all, err := policy.Load(s.Policies.File)
	if err != nil {
		return nil, &SettingError{err}
	}
	results, err := conn.Exec(ctx, unknownIn).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read the names of tables: %w", err)
	}
	tables, columns := map[string]bool{}, map[string]bool{}
	for _, row := range results[0].Rows {
		tables[string(row[0])] = true
		columns[string(row[0])+"."+string(row[1])] = true
	}
	var out []string
	look := func(what, kind string, patterns []string, among map[string]bool) {
		for _, p := range patterns {
			if !names(p, among) {
				out = append(out, fmt.Sprintf("%s names the %s %q, which %s does not have", what, kind, p, datasource))
			}
		}
	}
	for _, p := range all.List() {
		if len(p.Datasources) == 0 || slices.ContainsFunc(p.Datasources, func(d string) bool { ok, err := pattern.Match(d, datasource); return ok && err == nil }) {
			what := fmt.Sprintf("the policy %q", p.Name)
			look(what, "table", p.Tables, tables)
			look(what, "column", p.Columns, columns)
		}
	}
	return out, nil
}

// names reports whether a pattern, [schema.]table or [[schema.]table.]column, is the end of one of some full names.
func names(p string, among map[string]bool) bool {
	want := strings.Split(strings.ToLower(p), ".")
	for full := range among {
		have := strings.Split(strings.ToLower(full), ".")
		if len(want) > len(have) {
			continue
		}
		same := true
		for i, part := range have[len(have)-len(want):] {
			ok, err := pattern.Match(want[i], part)
			same = same && ok && err == nil
		}
		if same {
			return true
		}
	}
	return false
}
