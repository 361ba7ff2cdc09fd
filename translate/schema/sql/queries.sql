-- Columns: oid, query. The queries of the views with the oids $1, each cut at $2 characters.
SELECT c.oid, pg_catalog.left(pg_catalog.pg_get_viewdef(c.oid), $2::pg_catalog.int4)
FROM pg_catalog.pg_class c
WHERE c.oid OPERATOR(pg_catalog.=) ANY ($1::pg_catalog.oid[])
