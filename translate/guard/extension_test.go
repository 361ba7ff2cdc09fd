package guard

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestExtensionLists holds the sets against the catalogs of the extensions that this machine has.
func TestExtensionLists(t *testing.T) {
	t.Parallel()
	owner, _ := workshop(t, "")
	results, err := owner.Exec(t.Context(), "SELECT name FROM pg_available_extensions").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	available := map[string]bool{}
	for _, row := range results[0].Rows {
		available[string(row[0])] = true
	}
	for _, name := range Sets() {
		extension := name
		if known := extensionOf[name]; known != "" {
			extension = known
		}
		if !available[extension] {
			t.Logf("the extension %s is not installed: apt-get install postgresql-…-%s", extension, name)
			continue
		}
		do(t, owner, `CREATE EXTENSION IF NOT EXISTS "`+extension+`" CASCADE`)
		set := extensionSets[name]
		compareFunctions(t, set, name, members(t, owner, extension))
		for _, kind := range []struct {
			list  []string
			query string
		}{
			{set.operators, "SELECT DISTINCT o.oprname FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode WHERE p.provolatile <> 'v' AND o.oid"},
			{set.types, "SELECT DISTINCT t.typname FROM pg_type t WHERE t.oid"},
		} {
			rows, err := owner.Exec(t.Context(), kind.query+` IN (SELECT d.objid FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
				WHERE d.deptype = 'e' AND e.extname = '`+extension+`')`).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			var there []string
			for _, row := range rows[0].Rows {
				there = append(there, string(row[0]))
			}
			for _, one := range kind.list {
				if !slices.Contains(there, one) {
					t.Errorf("%s lists %s, which it has not", name, one)
				}
			}
		}
	}
}

// member is a function of an extension: all its overloads.
type member struct {
	volatile, written bool
	arguments         string
	outputs           string
}

func members(t *testing.T, owner *pgconn.PgConn, extension string) map[string]member {
	t.Helper()
	results, err := owner.Exec(t.Context(), `
		SELECT p.proname, bool_or(p.provolatile = 'v'), bool_or(l.lanname NOT IN ('c', 'internal')), string_agg(p.proargtypes::regtype[]::text, ' '),
			coalesce((SELECT string_agg(o.name, ' ' ORDER BY o.at) FROM (SELECT o.name, max(o.at) AS at
				FROM pg_proc q, unnest(q.proargnames, q.proargmodes) WITH ORDINALITY AS o (name, mode, at)
				WHERE q.proname = p.proname AND o.mode IN ('o', 't') GROUP BY o.name) o), '')
		FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e' AND d.classid = 'pg_proc'::regclass
		JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = '`+extension+`' GROUP BY p.proname`).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]member{}
	for _, row := range results[0].Rows {
		found[string(row[0])] = member{string(row[1]) == "t", string(row[2]) == "t", string(row[3]), string(row[4])}
	}
	return found
}

func compareFunctions(t *testing.T, set extensionSet, name string, there map[string]member) {
	t.Helper()
	for _, f := range set.functions {
		m, ok := there[f]
		switch {
		case !ok && f == "daitch_mokotoff": // PostgreSQL 16
		case !ok:
			t.Errorf("%s lists %s, which it has not", name, f)
		case m.volatile != slices.Contains(set.random, f):
			t.Errorf("%s: %s is volatile: %v", name, f, m.volatile)
		case m.written != slices.Contains(set.sql, f):
			t.Errorf("%s: %s is written in SQL: %v", name, f, m.written)
		case strings.Contains(m.arguments, "internal") || strings.Contains(m.arguments, "regclass"):
			t.Errorf("%s: %s takes %s", name, f, m.arguments)
		case m.outputs != strings.Join(set.outputs[f], " ") && m.outputs != "": // or a composite type's
			t.Errorf("%s: %s has the outputs %q", name, f, m.outputs)
		}
	}
	for _, f := range set.sql {
		if m, ok := there[f]; !ok || !m.written {
			t.Errorf("%s: %s is not written in SQL", name, f)
		}
	}
}
