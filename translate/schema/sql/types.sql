-- Columns: oid, name, kind, category, base type of a domain, element type, not_null. Composite types are left out.
SELECT t.oid, t.typname, t.typtype, t.typcategory, t.typbasetype, t.typelem, t.typnotnull
FROM pg_catalog.pg_type t
WHERE t.typtype OPERATOR(pg_catalog.<>) 'c'::pg_catalog."char"
LIMIT $1::pg_catalog.int8
