package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// catalog is what one version says of its own names.
type catalog struct {
	major     int
	functions []function
	lists     map[string][]string // by file
}

// function is a name with all its overloads.
type function struct {
	name string
	// volatile says that an overload is; internal that one cannot be called by SQL.
	volatile, internal bool
	outs               []string
}

func readCatalog(ctx context.Context, dsn string) (catalog, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return catalog{}, err
	}
	defer conn.Close(ctx)
	c := catalog{lists: map[string][]string{}}
	if err := conn.QueryRow(ctx, "SELECT current_setting('server_version_num')::int / 10000").Scan(&c.major); err != nil {
		return c, err
	}
	rows, err := conn.Query(ctx, functionsQuery)
	if err != nil {
		return c, err
	}
	c.functions, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (f function, err error) {
		err = row.Scan(&f.name, &f.volatile, &f.internal, &f.outs)
		return f, err
	})
	if err != nil {
		return c, err
	}
	for _, l := range lists {
		rows, err := conn.Query(ctx, l.query)
		if err != nil {
			return c, err
		}
		if c.lists[l.file], err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return c, fmt.Errorf("%s: %w", l.file, err)
		}
	}
	return c, nil
}

// functionsQuery has one row per name: a function is safe only if all its overloads are.
const functionsQuery = `
SELECT p.proname,
       bool_or(p.provolatile = 'v') AS volatile,
       bool_or(p.prorettype IN ('pg_catalog.internal'::regtype, 'cstring'::regtype, 'trigger'::regtype,
                 'event_trigger'::regtype, 'language_handler'::regtype, 'fdw_handler'::regtype,
                 'index_am_handler'::regtype, 'tsm_handler'::regtype, 'table_am_handler'::regtype)
               OR 'internal'::regtype = ANY (p.proargtypes) OR 'cstring'::regtype = ANY (p.proargtypes)
               OR EXISTS (SELECT FROM pg_type t WHERE p.oid IN (t.typsend, t.typreceive, t.typmodin, t.typmodout))
               OR EXISTS (SELECT FROM pg_language l WHERE p.oid = l.lanvalidator)) AS internal,
       coalesce((SELECT array_agg(one.name ORDER BY one.at)
                 FROM (SELECT o.name, max(o.at) AS at
                       FROM pg_proc q, unnest(q.proargnames, q.proargmodes) WITH ORDINALITY AS o (name, mode, at)
                       WHERE q.proname = p.proname AND q.pronamespace = p.pronamespace AND q.oid < 16384
                         AND o.mode IN ('o', 'b', 't')
                       GROUP BY o.name) one), '{}')::text[] AS outs
FROM pg_proc p
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.oid < 16384 AND p.proowner = 10
GROUP BY p.proname, p.pronamespace
ORDER BY p.proname COLLATE "C"`

var lists = []struct{ file, about, query string }{
	{"operators.txt", "Names of PostgreSQL's own operators; none of them is volatile.",
		`SELECT o.oprname FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode
		 WHERE o.oprnamespace = 'pg_catalog'::regnamespace AND o.oid < 16384
		 GROUP BY o.oprname HAVING NOT bool_or(p.provolatile = 'v')`},
	{"types.txt", "PostgreSQL's own types that a cast may name: base, range and multirange types, without those that hold\n" +
		"catalog internals. reg… types are left to policy.",
		`SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND oid < 16384
		 AND typtype IN ('b', 'r', 'm') AND typname !~ '^(_|pg_|reg|gtsvector|aclitem|refcursor|cid$|tid$|xid|txid_)'
		 UNION SELECT 'pg_lsn'`},
	{"makers.txt", "Functions that may make values of an argument's own type out of others, because the type is polymorphic:\n" +
		"lag(x, 1, '…') makes one of x's type. If that is a domain, its CHECKs run.",
		`SELECT DISTINCT p.proname FROM pg_proc p, LATERAL (
		   SELECT count(*) AS n, bool_or(t::regtype::text IN ('anyelement', 'anynonarray', 'anyenum', 'anycompatible', 'anycompatiblenonarray')) AS one
		   FROM unnest(p.proargtypes::oid[]) t WHERE t::regtype::text LIKE 'any%' AND t <> '"any"'::regtype) a
		 WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.oid < 16384
		   AND (a.n > 1 OR p.proname ~ 'populate_record' OR a.one AND p.prorettype::regtype::text ~ '^any(compatible)?(array|range|multirange)$')`},
	{"columns.txt", "Columns of the system's relations, by version, in order.",
		`SELECT concat_ws(' ', current_setting('server_version_num')::int / 10000, n.nspname || '.' || c.relname, string_agg(a.attname, ' ' ORDER BY a.attnum))
		 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
		 WHERE n.nspname IN ('pg_catalog', 'information_schema') AND c.oid < 16384 AND c.relkind IN ('r', 'v')
		 GROUP BY n.nspname, c.relname`},
	{"relations.txt", "Relations of pg_catalog, which is searched before every other schema.",
		`SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND oid < 16384
		 AND relkind IN ('r', 'v')`},
}
