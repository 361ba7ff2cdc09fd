// Gen writes the guard's lists of PostgreSQL's own names, from the catalog of a running server:
//
//	go run ./translate/guard/gen -dsn postgres://postgres@127.0.0.1:5432/postgres -out translate/guard/data
//
// The server should be freshly initialised and of the oldest supported version, since a name is only worth listing if
// every supported server has it; names of later versions stand in data/later.txt, which a person keeps. The result is
// committed: nothing in a build or a test needs the server.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/jackc/pgx/v5"
)

func main() {
	dsn := flag.String("dsn", "", "a freshly initialised server")
	out := flag.String("out", "data", "directory to write to")
	flag.Parse()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, *dsn)
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := functions(ctx, conn, *out); err != nil {
		log.Fatal(err)
	}
	for _, l := range lists {
		if err := list(ctx, conn, filepath.Join(*out, l.file), l.about, l.query); err != nil {
			log.Fatal(err)
		}
	}
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

// functions writes functions.txt (allowed) and refused.txt (known, and refused for a reason that can be told).
func functions(ctx context.Context, conn *pgx.Conn, dir string) error {
	rows, err := conn.Query(ctx, functionsQuery)
	if err != nil {
		return err
	}
	defer rows.Close()
	var allowed, refused []string
	for rows.Next() {
		var name string
		var volatile, internal bool
		var outs []string
		if err := rows.Scan(&name, &volatile, &internal, &outs); err != nil {
			return err
		}
		reason := judge(name, volatile)
		switch {
		case internal && !volatile:
			// Support functions that SQL cannot call: not listed at all, so an unknown name like any other.
		case reason != "":
			refused = append(refused, name+" "+reason)
		case len(outs) > 0:
			allowed = append(allowed, name+" "+strings.Join(outs, " "))
		default:
			allowed = append(allowed, name)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	err = write(filepath.Join(dir, "functions.txt"),
		"Functions that may be called: every overload is immutable or stable (or harmless though volatile), none is an\n"+
			"input, output, trigger, handler or support function, none is refused by the rules of gen/rules.go. After a name:\n"+
			"the names of its output columns, when it has some.", allowed)
	if err != nil {
		return err
	}
	return write(filepath.Join(dir, "refused.txt"),
		"Functions of PostgreSQL's own that are refused for good, and the rule of gen/rules.go by which.", refused)
}

var lists = []struct{ file, about, query string }{
	{"operators.txt", "Names of PostgreSQL's own operators; none of them is volatile.",
		`SELECT DISTINCT oprname FROM pg_operator WHERE oprnamespace = 'pg_catalog'::regnamespace AND oid < 16384
		 AND oprcode <> 0`},
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
	{"relations.txt", "Relations of pg_catalog, which is searched before every other schema.",
		`SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND oid < 16384
		 AND relkind IN ('r', 'v')`},
}

func list(ctx context.Context, conn *pgx.Conn, path, about, query string) error {
	rows, err := conn.Query(ctx, query)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	return write(path, about, names)
}

func write(path, about string, lines []string) error {
	sort.Strings(lines)
	var b strings.Builder
	b.WriteString("# Generated by translate/guard/gen. Do not edit.\n")
	for line := range strings.SplitSeq(about, "\n") {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
