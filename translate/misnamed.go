package translate

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/pgask/pgask/policy"
	"github.com/pgask/pgask/translate/borrow"
)

// namedSQL returns the names in a database that may be what policies name, whoever may read them: a table, and a column or nothing.
const namedSQL = `SELECT n.nspname || '.' || c.relname, '' FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND lower(c.relname) LIKE ANY (ARRAY(SELECT json_array_elements_text($1::json)))
	UNION ALL SELECT n.nspname || '.' || c.relname, a.attname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND a.attnum > 0 AND NOT a.attisdropped
	AND lower(a.attname) LIKE ANY (ARRAY(SELECT json_array_elements_text($2::json))) LIMIT 100000`

// Misnamed lists, in a sentence each, what the policies for a datasource deny and its database does not have.
func Misnamed(ctx context.Context, conn *borrow.Conn, all *policy.Set, datasource string) ([]string, error) {
	inTables, inColumns := all.Sought(datasource)
	if len(inTables)+len(inColumns) == 0 {
		return nil, nil
	}
	results, err := conn.ReadOnly(ctx, map[string]string{"search_path": "pg_catalog", "statement_timeout": "10s"},
		borrow.SQL(namedSQL, list(inTables), list(inColumns)).As("policies"))
	if err != nil {
		return nil, fmt.Errorf("read the names of tables: %w", err)
	}
	tables, columns := map[string]bool{}, map[string]bool{}
	for _, row := range results[0].Rows {
		if name := string(row[0]); len(row[1]) == 0 {
			tables[name] = true
		} else {
			columns[name+"."+string(row[1])] = true
		}
	}
	return all.Unknown(datasource, tables, columns), nil
}

func list(texts []string) string {
	text, _ := json.Marshal(append([]string{}, texts...)) // it cannot fail
	return string(text)
}

// tellMisnamed reports misspelt names in policies when a datasource is first read. A failure of that is ignored.
func (c *caller) tellMisnamed(ctx context.Context) {
	a, datasource := c.agent, c.question.Datasource
	if a.cfg.Misnamed == nil || a.cfg.Policies == nil || c.conn.InTransaction() {
		return
	}
	once, _ := a.checked.LoadOrStore(datasource, &sync.Once{})
	once.(*sync.Once).Do(func() {
		if all, err := Misnamed(ctx, c.conn, a.cfg.Policies, datasource); err == nil && len(all) > 0 {
			a.cfg.Misnamed(datasource, all)
		}
	})
}
