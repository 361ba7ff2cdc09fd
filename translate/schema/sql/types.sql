-- Columns: oid, schema, name, kind, category, base type of a domain, element type, not_null. Composite types are left out: those that matter are in composites.sql.
SELECT t.oid, n.nspname, t.typname, t.typtype, t.typcategory, t.typbasetype, t.typelem, t.typnotnull
FROM pg_catalog.pg_type t
JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
WHERE t.typtype OPERATOR(pg_catalog.<>) 'c'::pg_catalog."char"
LIMIT $1::pg_catalog.int8
